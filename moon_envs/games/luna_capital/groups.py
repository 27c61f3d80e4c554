"""Groups of plots as bit sets: a set of cells is three bands, numbers of 48 bits, one for each row of cards.

A band holds two rows of cells: bit x is cell x of the upper row, bit 24 + x of the lower row. A double plot lies inside
a card, so inside a band. Plots are counted, not cells (luna_capital 9.1): second cells of double plots do not count.
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
    """Return the first cells with a content from low to high in a row of cards, as a band."""
    bits = 0
    first = 2 * CELL_COLUMNS * row
    for x in range(2 * own.columns):
        upper, lower = own.cells[first + x], own.cells[first + CELL_COLUMNS + x]
        bits |= np.int64(low <= upper <= high) << x | np.int64(low <= lower <= high) << (CELL_COLUMNS + x)
    return bits


@kernel
def cells_with(own, low, high):
    """Return all first cells with a content from low to high."""
    # Convert to one type, because numba compiles a separate function for every constant.
    upper, middle, lower = np.int64(0), np.int64(1), np.int64(2)
    return (
        band_of_cells(own, upper, low, high),
        band_of_cells(own, middle, low, high),
        band_of_cells(own, lower, low, high),
    )


@kernel
def second_cells(own):
    """Return the second cells of double plots: beside their first cells, and below them."""
    return (
        cells_with(own, np.int64(PART_OF_PLOT_LEFT), np.int64(PART_OF_PLOT_LEFT)),
        cells_with(own, np.int64(PART_OF_PLOT_ABOVE), np.int64(PART_OF_PLOT_ABOVE)),
    )


@kernel
def whole_band(band, lefts, aboves):
    """Return the cells of a band and the other cells of their plots."""
    with_second = (band << 1) & lefts | (band << CELL_COLUMNS) & aboves
    return band | with_second | (band & lefts) >> 1 | (band & aboves) >> CELL_COLUMNS


@kernel
def whole_plots(cells, seconds):
    """Return the cells of a set and the other cells of their plots."""
    lefts, aboves = seconds
    return (
        whole_band(cells[0], lefts[0], aboves[0]),
        whole_band(cells[1], lefts[1], aboves[1]),
        whole_band(cells[2], lefts[2], aboves[2]),
    )


@kernel
def plots_of_target(own, target, seconds):
    """Return all plots of a city that count for a target."""
    return whole_plots(cells_with(own, np.int64(TARGET_LOW[target]), np.int64(TARGET_HIGH[target])), seconds)


@kernel
def beside_band(band, above, below):
    """Return the cells of one band that share an edge with a cell of a set, given its bands (luna_capital 7.1)."""
    aside = (band << 1) & NOT_FIRST | (band >> 1) & NOT_LAST
    return (aside | band << CELL_COLUMNS | band >> CELL_COLUMNS | above >> CELL_COLUMNS | below << CELL_COLUMNS) & BAND


@kernel
def neighbours(cells):
    """Return the cells that share an edge with a cell of a set."""
    upper, middle, lower = cells
    return beside_band(upper, 0, middle), beside_band(middle, upper, lower), beside_band(lower, middle, 0)


@kernel
def common(one, other):
    """Return the cells in both sets."""
    return one[0] & other[0], one[1] & other[1], one[2] & other[2]


@kernel
def united(one, other):
    """Return the cells in at least one of the sets."""
    return one[0] | other[0], one[1] | other[1], one[2] | other[2]


@kernel
def without(one, other):
    """Return the cells of one set that are not in the other."""
    return one[0] & ~other[0], one[1] & ~other[1], one[2] & ~other[2]


@kernel
def is_empty(cells):
    """Return whether a set has no cell."""
    return cells[0] | cells[1] | cells[2] == 0


@kernel
def some_cell(cells):
    """Return one cell of a non-empty set, as a set."""
    upper, middle, lower = cells
    if upper != 0:
        middle, lower = 0, 0
    elif middle != 0:
        lower = 0
    return upper & -upper, middle & -middle, lower & -lower


@kernel
def only_cell(cell):
    """Return the set of one cell."""
    row, inside = cell // (2 * CELL_COLUMNS), cell % (2 * CELL_COLUMNS)
    bit = 1 << inside
    return bit * (row == 0), bit * (row == 1), bit * (row == 2)


@kernel
def group_of(cells, plots):
    """Return all cells of `plots` that are connected with a set of cells (luna_capital 7.1)."""
    group = cells
    while True:
        grown = common(united(group, neighbours(group)), plots)
        if grown == group:
            return group
        group = grown


@kernel
def plots_beside(cells, plots, seconds):
    """Return the whole plots that share an edge with a cell of a set (luna_capital 7.1)."""
    return whole_plots(common(neighbours(cells), plots), seconds)


@kernel
def bit_count(bits):
    """Count the set bits of a non-negative number."""
    bits = bits - ((bits >> 1) & PAIRS)
    bits = (bits & FOURS) + ((bits >> 2) & FOURS)
    return (((bits + (bits >> 4)) & EIGHTS) * BYTES) >> 56


@kernel
def plot_count(cells, seconds):
    """Count the plots of a set of whole plots."""
    firsts = without(without(cells, seconds[0]), seconds[1])
    return bit_count(firsts[0]) + bit_count(firsts[1]) + bit_count(firsts[2])


@kernel
def group_size(own, cell, target):
    """Count the plots in the group of a cell that holds the target."""
    seconds = second_cells(own)
    return plot_count(group_of(only_cell(cell), plots_of_target(own, target, seconds)), seconds)


@kernel
def largest_group(own, target):
    """Count the plots in the largest group of a target (luna_capital 9.1)."""
    seconds = second_cells(own)
    plots = plots_of_target(own, target, seconds)
    left = plots
    largest = 0
    while not is_empty(left):
        group = group_of(some_cell(left), plots)
        largest = max(largest, plot_count(group, seconds))
        left = without(left, group)
    return largest
