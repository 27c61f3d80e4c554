"""The loops of searches by random rollouts, over many roots of any game."""

from __future__ import annotations

import numpy as np
from numba import types

from moon_envs.engine.compiler.compile import loop
from moon_envs.engine.entry import ACTOR, array_at, call_entry, record_at
from moon_envs.engine.search.rows import search_row
from moon_envs.engine.search.searcher import SEARCHER

ROWS_LOOP = types.void(types.int64, types.int64, types.int64)


@loop(ROWS_LOOP)
def find_players_to_move(searcher, first, last):
    """Write who decides in the roots first..last-1, -1 where the game is over."""
    settings = record_at(searcher, SEARCHER)
    players_to_move = array_at(settings.players_to_move, last, np.int64)
    for row in range(first, last):
        players_to_move[row] = call_entry(settings.entry[ACTOR], settings.roots + row * settings.state_size, 0, 0)


@loop(types.boolean(types.int64, types.int64, types.int64, types.int64, types.int64))
def search_rows(searcher, first, last, begun, end):
    """Run the simulations begun..end-1 of the roots first..last-1; returns whether these roots are done.

    Several calls can share a root only if it is the only one: its tree is in the working space of the searcher.
    """
    settings = record_at(searcher, SEARCHER)
    is_done = True
    for row in range(first, last):
        is_done = search_row(settings, row, begun, end) and is_done
    return is_done
