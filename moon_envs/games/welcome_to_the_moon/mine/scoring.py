"""Points and results of Mine (mine 6, 7): its versions of the stubs in the shared scoring.py."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.mine.components import (
    ASTRONAUT_CENTRE,
    FACTORY_VALUE,
    FILLING_POINTS,
    PLANNING_CENTRE,
    RESOURCES,
)
from moon_envs.games.welcome_to_the_moon.mine.factories import is_complete
from moon_envs.games.welcome_to_the_moon.scoring import ASTRA_CATEGORIES, mission_points, system_error_points

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
ASTRONAUTS, PLANNING, SYSTEM_ERRORS = range(FIRST_RESOURCE + RESOURCES, FIRST_RESOURCE + RESOURCES + 3)


@kernel
def symbol_value(sheet, factory):
    """What each symbol of a main factory is worth now (mine 3.3, 6.2)."""
    return FACTORY_VALUE[factory, 1 if is_complete(sheet, factory) else 0]


@kernel
def resource_points(sheet, resource):
    """The resources of a factory times their value, and its filling bonus (mine 6.1)."""
    bonus = sheet.filling_bonuses[resource] * FILLING_POINTS[resource]
    return sheet.resources[resource] * symbol_value(sheet, resource) + bonus


def category_points(state, player, others, category):
    """A player's points of a category; astronauts and plannings by their control centres (mine 6.1)."""
    sheet = state.players[player]
    if category == MISSIONS:
        return mission_points(sheet)
    if category < ASTRONAUTS:
        return resource_points(sheet, category - FIRST_RESOURCE)
    if category == ASTRONAUTS:
        return sheet.astronauts * symbol_value(sheet, ASTRONAUT_CENTRE)
    if category == PLANNING:
        return sheet.plannings * symbol_value(sheet, PLANNING_CENTRE)
    if category == SYSTEM_ERRORS:
        return system_error_points(sheet)
    return 0
