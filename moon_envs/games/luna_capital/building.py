"""Playing a construction card: choose the card, the way and the position (luna_capital 4)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.actions import CARD_TARGET, HAND_CARD_FACE_DOWN, HAND_CARD_PLAIN, HAND_CARD_WITH_ROBOT
from moon_envs.games.luna_capital.cards import forget_known_hand, hand_card, hand_size, keep_face_down, remove_from_hand
from moon_envs.games.luna_capital.city import columns_for_number, fits, free_columns, mark_of, put_card
from moon_envs.games.luna_capital.components import CARD_NUMBER
from moon_envs.games.luna_capital.frame import COLUMN_CODES, HAND_LIMIT, NONE, ROW_CODES
from moon_envs.games.luna_capital.groups import bit_count
from moon_envs.games.luna_capital.state import DECIDE_TARGET, DECIDE_TILE, FACE_DOWN, PLAYED, ask, deciding_player

PLAIN, WITH_ROBOT, TURNED_DOWN = range(3)
NO_SINGLE_CHOICE = -1


@kernel
def fitting_cards(state):
    """Count the hand cards that can be played without a robot (luna_capital 4.4)."""
    own = state.players[state.seat]
    count = 0
    for place in range(hand_size(state, deciding_player(state))):
        count += fits(own, CARD_NUMBER[hand_card(state, deciding_player(state), place)])
    return count


@kernel
def mark_cards(state, mask):
    """Mark the cards that fit; all with a robot; all face down if none fits (luna_capital 4.4, 4.5, 4.7)."""
    own = state.players[state.seat]
    must_turn_down = fitting_cards(state) == 0
    for place in range(hand_size(state, deciding_player(state))):
        mask[HAND_CARD_PLAIN + place] = fits(own, CARD_NUMBER[hand_card(state, deciding_player(state), place)])
        mask[HAND_CARD_WITH_ROBOT + place] = own.robots > 0
        mask[HAND_CARD_FACE_DOWN + place] = must_turn_down


@kernel
def only_card(state):
    """Return the action that plays a card if there is only one (luna_capital 11.2)."""
    own = state.players[state.seat]
    fitting = fitting_cards(state)
    if own.robots > 0 or fitting > 1 or (fitting == 0 and own.hand_size > 1):
        return NO_SINGLE_CHOICE
    if fitting == 0:
        return HAND_CARD_FACE_DOWN
    place = np.int64(0)
    while not fits(own, CARD_NUMBER[hand_card(state, deciding_player(state), place)]):
        place += 1
    return HAND_CARD_PLAIN + place


@kernel
def named_card(state):
    """Return the card that is about to be put into the city."""
    return hand_card(state, deciding_player(state), (state.named - HAND_CARD_PLAIN) % HAND_LIMIT)


@kernel
def named_mode(state):
    """Return how the named card is played: plain, with a robot, or face down."""
    return (state.named - HAND_CARD_PLAIN) // HAND_LIMIT


@kernel
def target_columns(state, row_code):
    """Return where in a row the named card can be put, as a set of column codes."""
    own = state.players[state.seat]
    columns = free_columns(own, row_code - 1)
    if named_mode(state) == PLAIN:
        columns &= columns_for_number(own, row_code - 1, CARD_NUMBER[named_card(state)])
    return columns


@kernel
def mark_targets(state, mask):
    """Mark every position where the named card can be put."""
    for row_code in range(ROW_CODES):
        columns = target_columns(state, row_code)
        first = CARD_TARGET + row_code * COLUMN_CODES
        for column_code in range(COLUMN_CODES):
            mask[first + column_code] = (columns >> column_code) & 1


@kernel
def only_target(state):
    """Return the position of the named card if there is only one (luna_capital 11.2)."""
    found = NO_SINGLE_CHOICE
    for row_code in range(ROW_CODES):
        columns = target_columns(state, row_code)
        if columns != 0:
            if found != NO_SINGLE_CHOICE or columns & (columns - 1) != 0:
                return NO_SINGLE_CHOICE
            found = CARD_TARGET + row_code * COLUMN_CODES + bit_count(columns - 1)
    return found


@kernel
def choose_card(state, action):
    """Name the card and how it is played; its position is asked next."""
    ask(state, DECIDE_TARGET, action)


@kernel
def play_card(state, target):
    """Put the named card into the city (luna_capital 4.1)."""
    own = state.players[state.seat]
    mode = named_mode(state)
    card = remove_from_hand(state, deciding_player(state), (state.named - HAND_CARD_PLAIN) % HAND_LIMIT)
    if mode == TURNED_DOWN:
        keep_face_down(state, deciding_player(state), card)
        forget_known_hand(state, deciding_player(state))
        put_card(own, card, np.int64(FACE_DOWN), target)
    else:
        own.robots -= mode == WITH_ROBOT
        state.card_place[card] = PLAYED
        put_card(own, card, mark_of(card, mode == WITH_ROBOT), target)
    ask(state, DECIDE_TILE, NONE)
