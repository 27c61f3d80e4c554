"""Check the cities of a record from outside: all derived values must follow from cards and plots."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.city import cell_of_card, find_fitting_numbers, is_number, surrounding_plots
from moon_envs.games.luna_capital.components import ALL_PLOTS, CARD_CELLS, CARD_NUMBER, CONTENTS, RESIDENTIAL_POINTS
from moon_envs.games.luna_capital.frame import CELL_COLUMNS, CELLS, CELLS_OF_CARD, COLUMNS, NONE, ROWS
from moon_envs.games.luna_capital.groups import largest_group
from moon_envs.games.luna_capital.kinds import (
    BASIC_TARGETS,
    EMPTY,
    PART_OF_PLOT_LEFT,
    RESIDENTIAL_GREENHOUSE,
    RESIDENTIAL_HYDROGEN,
    TARGET_HIGH,
    TARGET_LOW,
    VOID,
)
from moon_envs.games.luna_capital.state import FACE_DOWN, NO_CARD, ROBOT


@kernel
def is_city_right(own, most_cards):
    """Return whether a city of at most `most_cards` cards can exist and its derived values are right."""
    if own.card_count > most_cards or not is_frame_right(own):
        return False
    for row in range(ROWS):
        if not are_numbers_rising(own, row):
            return False
        for column in range(COLUMNS):
            if not is_position_right(own, row, column):
                return False
    return are_counts_right(own) and are_groups_right(own) and is_fitting_right(own)


@kernel
def is_frame_right(own):
    """Return whether exactly the rows and columns in use have cards, and the cards are counted."""
    cards, face_down, columns = 0, 0, 0
    for row in range(ROWS):
        if (own.occupied[row] != 0) != (row < own.rows):
            return False
        columns |= own.occupied[row]
        for column in range(COLUMNS):
            mark = own.marks[row * COLUMNS + column]
            if (mark != NO_CARD) != ((own.occupied[row] >> column) & 1 != 0):
                return False
            cards += mark != NO_CARD
            face_down += mark == FACE_DOWN
    if columns != (1 << own.columns) - 1:
        return False
    return cards == own.card_count and face_down == own.face_down_count


@kernel
def are_numbers_rising(own, row):
    """Return whether the visible numbers of a row increase from left to right (luna_capital 4.4)."""
    lower = np.int64(0)
    for column in range(COLUMNS):
        mark = np.int64(own.marks[row * COLUMNS + column])
        if is_number(mark):
            if mark <= lower:
                return False
            lower = mark
    return True


@kernel
def is_position_right(own, row, column):
    """Return whether number and cells of a position agree with its card; plots may be built on."""
    position = row * COLUMNS + column
    card, mark = own.cards[position], own.marks[position]
    first = 2 * row * CELL_COLUMNS + 2 * column
    if (card == NONE) != (mark == NO_CARD or mark == FACE_DOWN):
        return False
    if card != NONE and mark != ROBOT and mark != CARD_NUMBER[card]:
        return False
    for cell in range(CELLS_OF_CARD):
        content = own.cells[cell_of_card(first, cell)]
        printed = VOID if card == NONE else CARD_CELLS[card, cell]
        is_first = EMPTY <= printed < PART_OF_PLOT_LEFT
        if (is_first and not EMPTY <= content < PART_OF_PLOT_LEFT) or (not is_first and content != printed):
            return False
    return True


@kernel
def are_counts_right(own):
    """Return whether the counts of plots by content are right."""
    plots = 0
    for kind in range(EMPTY, CONTENTS):
        count = 0
        for cell in range(CELLS):
            count += own.cells[cell] == kind
        if own.counts[kind] != count:
            return False
        plots += count
    return own.counts[ALL_PLOTS] == plots


@kernel
def are_groups_right(own):
    """Return whether the largest groups and the points of residential modules are right."""
    for target in range(BASIC_TARGETS):
        if own.largest[target] != largest_group(own, np.int8(target)):
            return False
    plots = 0
    for cell in range(CELLS):
        content = own.cells[cell]
        if RESIDENTIAL_HYDROGEN <= content <= RESIDENTIAL_GREENHOUSE:
            target = content - RESIDENTIAL_HYDROGEN
            plots += surrounding_plots(own, cell, np.int64(TARGET_LOW[target]), np.int64(TARGET_HIGH[target]))
    return own.residential_points == RESIDENTIAL_POINTS * plots


@kernel
def is_fitting_right(own):
    """Return whether finding the fitting numbers again changes nothing."""
    kept = own.fitting
    find_fitting_numbers(own)
    is_right = own.fitting == kept
    own.fitting = kept
    return is_right
