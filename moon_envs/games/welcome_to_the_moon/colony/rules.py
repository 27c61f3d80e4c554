"""What the Colony sheet adds to the shared turn: rows and columns, tunnels, multipliers, the race for the quarters."""

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
)
from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.astra import circle_solo_bonuses
from moon_envs.games.welcome_to_the_moon.cards import ASTRONAUT, PLANNING, PLANT, ROBOT, WATER
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, SEVERAL, mark_choices, only_choice, target_of_astra
from moon_envs.games.welcome_to_the_moon.colony.actions import (
    PASS,
    QUARTER,
    SHIFT,
    SYSTEM_ERROR,
    TRACK,
    TUNNEL,
    WRITE_X,
)
from moon_envs.games.welcome_to_the_moon.colony.buildings import (
    build_tunnel,
    fill_cell,
    free_places_in_reach,
    is_filled,
    lay_out_colony,
)
from moon_envs.games.welcome_to_the_moon.colony.sheet import (
    ALL_QUARTERS,
    ASTRONAUTS,
    BOXES_PER_TRACK,
    CELLS,
    GREENHOUSES,
    NO_TANK,
    NOT_PAID,
    PAID_FIRST,
    PAID_LATER,
    PLANNINGS,
    QUARTER_CELLS,
    QUARTER_OF_CELL,
    QUARTERS,
    SOLO_BONUS_SYMBOLS,
    SOLO_BONUSES_PER_QUARTER,
    SYSTEM_ERROR_BOXES,
    TANK_OF_CELL,
    TRACKS,
    TUNNELS,
)
from moon_envs.games.welcome_to_the_moon.colony.state import DECIDE_QUARTER, DECIDE_TRACK, DECIDE_TUNNEL, STATE
from moon_envs.games.welcome_to_the_moon.state import NO_DECISION, is_solo
from moon_envs.games.welcome_to_the_moon.zones import X_MARK


@implements(adventure.set_up_adventure, STATE)
def set_up_adventure(state):
    """Empty sheets with the two tunnels of the rocket (colony 1.4, 1.5)."""
    state.closed_quarters = 0
    state.written_cell = 0
    for player in range(state.player_count):
        sheet = state.players[player]
        lay_out_colony(sheet)
        sheet.tanks = 0
        sheet.greenhouses[:] = 0
        sheet.track_boxes[:] = 0
        sheet.quarters[:] = NOT_PAID
        sheet.astronauts = 0
        sheet.plannings = 0


@implements(adventure.forget_pending, STATE)
def forget_pending(state):
    """No action is pending."""
    state.pending_action = 0


@implements(adventure.can_write, STATE)
def can_write(state, player, number, action):
    """Whether some cell has room for the number, whatever the action (colony 2.1)."""
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
    """The cells that have room for the number (colony 2.1)."""
    mark_choices(mask, WRITE, state.players[player].room[number], CELLS)


@implements(adventure.write_number, STATE)
def write_number(state, player, cell):
    """Write the number; an astronaut is used by that, the other actions follow (colony 3.7)."""
    sheet = state.players[player]
    fill_cell(sheet, cell, state.number)
    use_astronaut_or_wait(state, sheet, cell, ASTRONAUTS)


@implements(adventure.take_system_error, STATE)
def take_system_error(state, player):
    """Cross off a box (colony 2.2)."""
    state.players[player].system_errors += 1


@implements(adventure.next_sheet_decision, STATE)
def next_sheet_decision(state, player):
    """The action of the combination."""
    if not state.pending_action:
        return
    begin_action(state, state.players[player])
    if state.decision == NO_DECISION:
        state.pending_action = 0


@kernel
def begin_action(state, sheet):
    """Use the action where there is no choice, otherwise ask (colony 3.8, welcome 4.7)."""
    if state.action == PLANNING:
        if sheet.filled_cells < CELLS:
            state.decision = DECIDE_X
    elif state.action == WATER:
        circle_tank(sheet, state.written_cell)
    elif state.action == PLANT:
        circle_greenhouse(sheet, QUARTER_OF_CELL[state.written_cell])
    elif state.action == ROBOT:
        choose_tunnel(state, sheet)
    else:
        choose_track(state, sheet)


@kernel
def circle_tank(sheet, cell):
    """Circle the tank of the cell just numbered, if it has one (colony 3.1)."""
    if TANK_OF_CELL[cell] != NO_TANK:
        sheet.tanks |= 1 << TANK_OF_CELL[cell]


@kernel
def circle_greenhouse(sheet, quarter):
    """Circle the next greenhouse of the quarter, if one is left (colony 3.2)."""
    if sheet.greenhouses[quarter] < GREENHOUSES:
        sheet.greenhouses[quarter] += 1


@kernel
def choose_tunnel(state, sheet):
    """Ask when there are several places for a tunnel (colony 3.3)."""
    tunnel = only_choice(free_places_in_reach(sheet))
    if tunnel == SEVERAL:
        state.decision = DECIDE_TUNNEL
    elif tunnel != NOTHING:
        build_tunnel(sheet, tunnel)


@kernel
def choose_track(state, sheet):
    """Ask when several multipliers have a box left (colony 3.6)."""
    track = only_choice(tracks_with_boxes(sheet))
    if track == SEVERAL:
        state.decision = DECIDE_TRACK
    elif track != NOTHING:
        sheet.track_boxes[track] += 1


@kernel
def tracks_with_boxes(sheet):
    """The multipliers that have a box left (colony 3.6)."""
    tracks = 0
    for track in range(TRACKS):
        if sheet.track_boxes[track] < BOXES_PER_TRACK:
            tracks |= 1 << track
    return tracks


@implements(adventure.mark_sheet_choices, STATE)
def mark_sheet_choices(state, player, mask):
    """The answers to the decisions of this sheet."""
    sheet = state.players[player]
    if state.decision == DECIDE_SHIFT:
        mark_shifts(state, player, mask, SHIFT)
    elif state.decision == DECIDE_X:
        mask[PASS] = 1
        mark_empty_cells(sheet.cells, mask, WRITE_X)
    elif state.decision == DECIDE_TUNNEL:
        mark_choices(mask, TUNNEL, free_places_in_reach(sheet), TUNNELS)
    elif state.decision == DECIDE_TRACK:
        mark_choices(mask, TRACK, tracks_with_boxes(sheet), TRACKS)
    else:
        mark_choices(mask, QUARTER, open_quarters(state), QUARTERS)


@implements(adventure.apply_sheet_choice, STATE)
def apply_sheet_choice(state, player, action):
    """Carry out the answers to the decisions of this sheet."""
    sheet = state.players[player]
    if state.decision == DECIDE_SHIFT:
        shift_number(state, action - SHIFT)
    elif state.decision == DECIDE_QUARTER:
        close_quarter(state, action - QUARTER)  # colony 7.2
    else:
        state.pending_action = 0
        if action != PASS:
            use_action(state, sheet, action)


@kernel
def use_action(state, sheet, action):
    """Use the action of the combination with the player's choice (colony 3)."""
    if state.decision == DECIDE_TUNNEL:
        build_tunnel(sheet, action - TUNNEL)
    elif state.decision == DECIDE_TRACK:
        sheet.track_boxes[action - TRACK] += 1
    else:
        fill_cell(sheet, action - WRITE_X, X_MARK)
        sheet.plannings = symbols_after_crossing_off(sheet.plannings, PLANNINGS)  # colony 3.7


@kernel
def open_quarters(state):
    """The quarters whose 15 is neither circled nor crossed off."""
    return ALL_QUARTERS ^ state.closed_quarters


@kernel
def close_quarter(state, quarter):
    """Nobody gets the 15 of this quarter any more."""
    state.closed_quarters |= 1 << quarter


@implements(adventure.resolve_incidents, STATE)
def resolve_incidents(state):
    """Quarters completed this turn are paid: 15 where it is open, and it is closed by that, otherwise 5 (colony 4)."""
    open_before = open_quarters(state)
    for player in range(state.player_count):
        sheet = state.players[player]
        for quarter in range(QUARTERS):
            if sheet.quarters[quarter] == NOT_PAID and is_filled(sheet, QUARTER_CELLS[quarter]):
                pay_quarter(state, sheet, quarter, (open_before >> quarter) & 1)


@kernel
def pay_quarter(state, sheet, quarter, was_open):
    """15 for all who complete it in the first turn in which somebody does, 5 later (colony 4.1, 4.2)."""
    if not was_open:
        sheet.quarters[quarter] = PAID_LATER
        return
    sheet.quarters[quarter] = PAID_FIRST
    close_quarter(state, quarter)
    if is_solo(state):
        circle_solo_bonuses(state, SOLO_BONUSES_PER_QUARTER, SOLO_BONUS_SYMBOLS)  # colony 7.1


@implements(adventure.begin_astra_effect, STATE)
def begin_astra_effect(state, letter):
    """A and B cross off an open 15 of the player's choice, C has no effect (colony 7.2)."""
    quarter = target_of_astra(letter, open_quarters(state))
    if quarter == SEVERAL:
        state.decision = DECIDE_QUARTER
    elif quarter != NOTHING:
        close_quarter(state, quarter)


@implements(adventure.give_card_to_astra, STATE)
def give_card_to_astra(state, action):
    """Given cards are only counted."""


@implements(adventure.adventure_ends, STATE)
def adventure_ends(state):
    """All System Errors crossed off, or all cells filled (welcome 7.2, 7.3)."""
    return is_a_sheet_finished(state, SYSTEM_ERROR_BOXES, CELLS)
