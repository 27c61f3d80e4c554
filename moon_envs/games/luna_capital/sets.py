"""Taking a set: redistribution before it, and the payment for the last delivery (luna_capital 3)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.actions import HAND_CARD_PLAIN, PICK_BOARD_TILE, TAKE_SET
from moon_envs.games.luna_capital.cards import forget_known_hand, put_under_deck, remove_from_hand, take_in_hand
from moon_envs.games.luna_capital.components import TILE_KIND, TILE_ROBOTS
from moon_envs.games.luna_capital.frame import NONE, SET_TILES
from moon_envs.games.luna_capital.state import (
    DECIDE_CARD,
    DECIDE_PAYMENT,
    DECIDE_SECOND_TILE,
    DECIDE_SET,
    ask,
    deciding_player,
    slot_total,
)


@kernel
def looks_alike(state, one, other):
    """Return whether two tiles show the same (luna_capital 11.4)."""
    kinds, robots = TILE_KIND[state.phase], TILE_ROBOTS[state.phase]
    return kinds[one] == kinds[other] and robots[one] == robots[other]


@kernel
def is_first_of_slot(state, slot, tile):
    """Return whether no earlier tile of the slot looks like this one (luna_capital 11.4)."""
    for earlier in range(tile):
        if looks_alike(state, state.slot_tiles[slot, earlier], state.slot_tiles[slot, tile]):
            return False
    return True


@kernel
def mark_board_tiles(state, mask, left_out):
    """Mark the tiles of all slots but one."""
    for slot in range(slot_total(state)):
        if slot != left_out:
            for tile in range(state.slot_count[slot]):
                mask[PICK_BOARD_TILE + slot * SET_TILES + tile] = is_first_of_slot(state, slot, tile)


@kernel
def mark_sets(state, mask):
    """Mark every slot, except the marked one for an empty hand; with a token tiles too (luna_capital 3.2, 3.6)."""
    own = state.players[state.seat]
    for slot in range(slot_total(state)):
        mask[TAKE_SET + slot] = own.hand_size > 0 or slot != state.last_delivery
    if own.tokens > 0:
        mark_board_tiles(state, mask, NONE)


@kernel
def mark_second_tiles(state, mask):
    """Mark the tiles of the other slots, also those that look like the first (luna_capital 3.3)."""
    mark_board_tiles(state, mask, (state.named - PICK_BOARD_TILE) // SET_TILES)


@kernel
def mark_hand(state, mask):
    """Mark every hand card, to be paid or exchanged."""
    for place in range(state.players[state.seat].hand_size):
        mask[HAND_CARD_PLAIN + place] = 1


@kernel
def choose_set(state, action):
    """Choose a slot, or the first tile to redistribute."""
    if action >= PICK_BOARD_TILE:
        ask(state, DECIDE_SECOND_TILE, action)
    elif action - TAKE_SET == state.last_delivery:
        ask(state, DECIDE_PAYMENT, action)
    else:
        take_set(state, action - TAKE_SET)


@kernel
def redistribute(state, action):
    """Spend a token and swap two tiles of different slots (luna_capital 3.2)."""
    one, other = state.named - PICK_BOARD_TILE, action - PICK_BOARD_TILE
    tiles = state.slot_tiles
    first = tiles[one // SET_TILES, one % SET_TILES]
    tiles[one // SET_TILES, one % SET_TILES] = tiles[other // SET_TILES, other % SET_TILES]
    tiles[other // SET_TILES, other % SET_TILES] = first
    state.players[state.seat].tokens -= 1
    state.tokens_left += 1
    ask(state, DECIDE_SET, NONE)


@kernel
def pay(state, place):
    """Put a hand card under the deck, then take the marked set (luna_capital 3.5)."""
    player = deciding_player(state)
    put_under_deck(state, remove_from_hand(state, player, place), player)
    forget_known_hand(state, player)
    take_set(state, state.named - TAKE_SET)


@kernel
def take_set(state, slot):
    """Take the card into the hand and the tiles in front of the player; the marker stays (luna_capital 3.4)."""
    card = np.int64(state.board[slot])
    if card != NONE:
        take_in_hand(state, deciding_player(state), card, 1)
        state.board[slot] = NONE
    for tile in range(state.slot_count[slot]):
        state.taken[tile] = state.slot_tiles[slot, tile]
        state.slot_tiles[slot, tile] = NONE
    state.taken_count = state.slot_count[slot]
    state.slot_count[slot] = 0
    state.emptied = slot
    ask(state, DECIDE_CARD, NONE)
