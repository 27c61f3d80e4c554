"""The missions of Colony (colony 5): its version of `adventure.is_mission_met`."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.colony.buildings import is_filled, is_observatory_connected, working_buildings
from moon_envs.games.welcome_to_the_moon.colony.components import (
    ANTENNA_BUILDINGS_OF_QUARTER,
    COLUMN_CELLS,
    PLANTS,
    PLANTS_FOR_MISSION,
    QUARTERS,
    QUARTERS_FOR_MISSION,
    ROW_CELLS,
    SIDE,
    TANKS_OF_QUARTER,
    ZONES_FOR_MISSION,
)


def is_mission_met(state, player, card):
    """The six conditions (colony 5.1)."""
    sheet = state.players[player]
    if card == 76:
        return filled_zones(sheet, COLUMN_CELLS) >= ZONES_FOR_MISSION
    if card == 77:
        return filled_zones(sheet, ROW_CELLS) >= ZONES_FOR_MISSION
    if card == 78:
        return is_observatory_connected(sheet)
    if card == 79:
        return quarters_with_all_antennas(sheet) >= QUARTERS_FOR_MISSION
    if card == 80:
        return circled_plants(sheet) >= PLANTS_FOR_MISSION
    return quarters_with_all_tanks(sheet) >= QUARTERS_FOR_MISSION


@kernel
def filled_zones(sheet, zones):
    """How many of these rows or columns are filled."""
    count = 0
    for zone in range(SIDE):
        count += is_filled(sheet, zones[zone])
    return count


@kernel
def quarters_with_all_antennas(sheet):
    """Quarters in which every antenna is circled (colony 5.2)."""
    working = working_buildings(sheet)
    count = 0
    for quarter in range(QUARTERS):
        antennas = ANTENNA_BUILDINGS_OF_QUARTER[quarter]
        count += working & antennas == antennas
    return count


@kernel
def quarters_with_all_tanks(sheet):
    """Quarters in which both tanks are circled."""
    count = 0
    for quarter in range(QUARTERS):
        tanks = TANKS_OF_QUARTER[quarter]
        count += sheet.tanks & tanks == tanks
    return count


@kernel
def circled_plants(sheet):
    """The plants in the circled greenhouses (colony 1.2)."""
    total = 0
    for quarter in range(QUARTERS):
        total += PLANTS[sheet.greenhouses[quarter]]
    return total
