"""Planets, moons and flags of a sheet (battle 4), as both halves see them."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.astra import circle_solo_bonuses
from moon_envs.games.welcome_to_the_moon.battle.components import (
    ALL_FLAGS,
    FIRST_CELL,
    FLAGS_PER_SOLO_BONUS,
    HALF_A,
    HALF_B,
    MOON_SPOTS,
    NO_FLAG,
    PLANETS,
)
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.state import is_solo

NO_CELL = -1


@kernel
def first_free_cell(sheet, planet):
    """The cell that is filled next; NO_CELL when the planet is complete (battle 1.1)."""
    for cell in range(FIRST_CELL[planet], FIRST_CELL[planet + 1]):
        if sheet.cells[cell] == EMPTY:
            return cell
    return NO_CELL


@kernel
def is_complete(sheet, planet):
    """Whether all cells of the planet are filled: the last one is filled last."""
    return sheet.cells[FIRST_CELL[planet + 1] - 1] != EMPTY


@kernel
def incomplete_planets(sheet):
    """The planets that can be drawn on, as bits."""
    planets = 0
    for planet in range(PLANETS):
        if not is_complete(sheet, planet):
            planets |= 1 << planet
    return planets


@kernel
def free_moon_spots(sheet, planet):
    """How many more insignia the moon can take; the moon of a complete planet takes none (battle 4.1)."""
    if is_complete(sheet, planet):
        return 0
    return MOON_SPOTS - sheet.moons[HALF_A, planet] - sheet.moons[HALF_B, planet]


@kernel
def planets_with_free_moons(sheet):
    """The planets whose moon takes an insignia, as bits (battle 3.5)."""
    planets = 0
    for planet in range(PLANETS):
        if free_moon_spots(sheet, planet) > 0:
            planets |= 1 << planet
    return planets


@kernel
def insignia_of(sheet, half, planet):
    """How many insignia a half has on the planet and its moon."""
    count = sheet.moons[half, planet]
    for cell in range(FIRST_CELL[planet], FIRST_CELL[planet + 1]):
        count += sheet.cells[cell] == half
    return count


@kernel
def who_controls(state, sheet, planet):
    """The halves that get the planet by its insignia. A tie is shared; in solo mode it goes to the player alone."""
    difference = insignia_of(sheet, HALF_A, planet) - insignia_of(sheet, HALF_B, planet)
    if difference == 0:
        return 1 << HALF_A if is_solo(state) else ALL_FLAGS  # battle 4.1, 7.4
    return 1 << (HALF_A if difference > 0 else HALF_B)


@kernel
def draw_on_planet(state, sheet, half, planet):
    """Draw an insignia in the first free cell; the last one decides who controls the planet. Returns the cell."""
    cell = first_free_cell(sheet, planet)
    sheet.cells[cell] = half
    sheet.filled_cells += 1
    if is_complete(sheet, planet):
        sheet.flags[planet] = who_controls(state, sheet, planet)
        if is_solo(state) and sheet.flags[planet] == 1 << HALF_A:
            earn_solo_bonus_for_flags(state, sheet)
    return cell


@kernel
def count_flags(sheet, half):
    """How many flags a half has."""
    count = 0
    for planet in range(PLANETS):
        count += (sheet.flags[planet] >> half) & 1
    return count


@kernel
def earn_solo_bonus_for_flags(state, sheet):
    """Every second flag of the player, on both sheets together, circles a solo bonus (battle 7.6)."""
    flags = count_flags(sheet, HALF_A) + count_flags(state.resting_sheet[0], HALF_A)
    if flags % FLAGS_PER_SOLO_BONUS == 0:
        circle_solo_bonuses(state, 1)


@kernel
def are_flags_right(state, sheet):
    """Whether cells are filled in order, moons are not overfull, and flags agree with both."""
    for planet in range(PLANETS):
        is_filled = True
        for cell in range(FIRST_CELL[planet], FIRST_CELL[planet + 1]):
            if sheet.cells[cell] != EMPTY and not is_filled:
                return False
            is_filled = sheet.cells[cell] != EMPTY
        if sheet.moons[HALF_A, planet] + sheet.moons[HALF_B, planet] > MOON_SPOTS:
            return False
        if sheet.flags[planet] != (who_controls(state, sheet, planet) if is_filled else NO_FLAG):
            return False
    return True
