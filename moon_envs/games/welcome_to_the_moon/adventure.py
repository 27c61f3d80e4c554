"""The stubs of the shared turn: rules that each adventure has a version of.

The table RULES in the `entry.py` of an adventure says which function stands behind each stub. Below the stubs are the
versions that several adventures share; each names its stub.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moon_envs.engine.compiler.shared_rules import shared_rule
from moon_envs.games.welcome_to_the_moon.facts import mission_values, printed
from moon_envs.games.welcome_to_the_moon.state import show_sheets


@shared_rule
def set_up_table(state):
    """Prepare the adventure's own fields of the table; blank sheets and everything shared are ready."""


@shared_rule
def asks_in_set_up(state):
    """Whether players choose something before the first turn (welcome 1.5)."""


@shared_rule
def set_up_sheet(state, player):
    """Set state.decision if the player still has to choose something in the set-up."""


@shared_rule
def lay_out_sheets(state):
    """Before a turn, give every player the sheet to write on in this turn, and show all sheets."""


@shared_rule
def find_fitting_cells(state, player):
    """Recompute which cells every number fits, after a sheet has changed in another way than by writing."""


@shared_rule
def are_fitting_cells_right(state, player):
    """Whether recomputing where numbers fit would change nothing (see faults.py)."""


@shared_rule
def can_write(state, player, number, action):
    """Whether a number can be written somewhere on the player's sheet with this action."""


@shared_rule
def can_write_modified(state, player, number, action):
    """Whether the player can modify the number of a combination with this action so that it can be written."""


@shared_rule
def mark_refusal(state, mask):
    """Mark the action that takes the System Error instead of modifying a number."""


@shared_rule
def decide_before_writing(state, player):
    """Set state.decision to what comes next between picking a combination and writing its number."""


@shared_rule
def mark_writable_cells(state, player, number, action, mask):
    """Set mask[WRITE + cell] for every cell that can take the number."""


@shared_rule
def write_number(state, player, cell):
    """Write state.number and do what follows at once."""


@shared_rule
def take_system_error(state, player):
    """Use a System Error box and do what follows at once."""


@shared_rule
def has_used_all_system_errors(state, sheet):
    """Whether the System Error boxes of a sheet end the game (welcome 7.2)."""


@shared_rule
def system_errors_of(state, player):
    """The player's number of System Errors, which breaks ties (welcome 7.4)."""


@shared_rule
def turns_marked(state, player):
    """The most turns that can be over, judged by the marks on the player's sheets (see faults.py)."""


@shared_rule
def next_sheet_decision(state, player):
    """Carry out what is pending in the player's turn; set state.decision where the player has to choose."""


@shared_rule
def forget_pending(state):
    """Clear what is pending: `resample` takes back the turn of the player who is asked (welcome 2.4)."""


@shared_rule
def mark_sheet_choices(state, player, mask):
    """Set the legal answers to one of the adventure's own decisions."""


@shared_rule
def apply_sheet_choice(state, player, action):
    """Carry out the answer to one of the adventure's own decisions."""


@shared_rule
def resolve_incidents(state):
    """Carry out the part of the incidents that needs no choice (welcome 5)."""


@shared_rule
def asks_in_incidents(state):
    """Whether players may have to choose something in the incidents phase (welcome 5.3)."""


@shared_rule
def suffer_incidents(state, player):
    """Carry out what the incidents bring a player; set state.decision where the player has to choose."""


@shared_rule
def repeats_incidents(state):
    """Whether the missions just accomplished lead to incidents and missions again in this turn (welcome 6.4)."""


@shared_rule
def is_mission_met(state, player, card):
    """Whether the condition of the mission card with this printed number is met now."""


@shared_rule
def mission_value(state, letter, later):
    """What the mission of this letter pays, first or later (welcome 6.2)."""


@shared_rule
def receive_mission_value(state, player, value):
    """Carry out what an accomplished mission brings at once; the shared turn keeps the value itself."""


@shared_rule
def begin_astra_effect(state, letter):
    """Begin the adventure's ASTRA effect (welcome 8.9); set state.decision where the player has to choose."""


@shared_rule
def carry_on_astra_effect(state):
    """Carry out what an ASTRA effect leads to; set state.decision where the player has to choose."""


@shared_rule
def carry_on_astra_move(state):
    """Make ASTRA's own move with the cards drawn so far; set state.decision where the player chooses for ASTRA."""


@shared_rule
def is_astra_to_move(state):
    """Whether ASTRA's own move comes next."""


@shared_rule
def give_card_to_astra(state, action):
    """Carry out what a given card brings ASTRA at once; the shared turn counts the card."""


@shared_rule
def adventure_ends(state):
    """Whether a condition of the adventure's own ends the game (welcome 7.3)."""


@shared_rule
def is_sheet_consistent(state, sheet):
    """Whether the counts and sets of a sheet agree with its cells and marks (see faults.py)."""


@shared_rule
def is_sheet_decision_due(state):
    """Whether state.decision, one of the adventure's own, is due and has a legal answer (see faults.py)."""


def show_all_sheets(state):
    """`lay_out_sheets`: players keep their sheets."""
    show_sheets(state)


def all_boxes_crossed_off(state, sheet):
    """`has_used_all_system_errors`: all printed boxes are used."""
    return sheet.system_errors >= printed(state).system_error_boxes


def system_errors_of_sheet(state, player):
    """`system_errors_of`: those of the player's sheet."""
    return state.players[player].system_errors


def marks_of_sheet(state, player):
    """`turns_marked`: every turn fills a cell or uses a box."""
    return state.players[player].filled_cells + state.players[player].system_errors


SHEETS_OF_THEIR_OWN: dict[Callable, Any] = {
    lay_out_sheets: show_all_sheets,
    has_used_all_system_errors: all_boxes_crossed_off,
    system_errors_of: system_errors_of_sheet,
    turns_marked: marks_of_sheet,
}
"""For adventures in which every player has a sheet that no other player writes on."""


def nothing_to_set_up(state):
    """`set_up_table`: all fields of the table begin with zero."""


def cross_off_system_error(state, player):
    """`take_system_error`: a System Error is a box and nothing else."""
    state.players[player].system_errors += 1


def printed_mission_value(state, letter, later):
    """`mission_value`: missions pay what is printed (welcome 6.2)."""
    return mission_values(state)[letter, state.mission_card[letter], 1 if later else 0]


def nothing_at_once(state, player, value):
    """`receive_mission_value`: the value of a mission counts at the end."""


def nothing_for_the_card(state, action):
    """`give_card_to_astra`: given cards count at the end (welcome 8.14)."""


def no_end_of_its_own(state):
    """`adventure_ends`: only the ends that all adventures share."""
    return False


COUNTED_AT_THE_END: dict[Callable, Any] = {
    mission_value: printed_mission_value,
    receive_mission_value: nothing_at_once,
    give_card_to_astra: nothing_for_the_card,
    adventure_ends: no_end_of_its_own,
}
"""For adventures in which missions and given cards only count at the end, and which end as all adventures do."""


def nothing_for_the_sheet(state, player):
    """`set_up_sheet` and `suffer_incidents`: nothing happens and nothing is chosen."""


def nothing_more(state):
    """`carry_on_astra_effect` and `carry_on_astra_move`: nothing follows."""


NO_MOVE_OF_ASTRA: dict[Callable, Any] = {carry_on_astra_move: nothing_more, is_astra_to_move: False}
"""For adventures in which ASTRA only gets cards."""

NO_CHOICE_IN_SET_UP: dict[Callable, Any] = {asks_in_set_up: False, set_up_sheet: nothing_for_the_sheet}
"""For adventures that begin with the first turn."""

NO_CHOICE_IN_INCIDENTS: dict[Callable, Any] = {
    asks_in_incidents: False,
    suffer_incidents: nothing_for_the_sheet,
    repeats_incidents: False,
    carry_on_astra_effect: nothing_more,
}
"""For adventures whose incidents come once a turn without choices, and whose effect cards only need a target."""
