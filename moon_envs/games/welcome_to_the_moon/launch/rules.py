"""What the Launch sheet adds to the shared turn: floors, quarter effects in chains, sabotages, missions, ASTRA."""

from __future__ import annotations

from moon_envs.engine.compile import implements, kernel
from moon_envs.games.welcome_to_the_moon import adventure
from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.astra import OPPONENT_VALUES, circle_solo_bonuses
from moon_envs.games.welcome_to_the_moon.launch.actions import ACTIVATE, CROSS_OFF_SABOTAGE, DECLINE_X, WRITE_X
from moon_envs.games.welcome_to_the_moon.launch.scoring import has_launched, open_system_errors
from moon_envs.games.welcome_to_the_moon.launch.sheet import (
    ACTIVATIONS,
    ACTIVE_ROCKETS,
    ALL_SABOTAGES,
    ASTRA_BOXES,
    ASTRA_BOXES_AT_START,
    BUILDINGS,
    CELLS,
    FLOOR_COUNT_OF_ACTION,
    FLOOR_FIRST,
    FLOORS_OF_ACTION,
    INACTIVE_COUNT,
    INACTIVE_ROCKET_OF_QUARTER,
    INACTIVE_ROCKET_QUARTER,
    INACTIVE_ROCKETS,
    MISSION_FLOORS,
    MISSION_VALUES,
    NO_INACTIVE_ROCKET,
    OPEN_ERRORS_FOR_MISSION,
    QUARTER_CELLS,
    QUARTER_OF_CELL,
    QUARTERS,
    SABOTAGES,
    SABOTAGES_OF_QUARTER,
    SOLO_BONUS_SYMBOLS,
    SYSTEM_ERROR_BOXES,
    TIE_ROCKETS,
    TRACK_ROCKETS,
    X_FOR_MISSION,
)
from moon_envs.games.welcome_to_the_moon.launch.state import DECIDE_ACTIVATION, DECIDE_SABOTAGE, DECIDE_X, STATE
from moon_envs.games.welcome_to_the_moon.state import DECIDE_CELL, NO_DECISION, is_solo
from moon_envs.games.welcome_to_the_moon.zones import EMPTY, X_MARK, fits_in_zone, mark_fitting_cells

FLOORS_OF_MISSION_64, FLOORS_OF_MISSION_65, FLOORS_OF_MISSION_66, FLOORS_OF_MISSION_67 = MISSION_FLOORS


@implements(adventure.set_up_adventure, STATE)
def set_up_adventure(state):
    """Empty sheets; ASTRA's track starts at the opponent's level (launch 7.1)."""
    state.closed_sabotages = 0
    state.astra_boxes = ASTRA_BOXES_AT_START[state.opponent]
    for player in range(state.player_count):
        sheet = state.players[player]
        sheet.cells[:] = EMPTY
        sheet.arrows[:] = 0
        sheet.rockets = 0
        sheet.tie_rockets = 0
        sheet.repaired = 0
        sheet.x_marks = 0
        sheet.triggered = 0
        for quarter in range(QUARTERS):
            sheet.empty_in_quarter[quarter] = QUARTER_CELLS[quarter]


@implements(adventure.can_write, STATE)
def can_write(state, player, number, action):
    """The action says on which floors the number may go (launch 2.1)."""
    cells = state.players[player].cells
    for index in range(FLOOR_COUNT_OF_ACTION[action]):
        floor = FLOORS_OF_ACTION[action, index]
        if fits_in_zone(cells, FLOOR_FIRST[floor], FLOOR_FIRST[floor + 1], number):
            return True
    return False


@implements(adventure.can_modify, STATE)
def can_modify(state, player, action):
    """Nothing modifies a number here (launch 2.1)."""
    return False


@implements(adventure.mark_refusal, STATE)
def mark_refusal(state, player, mask):
    """There is nothing to refuse."""


@implements(adventure.decide_before_writing, STATE)
def decide_before_writing(state, player):
    """The cell is all there is to choose."""
    state.decision = DECIDE_CELL


@implements(adventure.mark_writable_cells, STATE)
def mark_writable_cells(state, player, number, action, mask):
    """The cells of the accepting floors in which the number fits (launch 2.1)."""
    cells = state.players[player].cells
    for index in range(FLOOR_COUNT_OF_ACTION[action]):
        floor = FLOORS_OF_ACTION[action, index]
        mark_fitting_cells(cells, FLOOR_FIRST[floor], FLOOR_FIRST[floor + 1], number, mask, WRITE)


@implements(adventure.write_number, STATE)
def write_number(state, player, cell):
    """Write the number of the combination."""
    fill_cell(state, state.players[player], cell, state.number)


@implements(adventure.take_system_error, STATE)
def take_system_error(state, player):
    """Circle a box (launch 2.2)."""
    circle_system_error(state.players[player])


@kernel
def circle_system_error(sheet):
    """Circle a free System Error box, if there is one (launch 4.3)."""
    if sheet.system_errors < SYSTEM_ERROR_BOXES:
        sheet.system_errors += 1


@kernel
def fill_cell(state, sheet, cell, value):
    """Fill a cell with a number or an X; a full quarter has its effects (launch 3.1)."""
    quarter = QUARTER_OF_CELL[cell]
    sheet.cells[cell] = value
    sheet.filled_cells += 1
    sheet.empty_in_quarter[quarter] -= 1
    if sheet.empty_in_quarter[quarter] == 0:
        complete_quarter(state, sheet, quarter)


@kernel
def complete_quarter(state, sheet, quarter):
    """Rockets and sabotages at once, activations and buildings pending (launch 3.6)."""
    cross_off_rockets(sheet, ACTIVE_ROCKETS[quarter])
    inactive = INACTIVE_ROCKET_OF_QUARTER[quarter]
    if inactive != NO_INACTIVE_ROCKET and sheet.arrows[inactive]:
        cross_off_rockets(sheet, INACTIVE_ROCKETS[inactive])  # launch 3.2
    trigger_sabotages(state, sheet, quarter)
    state.pending_activations += ACTIVATIONS[quarter]
    state.pending_x += BUILDINGS[quarter]


@kernel
def cross_off_rockets(sheet, rockets):
    """Track rockets first, then open System Errors, then tie rockets; the rest is lost (launch 3.7)."""
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
    triggered = SABOTAGES_OF_QUARTER[quarter] & (ALL_SABOTAGES ^ state.closed_sabotages)
    sheet.triggered |= triggered
    if is_solo(state):
        for sabotage in range(SABOTAGES):
            circle_solo_bonuses(state, (triggered >> sabotage) & 1, SOLO_BONUS_SYMBOLS)


@kernel
def can_activate(sheet, inactive):
    """An inactive rocket can be activated once, in a quarter that is not full (launch 3.3)."""
    return not sheet.arrows[inactive] and sheet.empty_in_quarter[INACTIVE_ROCKET_QUARTER[inactive]] > 0


@implements(adventure.next_sheet_decision, STATE)
def next_sheet_decision(state, player):
    """Pending activations come first, then pending buildings (launch 3.6)."""
    sheet = state.players[player]
    while state.pending_activations > 0 and state.decision == NO_DECISION:
        targets = 0
        last_target = 0
        for inactive in range(INACTIVE_COUNT):
            if can_activate(sheet, inactive):
                targets += 1
                last_target = inactive
        if targets > 1:
            state.decision = DECIDE_ACTIVATION
            return
        state.pending_activations -= 1
        if targets == 1:
            sheet.arrows[last_target] = 1
    if sheet.filled_cells == CELLS:
        state.pending_x = 0
    if state.pending_x > 0:
        state.decision = DECIDE_X


@implements(adventure.forget_pending, STATE)
def forget_pending(state):
    """No activation and no building is pending."""
    state.pending_activations = 0
    state.pending_x = 0


@implements(adventure.mark_sheet_choices, STATE)
def mark_sheet_choices(state, player, mask):
    """The answers to an activation, a building or an effect card of ASTRA."""
    sheet = state.players[player]
    if state.decision == DECIDE_ACTIVATION:
        for inactive in range(INACTIVE_COUNT):
            mask[ACTIVATE + inactive] = can_activate(sheet, inactive)
    elif state.decision == DECIDE_X:
        mask[DECLINE_X] = 1
        for cell in range(CELLS):
            mask[WRITE_X + cell] = sheet.cells[cell] == EMPTY
    else:
        for sabotage in range(SABOTAGES):
            mask[CROSS_OFF_SABOTAGE + sabotage] = is_sabotage_open(state, sabotage)


@implements(adventure.apply_sheet_choice, STATE)
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
            fill_cell(state, sheet, action - WRITE_X, X_MARK)
    else:
        cross_off_sabotage(state, player, action - CROSS_OFF_SABOTAGE)


@implements(adventure.resolve_incidents, STATE)
def resolve_incidents(state):
    """Whoever did not trigger a sabotage that worked this turn circles a System Error (launch 4.1, 4.2).

    It counts at once (launch 4.4). The sabotages are a race (welcome 5.2): after this turn they are closed.
    """
    triggered_by_somebody = 0
    for player in range(state.player_count):
        triggered_by_somebody |= state.players[player].triggered
    working = triggered_by_somebody & (ALL_SABOTAGES ^ state.closed_sabotages)
    for player in range(state.player_count):
        sheet = state.players[player]
        suffered = working & (ALL_SABOTAGES ^ sheet.triggered)
        for sabotage in range(SABOTAGES):
            if (suffered >> sabotage) & 1:
                circle_system_error(sheet)
    state.closed_sabotages |= working


@kernel
def is_floor_full(sheet, floor):
    """Whether every cell of a floor is filled."""
    for cell in range(FLOOR_FIRST[floor], FLOOR_FIRST[floor + 1]):
        if sheet.cells[cell] == EMPTY:
            return False
    return True


@kernel
def are_floors_full(sheet, floors):
    """Whether every cell of all these floors is filled."""
    for floor in floors:
        if not is_floor_full(sheet, floor):
            return False
    return True


@implements(adventure.is_mission_met, STATE)
def is_mission_met(state, player, letter):
    """The six conditions (launch 5.2)."""
    sheet = state.players[player]
    second_card = state.mission_card[letter] == 1
    if letter == 0:
        return are_floors_full(sheet, FLOORS_OF_MISSION_65 if second_card else FLOORS_OF_MISSION_64)
    if letter == 1:
        if second_card:
            return are_floors_full(sheet, FLOORS_OF_MISSION_67)
        return are_floors_full(sheet, FLOORS_OF_MISSION_66)
    if second_card:
        return open_system_errors(sheet) >= OPEN_ERRORS_FOR_MISSION
    return sheet.x_marks >= X_FOR_MISSION


@implements(adventure.mission_value, STATE)
def mission_value(state, letter, later):
    """How many rockets the mission pays (launch 5.2)."""
    return MISSION_VALUES[letter, state.mission_card[letter], 1 if later else 0]


@implements(adventure.receive_mission_value, STATE)
def receive_mission_value(state, player, value):
    """A mission pays rockets (launch 5.1)."""
    cross_off_rockets(state.players[player], value)


@kernel
def is_sabotage_open(state, sabotage):
    """Neither triggered nor crossed off; during a draw every triggered sabotage has been closed already."""
    return ((state.closed_sabotages >> sabotage) & 1) == 0


@implements(adventure.begin_astra_effect, STATE)
def begin_astra_effect(state, letter):
    """Cross off an open sabotage of the player's choice; circle a System Error in any case (launch 7.4)."""
    targets = 0
    last_target = 0
    for sabotage in range(SABOTAGES):
        if is_sabotage_open(state, sabotage):
            targets += 1
            last_target = sabotage
    if targets > 1:
        state.decision = DECIDE_SABOTAGE
    elif targets == 1:
        cross_off_sabotage(state, 0, last_target)
    else:
        circle_system_error(state.players[0])


@kernel
def cross_off_sabotage(state, player, sabotage):
    """The ASTRA effect with its target chosen (launch 7.4)."""
    state.closed_sabotages |= 1 << sabotage
    circle_system_error(state.players[player])


@implements(adventure.give_card_to_astra, STATE)
def give_card_to_astra(state, action):
    """A given card crosses boxes off ASTRA's track (launch 7.1)."""
    boxes = state.astra_boxes + OPPONENT_VALUES[state.opponent, action]
    state.astra_boxes = min(boxes, ASTRA_BOXES)


@implements(adventure.adventure_ends, STATE)
def adventure_ends(state):
    """A launch, all System Errors circled, or a full rocket (launch 6.1); ASTRA's launch (launch 7.5)."""
    for player in range(state.player_count):
        sheet = state.players[player]
        if has_launched(sheet) or sheet.system_errors == SYSTEM_ERROR_BOXES or sheet.filled_cells == CELLS:
            return True
    return state.astra_boxes == ASTRA_BOXES
