"""What the Mine sheet adds to the shared turn: pockets, factories, extraction, the race for the filling bonuses.

Shared files carry these rules: a System Error is a box and nothing else (mine 2.3); astronaut and planning cross off
symbols (mine 3.6); effect cards A and B cross off an open filling bonus (mine 7.2). A mineral needs no field, because
it is circled when its cell is filled (mine 2.2). The levels never change (mine 2.1). Functions with the name of a stub
in adventure.py or use_action.py are Mine's versions of it.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cards import ENERGY, PLANT, ROBOT, WATER
from moon_envs.games.welcome_to_the_moon.choices import mark_choices
from moon_envs.games.welcome_to_the_moon.facts import first_actions
from moon_envs.games.welcome_to_the_moon.mine.actions import ENERGY_OF_FACTORY, POCKET, ROBOT_OF_FACTORY
from moon_envs.games.welcome_to_the_moon.mine.components import (
    FACTORIES,
    FILLING_TRIGGER,
    PLANT_POCKETS,
    POCKETS,
    POCKETS_BESIDE_CELL,
    RESOURCES,
    WATER_POCKETS,
)
from moon_envs.games.welcome_to_the_moon.mine.factories import (
    are_resources_right,
    choose_bonus_robots,
    cross_off_bonus_robot,
    cross_off_energy,
    cross_off_robot,
    extract_columns,
    factories_with_energies,
    factories_with_robots,
)
from moon_envs.games.welcome_to_the_moon.mine.state import (
    DECIDE_BONUS_ROBOT,
    DECIDE_ENERGY,
    DECIDE_POCKET,
    DECIDE_ROBOT,
)
from moon_envs.games.welcome_to_the_moon.races import close_race, earn_solo_bonuses, open_races


def begin_action(state, sheet):
    """Use robot, energy, plant or water. Each may be passed; one that cannot be used does nothing (mine 3.7)."""
    if state.action == ROBOT:
        if factories_with_robots(sheet) != 0:
            state.decision = DECIDE_ROBOT
    elif state.action == ENERGY:
        if factories_with_energies(sheet) != 0:
            state.decision = DECIDE_ENERGY
    elif pockets_in_reach(state, sheet) != 0:
        state.decision = DECIDE_POCKET


@kernel
def pockets_in_reach(state, sheet):
    """The pockets above and below the cell just numbered whose plant or water is not circled yet (mine 3.1)."""
    kind = PLANT_POCKETS if state.action == PLANT else WATER_POCKETS
    return POCKETS_BESIDE_CELL[state.written_cell] & kind & ~sheet.pockets


def carry_out_consequences(state, sheet):
    """Cross off the robots of the robot factory (mine 3.5)."""
    choose_bonus_robots(state, sheet)


def forget_consequences(state):
    """Clear the pending robots."""
    state.pending_robots = 0


def mark_action_choices(state, sheet, mask):
    """Mark the pockets, or the factories with an energy or a robot left; and the pass (mine 3.7)."""
    mask[first_actions(state).pass_action] = state.decision != DECIDE_BONUS_ROBOT
    if state.decision == DECIDE_POCKET:
        mark_choices(mask, POCKET, pockets_in_reach(state, sheet), POCKETS)
    elif state.decision == DECIDE_ENERGY:
        mark_choices(mask, ENERGY_OF_FACTORY, factories_with_energies(sheet), FACTORIES)
    else:
        mark_choices(mask, ROBOT_OF_FACTORY, factories_with_robots(sheet), FACTORIES)


def apply_action_choice(state, sheet, action):
    """Circle the pocket (mine 3.1), cross off the energy or the robot (mine 3.2)."""
    if state.decision == DECIDE_ROBOT:
        cross_off_robot(state, sheet, action - ROBOT_OF_FACTORY)
    elif state.decision == DECIDE_ENERGY:
        cross_off_energy(state, sheet, action - ENERGY_OF_FACTORY)
    elif state.decision == DECIDE_POCKET:
        sheet.pockets |= 1 << (action - POCKET)
    else:
        cross_off_bonus_robot(state, sheet, action - ROBOT_OF_FACTORY)


def is_own_decision_due(state, sheet):
    """Whether this decision is due, by the action of the combination or by the robot factory."""
    if state.decision == DECIDE_BONUS_ROBOT:
        return state.pending_robots > 0 and state.pending_action == 0
    if state.pending_action == 0 or state.pending_robots > 0:
        return False
    if state.decision == DECIDE_ROBOT:
        return state.action == ROBOT
    if state.decision == DECIDE_ENERGY:
        return state.action == ENERGY
    return state.action == PLANT or state.action == WATER


def is_sheet_consistent(state, sheet):
    """Whether the resources agree with the columns and factories."""
    return are_resources_right(sheet)


def resolve_incidents(state):
    """Extract the columns of all players, then give the filling bonuses reached this turn (mine 4.1, 4.2, 4.3)."""
    for player in range(state.player_count):
        extract_columns(state.players[player])
    open_before = open_races(state)
    for player in range(state.player_count):
        sheet = state.players[player]
        for resource in range(RESOURCES):
            is_open = (open_before >> resource) & 1
            if is_open and sheet.resources[resource] >= FILLING_TRIGGER[resource]:
                circle_filling_bonus(state, sheet, resource)


@kernel
def circle_filling_bonus(state, sheet, resource):
    """Circle the bonus if it is open; players who have not reached it in this turn lose it (mine 4.2)."""
    sheet.filling_bonuses[resource] = 1
    close_race(state, resource)
    earn_solo_bonuses(state)  # mine 7.1
