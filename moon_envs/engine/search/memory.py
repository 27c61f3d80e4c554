"""The memory of a search, allocated once and bounded: working space for each thread, and room for some rows."""

from __future__ import annotations

import queue
from typing import Any

import numpy as np

from moon_envs.engine.sampling import BYTES_OF_WORD
from moon_envs.engine.search.searcher import KEPT_ARRAYS, ROOT_ARRAYS, SEARCHER, SHARED_ARRAYS
from moon_envs.engine.search.tree import NODE


class Searchers:
    """One searcher for each thread, and the arrays of what is asked and answered.

    Args:
        threads: how many threads there are.
        rows: how many roots there is room for.
        state_size: bytes of a record.
        players: how many players there are.
        actions: how many actions there are.
        features: how many numbers say what a player knows.
        capacity: the most nodes of a tree.
        kept_capacity: the most nodes that are kept for a following decision; 0 keeps none.
        logarithms: how many logarithms are looked up instead of computed.
        **settings: of the search, as in SEARCHER.
    """

    def __init__(
        self,
        threads: int,
        rows: int,
        *,
        state_size: int,
        players: int,
        actions: int,
        features: int,
        capacity: int,
        kept_capacity: int,
        logarithms: int,
        **settings: Any,
    ):
        self.rows = rows
        self.roots = np.zeros((rows, state_size), dtype=np.uint8)
        self.states = np.zeros((rows if kept_capacity else 0, state_size), dtype=np.uint8)
        self.players_to_move = np.zeros(rows, dtype=np.int64)
        self.seeds = np.zeros(rows, dtype=np.uint64)
        self.visits = np.zeros((rows, actions), dtype=np.int64)
        self.values = np.zeros((rows, actions), dtype=np.float64)
        self.choices = np.zeros(rows, dtype=np.int64)
        self.begun = np.zeros((rows, kept_capacity), dtype=NODE)
        self.begun_count = np.zeros(rows, dtype=np.int64)
        self.begun_mark = np.zeros(rows, dtype=np.uint64)
        self.kept = np.zeros((rows, kept_capacity), dtype=NODE)
        self.kept_count = np.zeros(rows, dtype=np.int64)
        self.kept_mark = np.zeros(rows, dtype=np.uint64)
        self.stuck = np.zeros(1, dtype=np.int64)
        self.logarithms = np.log(np.maximum(np.arange(logarithms), 1.0))
        self._idle: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._working = []
        self._searchers = np.zeros(threads, dtype=SEARCHER)
        sizes = {"state_size": state_size, "players": players, "action_count": actions, "feature_count": features}
        sizes |= {"capacity": capacity, "kept_capacity": kept_capacity, "logarithm_count": logarithms}
        for searcher in self._searchers:
            for name in (*ROOT_ARRAYS, *KEPT_ARRAYS, *SHARED_ARRAYS):
                searcher[name] = getattr(self, name).ctypes.data
            for name, value in (sizes | settings).items():
                searcher[name] = value
            working = {
                "state": np.zeros(state_size, dtype=np.uint8),
                "mask": np.zeros(actions + BYTES_OF_WORD, dtype=np.int8),  # read by words, so beyond the end
                "nodes": np.zeros(capacity, dtype=NODE),
                "node_count": np.zeros(1, dtype=np.int64),
                "path": np.zeros(int(searcher["most_depth"]), dtype=np.int64),
                "outcome": np.zeros(max(players, 2), dtype=np.float32),
                "features": np.zeros(features, dtype=np.int16),
                **{name: np.zeros(players, dtype=np.float64) for name in ("payoff", "low", "high", "scale")},
            }
            for name, array in working.items():
                searcher[name] = array.ctypes.data
            self._working.append(working)
        for index in range(threads):
            self._idle.put(self._searchers[index : index + 1].ctypes.data)

    def run(self, loop: Any, first: int, last: int) -> None:
        """Call a loop for some rows with a searcher that no other thread uses."""
        searcher = self._idle.get()
        try:
            loop(searcher, first, last)
        finally:
            self._idle.put(searcher)
