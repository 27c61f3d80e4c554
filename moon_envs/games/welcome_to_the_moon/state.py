"""The state record of an adventure: the shared table, the adventure's own table fields, and the players' sheets."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compile import kernel
from moon_envs.engine.entry import STATE_HEADER
from moon_envs.engine.records import record_dtype
from moon_envs.games.welcome_to_the_moon.cards import ACTION_COUNT, ALL_CARDS, FACE_COUNT, LARGEST_NUMBER
from moon_envs.games.welcome_to_the_moon.cells import EMPTY

MAX_PLAYERS = 6

# The phases of a turn (welcome 3.1); flipping is part of beginning a turn.
PHASE_DRAW, PHASE_WRITE, PHASE_INCIDENTS, PHASE_MISSIONS, PHASE_GIVE, PHASE_END = range(6)

# What is to be decided. An adventure numbers its own decisions from FIRST_SHEET_DECISION on.
NO_DECISION, DECIDE_COMBINATION, DECIDE_CELL, DECIDE_MISSION, DECIDE_CARD = range(5)
FIRST_SHEET_DECISION = 5

# How far the player who is asked in the writing phase has come: what is still to be decided, or carried out.
STEP_PICK, STEP_ACTION, STEP_SHIFT, STEP_CELL, STEP_CONSEQUENCES = range(5)

# Where a card of the solo game is.
IN_DECK, DRAWN, DISCARDED, GIVEN_TO_ASTRA, REMOVED = range(5)

NO_COMBINATION = -1
NO_EFFECT_CARD = -1

TABLE_FIELDS = [
    *STATE_HEADER,
    # configuration
    ("player_count", np.int8),
    ("opponent", np.int8),  # ASTRA's level, 0 without ASTRA
    ("mission_choice", np.int8, 3),  # 0 or 1: which card of the letter; -1: at random
    # the turn
    ("turn", np.int8),
    ("phase", np.int8),
    ("step", np.int8),
    ("decision", np.int8),
    ("over", np.int8),
    ("first_seat", np.int8),  # who is asked first in this phase; the order changes nothing (welcome 3.2)
    ("asked", np.int8),  # how many players have finished this phase
    ("seat", np.int8),  # whose decision it is
    ("combination", np.int8),  # what the player of this decision has picked this turn
    ("number", np.int8),
    ("action", np.int8),
    ("writable", np.int8),  # bit k: combination k can be written somewhere
    ("may_refuse", np.int8),  # none of them as printed, so the player may take the System Error instead
    # cards: three piles of 21 one behind the other, or the solo deck
    ("cards", np.uint8, ALL_CARDS),
    ("position", np.int8),  # piles: index of the flipped card in each pile; deck: index of the top card
    ("deck_size", np.int8),
    ("deck_pass", np.int8),
    ("location", np.int8, ALL_CARDS),
    ("drawn", np.uint8, 3),
    ("drawn_count", np.int8),
    ("effect_card", np.int8),  # the letter 0..2 being resolved
    ("unseen_numbers", np.int8, LARGEST_NUMBER + 1),  # how many of each lie face down, in the piles or the deck
    ("unseen_faces", np.int8, FACE_COUNT),
    # races, missions and ASTRA
    ("closed_races", np.uint8),  # bit r: race r cannot be won any more
    ("mission_card", np.int8, 3),  # 0 or 1: which card of the letter lies on the table
    ("turned_over", np.int8, 3),
    ("given", np.int8, ACTION_COUNT),
    ("bonuses_circled", np.int8),
    ("bonuses_spent", np.int8),
]

SHEET_FIELDS = [
    ("missions", np.int8, 3),  # what each mission paid this player, 0 when not accomplished
    ("system_errors", np.int8),
    ("filled_cells", np.int8),
]


def state_dtype(table_fields: list[tuple], sheet_fields: list[tuple]) -> np.dtype:
    """The record of an adventure.

    `players` are the sheets as they are; `shown` are the sheets as the other players last saw them: nobody sees what
    the others do in the current phase (welcome 3.2).
    """
    sheet = record_dtype(SHEET_FIELDS + sheet_fields)
    sheets = [("players", sheet, MAX_PLAYERS), ("shown", sheet, MAX_PLAYERS)]
    return record_dtype(TABLE_FIELDS + table_fields + sheets)


def blank_sheet(state: np.dtype, **fields) -> np.ndarray:
    """An array with one sheet as it is when the game begins: zeros and empty cells, but for these fields."""
    sheet = np.zeros(1, dtype=state["players"].base)
    sheet["cells"] = EMPTY
    for name, value in fields.items():
        sheet[name] = value
    return sheet


@kernel
def is_solo(state):
    """Whether this is a game against ASTRA."""
    return state.player_count == 1


@kernel
def actor(state):
    """Whose decision it is, -1 when the game is over."""
    if state.over:
        return -1
    return np.int64(state.seat)


@kernel
def show_sheets(state):
    """Let everybody see all sheets as they are now (welcome 3.2)."""
    for player in range(state.player_count):
        state.shown[player] = state.players[player]
