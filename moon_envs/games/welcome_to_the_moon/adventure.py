"""The rules an adventure gives to the shared turn: questions and verbs, each with one implementation per adventure.

Where a rule has a body here, that is the rule of all adventures that do not say otherwise.
"""

from __future__ import annotations

from moon_envs.engine.compile import by_state, by_state_or_default
from moon_envs.games.welcome_to_the_moon.facts import mission_values
from moon_envs.games.welcome_to_the_moon.state import DECIDE_CELL


@by_state_or_default
def set_up_table(state):
    """Prepare the adventure's own fields of the table; blank sheets and everything shared are ready."""


@by_state_or_default
def find_room(state, player):
    """Bring up to date what the table keeps of a sheet that has changed in another way than by writing."""


@by_state
def can_write(state, player, number, action):
    """Whether a number can be written somewhere on the player's sheet with this action."""


@by_state_or_default
def can_modify(state, player, action):
    """Whether the player may modify the number of a combination with this action."""
    return False


@by_state_or_default
def mark_refusal(state, mask):
    """Set the action by which a player refuses to modify a number and takes the System Error."""


@by_state_or_default
def decide_before_writing(state, player):
    """What is to be decided between picking a combination and writing its number; sets state.decision."""
    state.decision = DECIDE_CELL


@by_state
def mark_writable_cells(state, player, number, action, mask):
    """Set mask[WRITE + cell] for every cell that can take the number."""


@by_state
def write_number(state, player, cell):
    """Write state.number and do what follows at once."""


@by_state_or_default
def take_system_error(state, player):
    """Use a System Error box and do what follows at once."""
    state.players[player].system_errors += 1


@by_state
def next_sheet_decision(state, player):
    """Carry out what is pending from the player's turn; set state.decision where the player has to choose."""


@by_state
def forget_pending(state):
    """Nothing is pending any more: the turn of the player who is asked is taken back (welcome 2.4)."""


@by_state
def mark_sheet_choices(state, player, mask):
    """Set the legal answers to one of the adventure's own decisions."""


@by_state
def apply_sheet_choice(state, player, action):
    """Carry out the answer to one of the adventure's own decisions."""


@by_state
def resolve_incidents(state):
    """The incidents phase (welcome 5)."""


@by_state
def is_mission_met(state, player, card):
    """Whether the condition of the mission card with this printed number is met now."""


@by_state_or_default
def mission_value(state, letter, later):
    """What the mission of this letter pays, first or later (welcome 6.2)."""
    return mission_values(state)[letter, state.mission_card[letter], 1 if later else 0]


@by_state_or_default
def receive_mission_value(state, player, value):
    """What accomplishing a mission brings at once; the value itself is kept by the shared turn."""


@by_state
def begin_astra_effect(state, letter):
    """The adventure's ASTRA effect (welcome 8.9); sets state.decision where the player has to choose."""


@by_state_or_default
def give_card_to_astra(state, action):
    """What a given card brings ASTRA at once, beyond being counted."""


@by_state_or_default
def adventure_ends(state):
    """Whether a condition of the adventure's own ends the game (welcome 7.3)."""
    return False
