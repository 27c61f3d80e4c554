"""Points and results of Virus (virus 6, 7): its versions of the stubs in the shared scoring.py."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.scoring import ASTRA_CATEGORIES, mission_points, system_error_points
from moon_envs.games.welcome_to_the_moon.virus.components import PLANT_TRACK, QUARTERS, TRACK_VALUE, WATER_TRACK
from moon_envs.games.welcome_to_the_moon.virus.quarters import quarter_points
from moon_envs.games.welcome_to_the_moon.virus.rules import circled_plants

CATEGORIES = ("missions", "plants", "water", "quarters", "infections", "system_errors", *ASTRA_CATEGORIES)
MISSIONS, PLANTS, WATER, ALL_QUARTERS, INFECTIONS, SYSTEM_ERRORS = range(6)


@kernel
def points_of_quarters(sheet):
    """The points of all quarters; those not evacuated count as they are now (virus 6.1)."""
    total = 0
    for quarter in range(QUARTERS):
        total += quarter_points(sheet, quarter)
    return total


def category_points(state, player, others, category):
    """A player's points of a category (virus 6.1)."""
    sheet = state.players[player]
    if category == MISSIONS:
        return mission_points(sheet)
    if category == PLANTS:
        return PLANT_TRACK[circled_plants(sheet), TRACK_VALUE]
    if category == WATER:
        return WATER_TRACK[count_bits(sheet.tanks), TRACK_VALUE]
    if category == ALL_QUARTERS:
        return points_of_quarters(sheet)
    if category == INFECTIONS:
        return -count_bits(sheet.infected_cells)
    if category == SYSTEM_ERRORS:
        return system_error_points(sheet)
    return 0
