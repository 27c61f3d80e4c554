"""What the Journey sheet adds to the shared turn: lines and zones, tanks, stations, the race for the multipliers."""

from __future__ import annotations

from moon_envs.engine.compile import implements, kernel
from moon_envs.games.welcome_to_the_moon import adventure
from moon_envs.games.welcome_to_the_moon.acting import (
    DECIDE_SHIFT,
    DECIDE_WILD,
    DECIDE_X,
    decide_action_shift_and_cell,
    earn_wild_action,
    has_wild_action,
    is_a_sheet_finished,
    keep_action,
    mark_empty_cells,
    mark_shifts,
    mark_wild_actions,
    shift_number,
    symbols_after_crossing_off,
    use_wild_action,
    write_in_cell,
)
from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.astra import circle_solo_bonuses
from moon_envs.games.welcome_to_the_moon.cards import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, WATER
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, SEVERAL, mark_choices, target_of_astra
from moon_envs.games.welcome_to_the_moon.journey.actions import (
    CIRCLE_ENERGY,
    KEEP_ACTION,
    LINE,
    MULTIPLIER_OF_STATION,
    PASS,
    PLANT_OF_STATION,
    ROBOT_OF_STATION,
    SHIFT,
    SYSTEM_ERROR,
    WILD,
    WRITE_X,
)
from moon_envs.games.welcome_to_the_moon.journey.sheet import (
    ALL_STATIONS,
    ASTRONAUTS,
    CELLS,
    ENERGIES,
    ENERGIES_AT_START,
    ENERGIES_PER_LINE,
    GAPS,
    HIGH,
    LOW,
    NO_TANK,
    PLANNINGS,
    SOLO_BONUS_SYMBOLS,
    SOLO_BONUSES_PER_MULTIPLIER,
    STATION_CELL,
    STATION_PLANTS,
    STATION_ROBOTS,
    STATIONS,
    SYSTEM_ERROR_BOXES,
    SYSTEM_ERRORS_WITH_ENERGY,
    TANK_OF_CELL,
)
from moon_envs.games.welcome_to_the_moon.journey.state import (
    DECIDE_COMPULSORY_LINE,
    DECIDE_ENERGY,
    DECIDE_LINE,
    DECIDE_MULTIPLIER,
    DECIDE_PLANT,
    DECIDE_ROBOT,
    STATE,
)
from moon_envs.games.welcome_to_the_moon.journey.zones import are_in_one_zone, end_of_zone, fits_somewhere
from moon_envs.games.welcome_to_the_moon.state import NO_DECISION, is_solo
from moon_envs.games.welcome_to_the_moon.zones import EMPTY, X_MARK, mark_fitting_cells


@implements(adventure.set_up_adventure, STATE)
def set_up_adventure(state):
    """Empty sheets with one energy circled (journey 1.4)."""
    state.closed_multipliers = 0
    state.written_cell = 0
    for player in range(state.player_count):
        sheet = state.players[player]
        sheet.cells[:] = EMPTY
        sheet.lines[:] = 0
        sheet.tanks[:] = 0
        sheet.robots[:] = 0
        sheet.plants[:] = 0
        sheet.multipliers[:] = 0
        sheet.energies = ENERGIES_AT_START
        sheet.astronauts = 0
        sheet.plannings = 0
        sheet.wilds_earned = 0
        sheet.wilds_used = 0


@implements(adventure.forget_pending, STATE)
def forget_pending(state):
    """No line and no action is pending."""
    state.pending_line = 0
    state.pending_action = 0


@implements(adventure.can_write, STATE)
def can_write(state, player, number, action):
    """Whether the number fits its zone in some cell, whatever the action (journey 2.1)."""
    return fits_somewhere(state.players[player], number)


@implements(adventure.can_modify, STATE)
def can_modify(state, player, action):
    """With the astronaut of the combination, or with a wild action used as one (welcome 4.5, 4.9)."""
    return action == ASTRONAUT or has_wild_action(state.players[player])


@implements(adventure.mark_refusal, STATE)
def mark_refusal(state, player, mask):
    """Nobody is forced to modify a number (welcome 9.1)."""
    mask[SYSTEM_ERROR] = 1


@implements(adventure.decide_before_writing, STATE)
def decide_before_writing(state, player):
    """A wild action, the shift of an astronaut, the cell."""
    decide_action_shift_and_cell(state, has_wild_action(state.players[player]))


@implements(adventure.mark_writable_cells, STATE)
def mark_writable_cells(state, player, number, action, mask):
    """The empty cells in which the number fits its zone (journey 2.1)."""
    sheet = state.players[player]
    first = 0
    while first < CELLS:
        last = end_of_zone(sheet, first)
        mark_fitting_cells(sheet.cells, first, last, number, mask, WRITE)
        first = last


@implements(adventure.write_number, STATE)
def write_number(state, player, cell):
    """Write the number; an astronaut is used by that, the other actions follow."""
    sheet = state.players[player]
    write_in_cell(sheet, cell, state.number)
    state.written_cell = cell
    if state.action == ASTRONAUT:
        cross_off_astronaut(sheet)
    else:
        state.pending_action = 1


@kernel
def cross_off_astronaut(sheet):
    """Every second astronaut earns a wild action (journey 3.6)."""
    before = sheet.astronauts
    sheet.astronauts = symbols_after_crossing_off(before, ASTRONAUTS)
    earn_wild_action(sheet, before, sheet.astronauts)


@kernel
def cross_off_planning(sheet):
    """Every second planning earns a wild action (journey 3.6)."""
    before = sheet.plannings
    sheet.plannings = symbols_after_crossing_off(before, PLANNINGS)
    earn_wild_action(sheet, before, sheet.plannings)


@implements(adventure.take_system_error, STATE)
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


@implements(adventure.next_sheet_decision, STATE)
def next_sheet_decision(state, player):
    """A line that a System Error demands, or the action of the combination."""
    if state.pending_line:
        state.decision = DECIDE_COMPULSORY_LINE
        return
    if not state.pending_action:
        return
    begin_action(state, state.players[player])
    if state.decision == NO_DECISION:
        state.pending_action = 0


@kernel
def begin_action(state, sheet):
    """Use the action where there is no choice, otherwise ask."""
    if state.action == ENERGY:
        if sheet.energies < ENERGIES:
            state.decision = DECIDE_LINE if completes_pair(sheet) else DECIDE_ENERGY
    elif state.action == PLANNING:
        if sheet.filled_cells < CELLS:
            state.decision = DECIDE_X
    elif state.action == WATER:
        circle_tank(sheet, state.written_cell)
    else:
        choose_station(state, sheet)


@kernel
def circle_tank(sheet, cell):
    """Circle the tank of the cell just numbered, if it has one (journey 3.2)."""
    if TANK_OF_CELL[cell] != NO_TANK:
        sheet.tanks[TANK_OF_CELL[cell]] = 1


@kernel
def choose_station(state, sheet):
    """A robot or a plant: ask when several stations can take it (journey 3.3, 3.5)."""
    candidates = 0
    last_candidate = 0
    for station in range(STATIONS):
        if can_use_station(state, sheet, station):
            candidates += 1
            last_candidate = station
    if candidates > 1:
        state.decision = DECIDE_ROBOT if state.action == ROBOT else DECIDE_PLANT
    elif candidates == 1:
        use_station(state, sheet, last_candidate)


@kernel
def can_use_station(state, sheet, station):
    """Any station with a robot left (journey 3.3); a station of the zone with a plant left (journey 3.5)."""
    if state.action == ROBOT:
        return sheet.robots[station] < STATION_ROBOTS[station]
    if sheet.plants[station] == STATION_PLANTS[station]:
        return False
    return are_in_one_zone(sheet, state.written_cell, STATION_CELL[station])


@kernel
def use_station(state, sheet, station):
    """Circle a robot or a plant of a station."""
    if state.action == PLANT:
        sheet.plants[station] += 1
        return
    sheet.robots[station] += 1
    if sheet.robots[station] == STATION_ROBOTS[station]:
        circle_multiplier(state, sheet, station)


@kernel
def circle_multiplier(state, sheet, station):
    """The high multiplier while it is not crossed off, otherwise the low one (journey 3.4)."""
    if (state.closed_multipliers >> station) & 1:
        sheet.multipliers[station] = LOW
        return
    sheet.multipliers[station] = HIGH
    if is_solo(state):
        circle_solo_bonuses(state, SOLO_BONUSES_PER_MULTIPLIER, SOLO_BONUS_SYMBOLS)  # journey 7.1


@implements(adventure.mark_sheet_choices, STATE)
def mark_sheet_choices(state, player, mask):
    """The answers to the decisions of this sheet."""
    sheet = state.players[player]
    if state.decision == DECIDE_WILD:
        mark_wild_actions(state, player, mask, WILD, KEEP_ACTION)
    elif state.decision == DECIDE_SHIFT:
        mark_shifts(state, player, mask, SHIFT)
    elif state.decision == DECIDE_X:
        mask[PASS] = 1
        mark_empty_cells(sheet.cells, mask, WRITE_X)
    elif state.decision == DECIDE_ENERGY:
        mask[PASS] = 1
        mask[CIRCLE_ENERGY] = 1
    elif state.decision == DECIDE_MULTIPLIER:
        mark_choices(mask, MULTIPLIER_OF_STATION, open_multipliers(state), STATIONS)
    elif state.decision == DECIDE_ROBOT or state.decision == DECIDE_PLANT:
        first = ROBOT_OF_STATION if state.decision == DECIDE_ROBOT else PLANT_OF_STATION
        for station in range(STATIONS):
            mask[first + station] = can_use_station(state, sheet, station)
    else:
        mask[PASS] = state.decision == DECIDE_LINE
        for gap in range(GAPS):
            mask[LINE + gap] = not sheet.lines[gap]


@implements(adventure.apply_sheet_choice, STATE)
def apply_sheet_choice(state, player, action):
    """Carry out the answers to the decisions of this sheet."""
    sheet = state.players[player]
    if state.decision == DECIDE_WILD:
        if action == KEEP_ACTION:
            keep_action(state)
        else:
            use_wild_action(state, sheet, action - WILD)
    elif state.decision == DECIDE_SHIFT:
        shift_number(state, action - SHIFT)
    elif state.decision == DECIDE_MULTIPLIER:
        state.closed_multipliers |= 1 << (action - MULTIPLIER_OF_STATION)  # journey 7.2
    elif state.decision == DECIDE_COMPULSORY_LINE:
        state.pending_line = 0
        sheet.lines[action - LINE] = 1
    else:
        state.pending_action = 0
        if action != PASS:
            use_action(state, sheet, action)


@kernel
def use_action(state, sheet, action):
    """Use the action of the combination with the player's choice (journey 3)."""
    if state.decision == DECIDE_X:
        write_in_cell(sheet, action - WRITE_X, X_MARK)
        cross_off_planning(sheet)
    elif state.decision == DECIDE_ROBOT:
        use_station(state, sheet, action - ROBOT_OF_STATION)
    elif state.decision == DECIDE_PLANT:
        use_station(state, sheet, action - PLANT_OF_STATION)
    else:
        sheet.energies += 1
        if state.decision == DECIDE_LINE:
            sheet.lines[action - LINE] = 1


@implements(adventure.resolve_incidents, STATE)
def resolve_incidents(state):
    """Multipliers circled this turn are closed to everybody else (journey 4.1)."""
    for player in range(state.player_count):
        for station in range(STATIONS):
            if state.players[player].multipliers[station] == HIGH:
                state.closed_multipliers |= 1 << station


@kernel
def open_multipliers(state):
    """Neither circled nor crossed off; during a draw every circled one has been closed already."""
    return ALL_STATIONS ^ state.closed_multipliers


@implements(adventure.begin_astra_effect, STATE)
def begin_astra_effect(state, letter):
    """A and B cross off an open high multiplier of the player's choice, C has no effect (journey 7.2)."""
    station = target_of_astra(letter, open_multipliers(state))
    if station == SEVERAL:
        state.decision = DECIDE_MULTIPLIER
    elif station != NOTHING:
        state.closed_multipliers |= 1 << station


@implements(adventure.give_card_to_astra, STATE)
def give_card_to_astra(state, action):
    """Given cards are only counted."""


@implements(adventure.adventure_ends, STATE)
def adventure_ends(state):
    """All System Errors crossed off, or a full trajectory (welcome 7.2, 7.3)."""
    return is_a_sheet_finished(state, SYSTEM_ERROR_BOXES, CELLS)
