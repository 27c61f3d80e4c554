"""The game from set-up to end: carry out an action and go on to the next choice (from_the_moon 12)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import shuffle
from moon_envs.games.from_the_moon import actions
from moon_envs.games.from_the_moon.carrying_out import carry_out
from moon_envs.games.from_the_moon.choices import (
    FIRST_ACTION,
    MAKES_ENERGY,
    MAKES_FOOD,
    NO_REFUSAL,
    conversions,
    offers,
    offers_conversions,
    refusal,
)
from moon_envs.games.from_the_moon.income import is_food_due
from moon_envs.games.from_the_moon.laboratories import FOUNDATION_BY_RESEARCH
from moon_envs.games.from_the_moon.moon import lowest_of
from moon_envs.games.from_the_moon.resources import AFTER_CONVERSIONS, NOW, has_power, offer_energy
from moon_envs.games.from_the_moon.set_up import set_up
from moon_envs.games.from_the_moon.state import FEED_FRAME, INCOME_FRAME, SPECIAL_RESEARCH_FRAME, argument, top_frame
from moon_envs.games.from_the_moon.turn import finish_turn
from moon_envs.games.from_the_moon.vocabulary import CYBORGS, GREENHOUSE_FOOD, LABORATORY_TILES, SOLO_TILES

UNDECIDED = -1


@kernel
def start(state):
    """Set up a new game for the configuration in the record."""
    set_up(state)
    settle(state)


@kernel
def settle(state):
    """Carry out everything without a choice, up to the next decision or the end (from_the_moon 12.4)."""
    while not state.over:
        if state.depth == 0:
            finish_turn(state)
            continue
        action = automatic_action(state)
        if action == UNDECIDED:
            return
        carry_out(state, action)


@kernel
def automatic_action(state):
    """Return the only action of the top frame, or UNDECIDED if there is a choice (from_the_moon 12.4)."""
    frame = top_frame(state)
    if frame == INCOME_FRAME and is_food_due(argument(state, 0)):
        return actions.INCOME + GREENHOUSE_FOOD
    if frame == FEED_FRAME and has_power(state.players[state.seat], CYBORGS):
        return actions.FEED
    own = offers(state, NOW)
    refused_by = refusal(state)
    converted = conversions(state, refused_by)
    if own == 0:
        if refused_by == NO_REFUSAL:
            return actions.CONVERT_ENERGY_TO_FOOD if converted == MAKES_FOOD else UNDECIDED
        # Conversions are no choice if even after them only the refusal remains.
        return refused_by if converted == 0 or offers(state, AFTER_CONVERSIONS) == 0 else UNDECIDED
    if own & (own - 1) == 0 and refused_by == NO_REFUSAL and converted == 0:
        return action_of(frame, lowest_of(own))
    return UNDECIDED


@kernel
def action_of(frame, choice):
    """Return the action of one of a frame's own choices."""
    if frame == SPECIAL_RESEARCH_FRAME and choice == FOUNDATION_BY_RESEARCH:
        return actions.FOUNDATION_PART
    return FIRST_ACTION[frame] + choice


@kernel
def legal(state, mask):
    """Set 1 for every legal action of the actor and 0 elsewhere."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    if state.depth == 0:
        return
    frame = top_frame(state)
    left = offers(state, NOW)
    if frame == SPECIAL_RESEARCH_FRAME:
        mask[actions.FOUNDATION_PART] = (left >> FOUNDATION_BY_RESEARCH) & 1
        left &= (1 << FOUNDATION_BY_RESEARCH) - 1
    first = FIRST_ACTION[frame]
    while left:
        mask[first + lowest_of(left)] = 1
        left &= left - 1
    refused_by = refusal(state)
    if refused_by != NO_REFUSAL:
        mask[refused_by] = 1
    converted = conversions(state, refused_by)
    mask[actions.CONVERT_ENERGY_TO_FOOD] = converted & MAKES_FOOD != 0
    mask[actions.CONVERT_FOOD_TO_ENERGY] = converted & MAKES_ENERGY != 0


@kernel
def apply(state, action):
    """Carry out a legal action, then everything that follows without a choice."""
    if offers_conversions(state, refusal(state)):
        offer_energy(state.players[state.seat])
    carry_out(state, np.int64(action))
    settle(state)


@kernel
def resample(state, player):
    """Redraw what no player can know: the order of laboratories and of rover cards (from_the_moon 12.8)."""
    shuffle(state, state.laboratory_stack, np.int64(state.laboratories_drawn), LABORATORY_TILES)
    if state.player_count == 1:
        shuffle(state, state.rover_cards, np.int64(state.rover_cards_drawn), SOLO_TILES)
