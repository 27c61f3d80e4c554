"""A city: where cards can lie, what their plots hold, and the groups and points of its plots (luna_capital 4)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.components import ALL_PLOTS, CARD_CELLS, CARD_NUMBER, RESIDENTIAL_POINTS
from moon_envs.games.luna_capital.frame import (
    CELL_COLUMNS,
    CELL_ROWS,
    CELLS,
    CELLS_OF_CARD,
    COLUMN_CODES,
    COLUMNS,
    NONE,
    NUMBERS,
    POSITIONS,
    ROWS,
)
from moon_envs.games.luna_capital.groups import group_size, largest_group
from moon_envs.games.luna_capital.kinds import (
    BASIC_TARGET,
    EMPTY,
    NO_TARGET,
    PART_OF_PLOT_ABOVE,
    PART_OF_PLOT_LEFT,
    RESIDENTIAL_GREENHOUSE,
    RESIDENTIAL_HYDROGEN,
    TARGET_HIGH,
    TARGET_LOW,
    VOID,
)
from moon_envs.games.luna_capital.state import ALL_NUMBERS, FACE_DOWN, NO_CARD, ROBOT

# A set of columns is a number with a bit for each column code: bit 0 is a new column at the left, bit c + 1 column c.
ALL_COLUMNS = (1 << COLUMN_CODES) - 1
LAST_COLUMN_CODE = COLUMN_CODES - 1


@kernel
def occupied_columns(own, row):
    """Return the columns of a row that hold a card, as a set of column codes."""
    return np.int64(own.occupied[row]) << 1 if 0 <= row < ROWS else 0


@kernel
def free_columns(own, row):
    """Return the columns of a row with a free place next to a card (luna_capital 4.2, 4.3); row -1 is a new row."""
    if own.rows == 0:
        return 2 if row == 0 else 0
    if row > own.rows or (row < 0 and own.rows == ROWS):
        return 0
    here = occupied_columns(own, row)
    beside = here << 1 | here >> 1 | occupied_columns(own, row - 1) | occupied_columns(own, row + 1)
    return beside & ~here & ALL_COLUMNS


@kernel
def columns_between(first, last):
    """Return the columns from one column code to another."""
    return ((2 << last) - 1) & ~((1 << first) - 1)


@kernel
def is_number(mark):
    """Return whether a position shows a number; covered and face-down cards do not (luna_capital 4.6, 4.8)."""
    return NO_CARD < mark <= NUMBERS


@kernel
def columns_for_number(own, row, number):
    """Return the columns where a number is above all to its left and below all to its right (luna_capital 4.4)."""
    if row < 0 or row >= own.rows:
        return ALL_COLUMNS
    first, last = np.int64(0), np.int64(LAST_COLUMN_CODE)
    for column in range(np.int64(own.columns)):
        mark = np.int64(own.marks[row * COLUMNS + column])
        if mark == number:
            return 0
        if is_number(mark) and mark > number:
            last = column
            break
        if is_number(mark):
            first = column + 2
    return columns_between(first, last)


@kernel
def find_fitting_numbers(own):
    """Note which numbers can be played without a robot: all in a city below three rows (luna_capital 4.4)."""
    fitting = ALL_NUMBERS
    if own.rows == ROWS:
        fitting = 0
        for row in range(ROWS):
            fitting |= numbers_that_fit(own, row)
    own.fitting = fitting


@kernel
def numbers_that_fit(own, row):
    """Return the numbers that fit into a row, as bits: free positions lie between their visible neighbours."""
    free = free_columns(own, row)
    fitting = 0
    first, lower = np.int64(0), np.int64(0)
    for column in range(np.int64(own.columns)):
        mark = np.int64(own.marks[row * COLUMNS + column])
        if is_number(mark):
            if free & columns_between(first, column):
                fitting |= (1 << mark) - (2 << lower)
            first, lower = column + 2, mark
    if free & columns_between(first, np.int64(LAST_COLUMN_CODE)):
        fitting |= (2 << NUMBERS) - (2 << lower)
    return fitting


@kernel
def fits(own, number):
    """Return whether a card with this number can be played without a robot."""
    return (own.fitting >> number) & 1 != 0


@kernel
def shift_down(own):
    """Make room for a new row above: move all cards down by one row of the frame."""
    for position in range(POSITIONS - 1, COLUMNS - 1, -1):
        own.marks[position] = own.marks[position - COLUMNS]
        own.cards[position] = own.cards[position - COLUMNS]
    for position in range(COLUMNS):
        own.marks[position] = NO_CARD
        own.cards[position] = NONE
    for cell in range(CELLS - 1, 2 * CELL_COLUMNS - 1, -1):
        own.cells[cell] = own.cells[cell - 2 * CELL_COLUMNS]
    for cell in range(2 * CELL_COLUMNS):
        own.cells[cell] = VOID
    for row in range(ROWS - 1, 0, -1):
        own.occupied[row] = own.occupied[row - 1]
    own.occupied[0] = 0
    own.rows += 1


@kernel
def shift_right(own):
    """Make room for a new column at the left: move all cards right by one column of the frame."""
    for row in range(ROWS):
        first = row * COLUMNS
        for column in range(COLUMNS - 1, 0, -1):
            own.marks[first + column] = own.marks[first + column - 1]
            own.cards[first + column] = own.cards[first + column - 1]
        own.marks[first] = NO_CARD
        own.cards[first] = NONE
        own.occupied[row] <<= 1
    for y in range(CELL_ROWS):
        first = y * CELL_COLUMNS
        for x in range(CELL_COLUMNS - 1, 1, -1):
            own.cells[first + x] = own.cells[first + x - 2]
        own.cells[first] = VOID
        own.cells[first + 1] = VOID
    own.columns += 1


@kernel
def put_card(own, card, mark, target):
    """Put a card into the city; `target` is 13 x row code + column code."""
    row, column = target // COLUMN_CODES - 1, target % COLUMN_CODES - 1
    if row < 0:
        shift_down(own)
        row = 0
    if column < 0:
        shift_right(own)
        column = 0
    own.rows = max(own.rows, row + 1)
    own.columns = max(own.columns, column + 1)
    own.occupied[row] |= 1 << column
    own.card_count += 1
    own.marks[row * COLUMNS + column] = mark
    if mark != FACE_DOWN:
        own.cards[row * COLUMNS + column] = card
        lay_out_plots(own, card, 2 * row * CELL_COLUMNS + 2 * column)
    find_fitting_numbers(own)


@kernel
def mark_of(card, with_robot):
    """Return what a face-up card shows: its number or a robot (luna_capital 4.5)."""
    return np.int64(ROBOT) if with_robot else np.int64(CARD_NUMBER[card])


@kernel
def cell_of_card(first, cell):
    """Return where a cell of a card is; `first` is its top left cell 0 of 0 1 / 2 3."""
    return first + (cell & 1) + (cell >> 1) * CELL_COLUMNS


@kernel
def lay_out_plots(own, card, first):
    """Lay out the plots of a card empty, then build its printed projects like tiles (luna_capital 1.3)."""
    for cell in range(CELLS_OF_CARD):
        printed = CARD_CELLS[card, cell]
        if printed < PART_OF_PLOT_LEFT:
            printed = EMPTY
            own.counts[EMPTY] += 1
            own.counts[ALL_PLOTS] += 1
        own.cells[cell_of_card(first, cell)] = printed
    for cell in range(CELLS_OF_CARD):
        printed = np.int64(CARD_CELLS[card, cell])
        if EMPTY < printed < PART_OF_PLOT_LEFT:
            change_content(own, cell_of_card(first, cell), printed)


@kernel
def change_content(own, cell, content):
    """Change what the plot that begins on a cell holds, and update groups and points."""
    before = np.int64(own.cells[cell])
    own.residential_points -= residential_difference(own, cell, before)
    own.counts[before] -= 1
    own.cells[cell] = content
    own.counts[content] += 1
    own.residential_points += residential_difference(own, cell, content)
    if BASIC_TARGET[before] != NO_TARGET:
        target = BASIC_TARGET[before]
        own.largest[target] = largest_group(own, target)
    if BASIC_TARGET[content] != NO_TARGET:
        target = BASIC_TARGET[content]
        own.largest[target] = max(own.largest[target], group_size(own, cell, target))


@kernel
def residential_difference(own, cell, content):
    """Return what a plot adds to the points of residential modules, itself or others around (luna_capital 9.5)."""
    if BASIC_TARGET[content] != NO_TARGET:
        module = RESIDENTIAL_HYDROGEN + BASIC_TARGET[content]
        return RESIDENTIAL_POINTS * surrounding_plots(own, cell, module, module)
    if RESIDENTIAL_HYDROGEN <= content <= RESIDENTIAL_GREENHOUSE:
        target = content - RESIDENTIAL_HYDROGEN
        low, high = np.int64(TARGET_LOW[target]), np.int64(TARGET_HIGH[target])
        return RESIDENTIAL_POINTS * surrounding_plots(own, cell, low, high)
    return 0


@kernel
def last_cell_of_plot(own, cell):
    """Return the second cell of the double plot that begins on a cell, or the cell itself."""
    if cell % CELL_COLUMNS + 1 < CELL_COLUMNS and own.cells[cell + 1] == PART_OF_PLOT_LEFT:
        return cell + 1
    if cell + CELL_COLUMNS < CELLS and own.cells[cell + CELL_COLUMNS] == PART_OF_PLOT_ABOVE:
        return cell + CELL_COLUMNS
    return cell


@kernel
def surrounding_plots(own, cell, low, high):
    """Count the plots around a plot that hold a kind from low to high, double plots once (luna_capital 7.2)."""
    last = last_cell_of_plot(own, cell)
    top, left = max(cell // CELL_COLUMNS - 1, 0), max(cell % CELL_COLUMNS - 1, 0)
    bottom = min(last // CELL_COLUMNS + 1, CELL_ROWS - 1)
    right = min(last % CELL_COLUMNS + 1, CELL_COLUMNS - 1)
    count = 0
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            other = y * CELL_COLUMNS + x
            content = own.cells[other]
            # The second cell of a double plot counts only if its first cell is not around.
            if content == PART_OF_PLOT_LEFT:
                content = own.cells[other - 1] if x == left else VOID
            elif content == PART_OF_PLOT_ABOVE:
                content = own.cells[other - CELL_COLUMNS] if y == top else VOID
            count += other != cell and low <= content <= high
    return count
