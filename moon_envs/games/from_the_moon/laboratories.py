"""Foundations and laboratories: gain, place, display (from_the_moon 5.11, 7.5, 7.6, 7.11)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.components import (
    FOUNDATION_COST,
    LABORATORY_COST,
    LOWEST_ROW_SURCHARGE,
    NO_COST,
    OPENED_SPACES,
    ROW_AND_COLUMN,
    ROW_SURCHARGE,
    SPECIAL_RESEARCH_COST,
    THIRD_ROW,
    THIRD_ROW_BONUS,
)
from moon_envs.games.from_the_moon.resources import (
    NONE_MORE,
    can_pay,
    can_pay_more,
    gain,
    has_faction_building,
    note,
    pay,
    pay_more,
)
from moon_envs.games.from_the_moon.state import (
    FROM_MARKET,
    GREENHOUSE_GAIN_FRAME,
    LABORATORY_ACTIVATE_FRAME,
    LABORATORY_PLACE_FRAME,
    push,
)
from moon_envs.games.from_the_moon.vocabulary import (
    DISPLAY_COLUMNS,
    DISPLAY_SPACES,
    FOUNDATIONS,
    GAIN_FOUNDATION,
    GAIN_LABORATORY,
    LABORATORY_SPACES,
    LABORATORY_TILES,
    NONE,
    SURVIVORS,
    numbered,
)

# Why a laboratory is picked: as part of the action, or by an effect without or with surcharge (from_the_moon 8.2).
BY_ACTION, WITHOUT_SURCHARGE, WITH_SURCHARGE = numbered(3)
# Special research offers the display and, as its last choice, a foundation (from_the_moon 7.11).
FOUNDATION_BY_RESEARCH = DISPLAY_SPACES
ALL_DISPLAYED = (1 << DISPLAY_SPACES) - 1


@kernel
def can_gain_foundation(own):
    """Return whether the player has a slot for a foundation."""
    return own.foundations < FOUNDATIONS


@kernel
def can_construct_foundation(own, converting):
    """Return whether the action can construct a foundation (from_the_moon 5.11)."""
    return can_gain_foundation(own) and can_pay(own, FOUNDATION_COST, converting)


@kernel
def gain_foundation(state, own):
    """Gain a foundation in the next slot; a seventh has no effect (from_the_moon 7.5)."""
    if not can_gain_foundation(own):
        return
    own.foundations += 1
    note(state, own, GAIN_FOUNDATION)
    if has_faction_building(own, SURVIVORS):  # from_the_moon 9.7
        push(state, GREENHOUSE_GAIN_FRAME, FROM_MARKET)


@kernel
def occupied_spaces(own):
    """Return the set of spaces with a laboratory."""
    occupied = 0
    for space in range(LABORATORY_SPACES):
        if own.laboratories[space] != NONE:
            occupied |= 1 << space
    return occupied


@kernel
def open_spaces(own):
    """Return the set of empty spaces on foundations."""
    return OPENED_SPACES[own.foundations] & ~occupied_spaces(own)


@kernel
def can_construct_laboratory(own, converting):
    """Return whether the action can take one of the displayed laboratories (from_the_moon 5.11)."""
    return open_spaces(own) != 0 and can_pay_more(own, LABORATORY_COST, LOWEST_ROW_SURCHARGE, NONE_MORE, converting)


@kernel
def row_surcharge(reason, space):
    """Return the surcharge of a displayed laboratory in energy (from_the_moon 7.6)."""
    return 0 if reason == WITHOUT_SURCHARGE else np.int64(ROW_SURCHARGE[space // DISPLAY_COLUMNS])


@kernel
def picks(own, reason, converting):
    """Return the set of displayed laboratories that the player can pay."""
    found = 0
    if open_spaces(own) == 0:
        return found
    cost = LABORATORY_COST if reason == BY_ACTION else NO_COST
    for space in range(DISPLAY_SPACES):
        if can_pay_more(own, cost, row_surcharge(reason, space), NONE_MORE, converting):
            found |= 1 << space
    return found


@kernel
def pick(state, own, reason, space):
    """Pay for a displayed laboratory and take it; its place is the next decision."""
    cost = LABORATORY_COST if reason == BY_ACTION else NO_COST
    pay_more(own, cost, row_surcharge(reason, space), NONE_MORE)
    push(state, LABORATORY_PLACE_FRAME, take_from_display(state, space))


@kernel
def take_from_display(state, space):
    """Take a laboratory; those above it slide down and the stack fills the top (from_the_moon 7.6)."""
    kind = np.int64(state.display[space])
    while space >= DISPLAY_COLUMNS:
        state.display[space] = state.display[space - DISPLAY_COLUMNS]
        space -= DISPLAY_COLUMNS
    # The stack is never short: there are as many laboratories as spaces of four players and the display.
    if state.laboratories_drawn < LABORATORY_TILES:
        state.display[space] = state.laboratory_stack[state.laboratories_drawn]
        state.laboratories_drawn += 1
    return kind


@kernel
def place_laboratory(state, own, kind, space):
    """Place a laboratory; the player may activate its row and column (from_the_moon 7.6, 7.7)."""
    own.laboratories[space] = kind
    if space >= THIRD_ROW:
        gain(state, own, THIRD_ROW_BONUS)
    note(state, own, GAIN_LABORATORY)
    push(state, LABORATORY_ACTIVATE_FRAME, ROW_AND_COLUMN[space] & occupied_spaces(own))


@kernel
def researches(own, converting):
    """Return the set of choices of special research: displayed laboratories, and a foundation (from_the_moon 7.11)."""
    if not can_pay(own, SPECIAL_RESEARCH_COST, converting):
        return 0
    found = ALL_DISPLAYED if open_spaces(own) != 0 else 0
    return found | (1 << FOUNDATION_BY_RESEARCH) if can_gain_foundation(own) else found


@kernel
def research(state, own, choice):
    """Pay for special research and take a foundation or a laboratory, without surcharge (from_the_moon 7.11)."""
    pay(own, SPECIAL_RESEARCH_COST)
    if choice == FOUNDATION_BY_RESEARCH:
        gain_foundation(state, own)
    else:
        push(state, LABORATORY_PLACE_FRAME, take_from_display(state, choice))
