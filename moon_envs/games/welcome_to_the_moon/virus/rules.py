"""What the Virus sheet adds to the shared turn: walkways, plants and tanks with their tracks, and the set-up.

Shared files carry the rule that every second astronaut or planning symbol earns a wild action (virus 3.6). The floors
never change (virus 2.1). What viruses do is in outbreaks.py. Functions with the name of a stub in adventure.py or
use_action.py are Virus's versions of it.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cards import ENERGY, PLANT, ROBOT, WATER
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, count_bits, mark_choices
from moon_envs.games.welcome_to_the_moon.facts import first_actions
from moon_envs.games.welcome_to_the_moon.races import earn_solo_bonuses, is_race_open
from moon_envs.games.welcome_to_the_moon.virus.actions import INFECT, QUARTER, USE, WALKWAY
from moon_envs.games.welcome_to_the_moon.virus.components import (
    ALL_WALKWAYS,
    CELLS,
    CELLS_PER_QUARTER,
    FIRST_BOX_WITH_PROPAGATION,
    GREY_QUARTERS,
    IS_LINE_END,
    NO_QUARTER,
    NO_RACE,
    NO_TANK,
    PLANT_TRACK,
    PLANTS_PRINTED,
    QUARTERS,
    STARTED_RACE,
    TANK_OF_CELL,
    WALKWAYS,
    WATER_TRACK,
)
from moon_envs.games.welcome_to_the_moon.virus.propagation import infect
from moon_envs.games.welcome_to_the_moon.virus.quarters import (
    circle_energy,
    quarter_of,
    quarters_for_bonus_energy,
    spaces_of,
)
from moon_envs.games.welcome_to_the_moon.virus.state import (
    DECIDE_BONUS_ENERGY,
    DECIDE_BONUS_WALKWAY,
    DECIDE_GREY_VIRUS,
    DECIDE_INFECTION,
    DECIDE_USE,
    DECIDE_WALKWAY,
    ENERGY_BONUS,
    NO_BONUS,
    ROBOT_BONUS,
    TRIGGERED_BY_SYSTEM_ERROR,
)


def set_up_sheet(state, player):
    """Let the player put the grey virus into an empty target and infect a space there (virus 1.6)."""
    if state.players[player].grey == NO_QUARTER:
        state.decision = DECIDE_GREY_VIRUS


def note_filled_cell(state, sheet, cell):
    """Update the set of empty cells."""
    sheet.empty_cells &= ~(1 << cell)


def cells_for_x(state, sheet):
    """The empty spaces, where an X may go (virus 3.6)."""
    return sheet.empty_cells


def take_system_error(state, player):
    """Cross off a System Error box; the second and the third bring a propagation (virus 2.3)."""
    sheet = state.players[player]
    sheet.system_errors += 1
    if sheet.system_errors >= FIRST_BOX_WITH_PROPAGATION:
        sheet.triggered |= TRIGGERED_BY_SYSTEM_ERROR


def begin_action(state, sheet):
    """Use robot, energy, plant or water; an action that cannot be used does nothing."""
    quarter = quarter_of(state.written_cell)
    if state.action == ENERGY:
        circle_energy(sheet, quarter)
    elif state.action == ROBOT:
        if open_walkways(sheet) != 0:
            state.decision = DECIDE_WALKWAY
    elif state.action == PLANT:
        if sheet.plants[quarter] < PLANTS_PRINTED[quarter]:
            state.decision = DECIDE_USE
    elif TANK_OF_CELL[state.written_cell] != NO_TANK:
        state.decision = DECIDE_USE


@kernel
def open_walkways(sheet):
    """The walkways that are not closed (virus 3.2)."""
    return ALL_WALKWAYS & ~sheet.closed_walkways


@kernel
def circled_plants(sheet):
    """How many plants are circled; this is also the number of crossed-off symbols of the plant track."""
    return sheet.plants.sum()


@kernel
def use_plant(state, sheet):
    """Circle a plant of the quarter and cross off the next symbol of the plant track (virus 3.3)."""
    sheet.plants[quarter_of(state.written_cell)] += 1
    position = circled_plants(sheet)
    trigger(state, sheet, PLANT_TRACK[position, STARTED_RACE])
    if PLANT_TRACK[position, IS_LINE_END]:
        state.pending_bonus = ROBOT_BONUS


@kernel
def use_water(state, sheet):
    """Circle the tank of the space and cross off the next symbol of the water track (virus 3.4)."""
    sheet.tanks |= 1 << TANK_OF_CELL[state.written_cell]
    position = count_bits(sheet.tanks)
    trigger(state, sheet, WATER_TRACK[position, STARTED_RACE])
    if WATER_TRACK[position, IS_LINE_END]:
        state.pending_bonus = ENERGY_BONUS


@kernel
def trigger(state, sheet, race):
    """Note what a track symbol starts, unless it was started in an earlier turn (virus 3.5)."""
    if race != NO_RACE and is_race_open(state, race):
        sheet.triggered |= 1 << race
        earn_solo_bonuses(state)  # virus 7.1


def carry_out_consequences(state, sheet):
    """Carry out the bonus at the end of a line, which is compulsory if it is possible (virus 3.7)."""
    if state.pending_bonus == ROBOT_BONUS:
        walkway = choose(state, open_walkways(sheet), DECIDE_BONUS_WALKWAY)
        if walkway != NOTHING:
            sheet.closed_walkways |= 1 << walkway
    elif state.pending_bonus == ENERGY_BONUS:
        quarter = choose(state, quarters_for_bonus_energy(sheet), DECIDE_BONUS_ENERGY)
        if quarter != NOTHING:
            circle_energy(sheet, quarter)
    state.pending_bonus = NO_BONUS


def forget_consequences(state):
    """Clear the pending bonus and propagations."""
    state.pending_bonus = NO_BONUS
    state.propagations_left = 0


def mark_action_choices(state, sheet, mask):
    """Mark the walkways, the use, the quarters, or the spaces; an action may be passed (virus 3.8)."""
    if state.decision == DECIDE_INFECTION:
        first = CELLS_PER_QUARTER * state.infected_quarter
        spaces = spaces_of(sheet.empty_cells, state.infected_quarter)
        mark_choices(mask, INFECT + first, spaces, CELLS_PER_QUARTER)
        return
    if state.decision == DECIDE_GREY_VIRUS:
        for quarter in GREY_QUARTERS:
            first = INFECT + CELLS_PER_QUARTER * quarter
            mask[first : first + CELLS_PER_QUARTER] = 1
        return
    mask[first_actions(state).pass_action] = state.decision == DECIDE_WALKWAY or state.decision == DECIDE_USE
    if state.decision == DECIDE_USE:
        mask[USE] = 1
    elif state.decision == DECIDE_BONUS_ENERGY:
        mark_choices(mask, QUARTER, quarters_for_bonus_energy(sheet), QUARTERS)
    else:
        mark_choices(mask, WALKWAY, open_walkways(sheet), WALKWAYS)


def apply_action_choice(state, sheet, action):
    """Infect the space, use the action, circle the energy (virus 3.7) or close the walkway (virus 3.2)."""
    if state.decision == DECIDE_INFECTION:
        infect(state, sheet, action - INFECT)
    elif state.decision == DECIDE_GREY_VIRUS:
        sheet.grey = quarter_of(action - INFECT)
        infect(state, sheet, action - INFECT)
    elif state.decision == DECIDE_BONUS_ENERGY:
        circle_energy(sheet, action - QUARTER)
    elif state.decision != DECIDE_USE:
        sheet.closed_walkways |= 1 << (action - WALKWAY)
    elif state.action == PLANT:
        use_plant(state, sheet)
    else:
        use_water(state, sheet)


def is_own_decision_due(state, sheet):
    """Whether this decision is due, by the action of the combination or by the end of a line."""
    # A bonus is taken from the table when it is offered; until then the action is pending.
    if state.decision == DECIDE_BONUS_WALKWAY:
        return state.pending_action == 0 and state.action == PLANT and open_walkways(sheet) != 0
    if state.decision == DECIDE_BONUS_ENERGY:
        return state.pending_action == 0 and state.action == WATER and quarters_for_bonus_energy(sheet) != 0
    if state.pending_action == 0 or state.pending_bonus != NO_BONUS:
        return False
    if state.decision == DECIDE_WALKWAY:
        return state.action == ROBOT
    if state.decision != DECIDE_USE:
        return False
    quarter = quarter_of(state.written_cell)
    if state.action == PLANT:
        return sheet.plants[quarter] < PLANTS_PRINTED[quarter]
    return state.action == WATER and is_tank_free(sheet, state.written_cell)


@kernel
def is_tank_free(sheet, cell):
    """Whether a space has a tank that is not circled."""
    tank = TANK_OF_CELL[cell]
    return tank != NO_TANK and (sheet.tanks >> max(tank, 0)) & 1 == 0


@kernel
def are_spaces_counted(sheet, empty, infected):
    """Whether the sets of empty and infected cells agree with the cells."""
    for cell in range(CELLS):
        if ((sheet.empty_cells >> cell) & 1 == 1) != (sheet.cells[cell] == empty):
            return False
        if ((sheet.infected_cells >> cell) & 1 == 1) != (sheet.cells[cell] == infected):
            return False
    return True
