"""Greenhouses (from_the_moon 5.6, 7.3, 7.4)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.components import (
    GREENHOUSE_BONUS,
    GREENHOUSE_COST,
    IMPROVE_GREENHOUSE_COST,
    NO_COST,
    STACK_SURCHARGE,
)
from moon_envs.games.from_the_moon.resources import (
    NONE_MORE,
    can_pay,
    can_pay_more,
    gain,
    gain_energy,
    has_faction_building,
    note,
    pay,
    pay_more,
)
from moon_envs.games.from_the_moon.state import players_of
from moon_envs.games.from_the_moon.vocabulary import (
    BIOFARMERS,
    FOOD,
    GAIN_GREENHOUSE,
    GREENHOUSE_TILES,
    GREENHOUSES,
    IMPROVE_GREENHOUSE,
)

# from_the_moon 9.6
BIOFARMERS_FOOD, BIOFARMERS_ENERGY = np.int64(1), np.int64(2)


@kernel
def greenhouses_left(state):
    """Count the greenhouses that no player owns."""
    left = GREENHOUSE_TILES
    for player in range(players_of(state)):
        left -= state.players[player].greenhouses
    return left


@kernel
def greenhouse_surcharge(state):
    """Return the surcharge of the next greenhouse in energy (from_the_moon 7.3)."""
    return 0 if state.cheap > 0 else STACK_SURCHARGE


@kernel
def can_gain_greenhouse(own):
    """Return whether the player has a space for a greenhouse."""
    return own.greenhouses < GREENHOUSES


@kernel
def can_construct_greenhouse(state, own, converting):
    """Return whether the action can construct a greenhouse (from_the_moon 5.6)."""
    return can_gain_greenhouse(own) and can_pay_more(
        own, GREENHOUSE_COST, greenhouse_surcharge(state), NONE_MORE, converting
    )


@kernel
def can_take_greenhouse(state, own, from_market, converting):
    """Return whether an effect can give a greenhouse: from the market with surcharge, or from the stack without."""
    surcharge = greenhouse_surcharge(state) if from_market else NONE_MORE
    return can_gain_greenhouse(own) and can_pay_more(own, NO_COST, surcharge, NONE_MORE, converting)


@kernel
def take_greenhouse(state, own, cost, from_market):
    """Pay and gain a greenhouse; an effect without surcharge takes it from the stack (from_the_moon 7.3)."""
    pay_more(own, cost, greenhouse_surcharge(state) if from_market else NONE_MORE, NONE_MORE)
    if state.cheap > 0 and (from_market or greenhouses_left(state) <= state.cheap):
        state.cheap -= 1
    gain(state, own, GREENHOUSE_BONUS + own.greenhouses)
    own.greenhouses += 1
    note(state, own, GAIN_GREENHOUSE)


@kernel
def has_basic_greenhouse(own):
    """Return whether the player has a greenhouse to improve."""
    return own.improved < own.greenhouses


@kernel
def can_pay_improvement(own, converting):
    """Return whether the player can pay the improvement of a greenhouse (from_the_moon 5.6)."""
    return has_basic_greenhouse(own) and can_pay(own, IMPROVE_GREENHOUSE_COST, converting)


@kernel
def improve_greenhouse(state, own, cost):
    """Pay and improve a greenhouse; all basic ones are equal (from_the_moon 7.4)."""
    pay(own, cost)
    own.improved += 1
    if has_faction_building(own, BIOFARMERS):
        own.resources[FOOD] += BIOFARMERS_FOOD
        gain_energy(own, BIOFARMERS_ENERGY)
    note(state, own, IMPROVE_GREENHOUSE)
