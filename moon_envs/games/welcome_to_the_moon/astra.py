"""The solo mode: opponents, the deck with its effect cards, and the cards given to ASTRA (welcome 8)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import random_below, shuffle
from moon_envs.games.welcome_to_the_moon.adventure import (
    begin_astra_effect,
    carry_on_astra_effect,
    carry_on_astra_move,
    give_card_to_astra,
)
from moon_envs.games.welcome_to_the_moon.cards import ACTION_COUNT, ALL_CARDS, CARD_FACE, CARD_NUMBER, STARSHIP_CARDS
from moon_envs.games.welcome_to_the_moon.facts import printed
from moon_envs.games.welcome_to_the_moon.opponents import OPPONENT_VALUES
from moon_envs.games.welcome_to_the_moon.piles import note_seen, note_unseen
from moon_envs.games.welcome_to_the_moon.state import (
    DISCARDED,
    DRAWN,
    GIVEN_TO_ASTRA,
    IN_DECK,
    NO_COMBINATION,
    NO_DECISION,
    NO_EFFECT_CARD,
    PHASE_WRITE,
    REMOVED,
    SLOTS,
)

CARDS_ABOVE_EFFECT_CARDS = 42


@kernel
def deal_deck(state):
    """Build the solo deck: 42 starship cards above 21 that are mixed with the effect cards (welcome 8.2)."""
    for card in range(ALL_CARDS):
        state.cards[card] = card
        state.location[card] = IN_DECK
        note_unseen(state, card)
    shuffle(state, state.cards, 0, STARSHIP_CARDS)
    shuffle(state, state.cards, CARDS_ABOVE_EFFECT_CARDS, ALL_CARDS)
    state.deck_size = ALL_CARDS
    state.deck_pass = 1
    state.position = 0


@kernel
def reshuffle_deck(state):
    """Shuffle the discard pile into the second deck, when a card has to be drawn (welcome 8.8, 9.4)."""
    size = 0
    for card in range(ALL_CARDS):
        if state.location[card] == DISCARDED:
            state.location[card] = IN_DECK
            state.cards[size] = card
            note_unseen(state, card)
            size += 1
    shuffle(state, state.cards, 0, size)
    state.deck_size = size
    state.deck_pass = 2
    state.position = 0


@kernel
def draw_cards(state):
    """Draw until three starship cards are held (welcome 8.3); stops at choices for ASTRA (welcome 8.10, 8.15)."""
    while True:
        if state.effect_card != NO_EFFECT_CARD:
            carry_on_astra_effect(state)
            if state.decision != NO_DECISION:
                return
            finish_effect_card(state)
        carry_on_astra_move(state)
        if state.decision != NO_DECISION:
            return
        if state.drawn_count == SLOTS:
            state.phase = PHASE_WRITE
            return
        if state.position == state.deck_size:
            if state.deck_pass == 2:
                state.over = 1  # welcome 8.11
                return
            reshuffle_deck(state)
        card = state.cards[state.position]
        state.position += 1
        note_seen(state, card)
        if card < STARSHIP_CARDS:
            state.location[card] = DRAWN
            state.drawn[state.drawn_count] = card
            state.drawn_count += 1
            continue
        state.location[card] = DISCARDED
        state.effect_card = card - STARSHIP_CARDS
        begin_astra_effect(state, state.effect_card)
        if state.decision != NO_DECISION:
            return


@kernel
def finish_effect_card(state):
    """End an effect card; in the second pass this turns over the mission of its letter (welcome 8.9)."""
    if state.deck_pass == 2:
        state.turned_over[state.effect_card] = 1
    state.effect_card = NO_EFFECT_CARD


@kernel
def top_face(state):
    """What the deck's top card shows: an action, 6 to 8 for an effect letter, -1 for an empty deck (welcome 8.12)."""
    if state.position == state.deck_size:
        return -1
    return np.int64(CARD_FACE[state.cards[state.position]])


@kernel
def drawn_number(state, slot):
    """The number of a drawn card."""
    return CARD_NUMBER[state.drawn[slot]]


@kernel
def drawn_action(state, slot):
    """The action of a drawn card."""
    return CARD_FACE[state.drawn[slot]]


@kernel
def circle_solo_bonuses(state, count):
    """Circle bonuses as far as symbols are left (welcome 8.7)."""
    state.bonuses_circled = min(state.bonuses_circled + count, printed(state).solo_bonus_symbols)


@kernel
def has_solo_bonus(state):
    """Whether a circled bonus is left to spend."""
    return state.bonuses_circled > state.bonuses_spent


@kernel
def can_be_disposed_of(state, slot):
    """Whether ASTRA may get this card: the unused one, or any after a System Error (welcome 8.5)."""
    if state.combination == NO_COMBINATION:
        return True
    return slot == unused_slot(state)


@kernel
def unused_slot(state):
    """The drawn card that the picked pair leaves over. Combinations 2k and 2k+1 take their number from slot k."""
    number_slot = state.combination // 2
    smaller, larger = (number_slot + 1) % SLOTS, (number_slot + 2) % SLOTS
    if smaller > larger:
        smaller, larger = larger, smaller
    return larger if state.combination % 2 == 0 else smaller


@kernel
def give_card(state, slot):
    """Give a drawn card to ASTRA and discard the two others (welcome 8.5)."""
    action = drawn_action(state, slot)
    dispose_of_cards(state, slot, GIVEN_TO_ASTRA)
    state.given[action] += 1
    give_card_to_astra(state, action)


@kernel
def remove_card(state, slot):
    """Spend a solo bonus, also in a System Error turn: the card leaves the game (welcome 8.6, 9.3)."""
    dispose_of_cards(state, slot, REMOVED)
    state.bonuses_spent += 1


@kernel
def dispose_of_cards(state, slot, place):
    """Put the card of a slot in this place, and discard the two others."""
    for other in range(SLOTS):
        state.location[state.drawn[other]] = DISCARDED
    state.location[state.drawn[slot]] = place
    state.drawn_count = 0


@kernel
def cards_points(state):
    """ASTRA's points for the cards given to it (welcome 8.1)."""
    total = 0
    for action in range(ACTION_COUNT):
        total += state.given[action] * OPPONENT_VALUES[state.opponent, action]
    return total


@kernel
def resample_deck(state):
    """Redraw the order of the deck at random; only the face of its top card is known (welcome 8.12)."""
    first = np.int64(state.position)
    size = np.int64(state.deck_size)
    if first == size:
        return
    redraw_top_card(state, first, size)
    end_of_starship_cards = size
    for index in range(size - 1, first, -1):
        if state.cards[index] >= STARSHIP_CARDS:
            end_of_starship_cards -= 1
            swap_cards(state, index, end_of_starship_cards)
    shuffle(state, state.cards, first + 1, end_of_starship_cards)
    lowest_place_of_effect_cards = first + 1
    if state.deck_pass == 1:
        lowest_place_of_effect_cards = max(lowest_place_of_effect_cards, CARDS_ABOVE_EFFECT_CARDS)
    shuffle(state, state.cards, lowest_place_of_effect_cards, size)


@kernel
def redraw_top_card(state, first, size):
    """Put a random card with the visible face on top."""
    face = CARD_FACE[state.cards[first]]
    candidates = 0
    for index in range(first, size):
        if CARD_FACE[state.cards[index]] == face:
            candidates += 1
            if random_below(state, candidates) == 0:
                swap_cards(state, first, index)


@kernel
def swap_cards(state, here, there):
    """Exchange two cards of the deck."""
    state.cards[here], state.cards[there] = state.cards[there], state.cards[here]
