"""Concessions: the conditions a city can satisfy at the end of a phase (luna_capital 8)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.city import cell_of_card
from moon_envs.games.luna_capital.component_checks import CONDITIONS
from moon_envs.games.luna_capital.components import (
    CONCESSION_BRIDGING,
    CONCESSION_MINIMUM,
    CONCESSION_TARGET,
    CONDITION,
    PATTERN,
    PATTERN_EMPTY,
    PATTERN_EMPTY_SIZE,
    PATTERN_SIZE,
)
from moon_envs.games.luna_capital.frame import CELL_COLUMNS, CELLS_OF_CARD, COLUMNS, CONCESSIONS_IN_PLAY, NONE, ROWS
from moon_envs.games.luna_capital.groups import (
    bit_count,
    common,
    group_of,
    is_empty,
    neighbours,
    plots_beside,
    plots_of_target,
    second_cells,
    some_cell,
    united,
    without,
)
from moon_envs.games.luna_capital.kinds import (
    BASIC_TARGETS,
    GREENHOUSE_TARGET,
    HYDROGEN_TARGET,
    OXYGEN_TARGET,
    PART_OF_PLOT_ABOVE,
    PART_OF_PLOT_LEFT,
    SCAFFOLD,
    TARGET_HIGH,
    TARGET_LOW,
    WATER_TARGET,
)
from moon_envs.games.luna_capital.scoring import count_of_target

CARD_PATTERN = CONDITIONS.index("card_pattern")
NO_VISIBLE_SCAFFOLD = CONDITIONS.index("no_visible_scaffold")
FOUR_BASIC_KINDS = CONDITIONS.index("four_basic_kinds_connected")
COLUMN_OF_CARDS = CONDITIONS.index("column_of_3_cards")
LINE_OF_PLOTS = CONDITIONS.index("line_of_3_plots")
FEWEST_ROWS = CONDITIONS.index("fewest_rows")
AT_LEAST = CONDITIONS.index("at_least")
CARDS_IN_ONE_ROW = CONDITIONS.index("cards_in_one_row")
LINE = 3
SUM_OF_TARGETS = BASIC_TARGETS * (BASIC_TARGETS - 1) // 2


@kernel
def check_concessions(state):
    """Put the markers of all players who satisfy an open concession on it and close it (luna_capital 8.1)."""
    for place in range(CONCESSIONS_IN_PLAY):
        if state.closed_in[place] == NONE:
            for player in range(state.player_count):
                if is_satisfied(state, player, state.concessions[place]):
                    state.players[player].markers |= 1 << place
                    state.closed_in[place] = state.phase


@kernel
def is_satisfied(state, player, concession):
    """Return whether a player satisfies a concession at this moment."""
    own = state.players[player]
    condition = CONDITION[concession]
    if condition == CARD_PATTERN:
        return has_pattern(own, concession)
    if condition == NO_VISIBLE_SCAFFOLD:
        return own.counts[SCAFFOLD] == 0  # luna_capital 8.3
    if condition == FOUR_BASIC_KINDS:
        return has_four_modules(own, CONCESSION_BRIDGING[concession])
    if condition == COLUMN_OF_CARDS:
        return has_column(own, CONCESSION_TARGET[concession])
    if condition == LINE_OF_PLOTS:
        return has_line(own, CONCESSION_TARGET[concession])
    if condition == FEWEST_ROWS:
        return has_fewest_rows(state, player)
    if condition == AT_LEAST:
        # luna_capital 8.8
        count = count_of_target(own.counts, np.int64(CONCESSION_TARGET[concession]))
        return count >= CONCESSION_MINIMUM[concession]
    return longest_row(own) >= CONCESSION_MINIMUM[concession]


@kernel
def has_card(own, row, column):
    """Return whether a card lies on a position, face up or face down."""
    if row < 0 or row >= ROWS or column < 0 or column >= COLUMNS:
        return False
    return (own.occupied[row] >> column) & 1 != 0


@kernel
def has_pattern(own, concession):
    """Return whether the pattern of cards is somewhere in the city, neither turned nor mirrored (luna_capital 8.2)."""
    for row in range(own.rows):
        for column in range(own.columns):
            if is_pattern_at(own, concession, row, column):
                return True
    return False


@kernel
def is_pattern_at(own, concession, row, column):
    """Return whether the pattern fits with its first cell on this position."""
    for cell in range(PATTERN_SIZE[concession]):
        down, right = PATTERN[concession, cell, 0], PATTERN[concession, cell, 1]
        if not has_card(own, row + down, column + right):
            return False
    for cell in range(PATTERN_EMPTY_SIZE[concession]):
        down, right = PATTERN_EMPTY[concession, cell, 0], PATTERN_EMPTY[concession, cell, 1]
        if has_card(own, row + down, column + right):
            return False
    return True


@kernel
def has_four_modules(own, is_bridged):
    """Return whether four different basic modules are connected, alone or through others (luna_capital 8.4)."""
    seconds = second_cells(own)
    targets = (
        plots_of_target(own, np.int8(HYDROGEN_TARGET), seconds),
        plots_of_target(own, np.int8(OXYGEN_TARGET), seconds),
        plots_of_target(own, np.int8(WATER_TARGET), seconds),
        plots_of_target(own, np.int8(GREENHOUSE_TARGET), seconds),
    )
    for target in range(BASIC_TARGETS):
        if is_empty(targets[target]):
            return False
    if is_bridged:
        return has_group_of_all(targets)
    return has_chain(targets, seconds) or has_star(targets, seconds)


@kernel
def has_group_of_all(targets):
    """Return whether one group of basic modules has all four kinds."""
    plots = united(united(targets[0], targets[1]), united(targets[2], targets[3]))
    left = plots
    while not is_empty(left):
        group = group_of(some_cell(left), plots)
        kinds = 0
        for target in range(BASIC_TARGETS):
            kinds += not is_empty(common(group, targets[target]))
        if kinds == BASIC_TARGETS:
            return True
        left = without(left, group)
    return False


@kernel
def has_chain(targets, seconds):
    """Return whether four plots of the four kinds form a chain, in any order."""
    for first in range(BASIC_TARGETS):
        for second in range(BASIC_TARGETS):
            for third in range(BASIC_TARGETS):
                if first != second and second != third and third != first:
                    fourth = SUM_OF_TARGETS - first - second - third
                    cells = plots_beside(targets[first], targets[second], seconds)
                    cells = plots_beside(cells, targets[third], seconds)
                    if not is_empty(common(neighbours(cells), targets[fourth])):
                        return True
    return False


@kernel
def has_star(targets, seconds):
    """Return whether a plot of one kind lies beside plots of the three others."""
    for centre in range(BASIC_TARGETS):
        cells = targets[centre]
        for other in range(BASIC_TARGETS):
            if other != centre:
                cells = common(cells, plots_beside(targets[other], targets[centre], seconds))
        if not is_empty(cells):
            return True
    return False


@kernel
def has_column(own, target):
    """Return whether three cards of one column each have a plot with the target (luna_capital 8.5)."""
    for column in range(own.columns):
        cards = 0
        for row in range(ROWS):
            cards += has_target_on_card(own, row, column, target)
        if cards == ROWS:
            return True
    return False


@kernel
def has_target_on_card(own, row, column, target):
    """Return whether the card at a position has a plot with the target; a face-down card has no plots."""
    first = 2 * row * CELL_COLUMNS + 2 * column
    for cell in range(CELLS_OF_CARD):
        if TARGET_LOW[target] <= own.cells[cell_of_card(first, cell)] <= TARGET_HIGH[target]:
            return True
    return False


@kernel
def has_line(own, target):
    """Return whether consecutive cells of a line touch three plots with the target (luna_capital 8.6)."""
    low, high = TARGET_LOW[target], TARGET_HIGH[target]
    for y in range(2 * own.rows):
        if has_line_from(own, y * CELL_COLUMNS, 1, 2 * own.columns, PART_OF_PLOT_LEFT, low, high):
            return True
    for x in range(2 * own.columns):
        if has_line_from(own, x, CELL_COLUMNS, 2 * own.rows, PART_OF_PLOT_ABOVE, low, high):
            return True
    return False


@kernel
def has_line_from(own, first, step, length, along, low, high):
    """Walk along a line; a double plot along it is one plot, a double plot across it fills one cell."""
    plots = 0
    for place in range(length):
        cell = first + place * step
        content = own.cells[cell]
        begins_plot = content != along
        if content == PART_OF_PLOT_LEFT:
            content = own.cells[cell - 1]
        elif content == PART_OF_PLOT_ABOVE:
            content = own.cells[cell - CELL_COLUMNS]
        if not low <= content <= high:
            plots = 0
        elif begins_plot:
            plots += 1
            if plots == LINE:
                return True
    return False


@kernel
def has_fewest_rows(state, player):
    """Return whether every other player has more rows of cards (luna_capital 8.7)."""
    for other in range(state.player_count):
        if other != player and state.players[other].rows <= state.players[player].rows:
            return False
    return True


@kernel
def longest_row(own):
    """Return the largest number of cards in one row, side by side or not (luna_capital 8.9)."""
    most = 0
    for row in range(ROWS):
        most = max(most, bit_count(np.int64(own.occupied[row])))
    return most
