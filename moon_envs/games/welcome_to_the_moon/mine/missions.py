"""The missions of Mine (mine 5): its version of `adventure.is_mission_met`."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.mine.components import (
    FACTORIES_FOR_MISSION,
    FIRST_SECONDARY_FACTORY,
    NEIGHBOURING_PUMPS_FOR_MISSION,
    PLANT_POCKETS,
    PLANTS_FOR_MISSION,
    PUMPS_FOR_MISSION,
    SECONDARY_FACTORIES,
    WATER_POCKETS,
    WATERS_FOR_MISSION,
)
from moon_envs.games.welcome_to_the_moon.mine.factories import complete_factories


def is_mission_met(state, player, card):
    """The six conditions (mine 5.1, 5.2)."""
    sheet = state.players[player]
    if card == 82:
        return count_bits(sheet.pumps) >= PUMPS_FOR_MISSION
    if card == 83:
        return longest_run_of_pumps(sheet) >= NEIGHBOURING_PUMPS_FOR_MISSION
    if card == 84:
        return complete_factories(sheet, FIRST_SECONDARY_FACTORY) == SECONDARY_FACTORIES
    if card == 85:
        return complete_factories(sheet, 0) >= FACTORIES_FOR_MISSION
    if card == 86:
        return count_bits(sheet.pockets & PLANT_POCKETS) >= PLANTS_FOR_MISSION
    return count_bits(sheet.pockets & WATER_POCKETS) >= WATERS_FOR_MISSION


@kernel
def longest_run_of_pumps(sheet):
    """The most pumps circled side by side. Each shift shortens every run by one."""
    pumps = sheet.pumps
    longest = 0
    while pumps != 0:
        pumps &= pumps >> 1
        longest += 1
    return longest
