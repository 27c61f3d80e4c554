"""The rules of Crater."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import random_below, shuffle
from moon_envs.testing.crater.components import FACES, FUEL, MOST_BID, ROUNDS
from moon_envs.testing.crater.state import NO_BID

FAULTS = (
    "cards are missing or doubled",
    "the bids do not fit the fuel or the turn",
    "more craters were won than there were rounds",
)
WRONG_CARDS, WRONG_BIDS, WRONG_CRATERS = range(1, len(FAULTS) + 1)
NO_FAULT = 0


@kernel
def start(state):
    """Give every player fuel and a card, then begin the first round (crater 1.1, 1.2)."""
    for player in range(state.player_count):
        state.fuel[player] = FUEL
    for card in range(FACES):
        state.cards[card] = card + 1
    shuffle(state, state.cards, 0, FACES)
    begin_round(state)


@kernel
def begin_round(state):
    """Roll the die and clear the bids (crater 2.1)."""
    state.round += 1
    state.die = 1 + random_below(state, FACES)
    state.seat = 0
    state.bids[:] = NO_BID


@kernel
def largest_bid(state, player):
    """Return the largest bid of a player (crater 2.2)."""
    return min(MOST_BID, state.fuel[player])


@kernel
def legal(state, mask):
    """Mark every bid that the player's fuel allows (crater 2.2)."""
    largest = largest_bid(state, state.seat)
    for fuel in range(mask.shape[0]):
        mask[fuel] = fuel <= largest


@kernel
def apply(state, fuel):
    """Bid; the last bid ends the round, and the last round the game (crater 2.2, 3.2)."""
    state.bids[state.seat] = fuel
    if state.seat + 1 < state.player_count:
        state.seat += 1
        return
    show_bids(state)
    if state.round == ROUNDS:
        state.bids[:] = NO_BID
        state.over = 1
    else:
        begin_round(state)


@kernel
def show_bids(state):
    """Spend the bids; the highest one takes the crater (crater 2.3)."""
    highest = 0
    winner = NO_BID
    for player in range(state.player_count):
        bid = state.bids[player]
        state.fuel[player] -= bid
        if bid > highest:
            highest, winner = bid, player
        elif bid == highest:
            winner = NO_BID
    if winner != NO_BID:
        state.won[winner, state.die - 1] += 1


@kernel
def resample(state, player):
    """Redraw the cards of the others and those not dealt, and the bids of the others (crater 1.2, 2.2)."""
    if state.over:
        return
    own = state.cards[player]
    state.cards[player] = state.cards[0]
    shuffle(state, state.cards, 1, FACES)
    state.cards[0] = state.cards[player]
    state.cards[player] = own
    for other in range(state.seat):
        if other != player:
            state.bids[other] = random_below(state, largest_bid(state, other) + 1)


@kernel
def find_fault(state):
    """Return the first fault of a record, or NO_FAULT."""
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
