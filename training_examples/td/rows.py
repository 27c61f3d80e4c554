"""The first layer of a value network for training, compiled: from features to sums, and from gradients back to steps.

An observation has some hundred columns, and most hold their lowest value, which adds nothing. So a sum over the rows of
the others is several times as fast as a matrix product with all inputs.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
import torch

from moon_envs.networks.value_inputs import ValueBlock

_compiled = numba.njit(nogil=True, cache=True, error_model="numpy")


@_compiled
def make_table(steps, step, part, carried, table, first, last):
    """Write the columns first..last-1 of the table that follows from the steps."""
    for row in range(table.shape[0]):
        for place in range(first, last):
            before = table[row - 1, place] * carried[row] if row > 0 else np.float32(0)
            table[row, place] = before + part[row] * steps[step[row], place]


@_compiled
def gradient_of_steps(gradient, step, part, carried, found, first, last):
    """Add the gradients of the rows to those of the steps; the gradients of the rows are changed."""
    for row in range(gradient.shape[0] - 1, -1, -1):
        for place in range(first, last):
            found[step[row], place] += part[row] * gradient[row, place]
        if row > 0 and carried[row] != 0:
            for place in range(first, last):
                gradient[row - 1, place] += gradient[row, place]


@_compiled
def list_rows(features, first_row, low, high, start, members):
    """List the rows of the table that each observation adds: those of observation k are start[k]..start[k + 1] - 1."""
    count = 0
    for one in range(features.shape[0]):
        start[one] = count
        for column in range(first_row.shape[0]):
            value = features[one, column]
            if value > low[column]:
                members[count] = first_row[column] + min(value, high[column]) - low[column]
                count += 1
    start[features.shape[0]] = count


@_compiled
def turn_lists(start, members, turned_start, turned):
    """Turn lists of rows by observation into lists of observations by row."""
    turned_start[:] = 0
    for place in range(start[-1]):
        turned_start[members[place] + 1] += 1
    for row in range(1, turned_start.shape[0]):
        turned_start[row] += turned_start[row - 1]
    for one in range(start.shape[0] - 1):
        for place in range(start[one], start[one + 1]):
            row = members[place]
            turned[turned_start[row]] = one
            turned_start[row] += 1
    for row in range(turned_start.shape[0] - 1, 0, -1):
        turned_start[row] = turned_start[row - 1]
    turned_start[0] = 0


@_compiled
def sum_lists(start, members, table, sums, first, last):
    """Write the sums of the listed rows of a table for the lists first..last-1; eight rows at a time are fastest."""
    for one in range(first, last):
        at, end = start[one], start[one + 1]
        for place in range(table.shape[1]):
            sums[one, place] = 0
        while at + 8 <= end:
            a, b, c, d = members[at], members[at + 1], members[at + 2], members[at + 3]
            e, f, g, h = members[at + 4], members[at + 5], members[at + 6], members[at + 7]
            for place in range(table.shape[1]):
                left = (table[a, place] + table[b, place]) + (table[c, place] + table[d, place])
                right = (table[e, place] + table[f, place]) + (table[g, place] + table[h, place])
                sums[one, place] += left + right
            at += 8
        while at < end:
            a = members[at]
            for place in range(table.shape[1]):
                sums[one, place] += table[a, place]
            at += 1


class Threads:
    """Calls compiled functions for parts of a range, on several threads."""

    def __init__(self, count: int):
        self.count = count
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def run(self, function, *arguments, size: int) -> None:
        """Call `function(*arguments, first, last)` for parts of 0..size-1."""
        if self._pool is None:
            function(*arguments, 0, size)
            return
        bounds = [size * part // self.count for part in range(self.count + 1)]
        parts = [self._pool.submit(function, *arguments, a, b) for a, b in zip(bounds, bounds[1:], strict=False)]
        for part in parts:
            part.result()


class MakeTable(torch.autograd.Function):
    """From steps to the rows of the table."""

    @staticmethod
    def forward(context, steps, block: ValueBlock, threads: Threads):
        """The table, without codes."""
        table = torch.empty(block.rows, steps.shape[1])
        threads.run(
            make_table,
            *(steps.detach().numpy(), block.step, block.part, block.carried, table.numpy()),
            size=steps.shape[1],
        )
        context.block, context.threads, context.count = block, threads, len(steps)
        return table

    @staticmethod
    def backward(context, gradient):
        """The gradient of the steps."""
        block, width = context.block, gradient.shape[1]
        found = torch.zeros(context.count, width)
        rows = gradient.contiguous().numpy()
        context.threads.run(
            gradient_of_steps, *(rows, block.step, block.part, block.carried, found.numpy()), size=width
        )
        return found, None, None


class SumRows(torch.autograd.Function):
    """From the table and features to the sums of the first layer."""

    @staticmethod
    def forward(context, table, features: np.ndarray, block: ValueBlock, threads: Threads):
        """The sums, (observations, width)."""
        sums = torch.empty(len(features), table.shape[1])
        start, members = np.empty(len(features) + 1, dtype=np.int64), np.empty(features.size, dtype=np.int64)
        list_rows(features, block.first_row, block.low, block.high, start, members)
        threads.run(sum_lists, start, members, table.detach().numpy(), sums.numpy(), size=len(features))
        context.given, context.threads, context.rows = (start, members), threads, len(table)
        return sums

    @staticmethod
    def backward(context, gradient):
        """The gradient of the table."""
        start, members = context.given
        turned_start, turned = np.empty(context.rows + 1, dtype=np.int64), np.empty(start[-1], dtype=np.int64)
        turn_lists(start, members, turned_start, turned)
        found = torch.empty(context.rows, gradient.shape[1])
        rows = gradient.contiguous().numpy()
        context.threads.run(sum_lists, turned_start, turned, rows, found.numpy(), size=context.rows)
        return found, None, None, None
