"""The common table of Luna Capital: the slots of the board, taken tiles, the tower, concessions, the Automaton."""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np

from moon_envs.base.words import count_text
from moon_envs.games.luna_capital.actions import PASS, PICK_BOARD_TILE, PICK_TAKEN_TILE, SOLO_SWAP_HANDS, TAKE_SET
from moon_envs.games.luna_capital.components import CONCESSION_POINTS
from moon_envs.games.luna_capital.frame import BOARD_SLOTS, NONE, PHASES, SET_TILES, SHORT_TERM, SOLO_SLOTS
from moon_envs.games.luna_capital.kinds import HYDROGEN, KIND_NAMES
from moon_envs.games.luna_capital.state import DECIDE_CELL, DECIDE_PAYMENT, DECIDE_SECOND_TILE
from moon_envs.games.luna_capital.text import describe_action
from moon_envs.games.luna_capital.words import concession_text
from moon_envs.render.columns import COLUMN_WIDTH, MARGIN
from moon_envs.render.games.luna_capital.patterns import draw_pattern
from moon_envs.render.games.luna_capital.pieces import card_height, card_width, draw_card, draw_kind, draw_tile
from moon_envs.render.picture import Picture

SHEET_WIDTH = COLUMN_WIDTH
SLOT_WIDTH, SLOT_HEIGHT = 144, 88
SLOT_CELL = 22
TILE = 30
KIND_CELL, KIND_STEP = 23, 30
CONCESSION_WIDTH, CONCESSION_HEIGHT = 194.7, 68
PATTERN_LEFT, PATTERN_TOP, TERM_LEFT = 8, 25, 54


def draw_board(picture: Picture, state: np.void, seat: int | None, y: float) -> float:
    """Draw the sets, then the supply and the taken tiles; return the y below them."""
    is_open = seat in (None, int(state["seat"]))
    slots = SOLO_SLOTS if state["player_count"] == 1 else BOARD_SLOTS
    for slot in range(slots):
        _draw_slot(picture, state, slot, is_open, MARGIN + slot * (SLOT_WIDTH + MARGIN), y)
    y += SLOT_HEIGHT + 6
    _draw_supply(picture, state, y)
    _draw_taken(picture, state, is_open, MARGIN + 250, y)
    return y + TILE + 6


def _draw_slot(picture: Picture, state: np.void, slot: int, is_open: bool, x: float, y: float) -> None:
    """Draw a set: its card, its tiles, and the last-delivery marker (luna_capital 3.1, 3.5)."""
    card, count, phase = int(state["board"][slot]), int(state["slot_count"][slot]), int(state["phase"])
    named = int(state["named"]) if is_open and state["decision"] in (DECIDE_PAYMENT, DECIDE_SECOND_TILE) else NONE
    kind = "filled" if named == TAKE_SET + slot else "plain" if card != NONE or count else "empty"
    can_take = TAKE_SET + slot in picture.decisions.legal
    note = describe_action(state, TAKE_SET + slot) if can_take else ""
    picture.cell(x, y, "", SLOT_WIDTH, SLOT_HEIGHT, kind, [TAKE_SET + slot], note=note, round_by=8)
    with picture.decoration():
        picture.label(x + 62, y + 15, f"slot {slot + 1}", 11, "muted")
        if slot == state["last_delivery"]:
            picture.icon(x + SLOT_WIDTH - 22, y + 4, "flag", 15, "t1")
    if card != NONE:
        draw_card(picture, x + 8, y + 11, SLOT_CELL, card, [TAKE_SET + slot], "empty")
    for place, tile in enumerate(state["slot_tiles"][slot, :count].tolist()):
        action = PICK_BOARD_TILE + slot * SET_TILES + place
        row, column = divmod(place, 2)
        left, top = x + 62 + column * (TILE + 3), y + 21 + row * (TILE + 3)
        # A click on a tile that cannot be redistributed takes its set.
        is_only_seen = can_take and action not in picture.decisions.legal
        with picture.decoration() if is_only_seen else nullcontext():
            draw_tile(picture, left, top, TILE, phase, tile, [action], "filled" if named == action else "")


def _draw_supply(picture: Picture, state: np.void, y: float) -> None:
    picture.icon(MARGIN + 2, y + 7, "card", 16)
    picture.label(MARGIN + 22, y + 20, f"{state['deck_count']} in the deck", 12)
    picture.icon(MARGIN + 124, y + 7, "robot", 16)
    picture.label(MARGIN + 144, y + 20, int(state["robots_left"]), 12)
    picture.icon(MARGIN + 170, y + 7, "swap", 16)
    picture.label(MARGIN + 190, y + 20, int(state["tokens_left"]), 12)


def _draw_taken(picture: Picture, state: np.void, is_open: bool, x: float, y: float) -> None:
    """Draw the tiles still to be placed; only their player sees which one was named (luna_capital 11.6)."""
    count, phase = int(state["taken_count"]), int(state["phase"])
    named = int(state["named"]) if is_open and state["decision"] == DECIDE_CELL else NONE
    if count:
        picture.label(x, y + 20, "to be placed", 12, "muted")
        x += 86
    for place, tile in enumerate(state["taken"][:count].tolist()):
        action = PICK_TAKEN_TILE + place
        # The other tiles close the gap of a placed tile, so its place cannot be marked.
        actions = [action] if named == action or action in picture.decisions.legal else []
        draw_tile(picture, x, y, TILE, phase, tile, actions, "filled" if named == action else "")
        x += TILE + 4
    if not count:
        for action, done in ((PASS, "passed"), (SOLO_SWAP_HANDS, "swapped hands")):
            words = describe_action(state, action) if action in picture.decisions.legal else done
            words = words.removesuffix(" with the Automaton")
            x = picture.button(x, y + 2, words, [action])


def draw_tower(picture: Picture, state: np.void, y: float) -> float:
    """Draw the tiles in the tower by kind; their order is hidden."""
    picture.label(MARGIN, y + 16, "tower", 12, "muted")
    draw_counts(picture, state["tower_kinds"].tolist(), MARGIN + 42, y)
    return y + KIND_CELL + 18


def draw_counts(picture: Picture, counts: list[int], x: float, y: float) -> None:
    """Draw projects by kind with their numbers."""
    for kind, count in enumerate(counts):
        if count and kind >= HYDROGEN:
            draw_kind(picture, x, y, KIND_CELL, kind, note=f"{count} x {KIND_NAMES[kind]}")
            picture.label(x + KIND_CELL / 2, y + KIND_CELL + 11, count, 11, "", "middle")
            x += KIND_STEP


def draw_concessions(picture: Picture, state: np.void, y: float) -> float:
    """Draw the three concessions, what they ask for, and the markers on them (luna_capital 8.1)."""
    for place, concession in enumerate(state["concessions"].tolist()):
        x = MARGIN + place * (CONCESSION_WIDTH + MARGIN)
        closed = int(state["closed_in"][place])
        words = concession_text(concession).partition(": ")[2]
        kind = "plain" if closed == NONE else "filled"
        picture.cell(x, y, "", CONCESSION_WIDTH, CONCESSION_HEIGHT, kind, round_by=7)
        picture.label(x + 8, y + 18, f"+{CONCESSION_POINTS[concession]}", 16, "bold")
        term = "short-term" if concession < SHORT_TERM else "long-term"
        picture.label(
            x + TERM_LEFT, y + 17, term if closed == NONE else f"closed in phase {PHASES[closed]}", 11, "muted"
        )
        draw_pattern(picture, x + PATTERN_LEFT, y + PATTERN_TOP, concession)
        picture.paragraph(x + TERM_LEFT, y + 33, words, CONCESSION_WIDTH - TERM_LEFT - 6, 11.5)
        left = x + CONCESSION_WIDTH - 14
        for player in range(state["player_count"]):
            if int(state["players"][player]["markers"]) >> place & 1:
                picture.token(left, y + 13, 8, player, f"p{player}", note=f"player {player}")
                left -= 18
    return y + CONCESSION_HEIGHT + MARGIN


def draw_automaton(picture: Picture, state: np.void, hand: list[int], y: float) -> float:
    """Draw the Automaton's open cards and its projects by kind (luna_capital 10.4, 10.7)."""
    cell = 14
    pile = state["pile_cards"][: int(state["pile_count"])].tolist()
    height = 26 + KIND_CELL + 18 + card_height(cell) + 8
    picture.sheet(MARGIN, y, SHEET_WIDTH, height, "The Automaton")
    words = count_text(len(pile), "card") + (" and its hand, open" if hand else "")
    picture.label(MARGIN + SHEET_WIDTH - 10, y + 18, words, 12, "muted", "end")
    draw_counts(picture, state["pile_kinds"].tolist(), MARGIN + 10, y + 26)
    for place, card in enumerate([*pile, *hand]):
        left = MARGIN + 10 + place * (card_width(cell) + 5)
        draw_card(picture, left, y + 26 + KIND_CELL + 18, cell, card, kind="empty")
    return y + height + MARGIN
