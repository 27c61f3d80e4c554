"""The actions of Luna Capital: a turn is a sequence of small decisions (luna_capital 11.1)."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.luna_capital.frame import (
    BOARD_SLOTS,
    CELL_COLUMNS,
    CELL_ROWS,
    COLUMN_CODES,
    DRAWN_CARDS,
    HAND_LIMIT,
    ROW_CODES,
    SET_TILES,
)


def target_name(row_code: int, column_code: int) -> str:
    """Where a card is put, in words: "row 2, column 4", "a new row above, column 1"."""
    row = "a new row above" if row_code == 0 else f"row {row_code}"
    column = "a new column at the left" if column_code == 0 else f"column {column_code}"
    return f"{row}, {column}"


_cards = [f"hand card {place + 1}" for place in range(HAND_LIMIT)]

ACTIONS = ActionTable(
    (
        ActionRange("pass", ("pass: no exchange, no swap",)),
        ActionRange("take_set", tuple(f"choose slot {slot + 1}" for slot in range(BOARD_SLOTS)), selects=True),
        ActionRange(
            "pick_board_tile",
            tuple(
                f"redistribute tile {tile + 1} of slot {slot + 1}"
                for slot in range(BOARD_SLOTS)
                for tile in range(SET_TILES)
            ),
        ),
        ActionRange("hand_card_plain", tuple(f"choose {card}" for card in _cards), selects=True),
        ActionRange("hand_card_with_robot", tuple(f"play {card} with a robot" for card in _cards), selects=True),
        ActionRange("hand_card_face_down", tuple(f"play {card} face down" for card in _cards), selects=True),
        ActionRange(
            "card_target",
            tuple(
                f"put the card in {target_name(row, column)}"
                for row in range(ROW_CODES)
                for column in range(COLUMN_CODES)
            ),
        ),
        ActionRange("pick_taken_tile", tuple(f"place tile {tile + 1}" for tile in range(SET_TILES)), selects=True),
        ActionRange(
            "cell",
            tuple(f"place it on cell {y + 1}, {x + 1}" for y in range(CELL_ROWS) for x in range(CELL_COLUMNS)),
        ),
        ActionRange("keep_drawn_card", tuple(f"keep drawn card {place + 1}" for place in range(DRAWN_CARDS))),
        ActionRange("solo_swap_hands", ("swap hands with the Automaton",)),
    )
)

PASS = ACTIONS.first("pass")
TAKE_SET = ACTIONS.first("take_set")
PICK_BOARD_TILE = ACTIONS.first("pick_board_tile")
HAND_CARD_PLAIN = ACTIONS.first("hand_card_plain")
HAND_CARD_WITH_ROBOT = ACTIONS.first("hand_card_with_robot")
HAND_CARD_FACE_DOWN = ACTIONS.first("hand_card_face_down")
CARD_TARGET = ACTIONS.first("card_target")
PICK_TAKEN_TILE = ACTIONS.first("pick_taken_tile")
CELL = ACTIONS.first("cell")
KEEP_DRAWN_CARD = ACTIONS.first("keep_drawn_card")
SOLO_SWAP_HANDS = ACTIONS.first("solo_swap_hands")
