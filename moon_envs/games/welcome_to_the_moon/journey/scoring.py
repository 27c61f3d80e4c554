"""Points and results of Journey (journey 6 and 7)."""

from __future__ import annotations

from moon_envs.engine.compile import implements, kernel
from moon_envs.games.welcome_to_the_moon import scoring
from moon_envs.games.welcome_to_the_moon.cards import ENERGY
from moon_envs.games.welcome_to_the_moon.journey.sheet import (
    ASTRA_FIXED_POINTS,
    ASTRA_POINTS_PER_LEVEL,
    MULTIPLIER_VALUE,
    STATIONS,
    TANK_POINTS,
    TANKS,
)
from moon_envs.games.welcome_to_the_moon.journey.state import STATE
from moon_envs.games.welcome_to_the_moon.journey.zones import complete_zones, longest_complete_zone
from moon_envs.games.welcome_to_the_moon.scoring import (
    ASTRA_CATEGORIES,
    is_ranked_before_by_score,
    majority_points,
    mission_points,
    solo_outcome_by_score,
    system_error_points,
    write_astra_points,
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
MISSIONS, STATION_POINTS, TANK_TOTAL, LONGEST_ZONE, COMPLETE_ZONES, SYSTEM_ERRORS, ASTRA_CARDS, ASTRA_LEVEL = range(8)


@kernel
def station_points(sheet):
    """Circled plants times circled multiplier, over the stations (journey 6.1)."""
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


@implements(scoring.majority_amount, STATE)
def majority_amount(state, player):
    """The majority counts complete zones (journey 6.1)."""
    return complete_zones(state.players[player])


@implements(scoring.astra_majority_amount, STATE)
def astra_majority_amount(state):
    """ASTRA's pairs of energy cards (journey 7.3)."""
    return state.given[ENERGY] // 2


@implements(scoring.astra_fixed_points, STATE)
def astra_fixed_points(state):
    """5 points and 1 for each level (journey 7.3)."""
    return ASTRA_FIXED_POINTS + ASTRA_POINTS_PER_LEVEL * state.opponent


@implements(scoring.score, STATE)
def score(state, player):
    """A player's points (journey 6.1)."""
    sheet = state.players[player]
    own = mission_points(sheet) + station_points(sheet) + tank_points(sheet) + longest_complete_zone(sheet)
    return own + majority_points(state, player) + system_error_points(sheet)


@kernel
def points(state, out):
    """Every side's points by category."""
    for player in range(state.player_count):
        sheet = state.players[player]
        out[player, MISSIONS] = mission_points(sheet)
        out[player, STATION_POINTS] = station_points(sheet)
        out[player, TANK_TOTAL] = tank_points(sheet)
        out[player, LONGEST_ZONE] = longest_complete_zone(sheet)
        out[player, COMPLETE_ZONES] = majority_points(state, player)
        out[player, SYSTEM_ERRORS] = system_error_points(sheet)
        out[player, ASTRA_CARDS] = 0
        out[player, ASTRA_LEVEL] = 0
    write_astra_points(state, out, ASTRA_CARDS)


@implements(scoring.is_ranked_before, STATE)
def is_ranked_before(state, player, other):
    """By score, then System Errors (welcome 7.4)."""
    return is_ranked_before_by_score(state, player, other)


@implements(scoring.solo_outcome, STATE)
def solo_outcome(state):
    """By score (welcome 8.13)."""
    return solo_outcome_by_score(state)
