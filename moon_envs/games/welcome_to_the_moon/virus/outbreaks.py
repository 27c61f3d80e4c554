"""What viruses add to the shared turn: incidents with choices, missions that release viruses, ASTRA's effects.

Functions with the name of a stub in adventure.py, use_action.py or races.py are Virus's versions of it.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, INFECTED
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, count_bits
from moon_envs.games.welcome_to_the_moon.races import (
    close_race,
    cross_off_for_astra,
    earn_solo_bonuses,
    open_races,
    targets_of_astra,
)
from moon_envs.games.welcome_to_the_moon.state import (
    MISSIONS,
    PHASE_DRAW,
    PHASE_INCIDENTS,
    PHASE_SET_UP,
    STEP_CONSEQUENCES,
    STEP_PICK,
)
from moon_envs.games.welcome_to_the_moon.use_action import DECIDE_RACE
from moon_envs.games.welcome_to_the_moon.virus.components import (
    GREY_QUARTERS,
    NO_QUARTER,
    QUARTERS,
    SYMBOLS,
    TRACK_VIRUSES,
)
from moon_envs.games.welcome_to_the_moon.virus.propagation import (
    begin_propagations,
    propagate,
    quarter_of_handled_virus,
)
from moon_envs.games.welcome_to_the_moon.virus.quarters import evacuate_complete_quarters, is_complete, spaces_of
from moon_envs.games.welcome_to_the_moon.virus.rules import are_spaces_counted
from moon_envs.games.welcome_to_the_moon.virus.state import (
    DECIDE_GREY_VIRUS,
    DECIDE_INFECTION,
    TRIGGERED_BY_SYSTEM_ERROR,
)
from moon_envs.games.welcome_to_the_moon.wild_actions import SYMBOLS_PER_WILD


def resolve_incidents(state):
    """Evacuate, activate for all what was started, and count every player's propagations (virus 4.1, 4.2)."""
    triggered = 0
    for player in range(state.player_count):
        evacuate_complete_quarters(state.players[player])
        triggered |= state.players[player].triggered & (TRACK_VIRUSES | SYMBOLS)
    viruses = count_bits(triggered & TRACK_VIRUSES) + activate_mission_viruses(state)
    state.closed_races |= triggered
    for player in range(state.player_count):
        sheet = state.players[player]
        started_by_others = count_bits(triggered & SYMBOLS & ~sheet.triggered)
        by_system_error = 1 if sheet.triggered & TRIGGERED_BY_SYSTEM_ERROR else 0
        sheet.propagations_due = viruses + started_by_others + by_system_error
        sheet.triggered = 0


@kernel
def released_viruses(state):
    """The letters of the accomplished missions whose virus is not active yet (virus 5.2)."""
    letters = 0
    for player in range(state.player_count):
        for letter in range(MISSIONS):
            if state.players[player].missions[letter] != 0:
                letters |= 1 << letter
    return letters & ~state.mission_viruses


@kernel
def activate_mission_viruses(state):
    """Activate the viruses that missions have released. Returns how many there are."""
    letters = released_viruses(state)
    state.mission_viruses |= letters
    for letter in range(MISSIONS):
        if (letters >> letter) & 1:
            earn_solo_bonuses(state)  # virus 7.1
    return count_bits(letters)


def suffer_incidents(state, player):
    """Make the player's propagations (virus 4.3)."""
    sheet = state.players[player]
    if state.step == STEP_PICK:
        state.step = STEP_CONSEQUENCES
        begin_propagations(state, sheet.propagations_due)
        sheet.propagations_due = 0
    propagate(state, sheet)


def repeats_incidents(state):
    """Whether a mission has released a virus: it propagates in this turn, and missions follow again (virus 5.2)."""
    return released_viruses(state) != 0


def begin_astra_effect(state, letter):
    """Start a virus or a Propagation symbol in the first pass, the mission's virus in the second (virus 7.2, 7.3)."""
    if state.deck_pass == 2:
        if (state.mission_viruses >> letter) & 1 == 0:
            state.mission_viruses |= 1 << letter
            begin_propagations(state, 1)
        return
    race = choose(state, targets_of_astra(state, letter), DECIDE_RACE)
    if race != NOTHING:
        cross_off_for_astra(state, race)


def targets_of_first_pass(state, letter):
    """The inactive viruses of the tracks; if there are none, the Propagation symbols that are left (virus 7.2)."""
    if state.deck_pass == 2:
        return 0
    viruses = open_races(state) & TRACK_VIRUSES
    return viruses if viruses != 0 else open_races(state) & SYMBOLS


def start_propagation_for_astra(state, race):
    """Activate the virus, or cross off the symbol; a propagation follows at once (virus 7.2)."""
    close_race(state, race)
    begin_propagations(state, 1)


def carry_on_astra_effect(state):
    """Make the propagation of an effect card (virus 7.2, 7.3)."""
    propagate(state, state.players[0])


def is_decision_outside_writing_due(state, sheet):
    """Whether this decision is due, in the set-up, in the incidents or by an effect card."""
    if state.decision == DECIDE_GREY_VIRUS:
        return state.phase == PHASE_SET_UP and sheet.grey == NO_QUARTER
    if state.decision != DECIDE_INFECTION or state.propagations_left == 0:
        return False
    if spaces_of(sheet.empty_cells, state.infected_quarter) == 0 or quarter_of_handled_virus(state) == QUARTERS:
        return False
    return state.phase == PHASE_DRAW or (state.phase == PHASE_INCIDENTS and state.step == STEP_CONSEQUENCES)


def is_sheet_consistent(state, sheet):
    """Whether sets agree with the cells, wild actions with symbols, and the grey virus is in its place."""
    if not are_spaces_counted(sheet, EMPTY, INFECTED):
        return False
    wilds = sheet.astronauts // SYMBOLS_PER_WILD + sheet.plannings // SYMBOLS_PER_WILD
    if sheet.wilds_earned != wilds or sheet.wilds_used > wilds:
        return False
    for quarter in range(QUARTERS):
        if (sheet.evacuated >> quarter) & 1 and not is_complete(sheet, quarter):
            return False
    if sheet.grey == NO_QUARTER:
        return state.phase == PHASE_SET_UP
    return sheet.grey in GREY_QUARTERS
