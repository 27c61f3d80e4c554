"""The layers of a value network for one position, updated from a kept one.

Kernels take addresses, not arrays: a slice of an array costs more than the sums of a row. Loops begin at 0, so that
numba needs no check for negative indexes and LLVM makes vector code of them.
"""

from __future__ import annotations

import math

import numpy as np

from moon_envs.engine.compiler.compile import inlined_kernel, kernel
from moon_envs.engine.entry import array_at
from moon_envs.engine.look_ahead.looker import HEADS, MOST_INPUT

INT16_BYTES, BYTES = 2, 4  # of a feature, and of a number of the layers

# So many columns are compared at once; most are equal.
COLUMNS_AT_ONCE = 32
# An observation with at least this part of its columns changed is summed from nothing.
FARTHEST = 8


@inlined_kernel
def row_address(value, column, first_row, low, high, table, width):
    """Where the row of the table for a value begins; no observation can cause a row outside of the table."""
    above = min(max(np.int64(value), low[column]), high[column]) - low[column]
    return table + (first_row[column] + above) * width * BYTES


@inlined_kernel
def copy_sums(source, target, width):
    """Copy the sums of a first layer."""
    sources, targets = array_at(source, width, np.int32), array_at(target, width, np.int32)
    for place in range(width):
        targets[place] = sources[place]


@inlined_kernel
def add_row(row, sums, width):
    """Add a row of the table."""
    come, total = array_at(row, width, np.int32), array_at(sums, width, np.int32)
    for place in range(width):
        total[place] += come[place]


@inlined_kernel
def exchange_rows(old, new, sums, width):
    """Take away one row of the table and add another one."""
    gone, come = array_at(old, width, np.int32), array_at(new, width, np.int32)
    total = array_at(sums, width, np.int32)
    for place in range(width):
        total[place] += come[place] - gone[place]


@kernel
def sum_rows(features, columns, first_row, low, high, table, bias, sums, width):
    """Sum the bias and the rows of all values; rows of lowest values are zeros and skipped."""
    copy_sums(bias, sums, width)
    values, lowest = array_at(features, columns, np.int16), array_at(low, columns, np.int64)
    highest, rows = array_at(high, columns, np.int64), array_at(first_row, columns, np.int64)
    for column in range(columns):
        if values[column] > lowest[column]:
            add_row(row_address(values[column], column, rows, lowest, highest, table, width), sums, width)


@kernel
def update_sums(kept, features, columns, first_row, low, high, table, sums, width):
    """Update the sums of a kept observation to those of another one."""
    lowest, highest = array_at(low, columns, np.int64), array_at(high, columns, np.int64)
    rows = array_at(first_row, columns, np.int64)
    start = 0
    while start < columns:
        count = min(COLUMNS_AT_ONCE, columns - start)
        before = array_at(kept + start * INT16_BYTES, count, np.int16)
        values = array_at(features + start * INT16_BYTES, count, np.int16)
        differing = np.int16(0)
        if count == COLUMNS_AT_ONCE:
            for place in range(COLUMNS_AT_ONCE):
                differing |= before[place] ^ values[place]
        else:
            differing = np.int16(1)
        if differing != 0:
            for place in range(count):
                if before[place] != values[place]:
                    old = row_address(before[place], start + place, rows, lowest, highest, table, width)
                    new = row_address(values[place], start + place, rows, lowest, highest, table, width)
                    exchange_rows(old, new, sums, width)
        start += COLUMNS_AT_ONCE


@kernel
def differing_columns(kept, features, columns):
    """How many columns of two observations differ."""
    before, values = array_at(kept, columns, np.int16), array_at(features, columns, np.int16)
    count = np.int32(0)
    for column in range(columns):
        count += np.int32(before[column] != values[column])
    return count


@kernel
def keep_first_layer(looker, features):
    """Compute the first layer of an observation and keep both, from what was kept before if that is near."""
    count = looker.feature_count
    differing = count
    if looker.keeps != 0:
        differing = differing_columns(looker.kept_features, features, count)
    if differing * FARTHEST < count:
        change_first_layer(looker, features, looker.kept_own, looker.kept_opponents)
    else:
        sum_first_layer(looker, features)
        looker.keeps = 1
    kept, seen = array_at(looker.kept_features, count, np.int16), array_at(features, count, np.int16)
    for column in range(count):
        kept[column] = seen[column]


@kernel
def sum_first_layer(looker, features):
    """Compute the first layer of an observation from nothing, where it is kept."""
    sum_rows(
        *(features, looker.own_columns, looker.own_first_row, looker.own_low, looker.own_high),
        *(looker.own_table, looker.own_bias, looker.kept_own, looker.hidden),
    )
    block, width = features + looker.own_columns * INT16_BYTES, looker.opponent_width
    for opponent in range(looker.players - 1):
        sum_rows(
            *(block, looker.player_columns, looker.opponent_first_row, looker.opponent_low, looker.opponent_high),
            *(looker.opponent_table, looker.opponent_bias, looker.kept_opponents + opponent * width * BYTES, width),
        )
        block += looker.player_columns * INT16_BYTES


@kernel
def change_first_layer(looker, features, own, opponents):
    """Change sums of the kept observation to those of another one."""
    width = looker.opponent_width
    update_sums(
        *(looker.kept_features, features, looker.own_columns, looker.own_first_row, looker.own_low, looker.own_high),
        *(looker.own_table, own, looker.hidden),
    )
    passed = looker.own_columns * INT16_BYTES
    for opponent in range(looker.players - 1):
        update_sums(
            *(looker.kept_features + passed, features + passed, looker.player_columns, looker.opponent_first_row),
            *(looker.opponent_low, looker.opponent_high, looker.opponent_table),
            *(opponents + opponent * width * BYTES, width),
        )
        passed += looker.player_columns * INT16_BYTES


@kernel
def update_first_layer(looker, features):
    """Compute the first layer of an observation from the kept one, which stays."""
    copy_sums(looker.kept_own, looker.own, looker.hidden)
    copy_sums(looker.kept_opponents, looker.opponents, (looker.players - 1) * looker.opponent_width)
    change_first_layer(looker, features, looker.own, looker.opponents)


@inlined_kernel
def as_input(amount):
    """An amount in units of an input of the second layer, cut off below zero and above the most."""
    return np.int16(min(max(amount, 0), MOST_INPUT))


@kernel
def pool_opponents(looker, opponents, pooled):
    """Write mean and maximum over the opponents of their first layer, after relu, as inputs of the second layer."""
    width, count = looker.opponent_width, looker.players - 1
    mean, most = array_at(pooled, width, np.int16), array_at(pooled + width * INT16_BYTES, width, np.int16)
    for place in range(width):
        total, highest = np.int64(0), np.int16(0)
        for opponent in range(count):
            seen = as_input(array_at(opponents + opponent * width * BYTES, width, np.int32)[place] >> looker.shift)
            total += seen
            highest = max(highest, seen)
        mean[place] = total // count
        most[place] = highest


@inlined_kernel
def product(inputs, weights, size):
    """The sum of inputs times weights, in whole numbers: LLVM adds up sixteen at a time."""
    given, of_input = array_at(inputs, size, np.int16), array_at(weights, size, np.int16)
    total = np.int32(0)
    for place in range(size):
        total = np.int32(total + np.int32(given[place]) * np.int32(of_input[place]))
    return total


@kernel
def later_layers(looker, own, opponents):
    """From first layers to points, the best opponent's points (both divided by the scale) and the chance to win."""
    sums, inputs = array_at(own, looker.hidden, np.int32), array_at(looker.inputs, looker.hidden, np.int16)
    for place in range(looker.hidden):
        inputs[place] = as_input(sums[place] >> looker.shift)
    size, width = looker.hidden, looker.second_width
    if looker.players > 1:
        pool_opponents(looker, opponents, looker.inputs + size * INT16_BYTES)
        size += 2 * looker.opponent_width
    weight, bias = (
        array_at(looker.head_weight, width * HEADS, np.float64),
        array_at(looker.second_bias, width, np.int32),
    )
    of_heads = array_at(looker.head_bias, HEADS, np.float64)
    points, opponent, chance = of_heads[0], of_heads[1], of_heads[2]
    for place in range(width):
        seen = bias[place] + product(looker.inputs, looker.second_weight + place * size * INT16_BYTES, size)
        if seen > 0:
            points += seen * weight[place * HEADS]
            opponent += seen * weight[place * HEADS + 1]
            chance += seen * weight[place * HEADS + 2]
    return points, opponent, 1 / (1 + math.exp(-chance))
