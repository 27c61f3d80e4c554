"""Groups of plots, found by bit sets: a set of cells is three bands, numbers of 48 bits, one for each row of cards.

A band holds two rows of cells: bit x is cell x of the upper one, bit 24 + x of the lower one. Double plots lie inside a
card, hence inside a band. Plots are counted, not cells (luna_capital 9.1): second cells of double plots are left out.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.frame import CELL_COLUMNS
from moon_envs.games.luna_capital.kinds import PART_OF_PLOT_ABOVE, PART_OF_PLOT_LEFT, TARGET_HIGH, TARGET_LOW

BAND = (1 << 2 * CELL_COLUMNS) - 1
FIRST_COLUMN = 1 | 1 << CELL_COLUMNS
LAST_COLUMN = FIRST_COLUMN << (CELL_COLUMNS - 1)
NOT_FIRST, NOT_LAST = BAND & ~FIRST_COLUMN, BAND & ~LAST_COLUMN
PAIRS, FOURS, EIGHTS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
BYTES = 0x0101010101010101


@kernel
def band_of_cells(own, row, low, high):
    """The cells of a row of cards whose own content is from low to high."""
    bits = 0
    first = 2 * CELL_COLUMNS * row
    for x in range(2 * own.columns):
        upper, lower = own.cells[first + x], own.cells[first + CELL_COLUMNS + x]
        bits |= np.int64(low <= upper <= high) << x | np.int64(low <= lower <= high) << (CELL_COLUMNS + x)
    return bits


@kernel
def cells_with(own, low, high):
    """All cells whose own content is from low to high."""
    # Numbers of one type: numba would compile a function of its own for every constant.
    upper, middle, lower = np.int64(0), np.int64(1), np.int64(2)
    return (
        band_of_cells(own, upper, low, high),
        band_of_cells(own, middle, low, high),
        band_of_cells(own, lower, low, high),
    )


@kernel
def second_cells(own):
    """The second cells of double plots: those beside their first cells, and those below them."""
    return (
        cells_with(own, np.int64(PART_OF_PLOT_LEFT), np.int64(PART_OF_PLOT_LEFT)),
        cells_with(own, np.int64(PART_OF_PLOT_ABOVE), np.int64(PART_OF_PLOT_ABOVE)),
    )


@kernel
def whole_band(band, lefts, aboves):
    """The cells of a band and the other cells of their plots."""
    with_second = (band << 1) & lefts | (band << CELL_COLUMNS) & aboves
    return band | with_second | (band & lefts) >> 1 | (band & aboves) >> CELL_COLUMNS


@kernel
def whole_plots(cells, seconds):
    """The cells of a set and the other cells of their plots."""
    lefts, aboves = seconds
    return (
        whole_band(cells[0], lefts[0], aboves[0]),
        whole_band(cells[1], lefts[1], aboves[1]),
        whole_band(cells[2], lefts[2], aboves[2]),
    )


@kernel
def plots_of_target(own, target, seconds):
    """All plots of a city that count for a target."""
    return whole_plots(cells_with(own, np.int64(TARGET_LOW[target]), np.int64(TARGET_HIGH[target])), seconds)


@kernel
def beside_band(band, above, below):
    """The cells of a band that share an edge with a cell of a set, given the bands of the set (luna_capital 7.1)."""
    aside = (band << 1) & NOT_FIRST | (band >> 1) & NOT_LAST
    return (aside | band << CELL_COLUMNS | band >> CELL_COLUMNS | above >> CELL_COLUMNS | below << CELL_COLUMNS) & BAND


@kernel
def neighbours(cells):
    """The cells that share an edge with a cell of a set."""
    upper, middle, lower = cells
    return beside_band(upper, 0, middle), beside_band(middle, upper, lower), beside_band(lower, middle, 0)


@kernel
def common(one, other):
    """The cells in both sets."""
    return one[0] & other[0], one[1] & other[1], one[2] & other[2]


@kernel
def united(one, other):
    """The cells in one of the sets or both."""
    return one[0] | other[0], one[1] | other[1], one[2] | other[2]


@kernel
def without(one, other):
    """The cells of a set that are not in another one."""
    return one[0] & ~other[0], one[1] & ~other[1], one[2] & ~other[2]


@kernel
def is_empty(cells):
    """Whether a set has no cell."""
    return cells[0] | cells[1] | cells[2] == 0


@kernel
def some_cell(cells):
    """One cell of a set that is not empty, as a set."""
    upper, middle, lower = cells
    if upper != 0:
        middle, lower = 0, 0
    elif middle != 0:
        lower = 0
    return upper & -upper, middle & -middle, lower & -lower


@kernel
def only_cell(cell):
    """The set of one cell."""
    row, inside = cell // (2 * CELL_COLUMNS), cell % (2 * CELL_COLUMNS)
    bit = 1 << inside
    return bit * (row == 0), bit * (row == 1), bit * (row == 2)


@kernel
def group_of(cells, plots):
    """All cells of the plots that are connected with a set of cells (luna_capital 7.1)."""
    group = cells
    while True:
        grown = common(united(group, neighbours(group)), plots)
        if grown == group:
            return group
        group = grown


@kernel
def plots_beside(cells, plots, seconds):
    """The plots, whole, that share an edge with a cell of a set (luna_capital 7.1)."""
    return whole_plots(common(neighbours(cells), plots), seconds)


@kernel
def bit_count(bits):
    """How many bits of a number are set, which is not negative."""
    bits = bits - ((bits >> 1) & PAIRS)
    bits = (bits & FOURS) + ((bits >> 2) & FOURS)
    return (((bits + (bits >> 4)) & EIGHTS) * BYTES) >> 56


@kernel
def plot_count(cells, seconds):
    """How many plots a set of whole plots has."""
    firsts = without(without(cells, seconds[0]), seconds[1])
    return bit_count(firsts[0]) + bit_count(firsts[1]) + bit_count(firsts[2])


@kernel
def group_size(own, cell, target):
    """The plots in the group of a cell that holds the target."""
    seconds = second_cells(own)
    return plot_count(group_of(only_cell(cell), plots_of_target(own, target, seconds)), seconds)


@kernel
def largest_group(own, target):
    """The plots in the largest group of a target (luna_capital 9.1)."""
    seconds = second_cells(own)
    plots = plots_of_target(own, target, seconds)
    left = plots
    largest = 0
    while not is_empty(left):
        group = group_of(some_cell(left), plots)
        largest = max(largest, plot_count(group, seconds))
        left = without(left, group)
    return largest
