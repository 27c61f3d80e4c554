"""Deciding in one position: what each legal action is worth after it has been carried out on redrawn chance."""

from __future__ import annotations

import math

import numpy as np

from moon_envs.base.splitmix import GOLDEN_GAMMA
from moon_envs.engine.batch.rows import redraw
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.entry import APPLY, KNOWN_POINTS, LEGAL, OBSERVE, OUTCOME, array_at, call_entry, table_at
from moon_envs.engine.look_ahead.value_layers import keep_first_layer, later_layers, update_first_layer
from moon_envs.engine.random import SHIFT_32, mix

HALF_BITS = 2.0**-32


@kernel
def copy_record(source, target, size):
    """Copy a record; its size is a multiple of 8 bytes."""
    words = size // 8
    sources, targets = array_at(source, words, np.int64), array_at(target, words, np.int64)
    for word in range(words):
        targets[word] = sources[word]


@kernel
def gumbel(random):
    """A random number of the standard Gumbel distribution from 64 random bits."""
    share = (np.float64(random >> SHIFT_32) + 0.5) * HALF_BITS
    return -math.log(-math.log(share))


@kernel
def worth_at_end(looker, seat):
    """How much the end of the game is worth to a seat."""
    call_entry(looker.entry[OUTCOME], looker.state, looker.outcome, 0)
    outcome = array_at(looker.outcome, looker.players, np.float32)
    points = call_entry(looker.entry[KNOWN_POINTS], looker.state, seat, 0)
    chance = (np.float64(outcome[seat]) + 1) / 2
    return looker.points_weight * points / looker.points_scale + looker.chance_weight * chance


@kernel
def worth_of_position(looker, seat, keeps):
    """How much a running game is worth to a seat; the first position of a decision is kept for the others."""
    call_entry(looker.entry[OBSERVE], looker.state, seat, looker.features)
    if keeps:
        keep_first_layer(looker, looker.features)
        points, chance = later_layers(looker, looker.kept_own, looker.kept_opponents)
    else:
        update_first_layer(looker, looker.features)
        points, chance = later_layers(looker, looker.own, looker.opponents)
    points += call_entry(looker.entry[KNOWN_POINTS], looker.state, seat, 0) / looker.points_scale
    return looker.points_weight * points + looker.chance_weight * chance


@kernel
def try_actions(looker, root, seat, seed):
    """Add what every legal action is worth in one redrawn future to `sums`."""
    mask = array_at(looker.mask, looker.action_count, np.int8)
    sums = array_at(looker.sums, looker.action_count, np.float64)
    copy_record(root, looker.base, looker.state_size)
    redraw(looker, looker.base, seat, seed)
    keeps = True
    for action in range(looker.action_count):
        if mask[action] == 0:
            continue
        copy_record(looker.base, looker.state, looker.state_size)
        if call_entry(looker.entry[APPLY], looker.state, action, 0) < 0:
            sums[action] += worth_at_end(looker, seat)
        else:
            sums[action] += worth_of_position(looker, seat, keeps)
            keeps = False


@kernel
def write_worth(looker, row, seed):
    """Write what every legal action is worth; returns the best one, the first of equals."""
    mask = array_at(looker.mask, looker.action_count, np.int8)
    sums = array_at(looker.sums, looker.action_count, np.float64)
    worth = table_at(looker.worth, row + 1, looker.action_count, np.float32)[row]
    best, most, random = -1, -np.inf, seed
    for action in range(looker.action_count):
        if mask[action] == 0:
            worth[action] = np.nan
            continue
        found = sums[action] / looker.redraws
        worth[action] = found
        if looker.temperature > 0:
            random += GOLDEN_GAMMA
            found += looker.temperature * gumbel(mix(random))
        if best < 0 or found > most:
            best, most = action, found
    return best


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
def decide(looker, root, row, seat, seed):
    """Choose an action in a record for the seat that decides there; returns it, and whether there was a choice."""
    count, last = legal_actions(looker, root)
    if count < 2 and looker.asks_forced == 0:
        return last, False
    array_at(looker.sums, looker.action_count, np.float64)[:] = 0.0
    for number in range(looker.redraws):
        try_actions(looker, root, seat, mix(seed + np.uint64(number) * GOLDEN_GAMMA))
    return write_worth(looker, row, seed), count > 1
