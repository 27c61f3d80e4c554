"""Points and results of Colony (colony 6, 7): its versions of the stubs in the shared scoring.py."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cards import ASTRONAUT
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.colony.buildings import circled_antennas
from moon_envs.games.welcome_to_the_moon.colony.components import (
    ANTENNA_TRACK,
    MULTIPLIER,
    PLANNING_PENALTY,
    PLANT_TRACK,
    QUARTER_POINTS,
    QUARTERS,
    WATER_TRACK,
)
from moon_envs.games.welcome_to_the_moon.colony.missions import circled_plants
from moon_envs.games.welcome_to_the_moon.scoring import (
    ASTRA_CATEGORIES,
    majority_points,
    mission_points,
    system_error_points,
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
MISSIONS, PLANTS, WATER, ANTENNAS, QUARTER_BONUSES, ASTRONAUTS, PLANNING, SYSTEM_ERRORS = range(8)


@kernel
def multiplied(sheet, track, amount):
    """An amount times the multiplier of its track (colony 6.2)."""
    return amount * MULTIPLIER[track, sheet.track_boxes[track]]


@kernel
def quarter_points(sheet):
    """What the quarters have paid (colony 4)."""
    total = 0
    for quarter in range(QUARTERS):
        total += QUARTER_POINTS[sheet.quarters[quarter]]
    return total


def majority_amount(state, sheet):
    """The majority counts astronauts (colony 6.1)."""
    return sheet.astronauts


def astra_majority_amount(state):
    """ASTRA's astronaut cards (colony 7.3)."""
    return state.given[ASTRONAUT]


def category_points(state, player, others, category):
    """A player's points of a category (colony 6.1)."""
    sheet = state.players[player]
    if category == MISSIONS:
        return mission_points(sheet)
    if category == PLANTS:
        return multiplied(sheet, PLANT_TRACK, circled_plants(sheet))
    if category == WATER:
        return multiplied(sheet, WATER_TRACK, count_bits(sheet.tanks))
    if category == ANTENNAS:
        return multiplied(sheet, ANTENNA_TRACK, circled_antennas(sheet))
    if category == QUARTER_BONUSES:
        return quarter_points(sheet)
    if category == ASTRONAUTS:
        return majority_points(state, player, others)
    if category == PLANNING:
        return -np.int64(PLANNING_PENALTY[sheet.plannings])
    if category == SYSTEM_ERRORS:
        return system_error_points(sheet)
    return 0
