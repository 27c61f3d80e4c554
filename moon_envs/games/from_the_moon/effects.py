"""Effects of terrain, laboratories and small buildings: one interpreter runs the operations of the tables.

from_the_moon 8. The interpreter knows no tile, so an owner's tables work like the packaged ones.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.components import (
    EFFECT_ALTERNATIVES,
    EFFECT_COST,
    EFFECT_IS_FREE,
    FIRST_ARGUMENT,
    LONGEST_ALTERNATIVE,
    LOWEST_ROW_SURCHARGE,
    OPERATION,
    SECOND_ARGUMENT,
)
from moon_envs.games.from_the_moon.greenhouses import can_gain_greenhouse, greenhouse_surcharge, has_basic_greenhouse
from moon_envs.games.from_the_moon.laboratories import (
    WITHOUT_SURCHARGE,
    can_gain_foundation,
    gain_foundation,
    occupied_spaces,
    open_spaces,
)
from moon_envs.games.from_the_moon.moon import connections_of, size_of
from moon_envs.games.from_the_moon.resources import can_pay_more, gain, pay
from moon_envs.games.from_the_moon.state import (
    APPROVAL_FRAME,
    EFFECT_FRAME,
    FREE,
    GREENHOUSE_GAIN_FRAME,
    GREENHOUSE_IMPROVE_FRAME,
    LABORATORY_PICK_FRAME,
    NOTHING,
    RECRUIT_FRAME,
    RESOURCE_FRAME,
    SECOND,
    TRAIN_FRAME,
    push,
    set_argument,
)
from moon_envs.games.from_the_moon.team import recruit_energy, recruit_metal, recruits, specialists_of_color, trainees
from moon_envs.games.from_the_moon.vocabulary import (
    APPROVAL,
    BATTERIES,
    BUILDINGS,
    COLOR_COUNT,
    CONNECTIONS,
    FOUNDATION,
    GAIN,
    GAIN_CHOICE,
    GREENHOUSE,
    IMPROVE,
    IMPROVED_GREENHOUSES,
    IMPROVED_PARTS,
    LABORATORIES,
    LABORATORY,
    MISSION_COUNT,
    MISSION_TILES_TAKEN,
    PARTS,
    RECRUIT,
    SPECIALISTS,
    TRAIN,
    VP_PER,
)

ONLY_ALTERNATIVE = np.int64(0)


@kernel
def count(state, player, what):
    """Count how many of something a player has (from_the_moon 8.4)."""
    own = state.players[player]
    if what == LABORATORIES:
        return size_of(occupied_spaces(own))
    if what == BUILDINGS:
        return size_of(np.int64(own.buildings))
    if what == SPECIALISTS:
        return specialists_of(own)
    if what == IMPROVED_PARTS:
        return improvements_of(state, player)
    if what == CONNECTIONS:
        return connections_of(state, own)
    if what == BATTERIES:
        return np.int64(own.batteries)
    if what == IMPROVED_GREENHOUSES:
        return np.int64(own.improved)
    if what == MISSION_TILES_TAKEN:
        return mission_tiles_of(state, player)
    return np.int64(own.achievements)


@kernel
def specialists_of(own):
    """Count a player's specialists."""
    found = 0
    for color in range(COLOR_COUNT):
        found += specialists_of_color(own, color)
    return found


@kernel
def improvements_of(state, player):
    """Count a player's improvement cubes on ships."""
    found = 0
    for mission in range(MISSION_COUNT):
        for part in range(PARTS):
            found += state.part_improver[mission, part] == player
    return found


@kernel
def mission_tiles_of(state, player):
    """Count the mission tiles that a player has taken."""
    found = 0
    for mission in range(MISSION_COUNT):
        for part in range(PARTS):
            found += state.part_owner[mission, part] == player
    return found


@kernel
def resolve(state, effect):
    """Run an effect at once, or offer it if it has a cost or alternatives (from_the_moon 8.1)."""
    if EFFECT_IS_FREE[effect] and EFFECT_ALTERNATIVES[effect] == 1:
        run(state, effect, ONLY_ALTERNATIVE)
    else:
        push(state, EFFECT_FRAME, effect)


@kernel
def accept(state, effect, alternative):
    """Pay for an effect and run one of its alternatives."""
    pay(state.players[state.seat], EFFECT_COST + effect)
    run(state, effect, alternative)


@kernel
def run(state, effect, alternative):
    """Run operations: plain gains at once, then put the decisions on the stack, the first one on top.

    from_the_moon 8.2, 7.14.
    """
    for place in range(LONGEST_ALTERNATIVE):
        gain_at_once(state, effect, alternative, place)
    for step in range(LONGEST_ALTERNATIVE):
        ask_for(state, effect, alternative, LONGEST_ALTERNATIVE - 1 - step)


@kernel
def gain_at_once(state, effect, alternative, place):
    """Run an operation if it needs no decision."""
    operation = OPERATION[effect, alternative, place]
    own = state.players[state.seat]
    first = np.int64(FIRST_ARGUMENT[effect, alternative, place])
    if operation == GAIN:
        gain(state, own, first)
    elif operation == VP_PER:
        own.score += count(state, np.int64(state.seat), first) * SECOND_ARGUMENT[effect, alternative, place]
    elif operation == FOUNDATION:
        gain_foundation(state, own)


@kernel
def ask_for(state, effect, alternative, place):
    """Put the decision of an operation on the stack if it needs one."""
    operation = OPERATION[effect, alternative, place]
    first = np.int64(FIRST_ARGUMENT[effect, alternative, place])
    if operation == GAIN_CHOICE:
        push(state, RESOURCE_FRAME, first)
    elif operation == APPROVAL:
        push(state, APPROVAL_FRAME, first)
        set_argument(state, SECOND, np.int64(SECOND_ARGUMENT[effect, alternative, place]))
    elif operation == RECRUIT:
        push(state, RECRUIT_FRAME, FREE)
    elif operation == TRAIN:
        push(state, TRAIN_FRAME, FREE)
    elif operation == GREENHOUSE:
        push(state, GREENHOUSE_GAIN_FRAME, first)
    elif operation == IMPROVE:
        push(state, GREENHOUSE_IMPROVE_FRAME, NOTHING)
    elif operation == LABORATORY:
        push(state, LABORATORY_PICK_FRAME, WITHOUT_SURCHARGE + first)


@kernel
def alternatives(state, own, effect, converting):
    """Return the set of alternatives that the player can pay and carry out (from_the_moon 8.3)."""
    found = 0
    for alternative in range(np.int64(EFFECT_ALTERNATIVES[effect])):
        if can_accept(state, own, effect, alternative, converting):
            found |= 1 << alternative
    return found


@kernel
def can_accept(state, own, effect, alternative, converting):
    """Return whether all operations are possible and payable with their unavoidable costs (from_the_moon 8.3)."""
    energy, metal = 0, 0
    for place in range(LONGEST_ALTERNATIVE):
        operation = OPERATION[effect, alternative, place]
        if not is_possible(own, operation):
            return False
        if operation == RECRUIT:
            energy += recruit_energy(own)
            metal += recruit_metal(own)
        elif operation == GREENHOUSE and FIRST_ARGUMENT[effect, alternative, place]:
            energy += greenhouse_surcharge(state)
        elif operation == LABORATORY and FIRST_ARGUMENT[effect, alternative, place]:
            energy += LOWEST_ROW_SURCHARGE
    return can_pay_more(own, EFFECT_COST + effect, energy, metal, converting)


@kernel
def is_possible(own, operation):
    """Return whether a player has room for what an operation gives."""
    if operation == RECRUIT:
        return recruits(own) != 0
    if operation == TRAIN:
        return trainees(own) != 0
    if operation == GREENHOUSE:
        return can_gain_greenhouse(own)
    if operation == IMPROVE:
        return has_basic_greenhouse(own)
    if operation == FOUNDATION:
        return can_gain_foundation(own)
    if operation == LABORATORY:
        return open_spaces(own) != 0
    return True
