"""Points and results of Colony (colony 6 and 7)."""

from __future__ import annotations

from moon_envs.engine.compile import implements, kernel
from moon_envs.games.welcome_to_the_moon import scoring
from moon_envs.games.welcome_to_the_moon.cards import ASTRONAUT
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.colony.buildings import circled_antennas
from moon_envs.games.welcome_to_the_moon.colony.missions import circled_plants
from moon_envs.games.welcome_to_the_moon.colony.sheet import (
    ANTENNA_TRACK,
    ASTRA_FIXED_POINTS,
    ASTRA_POINTS_PER_LEVEL,
    MULTIPLIER,
    PLANNING_PENALTY,
    PLANT_TRACK,
    QUARTER_POINTS,
    QUARTERS,
    WATER_TRACK,
)
from moon_envs.games.welcome_to_the_moon.colony.state import STATE
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
    "plants",
    "water",
    "antennas",
    "quarters",
    "astronauts",
    "planning",
    "system_errors",
    *ASTRA_CATEGORIES,
)
MISSIONS, PLANTS, WATER, ANTENNAS, QUARTER_BONUSES, ASTRONAUTS, PLANNING, SYSTEM_ERRORS, ASTRA_CARDS, ASTRA_LEVEL = (
    range(10)
)


@kernel
def multiplied(sheet, track, amount):
    """An amount times the multiplier of its track (colony 6.2)."""
    return amount * MULTIPLIER[track, sheet.track_boxes[track]]


@kernel
def plant_points(sheet):
    """Plants in circled greenhouses times their multiplier."""
    return multiplied(sheet, PLANT_TRACK, circled_plants(sheet))


@kernel
def water_points(sheet):
    """Circled tanks times their multiplier."""
    return multiplied(sheet, WATER_TRACK, count_bits(sheet.tanks))


@kernel
def antenna_points(sheet):
    """Circled antennas times their multiplier."""
    return multiplied(sheet, ANTENNA_TRACK, circled_antennas(sheet))


@kernel
def quarter_points(sheet):
    """15 or 5 for every quarter that was paid (colony 4)."""
    total = 0
    for quarter in range(QUARTERS):
        total += QUARTER_POINTS[sheet.quarters[quarter]]
    return total


@kernel
def planning_points(sheet):
    """The penalty of the planning boxes crossed off (colony 6.1)."""
    return -PLANNING_PENALTY[sheet.plannings]


@implements(scoring.majority_amount, STATE)
def majority_amount(state, player):
    """The majority counts astronauts (colony 6.1)."""
    return state.players[player].astronauts


@implements(scoring.astra_majority_amount, STATE)
def astra_majority_amount(state):
    """ASTRA's astronaut cards (colony 7.3)."""
    return state.given[ASTRONAUT]


@implements(scoring.astra_fixed_points, STATE)
def astra_fixed_points(state):
    """10 points and 3 for each level (colony 7.3)."""
    return ASTRA_FIXED_POINTS + ASTRA_POINTS_PER_LEVEL * state.opponent


@implements(scoring.score, STATE)
def score(state, player):
    """A player's points (colony 6.1)."""
    sheet = state.players[player]
    multiplied_points = plant_points(sheet) + water_points(sheet) + antenna_points(sheet)
    own = mission_points(sheet) + multiplied_points + quarter_points(sheet)
    return own + majority_points(state, player) + planning_points(sheet) + system_error_points(sheet)


@kernel
def points(state, out):
    """Every side's points by category."""
    for player in range(state.player_count):
        sheet = state.players[player]
        out[player, MISSIONS] = mission_points(sheet)
        out[player, PLANTS] = plant_points(sheet)
        out[player, WATER] = water_points(sheet)
        out[player, ANTENNAS] = antenna_points(sheet)
        out[player, QUARTER_BONUSES] = quarter_points(sheet)
        out[player, ASTRONAUTS] = majority_points(state, player)
        out[player, PLANNING] = planning_points(sheet)
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
