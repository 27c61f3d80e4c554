"""Paying and gaining: cubes, energy, batteries, points, achievements, conversions (from_the_moon 4, 7.13)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.components import COSTS, GAINS, PROGRESS_EVENT
from moon_envs.games.from_the_moon.state import FREE, TRAIN_FRAME, push
from moon_envs.games.from_the_moon.vocabulary import (
    ACHIEVEMENT,
    BATTERY,
    COLOR_COUNT,
    CYBORGS,
    ENERGY,
    FACTION_BUILDING,
    FOOD,
    GAIN_BATTERY,
    METAL,
    MOST_BATTERIES,
    RESOURCE_COUNT,
    SURVIVORS,
    TRACK_SPACES,
    VP,
    numbered,
)

# A cost is payable now, or after conversions.
NOW, AFTER_CONVERSIONS = numbered(2)
NONE_MORE = np.int64(0)

# from_the_moon 4.5
ENERGY_FOR_FOOD = 2
FOOD_FOR_ENERGY = 2
SURVIVORS_FOOD_FOR_ENERGY = 1


@kernel
def has_power(own, faction):
    """Return whether a player has the power of a faction, which always works (from_the_moon 9.9)."""
    return own.faction == faction


@kernel
def has_faction_building(own, faction):
    """Return whether a player has constructed the building of a faction (from_the_moon 9.9)."""
    return own.faction == faction and (own.large >> FACTION_BUILDING) & 1 != 0


@kernel
def can_pay(own, cost, converting):
    """Return whether a player can pay a cost NOW, or AFTER_CONVERSIONS (from_the_moon 4.1, 12.4)."""
    return can_pay_more(own, cost, NONE_MORE, NONE_MORE, converting)


@kernel
def can_pay_more(own, cost, further_energy, further_metal, converting):
    """Return whether a player can pay a cost with further energy and metal.

    Negative further energy is a discount, which never makes a cost negative.
    """
    if own.resources[METAL] < COSTS[cost, METAL] + further_metal:
        return False
    for color in range(METAL + 1, COLOR_COUNT):
        if own.resources[color] < COSTS[cost, color]:
            return False
    if own.batteries < COSTS[cost, BATTERY]:
        return False
    food, energy = np.int64(COSTS[cost, FOOD]), max(np.int64(COSTS[cost, ENERGY]) + further_energy, 0)
    if own.resources[FOOD] >= food and own.energy >= energy:
        return True
    return converting != NOW and can_convert_to(own, food, energy)


@kernel
def can_convert_to(own, food, energy):
    """Return whether conversions in one direction reach at least this much food and energy (from_the_moon 12.4)."""
    if energy > own.batteries:
        return False
    if own.energy - ENERGY_FOR_FOOD * max(food - own.resources[FOOD], 0) >= energy:
        return True
    return own.resources[FOOD] - food_for_energy(own) * max(energy - own.energy, 0) >= food


@kernel
def pay(own, cost):
    """Pay a cost; the cubes go to the supply (from_the_moon 4.1)."""
    pay_more(own, cost, NONE_MORE, NONE_MORE)


@kernel
def pay_more(own, cost, further_energy, further_metal):
    """Pay a cost with further energy and metal; energy is paid before batteries (from_the_moon 4.4)."""
    for resource in range(RESOURCE_COUNT):
        own.resources[resource] -= COSTS[cost, resource]
    own.resources[METAL] -= further_metal
    own.energy -= max(np.int64(COSTS[cost, ENERGY]) + further_energy, 0)
    own.batteries -= COSTS[cost, BATTERY]
    own.energy = min(own.energy, own.batteries)
    own.offered_energy = min(own.offered_energy, own.energy)


@kernel
def note(state, own, event):
    """Gain an achievement if the progress tile under the own pawn rewards this event (from_the_moon 7.13)."""
    if own.space <= TRACK_SPACES and PROGRESS_EVENT[state.progress[own.space - 1]] == event:
        own.achievements += 1


@kernel
def gain(state, own, row):
    """Gain a row of the table of gains, batteries before energy (from_the_moon 8.2)."""
    for resource in range(RESOURCE_COUNT):
        own.resources[resource] += GAINS[row, resource]
    for _ in range(GAINS[row, BATTERY]):
        gain_battery(state, own)
    gain_energy(own, np.int64(GAINS[row, ENERGY]))
    own.score += GAINS[row, VP]
    own.achievements += GAINS[row, ACHIEVEMENT]


@kernel
def gain_energy(own, amount):
    """Gain energy; energy beyond the batteries is lost (from_the_moon 4.2)."""
    own.energy = min(own.energy + amount, np.int64(own.batteries))


@kernel
def gain_battery(state, own):
    """Gain an empty battery; with nine an achievement instead, and nothing reacts (from_the_moon 4.3)."""
    if own.batteries >= MOST_BATTERIES:
        own.achievements += 1
        return
    own.batteries += 1
    note(state, own, GAIN_BATTERY)
    if has_faction_building(own, CYBORGS):  # from_the_moon 9.2
        push(state, TRAIN_FRAME, FREE)


@kernel
def food_for_energy(own):
    """Return how much food one energy costs (from_the_moon 4.5, 9.7)."""
    return SURVIVORS_FOOD_FOR_ENERGY if has_power(own, SURVIVORS) else FOOD_FOR_ENERGY


@kernel
def can_make_food(own):
    """Return whether energy can be converted to food (from_the_moon 4.5)."""
    return own.energy >= ENERGY_FOR_FOOD


@kernel
def can_make_energy(own):
    """Return whether food can be converted to energy: never when all batteries are full (from_the_moon 4.5)."""
    return own.energy < own.batteries and own.resources[FOOD] >= food_for_energy(own)


@kernel
def make_food(own):
    """Convert energy to food."""
    own.energy -= ENERGY_FOR_FOOD
    own.offered_energy = min(own.offered_energy, own.energy)
    own.resources[FOOD] += 1


@kernel
def offer_energy(own):
    """Note that a decision offers conversions of all present energy (from_the_moon 12.6)."""
    own.offered_energy = own.energy


@kernel
def is_energy_unoffered(own):
    """Return whether energy makes more food now than at the last offer of conversions (from_the_moon 12.6)."""
    return own.energy // ENERGY_FOR_FOOD > own.offered_energy // ENERGY_FOR_FOOD


@kernel
def make_energy(own):
    """Convert food to energy."""
    own.resources[FOOD] -= food_for_energy(own)
    own.energy += 1
