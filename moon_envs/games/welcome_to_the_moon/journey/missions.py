"""The missions of Journey (journey 5): its version of `adventure.is_mission_met`."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.journey.components import (
    EQUAL_ZONES_FOR_MISSION,
    FULL_STATIONS_FOR_MISSION,
    LENGTH_OF_EQUAL_ZONES,
    LENGTHS_OF_ZONES_FOR_MISSION,
    MULTIPLIERS_FOR_MISSION,
    NOT_CIRCLED,
    STATION_PLANTS,
    STATIONS,
    TANKS,
    TANKS_FOR_MISSION,
    TANKS_IN_A_ROW_FOR_MISSION,
)
from moon_envs.games.welcome_to_the_moon.journey.zones import complete_zones_of_length


def is_mission_met(state, player, card):
    """The six conditions (journey 5.1)."""
    sheet = state.players[player]
    if card == 70:
        return circled_multipliers(sheet) >= MULTIPLIERS_FOR_MISSION
    if card == 71:
        return full_plant_stations(sheet) >= FULL_STATIONS_FOR_MISSION
    if card == 72:
        return complete_zones_of_length(sheet, LENGTH_OF_EQUAL_ZONES) >= EQUAL_ZONES_FOR_MISSION
    if card == 73:
        return has_complete_zones(sheet, LENGTHS_OF_ZONES_FOR_MISSION)
    if card == 74:
        return circled_tanks(sheet) >= TANKS_FOR_MISSION
    return longest_run_of_tanks(sheet) >= TANKS_IN_A_ROW_FOR_MISSION


@kernel
def has_complete_zones(sheet, lengths):
    """Whether there is a complete zone of each of these lengths."""
    for length in lengths:
        if complete_zones_of_length(sheet, length) == 0:
            return False
    return True


@kernel
def circled_multipliers(sheet):
    """Stations with a multiplier, high or low."""
    count = 0
    for station in range(STATIONS):
        count += sheet.multipliers[station] != NOT_CIRCLED
    return count


@kernel
def full_plant_stations(sheet):
    """Stations with all plants circled."""
    count = 0
    for station in range(STATIONS):
        count += sheet.plants[station] == STATION_PLANTS[station]
    return count


@kernel
def circled_tanks(sheet):
    """Tanks circled."""
    count = 0
    for tank in range(TANKS):
        count += sheet.tanks[tank]
    return count


@kernel
def longest_run_of_tanks(sheet):
    """The most circled tanks that follow each other."""
    longest = 0
    run = 0
    for tank in range(TANKS):
        run = run + 1 if sheet.tanks[tank] else 0
        longest = max(longest, run)
    return longest
