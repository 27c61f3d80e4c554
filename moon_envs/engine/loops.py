"""The loops every game shares: reset, view, sample, step with autoreset, play out. They know no game.

Each loop works on the rows first..last-1, releases the interpreter lock and touches nothing but its rows, so a batch
can be split among threads in any way with the same result.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from moon_envs.engine.buffers import (
    BUFFERS,
    features_address,
    flags,
    prefetch_state,
    random_words,
    state_address,
    words,
)
from moon_envs.engine.compile import loop
from moon_envs.engine.entry import (
    ACTOR,
    FIND_FAULT,
    KNOWN_POINTS,
    LEGAL,
    OBSERVE,
    RESAMPLE,
    array_at,
    call_entry,
    record_at,
)
from moon_envs.engine.random import FIRST_MULTIPLIER, GOLDEN_GAMMA, mix, opponent_random
from moon_envs.engine.records import HEADER
from moon_envs.engine.rows import (
    REWARD_POINTS_DELTA,
    clear_steps,
    count_points,
    is_legal,
    is_random_seat,
    keep_result,
    next_sample,
    pay_known_points,
    pay_result,
    play_randomly,
    scale_features,
    start_following_game,
    start_row,
    step_or_restart_row,
    take_over_row,
    view_row,
    waits_for_reset,
)
from moon_envs.engine.sampling import random_legal_action

_entry = types.Array(types.int64, 1, "C")
_batch = types.Array(numba.from_dtype(BUFFERS), 1, "C")
_features = types.Array(types.int16, 1, "C")
_observation = types.Array(types.float32, 1, "C")
_mask = types.Array(types.int8, 1, "C")
_numbers = types.Array(types.int64, 1, "C")
NO_LEGAL_ACTION = -1
ROWS_LOOP = types.void(_batch, types.int64, types.int64)


@loop(ROWS_LOOP)
def reset_rows(batches, first, last):
    """Start new games with the given seeds in the selected rows."""
    batch = batches[0]
    seeds = array_at(batch.seeds, batch.rows, np.uint64)
    for row in range(first, last):
        if flags(batch.selected, batch)[row]:
            state = state_address(batch, row)
            random_words(batch.random, batch)[row] = mix(seeds[row] + GOLDEN_GAMMA)
            clear_steps(batch, row, row + 1)
            view_row(batch, state, row, start_row(batch, state, row, seeds[row]), first)


@loop(ROWS_LOOP)
def restart_rows(batches, first, last):
    """Start the games that follow the present ones in the selected rows, as autoreset would."""
    batch = batches[0]
    for row in range(first, last):
        if flags(batch.selected, batch)[row]:
            state = state_address(batch, row)
            clear_steps(batch, row, row + 1)
            view_row(batch, state, row, start_following_game(batch, state, row), first)


@loop(ROWS_LOOP)
def take_over_rows(batches, first, last):
    """Show states that came from outside."""
    batch = batches[0]
    for row in range(first, last):
        state = state_address(batch, row)
        take_over_row(batch, state, row, call_entry(batch.entry[ACTOR], state, 0, 0), first)


@loop(ROWS_LOOP)
def feature_rows(batches, first, last):
    """Write the raw features of all rows, of the actor or in a finished game of the observer."""
    batch = batches[0]
    actor = words(batch.actor, batch)
    for row in range(first, last):
        player = actor[row] if actor[row] >= 0 else batch.observer
        call_entry(batch.entry[OBSERVE], state_address(batch, row), player, features_address(batch, row))


@loop(ROWS_LOOP)
def count_rows(batches, first, last):
    """Count the points of all rows as they stand."""
    batch = batches[0]
    for row in range(first, last):
        count_points(batch, state_address(batch, row), row)


@loop(types.int64(_batch))
def first_illegal_row(batches):
    """The first row whose action is not legal, -1 when all are. Rows that wait for a reset take anything."""
    batch = batches[0]
    actions = words(batch.actions, batch)
    for row in range(batch.rows):
        if not is_legal(batch, row, actions[row]) and not waits_for_reset(batch, row):
            return row
    return -1


@loop(types.int64(_batch))
def first_illegal_selected_row(batches):
    """The same among the selected rows."""
    batch = batches[0]
    actions = words(batch.actions, batch)
    for row in range(batch.rows):
        if flags(batch.selected, batch)[row]:
            if not is_legal(batch, row, actions[row]) and not waits_for_reset(batch, row):
                return row
    return -1


@loop(ROWS_LOOP)
def step_rows(batches, first, last):
    """One decision in every row, then rewards, autoreset, masks and observations."""
    batch = batches[0]
    clear_steps(batch, first, last)
    for row in range(first, last):
        state = state_address(batch, row)
        prefetch_state(batch, row + 1)
        step_or_restart_row(batch, state, row, first)


@loop(ROWS_LOOP)
def step_selected_rows(batches, first, last):
    """The same in the selected rows only."""
    batch = batches[0]
    for row in range(first, last):
        if flags(batch.selected, batch)[row]:
            clear_steps(batch, row, row + 1)
            step_or_restart_row(batch, state_address(batch, row), row, first)


@loop(ROWS_LOOP)
def sample_rows(batches, first, last):
    """Write a uniformly random legal action for every row."""
    batch = batches[0]
    actions = words(batch.actions, batch)
    for row in range(first, last):
        actions[row] = random_legal_action(batch, row, next_sample(batch, row))


@loop(ROWS_LOOP)
def play_out_rows(batches, first, last):
    """Play every row to its end with random legal actions, and keep points, result and length."""
    batch = batches[0]
    for row in range(first, last):
        if waits_for_reset(batch, row):
            continue
        state = state_address(batch, row)
        clear_steps(batch, row, row + 1)
        player = words(batch.actor, batch)[row]
        while player >= 0:
            if is_random_seat(batch, player):
                random = opponent_random(record_at(state, HEADER))
            else:
                random = next_sample(batch, row)
            player = play_randomly(batch, state, row, random)
        if batch.reward_kind == REWARD_POINTS_DELTA:
            pay_known_points(batch, state, row)
        pay_result(batch, state, row)
        keep_result(batch, state, row)
        view_row(batch, state, row, player, first)


@loop(types.void(_batch, types.int64, types.int64, _features, _observation))
def observe_seat(batches, row, player, features, observation):
    """Write what one player knows in one row to arrays of the caller."""
    batch = batches[0]
    call_entry(batch.entry[OBSERVE], state_address(batch, row), player, features.ctypes.data)
    scale_features(batch, features, observation)


@loop(types.int64(_batch, types.int64, types.int64))
def known_points(batches, row, player):
    """A player's points in one row as the player may know them."""
    batch = batches[0]
    return call_entry(batch.entry[KNOWN_POINTS], state_address(batch, row), player, 0)


@loop(types.void(_batch, types.int64, types.int64, types.uint64))
def resample_row(batches, row, player, seed):
    """Redraw what `player` cannot know in one row with the random numbers of `seed`, and show the row."""
    batch = batches[0]
    state = state_address(batch, row)
    header = record_at(state, HEADER)
    header.random = mix(seed)
    header.seed = mix(seed ^ FIRST_MULTIPLIER)
    call_entry(batch.entry[RESAMPLE], state, player, 0)
    take_over_row(batch, state, row, call_entry(batch.entry[ACTOR], state, 0, 0), row)


@loop(types.int64(_entry, types.int64, types.int64, types.int64, _mask, _numbers))
def first_fault(entry, states, state_size, rows, mask, fault):
    """The first of some records that no game can go on from, -1 if there is none; `fault[0]` says what is wrong.

    It is what the game finds, counted from 1, or NO_LEGAL_ACTION.
    """
    for row in range(rows):
        state = states + row * state_size
        fault[0] = call_entry(entry[FIND_FAULT], state, 0, 0)
        if fault[0] == 0 and call_entry(entry[ACTOR], state, 0, 0) >= 0:
            call_entry(entry[LEGAL], state, mask.ctypes.data, 0)
            fault[0] = 0 if mask.any() else NO_LEGAL_ACTION
        if fault[0] != 0:
            return row
    return -1
