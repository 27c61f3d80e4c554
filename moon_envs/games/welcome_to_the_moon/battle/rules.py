"""A player's turn in Battle: an insignia on a planet, the bonus of its cell, the action, and what asteroids bring.

Everything happens on the sheet that lies with the player, on the half that players write on in this turn (battle 2.3).
Functions with the name of a stub in adventure.py are Battle's versions of it; others are in sheets.py and
astra_moves.py.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.battle.actions import COLUMN, MOON, PASS, ROBOT_USE, SYSTEM_ERROR
from moon_envs.games.welcome_to_the_moon.battle.astra_moves import (
    apply_choice_for_astra,
    is_choice_for_astra_due,
    mark_choices_for_astra,
)
from moon_envs.games.welcome_to_the_moon.battle.components import (
    ASTEROID_ENERGIES,
    ASTEROID_MOONS,
    ASTEROID_PLANTS,
    ASTEROID_WATERS,
    ASTEROIDS,
    ASTRONAUTS_PER_HALF,
    BONUS_OF_CELL,
    COLUMN_BOXES,
    DISTANCE,
    HALF_A,
    HALF_B,
    KINDS,
    NUMBERS_PER_ASTRONAUT,
    PLANETS,
    PLANETS_OF_NUMBER,
    PLANT_BONUS,
    PLANT_BOXES,
    PLANTS_PRINTED,
    PRINTED,
    ROBOT_BONUS,
    WATER_BONUS,
    WATER_BOXES,
    WATERS_PRINTED,
)
from moon_envs.games.welcome_to_the_moon.battle.planets import (
    are_flags_right,
    draw_on_planet,
    incomplete_planets,
    planets_with_free_moons,
)
from moon_envs.games.welcome_to_the_moon.battle.sheets import active_half
from moon_envs.games.welcome_to_the_moon.battle.state import (
    DECIDE_ASTRA_MOON,
    DECIDE_ASTRA_PLANET,
    DECIDE_COLUMN,
    DECIDE_MOON,
    DECIDE_PLANNING,
    DECIDE_ROBOT,
    DECIDE_ROBOT_BONUS,
)
from moon_envs.games.welcome_to_the_moon.cards import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, WATER
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, mark_choices, things_left
from moon_envs.games.welcome_to_the_moon.state import (
    DECIDE_CELL,
    NO_DECISION,
    PHASE_WRITE,
    STEP_CELL,
    STEP_CONSEQUENCES,
    is_solo,
)


@kernel
def astronauts_needed(planet, number, action):
    """How many stored astronauts are needed to reach the planet, besides the one of the combination (battle 2.4)."""
    distance = DISTANCE[planet, number]
    if action == ASTRONAUT:
        distance -= NUMBERS_PER_ASTRONAUT
    return (max(distance, 0) + NUMBERS_PER_ASTRONAUT - 1) // NUMBERS_PER_ASTRONAUT


@kernel
def stored_astronauts(state, sheet):
    """How many circled astronauts of the half are not crossed off (battle 3.6)."""
    half = active_half(state)
    return sheet.astronauts[half] - sheet.astronauts_spent[half]


@kernel
def reachable_planets(state, player, number, action):
    """The planets that can be drawn on, with stored astronauts if need be, as bits (battle 2.4)."""
    sheet = state.players[player]
    stored = stored_astronauts(state, sheet)
    incomplete = incomplete_planets(sheet)
    planets = 0
    for planet in range(PLANETS):
        if (incomplete >> planet) & 1 and astronauts_needed(planet, number, action) <= stored:
            planets |= 1 << planet
    return planets


def can_write(state, player, number, action):
    """Whether an incomplete planet accepts the number as it is printed (battle 2.1)."""
    return PLANETS_OF_NUMBER[number] & incomplete_planets(state.players[player]) != 0


def can_write_modified(state, player, number, action):
    """Whether a planet can be reached with the astronaut of the combination and stored ones (battle 2.4)."""
    return reachable_planets(state, player, number, action) != 0


def mark_writable_cells(state, player, number, action, mask):
    """Mark the planets that can be reached."""
    mark_choices(mask, WRITE, reachable_planets(state, player, number, action), PLANETS)


def mark_refusal(state, mask):
    """Mark the System Error: no player has to modify a number (welcome 4.6, battle 2.5)."""
    mask[SYSTEM_ERROR] = 1


def decide_before_writing(state, player):
    """Ask for the planet, which says how many stored astronauts are spent."""
    state.step = STEP_CELL
    state.decision = DECIDE_CELL


def write_number(state, player, planet):
    """Spend what is needed, draw the insignia, and get the bonus of its cell (battle 2.3, 2.4)."""
    sheet = state.players[player]
    half = active_half(state)
    sheet.astronauts_spent[half] += astronauts_needed(planet, state.number, state.action)
    bonus = BONUS_OF_CELL[draw_on_planet(state, sheet, half, planet)]
    if bonus == PLANT_BONUS:
        cross_off_plants(sheet, half, 1)
    elif bonus == WATER_BONUS:
        cross_off_waters(sheet, half, 1)
    state.pending_robot_bonus = bonus == ROBOT_BONUS
    state.drawn_planet = planet
    if state.action == ASTRONAUT:
        sheet.astronauts[half] = min(sheet.astronauts[half] + 1, ASTRONAUTS_PER_HALF)  # battle 3.6
    else:
        state.pending_action = 1


def take_system_error(state, player):
    """Cross off a System Error box of the half (battle 2.5), also when ASTRA has filled the last cell (battle 7.8)."""
    sheet = state.players[player]
    sheet.errors[active_half(state)] += 1
    sheet.system_errors += 1


@kernel
def cross_off_plants(sheet, half, count):
    """Cross off boxes of the plant track as far as there are any (battle 3.8)."""
    sheet.plants[half] = min(sheet.plants[half] + count, PLANT_BOXES)


@kernel
def cross_off_waters(sheet, half, count):
    """Cross off boxes of the water track as far as there are any (battle 3.8)."""
    sheet.waters[half] = min(sheet.waters[half] + count, WATER_BOXES)


@kernel
def has_free_asteroid(sheet):
    """Whether the asteroids taken from both sides have not met (battle 3.3)."""
    return sheet.asteroids[HALF_A] + sheet.asteroids[HALF_B] < ASTEROIDS


@kernel
def take_asteroid(state, sheet):
    """Draw on the first free asteroid from the half's side; its bonuses are compulsory (battle 3.3, 3.7)."""
    half = active_half(state)
    asteroid = sheet.asteroids[half] if half == HALF_A else ASTEROIDS - 1 - sheet.asteroids[half]
    sheet.asteroids[half] += 1
    cross_off_plants(sheet, half, ASTEROID_PLANTS[asteroid])
    cross_off_waters(sheet, half, ASTEROID_WATERS[asteroid])
    state.energies_left = ASTEROID_ENERGIES[asteroid]
    state.moons_left = ASTEROID_MOONS[asteroid]


@kernel
def columns_with_boxes(state, sheet):
    """The columns of planet values that have a box left, as bits (battle 3.4)."""
    return things_left(sheet.energies[active_half(state)], COLUMN_BOXES)


def next_sheet_decision(state, player):
    """Carry out the bonus of the cell and what it brings, then the action and what it brings (battle 2.3)."""
    sheet = state.players[player]
    carry_out_bonuses(state, sheet)
    if state.decision == NO_DECISION and state.pending_action:
        begin_action(state, sheet)
        if state.decision == NO_DECISION:
            state.pending_action = 0
            carry_out_bonuses(state, sheet)


@kernel
def carry_out_bonuses(state, sheet):
    """Carry out a robot bonus, which may be declined, and columns and moons, which may not (battle 3.7)."""
    if state.pending_robot_bonus:
        if has_free_asteroid(sheet):
            state.decision = DECIDE_ROBOT_BONUS
            return
        state.pending_robot_bonus = 0
    while state.energies_left > 0 and state.decision == NO_DECISION:
        column = choose(state, columns_with_boxes(state, sheet), DECIDE_COLUMN)
        if state.decision == NO_DECISION:
            state.energies_left -= 1
            if column != NOTHING:
                sheet.energies[active_half(state), column] += 1
    while state.moons_left > 0 and state.decision == NO_DECISION:
        planet = choose(state, planets_with_free_moons(sheet), DECIDE_MOON)
        if state.decision == NO_DECISION:
            state.moons_left -= 1
            if planet != NOTHING:
                sheet.moons[active_half(state), planet] += 1


@kernel
def begin_action(state, sheet):
    """Use the action of the combination; what cannot be used does nothing (battle 3.1, 3.2, 3.3, 3.4, 3.5)."""
    half = active_half(state)
    planet = state.drawn_planet
    if state.action == PLANT:
        if sheet.plant_symbols[planet] < PLANTS_PRINTED[planet]:
            sheet.plant_symbols[planet] += 1
            cross_off_plants(sheet, half, 1)
    elif state.action == WATER:
        if sheet.water_symbols[planet] < WATERS_PRINTED[planet]:
            sheet.water_symbols[planet] += 1
            cross_off_waters(sheet, half, 1)
    elif state.action == ENERGY:
        state.energies_left = 1
    elif state.action == ROBOT:
        if has_free_asteroid(sheet):
            state.decision = DECIDE_ROBOT
    elif planets_with_free_moons(sheet) != 0:
        state.decision = DECIDE_PLANNING


def forget_pending(state):
    """Clear the pending action and bonuses."""
    state.pending_action = 0
    state.pending_robot_bonus = 0
    state.energies_left = 0
    state.moons_left = 0


def mark_sheet_choices(state, player, mask):
    """Mark the answers: robots and plannings may be declined, columns and moons of asteroids not (battle 3.9)."""
    sheet = state.players[player]
    if state.decision == DECIDE_ASTRA_PLANET or state.decision == DECIDE_ASTRA_MOON:
        mark_choices_for_astra(state, sheet, mask)
    elif state.decision == DECIDE_COLUMN:
        mark_choices(mask, COLUMN, columns_with_boxes(state, sheet), KINDS)
    elif state.decision == DECIDE_MOON:
        mark_choices(mask, MOON, planets_with_free_moons(sheet), PLANETS)
    else:
        mask[PASS] = 1
        if state.decision == DECIDE_PLANNING:
            mark_choices(mask, MOON, planets_with_free_moons(sheet), PLANETS)
        else:
            mask[ROBOT_USE] = 1


def apply_sheet_choice(state, player, action):
    """Carry out the answer to one of these decisions."""
    sheet = state.players[player]
    half = active_half(state)
    if state.decision == DECIDE_ASTRA_PLANET or state.decision == DECIDE_ASTRA_MOON:
        apply_choice_for_astra(state, sheet, action)
    elif state.decision == DECIDE_COLUMN:
        state.energies_left -= 1
        sheet.energies[half, action - COLUMN] += 1
    elif state.decision == DECIDE_MOON:
        state.moons_left -= 1
        sheet.moons[half, action - MOON] += 1
    else:
        if state.decision == DECIDE_ROBOT_BONUS:
            state.pending_robot_bonus = 0
        else:
            state.pending_action = 0
        if action == PASS:
            return
        if state.decision == DECIDE_PLANNING:
            sheet.moons[half, action - MOON] += 1
            sheet.plannings[half] = min(sheet.plannings[half] + 1, PRINTED.plannings)  # battle 3.5
        else:
            take_asteroid(state, sheet)


def no_incidents(state):
    """Nothing happens when all have finished (battle 4.2)."""


def is_sheet_consistent(state, sheet):
    """Whether flags agree with insignia, and counts with boxes; the resting sheet is checked with the other."""
    if is_solo(state) and not is_each_mark_right(state, state.resting_sheet[0]):
        return False
    return is_each_mark_right(state, sheet)


@kernel
def is_each_mark_right(state, sheet):
    """Whether the counts of a sheet agree with its marks."""
    filled = 0
    for cell in range(sheet.cells.shape[0]):
        filled += sheet.cells[cell] != EMPTY
    if filled != sheet.filled_cells or sheet.system_errors != sheet.errors[HALF_A] + sheet.errors[HALF_B]:
        return False
    if sheet.asteroids[HALF_A] + sheet.asteroids[HALF_B] > ASTEROIDS:
        return False
    for half in (HALF_A, HALF_B):
        if sheet.astronauts_spent[half] > sheet.astronauts[half]:
            return False
    return are_flags_right(state, sheet)


def is_sheet_decision_due(state):
    """Whether one of these decisions is due and has a legal answer."""
    sheet = state.players[state.seat]
    if state.decision == DECIDE_ASTRA_PLANET or state.decision == DECIDE_ASTRA_MOON:
        return is_choice_for_astra_due(state, sheet)
    if state.phase != PHASE_WRITE or state.step != STEP_CONSEQUENCES:
        return False
    if state.decision == DECIDE_ROBOT_BONUS:
        return state.pending_robot_bonus == 1 and has_free_asteroid(sheet)
    if state.pending_robot_bonus == 1:
        return False
    if state.decision == DECIDE_COLUMN:
        return state.energies_left > 0 and columns_with_boxes(state, sheet) != 0
    if state.decision == DECIDE_MOON:
        return state.moons_left > 0 and state.energies_left == 0 and planets_with_free_moons(sheet) != 0
    if state.pending_action == 0 or state.energies_left > 0 or state.moons_left > 0:
        return False
    if state.decision == DECIDE_ROBOT:
        return state.action == ROBOT and has_free_asteroid(sheet)
    return state.action == PLANNING and planets_with_free_moons(sheet) != 0
