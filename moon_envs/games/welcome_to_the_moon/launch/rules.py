"""What the Launch sheet adds to the shared turn: floors, quarter effects in chains, sabotages, ASTRA.

The races of Launch are its sabotages: a closed one has no further effect. Functions with the name of a stub in
adventure.py or fitting_cells.py are Launch's versions of it.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, X_MARK
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, mark_choices
from moon_envs.games.welcome_to_the_moon.fitting_cells import fill_cell
from moon_envs.games.welcome_to_the_moon.launch.actions import ACTIVATE, CROSS_OFF_SABOTAGE, DECLINE_X, WRITE_X
from moon_envs.games.welcome_to_the_moon.launch.components import (
    ACTIVATIONS,
    ACTIVE_ROCKETS,
    ASTRA_BOXES,
    ASTRA_BOXES_AT_START,
    BUILDINGS,
    CELLS,
    CELLS_OF_ACTION,
    INACTIVE_COUNT,
    INACTIVE_ROCKET_OF_QUARTER,
    INACTIVE_ROCKET_QUARTER,
    INACTIVE_ROCKETS,
    NO_INACTIVE_ROCKET,
    PRINTED,
    QUARTER_OF_CELL,
    SABOTAGES,
    SABOTAGES_OF_QUARTER,
    TIE_ROCKETS,
    TRACK_ROCKETS,
)
from moon_envs.games.welcome_to_the_moon.launch.scoring import has_launched, open_system_errors
from moon_envs.games.welcome_to_the_moon.launch.state import DECIDE_ACTIVATION, DECIDE_SABOTAGE, DECIDE_X
from moon_envs.games.welcome_to_the_moon.opponents import OPPONENT_VALUES
from moon_envs.games.welcome_to_the_moon.races import (
    close_race,
    earn_solo_bonuses,
    is_effect_to_be_chosen,
    open_races,
    targets_of_astra,
)
from moon_envs.games.welcome_to_the_moon.state import DECIDE_CELL, PHASE_WRITE, STEP_CONSEQUENCES


def set_up_table(state):
    """Cross off the boxes of ASTRA's track that the opponent's level gives (launch 7.1)."""
    state.astra_boxes = ASTRA_BOXES_AT_START[state.opponent]


def accessible_cells(state, player, action):
    """The action says on which floors the number may go (launch 2.1)."""
    return CELLS_OF_ACTION[action]


def can_write_modified(state, player, number, action):
    """Nothing modifies a number (launch 2.1)."""
    return False


def mark_refusal(state, mask):
    """No number has to be modified, so nothing can be refused."""


def decide_before_writing(state, player):
    """Ask for the cell only."""
    state.decision = DECIDE_CELL


def write_number(state, player, cell):
    """Write the number of the combination."""
    fill_cell_of_quarter(state, state.players[player], cell, state.number)


def take_system_error(state, player):
    """Circle a System Error box (launch 2.2)."""
    circle_system_error(state.players[player])


@kernel
def circle_system_error(sheet):
    """Circle a free System Error box, if there is one (launch 4.3)."""
    if sheet.system_errors < PRINTED.system_error_boxes:
        sheet.system_errors += 1


@kernel
def fill_cell_of_quarter(state, sheet, cell, value):
    """Fill a cell with a number or an X; a full quarter has its effects (launch 3.1)."""
    quarter = QUARTER_OF_CELL[cell]
    fill_cell(state, sheet, cell, value)
    sheet.empty_in_quarter[quarter] -= 1
    if sheet.empty_in_quarter[quarter] == 0:
        complete_quarter(state, sheet, quarter)


@kernel
def complete_quarter(state, sheet, quarter):
    """Carry out rockets and sabotages at once; activations and buildings become pending (launch 3.6)."""
    cross_off_rockets(sheet, ACTIVE_ROCKETS[quarter])
    inactive = INACTIVE_ROCKET_OF_QUARTER[quarter]
    if inactive != NO_INACTIVE_ROCKET and sheet.arrows[inactive]:
        cross_off_rockets(sheet, INACTIVE_ROCKETS[inactive])  # launch 3.2
    trigger_sabotages(state, sheet, quarter)
    state.pending_activations += ACTIVATIONS[quarter]
    state.pending_x += BUILDINGS[quarter]


@kernel
def cross_off_rockets(sheet, rockets):
    """Cross off track rockets first, then open System Errors, then tie rockets; the rest is lost (launch 3.7)."""
    on_track = min(rockets, TRACK_ROCKETS - sheet.rockets)
    sheet.rockets += on_track
    rockets -= on_track
    repairs = min(rockets, open_system_errors(sheet))
    sheet.repaired += repairs
    rockets -= repairs
    sheet.tie_rockets += min(rockets, TIE_ROCKETS - sheet.tie_rockets)


@kernel
def trigger_sabotages(state, sheet, quarter):
    """Trigger the quarter's sabotages that are not crossed off (launch 3.5); solo: earn bonuses (launch 7.3)."""
    triggered = SABOTAGES_OF_QUARTER[quarter] & open_races(state)
    sheet.triggered |= triggered
    for sabotage in range(SABOTAGES):
        if (triggered >> sabotage) & 1:
            earn_solo_bonuses(state)


@kernel
def rockets_to_activate(sheet):
    """The inactive rockets that can be activated: not activated yet, in a quarter that is not full (launch 3.3)."""
    rockets = 0
    for inactive in range(INACTIVE_COUNT):
        if not sheet.arrows[inactive] and sheet.empty_in_quarter[INACTIVE_ROCKET_QUARTER[inactive]] > 0:
            rockets |= 1 << inactive
    return rockets


def next_sheet_decision(state, player):
    """Carry out pending activations first, then pending buildings (launch 3.6)."""
    sheet = state.players[player]
    while state.pending_activations > 0:
        rocket = choose(state, rockets_to_activate(sheet), DECIDE_ACTIVATION)
        if state.decision == DECIDE_ACTIVATION:
            return
        state.pending_activations -= 1
        if rocket != NOTHING:
            sheet.arrows[rocket] = 1
    if sheet.filled_cells == CELLS:
        state.pending_x = 0
    if state.pending_x > 0:
        state.decision = DECIDE_X


def forget_pending(state):
    """Clear the pending activations and buildings."""
    state.pending_activations = 0
    state.pending_x = 0


def mark_sheet_choices(state, player, mask):
    """Mark the answers to an activation, a building or an effect card of ASTRA."""
    sheet = state.players[player]
    if state.decision == DECIDE_ACTIVATION:
        mark_choices(mask, ACTIVATE, rockets_to_activate(sheet), INACTIVE_COUNT)
    elif state.decision == DECIDE_X:
        mask[DECLINE_X] = 1
        for cell in range(CELLS):
            mask[WRITE_X + cell] = sheet.cells[cell] == EMPTY
    else:
        mark_choices(mask, CROSS_OFF_SABOTAGE, open_races(state), SABOTAGES)


def apply_sheet_choice(state, player, action):
    """Fill in an arrow, write or decline an X (launch 3.4), or cross off a sabotage for ASTRA."""
    sheet = state.players[player]
    if state.decision == DECIDE_ACTIVATION:
        state.pending_activations -= 1
        sheet.arrows[action - ACTIVATE] = 1
    elif state.decision == DECIDE_X:
        state.pending_x -= 1
        if action != DECLINE_X:
            sheet.x_marks += 1
            fill_cell_of_quarter(state, sheet, action - WRITE_X, X_MARK)
    else:
        cross_off_sabotage(state, player, action - CROSS_OFF_SABOTAGE)


def resolve_incidents(state):
    """For each sabotage of this turn, let every player who did not trigger it circle a System Error (launch 4.1, 4.2).

    The error counts at once (launch 4.4). Sabotages are a race (welcome 5.2): after this turn they are closed.
    """
    triggered_by_somebody = 0
    for player in range(state.player_count):
        triggered_by_somebody |= state.players[player].triggered
    working = triggered_by_somebody & open_races(state)
    for player in range(state.player_count):
        sheet = state.players[player]
        suffered = working ^ (working & sheet.triggered)
        for sabotage in range(SABOTAGES):
            if (suffered >> sabotage) & 1:
                circle_system_error(sheet)
    state.closed_races |= working


def receive_mission_value(state, player, value):
    """Cross off the rockets that a mission pays (launch 5.1)."""
    cross_off_rockets(state.players[player], value)


def begin_astra_effect(state, letter):
    """Cross off an open sabotage that the player chooses; circle a System Error in any case (launch 7.4)."""
    sabotage = choose(state, targets_of_astra(state, letter), DECIDE_SABOTAGE)
    if sabotage != NOTHING:
        cross_off_sabotage(state, 0, sabotage)
    elif state.decision != DECIDE_SABOTAGE:
        circle_system_error(state.players[0])


@kernel
def cross_off_sabotage(state, player, sabotage):
    """Carry out the ASTRA effect on the chosen sabotage (launch 7.4)."""
    close_race(state, sabotage)
    circle_system_error(state.players[player])


def give_card_to_astra(state, action):
    """Cross off boxes of ASTRA's track for a given card (launch 7.1)."""
    boxes = state.astra_boxes + OPPONENT_VALUES[state.opponent, action]
    state.astra_boxes = min(boxes, ASTRA_BOXES)


def adventure_ends(state):
    """Whether a player launches (launch 6.1), or ASTRA (launch 7.5)."""
    for player in range(state.player_count):
        if has_launched(state.players[player]):
            return True
    return state.astra_boxes == ASTRA_BOXES


def is_sheet_decision_due(state):
    """Whether this decision is due in a chain of quarters, or by an effect card."""
    if state.decision == DECIDE_SABOTAGE:
        return is_effect_to_be_chosen(state)
    if state.phase != PHASE_WRITE or state.step != STEP_CONSEQUENCES:
        return False
    if state.decision == DECIDE_ACTIVATION:
        return state.pending_activations > 0
    return state.pending_activations == 0 and state.pending_x > 0


def is_sheet_consistent(state, sheet):
    """Whether the counts of empty cells and X marks follow from the cells; only circled errors are repaired."""
    empty = np.zeros_like(sheet.empty_in_quarter)
    x_marks = 0
    for cell in range(CELLS):
        empty[QUARTER_OF_CELL[cell]] += sheet.cells[cell] == EMPTY
        x_marks += sheet.cells[cell] == X_MARK
    is_counted = (empty == sheet.empty_in_quarter).all() and x_marks == sheet.x_marks
    return is_counted and sheet.repaired <= sheet.system_errors
