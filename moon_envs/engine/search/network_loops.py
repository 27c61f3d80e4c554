"""The loops of searches with a network, over many roots. They know no game.

They stop wherever simulations need what the network says, so that many positions are evaluated in one call.
"""

from __future__ import annotations

import numpy as np
from numba import types

from moon_envs.engine.compile import loop
from moon_envs.engine.entry import array_at
from moon_envs.engine.search.rows import answer_row
from moon_envs.engine.search.simulations import begin_row, go_on_row, searcher_of

ROWS_LOOP = types.void(types.int64, types.int64, types.int64)


@loop(ROWS_LOOP)
def begin_rows(searchers, first, last):
    """Who decides in the roots first..last-1, and new trees for them."""
    for row in range(first, last):
        begin_row(searchers, row)


@loop(types.int64(types.int64, types.int64, types.int64))
def go_on_rows(searchers, first, last):
    """Take the evaluations that were asked for, and go on until others are needed; returns how many, 0 at the end."""
    asked = 0
    for row in range(first, last):
        asked += go_on_row(searchers, row, first, asked)
    return asked


@loop(ROWS_LOOP)
def answer_rows(searchers, first, last):
    """Write down what was found from the roots first..last-1."""
    for row in range(first, last):
        searcher = searcher_of(searchers, row, 0)
        player = array_at(searcher.players_to_move, row + 1, np.int64)[row]
        answer_row(searcher, row, player, array_at(searcher.seeds, row + 1, np.uint64)[row])
