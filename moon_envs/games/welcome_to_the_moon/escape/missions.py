"""The missions of Escape (escape 5): its version of `adventure.is_mission_met`."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.escape.components import (
    CELLS_OF_BLOCK,
    CELLS_OF_STARSHIP,
    FILLED_STARSHIPS_FOR_MISSION,
    GREENHOUSES,
    GREENHOUSES_FOR_MISSION,
    HIGHEST_STARSHIP,
    MODULES,
    MODULES_FOR_MISSION,
    NOT_FILLED,
    PLANTS,
    REACTORS,
    STARSHIPS,
    STARSHIPS_WITH_REACTORS_FOR_MISSION,
    STARSHIPS_WITH_TANKS_FOR_MISSION,
    TANKS_OF_STARSHIP,
)
from moon_envs.games.welcome_to_the_moon.escape.rules import find_empty_cells


def is_mission_met(state, player, card):
    """The six conditions (escape 5.1)."""
    sheet = state.players[player]
    if card == 100:
        return full_greenhouses(sheet) >= GREENHOUSES_FOR_MISSION
    if card == 101:
        return is_greenhouse_full(sheet, HIGHEST_STARSHIP)
    if card == 102:
        return filled_modules(sheet) >= MODULES_FOR_MISSION
    if card == 103:
        return filled_starships(sheet) >= FILLED_STARSHIPS_FOR_MISSION
    if card == 104:
        return starships_with_reactors(sheet) >= STARSHIPS_WITH_REACTORS_FOR_MISSION
    return starships_with_tanks(sheet) >= STARSHIPS_WITH_TANKS_FOR_MISSION


@kernel
def is_greenhouse_full(sheet, greenhouse):
    """Whether its cell is filled and all of its plants are circled."""
    return sheet.doubles[greenhouse] != NOT_FILLED and sheet.plants[greenhouse] == PLANTS


@kernel
def full_greenhouses(sheet):
    """How many greenhouses are filled and have all plants circled."""
    count = 0
    for greenhouse in range(GREENHOUSES):
        count += is_greenhouse_full(sheet, greenhouse)
    return count


@kernel
def filled_modules(sheet):
    """How many modules have no empty cell."""
    empty = find_empty_cells(sheet)
    count = 0
    for module in MODULES:
        count += CELLS_OF_BLOCK[module] & empty == 0
    return count


@kernel
def filled_starships(sheet):
    """How many starships have no empty cell."""
    empty = find_empty_cells(sheet)
    count = 0
    for starship in range(STARSHIPS):
        count += CELLS_OF_STARSHIP[starship] & empty == 0
    return count


@kernel
def starships_with_reactors(sheet):
    """How many starships have all reactors circled."""
    count = 0
    for starship in range(STARSHIPS):
        count += sheet.reactors[starship] == REACTORS
    return count


@kernel
def starships_with_tanks(sheet):
    """How many starships have all water tanks circled."""
    count = 0
    for starship in range(STARSHIPS):
        count += TANKS_OF_STARSHIP[starship] & ~sheet.tanks == 0
    return count
