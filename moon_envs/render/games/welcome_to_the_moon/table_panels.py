"""The table of an adventure: what one decides with, ASTRA, the missions, and the points."""

from __future__ import annotations

from functools import partial

import numpy as np

from moon_envs.core.game import Game
from moon_envs.games.welcome_to_the_moon.actions import COMBINATION, GIVE, MISSION, PILES, REMOVE
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.cards import ACTION_NAMES, CARD_FACE, CARD_NUMBER, FACE_NAMES, LETTERS
from moon_envs.games.welcome_to_the_moon.opponents import OPPONENT_VALUES, OPPONENTS
from moon_envs.games.welcome_to_the_moon.scoring import ASTRA_CATEGORIES
from moon_envs.games.welcome_to_the_moon.state import (
    COMBINATIONS,
    NO_COMBINATION,
    NO_EFFECT_CARD,
    NOT_FLIPPED,
    PAIRS,
    SLOTS,
    TURN_OF_SET_UP,
)
from moon_envs.games.welcome_to_the_moon.text import pile_card
from moon_envs.render.buttons import LINE, Buttons
from moon_envs.render.drawing import points_of
from moon_envs.render.fonts import wrapped
from moon_envs.render.games.welcome_to_the_moon.choices import DrawChoices, draw_choices
from moon_envs.render.games.welcome_to_the_moon.decision_words import DECISIONS_IN_WORDS
from moon_envs.render.panels import DECISION, MARGIN, PANEL_WIDTH, TABLE, Panel
from moon_envs.render.picture import Picture, height_of_points, line_step

CARD_WIDTH, CARD_HEIGHT = (PANEL_WIDTH - 2 * MARGIN) / 3, 64
CARD_STEP = CARD_WIDTH + MARGIN
WORDS_HEIGHT = 44  # two lines
PAIR_STEP = 26
MISSION_STEP = 44
WORTH_WIDTH = 112
GIVEN_STEP = 34


def table_panels(
    game: Game,
    state: np.void,
    tables: AdventureTables,
    seat: int | None,
    for_a_card: str,
    draw_own: DrawChoices,
    lines_of_choices: int,
) -> list[Panel]:
    """The panels of the common table, without those of the adventure."""
    is_solo = bool(state["opponent"])
    cards_height = CARD_HEIGHT + (LINE + COMBINATIONS // 3 * PAIR_STEP if is_solo else 0)
    height = WORDS_HEIGHT + cards_height + MARGIN + lines_of_choices * LINE

    def draw_decision(picture: Picture) -> None:
        _draw_turn(picture, state, tables, seat)
        with picture.at(0, WORDS_HEIGHT):
            if is_solo:
                _draw_solo_cards(picture, state, for_a_card)
            else:
                _draw_piles(picture, state)
        with picture.owner(int(state["seat"])):
            draw_choices(
                Buttons(picture, 0, WORDS_HEIGHT + cards_height + MARGIN, PANEL_WIDTH), state, tables, draw_own
            )

    categories = [name for name in game.categories if name not in ASTRA_CATEGORIES]
    panels = [Panel("turn", DECISION, height, draw_decision)]
    if is_solo:
        panels.append(Panel("astra", TABLE, 26 + 24 + 2 * GIVEN_STEP + 24, partial(_draw_astra, state, for_a_card)))
    missions = partial(_draw_missions, state, tables, seat)
    panels.append(Panel("missions", TABLE, MISSION_STEP * len(tables.missions), missions))
    points = partial(_draw_points, game, state, seat, categories)
    panels.append(Panel("points", TABLE, height_of_points(len(categories)) + (22 if is_solo else 0), points))
    return panels


def player_name(player: int, seat: int | None) -> str:
    """The name of a player, marked for the reader."""
    return f"player {player}" + (" (you)" if player == seat else "")


def _draw_turn(picture: Picture, state: np.void, tables: AdventureTables, seat: int | None) -> None:
    """Turn, the player who decides, the decision, and what this player has picked."""
    words = "Set-up" if state["turn"] == TURN_OF_SET_UP else f"Turn {state['turn']}"
    if state["over"]:
        words += ": the game is over"
    elif seat in (None, int(state["seat"])):
        task = DECISIONS_IN_WORDS[tables.decisions[state["decision"]]]
        words += f": {player_name(int(state['seat']), seat)} decides {task}"
        if state["combination"] != NO_COMBINATION:
            words += f"; picked {state['number']} with {ACTION_NAMES[state['action']]}"
    picture.paragraph(0, 14, words, PANEL_WIDTH, 15, "bold")


def _draw_piles(picture: Picture, state: np.void) -> None:
    """The three piles: the number on top, the action that was flipped, and the next action on the number's back."""
    for pile in range(PILES):
        number, following = pile_card(state, pile, 1), FACE_NAMES[CARD_FACE[pile_card(state, pile, 1)]]
        x = pile * CARD_STEP
        if state["position"] == NOT_FLIPPED:
            picture.card(x, 0, CARD_WIDTH, CARD_HEIGHT, [str(CARD_NUMBER[number]), f"then {following}"])
            continue
        action = int(CARD_FACE[pile_card(state, pile, 0)])
        name = FACE_NAMES[action]
        lines = [f"{CARD_NUMBER[number]}  {name}", f"pile {pile + 1}", f"next: {following}"]
        picked = " filled" if state["combination"] == pile and picture.shows_actor else ""
        picture.card(x, 0, CARD_WIDTH, CARD_HEIGHT, lines, f"k{action}{picked}", [COMBINATION + pile], name)


def _draw_solo_cards(picture: Picture, state: np.void, for_a_card: str) -> None:
    """The drawn cards of the solo game, and their pairs below."""
    for slot in range(SLOTS):
        x = slot * CARD_STEP
        if slot >= state["drawn_count"]:
            picture.card(x, 0, CARD_WIDTH, CARD_HEIGHT, ["no card"], "empty")
            continue
        card = int(state["drawn"][slot])
        face = int(CARD_FACE[card])
        is_action = face < len(ACTION_NAMES)
        icon, kind = (FACE_NAMES[face], f"k{face}") if is_action else ("star", "k6")
        worth = f"ASTRA: {OPPONENT_VALUES[state['opponent'], face]} {for_a_card}" if is_action else "effect card"
        lines = [str(CARD_NUMBER[card]) if is_action else FACE_NAMES[face], FACE_NAMES[face], worth]
        picture.card(x, 0, CARD_WIDTH, CARD_HEIGHT, lines, kind, [GIVE + slot], icon)
        picture.button(x, CARD_HEIGHT + 3, "remove", [REMOVE + slot])
    below = CARD_HEIGHT + LINE
    for pair in range(COMBINATIONS):
        number, action = PAIRS[pair]
        if max(number, action) >= state["drawn_count"]:
            continue
        face = int(CARD_FACE[state["drawn"][action]])
        words = f"{CARD_NUMBER[state['drawn'][number]]} {FACE_NAMES[face]}"
        kind = f"k{face}" if face < len(ACTION_NAMES) else "k6"
        kind += " filled" if state["combination"] == pair and picture.shows_actor else ""
        x, y = CARD_STEP * (pair % 3), below + PAIR_STEP * (pair // 3)
        picture.cell(x, y, words, CARD_WIDTH, PAIR_STEP - 2, kind, [COMBINATION + pair], round_by=10)


def _draw_astra(state: np.void, for_a_card: str, picture: Picture) -> None:
    """ASTRA's name and level, its points for each kind of card, the cards given to it, and the solo bonuses."""
    left = int(state["deck_size"]) - int(state["position"])
    top = FACE_NAMES[CARD_FACE[state["cards"][state["position"]]]] if left else "nothing"
    level = int(state["opponent"])
    picture.sheet(0, 0, PANEL_WIDTH, 26 + 24 + 2 * GIVEN_STEP + 24, f"ASTRA: {OPPONENTS[level - 1]}, level {level}")
    words = f"{left} cards, pass {state['deck_pass']}, {top} on top"
    picture.label(PANEL_WIDTH - 10, 18, words, 12, "muted", "end")
    width = (PANEL_WIDTH - 20 - 8) / 3
    for action, name in enumerate(ACTION_NAMES):
        x, y = 10 + (width + 4) * (action % 3), 28 + GIVEN_STEP * (action // 3)
        picture.cell(x, y, "", width, GIVEN_STEP - 4, f"k{action}", note=name)
        picture.icon(x + 6, y + 6, name, 18)
        words = f"{state['given'][action]} x {OPPONENT_VALUES[level, action]} {for_a_card}"
        picture.label(x + 30, y + 20, words, 13)
    below = 28 + 2 * GIVEN_STEP
    words = f"solo bonuses: {state['bonuses_circled']} circled, {state['bonuses_spent']} spent"
    picture.label(10, below + 14, words, 12, "muted")
    if state["effect_card"] != NO_EFFECT_CARD:
        words = f"ASTRA's effect card {LETTERS[state['effect_card']]} has been drawn"
        picture.label(10, below + 33, words, 13, "bold")


def _draw_missions(state: np.void, tables: AdventureTables, seat: int | None, picture: Picture) -> None:
    """The three missions with what they are worth to the reader."""
    sheet = state["players"][seat or 0]
    for letter, pair in enumerate(tables.missions):
        card, *values, words = pair[state["mission_card"][letter]]
        first, later = (tables.mission_worth(sheet, value) for value in values)
        is_turned = bool(state["turned_over"][letter])
        worth = f"{later}, turned" if is_turned else f"{first}, later {later}"
        y, height = MISSION_STEP * letter, MISSION_STEP - 4
        kind = "closed" if is_turned else "plain"
        note = f"card {card}: {words}"
        picture.cell(0, y, "", PANEL_WIDTH, height, kind, [MISSION + letter], note=note, round_by=7)
        with picture.decoration():
            picture.label(10, y + 25, f"{LETTERS[letter]}: {worth}", 14, "bold")
            lines = len(wrapped(words, PANEL_WIDTH - WORTH_WIDTH - 8, 12))
            top = y + 25 - (lines - 1) * line_step(12) / 2
            picture.paragraph(WORTH_WIDTH, top, words, PANEL_WIDTH - WORTH_WIDTH - 8, 12)


def _draw_points(game: Game, state: np.void, seat: int | None, categories: list[str], picture: Picture) -> None:
    """Points by category; the others' by their sheets as they were last shown."""
    record = np.array([state], dtype=state.dtype)
    players = int(state["player_count"])
    for player in range(players):
        if seat not in (None, player):
            record["players"][0, player] = state["shown"][player]
    points = points_of(game, record[0]).tolist()
    names = [player_name(player, seat) for player in range(players)]
    own = [counted[: len(categories)] for counted in points[:players]]
    y = picture.points(0, 0, categories, names, own, PANEL_WIDTH)
    if state["opponent"]:
        parts = zip(game.categories, points[players], strict=True)
        words = ", ".join(f"{name.removeprefix('astra_').replace('_', ' ')} {value}" for name, value in parts if value)
        picture.label(0, y + 14, f"ASTRA {sum(points[players])}", 13, "bold t1")
        picture.label(PANEL_WIDTH, y + 14, words, 12, "muted", "end")
