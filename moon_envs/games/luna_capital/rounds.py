"""The end of a turn, of a round and of a phase, and the Automaton's turn (luna_capital 6, 10)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import shuffle
from moon_envs.games.luna_capital.cards import draw_card
from moon_envs.games.luna_capital.components import CARD_PLOTS, CONTENTS, TILE_COUNT, TILE_KIND, TILES_IN_PLAY
from moon_envs.games.luna_capital.concessions import check_concessions
from moon_envs.games.luna_capital.frame import NONE, PHASE_COUNT, ROUNDS, TILES_OF_PHASE
from moon_envs.games.luna_capital.state import DECIDE_SET, NO_DECISION, ON_BOARD, PLAYED, ask, is_solo, slot_total

LAST_PHASE = PHASE_COUNT - 1


@kernel
def begin_phase(state):
    """Fill the tower with the tiles of the phase, and put one under every card (luna_capital 2.3, 6.4)."""
    for kind in range(state.tower_kinds.shape[0]):
        state.tower_kinds[kind] = 0
    count = TILE_COUNT[state.player_count, state.phase]
    for place in range(TILES_OF_PHASE):
        tile = TILES_IN_PLAY[state.player_count, state.phase, place]
        state.tower[place] = tile
        if tile != NONE:
            state.tower_kinds[TILE_KIND[state.phase, tile]] += 1
    shuffle(state, state.tower, 0, count)
    state.tiles_drawn = 0
    state.round = 1
    state.turn = 0
    add_tiles(state)


@kernel
def add_tile(state, slot):
    """Put the next tile of the tower under the card of a slot."""
    tile = np.int64(state.tower[state.tiles_drawn])
    state.tiles_drawn += 1
    state.tower_kinds[TILE_KIND[state.phase, tile]] -= 1
    state.slot_tiles[slot, state.slot_count[slot]] = tile
    state.slot_count[slot] += 1


@kernel
def add_tiles(state):
    """Put one tile into every slot, from slot 0 on (luna_capital 6.3)."""
    for slot in range(slot_total(state)):
        add_tile(state, slot)


@kernel
def begin_turn(state):
    """Ask the next player clockwise to choose a set (luna_capital 2.4)."""
    seat = np.int64(state.first_player) + state.turn
    state.seat = seat if seat < state.player_count else seat - state.player_count
    ask(state, DECIDE_SET, NONE)


@kernel
def end_turn(state):
    """Refill, then begin the next turn or end the round; solo, the Automaton comes first (luna_capital 6.1, 10.4)."""
    slot = state.emptied
    state.emptied = NONE
    if is_solo(state):
        # Slots are refilled in the order in which they were emptied (luna_capital 10.5).
        other = automaton_slot(state, slot)
        take_for_automaton(state, other)
        refill(state, slot)
        refill(state, other)
    else:
        refill(state, slot)
    state.turn += 1
    if state.turn < state.player_count:
        begin_turn(state)
    elif state.round < ROUNDS:
        end_round(state)
    else:
        ask(state, NO_DECISION, NONE)


@kernel
def is_last_turn_of_phase(state):
    """Return whether this is the last turn of a phase, after which no tiles are drawn (luna_capital 6.2)."""
    return state.round == ROUNDS and state.turn + 1 == state.player_count


@kernel
def refill(state, slot):
    """Refill a slot: a card, as many tiles as the number of the round, and the marker (luna_capital 6.1, 6.2)."""
    is_last = is_last_turn_of_phase(state)
    if is_last and state.phase == LAST_PHASE:
        return
    card = draw_card(state)
    state.board[slot] = card
    if card != NONE:
        state.card_place[card] = ON_BOARD
    if not is_last:
        for _ in range(state.round):
            add_tile(state, slot)
    state.last_delivery = slot


@kernel
def end_round(state):
    """Add a tile to every set and begin the next round, or end the phase (luna_capital 6.3)."""
    state.turn = 0
    state.round += 1
    add_tiles(state)
    begin_turn(state)


@kernel
def end_phase(state):
    """Check concessions, then deal new tiles to the next first player, or end the game (luna_capital 6.4)."""
    state.turn = 0
    check_concessions(state)
    if state.phase == LAST_PHASE:
        state.over = 1
        return
    remove_tiles(state)
    state.phase += 1
    first = state.first_player + 1
    state.first_player = first if first < state.player_count else 0
    begin_phase(state)
    begin_turn(state)


@kernel
def remove_tiles(state):
    """Remove the tiles on the board from the game; the cards stay (luna_capital 6.4)."""
    for slot in range(slot_total(state)):
        for tile in range(state.slot_count[slot]):
            state.slot_tiles[slot, tile] = NONE
        state.slot_count[slot] = 0


@kernel
def automaton_slot(state, taken):
    """Return the Automaton's slot: the farthest one left that does not lie under the marker (luna_capital 10.4)."""
    slot = slot_total(state) - 1
    while slot == taken or slot == state.last_delivery:
        slot -= 1
    return slot


@kernel
def take_for_automaton(state, slot):
    """Put a set aside for the Automaton and count its tiles and printed projects by kind (luna_capital 10.4)."""
    for tile in range(state.slot_count[slot]):
        state.pile_kinds[TILE_KIND[state.phase, state.slot_tiles[slot, tile]]] += 1
        state.slot_tiles[slot, tile] = NONE
    state.slot_count[slot] = 0
    card = np.int64(state.board[slot])
    if card == NONE:
        return
    state.board[slot] = NONE
    state.card_place[card] = PLAYED
    state.pile_cards[state.pile_count] = card
    state.pile_count += 1
    for kind in range(CONTENTS):
        state.pile_kinds[kind] += CARD_PLOTS[card, kind]
