"""Astronauts and rovers: recruiting and training (from_the_moon 5.7, 7.1, 7.2)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.components import (
    CYBORG_RECRUIT_ENERGY,
    CYBORG_RECRUIT_METAL,
    NO_COST,
    RECRUIT_BONUS,
    RECRUIT_COST,
    TRAIN_BONUS,
    TRAIN_COST,
)
from moon_envs.games.from_the_moon.resources import (
    can_pay,
    can_pay_more,
    gain,
    gain_battery,
    gain_energy,
    has_faction_building,
    has_power,
    note,
    pay,
    pay_more,
)
from moon_envs.games.from_the_moon.vocabulary import (
    ASTRONAUTS_PER_COLOR,
    COLOR_COUNT,
    CYBORGS,
    MARKERS_PER_COLOR,
    RECRUIT_ASTRONAUT,
    ROVER_CAPACITY,
    ROVERS,
    SCHOLARS,
    TRAIN_SPECIALIST,
    UNIFIERS,
)

UNIFIERS_POINTS = 2  # from_the_moon 9.4
SCHOLARS_ENERGY = np.int64(1)  # from_the_moon 9.8


@kernel
def crew_of(own, rover):
    """Count the astronauts in a rover."""
    count = 0
    for color in range(COLOR_COUNT):
        count += own.basics[rover, color] + own.specialists[rover, color]
    return count


@kernel
def astronauts_of(own):
    """Count the astronauts in all rovers."""
    count = 0
    for rover in range(ROVERS):
        count += crew_of(own, rover)
    return count


@kernel
def specialists_of_color(own, color):
    """Count a player's specialists of a colour."""
    count = 0
    for rover in range(ROVERS):
        count += own.specialists[rover, color]
    return count


@kernel
def astronauts_of_color(own, color):
    """Count the astronauts of a colour in the rovers."""
    count = specialists_of_color(own, color)
    for rover in range(ROVERS):
        count += own.basics[rover, color]
    return count


@kernel
def recruit_energy(own):
    """Return the energy a recruit costs beyond the normal cost (from_the_moon 9.2)."""
    return CYBORG_RECRUIT_ENERGY if has_power(own, CYBORGS) else 0


@kernel
def recruit_metal(own):
    """Return the metal a recruit costs beyond the normal cost (from_the_moon 9.2)."""
    return CYBORG_RECRUIT_METAL if has_power(own, CYBORGS) else 0


@kernel
def can_pay_recruit(own, free, converting):
    """Return whether a player can pay for a recruit; Cyborgs pay even for a free one."""
    cost = NO_COST if free else RECRUIT_COST
    return can_pay_more(own, cost, recruit_energy(own), recruit_metal(own), converting)


@kernel
def recruits(own):
    """Return the set of colours and rovers (colour * 3 + rover) with an astronaut left and a free seat."""
    rovers, found = 0, 0
    for rover in range(ROVERS):
        if crew_of(own, rover) < ROVER_CAPACITY:
            rovers |= 1 << rover
    for color in range(COLOR_COUNT):
        if astronauts_of_color(own, color) < ASTRONAUTS_PER_COLOR:
            found |= rovers << (color * ROVERS)
    return found


@kernel
def recruit(state, own, free, color, rover):
    """Take the leftmost astronaut of a colour into a rover; it gains no task (from_the_moon 7.1)."""
    pay_more(own, NO_COST if free else RECRUIT_COST, recruit_energy(own), recruit_metal(own))
    # The faction's first astronaut of a colour did not stand in a column.
    column = astronauts_of_color(own, color) - 1
    own.basics[rover, color] += 1
    gain(state, own, RECRUIT_BONUS + column)
    if has_faction_building(own, UNIFIERS):
        own.score += UNIFIERS_POINTS
    note(state, own, RECRUIT_ASTRONAUT)


@kernel
def can_pay_training(own, free, converting):
    """Return whether a player can pay for a training."""
    return free != 0 or can_pay(own, TRAIN_COST, converting)


@kernel
def trainees(own):
    """Return the set of colours and rovers (colour * 3 + rover) with a basic astronaut and a marker left."""
    found = 0
    for color in range(COLOR_COUNT):
        if specialists_of_color(own, color) < MARKERS_PER_COLOR:
            for rover in range(ROVERS):
                if own.basics[rover, color] > 0:
                    found |= 1 << (color * ROVERS + rover)
    return found


@kernel
def train(state, own, free, color, rover):
    """Make a basic astronaut a specialist (from_the_moon 7.2)."""
    if not free:
        pay(own, TRAIN_COST)
    trained_before = np.int64(specialists_of_color(own, color))
    own.basics[rover, color] -= 1
    own.specialists[rover, color] += 1
    gain(state, own, TRAIN_BONUS + trained_before)
    if has_faction_building(own, SCHOLARS):
        gain_battery(state, own)
        gain_energy(own, SCHOLARS_ENERGY)
    note(state, own, TRAIN_SPECIALIST)
