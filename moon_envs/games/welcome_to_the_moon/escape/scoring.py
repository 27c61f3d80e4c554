"""Points of Escape (escape 6): its version of `scoring.category_points`."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.escape.components import (
    CELLS_OF_BLOCK,
    DOUBLED,
    GREENHOUSES,
    NOT_FILLED,
    PLANNING_PENALTIES,
    STARSHIP_OF_BLOCK,
    SYMBOL_VALUES,
    TANK_OF_BLOCK,
)
from moon_envs.games.welcome_to_the_moon.escape.components import MODULES as MODULE_BLOCKS
from moon_envs.games.welcome_to_the_moon.escape.rules import find_empty_cells
from moon_envs.games.welcome_to_the_moon.scoring import ASTRA_CATEGORIES, mission_points, system_error_points

CATEGORIES = ("missions", "greenhouses", "modules", "planning", "system_errors", *ASTRA_CATEGORIES)
MISSIONS, ALL_GREENHOUSES, MODULES, PLANNING, SYSTEM_ERRORS = range(5)


@kernel
def greenhouse_points(sheet):
    """Filled greenhouses by their plants, doubled by the x2 bonus (escape 6.1)."""
    total = 0
    for greenhouse in range(GREENHOUSES):
        if sheet.doubles[greenhouse] != NOT_FILLED:
            value = SYMBOL_VALUES[sheet.plants[greenhouse]]
            total += 2 * value if sheet.doubles[greenhouse] == DOUBLED else value
    return total


@kernel
def module_points(sheet):
    """Filled modules by the reactors of their starship, doubled by the tank (escape 6.1)."""
    empty = find_empty_cells(sheet)
    total = 0
    for module in MODULE_BLOCKS:
        if CELLS_OF_BLOCK[module] & empty == 0:
            value = SYMBOL_VALUES[sheet.reactors[STARSHIP_OF_BLOCK[module]]]
            total += 2 * value if (sheet.tanks >> TANK_OF_BLOCK[module]) & 1 else value
    return total


def category_points(state, player, others, category):
    """A player's points of a category (escape 6.1)."""
    sheet = state.players[player]
    if category == MISSIONS:
        return mission_points(sheet)
    if category == ALL_GREENHOUSES:
        return greenhouse_points(sheet)
    if category == MODULES:
        return module_points(sheet)
    if category == PLANNING:
        return -PLANNING_PENALTIES[sheet.plannings]
    if category == SYSTEM_ERRORS:
        return system_error_points(sheet)
    return 0
