"""The missions of Battle (battle 5): its version of `adventure.is_mission_met` looks at both sheets of a player."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.battle.components import (
    ASTEROIDS_FOR_MISSION,
    BOXES_OF_COLUMNS_FOR_MISSION,
    FLAGS_FOR_MISSION,
    KIND_OF_PLANET,
    KINDS,
    MOONS_FOR_MISSION,
    PLANETS,
    PLANTS_FOR_MISSION,
    WATERS_FOR_MISSION,
)
from moon_envs.games.welcome_to_the_moon.battle.planets import count_flags
from moon_envs.games.welcome_to_the_moon.battle.sheets import active_half, other_sheet, resting_half


def is_mission_met(state, player, card):
    """Whether it is met on the sheet that lies with the player, or on the other one as last shown (battle 5.2)."""
    if is_met_on_half(state.players[player], active_half(state), card):
        return True
    return is_met_on_half(other_sheet(state, player, state.shown), resting_half(state), card)


@kernel
def is_met_on_half(sheet, half, card):
    """The six conditions (battle 5.1)."""
    if card == 106:
        return count_flags(sheet, half) >= FLAGS_FOR_MISSION
    if card == 107:
        return has_flags_of_all_kinds(sheet, half)
    if card == 108:
        return sheet.asteroids[half] >= ASTEROIDS_FOR_MISSION
    if card == 109:
        return sheet.energies[half].min() >= BOXES_OF_COLUMNS_FOR_MISSION
    if card == 110:
        return sheet.plants[half] >= PLANTS_FOR_MISSION and sheet.waters[half] >= WATERS_FOR_MISSION
    return occupied_moons(sheet, half) >= MOONS_FOR_MISSION


@kernel
def has_flags_of_all_kinds(sheet, half):
    """Whether the half has a flag of a green, a blue and a grey planet."""
    kinds = 0
    for planet in range(PLANETS):
        if (sheet.flags[planet] >> half) & 1:
            kinds |= 1 << KIND_OF_PLANET[planet]
    return kinds == (1 << KINDS) - 1


@kernel
def occupied_moons(sheet, half):
    """The number of moons with an insignia of the half."""
    count = 0
    for planet in range(PLANETS):
        count += sheet.moons[half, planet] > 0
    return count
