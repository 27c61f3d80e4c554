"""The compiled loops over a batch of games: reset, view, step with autoreset, sample, play out. They know no game.

Each loop works on the rows first..last-1, releases the interpreter lock and touches nothing but its rows, so a batch
can be split among threads in any way with the same result.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from moon_envs.engine.buffers import (
    BUFFERS,
    counts_of,
    features_address,
    features_of,
    flags,
    floats_of,
    mask_address,
    mask_of,
    prefetch_state,
    random_words,
    state_address,
    words,
)
from moon_envs.engine.compile import inlined_kernel, kernel, loop
from moon_envs.engine.entry import (
    ACTOR,
    APPLY,
    LEGAL,
    OBSERVE,
    OUTCOME,
    POINTS,
    RESAMPLE,
    START,
    STATE_HEADER,
    VIEW,
    array_at,
    call_entry,
    record_at,
)
from moon_envs.engine.random import GOLDEN_GAMMA, following_seed, mix
from moon_envs.engine.sampling import random_legal_action

# What happens to a finished game: nothing, a new game at once, or a new game at the next step.
AUTORESET_DISABLED, AUTORESET_SAME_STEP, AUTORESET_NEXT_STEP = 0, 1, 2

# What is paid: the result at the end, the final points, or every change of the points.
REWARD_OUTCOME, REWARD_POINTS, REWARD_POINTS_DELTA = 0, 1, 2

ALL_SEATS = -1

HEADER = np.dtype(STATE_HEADER)

_entry = types.Array(types.int64, 1, "C")
_batch = types.Array(numba.from_dtype(BUFFERS), 1, "C")
ROWS_LOOP = types.void(_entry, _batch, types.int64, types.int64)


@kernel
def play_randomly(entry, batch, state, row, random):
    """Carry out a random legal action in a row; returns who decides next."""
    call_entry(entry[LEGAL], state, mask_address(batch, row), 0)
    words(batch.decisions, batch)[row] += 1
    return call_entry(entry[APPLY], state, random_legal_action(batch, row, random), 0)


@kernel
def play_opponents(entry, batch, state, row, player):
    """Let random players decide for every seat but the caller's; returns the caller, or -1 when the game is over."""
    if batch.seat != ALL_SEATS:
        random = random_words(batch.opponent_random, batch)
        while player >= 0 and player != batch.seat:
            player = play_randomly(entry, batch, state, row, random)
    return player


@inlined_kernel
def observe_row(entry, batch, state, row, player, observation_address, scratch):
    """Write what the player knows, scaled, to the table at `observation_address`.

    The raw features of all rows of a loop go to the one row `scratch`, which stays in the nearest cache.
    """
    call_entry(entry[OBSERVE], state, player, features_address(batch, scratch))
    scale_features(batch, features_of(batch, scratch), floats_of(observation_address, row, batch.feature_count))


@inlined_kernel
def scale_features(batch, features, observation):
    """Bring every raw feature to a number from 0 to 1."""
    if batch.features_are_scaled:
        for index in range(batch.feature_count):
            observation[index] = np.float32(features[index])
        return
    low = array_at(batch.feature_low, batch.feature_count, np.float32)
    scale = array_at(batch.feature_scale, batch.feature_count, np.float32)
    for index in range(batch.feature_count):
        observation[index] = (np.float32(features[index]) - low[index]) * scale[index]


@inlined_kernel
def view_row(entry, batch, state, row, player, scratch):
    """Write actor, mask and observation of a row. A finished row shows all ones: no distribution takes all zeros."""
    words(batch.actor, batch)[row] = player
    if player < 0:
        mask_of(batch, row)[:] = 1
        observe_row(entry, batch, state, row, max(batch.seat, 0), batch.observation, scratch)
        return
    call_entry(entry[VIEW], state, mask_address(batch, row), features_address(batch, scratch))
    scale_features(batch, features_of(batch, scratch), floats_of(batch.observation, row, batch.feature_count))


@kernel
def standing_of(batch, row):
    """The points of a row as counted last, by side and category."""
    return counts_of(batch.standing, row, batch.sides * batch.categories)


@kernel
def count_points(entry, batch, state, row):
    """Count the points of a row as they stand."""
    call_entry(entry[POINTS], state, standing_of(batch, row).ctypes.data, 0)


@kernel
def total_points(batch, row, player):
    """The sum of a player's categories, as counted last."""
    standing = standing_of(batch, row)
    total = 0
    for category in range(batch.categories):
        total += standing[player * batch.categories + category]
    return total


@kernel
def start_row(entry, batch, state, row, seed):
    """Deal a new game; returns the caller who decides first."""
    player = call_entry(entry[START], state, np.int64(seed), 0)
    flags(batch.done, batch)[row] = False
    words(batch.decisions, batch)[row] = 0
    if batch.reward_kind == REWARD_POINTS_DELTA:
        count_points(entry, batch, state, row)
        previous_total = counts_of(batch.previous_total, row, batch.players)
        for side in range(batch.players):
            previous_total[side] = total_points(batch, row, side)
    return play_opponents(entry, batch, state, row, player)


@kernel
def start_following_game(entry, batch, state, row):
    """Deal the game that follows the finished one in this row."""
    return start_row(entry, batch, state, row, following_seed(record_at(state, HEADER).seed))


@kernel
def pay_row(entry, batch, state, row, over):
    """Write the rewards of the step just made, after the last decision of a game or if every change is paid."""
    reward = floats_of(batch.reward, row, batch.players)
    count_points(entry, batch, state, row)
    if batch.reward_kind == REWARD_POINTS_DELTA:
        previous_total = counts_of(batch.previous_total, row, batch.players)
        for player in range(batch.players):
            total = total_points(batch, row, player)
            reward[player] = (total - previous_total[player]) / batch.points_scale
            previous_total[player] = total
        return
    for player in range(batch.players):
        reward[player] = 0.0
        if over and batch.reward_kind == REWARD_POINTS:
            reward[player] = total_points(batch, row, player) / batch.points_scale
    if over and batch.reward_kind == REWARD_OUTCOME:
        call_entry(entry[OUTCOME], state, reward.ctypes.data, 0)


@kernel
def forfeit_row(entry, batch, state, row):
    """End a game by an illegal action: nothing moves, the player who chose it gets the lowest reward."""
    flags(batch.illegal, batch)[row] = True
    count_points(entry, batch, state, row)
    reward = floats_of(batch.reward, row, batch.players)
    reward[:] = 0.0
    reward[words(batch.actor, batch)[row]] = batch.lowest_reward


@kernel
def keep_final_points(batch, row):
    """Keep points and length of a finished game."""
    words(batch.final_decisions, batch)[row] = words(batch.decisions, batch)[row]
    standing = standing_of(batch, row)
    final_points = counts_of(batch.final_points, row, standing.shape[0])
    for index in range(standing.shape[0]):
        final_points[index] = standing[index]
    flags(batch.done, batch)[row] = True


@kernel
def finish_row(entry, batch, state, row, scratch):
    """Keep what is left of a finished game; returns who decides first in the new one, -1 if there is none yet."""
    keep_final_points(batch, row)
    if batch.autoreset != AUTORESET_SAME_STEP:
        return -1
    observe_row(entry, batch, state, row, max(batch.seat, 0), batch.final_observation, scratch)
    player = start_following_game(entry, batch, state, row)
    flags(batch.done, batch)[row] = True
    return player


@inlined_kernel
def is_legal(batch, row, action):
    """Whether the mask of the row allows the action."""
    return 0 <= action < batch.action_count and mask_of(batch, row)[action] != 0


@inlined_kernel
def waits_for_reset(batch, row):
    """Whether the game of the row is over and no new one has begun."""
    return batch.autoreset != AUTORESET_SAME_STEP and flags(batch.done, batch)[row]


@kernel
def clear_steps(batch, first, last):
    """Nothing has been paid and nothing was illegal in these rows; all at once, row by row costs a tenth of a step."""
    floats_of(batch.reward, 0, batch.rows * batch.players)[first * batch.players : last * batch.players] = 0.0
    flags(batch.illegal, batch)[first:last] = False


@kernel
def clear_step(batch, row):
    """The same in one row."""
    clear_steps(batch, row, row + 1)


@loop(ROWS_LOOP)
def reset_rows(entry, batches, first, last):
    """Start new games with the given seeds in the selected rows."""
    batch = batches[0]
    seeds = array_at(batch.seeds, batch.rows, np.uint64)
    for row in range(first, last):
        if flags(batch.selected, batch)[row]:
            state = state_address(batch, row)
            random_words(batch.random, batch)[row] = mix(seeds[row] + GOLDEN_GAMMA)
            random_words(batch.opponent_random, batch)[row] = mix(seeds[row] ^ GOLDEN_GAMMA)
            clear_step(batch, row)
            view_row(entry, batch, state, row, start_row(entry, batch, state, row, seeds[row]), first)


@loop(ROWS_LOOP)
def restart_rows(entry, batches, first, last):
    """Start the games that follow the present ones in the selected rows, as autoreset would."""
    batch = batches[0]
    for row in range(first, last):
        if flags(batch.selected, batch)[row]:
            state = state_address(batch, row)
            clear_step(batch, row)
            view_row(entry, batch, state, row, start_following_game(entry, batch, state, row), first)


@loop(ROWS_LOOP)
def view_rows(entry, batches, first, last):
    """Take over states as they are: opponents play, then actor, mask and observation are written."""
    batch = batches[0]
    for row in range(first, last):
        state = state_address(batch, row)
        player = play_opponents(entry, batch, state, row, call_entry(entry[ACTOR], state, 0, 0))
        flags(batch.done, batch)[row] = player < 0
        view_row(entry, batch, state, row, player, first)


@loop(ROWS_LOOP)
def feature_rows(entry, batches, first, last):
    """Write the raw features of all rows, of the actor or in a finished game of the caller's seat."""
    batch = batches[0]
    actor = words(batch.actor, batch)
    for row in range(first, last):
        player = actor[row] if actor[row] >= 0 else max(batch.seat, 0)
        call_entry(entry[OBSERVE], state_address(batch, row), player, features_address(batch, row))


@loop(ROWS_LOOP)
def count_rows(entry, batches, first, last):
    """Count the points of all rows as they stand."""
    batch = batches[0]
    for row in range(first, last):
        count_points(entry, batch, state_address(batch, row), row)


@loop(types.int64(_batch))
def first_illegal_row(batches):
    """The first row whose action is not legal, -1 when all are. Rows that wait for a reset take anything."""
    batch = batches[0]
    actions = words(batch.actions, batch)
    for row in range(batch.rows):
        if not is_legal(batch, row, actions[row]) and not waits_for_reset(batch, row):
            return row
    return -1


@inlined_kernel
def step_row(entry, batch, state, row, action, scratch):
    """One decision in a running game."""
    flags(batch.done, batch)[row] = False
    words(batch.decisions, batch)[row] += 1
    if is_legal(batch, row, action):
        player = call_entry(entry[APPLY], state, action, 0)
        if batch.seat != ALL_SEATS:
            player = play_opponents(entry, batch, state, row, player)
        if player < 0 or batch.reward_kind == REWARD_POINTS_DELTA:
            pay_row(entry, batch, state, row, player < 0)
    else:
        forfeit_row(entry, batch, state, row)
        player = -1
    if player < 0:
        player = finish_row(entry, batch, state, row, scratch)
    view_row(entry, batch, state, row, player, scratch)


@inlined_kernel
def step_or_restart_row(entry, batch, row, scratch):
    """One decision in a running game; a game that waits for its reset is started in next-step mode."""
    state = state_address(batch, row)
    if waits_for_reset(batch, row):
        if batch.autoreset == AUTORESET_NEXT_STEP:
            view_row(entry, batch, state, row, start_following_game(entry, batch, state, row), scratch)
    else:
        step_row(entry, batch, state, row, words(batch.actions, batch)[row], scratch)


@loop(ROWS_LOOP)
def step_rows(entry, batches, first, last):
    """One decision in every row, then rewards, autoreset, masks and observations."""
    batch = batches[0]
    clear_steps(batch, first, last)
    for row in range(first, last):
        state = state_address(batch, row)
        prefetch_state(batch, row + 1)
        if waits_for_reset(batch, row):
            if batch.autoreset == AUTORESET_NEXT_STEP:
                view_row(entry, batch, state, row, start_following_game(entry, batch, state, row), first)
            continue
        step_row(entry, batch, state, row, words(batch.actions, batch)[row], first)


@loop(ROWS_LOOP)
def step_selected_rows(entry, batches, first, last):
    """The same in the selected rows only."""
    batch = batches[0]
    for row in range(first, last):
        if flags(batch.selected, batch)[row]:
            clear_step(batch, row)
            step_or_restart_row(entry, batch, row, first)


@loop(ROWS_LOOP)
def sample_rows(entry, batches, first, last):
    """Write a uniformly random legal action for every row."""
    batch = batches[0]
    actions = words(batch.actions, batch)
    random = random_words(batch.random, batch)
    for row in range(first, last):
        actions[row] = random_legal_action(batch, row, random)


@loop(ROWS_LOOP)
def play_out_rows(entry, batches, first, last):
    """Play every row to its end with random legal actions, and keep final points, outcome and length."""
    batch = batches[0]
    random = random_words(batch.random, batch)
    for row in range(first, last):
        state = state_address(batch, row)
        player = call_entry(entry[ACTOR], state, 0, 0)
        while player >= 0:
            player = play_randomly(entry, batch, state, row, random)
        pay_row(entry, batch, state, row, True)
        keep_final_points(batch, row)


@loop(
    types.void(
        _entry,
        _batch,
        types.int64,
        types.int64,
        types.Array(types.int16, 1, "C"),
        types.Array(types.float32, 1, "C"),
    )
)
def observe_seat(entry, batches, row, player, features, observation):
    """Write what one player knows in one row to arrays of the caller."""
    batch = batches[0]
    call_entry(entry[OBSERVE], state_address(batch, row), player, features.ctypes.data)
    scale_features(batch, features, observation)


@loop(types.void(_entry, types.int64, types.int64, types.uint64))
def resample_state(entry, state, player, seed):
    """Redraw what `player` cannot know in one state, with the random numbers of `seed`."""
    record_at(state, HEADER).random = mix(seed)
    call_entry(entry[RESAMPLE], state, player, 0)
