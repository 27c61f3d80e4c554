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
def sum_rows(features, first_row, low, high, table, bias, sums, first, last):
    """Write the sums of the observations first..last-1."""
    for one in range(first, last):
        total = sums[one]
        total[:] = bias
        for column in range(first_row.shape[0]):
            value = features[one, column]
            if value > low[column]:
                row = table[first_row[column] + min(value, high[column]) - low[column]]
                for place in range(total.shape[0]):
                    total[place] += row[place]


@_compiled
def gradient_of_rows(features, first_row, low, high, gradient, found, first, last):
    """Add the gradients of all observations to those of their rows, in the columns first..last-1 of the table."""
    for one in range(features.shape[0]):
        given = gradient[one, first:last]
        for column in range(first_row.shape[0]):
            value = features[one, column]
            if value > low[column]:
                row = found[first_row[column] + min(value, high[column]) - low[column], first:last]
                for place in range(given.shape[0]):
                    row[place] += given[place]


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
    def forward(context, table, bias, features: np.ndarray, block: ValueBlock, threads: Threads):
        """The sums, (observations, width)."""
        sums = torch.empty(len(features), table.shape[1])
        given = features, block.first_row, block.low, block.high
        threads.run(
            sum_rows, *(*given, table.detach().numpy(), bias.detach().numpy(), sums.numpy()), size=len(features)
        )
        context.given, context.threads, context.rows = given, threads, len(table)
        return sums

    @staticmethod
    def backward(context, gradient):
        """The gradients of table and bias."""
        found = torch.zeros(context.rows, gradient.shape[1])
        rows = gradient.contiguous().numpy()
        context.threads.run(gradient_of_rows, *(*context.given, rows, found.numpy()), size=gradient.shape[1])
        return found, gradient.sum(0), None, None, None
