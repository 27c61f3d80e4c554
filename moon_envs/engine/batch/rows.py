"""The work of the loops on one row of a batch of any game: start, view, pay, finish."""

from __future__ import annotations

import numpy as np

from moon_envs.base.splitmix import FIRST_MULTIPLIER, GOLDEN_GAMMA
from moon_envs.engine.batch.buffers import (
    AS_THEY_ARE,
    ONE_HOT,
    counts_of,
    features_address,
    features_of,
    flags,
    floats_of,
    mask_address,
    mask_of,
    random_words,
    state_address,
    words,
)
from moon_envs.engine.batch.sampling import random_legal_action
from moon_envs.engine.compiler.compile import inlined_kernel, kernel
from moon_envs.engine.entry import (
    APPLY,
    KNOWN_POINTS,
    LEGAL,
    OBSERVE,
    OUTCOME,
    POINTS,
    RESAMPLE,
    START,
    VIEW,
    array_at,
    call_entry,
    record_at,
)
from moon_envs.engine.random import following_seed, mix, opponent_random
from moon_envs.engine.records import HEADER

# What happens to a finished game: nothing, a new game at once, or a new game at the next step.
AUTORESET_DISABLED, AUTORESET_SAME_STEP, AUTORESET_NEXT_STEP = 0, 1, 2

# Games of the collection take less than a hundredth of this, but a user's game may never end.
MOST_DECISIONS = 1_000_000

OVER = -1
FORFEIT = -1.0


@kernel
def note_stuck(batch, row):
    """Note a row whose game breaks its contract; the caller raises an error."""
    array_at(batch.stuck, 1, np.int64)[0] = row + 1


@inlined_kernel
def next_sample(batch, row):
    """The next 64 random bits of `sample` and `play_out` in a row."""
    random = random_words(batch.random, batch)
    random[row] += GOLDEN_GAMMA
    return mix(random[row])


@kernel
def play_randomly(batch, state, row, random):
    """Carry out a random legal action in a row; returns who decides next, OVER if the game cannot go on."""
    call_entry(batch.entry[LEGAL], state, mask_address(batch, row), 0)
    action = random_legal_action(batch, row, random)
    if action < 0 or record_at(state, HEADER).decisions >= MOST_DECISIONS:
        note_stuck(batch, row)
        return OVER
    return call_entry(batch.entry[APPLY], state, action, 0)


@kernel
def redraw(batch, state, player, seed):
    """Redraw what a player cannot know, also future chance, with the random numbers of a seed."""
    header = record_at(state, HEADER)
    header.random = mix(seed)
    header.seed = mix(seed ^ FIRST_MULTIPLIER)
    call_entry(batch.entry[RESAMPLE], state, player, 0)


@inlined_kernel
def is_random_seat(batch, player):
    """Whether a random opponent plays this seat."""
    return (batch.random_seats >> player) & 1 != 0


@kernel
def play_opponents(batch, state, row, player):
    """Let random opponents decide for their seats; returns who decides then, OVER when the game is over."""
    while player >= 0 and is_random_seat(batch, player):
        player = play_randomly(batch, state, row, opponent_random(record_at(state, HEADER)))
    return player


@inlined_kernel
def observe_row(batch, state, row, player, observation_address, scratch):
    """Write the encoded observation of a player to the table at `observation_address`.

    The raw features of all rows of a loop go to the same row `scratch`, which stays in the processor's nearest cache.
    """
    call_entry(batch.entry[OBSERVE], state, player, features_address(batch, scratch))
    encode_features(batch, features_of(batch, scratch), floats_of(observation_address, row, batch.observed_count))


@inlined_kernel
def encode_features(batch, features, observation):
    """Encode every raw feature as numbers from 0 to 1."""
    if batch.encoding == ONE_HOT:
        expand_categories(batch, features, observation)
        return
    if batch.encoding == AS_THEY_ARE:
        for index in range(batch.feature_count):
            observation[index] = np.float32(features[index])
        return
    low = array_at(batch.feature_low, batch.feature_count, np.float32)
    scale = array_at(batch.feature_scale, batch.feature_count, np.float32)
    for index in range(batch.feature_count):
        observation[index] = (np.float32(features[index]) - low[index]) * scale[index]


@kernel
def expand_categories(batch, features, observation):
    """Scale numbers and flags; write a 1 in the column of a category's value and 0 in its other columns."""
    low = array_at(batch.feature_low, batch.feature_count, np.float32)
    scale = array_at(batch.feature_scale, batch.feature_count, np.float32)
    width = array_at(batch.feature_width, batch.feature_count, np.int64)
    observation[:] = 0.0
    column = 0
    for index in range(batch.feature_count):
        above = np.float32(features[index]) - low[index]
        if width[index] == 1:
            observation[column] = above * scale[index]
        elif 0 <= above < width[index]:
            observation[column + np.int64(above)] = 1.0
        column += width[index]


@inlined_kernel
def view_row(batch, state, row, player, scratch):
    """Write actor, mask and observation of a row. The mask of a finished row is all ones: policies reject all zeros."""
    words(batch.actor, batch)[row] = player
    if player < 0:
        mask_of(batch, row)[:] = 1
        observe_row(batch, state, row, batch.observer, batch.observation, scratch)
        return
    call_entry(batch.entry[VIEW], state, mask_address(batch, row), features_address(batch, scratch))
    encode_features(batch, features_of(batch, scratch), floats_of(batch.observation, row, batch.observed_count))


@kernel
def count_points(batch, state, row):
    """Count the present points of a row; returns them by side and category."""
    standing = counts_of(batch.standing, row, batch.sides * batch.categories)
    call_entry(batch.entry[POINTS], state, standing.ctypes.data, 0)
    return standing


@kernel
def note_known_points(batch, state, row):
    """Remember every player's points as the player knows them; `points_delta` rewards later changes."""
    known_total = counts_of(batch.known_total, row, batch.players)
    for player in range(batch.players):
        known_total[player] = call_entry(batch.entry[KNOWN_POINTS], state, player, 0)


@kernel
def start_row(batch, state, row, seed):
    """Deal a new game from a seed; returns who decides first, after random opponents."""
    player = call_entry(batch.entry[START], state, np.int64(seed), 0)
    flags(batch.done, batch)[row] = False
    if batch.delta_weight != 0.0:
        note_known_points(batch, state, row)
    return play_opponents(batch, state, row, player)


@kernel
def start_following_game(batch, state, row):
    """Deal the next game of this row, after the finished one."""
    return start_row(batch, state, row, following_seed(record_at(state, HEADER).seed))


@kernel
def pay_known_points(batch, state, row):
    """Pay each player the change of the points that the player knows."""
    reward = floats_of(batch.reward, row, batch.players)
    known_total = counts_of(batch.known_total, row, batch.players)
    for player in range(batch.players):
        total = call_entry(batch.entry[KNOWN_POINTS], state, player, 0)
        reward[player] += batch.delta_weight * (total - known_total[player]) / batch.points_scale
        known_total[player] = total


@kernel
def pay_result(batch, row):
    """Pay the outcome and the final points that `keep_result` has written."""
    reward = floats_of(batch.reward, row, batch.players)
    outcome = floats_of(batch.final_outcome, row, batch.players)
    final_points = counts_of(batch.final_points, row, batch.sides * batch.categories)
    for player in range(batch.players):
        total = 0
        for category in range(batch.categories):
            total += final_points[player * batch.categories + category]
        reward[player] += batch.outcome_weight * outcome[player] + batch.points_weight * total / batch.points_scale


@kernel
def forfeit_row(batch, state, row):
    """End a game after an illegal action: nothing moves, and the player who chose it gets the lowest reward."""
    player = words(batch.actor, batch)[row]
    flags(batch.illegal, batch)[row] = True
    floats_of(batch.reward, row, batch.players)[player] = batch.lowest_reward
    outcome = floats_of(batch.final_outcome, row, batch.players)
    outcome[:] = 0.0
    outcome[player] = FORFEIT
    keep_points(batch, state, row)


@kernel
def keep_points(batch, state, row):
    """Write points and length of a finished game to its row."""
    words(batch.final_decisions, batch)[row] = record_at(state, HEADER).decisions
    standing = count_points(batch, state, row)
    final_points = counts_of(batch.final_points, row, standing.shape[0])
    for index in range(standing.shape[0]):
        final_points[index] = standing[index]
    flags(batch.done, batch)[row] = True


@kernel
def keep_result(batch, state, row):
    """Write points, length and outcome of a finished game to its row."""
    call_entry(batch.entry[OUTCOME], state, floats_of(batch.final_outcome, row, batch.players).ctypes.data, 0)
    keep_points(batch, state, row)


@kernel
def restart_if_wanted(batch, state, row, scratch):
    """Start a new game with same-step autoreset; returns who decides first, OVER if there is no new game."""
    if batch.autoreset != AUTORESET_SAME_STEP:
        return OVER
    observe_row(batch, state, row, batch.observer, batch.final_observation, scratch)
    player = start_following_game(batch, state, row)
    flags(batch.done, batch)[row] = True
    return player


@inlined_kernel
def is_legal(batch, row, action):
    """Whether the mask of the row allows the action."""
    return 0 <= action < batch.action_count and mask_of(batch, row)[action] != 0


@inlined_kernel
def waits_for_reset(batch, row):
    """Whether the game of the row is over and no new game has begun."""
    return words(batch.actor, batch)[row] < 0


@kernel
def clear_steps(batch, first, last):
    """Clear rewards and `illegal` in these rows, all at once: row by row it would cost a tenth of a step."""
    floats_of(batch.reward, 0, batch.rows * batch.players)[first * batch.players : last * batch.players] = 0.0
    flags(batch.illegal, batch)[first:last] = False


@kernel
def clear_steps_of_rows(batch, chosen, first, last):
    """Clear the rows at some places of `chosen`. They ascend, so the first and the last tell if there are gaps."""
    if last > first and chosen[last - 1] - chosen[first] == last - 1 - first:
        clear_steps(batch, chosen[first], chosen[last - 1] + 1)
        return
    for place in range(first, last):
        clear_steps(batch, chosen[place], chosen[place] + 1)


@inlined_kernel
def step_row(batch, state, row, action, scratch):
    """Carry out one decision in a running game, with its reward and autoreset."""
    flags(batch.done, batch)[row] = False
    if is_legal(batch, row, action):
        player = call_entry(batch.entry[APPLY], state, action, 0)
        if batch.random_seats != 0:
            player = play_opponents(batch, state, row, player)
        if batch.delta_weight != 0.0:
            pay_known_points(batch, state, row)
        if player < 0:
            keep_result(batch, state, row)
            pay_result(batch, row)
            player = restart_if_wanted(batch, state, row, scratch)
    else:
        forfeit_row(batch, state, row)
        player = restart_if_wanted(batch, state, row, scratch)
    view_row(batch, state, row, player, scratch)


@inlined_kernel
def step_or_restart_row(batch, state, row, scratch):
    """Carry out one decision; in a finished game start a new one instead, unless autoreset is disabled."""
    if not waits_for_reset(batch, row):
        step_row(batch, state, row, words(batch.actions, batch)[row], scratch)
    elif batch.autoreset != AUTORESET_DISABLED:
        view_row(batch, state, row, start_following_game(batch, state, row), scratch)


@kernel
def take_over_row(batch, state, row, player, scratch):
    """Show a state from outside: random opponents play until the caller decides or the game is over.

    What they change is paid with the caller's next step, like everything before a first decision.
    """
    clear_steps(batch, row, row + 1)
    flags(batch.done, batch)[row] = False
    if batch.delta_weight != 0.0:
        note_known_points(batch, state, row)
    player = play_opponents(batch, state, row, player)
    if player < 0:
        keep_result(batch, state, row)
    view_row(batch, state, row, player, scratch)


@kernel
def play_out_row(batch, row, scratch):
    """Play a running game to its end with random legal actions; random opponents use their own random numbers."""
    state = state_address(batch, row)
    clear_steps(batch, row, row + 1)
    player = words(batch.actor, batch)[row]
    while player >= 0:
        if is_random_seat(batch, player):
            random = opponent_random(record_at(state, HEADER))
        else:
            random = next_sample(batch, row)
        player = play_randomly(batch, state, row, random)
    if batch.delta_weight != 0.0:
        pay_known_points(batch, state, row)
    keep_result(batch, state, row)
    pay_result(batch, row)
    view_row(batch, state, row, player, scratch)
