"""The game from set-up to end: carry out an action and go on to the next decision."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.actions import (
    CARD_TARGET,
    CELL,
    HAND_CARD_PLAIN,
    KEEP_DRAWN_CARD,
    PASS,
    SOLO_SWAP_HANDS,
    TAKE_SET,
)
from moon_envs.games.luna_capital.building import (
    NO_SINGLE_CHOICE,
    choose_card,
    mark_cards,
    mark_targets,
    only_card,
    only_target,
    play_card,
)
from moon_envs.games.luna_capital.frame import NONE
from moon_envs.games.luna_capital.rounds import end_phase, end_turn
from moon_envs.games.luna_capital.set_up import choose_exchange_card, exchange, set_up, swap_hands
from moon_envs.games.luna_capital.sets import choose_set, mark_hand, mark_second_tiles, mark_sets, pay, redistribute
from moon_envs.games.luna_capital.state import (
    DECIDE_CARD,
    DECIDE_CELL,
    DECIDE_DRAWN_CARD,
    DECIDE_EXCHANGE_CARD,
    DECIDE_EXCHANGE_SLOT,
    DECIDE_PAYMENT,
    DECIDE_SECOND_TILE,
    DECIDE_SET,
    DECIDE_SWAP,
    DECIDE_TARGET,
    DECIDE_TILE,
    NO_DECISION,
    ask,
    slot_total,
)
from moon_envs.games.luna_capital.tiles import (
    choose_tile,
    discard_tiles,
    drawn_count,
    keep_drawn_card,
    mark_cells,
    mark_drawn_cards,
    mark_tiles,
    only_cell_for_tile,
    only_tile,
    place_tile,
    tile_choices,
)


@kernel
def start(state):
    """Set up a new game; its first decision is always asked (luna_capital 11.2)."""
    set_up(state)


@kernel
def legal(state, mask):
    """Set 1 for every legal action of the actor and 0 elsewhere."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    decision = state.decision
    if decision == DECIDE_CELL:
        mark_cells(state, mask)
    elif decision == DECIDE_TILE:
        mark_tiles(state, mask)
    elif decision == DECIDE_TARGET:
        mark_targets(state, mask)
    elif decision == DECIDE_CARD:
        mark_cards(state, mask)
    elif decision == DECIDE_SET:
        mark_sets(state, mask)
    elif decision == DECIDE_PAYMENT:
        mark_hand(state, mask)
    elif decision == DECIDE_DRAWN_CARD:
        mark_drawn_cards(state, mask)
    elif decision == DECIDE_SECOND_TILE:
        mark_second_tiles(state, mask)
    else:
        mark_set_up(state, mask)


@kernel
def mark_set_up(state, mask):
    """Mark the answers to the decisions before the first turn (luna_capital 2.5, 10.2)."""
    if state.decision == DECIDE_EXCHANGE_SLOT:
        for slot in range(slot_total(state)):
            mask[TAKE_SET + slot] = 1
        return
    mask[PASS] = 1
    if state.decision == DECIDE_SWAP:
        mask[SOLO_SWAP_HANDS] = 1
    else:
        mark_hand(state, mask)


@kernel
def apply(state, action):
    """Carry out a legal action, then everything that follows without a choice."""
    while action != NO_SINGLE_CHOICE:
        carry_out(state, action)
        if is_turn_over(state):
            end_turn(state)
            if state.decision == NO_DECISION:
                end_phase(state)
        action = find_forced(state)


@kernel
def is_turn_over(state):
    """Return whether no tile is left to place, and no card to play (luna_capital 4.1, 5.6)."""
    if state.decision == DECIDE_CARD and state.players[state.seat].hand_size == 0:
        ask(state, DECIDE_TILE, NONE)
    if state.decision != DECIDE_TILE or tile_choices(state) > 0:
        return False
    discard_tiles(state)
    return True


@kernel
def carry_out(state, action):
    """Carry out the answer to a decision."""
    decision = state.decision
    if decision == DECIDE_CELL:
        place_tile(state, action - CELL)
    elif decision == DECIDE_TILE:
        choose_tile(state, action)
    elif decision == DECIDE_TARGET:
        play_card(state, action - CARD_TARGET)
    elif decision == DECIDE_CARD:
        choose_card(state, action)
    elif decision == DECIDE_SET:
        choose_set(state, action)
    elif decision == DECIDE_PAYMENT:
        pay(state, action - HAND_CARD_PLAIN)
    elif decision == DECIDE_DRAWN_CARD:
        keep_drawn_card(state, action - KEEP_DRAWN_CARD)
    elif decision == DECIDE_SECOND_TILE:
        redistribute(state, action)
    elif decision == DECIDE_EXCHANGE_SLOT:
        exchange(state, action)
    elif decision == DECIDE_EXCHANGE_CARD:
        choose_exchange_card(state, action)
    else:
        swap_hands(state, action)


@kernel
def find_forced(state):
    """Return the answer if there is only one; sets, swap and exchange are always asked (luna_capital 11.2)."""
    decision = state.decision
    if decision == DECIDE_CELL:
        return only_cell_for_tile(state)
    if decision == DECIDE_TILE:
        return only_tile(state)
    if decision == DECIDE_TARGET:
        return only_target(state)
    if decision == DECIDE_CARD:
        return only_card(state)
    if decision == DECIDE_PAYMENT:
        return HAND_CARD_PLAIN if state.players[state.seat].hand_size == 1 else NO_SINGLE_CHOICE
    if decision == DECIDE_DRAWN_CARD:
        return KEEP_DRAWN_CARD if drawn_count(state) == 1 else NO_SINGLE_CHOICE
    return NO_SINGLE_CHOICE
