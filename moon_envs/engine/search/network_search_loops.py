"""The loops of searches with a network, over many roots of any game.

They stop when all simulations in flight wait for the network, so that it evaluates many positions in one call.
"""

from __future__ import annotations

import numpy as np
from numba import types

from moon_envs.engine.compiler.compile import loop
from moon_envs.engine.entry import array_at
from moon_envs.engine.search.rows import answer_row
from moon_envs.engine.search.simulations import NOT_YET, begin_row, go_on, in_flight_of, searcher_of, take_evaluations

BEGINS = -1
SIMULATIONS_OF_A_CALL = 2048  # at most so many end without an evaluation
ROWS_LOOP = types.void(types.int64, types.int64, types.int64)


@loop(ROWS_LOOP)
def begin_rows(searchers, first, last):
    """Find who decides in the roots first..last-1, and begin their trees."""
    for row in range(first, last):
        begin_row(searchers, row)


@loop(types.int64(types.int64, types.int64, types.int64, types.int64))
def go_on_rows(searchers, first, last, progress):
    """Use the evaluations that were asked for, and simulate until new ones are needed.

    Returns how many are needed; 0 when the search is done. Returns NOT_YET after some time, so that an interrupt can
    take effect; the next call goes on from there. The three numbers at `progress` are the row, its simulation in flight
    (BEGINS: none yet), and how many evaluations have been asked for.
    """
    where = array_at(progress, 3, np.int64)
    left = SIMULATIONS_OF_A_CALL
    while where[0] < last:
        if where[1] == BEGINS:
            take_evaluations(searchers, where[0])
            where[1] = 0
        while where[1] < in_flight_of(searchers):
            place = first * in_flight_of(searchers) + where[2]
            asked, left = go_on(searcher_of(searchers, where[0], where[1]), where[0], place, left)
            if asked == NOT_YET:
                return NOT_YET
            where[1] += 1
            where[2] += asked
        where[0] += 1
        where[1] = BEGINS
    return where[2]


@loop(ROWS_LOOP)
def answer_rows(searchers, first, last):
    """Write the results of the roots first..last-1."""
    for row in range(first, last):
        searcher = searcher_of(searchers, row, 0)
        player = array_at(searcher.players_to_move, row + 1, np.int64)[row]
        answer_row(searcher, row, player, array_at(searcher.seeds, row + 1, np.uint64)[row])
