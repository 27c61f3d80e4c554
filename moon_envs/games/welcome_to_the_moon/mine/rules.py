"""What the Mine sheet adds to the shared turn: levels, pockets, factories, extraction, the race for the bonuses."""

from __future__ import annotations

from moon_envs.engine.compile import implements, kernel
from moon_envs.games.welcome_to_the_moon import adventure
from moon_envs.games.welcome_to_the_moon.acting import (
    DECIDE_SHIFT,
    DECIDE_X,
    decide_action_shift_and_cell,
    is_a_sheet_finished,
    mark_empty_cells,
    mark_shifts,
    shift_number,
    symbols_after_crossing_off,
    use_astronaut_or_wait,
    write_in_cell,
)
from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.astra import circle_solo_bonuses
from moon_envs.games.welcome_to_the_moon.cards import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, SEVERAL, mark_choices, only_choice, target_of_astra
from moon_envs.games.welcome_to_the_moon.mine.actions import (
    ENERGY_OF_FACTORY,
    FILLING_BONUS,
    PASS,
    POCKET,
    ROBOT_OF_FACTORY,
    SHIFT,
    SYSTEM_ERROR,
    WRITE_X,
)
from moon_envs.games.welcome_to_the_moon.mine.factories import (
    choose_energy,
    choose_robots,
    cross_off_energy,
    cross_off_robot,
    extract_columns,
    factories_with_energies,
    factories_with_robots,
)
from moon_envs.games.welcome_to_the_moon.mine.sheet import (
    AFTER,
    ALL_CELLS,
    ALL_FILLING_BONUSES,
    ASTRONAUTS,
    BEFORE,
    CELLS,
    FACTORIES,
    FILLING_TRIGGER,
    PLANNINGS,
    PLANT_POCKETS,
    POCKETS,
    POCKETS_BESIDE_CELL,
    RESOURCES,
    SOLO_BONUS_SYMBOLS,
    SOLO_BONUSES_PER_FILLING_BONUS,
    SYSTEM_ERROR_BOXES,
    WATER_POCKETS,
)
from moon_envs.games.welcome_to_the_moon.mine.state import (
    DECIDE_ENERGY,
    DECIDE_FILLING_BONUS,
    DECIDE_POCKET,
    DECIDE_ROBOT,
    STATE,
)
from moon_envs.games.welcome_to_the_moon.room import take_room
from moon_envs.games.welcome_to_the_moon.state import NO_DECISION, is_solo
from moon_envs.games.welcome_to_the_moon.zones import EMPTY, X_MARK


@implements(adventure.set_up_adventure, STATE)
def set_up_adventure(state):
    """Empty sheets."""
    state.closed_bonuses = 0
    state.written_cell = 0
    for player in range(state.player_count):
        sheet = state.players[player]
        sheet.cells[:] = EMPTY
        sheet.room[:] = ALL_CELLS
        sheet.pockets = 0
        sheet.pumps = 0
        sheet.energies[:] = 0
        sheet.robots[:] = 0
        sheet.resources[:] = 0
        sheet.filling_bonuses[:] = 0
        sheet.astronauts = 0
        sheet.plannings = 0


@implements(adventure.forget_pending, STATE)
def forget_pending(state):
    """No action and no robot is pending."""
    state.pending_action = 0
    state.pending_robots = 0


@implements(adventure.can_write, STATE)
def can_write(state, player, number, action):
    """Whether some cell has room for the number, whatever the action (mine 2.1)."""
    return state.players[player].room[number] != 0


@implements(adventure.can_modify, STATE)
def can_modify(state, player, action):
    """Only with the astronaut of the combination (welcome 4.5)."""
    return action == ASTRONAUT


@implements(adventure.mark_refusal, STATE)
def mark_refusal(state, player, mask):
    """Nobody is forced to modify a number (welcome 4.6, 9.1)."""
    mask[SYSTEM_ERROR] = 1


@implements(adventure.decide_before_writing, STATE)
def decide_before_writing(state, player):
    """The shift of an astronaut, then the cell; there are no wild actions."""
    decide_action_shift_and_cell(state, False)


@implements(adventure.mark_writable_cells, STATE)
def mark_writable_cells(state, player, number, action, mask):
    """The cells that have room for the number (mine 2.1)."""
    mark_choices(mask, WRITE, state.players[player].room[number], CELLS)


@implements(adventure.write_number, STATE)
def write_number(state, player, cell):
    """Write the number; an astronaut is used by that, the other actions follow (mine 3.6)."""
    sheet = state.players[player]
    fill_cell(sheet, cell, state.number)
    use_astronaut_or_wait(state, sheet, cell, ASTRONAUTS)


@kernel
def fill_cell(sheet, cell, value):
    """Fill a cell with a number or an X; a mineral in it is circled by that (mine 2.1, 2.2)."""
    write_in_cell(sheet, cell, value)
    take_room(sheet.room, cell, value, BEFORE, AFTER)


@implements(adventure.take_system_error, STATE)
def take_system_error(state, player):
    """Cross off a box (mine 2.3)."""
    state.players[player].system_errors += 1


@implements(adventure.next_sheet_decision, STATE)
def next_sheet_decision(state, player):
    """The action of the combination, then the robots it may bring."""
    sheet = state.players[player]
    if state.pending_action:
        begin_action(state, sheet)
        if state.decision != NO_DECISION:
            return
        state.pending_action = 0
    choose_robots(state, sheet)


@kernel
def begin_action(state, sheet):
    """Use the action where there is no choice, otherwise ask (mine 3.7, welcome 4.7)."""
    if state.action == PLANNING:
        if sheet.filled_cells < CELLS:
            state.decision = DECIDE_X
    elif state.action == ROBOT:
        state.pending_robots = 1
    elif state.action == ENERGY:
        choose_energy(state, sheet)
    else:
        choose_pocket(state, sheet)


@kernel
def choose_pocket(state, sheet):
    """Ask when there is a plant, or a water, both above and below the cell just numbered (mine 3.1)."""
    pocket = only_choice(pockets_in_reach(state, sheet))
    if pocket == SEVERAL:
        state.decision = DECIDE_POCKET
    elif pocket != NOTHING:
        sheet.pockets |= 1 << pocket


@kernel
def pockets_in_reach(state, sheet):
    """The pockets beside the cell just numbered with a plant, or a water, not circled yet (mine 3.1)."""
    kind = PLANT_POCKETS if state.action == PLANT else WATER_POCKETS
    return POCKETS_BESIDE_CELL[state.written_cell] & kind & ~sheet.pockets


@implements(adventure.mark_sheet_choices, STATE)
def mark_sheet_choices(state, player, mask):
    """The answers to the decisions of this sheet."""
    sheet = state.players[player]
    if state.decision == DECIDE_SHIFT:
        mark_shifts(state, player, mask, SHIFT)
    elif state.decision == DECIDE_X:
        mask[PASS] = 1
        mark_empty_cells(sheet.cells, mask, WRITE_X)
    elif state.decision == DECIDE_POCKET:
        mark_choices(mask, POCKET, pockets_in_reach(state, sheet), POCKETS)
    elif state.decision == DECIDE_ENERGY:
        mark_choices(mask, ENERGY_OF_FACTORY, factories_with_energies(sheet), FACTORIES)
    elif state.decision == DECIDE_ROBOT:
        mark_choices(mask, ROBOT_OF_FACTORY, factories_with_robots(sheet), FACTORIES)
    else:
        mark_choices(mask, FILLING_BONUS, open_bonuses(state), RESOURCES)


@implements(adventure.apply_sheet_choice, STATE)
def apply_sheet_choice(state, player, action):
    """Carry out the answers to the decisions of this sheet."""
    sheet = state.players[player]
    if state.decision == DECIDE_SHIFT:
        shift_number(state, action - SHIFT)
    elif state.decision == DECIDE_FILLING_BONUS:
        close_bonus(state, action - FILLING_BONUS)  # mine 7.2
    else:
        state.pending_action = 0
        if action != PASS:
            use_action(state, sheet, action)


@kernel
def use_action(state, sheet, action):
    """Use the action of the combination, or a robot it brought, with the player's choice (mine 3)."""
    if state.decision == DECIDE_ROBOT:
        cross_off_robot(state, sheet, action - ROBOT_OF_FACTORY)
    elif state.decision == DECIDE_ENERGY:
        cross_off_energy(state, sheet, action - ENERGY_OF_FACTORY)
    elif state.decision == DECIDE_POCKET:
        sheet.pockets |= 1 << (action - POCKET)
    else:
        fill_cell(sheet, action - WRITE_X, X_MARK)
        sheet.plannings = symbols_after_crossing_off(sheet.plannings, PLANNINGS)  # mine 3.6


@kernel
def open_bonuses(state):
    """The filling bonuses that are neither circled nor crossed off."""
    return ALL_FILLING_BONUSES ^ state.closed_bonuses


@kernel
def close_bonus(state, resource):
    """Nobody gets this filling bonus any more."""
    state.closed_bonuses |= 1 << resource


@implements(adventure.resolve_incidents, STATE)
def resolve_incidents(state):
    """Extraction for all players, then the filling bonuses reached this turn (mine 4.1, 4.2, 4.3)."""
    for player in range(state.player_count):
        extract_columns(state.players[player])
    open_before = open_bonuses(state)
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
    close_bonus(state, resource)
    if is_solo(state):
        circle_solo_bonuses(state, SOLO_BONUSES_PER_FILLING_BONUS, SOLO_BONUS_SYMBOLS)  # mine 7.1


@implements(adventure.begin_astra_effect, STATE)
def begin_astra_effect(state, letter):
    """A and B cross off an open filling bonus of the player's choice, C has no effect (mine 7.2)."""
    resource = target_of_astra(letter, open_bonuses(state))
    if resource == SEVERAL:
        state.decision = DECIDE_FILLING_BONUS
    elif resource != NOTHING:
        close_bonus(state, resource)


@implements(adventure.give_card_to_astra, STATE)
def give_card_to_astra(state, action):
    """Given cards are only counted."""


@implements(adventure.adventure_ends, STATE)
def adventure_ends(state):
    """All System Errors crossed off, or all cells filled (welcome 7.2, 7.3)."""
    return is_a_sheet_finished(state, SYSTEM_ERROR_BOXES, CELLS)
