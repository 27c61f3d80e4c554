"""Groups of plots, found by bit sets: the six rows of cells are six numbers, bit x is cell x of the row.

Plots are counted, not cells (luna_capital 9.1): where that matters, bit CELL_COLUMNS + x says that cell x is the first
one of its plot, which a double plot has only one of.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compile import kernel
from moon_envs.games.luna_capital.frame import CELL_COLUMNS, CELL_ROWS
from moon_envs.games.luna_capital.kinds import PART_OF_PLOT_ABOVE, PART_OF_PLOT_LEFT, TARGET_HIGH, TARGET_LOW

ROW_OF_CELLS = (1 << CELL_COLUMNS) - 1
PAIRS, FOURS, EIGHTS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
BYTES = 0x0101010101010101


@kernel
def row_of_target(own, y, low, high):
    """The cells of a row whose plots hold a kind from low to high, and which of them are first cells."""
    bits = 0
    if y < 2 * own.rows:
        first = y * CELL_COLUMNS
        for x in range(2 * own.columns):
            content = own.cells[first + x]
            if content == PART_OF_PLOT_LEFT:
                content = own.cells[first + x - 1]
                bits |= np.int64(low <= content <= high) << x
            elif content == PART_OF_PLOT_ABOVE:
                content = own.cells[first + x - CELL_COLUMNS]
                bits |= np.int64(low <= content <= high) << x
            else:
                bits |= (np.int64(low <= content <= high) * ((1 << CELL_COLUMNS) + 1)) << x
    return bits


@kernel
def plots_of_kinds(own, low, high):
    """All plots of a city that hold a kind from low to high."""
    return (
        row_of_target(own, 0, low, high),
        row_of_target(own, 1, low, high),
        row_of_target(own, 2, low, high),
        row_of_target(own, 3, low, high),
        row_of_target(own, 4, low, high),
        row_of_target(own, 5, low, high),
    )


@kernel
def plots_of_target(own, target):
    """All plots of a city that count for a target."""
    return plots_of_kinds(own, TARGET_LOW[target], TARGET_HIGH[target])


@kernel
def row_with_content(own, y, content):
    """The cells of a row that have exactly this content."""
    bits = 0
    for x in range(2 * own.columns):
        bits |= np.int64(own.cells[y * CELL_COLUMNS + x] == content) << x
    return bits


@kernel
def cells_with_content(own, content):
    """All cells of a city that have exactly this content."""
    return (
        row_with_content(own, 0, content),
        row_with_content(own, 1, content),
        row_with_content(own, 2, content),
        row_with_content(own, 3, content),
        row_with_content(own, 4, content),
        row_with_content(own, 5, content),
    )


@kernel
def beside(row, above, below):
    """The cells of a row that share an edge with a cell of a set, given the rows of the set (luna_capital 7.1)."""
    return (row << 1 | row >> 1 | above | below) & ROW_OF_CELLS


@kernel
def neighbours(cells):
    """The cells that share an edge with a cell of a set."""
    a, b, c, d, e, f = cells
    return beside(a, 0, b), beside(b, a, c), beside(c, b, d), beside(d, c, e), beside(e, d, f), beside(f, e, 0)


@kernel
def common(one, other):
    """The cells in both sets."""
    return (
        one[0] & other[0],
        one[1] & other[1],
        one[2] & other[2],
        one[3] & other[3],
        one[4] & other[4],
        one[5] & other[5],
    )


@kernel
def united(one, other):
    """The cells in one of the sets or both."""
    return (
        one[0] | other[0],
        one[1] | other[1],
        one[2] | other[2],
        one[3] | other[3],
        one[4] | other[4],
        one[5] | other[5],
    )


@kernel
def without(one, other):
    """The cells of a set that are not in another one."""
    return (
        one[0] & ~other[0],
        one[1] & ~other[1],
        one[2] & ~other[2],
        one[3] & ~other[3],
        one[4] & ~other[4],
        one[5] & ~other[5],
    )


@kernel
def only_cell(y, bit):
    """The set of one cell, given as a bit of its row."""
    return (
        bit * (y == 0),
        bit * (y == 1),
        bit * (y == 2),
        bit * (y == 3),
        bit * (y == 4),
        bit * (y == 5),
    )


@kernel
def some_cell(cells):
    """The set of one cell out of a set that is not empty."""
    for y in range(CELL_ROWS):
        if cells[y] & ROW_OF_CELLS:
            row = cells[y] & ROW_OF_CELLS
            return only_cell(y, row & -row)
    return only_cell(0, 0)


@kernel
def group_of(cells, plots):
    """All cells of the plots that are connected with a set of cells (luna_capital 7.1)."""
    group = cells
    grown = common(united(group, neighbours(group)), plots)
    while grown != group:
        group = grown
        grown = common(united(group, neighbours(group)), plots)
    return group


@kernel
def whole_row(row, above, below, lefts, aboves, aboves_below):
    """The cells of a row that belong to a plot with a cell in a set, given the rows of the set and of second cells."""
    return row | (row << 1) & lefts | (row & lefts) >> 1 | above & aboves | below & aboves_below


@kernel
def whole_plots(cells, lefts, aboves):
    """The cells of a set and the other cells of their plots, given which cells are second ones."""
    a, b, c, d, e, f = cells
    return (
        whole_row(a, 0, b, lefts[0], aboves[0], aboves[1]),
        whole_row(b, a, c, lefts[1], aboves[1], aboves[2]),
        whole_row(c, b, d, lefts[2], aboves[2], aboves[3]),
        whole_row(d, c, e, lefts[3], aboves[3], aboves[4]),
        whole_row(e, d, f, lefts[4], aboves[4], aboves[5]),
        whole_row(f, e, 0, lefts[5], aboves[5], 0),
    )


@kernel
def plots_beside(cells, plots, lefts, aboves):
    """The plots, whole, that share an edge with a cell of a set (luna_capital 7.1)."""
    return whole_plots(common(neighbours(cells), plots), lefts, aboves)


@kernel
def is_empty(cells):
    """Whether a set has no cell."""
    return (cells[0] | cells[1] | cells[2] | cells[3] | cells[4] | cells[5]) & ROW_OF_CELLS == 0


@kernel
def bit_count(bits):
    """How many bits of a number are set, which is not negative."""
    bits = bits - ((bits >> 1) & PAIRS)
    bits = (bits & FOURS) + ((bits >> 2) & FOURS)
    return (((bits + (bits >> 4)) & EIGHTS) * BYTES) >> 56


@kernel
def first_cells(row, plots_row):
    """The cells of a row that are first cells of their plots."""
    return row & (plots_row >> CELL_COLUMNS)


@kernel
def plots_in(cells, plots):
    """How many plots a set of whole plots has."""
    count = 0
    for y in range(CELL_ROWS):
        count += bit_count(first_cells(cells[y], plots[y]))
    return count


@kernel
def group_size(own, cell, target):
    """The plots in the group of a cell that holds the target."""
    plots = plots_of_target(own, target)
    return plots_in(group_of(only_cell(cell // CELL_COLUMNS, 1 << (cell % CELL_COLUMNS)), plots), plots)


@kernel
def largest_group(own, target):
    """The plots in the largest group of a target (luna_capital 9.1)."""
    plots = plots_of_target(own, target)
    left = plots
    largest = 0
    while not is_empty(left):
        group = group_of(some_cell(left), plots)
        largest = max(largest, plots_in(group, plots))
        left = without(left, group)
    return largest
