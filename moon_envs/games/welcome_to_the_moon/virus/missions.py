"""The missions of Virus (virus 5): its version of `adventure.is_mission_met`."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.virus.components import (
    BLUE_QUARTER,
    ENERGIES_TO_CIRCLE,
    EVACUATED_FOR_MISSION,
    FLOORS,
    FLOORS_EVACUATED_FOR_MISSION,
    FLOORS_FOR_MISSION,
    GREEN_QUARTER,
    PLANTS_PRINTED,
    QUARANTINED_FOR_MISSION,
    QUARTERS,
    QUARTERS_OF_FLOOR,
    TANKS_OF_QUARTER,
)
from moon_envs.games.welcome_to_the_moon.virus.quarters import is_quarantined


def is_mission_met(state, player, card):
    """The six conditions (virus 5.1)."""
    sheet = state.players[player]
    if card == 94:
        return count_bits(sheet.evacuated) >= EVACUATED_FOR_MISSION
    if card == 95:
        return floors_in(sheet.evacuated) >= FLOORS_EVACUATED_FOR_MISSION
    if card == 96:
        return count_bits(quarantined_quarters(sheet)) >= QUARANTINED_FOR_MISSION
    if card == 97:
        return is_quarantined(sheet, GREEN_QUARTER) and is_quarantined(sheet, BLUE_QUARTER)
    if card == 98:
        return floors_in(quarters_with_all_energies(sheet)) >= FLOORS_FOR_MISSION
    return floors_in(quarters_with_all_plants_and_tanks(sheet)) >= FLOORS_FOR_MISSION


@kernel
def floors_in(quarters):
    """How many floors have all their quarters in this set."""
    count = 0
    for floor in range(FLOORS):
        count += quarters & QUARTERS_OF_FLOOR[floor] == QUARTERS_OF_FLOOR[floor]
    return count


@kernel
def quarantined_quarters(sheet):
    """The quarters whose walkways are all closed."""
    quarters = 0
    for quarter in range(QUARTERS):
        if is_quarantined(sheet, quarter):
            quarters |= 1 << quarter
    return quarters


@kernel
def quarters_with_all_energies(sheet):
    """The quarters without an energy left to circle."""
    quarters = 0
    for quarter in range(QUARTERS):
        if sheet.energies[quarter] == ENERGIES_TO_CIRCLE[quarter]:
            quarters |= 1 << quarter
    return quarters


@kernel
def quarters_with_all_plants_and_tanks(sheet):
    """The quarters without a plant or a tank left to circle."""
    quarters = 0
    for quarter in range(QUARTERS):
        has_tanks = sheet.tanks & TANKS_OF_QUARTER[quarter] == TANKS_OF_QUARTER[quarter]
        if has_tanks and sheet.plants[quarter] == PLANTS_PRINTED[quarter]:
            quarters |= 1 << quarter
    return quarters
