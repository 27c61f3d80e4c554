"""The missions of Journey (journey 5)."""

from __future__ import annotations

from moon_envs.engine.compile import implements, kernel
from moon_envs.games.welcome_to_the_moon import adventure
from moon_envs.games.welcome_to_the_moon.journey.sheet import (
    MISSION_VALUES,
    NOT_CIRCLED,
    STATION_PLANTS,
    STATIONS,
    TANKS,
)
from moon_envs.games.welcome_to_the_moon.journey.state import STATE
from moon_envs.games.welcome_to_the_moon.journey.zones import complete_zones_of_length


@implements(adventure.is_mission_met, STATE)
def is_mission_met(state, player, letter):
    """The six conditions (journey 5.1)."""
    sheet = state.players[player]
    second_card = state.mission_card[letter] == 1
    if letter == 0:
        return full_plant_stations(sheet) >= 2 if second_card else circled_multipliers(sheet) >= 3
    if letter == 1:
        if second_card:
            return (
                complete_zones_of_length(sheet, 6) >= 1
                and complete_zones_of_length(sheet, 4) >= 1
                and complete_zones_of_length(sheet, 2) >= 1
            )
        return complete_zones_of_length(sheet, 6) >= 2
    return longest_run_of_tanks(sheet) >= 4 if second_card else circled_tanks(sheet) >= 6


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


@implements(adventure.mission_value, STATE)
def mission_value(state, letter, later):
    """How many points the mission pays (journey 5.1)."""
    return MISSION_VALUES[letter, state.mission_card[letter], 1 if later else 0]


@implements(adventure.receive_mission_value, STATE)
def receive_mission_value(state, player, value):
    """Mission points are counted at the end."""
