"""The card flow with two or more players: three piles, each with its own reshuffle (welcome 2).

A pile is 21 cards of `state.cards`. The card at `position` is the one flipped this turn, the next one lies on top with
its number up, the rest is hidden. After a reshuffle the flipped card is at index 0 again and the 20 others follow.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import random_below, shuffle
from moon_envs.games.welcome_to_the_moon.actions import PILES
from moon_envs.games.welcome_to_the_moon.cards import CARD_FACE, CARD_NUMBER, STARSHIP_CARDS

PILE_SIZE = STARSHIP_CARDS // PILES
LAST = PILE_SIZE - 1


@kernel
def deal_piles(state):
    """Shuffle the starship cards into three piles (welcome 1.4). The top cards are seen at once."""
    for card in range(STARSHIP_CARDS):
        state.cards[card] = card
        note_unseen(state, card)
    shuffle(state, state.cards, 0, STARSHIP_CARDS)
    for pile in range(PILES):
        note_seen(state, state.cards[pile * PILE_SIZE])
    state.position = -1


@kernel
def note_unseen(state, card):
    """Count a card that lies face down."""
    state.unseen_numbers[CARD_NUMBER[card]] += 1
    state.unseen_faces[CARD_FACE[card]] += 1


@kernel
def note_seen(state, card):
    """Count a card that has become visible."""
    state.unseen_numbers[CARD_NUMBER[card]] -= 1
    state.unseen_faces[CARD_FACE[card]] -= 1


@kernel
def flip_cards(state):
    """Flip the top card of every pile (welcome 2.1)."""
    state.position += 1
    if state.position == LAST:
        reshuffle_piles(state)
    for pile in range(PILES):
        note_seen(state, state.cards[pile * PILE_SIZE + state.position + 1])


@kernel
def reshuffle_piles(state):
    """Shuffle every pile's discarded cards into its new pile, after the flip of its last card (welcome 2.2)."""
    for pile in range(PILES):
        first = pile * PILE_SIZE
        flipped = state.cards[first + LAST]
        state.cards[first + LAST] = state.cards[first]
        state.cards[first] = flipped
        shuffle(state, state.cards, first + 1, first + PILE_SIZE)
        for index in range(1, PILE_SIZE):
            note_unseen(state, state.cards[first + index])
    state.position = 0


@kernel
def pile_number(state, pile):
    """The number of a pile's combination."""
    return CARD_NUMBER[state.cards[pile * PILE_SIZE + state.position + 1]]


@kernel
def pile_action(state, pile):
    """The action of a pile's combination."""
    return CARD_FACE[state.cards[pile * PILE_SIZE + state.position]]


@kernel
def next_pile_action(state, pile):
    """The action the pile will offer in the next turn: the number side shows it (welcome 2.3)."""
    return CARD_FACE[state.cards[pile * PILE_SIZE + state.position + 1]]


@kernel
def resample_piles(state):
    """Redraw the hidden cards: all together at first; each pile by itself once its cards are known (welcome 2.4)."""
    hidden = PILE_SIZE - (state.position + 2)
    first = state.position + 2
    if state.turn > LAST:
        for pile in range(PILES):
            shuffle(state, state.cards, pile * PILE_SIZE + first, (pile + 1) * PILE_SIZE)
        return
    for index in range(PILES * hidden - 1, 0, -1):
        other = random_below(state, index + 1)
        here = index // hidden * PILE_SIZE + first + index % hidden
        there = other // hidden * PILE_SIZE + first + other % hidden
        state.cards[here], state.cards[there] = state.cards[there], state.cards[here]
