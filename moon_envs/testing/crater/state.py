"""The state record of Crater."""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import UnknownOrder
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.records import IN_PART, OWNER, Field, StateRecord
from moon_envs.testing.crater.components import FACES, FUEL, MAX_PLAYERS, MOST_BID, ROUNDS

NO_BID = -1

STATE = StateRecord(
    "crater",
    configuration=[Field("player_count", np.int8, 2, MAX_PLAYERS, "number of players")],
    table=[
        Field("round", np.int8, 1, ROUNDS, "the round, from 1"),
        Field("die", np.int8, 1, FACES, "what the die shows"),
        Field("seat", np.int8, 0, MAX_PLAYERS - 1, "whose decision it is; all before have bid"),
        Field("over", np.int8, 0, 1, "1: the game is over"),
        Field("cards", np.int8, 1, FACES, "the card of each seat, then those not dealt", size=FACES, known_to=IN_PART),
        Field("fuel", np.int8, 0, FUEL, "fuel left", size=MAX_PLAYERS),
        Field("bids", np.int8, NO_BID, MOST_BID, "bids of this round, -1: none yet", size=MAX_PLAYERS, known_to=OWNER),
        Field("won", np.int8, 0, ROUNDS, "craters won, by size", size=(MAX_PLAYERS, FACES)),
    ],
)


def unknown_orders(state: np.void, seat: int) -> list[UnknownOrder]:
    """Return the places a seat cannot know: all cards but its own, until the end (crater 1.2, 3.2)."""
    if state["over"]:
        return []
    return [UnknownOrder("cards", np.array([place for place in range(FACES) if place != seat]))]


@kernel
def actor(state):
    """Return whose decision it is, -1 when the game is over."""
    return -1 if state.over else np.int64(state.seat)
