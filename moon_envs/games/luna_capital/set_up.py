"""Set-up: cards, concessions, tiles; the exchange with the board; solo, the swap of hands (luna_capital 2, 10)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import random_below, shuffle
from moon_envs.games.luna_capital.actions import HAND_CARD_PLAIN, PASS, SOLO_SWAP_HANDS, TAKE_SET
from moon_envs.games.luna_capital.cards import (
    draw_card,
    hand_card,
    hand_place,
    put_under_deck,
    remove_from_hand,
    take_in_hand,
)
from moon_envs.games.luna_capital.components import ROBOTS, SOLO_LONG_TERM, TOKENS
from moon_envs.games.luna_capital.frame import CARD_COUNT, HAND, LONG_TERM, MAX_PLAYERS, NONE, SHORT_IN_PLAY, SHORT_TERM
from moon_envs.games.luna_capital.rounds import begin_phase, begin_turn
from moon_envs.games.luna_capital.state import (
    AUTOMATON,
    BLANK_PLAYER,
    DECIDE_EXCHANGE_CARD,
    DECIDE_EXCHANGE_SLOT,
    DECIDE_SWAP,
    ON_BOARD,
    ask,
    deciding_player,
    is_solo,
    slot_total,
)


@kernel
def set_up(state):
    """Set up a new game and ask for the swap, or for the last player's exchange (luna_capital 2.5, 10.2)."""
    for player in range(MAX_PLAYERS):
        state.players[player] = BLANK_PLAYER[0]
    state.robots_left = ROBOTS
    state.tokens_left = TOKENS
    clear_lists(state)
    deal_cards(state)
    draw_concessions(state)
    begin_phase(state)
    state.first_player = random_below(state, state.player_count)
    if is_solo(state):
        ask(state, DECIDE_SWAP, NONE)
    else:
        ask_exchange(state)


@kernel
def clear_lists(state):
    """Empty all lists of cards, tiles and markers."""
    state.named = NONE
    state.emptied = NONE
    state.board[:] = NONE
    state.slot_tiles[:] = NONE
    state.taken[:] = NONE
    state.cards[:] = NONE
    state.returned_by[:] = NONE
    state.closed_in[:] = NONE
    state.pile_cards[:] = NONE


@kernel
def deal_cards(state):
    """Deal three cards to every player, solo also to the Automaton, and one to every slot (luna_capital 2.1, 10.1)."""
    for card in range(CARD_COUNT):
        state.cards[card] = card
    shuffle(state, state.cards, 0, CARD_COUNT)
    state.deck_count = CARD_COUNT
    for player in range(max(state.player_count, AUTOMATON + 1)):
        for _ in range(HAND):
            take_in_hand(state, player, draw_card(state), 0)
    for slot in range(slot_total(state)):
        state.board[slot] = draw_card(state)
        state.card_place[state.board[slot]] = ON_BOARD


@kernel
def draw_concessions(state):
    """Draw two short-term and one long-term concession, solo none that compares players (luna_capital 2.2, 10.1)."""
    first = random_below(state, SHORT_TERM)
    second = random_below(state, SHORT_TERM - 1)
    state.concessions[0] = first
    state.concessions[1] = second + (second >= first)
    if is_solo(state):
        state.concessions[SHORT_IN_PLAY] = SOLO_LONG_TERM[random_below(state, SOLO_LONG_TERM.shape[0])]
    else:
        state.concessions[SHORT_IN_PLAY] = SHORT_TERM + random_below(state, LONG_TERM)


@kernel
def swap_hands(state, action):
    """Swap hands with the Automaton or not; its hand then goes under the deck as dealt (luna_capital 10.2, 10.3)."""
    player, automaton, first = deciding_player(state), np.int64(AUTOMATON), np.int64(0)
    for place in range(HAND):
        if action == SOLO_SWAP_HANDS:
            own = hand_card(state, player, place)
            state.cards[hand_place(player, place)] = state.cards[hand_place(automaton, place)]
            state.cards[hand_place(automaton, place)] = own
    for _ in range(HAND):
        put_under_deck(state, remove_from_hand(state, automaton, first), player)
    ask_exchange(state)


@kernel
def ask_exchange(state):
    """Ask for the exchange, from the last player in turn order to the first (luna_capital 2.5)."""
    seat = np.int64(state.first_player) + state.player_count - 1 - state.turn
    state.seat = seat if seat < state.player_count else seat - state.player_count
    ask(state, DECIDE_EXCHANGE_CARD, NONE)


@kernel
def choose_exchange_card(state, action):
    """Name the hand card to give, or keep all cards."""
    if action == PASS:
        end_exchange(state)
    else:
        ask(state, DECIDE_EXCHANGE_SLOT, action)


@kernel
def exchange(state, action):
    """Swap the named hand card for the card of a slot (luna_capital 2.5)."""
    slot = action - TAKE_SET
    player = deciding_player(state)
    given = remove_from_hand(state, player, state.named - HAND_CARD_PLAIN)
    take_in_hand(state, player, np.int64(state.board[slot]), 1)
    state.board[slot] = given
    state.card_place[given] = ON_BOARD
    end_exchange(state)


@kernel
def end_exchange(state):
    """Ask the player before, or begin the first turn."""
    state.turn += 1
    if state.turn < state.player_count:
        ask_exchange(state)
        return
    state.turn = 0
    begin_turn(state)
