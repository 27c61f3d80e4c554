"""Deciding in one position: what each legal action is worth after it has been carried out on redrawn chance."""

from __future__ import annotations

import math

import numpy as np

from moon_envs.base.splitmix import GOLDEN_GAMMA
from moon_envs.engine.batch.rows import redraw
from moon_envs.engine.compiler.compile import inlined_kernel, kernel
from moon_envs.engine.entry import APPLY, CLOSENESS, KNOWN_POINTS, LEGAL, OBSERVE, OUTCOME, POINTS, array_at, call_entry
from moon_envs.engine.look_ahead.value_layers import keep_first_layer, later_layers, update_first_layer
from moon_envs.engine.random import SHIFT_32, mix

HALF_BITS = 2.0**-32

# A lead of this part of the scale of the points counts as 73 % of a victory: 7 to 14 points.
SOFT_LEAD = 0.07

# So many selecting actions in a row are followed at most.
MOST_SELECTIONS = 10


@kernel
def copy_record(source, target, size):
    """Copy a record; its size is a multiple of 8 bytes."""
    words = size // 8
    sources, targets = array_at(source, words, np.int64), array_at(target, words, np.int64)
    for word in range(words):
        targets[word] = sources[word]


@kernel
def note_stuck(looker):
    """Note a game that breaks its contract; the caller raises an error."""
    array_at(looker.stuck, 1, np.int64)[0] = 1


@kernel
def gumbel(random):
    """A random number of the standard Gumbel distribution from 64 random bits."""
    share = (np.float64(random >> SHIFT_32) + 0.5) * HALF_BITS
    return -math.log(-math.log(share))


@kernel
def write_points(looker, state):
    """Let the game write the points of all sides."""
    call_entry(looker.entry[POINTS], state, looker.points, 0)


@kernel
def points_of(looker, side):
    """The sum of the points of a side that `write_points` has written."""
    points = array_at(looker.points + 4 * side * looker.categories, looker.categories, np.int32)
    total = 0
    for category in range(looker.categories):
        total += points[category]
    return total


@kernel
def points_of_best_opponent(looker, seat):
    """The most points of another side that `write_points` has written."""
    most = points_of(looker, 1 if seat == 0 else 0)
    for side in range(looker.sides):
        if side != seat:
            most = max(most, points_of(looker, side))
    return most


@kernel
def known_points(looker, state, seat):
    """The seat's points in a running game and those of its opponent, as far as the seat knows them.

    The opponent of the solo mode plays openly. With several players the network says all of the opponents' points: what
    they did in this turn must not show.
    """
    if looker.players == 1:
        write_points(looker, state)
        return points_of(looker, 0), points_of(looker, 1)
    return call_entry(looker.entry[KNOWN_POINTS], state, seat, 0), 0


@inlined_kernel
def worth(looker, points, opponent, chance):
    """How much expected final points, those of the best opponent, and a chance to win are worth."""
    margin = looker.points_weight * points - looker.opponent_weight * opponent
    return margin / looker.points_scale + looker.chance_weight * chance


@kernel
def final_chance(looker, state, seat):
    """The chance to win at the end, softened: in part the outcome, in part how near the seat came to winning.

    A bare outcome says little when every game is lost, and a single flip of it weighs as much as many points. The game
    has written outcome and points.
    """
    won = (np.float64(array_at(looker.outcome, looker.players, np.float32)[seat]) + 1) / 2
    closeness = call_entry(looker.entry[CLOSENESS], state, seat, 0)
    if closeness >= 0:
        near = closeness / 1000
    else:
        lead = points_of(looker, seat) - points_of_best_opponent(looker, seat)
        near = 1 / (1 + math.exp(-lead / (SOFT_LEAD * looker.points_scale)))
    return (1 - looker.nearness) * won + looker.nearness * near


@kernel
def worth_at_end(looker, state, seat):
    """How much the end of the game is worth to a seat."""
    call_entry(looker.entry[OUTCOME], state, looker.outcome, 0)
    write_points(looker, state)
    chance = final_chance(looker, state, seat)
    return worth(looker, points_of(looker, seat), points_of_best_opponent(looker, seat), chance)


@kernel
def worth_of_position(looker, state, seat):
    """How much a running game is worth to a seat; the first position of a decision is kept for the others."""
    call_entry(looker.entry[OBSERVE], state, seat, looker.features)
    if looker.fresh != 0:
        looker.fresh = 0
        keep_first_layer(looker, looker.features)
        points, opponent, chance = later_layers(looker, looker.kept_own, looker.kept_opponents)
    else:
        update_first_layer(looker, looker.features)
        points, opponent, chance = later_layers(looker, looker.own, looker.opponents)
    now, opponent_now = known_points(looker, state, seat)
    scale = looker.points_scale
    return worth(looker, now + scale * points, opponent_now + scale * opponent, chance)


@inlined_kernel
def worth_now(looker, state, seat, actor):
    """How much a record is worth to a seat, running or over."""
    if actor < 0:
        return worth_at_end(looker, state, seat)
    return worth_of_position(looker, state, seat)


@kernel
def worth_of_best_continuation(looker, state, seat):
    """How much the best action of a seat is worth in a record, which is changed.

    If the best action only selects, it is carried out, and its best continuation is looked for in the same way.
    """
    mask = array_at(looker.next_mask, looker.action_count, np.int8)
    selects = array_at(looker.selects, looker.action_count, np.int8)
    most = 0.0
    for _ in range(MOST_SELECTIONS):
        call_entry(looker.entry[LEGAL], state, looker.next_mask, 0)
        best, goes_on = -1, False
        for action in range(looker.action_count):
            if mask[action] == 0:
                continue
            copy_record(state, looker.next_state, looker.state_size)
            actor = call_entry(looker.entry[APPLY], looker.next_state, action, 0)
            found = worth_now(looker, looker.next_state, seat, actor)
            if best < 0 or found > most:
                best, most, goes_on = action, found, actor == seat and selects[action] != 0
        if best < 0:
            note_stuck(looker)
        if not goes_on:
            break
        call_entry(looker.entry[APPLY], state, best, 0)
    return most


@kernel
def worth_after(looker, state, seat, action, actor):
    """How much a record, which may be changed, is worth to a seat after its action; `actor` decides next."""
    if actor == seat and array_at(looker.selects, looker.action_count, np.int8)[action] != 0:
        return worth_of_best_continuation(looker, state, seat)
    return worth_now(looker, state, seat, actor)


@kernel
def try_actions(looker, root, seat, seed):
    """Add what every legal action is worth in one redrawn future to `sums`."""
    mask = array_at(looker.mask, looker.action_count, np.int8)
    sums = array_at(looker.sums, looker.action_count, np.float64)
    copy_record(root, looker.base, looker.state_size)
    redraw(looker, looker.base, seat, seed)
    looker.fresh = 1
    for action in range(looker.action_count):
        if mask[action] == 0:
            continue
        copy_record(looker.base, looker.state, looker.state_size)
        actor = call_entry(looker.entry[APPLY], looker.state, action, 0)
        sums[action] += worth_after(looker, looker.state, seat, action, actor)


@kernel
def legal_actions(looker, root):
    """Write the legal actions of a record to the mask; returns how many there are, and the last one."""
    call_entry(looker.entry[LEGAL], root, looker.mask, 0)
    mask = array_at(looker.mask, looker.action_count, np.int8)
    count, last = 0, -1
    for action in range(looker.action_count):
        if mask[action] != 0:
            count += 1
            last = action
    return count, last


@kernel
def weigh_actions(looker, root, seat, seed):
    """Write what every legal action is worth to `sums`; `legal_actions` has written the mask."""
    sums = array_at(looker.sums, looker.action_count, np.float64)
    sums[:] = 0.0
    for number in range(looker.redraws):
        try_actions(looker, root, seat, mix(seed + np.uint64(number) * GOLDEN_GAMMA))
    for action in range(looker.action_count):
        sums[action] /= looker.redraws


@kernel
def best_action(looker, seed):
    """The action of the mask that is worth most, the first of equals; with noise if there is a temperature."""
    mask = array_at(looker.mask, looker.action_count, np.int8)
    sums = array_at(looker.sums, looker.action_count, np.float64)
    best, most, random = -1, -np.inf, seed
    for action in range(looker.action_count):
        if mask[action] != 0:
            found = sums[action]
            if looker.temperature > 0:
                random += GOLDEN_GAMMA
                found += looker.temperature * gumbel(mix(random))
            if best < 0 or found > most:
                best, most = action, found
    return best


@kernel
def decide(looker, root, seat, seed):
    """Choose an action in a record for the seat that decides there; returns it, and whether there was a choice."""
    count, last = legal_actions(looker, root)
    if count < 2:
        return last, False
    weigh_actions(looker, root, seat, seed)
    return best_action(looker, seed), True
