"""An adventure as a picture. This file draws cards, missions and ASTRA; each adventure draws its own sheet.

An adventure gives `adventure_drawing` its tables, the height of its sheet, and `draw_sheet(picture, state, sheet,
player)`, which draws into a box SHEET_WIDTH wide below the title. If it has more on the table, it also gives
`draw_table(picture, state, y)`, which returns the y below. Drawings of sheets whose players do not decide are kept:
they may depend only on the fields of the state in `shared`, and `draw_sheet` gets nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from moon_envs.core.game import Game
from moon_envs.games.welcome_to_the_moon.actions import COMBINATION, GIVE, MISSION, NO_MISSION, PILES, REMOVE
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables, printed_worth
from moon_envs.games.welcome_to_the_moon.astronaut import SHIFTS
from moon_envs.games.welcome_to_the_moon.cards import ACTION_NAMES, CARD_FACE, CARD_NUMBER, FACE_NAMES, LETTERS
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, INFECTED, X_MARK
from moon_envs.games.welcome_to_the_moon.facts import NO_SUCH_ACTION, first_actions_of
from moon_envs.games.welcome_to_the_moon.opponents import OPPONENT_VALUES, OPPONENTS
from moon_envs.games.welcome_to_the_moon.scoring import ASTRA_CATEGORIES
from moon_envs.games.welcome_to_the_moon.state import (
    COMBINATIONS,
    NO_COMBINATION,
    NO_EFFECT_CARD,
    NOT_FLIPPED,
    PAIRS,
    SLOTS,
    STEP_SHIFT,
    TURN_OF_SET_UP,
)
from moon_envs.games.welcome_to_the_moon.text import pile_card
from moon_envs.render.columns import COLUMN_WIDTH, MARGIN, Columns, columns_of, usual_width, wide_width
from moon_envs.render.drawing import GameDrawing, points_of
from moon_envs.render.fonts import text_width
from moon_envs.render.games.welcome_to_the_moon.decision_words import DECISIONS_IN_WORDS
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_resting_sheet
from moon_envs.render.picture import NOBODY, Picture

SHEET_WIDTH = COLUMN_WIDTH
TITLE_HEIGHT = 26
CARD_WIDTH, CARD_HEIGHT = 118, 64


DrawSheet = Callable[[Picture, np.void, np.void, int], None]
DrawTable = Callable[[Picture, np.void, float], float]
DrawnApart = Callable[[np.void, int], int]
DrawMore = Callable[[Picture, np.void, int | None, Columns], None]


def nothing_more(picture: Picture, state: np.void, y: float) -> float:
    """Draw nothing: most adventures have nothing of their own on the table."""
    return y


def no_more_sheets(picture: Picture, state: np.void, seat: int | None, columns: Columns) -> None:
    """Draw nothing: in most adventures every player has one sheet."""


def nobody_apart(state: np.void, seat: int) -> int:
    """No player: in most adventures all sheets of others lie side by side."""
    return NOBODY


def adventure_drawing(
    tables: AdventureTables,
    sheet_height: float,
    draw_sheet: DrawSheet,
    draw_table: DrawTable = nothing_more,
    for_a_card: str = "points",
    shared: Sequence[str] = ("closed_races",),
    drawn_apart: DrawnApart = nobody_apart,
    draw_more: DrawMore = no_more_sheets,
) -> GameDrawing:
    """The drawing of an adventure: the table, then the sheets.

    For a seat its own sheet is large, and the others' are as last shown. Without a seat all are open, two in a row.

    Args:
        tables: of the adventure.
        sheet_height: below the title.
        draw_sheet: draws a sheet.
        draw_table: draws what else lies on the table.
        for_a_card: what ASTRA gets for one.
        shared: fields of the state that sheets of players who do not decide depend on.
        drawn_apart: the player whose sheet the adventure draws itself for a seat, so it is not among the others'.
        draw_more: draws further sheets of the adventure below the own sheet, for a seat or in the solo game.
    """

    def draw(picture: Picture, game: Game, state: np.void, seat: int | None) -> None:
        y = _draw_turn(picture, state, tables, seat)
        y = _draw_solo_cards(picture, state, y, for_a_card) if state["opponent"] else _draw_piles(picture, state, y)
        y = _draw_missions(picture, state, tables, seat, y)
        y = draw_table(picture, state, y)
        sheets = Sheets(state, sheet_height, draw_sheet, shared, seat)
        if seat is None and state["player_count"] > 1:
            with picture.at(SHEET_WIDTH + MARGIN, 0):
                y = max(y, _draw_points(picture, game, state, seat, 0))
            _draw_open_sheets(picture, sheets, y + MARGIN)
            return
        columns = Columns(picture, _draw_points(picture, game, state, seat, y) + MARGIN)
        _draw_own_sheet(picture, sheets, columns)
        draw_more(picture, state, seat, columns)
        _draw_other_sheets(picture, sheets, columns, NOBODY if seat is None else drawn_apart(state, seat))

    return GameDrawing(usual_width, draw, wide_width)


def _draw_turn(picture: Picture, state: np.void, tables: AdventureTables, seat: int | None) -> float:
    """Turn, the player who decides, the decision, and what this player has picked."""
    words = "Set-up" if state["turn"] == TURN_OF_SET_UP else f"Turn {state['turn']}"
    if state["over"]:
        words += ": the game is over"
    elif seat in (None, int(state["seat"])):
        task = DECISIONS_IN_WORDS[tables.decisions[state["decision"]]]
        words += f": {_player_name(int(state['seat']), seat)} decides {task}"
        if state["combination"] != NO_COMBINATION:
            words += f"; picked {state['number']} with {ACTION_NAMES[state['action']]}"
    return picture.paragraph(MARGIN, 20, words, SHEET_WIDTH, 15, "bold") - 9


def _draw_piles(picture: Picture, state: np.void, y: float) -> float:
    """The three piles: the number on top, the action that was flipped, and the next action on the number's back."""
    for pile in range(PILES):
        number, following = pile_card(state, pile, 1), FACE_NAMES[CARD_FACE[pile_card(state, pile, 1)]]
        x = MARGIN + pile * (2 * CARD_WIDTH - 36)
        if state["position"] == NOT_FLIPPED:
            picture.card(x, y, 2 * CARD_WIDTH - 44, CARD_HEIGHT, [str(CARD_NUMBER[number]), f"then {following}"])
            continue
        action = int(CARD_FACE[pile_card(state, pile, 0)])
        lines = [f"{CARD_NUMBER[number]}  {FACE_NAMES[action]}", f"pile {pile + 1}", f"next turn: {following}"]
        picked = " filled" if state["combination"] == pile and picture.shows_actor else ""
        picture.card(
            x,
            y,
            2 * CARD_WIDTH - 44,
            CARD_HEIGHT,
            lines,
            f"k{action}{picked}",
            [COMBINATION + pile],
            FACE_NAMES[action],
        )
    return y + CARD_HEIGHT + MARGIN


def _draw_solo_cards(picture: Picture, state: np.void, y: float, for_a_card: str) -> float:
    """The drawn cards of the solo game with their pairs, the deck, and ASTRA."""
    for slot in range(SLOTS):
        x = MARGIN + slot * (CARD_WIDTH + MARGIN)
        if slot >= state["drawn_count"]:
            picture.card(x, y, CARD_WIDTH, CARD_HEIGHT, ["no card"], "empty")
            continue
        card = int(state["drawn"][slot])
        face = int(CARD_FACE[card])
        is_action = face < len(ACTION_NAMES)
        icon, kind = (FACE_NAMES[face], f"k{face}") if is_action else ("star", "k6")
        worth = f"ASTRA: {OPPONENT_VALUES[state['opponent'], face]} {for_a_card}" if is_action else "effect card"
        lines = [str(CARD_NUMBER[card]) if is_action else FACE_NAMES[face], FACE_NAMES[face], worth]
        picture.card(x, y, CARD_WIDTH, CARD_HEIGHT, lines, kind, [GIVE + slot], icon)
        picture.button(x, y + CARD_HEIGHT + 4, "remove", [REMOVE + slot])
    x, below = MARGIN + 3 * (CARD_WIDTH + MARGIN), y + 4
    for pair in range(COMBINATIONS):
        number, action = PAIRS[pair]
        if max(number, action) < state["drawn_count"]:
            face = int(CARD_FACE[state["drawn"][action]])
            words = f"{CARD_NUMBER[state['drawn'][number]]} {FACE_NAMES[face]}"
            kind = f"k{face}" if face < len(ACTION_NAMES) else "k6"
            kind += " filled" if state["combination"] == pair and picture.shows_actor else ""
            picture.cell(
                x + 108 * (pair % 2), below + 24 * (pair // 2), words, 104, 21, kind, [COMBINATION + pair], round_by=10
            )
    return _draw_astra(picture, state, y + CARD_HEIGHT + MARGIN + 24, for_a_card)


def _draw_astra(picture: Picture, state: np.void, y: float, for_a_card: str) -> float:
    """ASTRA's name and level, its points for each kind of card, the cards given to it, and the solo bonuses."""
    left = int(state["deck_size"]) - int(state["position"])
    top = FACE_NAMES[CARD_FACE[state["cards"][state["position"]]]] if left else "nothing"
    level = int(state["opponent"])
    picture.sheet(MARGIN, y, SHEET_WIDTH, 68, f"ASTRA: {OPPONENTS[level - 1]}, level {level}")
    words = f"{left} cards, pass {state['deck_pass']}, {top} on top; "
    words += f"solo bonuses: {state['bonuses_circled']} circled, {state['bonuses_spent']} spent"
    picture.label(MARGIN + SHEET_WIDTH - 10, y + 18, words, 11, "muted", "end")
    for action, name in enumerate(ACTION_NAMES):
        x = MARGIN + 10 + 97 * action
        picture.cell(x, y + 28, "", 92, 30, f"k{action}", note=name)
        picture.icon(x + 5, y + 34, name, 17)
        words = f"{state['given'][action]} x {OPPONENT_VALUES[level, action]} {for_a_card}"
        picture.label(x + 26, y + 48, words, 12)
    if state["effect_card"] != NO_EFFECT_CARD:
        words = f"ASTRA's effect card {LETTERS[state['effect_card']]} has been drawn"
        picture.label(MARGIN + 10, y + 84, words, 13, "bold")
        return y + 92 + MARGIN
    return y + 68 + MARGIN


def _draw_missions(picture: Picture, state: np.void, tables: AdventureTables, seat: int | None, y: float) -> float:
    """The three missions with what they are worth to the reader."""
    sheet = state["players"][seat or 0]
    step = (SHEET_WIDTH + MARGIN) / len(tables.missions)
    for letter, pair in enumerate(tables.missions):
        card, *values, words = pair[state["mission_card"][letter]]
        first, later = (tables.mission_worth(sheet, value) for value in values)
        is_turned = bool(state["turned_over"][letter])
        worth = f"{later} (turned over)" if is_turned else f"{first}, later {later}"
        x = MARGIN + letter * step
        kind = "closed" if is_turned else "plain"
        lines = [f"{LETTERS[letter]}: {worth}", words]
        picture.card(x, y, step - MARGIN, 72, lines, kind, [MISSION + letter], note=f"card {card}: {words}")
    has_button = picture.button(MARGIN, y + 76, "no further mission", [NO_MISSION]) > MARGIN
    return y + 76 + (28 if has_button else 0)


def _draw_points(picture: Picture, game: Game, state: np.void, seat: int | None, y: float) -> float:
    """Points by category; the others' by their sheets as they were last shown."""
    record = np.array([state], dtype=state.dtype)
    players = int(state["player_count"])
    for player in range(players):
        if seat not in (None, player):
            record["players"][0, player] = state["shown"][player]
    categories = [name for name in game.categories if name not in ASTRA_CATEGORIES]
    points = points_of(game, record[0]).tolist()
    names = [_player_name(player, seat) for player in range(players)]
    own = [counted[: len(categories)] for counted in points[:players]]
    y = picture.points(MARGIN, y, categories, names, own, SHEET_WIDTH)
    if not state["opponent"]:
        return y
    parts = zip(game.categories, points[players], strict=True)
    words = ", ".join(f"{name.removeprefix('astra_').replace('_', ' ')} {value}" for name, value in parts if value)
    picture.label(MARGIN + 4, y, "ASTRA", 12, "bold t1")
    picture.label(MARGIN + 114, y, words, 12)
    picture.label(MARGIN + SHEET_WIDTH - 4, y, sum(points[players]), 12, "bold", "end")
    return y + 18


def _player_name(player: int, seat: int | None) -> str:
    return f"player {player}" + (" (you)" if player == seat else "")


class Sheets(NamedTuple):
    """What is needed to draw the sheets of a state."""

    state: np.void
    sheet_height: float
    draw_sheet: DrawSheet
    shared: Sequence[str]
    seat: int | None

    @property
    def height(self) -> float:
        """Of a sheet, its title included."""
        return TITLE_HEIGHT + self.sheet_height + MARGIN

    def draw(self, picture: Picture, player: int, x: float, y: float, scale: float = 1.0) -> None:
        """Draw the sheet of a player: as it is, or as it was last shown (welcome 3.2)."""
        state, seat = self.state, self.seat
        sheet = (state["players"] if seat in (None, player) else state["shown"])[player]
        with picture.at(x, y, scale), picture.owner(player):
            picture.sheet(0, 0, SHEET_WIDTH, self.height, _player_name(player, seat).capitalize(), player)
            with picture.at(0, TITLE_HEIGHT):
                if picture.is_live:
                    self.draw_sheet(picture, state, sheet, player)
                else:
                    table = tuple((name, state[name].item()) for name in self.shared)
                    draw_resting_sheet(picture, self.draw_sheet, sheet, player, table)


def _draw_open_sheets(picture: Picture, sheets: Sheets, y: float) -> None:
    """The sheets of all players, as many in a row as the page has columns."""
    for player in range(sheets.state["player_count"]):
        row, column = divmod(player, columns_of(picture))
        sheets.draw(picture, player, MARGIN + column * (SHEET_WIDTH + MARGIN), y + row * (sheets.height + MARGIN))


def _draw_own_sheet(picture: Picture, sheets: Sheets, columns: Columns) -> None:
    x, y = columns.place()
    sheets.draw(picture, sheets.seat or 0, x, y)
    columns.fill(y + sheets.height)


def _draw_other_sheets(picture: Picture, sheets: Sheets, columns: Columns, apart: int) -> None:
    """The others' sheets at half the size, two side by side."""
    scale = 0.5 - MARGIN / SHEET_WIDTH / 2
    others = [player for player in range(sheets.state["player_count"]) if player not in (sheets.seat or 0, apart)]
    for first in range(0, len(others), 2):
        x, y = columns.place()
        for column, player in enumerate(others[first : first + 2]):
            sheets.draw(picture, player, x + column * (SHEET_WIDTH * scale + MARGIN), y, scale)
        columns.fill(y + sheets.height * scale)


# Parts of sheets that several adventures draw


def draw_cell(
    picture: Picture,
    x: float,
    y: float,
    value: int,
    actions: Iterable[int],
    kind: str = "empty",
    width: float = 26,
    height: float = 26,
    filled: str = "filled",
) -> None:
    """A cell that holds nothing, a number, an X or an infection; `kind` while it is empty, then `filled`."""
    if value == EMPTY:
        picture.cell(x, y, "", width, height, kind, actions)
    elif value == X_MARK:
        picture.cell(x, y, "", width, height, filled, actions, is_crossed=True)
    else:
        picture.cell(x, y, "#" if value == INFECTED else value, width, height, filled, actions)


def draw_race(
    picture: Picture, x: float, y: float, text: object, is_won: bool, is_closed: bool, action: int, width: float = 28
) -> None:
    """A bonus that is raced for: open, won, or lost (welcome 5.2)."""
    kind = "filled bold" if is_won else "closed" if is_closed else "k7"
    note = "gained" if is_won else "closed" if is_closed else "still open"
    picture.cell(x, y, text, width, 20, kind, (action,), is_closed and not is_won, note)


POINTS_LOST = ("-5", "-10", "-15")
"""What the System Errors of most adventures cost in all."""


def draw_system_errors(
    picture: Picture,
    x: float,
    y: float,
    used: int,
    boxes: int,
    actions: Iterable[int] = (),
    words: Sequence[str] = (),
) -> float:
    """The System Error boxes, the used ones crossed off, with words below them; returns the x behind them."""
    picture.icon(x, y, "error", 16)
    step = 26 if words else 18
    for place in range(boxes):
        is_used = place < used
        left = x + 22 + step * place
        picture.cell(left, y, "", step - 2, 16, "filled" if is_used else "empty", actions, is_used, round_by=2)
    for place, text in enumerate(words):
        picture.label(x + 22 + step * (place + 0.5) - 1, y + 26, text, 10, "muted", "middle")
    return x + 22 + step * boxes + MARGIN


def draw_missions_taken(
    picture: Picture, x: float, y: float, sheet: np.void, worth: Callable = printed_worth, is_column: bool = False
) -> None:
    """What the missions paid on a sheet, side by side or in a column."""
    right, down = (0, 23) if is_column else (46, 0)
    for place, (letter, value) in enumerate(zip(LETTERS, sheet["missions"], strict=True)):
        kind = "filled" if value else "empty"
        words = f"{letter} {worth(sheet, int(value)) if value else ''}"
        picture.cell(x + right * place, y + down * place, words, 42, 20, kind)


def draw_wilds(picture: Picture, x: float, y: float, sheet: np.void, count: int) -> float:
    """The wild actions, circled and crossed off; returns the x behind them."""
    earned, used = int(sheet["wilds_earned"]), int(sheet["wilds_used"])
    for place in range(count):
        kind = "done" if place < used else "k7 filled" if place < earned else "empty"
        note = "used" if place < used else "ready" if place < earned else "a wild action"
        picture.cell(x + 20 * place, y, "", 18, 18, kind, note=note, round_by=9, icon="star")
    return x + 20 * count


CHOICES_HEIGHT = 30


def draw_shared_choices(picture: Picture, state: np.void, tables: AdventureTables, x: float, y: float) -> float:
    """A row of buttons, CHOICES_HEIGHT high, for shared choices that have no place on the sheet.

    Shifts of the number, wild actions, keeping the action, passing and System Errors; each is drawn while it is legal.

    Returns:
        The x behind them, where an adventure's own buttons can follow.
    """
    first = first_actions_of(tables.actions)
    if first.shift != NO_SUCH_ACTION:
        shifts = {}
        for action, shift in enumerate(SHIFTS, first.shift):
            # Only the player who can choose may know the number.
            shifts[action] = f"{int(state['number']) + shift} ({shift:+d})" if picture.can(action) else f"{shift:+d}"
        x = _draw_choices(picture, x, y, "make it", shifts)
    if first.wild != NO_SUCH_ACTION:
        wilds = {first.wild + action: name for action, name in enumerate(ACTION_NAMES)}
        x = _draw_choices(picture, x, y, "wild:", wilds | {first.keep_action: "no wild"})
    is_kept = picture.can(first.pass_action) and state["step"] == STEP_SHIFT  # welcome 4.5
    words = "without the astronaut" if is_kept else tables.actions.describe(first.pass_action)
    x = picture.button(x, y, words, [first.pass_action])
    return picture.button(x, y, tables.actions.describe(first.system_error), [first.system_error])


def _draw_choices(picture: Picture, x: float, y: float, title: str, choices: dict[int, str]) -> float:
    """Buttons behind a title, for those choices that are legal."""
    behind = x + 8 + text_width(title, 13)
    end = behind
    for action, words in choices.items():
        end = picture.button(end, y, words, [action])
    if end == behind:
        return x
    picture.label(x, y + 16, title, 13, "muted")
    return end
