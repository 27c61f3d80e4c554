"""What a seat cannot know: unseen cards, the tower, what another player has only named (luna_capital 11.6)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import random_below, shuffle
from moon_envs.games.luna_capital.components import TILE_COUNT
from moon_envs.games.luna_capital.frame import CARD_COUNT, HAND_LIMIT, NONE, TURNS
from moon_envs.games.luna_capital.state import (
    CARD_PLACES,
    CARDS_FACE_DOWN,
    DECIDE_CARD,
    DECIDE_CELL,
    DECIDE_DRAWN_CARD,
    DECIDE_EXCHANGE_CARD,
    DECIDE_EXCHANGE_SLOT,
    DECIDE_PAYMENT,
    DECIDE_SECOND_TILE,
    DECIDE_SET,
    DECIDE_TARGET,
    DECIDE_TILE,
    DECISION_NAMES,
    HANDS,
    is_solo,
)
from moon_envs.games.luna_capital.tiles import drawn_count

# The decision that other players see: what was named on the way to it stays hidden.
SEEN_BY_OTHERS = np.arange(len(DECISION_NAMES), dtype=np.int8)
SEEN_BY_OTHERS[DECIDE_EXCHANGE_SLOT] = DECIDE_EXCHANGE_CARD
SEEN_BY_OTHERS[[DECIDE_SECOND_TILE, DECIDE_PAYMENT]] = DECIDE_SET
SEEN_BY_OTHERS[DECIDE_TARGET] = DECIDE_CARD
SEEN_BY_OTHERS[DECIDE_CELL] = DECIDE_TILE


@kernel
def is_unknown(state, player, place):
    """Return whether a place of `state.cards` holds a card unknown to the player (luna_capital 11.6, 11.7, 11.8)."""
    if place < HANDS:
        return is_unknown_in_deck(state, player, place)
    if place < CARDS_FACE_DOWN:
        owner, index = (place - HANDS) // HAND_LIMIT, (place - HANDS) % HAND_LIMIT
        own = state.players[owner]
        is_open = owner == player or is_solo(state) or (own.hand_known >> index) & 1
        return index < own.hand_size and not is_open
    owner, index = (place - CARDS_FACE_DOWN) // TURNS, (place - CARDS_FACE_DOWN) % TURNS
    return owner != player and index < state.players[owner].face_down_count


@kernel
def is_unknown_in_deck(state, player, place):
    """Return whether a place of the ring holds a deck card that the player neither put there nor has just drawn."""
    index = place - state.deck_top
    if index < 0:
        index += CARD_COUNT
    if index >= state.deck_count or state.returned_by[place] == player:
        return False
    is_drawn = state.decision == DECIDE_DRAWN_CARD and state.seat == player and index < drawn_count(state)
    return not is_drawn


@kernel
def resample(state, player):
    """Redraw what the player cannot know, and take back what another player has only named (luna_capital 11.9)."""
    if state.seat != player and not state.over:
        state.decision = SEEN_BY_OTHERS[state.decision]
        state.named = NONE
    shuffle(state, state.tower, state.tiles_drawn, TILE_COUNT[state.player_count, state.phase])
    redraw_cards(state, player)


@kernel
def redraw_cards(state, player):
    """Shuffle the cards that the player does not know among their places."""
    places = np.empty(CARD_PLACES, dtype=np.int64)
    count = 0
    for place in range(CARD_PLACES):
        if is_unknown(state, player, place):
            places[count] = place
            count += 1
    for index in range(count - 1, 0, -1):
        here, there = places[index], places[random_below(state, index + 1)]
        state.cards[here], state.cards[there] = state.cards[there], state.cards[here]
