"""Gathering the rovers: income, feeding, the progress pawn, the refill (from_the_moon 6, 11.3, 11.4)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.components import (
    BASIC_FOOD,
    CHEAP_GREENHOUSES,
    FIRST_SMALL_EFFECT,
    IMPROVED_FOOD,
    LOST_PER_UNFED,
)
from moon_envs.games.from_the_moon.effects import resolve
from moon_envs.games.from_the_moon.greenhouses import greenhouses_left
from moon_envs.games.from_the_moon.moon import refill_moon, tiles_of
from moon_envs.games.from_the_moon.resources import ENERGY_FOR_FOOD, has_power
from moon_envs.games.from_the_moon.solo import OPPONENT, latch_objectives, move_opponent
from moon_envs.games.from_the_moon.state import BASE, FEED_FRAME, INCOME_FRAME, NOTHING, players_of, push, table_of
from moon_envs.games.from_the_moon.team import astronauts_of
from moon_envs.games.from_the_moon.vocabulary import (
    CYBORGS,
    FOOD,
    GREENHOUSE_FOOD,
    RECHARGE,
    ROVERS,
    SMALL_SLOTS,
    TRACK_SPACES,
)

ALL_SMALL_SLOTS = (1 << SMALL_SLOTS) - 1


@kernel
def gather(state, own):
    """Bring the rovers back; income and feeding follow (from_the_moon 6.1)."""
    for rover in range(ROVERS):
        own.rover_tile[rover] = BASE
    push(state, FEED_FRAME, NOTHING)
    push(state, INCOME_FRAME, np.int64(own.small) | 1 << RECHARGE | 1 << GREENHOUSE_FOOD)


@kernel
def is_food_due(items):
    """Return whether the food of the greenhouses is taken without asking, because no building can change it now.

    from_the_moon 6.2.
    """
    return items & ALL_SMALL_SLOTS == 0 and (items >> GREENHOUSE_FOOD) & 1 != 0


@kernel
def take_income(state, own, item):
    """Take one item of the income (from_the_moon 6.2)."""
    if item == RECHARGE:
        own.energy = own.batteries
    elif item == GREENHOUSE_FOOD:
        own.resources[FOOD] += BASIC_FOOD * (own.greenhouses - own.improved) + IMPROVED_FOOD * own.improved
    else:
        resolve(state, FIRST_SMALL_EFFECT + np.int64(state.small_tiles[item]))


@kernel
def can_feed(state, own):
    """Return whether feeding is offered: in the solo mode only after energy that could feed is converted.

    from_the_moon 6.3, 11.3.
    """
    if state.player_count > 1:
        return True
    food, hungry = np.int64(own.resources[FOOD]), astronauts_of(own)
    return food >= hungry or food + own.energy // ENERGY_FOR_FOOD < hungry


@kernel
def feed(state, own):
    """Feed as many astronauts as possible, none for Cyborgs; then move the pawn (from_the_moon 6.3, 9.2)."""
    if not has_power(own, CYBORGS):
        hungry = astronauts_of(own)
        fed = min(np.int64(own.resources[FOOD]), hungry)
        own.resources[FOOD] -= fed
        if fed < hungry and state.player_count == 1:
            state.starved = 1
            state.over = 1
            return
        own.score -= LOST_PER_UNFED * (hungry - fed)
    advance_pawn(state, own)


@kernel
def advance_pawn(state, own):
    """Move the pawn: beyond the track it triggers the end, first on a space it brings a refill (from_the_moon 6.4)."""
    own.space += 1
    if own.space > TRACK_SPACES:
        state.end_triggered = 1
        return
    is_first = True
    for player in range(players_of(state)):
        is_first = is_first and (player == state.seat or state.players[player].space < own.space)
    if is_first:
        refill(state, np.int64(own.space))
    latch_objectives(state)


@kernel
def refill(state, space):
    """Refill the Moon and the cheap greenhouses; the solo opponent moves (from_the_moon 6.5, 11.4)."""
    is_solo = state.player_count == 1
    refill_moon(state, space, tiles_of(state.players[OPPONENT]) if is_solo else 0)
    state.cheap = min(CHEAP_GREENHOUSES[table_of(state)], greenhouses_left(state))
    if is_solo:
        move_opponent(state)
