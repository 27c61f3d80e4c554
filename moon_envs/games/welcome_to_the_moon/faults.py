"""Checks of records that come from outside: each value is within its bounds, but do the values fit each other?

The checks cover what the other kernels rely on. Without them a record could cause an index out of range, an empty mask
or an endless loop. Every card must be there once, the counts of a sheet must agree with its marks, and the turn must be
able to reach the decision. Unreachable but safe positions are accepted.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.actions import PILES
from moon_envs.games.welcome_to_the_moon.adventure import (
    are_fitting_cells_right,
    can_write,
    can_write_modified,
    is_astra_to_move,
    is_sheet_consistent,
    is_sheet_decision_due,
    turns_marked,
)
from moon_envs.games.welcome_to_the_moon.cards import ALL_CARDS, CARD_FACE, CARD_NUMBER, STARSHIP_CARDS
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.missions import can_accomplish_any
from moon_envs.games.welcome_to_the_moon.piles import LAST, PILE_SIZE
from moon_envs.games.welcome_to_the_moon.state import (
    AT_RANDOM,
    DECIDE_CARD,
    DECIDE_CELL,
    DECIDE_COMBINATION,
    DECIDE_MISSION,
    DISCARDED,
    DRAWN,
    GIVEN_TO_ASTRA,
    IN_DECK,
    MISSIONS,
    NO_COMBINATION,
    NO_DECISION,
    NO_EFFECT_CARD,
    NOT_FLIPPED,
    PHASE_DRAW,
    PHASE_GIVE,
    PHASE_INCIDENTS,
    PHASE_MISSIONS,
    PHASE_SET_UP,
    PHASE_WRITE,
    SLOTS,
    STEP_CONSEQUENCES,
    STEP_PICK,
    TURN_OF_SET_UP,
    is_solo,
)
from moon_envs.games.welcome_to_the_moon.turn import combination_count, find_writable_combinations

FAULTS = (
    "one player plays against ASTRA, several play without",
    "the missions on the table are not those that were chosen",
    "the cards are not all there, each once",
    "what lies face down is counted wrongly",
    "what a sheet counts does not follow from its cells and marks",
    "where numbers fit does not follow from the cells",
    "the sheets cannot be so empty in this turn",
    "more solo bonuses are spent than circled",
    "the decision does not fit what the turn has come to",
)
(
    WRONG_OPPONENT,
    WRONG_MISSIONS,
    WRONG_CARDS,
    WRONG_COUNTS_OF_CARDS,
    WRONG_SHEET,
    WRONG_FITTING_CELLS,
    WRONG_TURN,
    WRONG_BONUSES,
    WRONG_DECISION,
) = range(1, len(FAULTS) + 1)
NO_FAULT = 0


@kernel
def find_fault(state):
    """The first fault of a record, NO_FAULT if there is none."""
    if is_solo(state) != (state.opponent > 0):
        return WRONG_OPPONENT
    for letter in range(MISSIONS):
        if state.mission_choice[letter] != AT_RANDOM and state.mission_choice[letter] != state.mission_card[letter]:
            return WRONG_MISSIONS
    if not (is_deck_complete(state) if is_solo(state) else are_piles_complete(state)):
        return WRONG_CARDS
    if not are_unseen_cards_counted(state):
        return WRONG_COUNTS_OF_CARDS
    if state.bonuses_spent > state.bonuses_circled:
        return WRONG_BONUSES
    fault = find_fault_of_sheets(state)
    if fault != NO_FAULT:
        return fault
    return NO_FAULT if state.over or is_decision_due(state) else WRONG_DECISION


@kernel
def are_piles_complete(state):
    """Whether the piles are the starship cards, each once, and a card of each can be flipped."""
    seen = np.int64(0)
    for index in range(STARSHIP_CARDS):
        if state.cards[index] < STARSHIP_CARDS:
            seen |= np.int64(1) << np.int64(state.cards[index])
    for index in range(STARSHIP_CARDS, ALL_CARDS):
        if state.cards[index] != 0:
            return False
    if (state.position == NOT_FLIPPED) != (state.turn == TURN_OF_SET_UP):
        return False
    return seen == (np.int64(1) << np.int64(STARSHIP_CARDS)) - 1 and state.position < LAST


@kernel
def is_deck_complete(state):
    """Whether the deck and the drawn cards agree with `location`, each card once."""
    if not 0 <= state.position <= state.deck_size or state.deck_pass == 0:
        return False
    cards_in_deck = 0
    cards_drawn = 0
    for card in range(ALL_CARDS):
        cards_in_deck += state.location[card] == IN_DECK
        cards_drawn += state.location[card] == DRAWN
        if card >= STARSHIP_CARDS and state.location[card] not in (IN_DECK, DISCARDED):
            return False
    if cards_in_deck != state.deck_size - state.position or cards_drawn != state.drawn_count:
        return False
    return are_all_at(state, state.cards, state.position, state.deck_size, IN_DECK) and are_all_at(
        state, state.drawn, 0, state.drawn_count, DRAWN
    )


@kernel
def are_all_at(state, cards, first, last, location):
    """Whether these cards are all different and are at this location."""
    for index in range(first, last):
        if state.location[cards[index]] != location:
            return False
        for other in range(index + 1, last):
            if cards[other] == cards[index]:
                return False
    return True


@kernel
def are_unseen_cards_counted(state):
    """Whether the counts of what lies face down are right, and those of the cards given to ASTRA."""
    numbers = np.zeros_like(state.unseen_numbers)
    faces = np.zeros_like(state.unseen_faces)
    given = np.zeros_like(state.given)
    if is_solo(state):
        for index in range(state.position, state.deck_size):
            numbers[CARD_NUMBER[state.cards[index]]] += 1
            faces[CARD_FACE[state.cards[index]]] += 1
        for card in range(STARSHIP_CARDS):
            given[CARD_FACE[card]] += state.location[card] == GIVEN_TO_ASTRA
    else:
        for pile in range(PILES):
            for index in range(pile * PILE_SIZE + state.position + 2, (pile + 1) * PILE_SIZE):
                numbers[CARD_NUMBER[state.cards[index]]] += 1
                faces[CARD_FACE[state.cards[index]]] += 1
    return (
        (numbers == state.unseen_numbers).all() and (faces == state.unseen_faces).all() and (given == state.given).all()
    )


@kernel
def find_fault_of_sheets(state):
    """The first fault of the sheets as they are and as they were last shown, NO_FAULT if there is none."""
    for player in range(state.player_count):
        for sheet in (state.players[player], state.shown[player]):
            if count_filled_cells(sheet) != sheet.filled_cells or not is_sheet_consistent(state, sheet):
                return WRONG_SHEET
        if state.turn - 1 > turns_marked(state, player):
            return WRONG_TURN
        if not are_fitting_cells_right(state, player):
            return WRONG_FITTING_CELLS
    return NO_FAULT


@kernel
def count_filled_cells(sheet):
    """How many cells hold a number or an X."""
    count = 0
    for cell in range(sheet.cells.shape[0]):
        count += sheet.cells[cell] != EMPTY
    return count


@kernel
def is_decision_due(state):
    """Whether the decision and the player who is asked fit the phase."""
    if state.decision == NO_DECISION or state.seat >= state.player_count or state.first_seat >= state.player_count:
        return False
    is_set_up = state.phase == PHASE_SET_UP
    if is_set_up != (state.turn == TURN_OF_SET_UP):
        return False
    if is_solo(state) and state.drawn_count != SLOTS and state.phase != PHASE_DRAW and not is_set_up:
        return False
    if (state.effect_card != NO_EFFECT_CARD or is_astra_to_move(state)) != (state.phase == PHASE_DRAW):
        return False
    if state.phase in (PHASE_WRITE, PHASE_INCIDENTS, PHASE_MISSIONS, PHASE_SET_UP):
        if state.asked >= state.player_count or state.seat != (state.first_seat + state.asked) % state.player_count:
            return False
    elif not is_solo(state):
        return False
    if state.phase in (PHASE_DRAW, PHASE_WRITE, PHASE_SET_UP) and not is_pick_possible(state):
        return False
    if state.decision == DECIDE_COMBINATION:
        return state.phase == PHASE_WRITE and state.step == STEP_PICK and is_offer_right(state)
    if state.decision == DECIDE_CELL:
        is_cell_asked = state.phase == PHASE_WRITE and STEP_PICK < state.step < STEP_CONSEQUENCES
        return is_cell_asked and is_cell_left(state)
    if state.decision == DECIDE_MISSION:
        return state.phase == PHASE_MISSIONS and can_accomplish_any(state, state.seat)
    if state.decision == DECIDE_CARD:
        return state.phase == PHASE_GIVE
    return is_sheet_decision_due(state)


@kernel
def is_cell_left(state):
    """Whether the number can be written somewhere, as it is or modified."""
    if can_write(state, state.seat, state.number, state.action):
        return True
    return can_write_modified(state, state.seat, state.number, state.action)


@kernel
def is_pick_possible(state):
    """Whether the combination fits the step: none before the pick and in a System Error, otherwise an offered one."""
    if state.phase != PHASE_WRITE or state.step == STEP_PICK:
        return state.step == STEP_PICK and state.combination == NO_COMBINATION
    if state.combination == NO_COMBINATION:
        return state.step == STEP_CONSEQUENCES
    return state.combination < combination_count(state)


@kernel
def is_offer_right(state):
    """Whether recomputing the combinations that can be written changes nothing."""
    writable, may_refuse = state.writable, state.may_refuse
    find_writable_combinations(state, state.seat)
    is_right = state.writable == writable and state.may_refuse == may_refuse
    state.writable, state.may_refuse = writable, may_refuse
    return is_right
