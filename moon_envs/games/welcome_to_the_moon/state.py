"""The state record of an adventure: the shared table, the adventure's own table fields, and the players' sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.records import ACTOR, IN_PART, NOBODY, OWNER, Field, Record, StateRecord
from moon_envs.games.welcome_to_the_moon.cards import (
    ACTION_COUNT,
    ALL_CARDS,
    CARD_FACE,
    CARD_NUMBER,
    FACE_COUNT,
    LARGEST_NUMBER,
)
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, LARGEST_WRITTEN, X_MARK
from moon_envs.games.welcome_to_the_moon.opponents import LEVELS

if TYPE_CHECKING:
    from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet

MAX_PLAYERS = 6
MISSIONS = 3
AT_RANDOM = -1

# The six ordered pairs of drawn cards (number, action) of the solo game (welcome 8.4).
PAIRS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
COMBINATIONS = len(PAIRS)

# The phases of a turn (welcome 3.1); flipping is part of beginning a turn. Some adventures have a choice before the
# first turn (welcome 1.5).
PHASE_DRAW, PHASE_WRITE, PHASE_INCIDENTS, PHASE_MISSIONS, PHASE_GIVE, PHASE_END, PHASE_SET_UP = range(7)
TURN_OF_SET_UP = 0

# What is to be decided. An adventure numbers its own decisions from FIRST_SHEET_DECISION on.
NO_DECISION, DECIDE_COMBINATION, DECIDE_CELL, DECIDE_MISSION, DECIDE_CARD = range(5)
SHARED_DECISION_NAMES = ("none", "combination", "cell", "mission", "card")
FIRST_SHEET_DECISION = len(SHARED_DECISION_NAMES)

# The steps of the writing phase for the player who is asked: what is decided or carried out next.
STEP_PICK, STEP_ACTION, STEP_SHIFT, STEP_CELL, STEP_CONSEQUENCES = range(5)

# Where a card of the solo game is.
IN_DECK, DRAWN, DISCARDED, GIVEN_TO_ASTRA, REMOVED = range(5)

SLOTS = 3
NO_COMBINATION = -1
NOT_FLIPPED = -1
NO_EFFECT_CARD = -1

# How many cards there are of each number and of each face.
CARDS_OF_NUMBER = np.bincount(CARD_NUMBER, minlength=LARGEST_NUMBER + 1)
CARDS_OF_FACE = np.bincount(CARD_FACE, minlength=FACE_COUNT)

CONFIGURATION = (
    Field("player_count", np.int8, 1, MAX_PLAYERS, "number of players, 1 against ASTRA"),
    Field("opponent", np.int8, 0, LEVELS, "ASTRA's level, 0 without ASTRA"),
    Field("mission_choice", np.int8, AT_RANDOM, 1, "which card of the letter was chosen, -1: at random", size=MISSIONS),
)


def state_record(
    owner: str,
    printed_sheet: PrintedSheet,
    missions: tuple,
    decisions: tuple[str, ...],
    *,
    most_turns: int,
    cells: int,
    table: tuple[Field, ...],
    sheet: tuple[Field, ...],
    has_set_up: bool = False,
    last_mark: int = X_MARK,
    has_resting_sheet: bool = False,
) -> StateRecord:
    """The record of an adventure.

    `players` are the sheets as they are. `shown` are the sheets as the other players last saw them: what a player does
    in the current phase is hidden from the others (welcome 3.2).

    Args:
        owner: the adventure.
        printed_sheet: the facts of its sheet.
        missions: its mission cards.
        decisions: the names of its kinds of decisions.
        most_turns: the most turns that a game can last.
        cells: how many cells a sheet has.
        table: its own fields of the table.
        sheet: its own fields of a sheet.
        has_set_up: whether players choose something before the first turn.
        last_mark: the highest value that a cell can hold.
        has_resting_sheet: whether a solo game has a second sheet, which rests in this turn.
    """
    sheets = Record([*_sheet_fields(printed_sheet, missions, cells, last_mark), *sheet])
    resting = Field("resting_sheet", sheets, meaning="solo: the sheet that rests in this turn", size=1)
    return StateRecord(
        owner,
        configuration=CONFIGURATION,
        table=[
            *_turn_fields(most_turns, len(decisions), has_set_up),
            *_card_fields(has_set_up),
            *_race_fields(printed_sheet),
            *table,
            Field("players", sheets, meaning="the sheets", size=MAX_PLAYERS, known_to=OWNER),
            Field("shown", sheets, meaning="the sheets as they were last shown", size=MAX_PLAYERS),
            *((resting,) if has_resting_sheet else ()),
        ],
    )


def _turn_fields(most_turns: int, decisions: int, has_set_up: bool) -> tuple[Field, ...]:
    first_turn, last_phase = (TURN_OF_SET_UP, PHASE_SET_UP) if has_set_up else (1, PHASE_END)
    return (
        Field("turn", np.int8, first_turn, most_turns, "the turn, beginning with 1; 0 in a set-up with choices"),
        Field("phase", np.int8, PHASE_DRAW, last_phase, "the phase of the turn"),
        Field("step", np.int8, STEP_PICK, STEP_CONSEQUENCES, "how far the player has come", known_to=ACTOR),
        Field("decision", np.int8, NO_DECISION, decisions - 1, "what is to be decided", known_to=ACTOR),
        Field("over", np.int8, 0, 1, "1: the game is over"),
        # The order of asking changes nothing, and it is hidden from all players (welcome 3.2).
        Field("first_seat", np.int8, 0, MAX_PLAYERS - 1, "who is asked first in this phase", known_to=NOBODY),
        Field("asked", np.int8, 0, MAX_PLAYERS, "how many players have finished this phase", known_to=NOBODY),
        Field("seat", np.int8, 0, MAX_PLAYERS - 1, "whose decision it is"),
        Field(
            "combination", np.int8, NO_COMBINATION, COMBINATIONS - 1, "what the player picked, -1: none", known_to=ACTOR
        ),
        Field("number", np.int8, 0, LARGEST_WRITTEN, "its number, as modified", known_to=ACTOR),
        Field("action", np.int8, 0, ACTION_COUNT - 1, "its action", known_to=ACTOR),
        Field("writable", np.int8, 0, (1 << COMBINATIONS) - 1, "bit k: combination k can be written", known_to=ACTOR),
        Field("may_refuse", np.int8, 0, 1, "1: none of them fits as printed", known_to=ACTOR),
    )


def _card_fields(has_set_up: bool) -> tuple[Field, ...]:
    first_position = NOT_FLIPPED if has_set_up else 0
    return (
        Field(
            "cards",
            np.uint8,
            0,
            ALL_CARDS - 1,
            "three piles of 21 one behind the other, or the solo deck",
            size=ALL_CARDS,
            known_to=IN_PART,
        ),
        Field(
            "position",
            np.int8,
            first_position,
            ALL_CARDS,
            "piles: index of the flipped card in each, -1: none yet; deck: of the top card",
        ),
        Field("deck_size", np.int8, 0, ALL_CARDS, "solo: where the deck ends"),
        Field("deck_pass", np.int8, 0, 2, "solo: first or second pass through the deck"),
        Field("location", np.int8, IN_DECK, REMOVED, "solo: where each card is", size=ALL_CARDS),
        Field("drawn", np.uint8, 0, ALL_CARDS - 1, "solo: the drawn cards", size=SLOTS),
        Field("drawn_count", np.int8, 0, SLOTS, "solo: how many are drawn"),
        Field("effect_card", np.int8, NO_EFFECT_CARD, 2, "solo: the letter being resolved, -1: none"),
        Field("unseen_numbers", np.int8, 0, CARDS_OF_NUMBER, "how many of each lie face down", size=LARGEST_NUMBER + 1),
        Field("unseen_faces", np.int8, 0, CARDS_OF_FACE, "how many of each lie face down", size=FACE_COUNT),
    )


def _race_fields(printed_sheet: PrintedSheet) -> tuple[Field, ...]:
    bonuses = printed_sheet.solo_bonus_symbols
    return (
        Field("closed_races", np.uint8, 0, (1 << printed_sheet.races) - 1, "bit r: race r cannot be won any more"),
        Field("mission_card", np.int8, 0, 1, "which card of the letter lies on the table", size=MISSIONS),
        Field("turned_over", np.int8, 0, 1, "1: the mission pays its later value", size=MISSIONS),
        Field("given", np.int8, 0, CARDS_OF_FACE[:ACTION_COUNT], "cards given to ASTRA by action", size=ACTION_COUNT),
        Field("bonuses_circled", np.int8, 0, bonuses, "solo bonuses circled"),
        Field("bonuses_spent", np.int8, 0, bonuses, "solo bonuses spent"),
    )


def _sheet_fields(printed_sheet: PrintedSheet, missions: tuple, cells: int, last_mark: int) -> tuple[Field, ...]:
    most_paid = np.array([max(first for _, first, _, _ in pair) for pair in missions])
    return (
        Field("missions", np.int8, 0, most_paid, "what each mission paid, 0: not accomplished", size=MISSIONS),
        Field("system_errors", np.int8, 0, printed_sheet.system_error_boxes, "System Error boxes used"),
        Field("filled_cells", np.int8, 0, cells, "how many cells are not empty"),
        Field("cells", np.int8, EMPTY, last_mark, "what each cell holds, as in cells.py", size=cells),
    )


def blank_sheet(state: StateRecord, **fields) -> np.ndarray:
    """An array with one sheet as it is when the game begins: zeros and empty cells, apart from these fields."""
    sheet = np.zeros(1, dtype=state.dtype["players"].base)
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
