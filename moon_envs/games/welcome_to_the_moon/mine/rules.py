"""What the Mine sheet adds to the shared turn: levels, pockets, factories, extraction, the race for the bonuses."""

from __future__ import annotations

from moon_envs.engine.compile import gives, implement_all, implements, kernel
from moon_envs.games.welcome_to_the_moon import acting, adventure
from moon_envs.games.welcome_to_the_moon.acting import ACTING
from moon_envs.games.welcome_to_the_moon.cards import ENERGY, PLANT, ROBOT
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, mark_choices
from moon_envs.games.welcome_to_the_moon.mine.actions import ENERGY_OF_FACTORY, POCKET, ROBOT_OF_FACTORY
from moon_envs.games.welcome_to_the_moon.mine.factories import (
    choose_robots,
    cross_off_energy,
    cross_off_robot,
    extract_columns,
    factories_with_energies,
    factories_with_robots,
)
from moon_envs.games.welcome_to_the_moon.mine.sheet import (
    FACTORIES,
    FILLING_TRIGGER,
    PLANT_POCKETS,
    POCKETS,
    POCKETS_BESIDE_CELL,
    RESOURCES,
    WATER_POCKETS,
    ZONE_NEIGHBOURS,
)
from moon_envs.games.welcome_to_the_moon.mine.state import DECIDE_ENERGY, DECIDE_POCKET, DECIDE_ROBOT, STATE
from moon_envs.games.welcome_to_the_moon.races import close_race, earn_solo_bonuses, open_races
from moon_envs.games.welcome_to_the_moon.room import ROOM, zone_neighbours

# As everywhere: a System Error is a box and nothing else (mine 2.3), astronaut and planning cross off symbols
# (mine 3.6), A and B cross off an open race, a filling bonus (mine 7.2). A mineral is circled
# when its cell is filled (mine 2.2), which needs no field. The levels never change.
implement_all(ACTING, STATE)
implement_all(ROOM, STATE)
gives(zone_neighbours, STATE, ZONE_NEIGHBOURS)


@implements(acting.begin_action, STATE)
def begin_action(state, sheet):
    """Robot, energy, plant and water; what cannot be used does nothing (mine 3.7)."""
    if state.action == ROBOT:
        state.pending_robots = 1
    elif state.action == ENERGY:
        factory = choose(state, factories_with_energies(sheet), DECIDE_ENERGY)
        if factory != NOTHING:
            cross_off_energy(state, sheet, factory)  # mine 3.2
    else:
        pocket = choose(state, pockets_in_reach(state, sheet), DECIDE_POCKET)
        if pocket != NOTHING:
            circle_pocket(sheet, pocket)


@kernel
def pockets_in_reach(state, sheet):
    """The pockets above and below the cell just numbered with a plant, or a water, not circled yet (mine 3.1)."""
    kind = PLANT_POCKETS if state.action == PLANT else WATER_POCKETS
    return POCKETS_BESIDE_CELL[state.written_cell] & kind & ~sheet.pockets


@kernel
def circle_pocket(sheet, pocket):
    """Circle the plant or water of a pocket (mine 3.1)."""
    sheet.pockets |= 1 << pocket


@implements(acting.carry_out_consequences, STATE)
def carry_out_consequences(state, sheet):
    """The robot of the combination, and those of the robot factory (mine 3.5)."""
    choose_robots(state, sheet)


@implements(acting.forget_consequences, STATE)
def forget_consequences(state):
    """No robot is pending."""
    state.pending_robots = 0


@implements(acting.mark_action_choices, STATE)
def mark_action_choices(state, sheet, mask):
    """The pockets, or the factories with an energy or a robot left."""
    if state.decision == DECIDE_POCKET:
        mark_choices(mask, POCKET, pockets_in_reach(state, sheet), POCKETS)
    elif state.decision == DECIDE_ENERGY:
        mark_choices(mask, ENERGY_OF_FACTORY, factories_with_energies(sheet), FACTORIES)
    else:
        mark_choices(mask, ROBOT_OF_FACTORY, factories_with_robots(sheet), FACTORIES)


@implements(acting.use_action, STATE)
def use_action(state, sheet, action):
    """Circle the pocket, cross off the energy, or one of the pending robots (mine 3)."""
    if state.decision == DECIDE_ROBOT:
        cross_off_robot(state, sheet, action - ROBOT_OF_FACTORY)
    elif state.decision == DECIDE_ENERGY:
        cross_off_energy(state, sheet, action - ENERGY_OF_FACTORY)
    else:
        circle_pocket(sheet, action - POCKET)


@implements(adventure.resolve_incidents, STATE)
def resolve_incidents(state):
    """Extraction for all players, then the filling bonuses reached this turn (mine 4.1, 4.2, 4.3)."""
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
    """An open bonus was not reached in an earlier turn; it is closed to all who have not reached it now (mine 4.2)."""
    sheet.filling_bonuses[resource] = 1
    close_race(state, resource)
    earn_solo_bonuses(state)  # mine 7.1
