"""Points of Battle (battle 6): its version of `scoring.category_points` sums the player's halves of two sheets."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.battle.components import (
    KIND_OF_PLANET,
    NO_FLAG,
    PLANET_VALUES,
    PLANNING_PENALTIES,
    PLANT_VALUES,
    WATER_VALUES,
)
from moon_envs.games.welcome_to_the_moon.battle.components import PLANETS as PLANET_COUNT
from moon_envs.games.welcome_to_the_moon.battle.planets import who_controls
from moon_envs.games.welcome_to_the_moon.battle.sheets import active_half, other_sheet, resting_half
from moon_envs.games.welcome_to_the_moon.scoring import ASTRA_CATEGORIES, SYSTEM_ERROR_PENALTY, mission_points

CATEGORIES = ("missions", "plants", "water", "planets", "planning", "system_errors", *ASTRA_CATEGORIES)
MISSIONS, PLANTS, WATER, PLANETS, PLANNING, SYSTEM_ERRORS = range(6)


@kernel
def planet_points(state, sheet, half):
    """The points of the planets that the half controls; incomplete ones count as if the game ended now (battle 6.2)."""
    total = 0
    for planet in range(PLANET_COUNT):
        flag = sheet.flags[planet]
        if flag == NO_FLAG:
            flag = who_controls(state, sheet, planet)
        if (flag >> half) & 1:
            kind = KIND_OF_PLANET[planet]
            total += PLANET_VALUES[kind, sheet.energies[half, kind]]
    return total


@kernel
def points_of_half(state, sheet, half, category):
    """The points of one half in a category (battle 6.3)."""
    if category == PLANTS:
        return PLANT_VALUES[sheet.plants[half]]
    if category == WATER:
        return WATER_VALUES[sheet.waters[half]]
    if category == PLANETS:
        return planet_points(state, sheet, half)
    if category == PLANNING:
        return -PLANNING_PENALTIES[sheet.plannings[half]]
    if category == SYSTEM_ERRORS:
        return -SYSTEM_ERROR_PENALTY * sheet.errors[half]
    return 0


def category_points(state, player, others, category):
    """A player's points of a category: on the sheet that lies with the player, and on the other one."""
    sheet = state.players[player]
    if category == MISSIONS:
        return mission_points(sheet)
    here = points_of_half(state, sheet, active_half(state), category)
    return here + points_of_half(state, other_sheet(state, player, others), resting_half(state), category)
