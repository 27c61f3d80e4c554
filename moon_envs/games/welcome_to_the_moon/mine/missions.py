"""The missions of Mine (mine 5)."""

from __future__ import annotations

from moon_envs.engine.compile import implements, kernel
from moon_envs.games.welcome_to_the_moon import adventure
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.mine.factories import complete_factories
from moon_envs.games.welcome_to_the_moon.mine.sheet import (
    FIRST_SECONDARY_FACTORY,
    PLANT_POCKETS,
    SECONDARY_FACTORIES,
    WATER_POCKETS,
)
from moon_envs.games.welcome_to_the_moon.mine.state import STATE

PUMPS_FOR_MISSION = 5
FACTORIES_FOR_MISSION = 6
PLANTS_FOR_MISSION = 8
WATERS_FOR_MISSION = 5


@implements(adventure.is_mission_met, STATE)
def is_mission_met(state, player, card):
    """The six conditions (mine 5.1, 5.2)."""
    sheet = state.players[player]
    if card == 82:
        return count_bits(sheet.pumps) >= PUMPS_FOR_MISSION
    if card == 83:
        return has_four_neighbouring_pumps(sheet)
    if card == 84:
        return complete_factories(sheet, FIRST_SECONDARY_FACTORY) == SECONDARY_FACTORIES
    if card == 85:
        return complete_factories(sheet, 0) >= FACTORIES_FOR_MISSION
    if card == 86:
        return count_bits(sheet.pockets & PLANT_POCKETS) >= PLANTS_FOR_MISSION
    return count_bits(sheet.pockets & WATER_POCKETS) >= WATERS_FOR_MISSION


@kernel
def has_four_neighbouring_pumps(sheet):
    """Whether the pumps of four columns side by side are circled."""
    two = sheet.pumps & (sheet.pumps >> 1)
    return two & (two >> 2) != 0
