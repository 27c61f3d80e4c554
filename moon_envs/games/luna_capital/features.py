"""Writes what a player of Luna Capital observes."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import inlined_kernel, kernel
from moon_envs.engine.features import clear, put, put_all, put_bits, put_one_hot
from moon_envs.games.luna_capital.actions import HAND_CARD_PLAIN, PICK_BOARD_TILE, PICK_TAKEN_TILE, TAKE_SET
from moon_envs.games.luna_capital.building import named_card
from moon_envs.games.luna_capital.cards import deck_place, hand_card, hand_size
from moon_envs.games.luna_capital.components import (
    AUTOMATON_TILES,
    CARD_CELLS,
    CARD_NUMBER,
    CONTENTS,
    TILE_KIND,
    TILE_ROBOTS,
)
from moon_envs.games.luna_capital.feature_table import (
    CLOSED,
    COMMON_FEATURES,
    DECISIONS,
    IN_HAND,
    MODES,
    OPEN,
    PLAYER_FEATURES,
    PLOTS_SHOWN,
    POINTS_SHOWN,
    RESIDENTIAL_SHOWN,
    SLOT_CARD_FEATURES,
    SLOT_FEATURES,
    SOLO_FEATURES,
    TABLE_FEATURES,
    TILE_KINDS,
)
from moon_envs.games.luna_capital.frame import (
    BOARD_SLOTS,
    CARD_COUNT,
    CARD_TARGETS,
    CELLS,
    CELLS_OF_CARD,
    CONCESSION_COUNT,
    CONCESSIONS_IN_PLAY,
    DRAWN_CARDS,
    HAND,
    HAND_LIMIT,
    NONE,
    NUMBERS,
    PHASE_COUNT,
    SET_TILES,
    TURNS,
)
from moon_envs.games.luna_capital.gains import GROUP_SHOWN, put_card_gains, put_gains, put_neighbours
from moon_envs.games.luna_capital.hidden import SEEN_BY_OTHERS
from moon_envs.games.luna_capital.kinds import BASIC_TARGETS, HYDROGEN
from moon_envs.games.luna_capital.scoring import automaton_score, concession_points, score
from moon_envs.games.luna_capital.state import (
    AUTOMATON,
    CARDS_FACE_DOWN,
    DECIDE_CELL,
    DECIDE_DRAWN_CARD,
    DECIDE_EXCHANGE_SLOT,
    DECIDE_PAYMENT,
    DECIDE_SECOND_TILE,
    DECIDE_SWAP,
    DECIDE_TARGET,
    PLAYED,
    is_solo,
)
from moon_envs.games.luna_capital.tiles import drawn_count, named_kind


@kernel
def observe(state, player, features):
    """Write what the player knows: the table, the own block, then the other players in seating order."""
    clear(features)
    cursor = observe_board(state, player, features)
    cursor = observe_cards(state, player, features, cursor)
    cursor = observe_own(state, player, features, cursor)
    if state.seat == player and not state.over:
        observe_named(state, features, cursor)
    if is_solo(state):
        observe_automaton(state, features, COMMON_FEATURES)
    else:
        features[COMMON_FEATURES + (state.first_player + state.player_count - player) % state.player_count] = 1
    first = SOLO_FEATURES if is_solo(state) else TABLE_FEATURES
    for distance in range(state.player_count):
        other = player + distance
        if other >= state.player_count:
            other -= state.player_count
        observe_player(state, other, features[first : first + PLAYER_FEATURES])
        first += PLAYER_FEATURES


@inlined_kernel
def observe_board(state, player, features):
    """Write phase, decision, supply, slots, tower and concessions."""
    put_one_hot(features, 0, state.phase, PHASE_COUNT)
    cursor = put(features, PHASE_COUNT, state.round)
    cursor = put(features, cursor, state.player_count)
    decision = state.decision if state.seat == player else SEEN_BY_OTHERS[state.decision]
    cursor = put_one_hot(features, cursor, -1 if state.over else decision - 1, DECISIONS)
    cursor = put_one_hot(features, cursor, state.last_delivery, BOARD_SLOTS)
    cursor = put(features, cursor, state.deck_count)
    cursor = put(features, cursor, state.robots_left)
    cursor = put(features, cursor, state.tokens_left)
    observe_slots(state, features[cursor : cursor + SLOT_FEATURES])
    cursor += SLOT_FEATURES
    cursor = put_all(features, cursor, state.tower_kinds[HYDROGEN:])
    for place in range(CONCESSIONS_IN_PLAY):
        is_closed = state.closed_in[place] != NONE
        features[cursor + state.concessions[place]] = CLOSED if is_closed else OPEN
    return cursor + CONCESSION_COUNT


@inlined_kernel
def observe_slots(state, block):
    """Write the cards of the slots, then their tiles."""
    kinds, robots = TILE_KIND[state.phase], TILE_ROBOTS[state.phase]
    tiles = block[SLOT_CARD_FEATURES:]
    for slot in range(BOARD_SLOTS):
        put_card_features(block, 0, slot, BOARD_SLOTS, np.int64(state.board[slot]))
        for place in range(state.slot_count[slot]):
            tile = state.slot_tiles[slot, place]
            tiles[slot * SET_TILES + place] = kinds[tile]
            tiles[(BOARD_SLOTS + slot) * SET_TILES + place] = robots[tile]


@inlined_kernel
def put_card_features(features, cursor, place, places, card):
    """Write one card of a list; the list has all numbers first, then all cells."""
    if card != NONE:
        features[cursor + place] = CARD_NUMBER[card]
        first = cursor + places + place * CELLS_OF_CARD
        for cell in range(CELLS_OF_CARD):
            features[first + cell] = CARD_CELLS[card, cell]


@inlined_kernel
def put_tiles(state, features, cursor, robots_after, tiles, count):
    """Write the kinds of some tiles and, `robots_after` places later, their robots."""
    for place in range(count):
        features[cursor + place] = TILE_KIND[state.phase, tiles[place]]
        features[cursor + place + robots_after] = TILE_ROBOTS[state.phase, tiles[place]]


@inlined_kernel
def observe_cards(state, player, features, cursor):
    """Write where each card is, as far as the player knows (luna_capital 11.5, 11.7, 11.8)."""
    put_all(features, cursor, state.card_place)
    for place in range(hand_size(state, player)):
        features[cursor + hand_card(state, player, place)] = IN_HAND
    for place in range(state.players[player].face_down_count):
        features[cursor + state.cards[CARDS_FACE_DOWN + player * TURNS + place]] = PLAYED
    for distance in range(1, state.player_count):
        other = (player + distance) % state.player_count
        known = np.int64(state.players[other].hand_known)
        for place in range(HAND_LIMIT):
            if known >> place == 0:
                break
            if (known >> place) & 1:
                features[cursor + hand_card(state, other, place)] = IN_HAND + distance
    cursor += CARD_COUNT
    for index in range(state.deck_count - state.returned_count, state.deck_count):
        place = deck_place(state, index)
        if state.returned_by[place] == player:
            features[cursor + state.cards[place]] = index + 1
    return cursor + CARD_COUNT


@inlined_kernel
def observe_own(state, player, features, cursor):
    """Write the taken tiles, the own hand, and the cards that the own landing pad has drawn."""
    put_tiles(state, features, cursor, SET_TILES, state.taken, state.taken_count)
    cursor += 2 * SET_TILES
    for place in range(hand_size(state, player)):
        put_card_features(features, cursor, place, HAND_LIMIT, hand_card(state, player, place))
    cursor += HAND_LIMIT * (1 + CELLS_OF_CARD)
    if state.decision == DECIDE_DRAWN_CARD and state.seat == player:
        for place in range(drawn_count(state)):
            card = np.int64(state.cards[deck_place(state, place)])
            put_card_features(features, cursor, place, DRAWN_CARDS, card)
    return cursor + DRAWN_CARDS * (1 + CELLS_OF_CARD)


@inlined_kernel
def observe_named(state, features, cursor):
    """Write what the deciding player has named on the way to this decision."""
    decision, named = state.decision, np.int64(state.named)
    if decision == DECIDE_PAYMENT:
        put(features, cursor + named - TAKE_SET, 1)
    cursor += BOARD_SLOTS
    if decision == DECIDE_SECOND_TILE:
        put(features, cursor + named - PICK_BOARD_TILE, 1)
    cursor += BOARD_SLOTS * SET_TILES
    if decision == DECIDE_TARGET or decision == DECIDE_EXCHANGE_SLOT:
        put(features, cursor + (named - HAND_CARD_PLAIN) % HAND_LIMIT, 1)
    cursor += HAND_LIMIT
    if decision == DECIDE_TARGET:
        put(features, cursor + (named - HAND_CARD_PLAIN) // HAND_LIMIT, 1)
    cursor += MODES
    if decision == DECIDE_TARGET or decision == DECIDE_EXCHANGE_SLOT:
        put_card_features(features, cursor, 0, 1, named_card(state))
    cursor += 1 + CELLS_OF_CARD
    if decision == DECIDE_TARGET:
        put_card_gains(state, features[cursor : cursor + CARD_TARGETS])
        put_neighbours(state, features[cursor + CARD_TARGETS : cursor + 2 * CARD_TARGETS])
    cursor += 2 * CARD_TARGETS
    if decision == DECIDE_CELL:
        put(features, cursor + named - PICK_TAKEN_TILE, 1)
        observe_placing(state, features, cursor + SET_TILES)


@kernel
def observe_placing(state, features, cursor):
    """Write the tile that is being placed, and what it would bring on each cell."""
    kind = np.int64(named_kind(state))
    cursor = put(features, cursor, kind)
    gains = features[cursor : cursor + CELLS]
    put_gains(state.players[state.seat], kind, gains, features[cursor + CELLS : cursor + 2 * CELLS])


@kernel
def observe_automaton(state, features, cursor):
    """Write the Automaton's open pile, and its hand until the swap is decided (luna_capital 10.2)."""
    for kind in range(TILE_KINDS):
        features[cursor + kind] = min(state.pile_kinds[HYDROGEN + kind], AUTOMATON_TILES)
    cursor = put(features, cursor + TILE_KINDS, min(automaton_score(state), POINTS_SHOWN))
    if state.decision == DECIDE_SWAP:
        automaton = np.int64(AUTOMATON)
        for place in range(hand_size(state, automaton)):
            put_card_features(features, cursor, place, HAND, hand_card(state, automaton, place))


@inlined_kernel
def observe_player(state, player, block):
    """Write one player's block, which is all public."""
    own = state.players[player]
    cursor = put(block, 0, player == state.seat and not state.over)
    cursor = put(block, cursor, own.hand_size)
    cursor = put(block, cursor, own.robots)
    cursor = put(block, cursor, own.tokens)
    cursor = put(block, cursor, min(score(state, player), POINTS_SHOWN))
    cursor = put(block, cursor, concession_points(state, player))
    cursor = put(block, cursor, min(own.residential_points, RESIDENTIAL_SHOWN))
    for target in range(BASIC_TARGETS):
        cursor = put(block, cursor, min(own.largest[target], GROUP_SHOWN))
    for kind in range(CONTENTS):
        cursor = put(block, cursor, min(own.counts[kind], PLOTS_SHOWN))
    cursor = put(block, cursor, own.rows)
    cursor = put(block, cursor, own.columns)
    cursor = put_bits(block, cursor, own.fitting >> 1, NUMBERS)
    cursor = put_all(block, cursor, own.marks)
    put_all(block, cursor, own.cells)
