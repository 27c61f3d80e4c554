"""ASTRA's own moves on the sheets of a solo game, with the choices that the player makes for it (battle 7)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.astra import drawn_action, drawn_number
from moon_envs.games.welcome_to_the_moon.battle.actions import ASTRA_MOON, ASTRA_PLANET
from moon_envs.games.welcome_to_the_moon.battle.components import (
    ASTEROIDS,
    ASTRA_MOONS,
    HALF_A,
    HALF_B,
    PLANETS,
    PLANETS_OF_NUMBER,
    PLANTS_PRINTED,
    WATERS_PRINTED,
)
from moon_envs.games.welcome_to_the_moon.battle.planets import (
    draw_on_planet,
    free_moon_spots,
    incomplete_planets,
    insignia_of,
)
from moon_envs.games.welcome_to_the_moon.battle.state import DECIDE_ASTRA_MOON, DECIDE_ASTRA_PLANET
from moon_envs.games.welcome_to_the_moon.cards import ENERGY, PLANT, ROBOT, WATER
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, count_bits, mark_choices
from moon_envs.games.welcome_to_the_moon.state import NO_EFFECT_CARD, PHASE_DRAW, is_solo

FIRST_SLOT = 0


def is_astra_to_move(state):
    """ASTRA moves with the first card that is drawn, before the others are (battle 7.1)."""
    return is_solo(state) and state.phase == PHASE_DRAW and state.drawn_count == 1 and state.astra_has_moved == 0


def carry_on_astra_move(state):
    """Draw ASTRA's insignia; the player chooses between two planets that accept the number (battle 7.2)."""
    if state.drawn_count != 1 or state.astra_has_moved:
        return
    sheet = state.players[0]
    planet = choose(state, planets_for_astra(sheet, drawn_number(state, FIRST_SLOT)), DECIDE_ASTRA_PLANET)
    if planet != NOTHING:
        move_astra(state, sheet, planet)


@kernel
def planets_for_astra(sheet, number):
    """The planets ASTRA may draw on: those that accept the number, otherwise the next incomplete one, in a circle."""
    incomplete = incomplete_planets(sheet)
    accepting = PLANETS_OF_NUMBER[number]
    if accepting & incomplete != 0:
        return accepting & incomplete
    highest = PLANETS - 1
    while (accepting >> highest) & 1 == 0:
        highest -= 1
    for step in range(1, PLANETS):
        planet = (highest + step) % PLANETS
        if (incomplete >> planet) & 1:
            return 1 << planet
    return 0


@kernel
def move_astra(state, sheet, planet):
    """Draw ASTRA's insignia, then carry out its action if that is possible; no bonus (battle 7.2, 7.3)."""
    state.astra_has_moved = 1
    draw_on_planet(state, sheet, HALF_B, planet)
    action = drawn_action(state, FIRST_SLOT)
    if action == PLANT:
        sheet.plant_symbols[planet] = min(sheet.plant_symbols[planet] + 1, PLANTS_PRINTED[planet])
    elif action == WATER:
        sheet.water_symbols[planet] = min(sheet.water_symbols[planet] + 1, WATERS_PRINTED[planet])
    elif action == ROBOT or action == ENERGY:
        if sheet.asteroids[HALF_A] + sheet.asteroids[HALF_B] < ASTEROIDS:
            sheet.asteroids[HALF_B] += 1
    elif free_moon_spots(sheet, planet) > 0:
        sheet.moons[HALF_B, planet] += 1


def begin_astra_effect(state, letter):
    """Begin to draw two insignia on moons (battle 7.5)."""
    state.astra_moons_left = ASTRA_MOONS


def carry_on_astra_effect(state):
    """Draw them where the player has the most insignia, then on the next moon; the player breaks ties (battle 7.5)."""
    sheet = state.players[0]
    while state.astra_moons_left > 0:
        planets = moons_for_astra(sheet)
        planet = choose(state, planets, DECIDE_ASTRA_MOON)
        if state.decision == DECIDE_ASTRA_MOON:
            return
        if planet == NOTHING:
            state.astra_moons_left = 0
        else:
            draw_on_moon_for_astra(state, sheet, planet)


@kernel
def moons_for_astra(sheet):
    """The planets with a free moon spot that have the most of the player's insignia, as bits (battle 7.5)."""
    most = -1
    planets = 0
    for planet in range(PLANETS):
        if free_moon_spots(sheet, planet) > 0:
            count = insignia_of(sheet, HALF_A, planet)
            if count > most:
                most = count
                planets = 0
            if count == most:
                planets |= 1 << planet
    return planets


@kernel
def draw_on_moon_for_astra(state, sheet, planet):
    """Draw as many insignia as are left and find a spot."""
    count = min(state.astra_moons_left, free_moon_spots(sheet, planet))
    sheet.moons[HALF_B, planet] += count
    state.astra_moons_left -= count


@kernel
def mark_choices_for_astra(state, sheet, mask):
    """Mark the planets or the moons that ASTRA may draw on."""
    if state.decision == DECIDE_ASTRA_PLANET:
        mark_choices(mask, ASTRA_PLANET, planets_for_astra(sheet, drawn_number(state, FIRST_SLOT)), PLANETS)
    else:
        mark_choices(mask, ASTRA_MOON, moons_for_astra(sheet), PLANETS)


@kernel
def apply_choice_for_astra(state, sheet, action):
    """Carry out the player's answer."""
    if state.decision == DECIDE_ASTRA_PLANET:
        move_astra(state, sheet, action - ASTRA_PLANET)
    else:
        draw_on_moon_for_astra(state, sheet, action - ASTRA_MOON)


@kernel
def is_choice_for_astra_due(state, sheet):
    """Whether the player has to choose for ASTRA now."""
    if state.phase != PHASE_DRAW:
        return False
    if state.decision == DECIDE_ASTRA_MOON:
        is_effect = state.effect_card != NO_EFFECT_CARD and state.astra_moons_left > 0
        return is_effect and count_bits(moons_for_astra(sheet)) > 1
    is_move = state.effect_card == NO_EFFECT_CARD and state.drawn_count == 1 and state.astra_has_moved == 0
    return is_move and count_bits(planets_for_astra(sheet, drawn_number(state, FIRST_SLOT))) > 1
