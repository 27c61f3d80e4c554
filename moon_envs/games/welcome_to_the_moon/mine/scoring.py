"""Points and results of Mine (mine 6 and 7)."""

from __future__ import annotations

from moon_envs.engine.compile import implements, kernel
from moon_envs.games.welcome_to_the_moon import scoring
from moon_envs.games.welcome_to_the_moon.mine.factories import is_complete
from moon_envs.games.welcome_to_the_moon.mine.sheet import (
    ASTRA_FIXED_POINTS,
    ASTRA_POINTS_PER_LEVEL,
    ASTRONAUT_CENTRE,
    FACTORY_VALUE,
    FILLING_POINTS,
    PLANNING_CENTRE,
    RESOURCES,
)
from moon_envs.games.welcome_to_the_moon.mine.state import STATE
from moon_envs.games.welcome_to_the_moon.scoring import (
    ASTRA_CATEGORIES,
    is_ranked_before_by_score,
    mission_points,
    solo_outcome_by_score,
    system_error_points,
    write_astra_points,
)

CATEGORIES = (
    "missions",
    "plants",
    "water",
    "pearls",
    "rubies",
    "astronauts",
    "planning",
    "system_errors",
    *ASTRA_CATEGORIES,
)
MISSIONS, FIRST_RESOURCE = 0, 1
ASTRONAUTS, PLANNING, SYSTEM_ERRORS, ASTRA_CARDS, ASTRA_LEVEL = range(5, 10)


@kernel
def symbol_value(sheet, factory):
    """What each symbol of a main factory is worth now (mine 3.3, 6.2)."""
    return FACTORY_VALUE[factory, 1 if is_complete(sheet, factory) else 0]


@kernel
def resource_points(sheet, resource):
    """The resources of a factory times their value, and its filling bonus (mine 6.1)."""
    bonus = sheet.filling_bonuses[resource] * FILLING_POINTS[resource]
    return sheet.resources[resource] * symbol_value(sheet, resource) + bonus


@kernel
def astronaut_points(sheet):
    """Astronauts times the value of their control centre."""
    return sheet.astronauts * symbol_value(sheet, ASTRONAUT_CENTRE)


@kernel
def planning_points(sheet):
    """Plannings times the value of their control centre, which is negative at first."""
    return sheet.plannings * symbol_value(sheet, PLANNING_CENTRE)


@implements(scoring.astra_fixed_points, STATE)
def astra_fixed_points(state):
    """5 points and 2 for each level (mine 7.3)."""
    return ASTRA_FIXED_POINTS + ASTRA_POINTS_PER_LEVEL * state.opponent


@implements(scoring.score, STATE)
def score(state, player):
    """A player's points (mine 6.1)."""
    sheet = state.players[player]
    total = mission_points(sheet) + astronaut_points(sheet) + planning_points(sheet) + system_error_points(sheet)
    for resource in range(RESOURCES):
        total += resource_points(sheet, resource)
    return total


@kernel
def points(state, out):
    """Every side's points by category."""
    for player in range(state.player_count):
        sheet = state.players[player]
        out[player, MISSIONS] = mission_points(sheet)
        for resource in range(RESOURCES):
            out[player, FIRST_RESOURCE + resource] = resource_points(sheet, resource)
        out[player, ASTRONAUTS] = astronaut_points(sheet)
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
