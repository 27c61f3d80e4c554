"""The flat action space: the first index of every range and their number (luna_capital 11)."""

PASS = 0
TAKE_SET = 1
BOARD_TILE = 5
HAND_CARD = 21
HAND_CARD_WITH_ROBOT = 33
HAND_CARD_FACE_DOWN = 45
CARD_TARGET = 57
TAKEN_TILE = 109
CELL = 113
DRAWN_CARD = 257
SWAP_HANDS = 260
ACTIONS = 261

TILES_OF_A_SLOT = 4
COLUMN_CODES = 13
CELL_COLUMNS = 24


def board_tile(slot: int, index: int) -> int:
    """Return the action that names a tile of the board."""
    return BOARD_TILE + TILES_OF_A_SLOT * slot + index


def card_target(row_code: int, column_code: int) -> int:
    """Return the action that names a position by its codes: 0 is above or left of the city (luna_capital 9.4)."""
    return CARD_TARGET + COLUMN_CODES * row_code + column_code


def cell(y: int, x: int) -> int:
    """Return the action that names a plot by its first cell, counted from the corner of the city."""
    return CELL + CELL_COLUMNS * y + x
