"""The loops that look one action ahead in many positions of any game, and those that play whole games in this way."""

from __future__ import annotations

import numpy as np
from numba import types

from moon_envs.base.splitmix import GOLDEN_GAMMA
from moon_envs.engine.compiler.compile import loop
from moon_envs.engine.entry import (
    ACTOR,
    APPLY,
    KNOWN_POINTS,
    OBSERVE,
    OUTCOME,
    START,
    array_at,
    call_entry,
    record_at,
    table_at,
)
from moon_envs.engine.look_ahead.deciding import decide
from moon_envs.engine.look_ahead.looker import LOOKER
from moon_envs.engine.look_ahead.player import PLAYER
from moon_envs.engine.look_ahead.value_layers import keep_first_layer, later_layers
from moon_envs.engine.random import following_seed, mix
from moon_envs.engine.records import HEADER

_features = types.Array(types.int16, 2, "C", readonly=True)
_numbers = types.Array(types.float32, 1, "C")


@loop(types.void(types.int64, types.int64, types.int64))
def decide_rows(address, first, last):
    """Choose an action in the records first..last-1; -1 in finished games."""
    looker = record_at(address, LOOKER)
    seats, seeds = array_at(looker.seats, last, np.int64), array_at(looker.seeds, last, np.uint64)
    choices = array_at(looker.choices, last, np.int64)
    for row in range(first, last):
        root = looker.states + row * looker.state_size
        seats[row] = call_entry(looker.entry[ACTOR], root, 0, 0)
        if seats[row] < 0:
            table_at(looker.worth, last, looker.action_count, np.float32)[row][:] = np.nan
            choices[row] = -1
        else:
            choices[row] = decide(looker, root, row, seats[row], seeds[row])[0]


@loop(types.void(types.int64, _features, _numbers, _numbers))
def evaluate_features(address, features, points, chances):
    """Write the points to come (divided by the scale) and the chance to win that the network expects."""
    looker = record_at(address, LOOKER)
    for row in range(features.shape[0]):
        keep_first_layer(looker, features[row].ctypes.data)
        points[row], chances[row] = later_layers(looker, looker.kept_own, looker.kept_opponents)


@loop(types.void(types.int64, types.int64, types.int64, types.int64))
def play_rows(address, player_address, first, last):
    """Play some decisions in the games first..last-1, and note what each seat knows after its decisions."""
    looker, player = record_at(address, LOOKER), record_at(player_address, PLAYER)
    rows, steps, players = player.rows, player.steps, looker.players
    seats = table_at(player.seats, steps, rows, np.int8)
    points = table_at(player.points, steps, rows, np.int32)
    ended = table_at(player.ended, steps, rows, np.int8)
    seeds = array_at(player.random, rows, np.uint64)
    for row in range(first, last):
        state = looker.states + row * looker.state_size
        for step in range(steps):
            seat = call_entry(looker.entry[ACTOR], state, 0, 0)
            seeds[row] += GOLDEN_GAMMA
            action, is_choice = decide(looker, state, row, seat, mix(seeds[row]))
            after = call_entry(looker.entry[APPLY], state, action, 0)
            place = step * rows + row
            seats[step, row] = seat if is_choice else -1
            ended[step, row] = after < 0
            if after < 0:
                call_entry(looker.entry[OUTCOME], state, looker.outcome, 0)
                outcome = array_at(looker.outcome, players, np.float32)
                final_outcome = array_at(player.final_outcome + 4 * place * players, players, np.float32)
                final_points = array_at(player.final_points + 4 * place * players, players, np.int32)
                for one in range(players):
                    final_outcome[one] = outcome[one]
                    final_points[one] = call_entry(looker.entry[KNOWN_POINTS], state, one, 0)
                call_entry(looker.entry[START], state, np.int64(following_seed(record_at(state, HEADER).seed)), 0)
            elif is_choice:
                call_entry(looker.entry[OBSERVE], state, seat, player.features + 2 * place * player.columns)
                points[step, row] = call_entry(looker.entry[KNOWN_POINTS], state, seat, 0)
