"""What the Escape sheet adds to the shared turn: airlocks, Robot bonuses, tanks, plants, reactors, x2 bonuses.

Shared files carry these rules: every second astronaut symbol earns a wild action (escape 3.6); effect cards cross off
an open x2 bonus (escape 7.2). Starships never change (escape 2.1). Functions with the name of a stub in adventure.py,
use_action.py or fitting_cells.py are Escape's versions of it.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cards import ENERGY, PLANT, ROBOT
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, mark_choices
from moon_envs.games.welcome_to_the_moon.escape.actions import AIRLOCK
from moon_envs.games.welcome_to_the_moon.escape.components import (
    AIRLOCK_BLOCKS,
    AIRLOCKS,
    AIRLOCKS_OF_BLOCK,
    BLOCKS,
    CELLS,
    CELLS_OF_BLOCK,
    DOUBLED,
    ERRORS_WITH_COMPENSATION,
    GREENHOUSE_CELLS,
    GREENHOUSE_OF_CELL,
    GREENHOUSES,
    MISSED,
    NO_GREENHOUSE,
    NO_TANK,
    NOT_FILLED,
    PLANTS,
    PLANTS_AT_START,
    PRINTED,
    REACHED_AT_START,
    REACTORS,
    REACTORS_AT_START,
    ROBOT_BONUS_CELLS,
    STARSHIP_OF_CELL,
    STARSHIPS,
    TANK_OF_CELL,
)
from moon_envs.games.welcome_to_the_moon.escape.state import DECIDE_AIRLOCK, DECIDE_BONUS_AIRLOCK, DECIDE_COMPENSATION
from moon_envs.games.welcome_to_the_moon.facts import first_actions
from moon_envs.games.welcome_to_the_moon.races import close_reached_races, reach_race
from moon_envs.games.welcome_to_the_moon.wild_actions import SYMBOLS_PER_WILD


def accessible_cells(state, player, action):
    """The accessible cells, where numbers may go (escape 2.2)."""
    return state.players[player].open_cells


def cells_for_x(state, sheet):
    """The accessible empty cells, where an X may go (escape 3.5)."""
    return sheet.open_cells


def note_filled_cell(state, sheet, cell):
    """Note a Robot bonus; a greenhouse brings its x2 bonus while the bonus is open (escape 2.3)."""
    sheet.open_cells &= ~(1 << cell)
    if (ROBOT_BONUS_CELLS >> cell) & 1:
        state.pending_robot_bonus = 1
    greenhouse = GREENHOUSE_OF_CELL[cell]
    if greenhouse != NO_GREENHOUSE:
        sheet.doubles[greenhouse] = reach_race(state, greenhouse, DOUBLED, MISSED)  # escape 4.1, 7.1


@kernel
def airlocks_to_activate(sheet):
    """The airlocks that are not activated and touch an accessible block (escape 3.1)."""
    touching = 0
    for block in range(BLOCKS):
        if (sheet.reached_blocks >> block) & 1:
            touching |= AIRLOCKS_OF_BLOCK[block]
    return touching & ~sheet.airlocks


@kernel
def activate_airlock(sheet, airlock):
    """Activate an airlock: both of its blocks are accessible now (escape 1.5)."""
    sheet.airlocks |= 1 << airlock
    for end in range(2):
        block = AIRLOCK_BLOCKS[airlock, end]
        if (sheet.reached_blocks >> block) & 1 == 0:
            sheet.reached_blocks |= 1 << block
            sheet.open_cells |= CELLS_OF_BLOCK[block] & find_empty_cells(sheet)


@kernel
def find_empty_cells(sheet):
    """The empty cells."""
    empty = 0
    for cell in range(CELLS):
        if sheet.cells[cell] == EMPTY:
            empty |= 1 << cell
    return empty


def take_system_error(state, player):
    """Cross off a System Error box; the first two offer an airlock (escape 2.4)."""
    sheet = state.players[player]
    sheet.system_errors += 1
    state.pending_compensation = sheet.system_errors <= ERRORS_WITH_COMPENSATION


def carry_out_filling(state, sheet):
    """Carry out the Robot bonus of a filled cell, which is compulsory if it is possible (escape 2.3)."""
    if state.pending_robot_bonus:
        airlock = choose(state, airlocks_to_activate(sheet), DECIDE_BONUS_AIRLOCK)
        if state.decision != DECIDE_BONUS_AIRLOCK:
            state.pending_robot_bonus = 0
            if airlock != NOTHING:
                activate_airlock(sheet, airlock)


def is_decision_of_filling(state):
    """Whether the decision is about a Robot bonus."""
    return state.decision == DECIDE_BONUS_AIRLOCK


def begin_action(state, sheet):
    """Use robot, energy, plant or water; an action that cannot be used does nothing."""
    starship = STARSHIP_OF_CELL[state.written_cell]
    if state.action == ROBOT:
        if airlocks_to_activate(sheet) != 0:
            state.decision = DECIDE_AIRLOCK
    elif state.action == ENERGY:
        sheet.reactors[starship] = min(sheet.reactors[starship] + 1, REACTORS)  # escape 3.4
    elif state.action == PLANT:
        sheet.plants[starship] = min(sheet.plants[starship] + 1, PLANTS)  # escape 3.3
    elif TANK_OF_CELL[state.written_cell] != NO_TANK:
        sheet.tanks |= 1 << TANK_OF_CELL[state.written_cell]  # escape 3.2


def pay_for_x(state, sheet):
    """Note the planning box, which is crossed off after the effects of the filled cell (escape 3.5)."""
    state.pending_planning_box = 1


def carry_out_consequences(state, sheet):
    """Cross off the planning box of an X (escape 3.5), or offer the airlock of a System Error (escape 2.4)."""
    if state.pending_planning_box:
        state.pending_planning_box = 0
        cross_off_planning_box(sheet)
    if state.pending_compensation:
        state.pending_compensation = 0
        if airlocks_to_activate(sheet) != 0:
            state.decision = DECIDE_COMPENSATION


@kernel
def cross_off_planning_box(sheet):
    """Cross off a planning box; a full row stays full (escape 3.6)."""
    sheet.plannings = min(sheet.plannings + 1, PRINTED.plannings)


def forget_consequences(state):
    """Clear the pending bonus, box and compensation."""
    state.pending_robot_bonus = 0
    state.pending_planning_box = 0
    state.pending_compensation = 0


def mark_action_choices(state, sheet, mask):
    """Mark the airlocks; those of the action and of a System Error may be declined (escape 3.7, 2.4)."""
    mask[first_actions(state).pass_action] = state.decision != DECIDE_BONUS_AIRLOCK
    mark_choices(mask, AIRLOCK, airlocks_to_activate(sheet), AIRLOCKS)


def apply_action_choice(state, sheet, action):
    """Activate the chosen airlock."""
    if state.decision == DECIDE_BONUS_AIRLOCK:
        state.pending_robot_bonus = 0
    activate_airlock(sheet, action - AIRLOCK)


def resolve_incidents(state):
    """Close the x2 bonuses circled this turn to everybody else (escape 4.1)."""
    for player in range(state.player_count):
        close_reached_races(state, state.players[player].doubles, DOUBLED)


def is_own_decision_due(state, sheet):
    """Whether this decision is due, by a filled cell, the action of the combination or a System Error."""
    if airlocks_to_activate(sheet) == 0:
        return False
    if state.decision == DECIDE_BONUS_AIRLOCK:
        return state.pending_robot_bonus == 1
    if state.pending_robot_bonus == 1 or state.pending_compensation == 1:
        return False
    if state.decision == DECIDE_COMPENSATION:
        return state.pending_action == 0
    return state.pending_action == 1 and state.action == ROBOT


def is_sheet_consistent(state, sheet):
    """Whether accessible blocks, x2 bonuses and wild actions agree with airlocks, cells and astronauts."""
    if find_reached_blocks(sheet) != sheet.reached_blocks or find_open_cells(sheet) != sheet.open_cells:
        return False
    for airlock in range(AIRLOCKS):
        is_reached = (sheet.reached_blocks >> AIRLOCK_BLOCKS[airlock, 0]) & 1
        if (sheet.airlocks >> airlock) & 1 and not is_reached:
            return False
    for greenhouse in range(GREENHOUSES):
        is_filled = sheet.cells[GREENHOUSE_CELLS[greenhouse]] != EMPTY
        if is_filled != (sheet.doubles[greenhouse] != NOT_FILLED):
            return False
    for starship in range(STARSHIPS):
        if sheet.plants[starship] < PLANTS_AT_START[starship] or sheet.reactors[starship] < REACTORS_AT_START[starship]:
            return False
    wilds = sheet.astronauts // SYMBOLS_PER_WILD
    return sheet.wilds_earned == wilds and sheet.wilds_used <= wilds


@kernel
def find_reached_blocks(sheet):
    """Recompute which blocks are accessible: each round goes one airlock further (escape 1.5)."""
    reached = REACHED_AT_START
    for _ in range(BLOCKS):
        for airlock in range(AIRLOCKS):
            if (sheet.airlocks >> airlock) & 1:
                ends = (1 << AIRLOCK_BLOCKS[airlock, 0]) | (1 << AIRLOCK_BLOCKS[airlock, 1])
                if reached & ends != 0:
                    reached |= ends
    return reached


@kernel
def find_open_cells(sheet):
    """Recompute which cells are accessible and empty (escape 2.2)."""
    cells = 0
    for block in range(BLOCKS):
        if (sheet.reached_blocks >> block) & 1:
            cells |= CELLS_OF_BLOCK[block]
    return cells & find_empty_cells(sheet)
