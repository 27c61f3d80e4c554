"""Check the cards of a record from outside: every card is in one place, and no hand can outgrow its places."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.cards import deck_place
from moon_envs.games.luna_capital.components import PADS_BEFORE, TILE_KIND
from moon_envs.games.luna_capital.frame import (
    BOARD_SLOTS,
    CARD_COUNT,
    HAND,
    HAND_LIMIT,
    MAX_PLAYERS,
    NONE,
    POSITIONS,
    TURNS,
)
from moon_envs.games.luna_capital.kinds import LANDING_PAD
from moon_envs.games.luna_capital.state import (
    AUTOMATON,
    CARDS_FACE_DOWN,
    DECIDE_CARD,
    DECIDE_DRAWN_CARD,
    DECIDE_SWAP,
    DECIDE_TARGET,
    HANDS,
    HIDDEN,
    ON_BOARD,
    PLAYED,
    is_set_up,
)


@kernel
def note_card(places, card, place):
    """Note where a card is; return whether it was not noted before."""
    if card == NONE:
        return True
    is_new = places[card] == NONE
    places[card] = place
    return is_new


@kernel
def are_cards_complete(state):
    """Return whether every card is in one place, and `card_place` agrees."""
    places = np.full(CARD_COUNT, NONE, dtype=np.int8)
    is_right = True
    for place in range(state.cards.shape[0]):
        if is_place_used(state, place):
            is_right = is_right and state.cards[place] != NONE and note_card(places, state.cards[place], HIDDEN)
    for slot in range(BOARD_SLOTS):
        is_right = is_right and note_card(places, state.board[slot], ON_BOARD)
    for turn in range(state.pile_count):
        is_right = is_right and state.pile_cards[turn] != NONE and note_card(places, state.pile_cards[turn], PLAYED)
    for player in range(state.player_count):
        for position in range(POSITIONS):
            is_right = is_right and note_card(places, state.players[player].cards[position], PLAYED)
    for card in range(CARD_COUNT):
        is_right = is_right and places[card] == state.card_place[card]
    return is_right


@kernel
def is_place_used(state, place):
    """Return whether a place of `state.cards` holds a card of the deck, of a hand, or face down."""
    if place < HANDS:
        index = place - state.deck_top
        return (index if index >= 0 else index + CARD_COUNT) < state.deck_count
    if place < CARDS_FACE_DOWN:
        return (place - HANDS) % HAND_LIMIT < state.players[(place - HANDS) // HAND_LIMIT].hand_size
    return (place - CARDS_FACE_DOWN) % TURNS < state.players[(place - CARDS_FACE_DOWN) // TURNS].face_down_count


@kernel
def is_deck_right(state):
    """Return whether exactly the last cards of the deck were put there by players."""
    if state.returned_count > state.deck_count:
        return False
    for index in range(state.deck_count):
        owner = state.returned_by[deck_place(state, np.int64(index))]
        if (owner != NONE) != (index >= state.deck_count - state.returned_count) or owner >= state.player_count:
            return False
    return True


@kernel
def landing_pads_placed(state):
    """Count the landing pads that all players can have placed by now."""
    pads = np.int64(PADS_BEFORE[state.player_count, state.phase])
    for place in range(state.tiles_drawn):
        pads += TILE_KIND[state.phase, state.tower[place]] == LANDING_PAD
    for slot in range(BOARD_SLOTS):
        for tile in range(state.slot_count[slot]):
            pads -= TILE_KIND[state.phase, state.slot_tiles[slot, tile]] == LANDING_PAD
    for tile in range(state.taken_count):
        pads -= TILE_KIND[state.phase, state.taken[tile]] == LANDING_PAD
    return pads


@kernel
def are_hands_right(state):
    """Return whether every hand is at most three cards, those of landing pads, and the one just taken."""
    pads = landing_pads_placed(state)
    for player in range(MAX_PLAYERS):
        own = state.players[player]
        most = HAND + pads
        if player == state.seat:
            most += state.decision == DECIDE_CARD or state.decision == DECIDE_TARGET
            most -= state.decision == DECIDE_DRAWN_CARD
        if player >= state.player_count:
            most = HAND if state.decision == DECIDE_SWAP and player == AUTOMATON else 0
        if own.hand_size > most or (player >= state.player_count and own.face_down_count > 0):
            return False
        if player < state.player_count and own.hand_known >> own.hand_size != 0:
            return False
        if is_set_up(state) and own.hand_size < min(most, HAND):
            return False
    return True
