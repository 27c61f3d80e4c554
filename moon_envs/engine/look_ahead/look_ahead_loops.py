"""The loops that look one action ahead in many positions of any game, and those that play whole games in this way."""

from __future__ import annotations

import numpy as np
from numba import types

from moon_envs.base.splitmix import GOLDEN_GAMMA
from moon_envs.engine.compiler.compile import kernel, loop
from moon_envs.engine.entry import ACTOR, APPLY, OBSERVE, OUTCOME, START, array_at, call_entry, record_at, table_at
from moon_envs.engine.look_ahead.deciding import (
    best_action,
    decide,
    final_chance,
    known_points,
    legal_actions,
    note_stuck,
    points_of,
    points_of_best_opponent,
    weigh_actions,
    write_points,
)
from moon_envs.engine.look_ahead.looker import LOOKER
from moon_envs.engine.look_ahead.player import PLAYER
from moon_envs.engine.look_ahead.rollouts import begin_rollouts, continue_rollouts
from moon_envs.engine.look_ahead.value_layers import keep_first_layer, later_layers
from moon_envs.engine.random import following_seed, mix
from moon_envs.engine.records import HEADER

_features = types.Array(types.int16, 2, "C", readonly=True)
_numbers = types.Array(types.float32, 1, "C")


@loop(types.void(types.int64, types.int64, types.int64))
def find_players_to_move(address, first, last):
    """Write who decides in the records first..last-1; -1 in finished games."""
    looker = record_at(address, LOOKER)
    players_to_move = array_at(looker.players_to_move, last, np.int64)
    for row in range(first, last):
        players_to_move[row] = call_entry(looker.entry[ACTOR], looker.states + row * looker.state_size, 0, 0)


@kernel
def write_answer(looker, row):
    """Write what every legal action is worth, and how often it was tried."""
    mask = array_at(looker.mask, looker.action_count, np.int8)
    sums = array_at(looker.sums, looker.action_count, np.float64)
    visits = table_at(looker.visits, row + 1, looker.action_count, np.int64)[row]
    values = table_at(looker.values, row + 1, looker.action_count, np.float64)[row]
    for action in range(looker.action_count):
        visits[action], values[action] = 0, np.nan
        if mask[action] != 0:
            visits[action], values[action] = looker.redraws, sums[action]


@kernel
def write_no_answer(looker, row):
    """Write that a game is over."""
    table_at(looker.visits, row + 1, looker.action_count, np.int64)[row][:] = 0
    table_at(looker.values, row + 1, looker.action_count, np.float64)[row][:] = np.nan
    array_at(looker.choices, row + 1, np.int64)[row] = -1


@kernel
def write_answer_of_rollouts(looker, row):
    """Write what the rollouts of every action brought, and how many it had."""
    tries = array_at(looker.tries, looker.action_count, np.int64)
    totals = array_at(looker.totals, looker.action_count, np.float64)
    visits = table_at(looker.visits, row + 1, looker.action_count, np.int64)[row]
    values = table_at(looker.values, row + 1, looker.action_count, np.float64)[row]
    for action in range(looker.action_count):
        visits[action], values[action] = tries[action], np.nan
        if tries[action] > 0:
            values[action] = totals[action] / tries[action]


@loop(types.void(types.int64, types.int64, types.int64))
def decide_rows(address, first, last):
    """Choose an action in the records first..last-1; -1 in finished games."""
    looker = record_at(address, LOOKER)
    seats, seeds = array_at(looker.players_to_move, last, np.int64), array_at(looker.seeds, last, np.uint64)
    choices = array_at(looker.choices, last, np.int64)
    for row in range(first, last):
        root = looker.states + row * looker.state_size
        if seats[row] < 0:
            write_no_answer(looker, row)
        else:
            legal_actions(looker, root)
            weigh_actions(looker, root, seats[row], seeds[row])
            choices[row] = best_action(looker, seeds[row])
            write_answer(looker, row)


@loop(types.boolean(types.int64, types.int64, types.boolean, types.int64))
def roll_out_row(address, row, has_begun, most):
    """Choose an action in a record by rollouts, so many in one call at most; returns whether all are done.

    All calls for a row take the same looker, which knows how far they are.
    """
    looker = record_at(address, LOOKER)
    seat = array_at(looker.players_to_move, row + 1, np.int64)[row]
    seed = array_at(looker.seeds, row + 1, np.uint64)[row]
    if seat < 0:
        write_no_answer(looker, row)
        return True
    root = looker.states + row * looker.state_size
    if not has_begun:
        begin_rollouts(looker, root, seat, seed)
    is_done = continue_rollouts(looker, root, seat, seed, most)
    if is_done:
        array_at(looker.choices, row + 1, np.int64)[row] = array_at(looker.listed, 1, np.int64)[0]
        write_answer_of_rollouts(looker, row)
    return is_done


@loop(types.void(types.int64, _features, _numbers, _numbers, _numbers))
def evaluate_features(address, features, points, opponents, chances):
    """Write what the network expects: points to come, the best opponent's (both by the scale), the chance to win."""
    looker = record_at(address, LOOKER)
    for row in range(features.shape[0]):
        keep_first_layer(looker, features[row].ctypes.data)
        points[row], opponents[row], chances[row] = later_layers(looker, looker.kept_own, looker.kept_opponents)


@kernel
def note_result(looker, player, state, place):
    """Note how a game ended for every seat."""
    players = looker.players
    call_entry(looker.entry[OUTCOME], state, looker.outcome, 0)
    write_points(looker, state)
    outcome = array_at(looker.outcome, players, np.float32)
    final_outcome = array_at(player.final_outcome + 4 * place * players, players, np.float32)
    final_points = array_at(player.final_points + 4 * place * players, players, np.int32)
    final_opponent_points = array_at(player.final_opponent_points + 4 * place * players, players, np.int32)
    final_chances = array_at(player.final_chance + 4 * place * players, players, np.float32)
    for seat in range(players):
        final_outcome[seat] = outcome[seat]
        final_points[seat] = points_of(looker, seat)
        final_opponent_points[seat] = points_of_best_opponent(looker, seat)
        final_chances[seat] = final_chance(looker, state, seat)


@loop(types.void(types.int64, types.int64, types.int64, types.int64))
def play_rows(address, player_address, first, last):
    """Play some decisions in the games first..last-1, and note what each seat knows after its decisions."""
    looker, player = record_at(address, LOOKER), record_at(player_address, PLAYER)
    rows, steps = player.rows, player.steps
    seats = table_at(player.seats, steps, rows, np.int8)
    points = table_at(player.points, steps, rows, np.int32)
    opponent_points = table_at(player.opponent_points, steps, rows, np.int32)
    ended = table_at(player.ended, steps, rows, np.int8)
    seeds = array_at(player.random, rows, np.uint64)
    for row in range(first, last):
        state = looker.states + row * looker.state_size
        for step in range(steps):
            seat = call_entry(looker.entry[ACTOR], state, 0, 0)
            seeds[row] += GOLDEN_GAMMA
            action, is_choice = decide(looker, state, seat, mix(seeds[row]))
            if action < 0:
                note_stuck(looker)
                break
            after = call_entry(looker.entry[APPLY], state, action, 0)
            place = step * rows + row
            seats[step, row] = seat if is_choice else -1
            ended[step, row] = after < 0
            if after < 0:
                note_result(looker, player, state, place)
                call_entry(looker.entry[START], state, np.int64(following_seed(record_at(state, HEADER).seed)), 0)
            elif is_choice:
                call_entry(looker.entry[OBSERVE], state, seat, player.features + 2 * place * player.columns)
                points[step, row], opponent_points[step, row] = known_points(looker, state, seat)
