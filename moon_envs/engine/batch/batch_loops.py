"""The loops that all games share: reset, view, sample, step with autoreset, play out.

Each loop works on the rows at the places first..last-1 of `chosen`, without the GIL, and touches only these rows. So a
batch can be split among threads in any way with the same result.
"""

from __future__ import annotations

from numba import types

from moon_envs.base.splitmix import GOLDEN_GAMMA
from moon_envs.engine.batch.ahead import AHEAD, look_ahead_row
from moon_envs.engine.batch.buffers import (
    BUFFERS,
    copy_bytes,
    features_address,
    flags,
    prefetch_state,
    random_words,
    state_address,
    words,
)
from moon_envs.engine.batch.rows import (
    clear_steps,
    clear_steps_of_rows,
    count_points,
    encode_features,
    is_legal,
    next_sample,
    play_out_row,
    redraw,
    start_following_game,
    start_row,
    step_or_restart_row,
    take_over_row,
    view_row,
    waits_for_reset,
)
from moon_envs.engine.batch.sampling import random_legal_action
from moon_envs.engine.compiler.compile import loop
from moon_envs.engine.entry import ACTOR, FIND_FAULT, KNOWN_POINTS, LEGAL, OBSERVE, call_entry, record_at
from moon_envs.engine.random import mix

_entry = types.Array(types.int64, 1, "C")
# Loops take the buffers as an address: an array of records as an argument costs half a microsecond a call.
_features = types.Array(types.int16, 1, "C")
_observation = types.Array(types.float32, 1, "C")
_mask = types.Array(types.int8, 1, "C")
_numbers = types.Array(types.int64, 1, "C")
_table = types.Array(types.int64, 2, "C")
NO_LEGAL_ACTION = -1
ROWS_LOOP = types.void(types.int64, types.int64, types.int64)


@loop(ROWS_LOOP)
def reset_rows(buffers, first, last):
    """Start new games from the given seeds, or the next games as autoreset would."""
    batch = record_at(buffers, BUFFERS)
    chosen, seeds = words(batch.chosen, batch), random_words(batch.seeds, batch)
    for place in range(first, last):
        row = chosen[place]
        state = state_address(batch, row)
        clear_steps(batch, row, row + 1)
        if flags(batch.follows, batch)[place]:
            player = start_following_game(batch, state, row)
        else:
            random_words(batch.random, batch)[row] = mix(seeds[place] + GOLDEN_GAMMA)
            player = start_row(batch, state, row, seeds[place])
        view_row(batch, state, row, player, first)


@loop(ROWS_LOOP)
def take_over_rows(buffers, first, last):
    """Show states from outside."""
    batch = record_at(buffers, BUFFERS)
    chosen = words(batch.chosen, batch)
    for place in range(first, last):
        state = state_address(batch, chosen[place])
        take_over_row(batch, state, chosen[place], call_entry(batch.entry[ACTOR], state, 0, 0), first)


@loop(ROWS_LOOP)
def resample_rows(buffers, first, last):
    """Redraw what the players in `seats` cannot know, with the random numbers of `seeds`, and show the rows."""
    batch = record_at(buffers, BUFFERS)
    chosen, seats, seeds = words(batch.chosen, batch), words(batch.seats, batch), random_words(batch.seeds, batch)
    for place in range(first, last):
        row = chosen[place]
        state = state_address(batch, row)
        redraw(batch, state, seats[place], seeds[place])
        take_over_row(batch, state, row, call_entry(batch.entry[ACTOR], state, 0, 0), first)


@loop(types.void(_table, _table, _numbers, _numbers))
def copy_rows(sources, targets, source_rows, target_rows):
    """Copy rows of a batch to rows of the same or another batch; the tables hold addresses and bytes of a row."""
    for array in range(sources.shape[0]):
        size = sources[array, 1]
        for place in range(source_rows.shape[0]):
            source = sources[array, 0] + source_rows[place] * size
            copy_bytes(source, targets[array, 0] + target_rows[place] * size, size)


@loop(ROWS_LOOP)
def feature_rows(buffers, first, last):
    """Write the raw features of the actor; in a finished game those of the observer."""
    batch = record_at(buffers, BUFFERS)
    chosen, actor = words(batch.chosen, batch), words(batch.actor, batch)
    for place in range(first, last):
        row = chosen[place]
        player = actor[row] if actor[row] >= 0 else batch.observer
        call_entry(batch.entry[OBSERVE], state_address(batch, row), player, features_address(batch, row))


@loop(ROWS_LOOP)
def count_rows(buffers, first, last):
    """Count the present points."""
    batch = record_at(buffers, BUFFERS)
    chosen = words(batch.chosen, batch)
    for place in range(first, last):
        count_points(batch, state_address(batch, chosen[place]), chosen[place])


@loop(types.int64(types.int64, types.int64))
def first_illegal_row(buffers, rows):
    """The first of the chosen rows with an illegal action, -1 if there is none. Finished games take any action."""
    batch = record_at(buffers, BUFFERS)
    chosen, actions = words(batch.chosen, batch), words(batch.actions, batch)
    for place in range(rows):
        row = chosen[place]
        if not is_legal(batch, row, actions[row]) and not waits_for_reset(batch, row):
            return row
    return -1


@loop(ROWS_LOOP)
def step_rows(buffers, first, last):
    """Carry out one decision in every row, then rewards, autoreset, masks and observations."""
    batch = record_at(buffers, BUFFERS)
    chosen = words(batch.chosen, batch)
    clear_steps_of_rows(batch, chosen, first, last)
    for place in range(first, last):
        row = chosen[place]
        if place + 1 < last:
            prefetch_state(batch, chosen[place + 1])
        step_or_restart_row(batch, state_address(batch, row), row, first)


@loop(ROWS_LOOP)
def sample_rows(buffers, first, last):
    """Write a uniformly random legal action."""
    batch = record_at(buffers, BUFFERS)
    chosen, actions = words(batch.chosen, batch), words(batch.actions, batch)
    for place in range(first, last):
        row = chosen[place]
        actions[row] = random_legal_action(batch, row, next_sample(batch, row))


@loop(ROWS_LOOP)
def play_out_rows(buffers, first, last):
    """Play every row to its end with random legal actions, and write points, outcome and length."""
    batch = record_at(buffers, BUFFERS)
    chosen = words(batch.chosen, batch)
    for place in range(first, last):
        if not waits_for_reset(batch, chosen[place]):
            play_out_row(batch, chosen[place], first)


@loop(types.void(types.int64, types.int64))
def look_ahead_rows(address, rows):
    """Carry out every legal action of some rows on copies, and note what the seat that decides sees then."""
    ahead = record_at(address, AHEAD)
    batch = record_at(ahead.buffers, BUFFERS)
    for row in range(rows):
        look_ahead_row(batch, ahead, row)


@loop(types.void(types.int64, types.int64, types.int64, _features, _observation))
def observe_seat(buffers, row, player, features, observation):
    """Write features and observation of one player in one row to arrays of the caller."""
    batch = record_at(buffers, BUFFERS)
    call_entry(batch.entry[OBSERVE], state_address(batch, row), player, features.ctypes.data)
    encode_features(batch, features, observation)


@loop(types.int64(types.int64, types.int64, types.int64))
def known_points(buffers, row, player):
    """A player's points in one row as far as the player may know them."""
    batch = record_at(buffers, BUFFERS)
    return call_entry(batch.entry[KNOWN_POINTS], state_address(batch, row), player, 0)


@loop(types.int64(_entry, types.int64, types.int64, types.int64, _mask, _numbers))
def first_fault(entry, states, state_size, rows, mask, fault):
    """The first record that no game can go on from, -1 if there is none.

    `fault[0]` is its fault: the game's own, counted from 1, or NO_LEGAL_ACTION.
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
