"""What the Journey sheet adds to the shared turn: lines and zones, tanks, stations, the race for the multipliers.

Shared files carry two of its rules: every second astronaut or planning symbol earns a wild action (journey 3.6); effect
cards A and B cross off an open high multiplier (journey 7.2). Functions with the name of a stub in adventure.py,
use_action.py or fitting_cells.py are Journey's versions of it.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.adventure import find_fitting_cells
from moon_envs.games.welcome_to_the_moon.cards import ENERGY, PLANT, ROBOT, WATER
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, mark_choices, things_left
from moon_envs.games.welcome_to_the_moon.facts import first_actions
from moon_envs.games.welcome_to_the_moon.journey.actions import CIRCLE_ENERGY, LINE, PLANT_OF_STATION, ROBOT_OF_STATION
from moon_envs.games.welcome_to_the_moon.journey.components import (
    ENERGIES,
    ENERGIES_PER_LINE,
    GAPS,
    HIGH,
    LOW,
    NO_TANK,
    NOT_CIRCLED,
    STATION_CELL,
    STATION_PLANTS,
    STATION_ROBOTS,
    STATIONS,
    SYSTEM_ERRORS_WITH_ENERGY,
    TANK_OF_CELL,
)
from moon_envs.games.welcome_to_the_moon.journey.state import (
    DECIDE_COMPULSORY_LINE,
    DECIDE_ENERGY,
    DECIDE_LINE,
    DECIDE_PLANT,
    DECIDE_ROBOT,
)
from moon_envs.games.welcome_to_the_moon.journey.zones import (
    are_in_one_zone,
    beginning_of_zone,
    cells_between,
    count_lines,
    end_of_zone,
)
from moon_envs.games.welcome_to_the_moon.races import close_reached_races, reach_race
from moon_envs.games.welcome_to_the_moon.wild_actions import SYMBOLS_PER_WILD


def cells_before(state, sheet, cell):
    """The cells of the zone before a cell, as the lines are now (journey 2.1)."""
    return cells_between(beginning_of_zone(sheet, cell), cell)


def cells_after(state, sheet, cell):
    """The cells of the zone after a cell, as the lines are now (journey 2.1)."""
    return cells_between(cell + 1, end_of_zone(sheet, cell))


@kernel
def draw_line(state, sheet, gap):
    """Draw a line: numbers on one side of it no longer bound the other side (journey 3.1)."""
    sheet.lines[gap] = 1
    find_fitting_cells(state, state.seat)


def take_system_error(state, player):
    """Cross off a box; the first two circle an energy (journey 2.2)."""
    sheet = state.players[player]
    sheet.system_errors += 1
    if sheet.system_errors <= SYSTEM_ERRORS_WITH_ENERGY and sheet.energies < ENERGIES:
        state.pending_line = completes_pair(sheet)
        sheet.energies += 1


@kernel
def completes_pair(sheet):
    """Whether the next energy completes a pair (journey 3.1)."""
    return (sheet.energies + 1) % ENERGIES_PER_LINE == 0


def carry_out_consequences(state, sheet):
    """Ask for the line that a System Error demands."""
    if state.pending_line:
        state.decision = DECIDE_COMPULSORY_LINE


def forget_consequences(state):
    """Clear the pending line."""
    state.pending_line = 0


def begin_action(state, sheet):
    """Use energy, water, robot or plant."""
    if state.action == ENERGY:
        if sheet.energies < ENERGIES:
            state.decision = DECIDE_LINE if completes_pair(sheet) else DECIDE_ENERGY
    elif state.action == WATER:
        circle_tank(sheet, state.written_cell)
    elif state.action == PLANT:
        station = choose(state, stations_with_plants(state, sheet), DECIDE_PLANT)
        if station != NOTHING:
            sheet.plants[station] += 1
    else:
        station = choose(state, stations_with_robots(sheet), DECIDE_ROBOT)
        if station != NOTHING:
            circle_robot(state, sheet, station)


@kernel
def circle_tank(sheet, cell):
    """Circle the tank of the cell just numbered, if it has one (journey 3.2)."""
    if TANK_OF_CELL[cell] != NO_TANK:
        sheet.tanks[TANK_OF_CELL[cell]] = 1


@kernel
def stations_with_robots(sheet):
    """The stations with a robot left, as bits (journey 3.3)."""
    return things_left(sheet.robots, STATION_ROBOTS)


@kernel
def stations_with_plants(state, sheet):
    """The stations with a plant left in the zone of the cell just numbered (journey 3.5)."""
    stations = things_left(sheet.plants, STATION_PLANTS)
    for station in range(STATIONS):
        if not are_in_one_zone(sheet, state.written_cell, STATION_CELL[station]):
            stations &= ~(1 << station)
    return stations


@kernel
def circle_robot(state, sheet, station):
    """Circle a robot of a station; the last one brings the multiplier (journey 3.3)."""
    sheet.robots[station] += 1
    if sheet.robots[station] == STATION_ROBOTS[station]:
        sheet.multipliers[station] = reach_race(state, station, HIGH, LOW)  # journey 3.4, 7.1


def mark_action_choices(state, sheet, mask):
    """Mark energy and pass, the stations, or the gaps for a line."""
    if state.decision == DECIDE_ENERGY:
        mask[first_actions(state).pass_action] = 1
        mask[CIRCLE_ENERGY] = 1
    elif state.decision == DECIDE_ROBOT:
        mark_choices(mask, ROBOT_OF_STATION, stations_with_robots(sheet), STATIONS)
    elif state.decision == DECIDE_PLANT:
        mark_choices(mask, PLANT_OF_STATION, stations_with_plants(state, sheet), STATIONS)
    else:
        mask[first_actions(state).pass_action] = state.decision == DECIDE_LINE
        for gap in range(GAPS):
            mask[LINE + gap] = not sheet.lines[gap]


def apply_action_choice(state, sheet, action):
    """Circle a robot, a plant, or an energy with the line that completes its pair (journey 3)."""
    if state.decision == DECIDE_ROBOT:
        circle_robot(state, sheet, action - ROBOT_OF_STATION)
    elif state.decision == DECIDE_PLANT:
        sheet.plants[action - PLANT_OF_STATION] += 1
    elif state.decision == DECIDE_ENERGY:
        sheet.energies += 1
    elif state.decision == DECIDE_LINE:
        sheet.energies += 1
        draw_line(state, sheet, action - LINE)
    else:
        state.pending_line = 0
        draw_line(state, sheet, action - LINE)


def resolve_incidents(state):
    """Close the multipliers circled this turn to everybody else (journey 4.1)."""
    for player in range(state.player_count):
        close_reached_races(state, state.players[player].multipliers, HIGH)


def is_own_decision_due(state, sheet):
    """Whether this decision is due, by the action of the combination or by a System Error."""
    if state.decision == DECIDE_COMPULSORY_LINE:
        return state.pending_line == 1 and state.pending_action == 0
    if state.pending_action == 0 or state.pending_line == 1:
        return False
    if state.decision == DECIDE_ROBOT:
        return state.action == ROBOT
    if state.decision == DECIDE_PLANT:
        return state.action == PLANT
    is_energy_left = state.action == ENERGY and sheet.energies < ENERGIES
    return is_energy_left and completes_pair(sheet) == (state.decision == DECIDE_LINE)


def is_sheet_consistent(state, sheet):
    """Whether lines agree with energies, wild actions with symbols, and multipliers with robots."""
    pairs = sheet.energies // ENERGIES_PER_LINE
    lines_to_come = pairs - count_lines(sheet)
    if lines_to_come != 0 and not (lines_to_come == 1 and state.pending_line == 1):
        return False
    wilds = sheet.astronauts // SYMBOLS_PER_WILD + sheet.plannings // SYMBOLS_PER_WILD
    if sheet.wilds_earned != wilds or sheet.wilds_used > wilds:
        return False
    for station in range(STATIONS):
        is_supplied = sheet.robots[station] == STATION_ROBOTS[station]
        if is_supplied != (sheet.multipliers[station] != NOT_CIRCLED):
            return False
    return True
