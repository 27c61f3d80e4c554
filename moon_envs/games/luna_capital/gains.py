"""What a tile would bring on each plot and a card at each position: features that a good player sees at a glance."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.building import TURNED_DOWN, named_card, named_mode, target_columns
from moon_envs.games.luna_capital.city import occupied_columns, residential_difference
from moon_envs.games.luna_capital.components import CARD_CELLS
from moon_envs.games.luna_capital.frame import CELL_COLUMNS, CELLS, CELLS_OF_CARD, COLUMN_CODES, ROW_CODES
from moon_envs.games.luna_capital.groups import (
    group_of,
    is_empty,
    only_cell,
    plot_count,
    plots_of_target,
    second_cells,
    some_cell,
    united,
    whole_plots,
    without,
)
from moon_envs.games.luna_capital.kinds import (
    BASIC_TARGET,
    BASIC_TARGETS,
    COVERS_UP_TO,
    DEMOLITION,
    EMPTY,
    NO_TARGET,
    PART_OF_PLOT_ABOVE,
    PART_OF_PLOT_LEFT,
    TARGET_HIGH,
    TARGET_LOW,
)
from moon_envs.games.luna_capital.scoring import group_points

# Gains and groups beyond these bounds, which play does not reach, are clipped.
GAIN_SHOWN = 20
GROUP_SHOWN = 12
SIDES = 4


@kernel
def put_gains(own, kind, gains, groups):
    """Write what a tile brings on each plot, by its first cell: points, and the size of the group there.

    Points are those that depend on the place: the largest group and residential modules (luna_capital 9.1, 9.5).
    What a demolition takes away is not counted.
    """
    if kind == DEMOLITION:
        return
    target = np.int64(BASIC_TARGET[kind])
    if target != NO_TARGET:
        put_groups(own, target, groups)
    for cell in range(CELLS):
        if EMPTY <= own.cells[cell] <= COVERS_UP_TO[kind]:
            gain = residential_difference(own, cell, kind)
            if target != NO_TARGET:
                gain += growth_points(own, target, np.int64(groups[cell]))
                groups[cell] = min(groups[cell], GROUP_SHOWN)
            gains[cell] = min(gain, GAIN_SHOWN)


@kernel
def put_groups(own, target, groups):
    """Write for every empty plot the size of the group that a basic module there would belong to (luna_capital 7.1)."""
    seconds = second_cells(own)
    plots = plots_of_target(own, target, seconds)
    for cell in range(CELLS):
        if own.cells[cell] == EMPTY:
            plot = whole_plots(only_cell(cell), seconds)
            groups[cell] = plot_count(group_of(plot, united(plots, plot)), seconds)


@kernel
def growth_points(own, target, size):
    """Return how many points a group of this size adds to the largest one so far (luna_capital 9.1)."""
    largest = np.int64(own.largest[target])
    return group_points(max(size, largest)) - group_points(largest)


@kernel
def put_neighbours(state, neighbours):
    """Write for each position of the named card how many cards it would lie beside (luna_capital 4.2)."""
    own = state.players[state.seat]
    for row_code in range(ROW_CODES):
        columns, row = target_columns(state, row_code), row_code - 1
        here, above, below = occupied_columns(own, row), occupied_columns(own, row - 1), occupied_columns(own, row + 1)
        for code in range(COLUMN_CODES):
            if (columns >> code) & 1:
                aside = ((here << 1) >> code & 1) + ((here >> 1) >> code & 1)
                neighbours[row_code * COLUMN_CODES + code] = aside + (above >> code & 1) + (below >> code & 1)


@kernel
def put_card_gains(state, gains):
    """Write for each position of the named card how many points its plots add to groups."""
    if named_mode(state) == TURNED_DOWN:
        return
    own, card = state.players[state.seat], named_card(state)
    seconds = second_cells(own)
    for target in range(BASIC_TARGETS):
        low, high = np.int64(TARGET_LOW[target]), np.int64(TARGET_HIGH[target])
        if cells_of_card(card, low, high) != 0:
            plots = plots_of_target(own, target, seconds)
            for row_code in range(ROW_CODES):
                columns = target_columns(state, row_code)
                for code in range(COLUMN_CODES):
                    if (columns >> code) & 1:
                        size = group_size_of_card(plots, seconds, card, low, high, row_code - 1, code - 1)
                        place = row_code * COLUMN_CODES + code
                        gains[place] = min(gains[place] + growth_points(own, target, size), GAIN_SHOWN)


@kernel
def cells_of_card(card, low, high):
    """Return the cells of a card with a content from low to high, as a band that begins with the card."""
    bits = 0
    for cell in range(CELLS_OF_CARD):
        bits |= np.int64(low <= CARD_CELLS[card, cell] <= high) << ((cell & 1) + (cell >> 1) * CELL_COLUMNS)
    return bits


@kernel
def group_size_of_card(plots, seconds, card, low, high, row, column):
    """Return the size of the largest group that the card's plots with these contents would belong to.

    `plots` are the city's plots with contents from `low` to `high`, `seconds` the second cells of its double plots.
    """
    left = np.int64(PART_OF_PLOT_LEFT)
    above = np.int64(PART_OF_PLOT_ABOVE)
    lefts = united(moved(seconds[0], row, column), at_position(cells_of_card(card, left, left), row, column))
    aboves = united(moved(seconds[1], row, column), at_position(cells_of_card(card, above, above), row, column))
    all_seconds = (lefts, aboves)
    own = whole_plots(at_position(cells_of_card(card, low, high), row, column), all_seconds)
    all_plots = united(moved(plots, row, column), own)
    largest = 0
    while not is_empty(own):
        group = group_of(some_cell(own), all_plots)
        largest = max(largest, plot_count(group, all_seconds))
        own = without(own, group)
    return largest


@kernel
def moved(cells, row, column):
    """Return a city's cells as they lie after a card is put into a row or column; a new one at -1 shifts them (4.3)."""
    upper, middle, lower = cells
    if row < 0:
        upper, middle, lower = np.int64(0), upper, middle
    if column < 0:
        upper, middle, lower = upper << 2, middle << 2, lower << 2
    return upper, middle, lower


@kernel
def at_position(band, row, column):
    """Return a card's band as a set of cells with the card at its row and column; -1 is a new one."""
    bits = band << 2 * max(column, 0)
    return bits * (row <= 0), bits * (row == 1), bits * (row == 2)
