"""The state record of Luna Capital: board, deck, tower, concessions, the Automaton's pile, and every player's city."""

from __future__ import annotations

from typing import Any

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.records import ACTOR, IN_PART, Field, Record, StateRecord
from moon_envs.games.luna_capital.actions import ACTIONS
from moon_envs.games.luna_capital.components import (
    AUTOMATON_TILES,
    MOST_TILES_OF_A_KIND,
    RESIDENTIAL_POINTS,
    ROBOTS,
    TOKENS,
)
from moon_envs.games.luna_capital.frame import (
    BOARD_SLOTS,
    CARD_COUNT,
    CELLS,
    CELLS_OF_CARD,
    COLUMNS,
    CONCESSION_COUNT,
    CONCESSIONS_IN_PLAY,
    HAND_LIMIT,
    MAX_PLAYERS,
    NONE,
    NUMBERS,
    PHASE_COUNT,
    POSITIONS,
    ROUNDS,
    ROWS,
    SET_TILES,
    SHORT_IN_PLAY,
    SHORT_TERM,
    TILES_OF_PHASE,
    TURNS,
)
from moon_envs.games.luna_capital.kinds import BASIC_TARGETS, CELL_VALUES, KINDS

# The decisions (luna_capital 11.1). They are numpy numbers, because numba compiles a separate kernel for every Python
# constant that it is called with.
_decisions: Any = tuple(map(np.int8, range(12)))
NO_DECISION, DECIDE_SWAP, DECIDE_EXCHANGE_CARD, DECIDE_EXCHANGE_SLOT, DECIDE_SET, DECIDE_SECOND_TILE = _decisions[:6]
DECIDE_PAYMENT, DECIDE_CARD, DECIDE_TARGET, DECIDE_TILE, DECIDE_CELL, DECIDE_DRAWN_CARD = _decisions[6:]
DECISION_NAMES = (
    "none",
    "swap",
    "exchange card",
    "exchange slot",
    "set",
    "second tile",
    "payment",
    "card",
    "target",
    "tile",
    "cell",
    "drawn card",
)

# A position of a city shows a visible number, or one of these (luna_capital 4.5, 4.7).
NO_CARD, ROBOT, FACE_DOWN = 0, NUMBERS + 1, NUMBERS + 2

# The public place of a card; "hidden" is in the deck, in a hand, or face down.
HIDDEN, PLAYED, ON_BOARD = range(3)

# The field `cards` holds every card that some player does not know: the deck (a ring), the hands, the face-down cards.
HANDS = CARD_COUNT
CARDS_FACE_DOWN = HANDS + MAX_PLAYERS * HAND_LIMIT
CARD_PLACES = CARDS_FACE_DOWN + MAX_PLAYERS * TURNS

AUTOMATON = 1
"""The Automaton's seat in a solo game; until the swap is decided, this seat's hand is its three cards."""

ALL_NUMBERS = (2 << NUMBERS) - 2
MOST_PLOTS = TURNS * CELLS_OF_CARD
# Bound: every residential module has ten plots of its target around it.
MOST_RESIDENTIAL_POINTS = MOST_PLOTS * 10 * RESIDENTIAL_POINTS
_first_concession = np.array([0] * SHORT_IN_PLAY + [SHORT_TERM])
_last_concession = np.array([SHORT_TERM - 1] * SHORT_IN_PLAY + [CONCESSION_COUNT - 1])

CONFIGURATION = (Field("player_count", np.int8, 1, MAX_PLAYERS, "number of players, 1: solo against the Automaton"),)

GAME_FIELDS = (
    Field("phase", np.int8, 0, PHASE_COUNT - 1, "the phase, A is 0"),
    Field("round", np.int8, 1, ROUNDS, "the round of the phase, from 1"),
    Field("turn", np.int8, 0, MAX_PLAYERS - 1, "turns finished in this round; in the exchange, players asked before"),
    Field("first_player", np.int8, 0, MAX_PLAYERS - 1, "who has the first-player marker"),
    Field("seat", np.int8, 0, MAX_PLAYERS - 1, "whose decision it is"),
    Field("decision", np.int8, NO_DECISION, DECIDE_DRAWN_CARD, "what is to be decided"),
    Field("over", np.int8, 0, 1, "1: the game is over"),
    Field("named", np.int16, NONE, len(ACTIONS) - 1, "the action that began this decision, -1: none", known_to=ACTOR),
)

# A slot emptied in this turn has no card and no tiles until it is refilled.
BOARD_FIELDS = (
    Field("board", np.int8, NONE, CARD_COUNT - 1, "the card of each slot", size=BOARD_SLOTS),
    Field("slot_tiles", np.int8, NONE, TILES_OF_PHASE - 1, "the tiles of each slot", size=(BOARD_SLOTS, SET_TILES)),
    Field("slot_count", np.int8, 0, SET_TILES, "number of tiles in each slot", size=BOARD_SLOTS),
    Field("last_delivery", np.int8, 0, BOARD_SLOTS - 1, "the slot with the last-delivery marker"),
    Field("emptied", np.int8, NONE, BOARD_SLOTS - 1, "the slot whose set was taken in this turn, -1: none yet"),
    Field("taken", np.int8, NONE, TILES_OF_PHASE - 1, "the taken tiles that are still to be placed", size=SET_TILES),
    Field("taken_count", np.int8, 0, SET_TILES, "number of taken tiles"),
    Field("robots_left", np.int8, 0, ROBOTS, "robots in the supply"),
    Field("tokens_left", np.int8, 0, TOKENS, "redistribution tokens in the supply"),
)

PILE_FIELDS = (
    Field(
        "tower",
        np.int8,
        NONE,
        TILES_OF_PHASE - 1,
        "the tiles of this phase in drawing order",
        size=TILES_OF_PHASE,
        known_to=IN_PART,
    ),
    Field("tiles_drawn", np.int8, 0, TILES_OF_PHASE, "number of tiles drawn in this phase"),
    Field("tower_kinds", np.int8, 0, MOST_TILES_OF_A_KIND, "tiles in the tower by kind", size=len(KINDS)),
    Field(
        "cards",
        np.int8,
        NONE,
        CARD_COUNT - 1,
        "the deck, the hands and the cards lying face down",
        size=CARD_PLACES,
        known_to=IN_PART,
    ),
    Field("deck_top", np.int8, 0, CARD_COUNT - 1, "where the deck begins in its ring"),
    Field("deck_count", np.int8, 0, CARD_COUNT, "cards in the deck"),
    Field("returned_count", np.int8, 0, CARD_COUNT, "cards of the deck that players put under it"),
    Field("returned_by", np.int8, NONE, MAX_PLAYERS - 1, "who put a card of the deck there", size=CARD_COUNT),
    Field("card_place", np.int8, HIDDEN, ON_BOARD, "the public place of each card", size=CARD_COUNT),
    Field(
        "concessions",
        np.int8,
        _first_concession,
        _last_concession,
        "the concessions in play, the long-term one last",
        size=CONCESSIONS_IN_PLAY,
    ),
    Field(
        "closed_in",
        np.int8,
        NONE,
        PHASE_COUNT - 1,
        "the phase that closed each of them, -1: open",
        size=CONCESSIONS_IN_PLAY,
    ),
    Field("pile_cards", np.int8, NONE, CARD_COUNT - 1, "the cards the Automaton has taken", size=TURNS),
    Field("pile_count", np.int8, 0, TURNS, "number of cards the Automaton has taken"),
    Field(
        "pile_kinds",
        np.int8,
        0,
        AUTOMATON_TILES + MOST_PLOTS,
        "tiles and printed projects of the Automaton by kind",
        size=len(KINDS),
    ),
)

# A city is stored in its bounding box: row 0 is its upper row, column 0 its leftmost column (see frame.py).
PLAYER = Record(
    [
        Field("occupied", np.int16, 0, (1 << COLUMNS) - 1, "bit c of a row: there is a card in column c", size=ROWS),
        Field("fitting", np.int16, 0, ALL_NUMBERS, "bit n: a card with number n can be played without a robot"),
        Field("hand_known", np.int16, 0, (1 << HAND_LIMIT) - 1, "bit p: all players know the hand card in place p"),
        Field("residential_points", np.int16, 0, MOST_RESIDENTIAL_POINTS, "points of the residential modules"),
        Field("rows", np.int8, 0, ROWS, "rows in use"),
        Field("columns", np.int8, 0, COLUMNS, "columns in use"),
        Field("card_count", np.int8, 0, TURNS, "cards in the city"),
        Field("face_down_count", np.int8, 0, TURNS, "face-down cards in the city"),
        Field("hand_size", np.int8, 0, HAND_LIMIT, "cards in hand"),
        Field("robots", np.int8, 0, ROBOTS, "robots that can be spent"),
        Field("tokens", np.int8, 0, TOKENS, "redistribution tokens"),
        Field("markers", np.int8, 0, (1 << CONCESSIONS_IN_PLAY) - 1, "bit k: a marker lies on concession k"),
        Field("cards", np.int8, NONE, CARD_COUNT - 1, "the face-up card of each position", size=POSITIONS),
        Field("marks", np.int8, NO_CARD, FACE_DOWN, "number, robot or face down, 0: no card", size=POSITIONS),
        Field("cells", np.int8, 0, CELL_VALUES - 1, "content of each cell", size=CELLS),
        Field("counts", np.int8, 0, MOST_PLOTS, "plots by content, at 0 all plots", size=len(KINDS)),
        Field("largest", np.int8, 0, MOST_PLOTS, "largest group of each basic module", size=BASIC_TARGETS),
    ]
)

BLANK_PLAYER = np.zeros(1, dtype=PLAYER.dtype)
"""A player at the start of the game: an empty city, in which every number fits."""
BLANK_PLAYER["cards"] = NONE
BLANK_PLAYER["fitting"] = ALL_NUMBERS

STATE = StateRecord(
    "luna_capital",
    configuration=CONFIGURATION,
    table=[
        *GAME_FIELDS,
        *BOARD_FIELDS,
        *PILE_FIELDS,
        Field("players", PLAYER, meaning="what each player has", size=MAX_PLAYERS),
    ],
)


@kernel
def actor(state):
    """Return whose decision it is, -1 when the game is over."""
    if state.over:
        return -1
    return np.int64(state.seat)


@kernel
def deciding_player(state):
    """Return the deciding player as int64, because numba compiles a kernel for every type of its arguments."""
    return np.int64(state.seat)


@kernel
def is_solo(state):
    """Return whether the player plays against the Automaton."""
    return state.player_count == 1


@kernel
def is_set_up(state):
    """Return whether the first turn has not begun."""
    return NO_DECISION < state.decision < DECIDE_SET


@kernel
def slot_total(state):
    """Return the number of slots of the board (luna_capital 2.1, 10.1)."""
    return BOARD_SLOTS - (state.player_count == 1)


@kernel
def ask(state, decision, named):
    """Ask the player whose turn it is for a decision; `named` is the action that led to it."""
    state.decision = decision
    state.named = named
