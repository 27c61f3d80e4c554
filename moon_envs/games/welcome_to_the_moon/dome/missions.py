"""The missions of Dome (dome 5): its version of `adventure.is_mission_met`."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, X_MARK
from moon_envs.games.welcome_to_the_moon.dome.components import (
    ALL_HALVES,
    LEVELS_OF_SKYSCRAPER,
    LEVELS_WITH_ALL_FOR_MISSION,
    LEVELS_WITH_TWO_FOR_MISSION,
    PLANTS_PER_LEVEL,
    SKYSCRAPERS,
    SKYSCRAPERS_FOR_MISSION,
    TOP_CELLS,
    TOPS_FOR_MISSION,
    TOWER_LEVELS,
    WATERS_PER_LEVEL,
    X_FOR_MISSION,
)


def is_mission_met(state, player, card):
    """The six conditions (dome 5.1)."""
    sheet = state.players[player]
    if card == 88:
        return filled_skyscrapers(sheet) >= SKYSCRAPERS_FOR_MISSION
    if card == 89:
        return filled_tops(sheet) >= TOPS_FOR_MISSION
    if card == 90:
        return tower_levels_with(sheet, 2) >= LEVELS_WITH_TWO_FOR_MISSION
    if card == 91:
        return tower_levels_with(sheet, PLANTS_PER_LEVEL + WATERS_PER_LEVEL) >= LEVELS_WITH_ALL_FOR_MISSION
    if card == 92:
        return sheet.built == ALL_HALVES
    return count_x(sheet) >= X_FOR_MISSION


@kernel
def filled_skyscrapers(sheet):
    """How many skyscrapers are full. One that is not full has an open level."""
    count = 0
    for skyscraper in range(SKYSCRAPERS):
        count += sheet.open_levels & LEVELS_OF_SKYSCRAPER[skyscraper] == 0
    return count


@kernel
def filled_tops(sheet):
    """How many top levels are filled."""
    count = 0
    for cell in TOP_CELLS:
        count += sheet.cells[cell] != EMPTY
    return count


@kernel
def tower_levels_with(sheet, symbols):
    """How many levels of the tower have at least this many circled symbols."""
    count = 0
    for level in range(TOWER_LEVELS):
        count += sheet.plants[level] + sheet.waters[level] >= symbols
    return count


@kernel
def count_x(sheet):
    """How many levels hold an X."""
    count = 0
    for cell in range(sheet.cells.shape[0]):
        count += sheet.cells[cell] == X_MARK
    return count
