"""Points and results of Journey (journey 6, 7): its versions of the stubs in the shared scoring.py."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cards import ENERGY
from moon_envs.games.welcome_to_the_moon.journey.components import MULTIPLIER_VALUE, STATIONS, TANK_POINTS, TANKS
from moon_envs.games.welcome_to_the_moon.journey.zones import complete_zones, longest_complete_zone
from moon_envs.games.welcome_to_the_moon.scoring import (
    ASTRA_CATEGORIES,
    majority_points,
    mission_points,
    system_error_points,
)

CATEGORIES = (
    "missions",
    "stations",
    "tanks",
    "longest_zone",
    "complete_zones",
    "system_errors",
    *ASTRA_CATEGORIES,
)
MISSIONS, STATION_POINTS, TANK_TOTAL, LONGEST_ZONE, COMPLETE_ZONES, SYSTEM_ERRORS = range(6)


@kernel
def station_points(sheet):
    """Circled plants times circled multiplier, summed over the stations (journey 6.1)."""
    total = 0
    for station in range(STATIONS):
        total += sheet.plants[station] * MULTIPLIER_VALUE[station, sheet.multipliers[station]]
    return total


@kernel
def tank_points(sheet):
    """The points of the circled tanks."""
    total = 0
    for tank in range(TANKS):
        total += sheet.tanks[tank] * TANK_POINTS[tank]
    return total


def majority_amount(state, sheet):
    """The majority counts complete zones (journey 6.1)."""
    return complete_zones(sheet)


def astra_majority_amount(state):
    """ASTRA's pairs of energy cards (journey 7.3)."""
    return state.given[ENERGY] // 2


def category_points(state, player, others, category):
    """A player's points of a category (journey 6.1)."""
    sheet = state.players[player]
    if category == MISSIONS:
        return mission_points(sheet)
    if category == STATION_POINTS:
        return station_points(sheet)
    if category == TANK_TOTAL:
        return tank_points(sheet)
    if category == LONGEST_ZONE:
        return longest_complete_zone(sheet)
    if category == COMPLETE_ZONES:
        return majority_points(state, player, others)
    if category == SYSTEM_ERRORS:
        return system_error_points(sheet)
    return 0
