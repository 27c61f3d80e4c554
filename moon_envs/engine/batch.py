"""The compiled loops over a batch of games: reset, view, step with autoreset, sample, play out. They know no game.

Each loop works on the rows first..last-1, releases the interpreter lock and touches nothing but its rows, so a batch
can be split among threads in any way with the same result.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from moon_envs.engine.buffers import BUFFERS, open_arrays
from moon_envs.engine.compile import kernel, loop
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
    call_entry,
    record_at,
)
from moon_envs.engine.random import GOLDEN_GAMMA, SHIFT_32, following_seed, mix

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
def state_address(batch, row):
    """Where the record of a row begins."""
    return batch.states + row * batch.state_size


@kernel
def mask_address(arrays, row):
    """Where the mask of a row begins."""
    return arrays.mask.ctypes.data + row * arrays.mask.shape[1]


@kernel
def random_legal_action(arrays, row):
    """One of the legal actions of the row, all equally likely, drawn with the row's own random state."""
    count = 0
    for action in range(arrays.mask.shape[1]):
        count += arrays.mask[row, action]
    arrays.random[row] += GOLDEN_GAMMA
    # The bias of a 32-bit product is below 2**-22 for the few hundred actions of a game.
    chosen = np.int64((mix(arrays.random[row]) >> SHIFT_32) * np.uint64(count) >> SHIFT_32)
    for action in range(arrays.mask.shape[1]):
        chosen -= arrays.mask[row, action]
        if chosen < 0:
            return action
    return -1


@kernel
def play_randomly(entry, state, arrays, row):
    """Carry out a random legal action in a row."""
    call_entry(entry[LEGAL], state, mask_address(arrays, row), 0)
    call_entry(entry[APPLY], state, random_legal_action(arrays, row), 0)
    arrays.decisions[row] += 1


@kernel
def play_opponents(entry, batch, state, arrays, row):
    """Let random players decide for every seat but the caller's; returns the caller, or -1 when the game is over."""
    player = call_entry(entry[ACTOR], state, 0, 0)
    if batch.seat != ALL_SEATS:
        while player >= 0 and player != batch.seat:
            play_randomly(entry, state, arrays, row)
            player = call_entry(entry[ACTOR], state, 0, 0)
    return player


@kernel
def observe_row(entry, state, arrays, row, player, observation):
    """Write what the player knows, raw to the features and scaled to `observation`."""
    width = arrays.features.shape[1]
    call_entry(entry[OBSERVE], state, player, arrays.features.ctypes.data + row * width * arrays.features.itemsize)
    for index in range(width):
        raw = np.float32(arrays.features[row, index])
        observation[row, index] = (raw - arrays.feature_low[index]) * arrays.feature_scale[index]


@kernel
def view_row(entry, batch, state, arrays, row, player):
    """Write actor, mask and observation of a row. A finished row shows all ones: no distribution takes all zeros."""
    arrays.actor[row] = player
    if player < 0:
        for action in range(arrays.mask.shape[1]):
            arrays.mask[row, action] = 1
        player = max(batch.seat, 0)
    else:
        call_entry(entry[LEGAL], state, mask_address(arrays, row), 0)
    observe_row(entry, state, arrays, row, player, arrays.observation)


@kernel
def count_points(entry, state, arrays, row):
    """Write the points of a row as they stand, by side and category."""
    stride = arrays.standing.shape[1] * arrays.standing.itemsize
    call_entry(entry[POINTS], state, arrays.standing.ctypes.data + row * stride, 0)


@kernel
def total_points(batch, arrays, row, player):
    """The sum of a player's categories, as counted last."""
    total = 0
    for category in range(batch.categories):
        total += arrays.standing[row, player * batch.categories + category]
    return total


@kernel
def start_row(entry, batch, state, arrays, row, seed):
    """Deal a new game; returns the caller who decides first."""
    call_entry(entry[START], state, np.int64(seed), 0)
    arrays.done[row] = False
    arrays.decisions[row] = 0
    if batch.reward_kind == REWARD_POINTS_DELTA:
        count_points(entry, state, arrays, row)
        for player in range(batch.players):
            arrays.previous_total[row, player] = total_points(batch, arrays, row, player)
    return play_opponents(entry, batch, state, arrays, row)


@kernel
def start_following_game(entry, batch, state, arrays, row):
    """Deal the game that follows the finished one in this row."""
    seed = following_seed(record_at(state, HEADER).seed)
    return start_row(entry, batch, state, arrays, row, seed)


@kernel
def pay_row(entry, batch, state, arrays, row, over):
    """Write the rewards of the step just made."""
    if over or batch.reward_kind == REWARD_POINTS_DELTA:
        count_points(entry, state, arrays, row)
    if batch.reward_kind == REWARD_POINTS_DELTA:
        for player in range(batch.players):
            total = total_points(batch, arrays, row, player)
            arrays.reward[row, player] = (total - arrays.previous_total[row, player]) / batch.points_scale
            arrays.previous_total[row, player] = total
        return
    for player in range(batch.players):
        arrays.reward[row, player] = 0.0
        if over and batch.reward_kind == REWARD_POINTS:
            arrays.reward[row, player] = total_points(batch, arrays, row, player) / batch.points_scale
    if over and batch.reward_kind == REWARD_OUTCOME:
        stride = arrays.reward.shape[1] * arrays.reward.itemsize
        call_entry(entry[OUTCOME], state, arrays.reward.ctypes.data + row * stride, 0)


@kernel
def forfeit_row(entry, batch, state, arrays, row):
    """End a game by an illegal action: nothing moves, the player who chose it gets the lowest reward."""
    arrays.illegal[row] = True
    count_points(entry, state, arrays, row)
    for player in range(batch.players):
        arrays.reward[row, player] = 0.0
    arrays.reward[row, arrays.actor[row]] = batch.lowest_reward


@kernel
def finish_row(entry, batch, state, arrays, row):
    """Keep what is left of a finished game; returns who decides first in the new one, -1 if there is none yet."""
    arrays.done[row] = True
    arrays.final_decisions[row] = arrays.decisions[row]
    for index in range(arrays.standing.shape[1]):
        arrays.final_points[row, index] = arrays.standing[row, index]
    if batch.autoreset != AUTORESET_SAME_STEP:
        return -1
    observe_row(entry, state, arrays, row, max(batch.seat, 0), arrays.final_observation)
    player = start_following_game(entry, batch, state, arrays, row)
    arrays.done[row] = True
    return player


@kernel
def is_legal(arrays, row, action):
    """Whether the mask of the row allows the action."""
    return 0 <= action < arrays.mask.shape[1] and arrays.mask[row, action] != 0


@loop(ROWS_LOOP)
def reset_rows(entry, batches, first, last):
    """Start new games with the given seeds in the selected rows."""
    batch = batches[0]
    arrays = open_arrays(batch)
    for row in range(first, last):
        if arrays.selected[row]:
            state = state_address(batch, row)
            arrays.random[row] = mix(arrays.seeds[row] + GOLDEN_GAMMA)
            arrays.illegal[row] = False
            for player in range(batch.players):
                arrays.reward[row, player] = 0.0
            player = start_row(entry, batch, state, arrays, row, arrays.seeds[row])
            view_row(entry, batch, state, arrays, row, player)


@loop(ROWS_LOOP)
def restart_rows(entry, batches, first, last):
    """Start the games that follow the present ones in the selected rows, as autoreset would."""
    batch = batches[0]
    arrays = open_arrays(batch)
    for row in range(first, last):
        if arrays.selected[row]:
            state = state_address(batch, row)
            arrays.illegal[row] = False
            for player in range(batch.players):
                arrays.reward[row, player] = 0.0
            player = start_following_game(entry, batch, state, arrays, row)
            view_row(entry, batch, state, arrays, row, player)


@loop(ROWS_LOOP)
def view_rows(entry, batches, first, last):
    """Write actor, mask and observation of all rows from their states; a game that is over becomes done."""
    batch = batches[0]
    arrays = open_arrays(batch)
    for row in range(first, last):
        state = state_address(batch, row)
        player = call_entry(entry[ACTOR], state, 0, 0)
        arrays.done[row] = player < 0
        view_row(entry, batch, state, arrays, row, player)


@loop(ROWS_LOOP)
def count_rows(entry, batches, first, last):
    """Write the points of all rows as they stand."""
    batch = batches[0]
    arrays = open_arrays(batch)
    for row in range(first, last):
        count_points(entry, state_address(batch, row), arrays, row)


@loop(types.int64(_batch))
def first_illegal_row(batches):
    """The first row whose action is not legal, -1 when all are. Rows that wait for a reset take anything."""
    batch = batches[0]
    arrays = open_arrays(batch)
    for row in range(batch.rows):
        waits = arrays.done[row] and batch.autoreset != AUTORESET_SAME_STEP
        if not waits and not is_legal(arrays, row, arrays.actions[row]):
            return row
    return -1


@loop(ROWS_LOOP)
def step_rows(entry, batches, first, last):
    """One decision in every row, then rewards, autoreset, masks and observations."""
    batch = batches[0]
    arrays = open_arrays(batch)
    for row in range(first, last):
        state = state_address(batch, row)
        arrays.illegal[row] = False
        if arrays.done[row] and batch.autoreset != AUTORESET_SAME_STEP:
            for player in range(batch.players):
                arrays.reward[row, player] = 0.0
            if batch.autoreset == AUTORESET_NEXT_STEP:
                player = start_following_game(entry, batch, state, arrays, row)
                view_row(entry, batch, state, arrays, row, player)
            continue
        arrays.done[row] = False
        arrays.decisions[row] += 1
        if is_legal(arrays, row, arrays.actions[row]):
            call_entry(entry[APPLY], state, arrays.actions[row], 0)
            player = play_opponents(entry, batch, state, arrays, row)
            pay_row(entry, batch, state, arrays, row, player < 0)
        else:
            forfeit_row(entry, batch, state, arrays, row)
            player = -1
        if player < 0:
            player = finish_row(entry, batch, state, arrays, row)
        view_row(entry, batch, state, arrays, row, player)


@loop(ROWS_LOOP)
def sample_rows(entry, batches, first, last):
    """Write a uniformly random legal action for every row."""
    batch = batches[0]
    arrays = open_arrays(batch)
    for row in range(first, last):
        arrays.actions[row] = random_legal_action(arrays, row)


@loop(ROWS_LOOP)
def play_out_rows(entry, batches, first, last):
    """Play every row to its end with random legal actions, and keep final points, outcome and length."""
    batch = batches[0]
    arrays = open_arrays(batch)
    for row in range(first, last):
        state = state_address(batch, row)
        while call_entry(entry[ACTOR], state, 0, 0) >= 0:
            play_randomly(entry, state, arrays, row)
        pay_row(entry, batch, state, arrays, row, True)
        arrays.done[row] = True
        arrays.final_decisions[row] = arrays.decisions[row]
        for index in range(arrays.standing.shape[1]):
            arrays.final_points[row, index] = arrays.standing[row, index]


@loop(types.void(_entry, types.int64, types.int64, types.uint64))
def resample_state(entry, state, player, seed):
    """Redraw what `player` cannot know in one state, with the random numbers of `seed`."""
    record_at(state, HEADER).random = mix(seed)
    call_entry(entry[RESAMPLE], state, player, 0)
