"""The rules of connect four: stones fall to the lowest empty cell of a column, four in a row win."""

from __future__ import annotations

import numpy as np

from benchmarks.connect_four.game.state import CELLS, COLUMNS, NOBODY, ROWS
from moon_envs.engine.compiler.compile import inlined_kernel, kernel


def _cells(rows: range, columns: range) -> np.uint64:
    """Return a board with the cells of these rows and columns."""
    return np.uint64(sum(1 << (row * COLUMNS + column) for row in rows for column in columns))


CONNECTED = 4
FULL_BOARD = np.uint64((1 << CELLS) - 1)
FIRST_COLUMN = _cells(range(ROWS), range(1))
TOP_ROW = np.uint64(CELLS - COLUMNS)

# MASK_OF_TOP_ROW[stones in the top row, as bits]
MASK_OF_TOP_ROW = np.array(
    [[1 - (top_row >> column & 1) for column in range(COLUMNS)] for top_row in range(1 << COLUMNS)], dtype=np.int8
)

# The cells where a line of four to the right, and to the left, can begin without leaving the board.
ROOM_TO_THE_RIGHT = _cells(range(ROWS), range(COLUMNS - CONNECTED + 1))
ROOM_TO_THE_LEFT = _cells(range(ROWS), range(CONNECTED - 1, COLUMNS))
ANYWHERE = FULL_BOARD

# The distance to the next cell of a line, and twice that distance.
UP, UP_TWICE = np.uint64(COLUMNS), np.uint64(2 * COLUMNS)
RIGHT, RIGHT_TWICE = np.uint64(1), np.uint64(2)
UP_RIGHT, UP_RIGHT_TWICE = np.uint64(COLUMNS + 1), np.uint64(2 * COLUMNS + 2)
UP_LEFT, UP_LEFT_TWICE = np.uint64(COLUMNS - 1), np.uint64(2 * COLUMNS - 2)


@inlined_kernel
def start(state):
    """Empty the board; player 0 begins."""
    state.winner = NOBODY


@inlined_kernel
def actor(state):
    """Return whose decision it is, -1 when the game is over."""
    return np.int64(state.actor)


@inlined_kernel
def resample(state, player):
    """Do nothing, because nothing is hidden."""


@inlined_kernel
def legal(state, mask):
    """Mark the columns whose top cell is empty."""
    top_row = (state.stones[0] | state.stones[1]) >> TOP_ROW
    for column in range(COLUMNS):
        mask[column] = MASK_OF_TOP_ROW[top_row, column]


@inlined_kernel
def apply(state, column):
    """Drop a stone of the actor; the game ends with four in a row or a full board."""
    player = state.actor
    taken = state.stones[0] | state.stones[1]
    empty_in_column = (FIRST_COLUMN << np.uint64(column)) & ~taken
    landing_cell = empty_in_column & -empty_in_column
    stones = state.stones[player] | landing_cell
    state.stones[player] = stones
    if has_four_in_a_row(stones):
        state.winner = player
        state.actor = NOBODY
    elif taken | landing_cell == FULL_BOARD:
        state.actor = NOBODY
    else:
        state.actor = 1 - player


@inlined_kernel
def lines_of_four(stones, step, twice):
    """Return the cells where four stones in a row begin in one direction."""
    pairs = stones & (stones >> step)
    return pairs & (pairs >> twice)


@inlined_kernel
def has_four_in_a_row(stones):
    """Return whether there are four in a row in any direction."""
    lines = lines_of_four(stones, UP, UP_TWICE)
    lines |= lines_of_four(stones, RIGHT, RIGHT_TWICE) & ROOM_TO_THE_RIGHT
    lines |= lines_of_four(stones, UP_RIGHT, UP_RIGHT_TWICE) & ROOM_TO_THE_RIGHT
    lines |= lines_of_four(stones, UP_LEFT, UP_LEFT_TWICE) & ROOM_TO_THE_LEFT
    return lines != 0


FAULTS = (
    "a cell holds two stones, or a stone hangs in the air",
    "the numbers of stones do not fit whose turn it is",
    "the game is not over when it should be, or the other way round",
)
WRONG_STONES, WRONG_TURN, WRONG_END = range(1, len(FAULTS) + 1)


@kernel
def find_fault(state):
    """Return the first fault: stones lie on each other and alternate, and a win or a full board ends the game."""
    first, second = state.stones[0], state.stones[1]
    taken = first | second
    above_bottom_row = taken >> UP
    if first & second != 0 or above_bottom_row & ~taken != 0:
        return WRONG_STONES
    more = count_stones(first) - count_stones(second)
    if more not in (0, 1) or (state.actor != NOBODY and state.actor != more):
        return WRONG_TURN
    has_winner = has_four_in_a_row(first) or has_four_in_a_row(second)
    if (state.actor == NOBODY) != (has_winner or taken == FULL_BOARD) or (state.winner != NOBODY) != has_winner:
        return WRONG_END
    return 0


@kernel
def count_stones(stones):
    """Count the stones."""
    count = 0
    while stones != 0:
        stones &= stones - np.uint64(1)
        count += 1
    return count
