"""Check that the values of a record from outside fit each other; bounds are checked elsewhere.

The check covers everything the kernels rely on, so no record leads to a wrong index, an empty mask or an endless loop.
Unreachable but safe positions are accepted.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.actions import HAND_CARD_PLAIN, PICK_BOARD_TILE, PICK_TAKEN_TILE, TAKE_SET
from moon_envs.games.luna_capital.building import PLAIN, TURNED_DOWN, WITH_ROBOT, fitting_cards, named_card, named_mode
from moon_envs.games.luna_capital.card_faults import are_cards_complete, are_hands_right, is_deck_right
from moon_envs.games.luna_capital.city import fits
from moon_envs.games.luna_capital.city_faults import is_city_right
from moon_envs.games.luna_capital.components import (
    CARD_NUMBER,
    CARD_PLOTS,
    CONTENTS,
    ROBOTS,
    TILE_COUNT,
    TILE_KIND,
    TILES_IN_PLAY,
    TOKENS,
)
from moon_envs.games.luna_capital.frame import (
    BOARD_SLOTS,
    CONCESSIONS_IN_PLAY,
    HAND_LIMIT,
    NONE,
    PHASE_COUNT,
    ROUNDS,
    SET_TILES,
    TILES_OF_PHASE,
    TURNS,
)
from moon_envs.games.luna_capital.kinds import KINDS
from moon_envs.games.luna_capital.state import (
    AUTOMATON,
    DECIDE_CARD,
    DECIDE_CELL,
    DECIDE_DRAWN_CARD,
    DECIDE_EXCHANGE_SLOT,
    DECIDE_PAYMENT,
    DECIDE_SECOND_TILE,
    DECIDE_SWAP,
    DECIDE_TARGET,
    DECIDE_TILE,
    NO_DECISION,
    is_set_up,
    is_solo,
    slot_total,
)
from moon_envs.games.luna_capital.tiles import named_kind, plots_for, tile_choices

FAULTS = (
    "it is not this player's turn, or not the time for this decision",
    "the tiles of the phase are not where they should be",
    "the slots of the board do not hold what the round says",
    "a city is impossible",
    "cards are missing or doubled",
    "the players who put cards under the deck are not noted",
    "a hand is too large, or more cards of it are known than it has",
    "there are too many robots or redistribution tokens",
    "a marker lies on a concession that is not closed",
    "the Automaton's pile does not fit the turns it has taken",
    "the decision does not fit what was named before, or has no answer",
)
(
    WRONG_TURN,
    WRONG_TILES,
    WRONG_SLOTS,
    WRONG_CITY,
    WRONG_CARDS,
    WRONG_DECK,
    WRONG_HANDS,
    WRONG_SUPPLY,
    WRONG_CONCESSIONS,
    WRONG_PILE,
    WRONG_DECISION,
) = range(1, len(FAULTS) + 1)
NO_FAULT = 0


@kernel
def find_fault(state):
    """Return the first fault of a record, or NO_FAULT."""
    if not is_turn_right(state):
        return WRONG_TURN
    if not are_tiles_right(state):
        return WRONG_TILES
    if not are_slots_right(state):
        return WRONG_SLOTS
    if not are_cities_right(state):
        return WRONG_CITY
    if not are_cards_complete(state):
        return WRONG_CARDS
    if not is_deck_right(state):
        return WRONG_DECK
    if not are_hands_right(state):
        return WRONG_HANDS
    if not is_supply_right(state):
        return WRONG_SUPPLY
    if not are_concessions_right(state):
        return WRONG_CONCESSIONS
    if not is_pile_right(state):
        return WRONG_PILE
    return NO_FAULT if state.over or is_decision_right(state) else WRONG_DECISION


@kernel
def has_taken_set(state):
    """Return whether the player has taken a set in this turn."""
    return state.decision >= DECIDE_CARD


@kernel
def is_turn_right(state):
    """Return whether the player who decides is the player whose turn it is."""
    players = np.int64(state.player_count)
    if state.turn >= players or state.first_player >= players or state.last_delivery >= slot_total(state):
        return False
    if state.over:
        return state.decision == NO_DECISION and state.phase == PHASE_COUNT - 1 and state.round == ROUNDS
    if state.decision == NO_DECISION or (state.decision == DECIDE_SWAP and not is_solo(state)):
        return False
    if is_set_up(state):
        is_beginning = state.phase == 0 and state.round == 1 and state.last_delivery == 0
        return is_beginning and state.seat == (state.first_player + players - 1 - state.turn) % players
    return state.seat == (state.first_player + state.turn) % players


@kernel
def turns_taken(state):
    """Return how many turns every player has finished before this round."""
    return ROUNDS * state.phase + state.round - 1 if not state.over else np.int64(TURNS)


@kernel
def tiles_drawn_by_now(state):
    """Count the tiles of the phase drawn by now: one for each slot and round, and the refills (luna_capital 6)."""
    refills = AUTOMATON + 1 if is_solo(state) else 1
    of_round = refills * state.player_count
    before = of_round * (state.round * (state.round - 1) // 2)
    this_round = 0 if is_set_up(state) else refills * state.turn * state.round
    return slot_total(state) * state.round + before + this_round


@kernel
def are_tiles_right(state):
    """Return whether the tower has each tile in play once, and all tiles on the board or taken were drawn."""
    count = np.int64(TILE_COUNT[state.player_count, state.phase])
    all_tiles, in_tower, drawn = np.int64(0), np.int64(0), np.int64(0)
    if state.tiles_drawn > count or not (state.over or state.tiles_drawn == tiles_drawn_by_now(state)):
        return False
    for place in range(TILES_OF_PHASE):
        tile = np.int64(state.tower[place])
        if place < count:
            if tile == NONE:
                return False
            all_tiles |= np.int64(1) << TILES_IN_PLAY[state.player_count, state.phase, place]
            in_tower |= np.int64(1) << tile
            if place < state.tiles_drawn:
                drawn |= np.int64(1) << tile
    if in_tower != all_tiles or not are_tower_kinds_right(state, count):
        return False
    for slot in range(BOARD_SLOTS):
        drawn = take_from(drawn, state.slot_tiles[slot], state.slot_count[slot])
    return take_from(drawn, state.taken, state.taken_count) != NONE


@kernel
def take_from(tiles, taken, count):
    """Remove a list of tiles from a set of tiles; return NONE if one is not in it."""
    for place in range(np.int64(count)):
        tile = np.int64(taken[place])
        if tiles == NONE or tile == NONE or (tiles >> tile) & 1 == 0:
            return np.int64(NONE)
        tiles ^= np.int64(1) << tile
    return tiles


@kernel
def are_tower_kinds_right(state, count):
    """Return whether the counts of tiles in the tower by kind are right."""
    for kind in range(len(KINDS)):
        found = 0
        for place in range(np.int64(state.tiles_drawn), count):
            found += TILE_KIND[state.phase, state.tower[place]] == kind
        if state.tower_kinds[kind] != found:
            return False
    return True


@kernel
def are_slots_right(state):
    """Return whether every slot has as many tiles as the round says, except the one emptied in this turn."""
    if (state.emptied != NONE) != has_taken_set(state) or state.emptied >= slot_total(state):
        return False
    if state.taken_count > (state.round if has_taken_set(state) else 0):
        return False
    for slot in range(BOARD_SLOTS):
        is_used = slot < slot_total(state)
        is_full = is_used and slot != state.emptied
        if not is_full and (state.board[slot] != NONE or state.slot_count[slot] != 0) and not state.over:
            return False
        if is_full and not state.over and state.slot_count[slot] != state.round:
            return False
        if is_used and is_set_up(state) and state.board[slot] == NONE:
            return False
    return True


@kernel
def are_cities_right(state):
    """Return whether all cities are right and have no more cards than turns were taken."""
    for player in range(np.int64(state.player_count)):
        most = np.int64(0)
        if not is_set_up(state):
            has_moved = (player + state.player_count - state.first_player) % state.player_count < state.turn
            has_played = player == state.seat and state.decision >= DECIDE_TILE and not state.over
            most = turns_taken(state) + (has_moved or has_played)
        if not is_city_right(state.players[player], most):
            return False
    return True


@kernel
def is_supply_right(state):
    """Return whether there are not too many robots and tokens."""
    robots, tokens = np.int64(state.robots_left), np.int64(state.tokens_left)
    for player in range(state.player_count):
        robots += state.players[player].robots
        tokens += state.players[player].tokens
    return robots <= ROBOTS and tokens <= TOKENS


@kernel
def are_concessions_right(state):
    """Return whether markers lie only on closed concessions."""
    for place in range(CONCESSIONS_IN_PLAY):
        for player in range(state.player_count):
            if (state.players[player].markers >> place) & 1 and state.closed_in[place] == NONE:
                return False
    return True


@kernel
def is_pile_right(state):
    """Return whether the Automaton has taken a set in every turn."""
    if not is_solo(state):
        return state.pile_count == 0
    all_tiles = np.int64(0)
    turns = turns_taken(state)
    if state.pile_count > turns:
        return False
    for kind in range(len(KINDS)):
        printed = 0
        for place in range(state.pile_count):
            printed += CARD_PLOTS[state.pile_cards[place], kind] if kind < CONTENTS else 0
        tiles = state.pile_kinds[kind] - printed
        if tiles < 0 or (tiles > 0 and kind <= 2):
            return False
        all_tiles += tiles
    phases, rounds = turns // ROUNDS, turns % ROUNDS
    return all_tiles == phases * (ROUNDS * (ROUNDS + 1) // 2) + rounds * (rounds + 1) // 2


@kernel
def is_decision_right(state):
    """Return whether the named action leads to this decision, and there is something to decide."""
    own = state.players[state.seat]
    decision, named = state.decision, np.int64(state.named)
    if decision == DECIDE_EXCHANGE_SLOT:
        return HAND_CARD_PLAIN <= named < HAND_CARD_PLAIN + own.hand_size
    if decision == DECIDE_SECOND_TILE:
        return own.tokens > 0 and is_board_tile(state, named - PICK_BOARD_TILE)
    if decision == DECIDE_PAYMENT:
        return named == TAKE_SET + state.last_delivery and own.hand_size > 0
    if decision == DECIDE_TARGET:
        return is_named_card_playable(state, named - HAND_CARD_PLAIN)
    if decision == DECIDE_CELL:
        place = named - PICK_TAKEN_TILE
        return 0 <= place < state.taken_count and plots_for(own, named_kind(state)) > 0
    if decision == DECIDE_CARD:
        return own.hand_size > 0
    if decision == DECIDE_TILE:
        return tile_choices(state) > 0
    return decision != DECIDE_DRAWN_CARD or state.deck_count > 0


@kernel
def is_board_tile(state, tile):
    """Return whether the named tile of the board is there."""
    if not 0 <= tile < slot_total(state) * SET_TILES:
        return False
    return tile % SET_TILES < state.slot_count[tile // SET_TILES]


@kernel
def is_named_card_playable(state, card):
    """Return whether the named hand card can be played in the named way (luna_capital 4.4, 4.5, 4.7)."""
    own = state.players[state.seat]
    if not 0 <= card < (TURNED_DOWN + 1) * HAND_LIMIT or card % HAND_LIMIT >= own.hand_size:
        return False
    mode = named_mode(state)
    if mode == PLAIN:
        return fits(own, CARD_NUMBER[named_card(state)])
    if mode == WITH_ROBOT:
        return own.robots > 0
    return fitting_cards(state) == 0
