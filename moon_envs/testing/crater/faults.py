"""Records that come from outside: is this one that the other kernels can work with?"""

from __future__ import annotations

from moon_envs.engine.compile import kernel
from moon_envs.testing.crater.components import FACES
from moon_envs.testing.crater.state import NO_BID

FAULTS = (
    "the cards are not all there, each once",
    "the bids do not fit the fuel, or whose turn it is",
    "more craters were won than there were rounds",
)
WRONG_CARDS, WRONG_BIDS, WRONG_CRATERS = range(1, len(FAULTS) + 1)
NO_FAULT = 0


@kernel
def find_fault(state):
    """The first fault of a record, NO_FAULT if there is none."""
    seen, craters = 0, 0
    for place in range(FACES):
        seen |= 1 << (state.cards[place] - 1)
    if seen != (1 << FACES) - 1:
        return WRONG_CARDS
    if state.seat >= state.player_count:
        return WRONG_BIDS
    for player in range(state.player_count):
        has_bid = player < state.seat and not state.over
        if (state.bids[player] != NO_BID) != has_bid or state.bids[player] > state.fuel[player]:
            return WRONG_BIDS
        craters += state.won[player].sum()
    return NO_FAULT if craters < state.round + state.over else WRONG_CRATERS
