"""The sizes that rules, records and actions depend on: a file of tables can change facts, but not these."""

from __future__ import annotations

MAX_PLAYERS = 4
PHASES = ("A", "B", "C")
PHASE_COUNT = len(PHASES)
ROUNDS = 4  # luna_capital 3.1
TURNS = PHASE_COUNT * ROUNDS

CARD_COUNT = 68
NUMBERS = 10
HAND = 3
HAND_LIMIT = 12
DRAWN_CARDS = 3
BOARD_SLOTS = 4
SOLO_SLOTS = 3
# A set has as many tiles as the number of the round (luna_capital 3.1).
SET_TILES = ROUNDS
TILES_OF_PHASE = 55
MOST_ROBOTS_OF_A_TILE = 2

SHORT_TERM, LONG_TERM = 15, 9
CONCESSION_COUNT = SHORT_TERM + LONG_TERM
SHORT_IN_PLAY, LONG_IN_PLAY = 2, 1
CONCESSIONS_IN_PLAY = SHORT_IN_PLAY + LONG_IN_PLAY

# The frame of a city: twelve connected cards in at most three rows span at most twelve columns. A card is a block of
# 2 x 2 cells, so the frame has 6 x 24 cells: cell = 24 * y + x, position of a card = 12 * row + column.
ROWS, COLUMNS = 3, 12
POSITIONS = ROWS * COLUMNS
CELL_ROWS, CELL_COLUMNS = 2 * ROWS, 2 * COLUMNS
CELLS = CELL_ROWS * CELL_COLUMNS
CELLS_OF_CARD = 4

# The target of a card is 13 x row code + column code. Row code 0 is a new row above, column code 0 a new column at the
# left. Codes from 1 on count the rows or columns in use and the one after them.
ROW_CODES, COLUMN_CODES = ROWS + 1, COLUMNS + 1
CARD_TARGETS = ROW_CODES * COLUMN_CODES

NONE = -1
