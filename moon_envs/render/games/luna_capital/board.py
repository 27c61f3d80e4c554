"""The common table of Luna Capital: the slots of the board, taken tiles, the tower, concessions, the Automaton."""

from __future__ import annotations

import functools
from contextlib import nullcontext

import numpy as np

from moon_envs.base.words import count_text
from moon_envs.games.luna_capital.actions import PASS, PICK_BOARD_TILE, PICK_TAKEN_TILE, SOLO_SWAP_HANDS, TAKE_SET
from moon_envs.games.luna_capital.card_lists import hand_cards
from moon_envs.games.luna_capital.components import CONCESSION_POINTS
from moon_envs.games.luna_capital.frame import (
    BOARD_SLOTS,
    CONCESSIONS_IN_PLAY,
    NONE,
    PHASES,
    SET_TILES,
    SHORT_TERM,
    SOLO_SLOTS,
)
from moon_envs.games.luna_capital.hidden import SEEN_BY_OTHERS
from moon_envs.games.luna_capital.kinds import HYDROGEN, KIND_NAMES
from moon_envs.games.luna_capital.state import (
    AUTOMATON,
    DECIDE_CELL,
    DECIDE_PAYMENT,
    DECIDE_SECOND_TILE,
    DECIDE_SWAP,
    DECISION_NAMES,
)
from moon_envs.games.luna_capital.text import describe_action
from moon_envs.games.luna_capital.words import concession_text
from moon_envs.render.games.luna_capital.patterns import SIZE as PATTERN_SIZE
from moon_envs.render.games.luna_capital.patterns import draw_pattern
from moon_envs.render.games.luna_capital.pieces import card_height, card_width, draw_card, draw_kind, draw_tile
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import GAP, Picture, button_width

HEADLINE_HEIGHT = 56
TAKEN_TOP, TAKEN_TILE, TAKEN_STEP = 15, 36, 40
SLOT_GAP, SLOT_TOP, SLOT_BOTTOM = 6, 21, 6
# With four slots the tiles stand below their card; with three they stand beside it.
SLOT_CELL, SLOT_TILE, SLOT_TILE_STEP = 30, 38, 41
SOLO_CELL, SOLO_TILE, SOLO_TILE_STEP = 28, 32, 34
KIND_SIZE, KIND_LINE, KINDS_PER_LINE = 24, 29, 9
KINDS_HEIGHT = 2 * KIND_LINE
TITLE_HEIGHT, PADDING = 26, 8
KIND_STEP = (PANEL_WIDTH - 2 * PADDING + 6) / KINDS_PER_LINE
TOWER_HEIGHT = TITLE_HEIGHT + KINDS_HEIGHT + 4
CONCESSION_WIDTH = (PANEL_WIDTH - 2 * SLOT_GAP) / CONCESSIONS_IN_PLAY
PATTERN_TOP = 28
MARKER = 10
CONCESSIONS_HEIGHT = PATTERN_TOP + PATTERN_SIZE + 54
# The Automaton's cards are larger while there is one line of them.
PILE_CELL, PILE_PER_LINE = 21, 8
LARGE_PILE_CELL, LARGE_PILE_PER_LINE = 32, 6
AUTOMATON_HEIGHT = TITLE_HEIGHT + KINDS_HEIGHT + 2 * (card_height(PILE_CELL) + 5) + 6


def height_of_turn(is_solo: bool) -> float:
    """Return the height of the headline with the slots."""
    below = 0 if is_solo else 2 * SLOT_TILE_STEP + 2
    return HEADLINE_HEIGHT + SLOT_TOP + card_height(SOLO_CELL if is_solo else SLOT_CELL) + below + SLOT_BOTTOM


def draw_turn(state: np.void, seat: int | None, picture: Picture) -> None:
    """Draw who decides what, the tiles to be placed, and the sets on offer."""
    is_open = seat in (None, int(state["seat"]))
    _draw_headline(picture, state, seat)
    _draw_taken(picture, state, is_open)
    is_solo = state["player_count"] == 1
    slots = SOLO_SLOTS if is_solo else BOARD_SLOTS
    width = (PANEL_WIDTH + SLOT_GAP) / slots - SLOT_GAP
    height = height_of_turn(is_solo) - HEADLINE_HEIGHT
    for slot in range(slots):
        with picture.at(round(slot * (width + SLOT_GAP)), HEADLINE_HEIGHT):
            _draw_slot(picture, state, slot, is_open, width, height)


def _draw_headline(picture: Picture, state: np.void, seat: int | None) -> None:
    picture.label(0, 15, f"Phase {PHASES[state['phase']]}, round {state['round']}", 15, "bold")
    if state["over"]:
        picture.label(0, 34, "the game is over", 13, "bold")
    else:
        decider, decision = int(state["seat"]), int(state["decision"])
        seen = decision if seat in (None, decider) else SEEN_BY_OTHERS[decision]
        words = f"player {decider}{' (you)' if decider == seat else ''} decides, {DECISION_NAMES[seen]}"
        picture.label(0, 34, words, 13, "bold")
    if state["player_count"] > 1:
        picture.label(0, 50, f"first: player {state['first_player']}", 12, "muted")


def _draw_taken(picture: Picture, state: np.void, is_open: bool) -> None:
    """Draw the tiles still to be placed; only their player sees which one was named (luna_capital 11.6)."""
    count, phase = int(state["taken_count"]), int(state["phase"])
    named = int(state["named"]) if is_open and state["decision"] == DECIDE_CELL else NONE
    left = PANEL_WIDTH + TAKEN_STEP - TAKEN_TILE - TAKEN_STEP * SET_TILES
    if count:
        picture.label(left, 11, "to be placed", 12, "muted")
    for place, tile in enumerate(state["taken"][:count].tolist()):
        action = PICK_TAKEN_TILE + place
        # The other tiles close the gap of a placed tile, so its place cannot be marked.
        actions = [action] if named == action or action in picture.decisions.legal else []
        x = left + place * TAKEN_STEP
        draw_tile(picture, x, TAKEN_TOP, TAKEN_TILE, phase, tile, actions, "filled" if named == action else "")
    if not count:
        _draw_answers(picture, state)


def _draw_answers(picture: Picture, state: np.void) -> None:
    """Draw the answers to the questions before the first turn, up to the right edge."""
    answers = {}
    for action, done in ((PASS, "passed"), (SOLO_SWAP_HANDS, "swapped hands")):
        if picture.can(action) or picture.is_last(action):
            words = describe_action(state, action) if action in picture.decisions.legal else done
            answers[action] = words.removesuffix(" with the Automaton")
    x = PANEL_WIDTH + GAP - sum(button_width(words) + GAP for words in answers.values())
    for action, words in answers.items():
        x = picture.button(x, 0, words, [action])


def _draw_slot(picture: Picture, state: np.void, slot: int, is_open: bool, width: float, height: float) -> None:
    """Draw a set: its card, its tiles, and the last-delivery marker (luna_capital 3.1, 3.5)."""
    is_solo = state["player_count"] == 1
    cell, size, step = (SOLO_CELL, SOLO_TILE, SOLO_TILE_STEP) if is_solo else (SLOT_CELL, SLOT_TILE, SLOT_TILE_STEP)
    card, count, phase = int(state["board"][slot]), int(state["slot_count"][slot]), int(state["phase"])
    named = int(state["named"]) if is_open and state["decision"] in (DECIDE_PAYMENT, DECIDE_SECOND_TILE) else NONE
    kind = "filled" if named == TAKE_SET + slot else "plain" if card != NONE or count else "empty"
    can_take = TAKE_SET + slot in picture.decisions.legal
    note = describe_action(state, TAKE_SET + slot) if can_take else ""
    picture.cell(0, 0, "", width, height, kind, [TAKE_SET + slot], note=note, round_by=8)
    with picture.decoration():
        picture.label(8, 15, f"slot {slot + 1}", 12, "muted")
        if slot == state["last_delivery"]:
            picture.icon(width - 22, 4, "flag", 15, "t1")
    if is_solo:
        card_left = (width - card_width(cell) - 2 * step - 2) / 2
        tiles_left, tiles_top = card_left + card_width(cell) + 4, SLOT_TOP + (card_height(cell) - 2 * step) / 2
    else:
        card_left, tiles_left = (width - card_width(cell)) / 2, (width - 2 * step + step - size) / 2
        tiles_top = SLOT_TOP + card_height(cell) + 5
    if card != NONE:
        draw_card(picture, card_left, SLOT_TOP, cell, card, [TAKE_SET + slot], "empty")
    for place, tile in enumerate(state["slot_tiles"][slot, :count].tolist()):
        action = PICK_BOARD_TILE + slot * SET_TILES + place
        row, column = divmod(place, 2)
        x, y = tiles_left + column * step, tiles_top + row * step
        # A click on a tile that cannot be redistributed takes its set.
        is_only_seen = can_take and action not in picture.decisions.legal
        with picture.decoration() if is_only_seen else nullcontext():
            draw_tile(picture, x, y, size, phase, tile, [action], "filled" if named == action else "")


def draw_tower(state: np.void, picture: Picture) -> None:
    """Draw the tiles in the tower by kind, whose order is hidden, and what is left in the supply."""
    picture.sheet(0, 0, PANEL_WIDTH, TOWER_HEIGHT, "Tower")
    x, base = float(PANEL_WIDTH - PADDING), 18
    for icon, words in (
        ("swap", str(state["tokens_left"])),
        ("robot", str(state["robots_left"])),
        ("card", f"{state['deck_count']} in the deck"),
    ):
        room = 14 if len(words) < 3 else 92
        picture.label(x - room, base, words, 13)
        picture.icon(x - room - 22, base - 13, icon, 16)
        x -= room + 36
    _draw_counts(picture, state["tower_kinds"].tolist(), TITLE_HEIGHT)


def _draw_counts(picture: Picture, counts: list[int], y: float) -> None:
    """Draw all kinds of projects with their numbers, each at its own place."""
    for place, count in enumerate(counts[HYDROGEN:]):
        line, column = divmod(place, KINDS_PER_LINE)
        picture.put(PADDING + column * KIND_STEP, y + line * KIND_LINE, _printed_count(HYDROGEN + place, count))


@functools.cache
def _printed_count(kind: int, count: int) -> str:
    picture = Picture(KIND_STEP)
    draw_kind(picture, 0, 0, KIND_SIZE, kind, note=f"{count} x {KIND_NAMES[kind]}", style="" if count else "empty")
    picture.label(KIND_SIZE + 4, 17, count, 13, "bold" if count else "muted")
    return picture.drawn


def draw_concessions(state: np.void, picture: Picture) -> None:
    """Draw the three concessions, what they ask for, and the markers on them (luna_capital 8.1)."""
    for place, concession in enumerate(state["concessions"].tolist()):
        x = place * (CONCESSION_WIDTH + SLOT_GAP)
        closed = int(state["closed_in"][place])
        words = concession_text(concession).partition(": ")[2]
        kind = "plain" if closed == NONE else "filled"
        picture.cell(x, 0, "", CONCESSION_WIDTH, CONCESSIONS_HEIGHT - 1, kind, round_by=7)
        picture.label(x + 8, 19, f"+{CONCESSION_POINTS[concession]}", 16, "bold")
        term = "short-term" if concession < SHORT_TERM else "long-term"
        words_of_term = term if closed == NONE else f"closed in phase {PHASES[closed]}"
        picture.label(x + CONCESSION_WIDTH - 8, 18, words_of_term, 12, "muted", "end")
        draw_pattern(picture, x + 8, PATTERN_TOP, concession)
        picture.paragraph(x + 8, PATTERN_TOP + PATTERN_SIZE + 16, words, CONCESSION_WIDTH - 14, 12)
        owners = [p for p in range(state["player_count"]) if int(state["players"][p]["markers"]) >> place & 1]
        for number, player in enumerate(owners):
            left = x + CONCESSION_WIDTH - 6 - MARKER - (2 * MARKER + 3) * (number % 2)
            top = PATTERN_TOP + PATTERN_SIZE - MARKER - (2 * MARKER + 3) * (number // 2)
            picture.token(left, top, MARKER, f"p{player}", f"p{player}", note=f"player {player}")


def draw_automaton(state: np.void, picture: Picture) -> None:
    """Draw the Automaton's open cards and its projects by kind (luna_capital 10.4, 10.7)."""
    hand = hand_cards(state, AUTOMATON) if state["decision"] == DECIDE_SWAP else []
    pile = state["pile_cards"][: int(state["pile_count"])].tolist()
    picture.sheet(0, 0, PANEL_WIDTH, AUTOMATON_HEIGHT, "The Automaton")
    words = count_text(len(pile), "card") + (" and its hand, open" if hand else "")
    picture.label(PANEL_WIDTH - 10, 18, words, 12, "muted", "end")
    _draw_counts(picture, state["pile_kinds"].tolist(), TITLE_HEIGHT)
    cards = [*pile, *hand]
    is_one_line = len(cards) <= LARGE_PILE_PER_LINE
    cell, per_line = (LARGE_PILE_CELL, LARGE_PILE_PER_LINE) if is_one_line else (PILE_CELL, PILE_PER_LINE)
    for place, card in enumerate(cards):
        line, column = divmod(place, per_line)
        x = PADDING + column * (card_width(cell) + 4)
        y = TITLE_HEIGHT + KINDS_HEIGHT + 6 + line * (card_height(cell) + 5)
        draw_card(picture, x, y, cell, card, kind="empty")
