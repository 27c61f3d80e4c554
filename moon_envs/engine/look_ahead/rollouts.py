"""Deciding by rollouts: the best actions of the look-ahead are followed by games that the look-ahead plays on.

All candidates meet the same futures, so that luck does not decide between them. The rollouts are shared out by
sequential halving: after each round the better half of the candidates goes on.
"""

from __future__ import annotations

import numpy as np

from moon_envs.base.splitmix import GOLDEN_GAMMA
from moon_envs.engine.batch.rows import MOST_DECISIONS, redraw
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.entry import APPLY, array_at, call_entry, record_at
from moon_envs.engine.look_ahead.deciding import (
    copy_record,
    decide,
    legal_actions,
    note_stuck,
    weigh_actions,
    worth_after,
)
from moon_envs.engine.random import mix
from moon_envs.engine.records import HEADER


@kernel
def roll_out(looker, root, seat, action, seed):
    """Carry out an action in one redrawn future and play on; returns what the seat has from it.

    After `depth` decisions it ends with the next decision of the seat: the network knows positions after those.
    """
    state = looker.rolled
    copy_record(root, state, looker.state_size)
    redraw(looker, state, seat, seed)
    random, decided = mix(seed), 0
    actor, last = call_entry(looker.entry[APPLY], state, action, 0), seat
    while actor >= 0 and (decided < looker.depth or last != seat):
        random += GOLDEN_GAMMA
        chosen, _ = decide(looker, state, actor, mix(random))
        if chosen < 0 or record_at(state, HEADER).decisions >= MOST_DECISIONS:
            note_stuck(looker)
            return 0.0
        last, action = actor, chosen
        actor = call_entry(looker.entry[APPLY], state, action, 0)
        decided += 1
    looker.fresh = 1
    return worth_after(looker, state, seat, action, actor)


@kernel
def list_candidates(looker):
    """List the legal actions that are worth most, best first, at most `candidates`; returns how many they are."""
    mask = array_at(looker.mask, looker.action_count, np.int8)
    sums = array_at(looker.sums, looker.action_count, np.float64)
    listed = array_at(looker.listed, looker.action_count, np.int64)
    count = 0
    for action in range(looker.action_count):
        if mask[action] != 0:
            place = count
            while place > 0 and sums[listed[place - 1]] < sums[action]:
                listed[place] = listed[place - 1]
                place -= 1
            listed[place] = action
            count += 1
    return min(count, looker.candidates)


@kernel
def sort_by_mean(listed, count, totals, tries):
    """Sort actions by their mean, the highest first; equals keep their order."""
    for place in range(1, count):
        action = listed[place]
        at = place
        while at > 0 and totals[listed[at - 1]] * tries[action] < totals[action] * tries[listed[at - 1]]:
            listed[at] = listed[at - 1]
            at -= 1
        listed[at] = action


@kernel
def begin_rollouts(looker, root, seat, seed):
    """List the candidates and begin the first round."""
    array_at(looker.tries, looker.action_count, np.int64)[:] = 0
    array_at(looker.totals, looker.action_count, np.float64)[:] = 0.0
    legal_actions(looker, root)
    weigh_actions(looker, root, seat, seed)
    looker.alive = list_candidates(looker)
    if looker.alive == 0:
        note_stuck(looker)
        looker.rounds_left = 0
        return
    rounds, left = 0, looker.alive
    while left > 1:
        left = (left + 1) // 2
        rounds += 1
    looker.rounds, looker.rounds_left = max(rounds, 1), max(rounds, 1)
    looker.future, looker.place = 1, 0
    looker.futures_left = futures_of_a_round(looker)


@kernel
def futures_of_a_round(looker):
    """In how many futures each candidate of this round is tried."""
    return max(1, looker.rollouts // (looker.rounds * looker.alive))


@kernel
def end_round(looker):
    """Let the better half of the candidates go on."""
    tries = array_at(looker.tries, looker.action_count, np.int64)
    totals = array_at(looker.totals, looker.action_count, np.float64)
    sort_by_mean(array_at(looker.listed, looker.action_count, np.int64), looker.alive, totals, tries)
    looker.alive = (looker.alive + 1) // 2
    looker.rounds_left -= 1
    looker.futures_left = futures_of_a_round(looker)


@kernel
def continue_rollouts(looker, root, seat, seed, most):
    """Carry out so many more rollouts at most; returns whether all are done. The first of `listed` is the best then."""
    tries = array_at(looker.tries, looker.action_count, np.int64)
    totals = array_at(looker.totals, looker.action_count, np.float64)
    listed = array_at(looker.listed, looker.action_count, np.int64)
    for _ in range(most):
        if looker.rounds_left == 0:
            break
        action = listed[looker.place]
        totals[action] += roll_out(looker, root, seat, action, mix(seed ^ mix(np.uint64(looker.future))))
        tries[action] += 1
        looker.place += 1
        if looker.place == looker.alive:
            looker.place = 0
            looker.future += 1
            looker.futures_left -= 1
            if looker.futures_left == 0:
                end_round(looker)
    return looker.rounds_left == 0
