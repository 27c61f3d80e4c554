"""The memory of a search, allocated once and bounded: rows, trees, and working space for searchers."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Iterator
from typing import Any

import numpy as np

from moon_envs.engine.batch.buffers import SCALED
from moon_envs.engine.batch.sampling import BYTES_OF_WORD
from moon_envs.engine.search.searcher import KEPT_ARRAYS, ROOT_ARRAYS, SEARCHER, SIMULATION, TREE_ARRAYS, WORKING_ARRAYS
from moon_envs.engine.search.tree import NODE


class SearchMemory:
    """The searchers of a search, and the arrays of its questions and answers.

    Args:
        rows: the most roots.
        tree_of: for each searcher the tree that it works on.
        state_size: bytes of a record.
        players: how many players there are.
        actions: how many actions there are.
        features: how many features an observation has.
        capacity: the most nodes of a tree.
        **settings: other fields of SEARCHER.
    """

    def __init__(
        self,
        rows: int,
        tree_of: np.ndarray,
        *,
        state_size: int,
        players: int,
        actions: int,
        features: int,
        capacity: int,
        **settings: Any,
    ):
        self.rows = rows
        self.roots = np.zeros((rows, state_size), dtype=np.uint8)
        self.players_to_move = np.zeros(rows, dtype=np.int64)
        self.seeds = np.zeros(rows, dtype=np.uint64)
        self.visits = np.zeros((rows, actions), dtype=np.int64)
        self.values = np.zeros((rows, actions), dtype=np.float64)
        self.choices = np.zeros(rows, dtype=np.int64)
        self.stuck = np.zeros(1, dtype=np.int64)
        self._searchers = np.zeros(len(tree_of), dtype=SEARCHER)
        sizes = {"state_size": state_size, "players": players, "action_count": actions, "feature_count": features}
        for name, value in (sizes | {"capacity": capacity} | settings).items():
            self._searchers[name] = value
        for name in ROOT_ARRAYS:
            self._point(name, getattr(self, name))
        trees, count = int(tree_of.max()) + 1, len(tree_of)
        self._trees = {
            "nodes": np.zeros((trees, capacity), dtype=NODE),
            "node_count": np.zeros((trees, 1), dtype=np.int64),
            **{name: np.zeros((trees, players), dtype=np.float64) for name in ("low", "high", "scale")},
        }
        self._working = {
            "state": np.zeros((count, state_size), dtype=np.uint8),
            "mask": np.zeros((count, actions + BYTES_OF_WORD), dtype=np.int8),  # read by words, so beyond the end
            "path": np.zeros((count, settings["most_depth"]), dtype=np.int64),
            "payoff": np.zeros((count, players), dtype=np.float64),
            "outcome": np.zeros((count, max(players, 2)), dtype=np.float32),
            "features": np.zeros((count, features), dtype=np.int16),
        }
        for name in TREE_ARRAYS:
            self._point(name, self._trees[name], tree_of)
        for name in WORKING_ARRAYS:
            self._point(name, self._working[name], np.arange(count))

    def _point(self, name: str, array: np.ndarray, owned: np.ndarray | None = None) -> None:
        """Give all searchers the address of an array, or each the address of its own part."""
        self._searchers[name] = array.ctypes.data + (0 if owned is None else owned * array.strides[0])

    @property
    def address(self) -> int:
        """The address of the searchers."""
        return self._searchers.ctypes.data


class Searchers(SearchMemory):
    """The memory of searches by rollouts: one searcher and one tree for each thread.

    Args:
        threads: how many threads there are.
        rows: the most roots.
        state_size: bytes of a record.
        kept_capacity: the most nodes that are kept for the next decision; 0 keeps none.
        logarithms: the size of the table of logarithms.
        **settings: the other arguments of `SearchMemory`.
    """

    def __init__(
        self, threads: int, rows: int, *, state_size: int, kept_capacity: int, logarithms: int, **settings: Any
    ):
        sizes = {"state_size": state_size, "kept_capacity": kept_capacity, "logarithm_count": logarithms}
        super().__init__(rows, np.arange(threads), **sizes, **settings)
        self.states = np.zeros((rows if kept_capacity else 0, state_size), dtype=np.uint8)
        self.begun = np.zeros((rows, kept_capacity), dtype=NODE)
        self.begun_count = np.zeros(rows, dtype=np.int64)
        self.begun_mark = np.zeros(rows, dtype=np.uint64)
        self.kept = np.zeros((rows, kept_capacity), dtype=NODE)
        self.kept_count = np.zeros(rows, dtype=np.int64)
        self.kept_mark = np.zeros(rows, dtype=np.uint64)
        self._logarithms = np.log(np.maximum(np.arange(logarithms), 1.0))
        for name in KEPT_ARRAYS:
            self._point(name, getattr(self, name))
        self._point("logarithms", self._logarithms)
        self.free_searchers()

    def free_searchers(self) -> None:
        """Mark all searchers as idle when a search begins; an interrupted one may have left some in use."""
        self._idle: queue.SimpleQueue[int] = queue.SimpleQueue()
        for index in range(len(self._searchers)):
            self._idle.put(self._searchers[index : index + 1].ctypes.data)

    @contextlib.contextmanager
    def searcher(self) -> Iterator[int]:
        """Yield the address of a searcher that no other thread uses."""
        idle = self._idle
        address = idle.get()
        try:
            yield address
        finally:
            idle.put(address)


class NetworkSearchers(SearchMemory):
    """The memory of searches with a network: one tree for each row, one searcher for each simulation in flight.

    The questions of rows first..last-1 to the network begin at place `first * in_flight`.

    Args:
        rows: the most roots.
        in_flight: the most simulations of a row that are in flight at once.
        bounds: the lowest and the highest raw value of every feature.
        actions: how many actions there are.
        features: how many features an observation has.
        **settings: the other arguments of `SearchMemory`.
    """

    def __init__(
        self,
        rows: int,
        in_flight: int,
        bounds: tuple[np.ndarray, np.ndarray],
        *,
        actions: int,
        features: int,
        **settings: Any,
    ):
        count, (low, high) = rows * in_flight, bounds
        sizes = {"actions": actions, "features": features, "in_flight": in_flight, "encoding": SCALED}
        super().__init__(rows, np.arange(count) // in_flight, **sizes, **settings)
        self.in_flight = in_flight
        self.observations = np.zeros((count, features), dtype=np.float32)
        self.masks = np.zeros((count, actions), dtype=np.int8)
        self.scores = np.zeros((count, actions), dtype=np.float32)
        self.position_values = np.zeros(count, dtype=np.float32)
        self.noise = np.zeros((rows, actions), dtype=np.float64)
        self._feature_low = low.astype(np.float32)
        self._feature_scale = (1.0 / np.maximum(high - low, 1)).astype(np.float32)
        self._feature_width = np.ones(features, dtype=np.int64)
        for name in ("observations", "masks", "scores", "position_values", "noise"):
            self._point(name, getattr(self, name))
        for name in ("feature_low", "feature_scale", "feature_width"):
            self._point(name, getattr(self, f"_{name}"))
        self._begun = np.zeros((rows, 1), dtype=np.int64)
        self._simulations = np.zeros((count, 1), dtype=SIMULATION)
        self._policies = np.zeros((count, actions), dtype=np.float64)
        self._point("simulations_begun", self._begun, np.arange(count) // in_flight)
        self._point("simulation", self._simulations, np.arange(count))
        self._point("policy", self._policies, np.arange(count))
