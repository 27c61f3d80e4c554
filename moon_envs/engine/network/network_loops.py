"""The loop that evaluates a network in many positions."""

from __future__ import annotations

import numpy as np
from numba import types

from moon_envs.engine.compiler.compile import loop
from moon_envs.engine.network.layers import add_layer, add_pointers, block_width, cut_below_zero, pool_rivals, put_block

LOWEST_SCORE = np.float32(-1e9)  # of actions that are not legal

_numbers = types.Array(types.float32, 1, "C")
_table = types.Array(types.float32, 2, "C")
_observations = types.Array(types.float32, 2, "C", readonly=True)
_masks = types.Array(types.int8, 2, "C", readonly=True)
_description = types.Array(types.int64, 2, "C")


@loop(
    types.void(
        *(_observations, _masks, _description, _description, _numbers),
        *(_table, _numbers, _table, _numbers, _table, _numbers, _table, _numbers),
        *(_description, _table, _numbers),
    )
)
def evaluate_rows(
    observation,
    mask,
    table,
    player,
    numbers,
    rival_weight,
    rival_bias,
    first_weight,
    first_bias,
    second_weight,
    second_bias,
    head_weight,
    head_bias,
    pointers,
    scores,
    values,
):
    """Write logits and values of all rows; `table` and `player` describe the blocks.

    The heads are the logits, the value, and the weight of every pointer: first column, first action and size.
    The inputs of the first layer are the table, the own block, the mask and the pooled blocks of opponents, if any.
    """
    actions, width, seen_count = mask.shape[1], rival_bias.shape[0], first_weight.shape[0]
    player_end = seen_count - actions - 2 * width
    own = table.shape[0] + player.shape[0]
    table_end = player_end - block_width(player)
    inputs, places = np.zeros(seen_count, np.float32), np.zeros(max(seen_count, first_bias.shape[0]), np.int64)
    block, seen = np.zeros(player_end - table_end, np.float32), np.zeros(width, np.float32)
    first, second = np.zeros(first_bias.shape[0], np.float32), np.zeros(second_bias.shape[0], np.float32)
    heads = np.zeros(head_bias.shape[0], np.float32)
    for row in range(observation.shape[0]):
        columns = observation[row]
        put_block(columns[: table.shape[0]], table, numbers, inputs[:table_end])
        put_block(columns[table.shape[0] : own], player, numbers, inputs[table_end:player_end])
        for action in range(actions):
            inputs[player_end + action] = mask[row, action] != 0
        if width > 0:
            pooled = inputs[player_end + actions :]
            pool_rivals(columns[own:], player, numbers, rival_weight, rival_bias, places, block, seen, pooled)
        add_layer(inputs, first_weight, first_bias, places, first)
        cut_below_zero(first)
        add_layer(first, second_weight, second_bias, places, second)
        cut_below_zero(second)
        add_layer(second, head_weight, head_bias, places, heads)
        add_pointers(columns, pointers, heads[actions + 1 :], heads)
        for action in range(actions):
            scores[row, action] = heads[action] if mask[row, action] != 0 else LOWEST_SCORE
        values[row] = heads[actions]
