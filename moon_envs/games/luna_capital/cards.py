"""Hands and the deck, and who knows their cards (luna_capital 6.5, 11.7, 11.8)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.frame import CARD_COUNT, HAND_LIMIT, NONE, TURNS
from moon_envs.games.luna_capital.state import CARDS_FACE_DOWN, HANDS, HIDDEN


@kernel
def hand_place(player, place):
    """Return where a hand card is in `state.cards`."""
    return HANDS + player * HAND_LIMIT + place


@kernel
def hand_card(state, player, place):
    """Return a card of a player's hand; hands are lists in order of arrival (luna_capital 11.3)."""
    return np.int64(state.cards[hand_place(player, place)])


@kernel
def hand_size(state, player):
    """Return the number of cards in a player's hand."""
    return np.int64(state.players[player].hand_size)


@kernel
def take_in_hand(state, player, card, is_known):
    """Put a card at the end of a hand; all players know a card from the board (luna_capital 11.7)."""
    own = state.players[player]
    state.cards[hand_place(player, hand_size(state, player))] = card
    own.hand_known |= is_known << own.hand_size
    own.hand_size += 1
    state.card_place[card] = HIDDEN


@kernel
def remove_from_hand(state, player, place):
    """Take a card out of a hand and close the gap (luna_capital 11.3)."""
    own = state.players[player]
    card = hand_card(state, player, place)
    for later in range(place + 1, hand_size(state, player)):
        state.cards[hand_place(player, later - 1)] = state.cards[hand_place(player, later)]
    own.hand_size -= 1
    state.cards[hand_place(player, hand_size(state, player))] = NONE
    own.hand_known = own.hand_known & ((1 << place) - 1) | (own.hand_known >> (place + 1)) << place
    return card


@kernel
def forget_known_hand(state, player):
    """Mark the whole hand as unknown, because a card left it unseen (luna_capital 11.7)."""
    state.players[player].hand_known = 0


@kernel
def keep_face_down(state, player, card):
    """Note a card that a player has put face down; only the player knows it (luna_capital 4.8)."""
    own = state.players[player]
    state.cards[CARDS_FACE_DOWN + player * TURNS + own.face_down_count] = card
    own.face_down_count += 1


@kernel
def deck_place(state, index):
    """Return where the card with `index` cards above it is in the ring of the deck."""
    place = np.int64(state.deck_top) + index
    return place - CARD_COUNT if place >= CARD_COUNT else place


@kernel
def draw_card(state):
    """Draw the top card of the deck, NONE if the deck is empty (luna_capital 6.5, 6.6)."""
    if state.deck_count == 0:
        return np.int64(NONE)
    top = np.int64(state.deck_top)
    card = np.int64(state.cards[top])
    state.cards[top] = NONE
    state.returned_by[top] = NONE
    state.deck_top = deck_place(state, 1)
    state.deck_count -= 1
    state.returned_count = min(state.returned_count, state.deck_count)
    return card


@kernel
def put_under_deck(state, card, player):
    """Put a card under the deck; the player who put it there knows it (luna_capital 6.5, 11.8)."""
    place = deck_place(state, np.int64(state.deck_count))
    state.cards[place] = card
    state.returned_by[place] = player
    state.deck_count += 1
    state.returned_count += 1
