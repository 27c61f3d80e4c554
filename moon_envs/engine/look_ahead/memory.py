"""The memory of lookers: a record for each thread, working space, questions and answers."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_envs.engine.batch.sampling import BYTES_OF_WORD
from moon_envs.engine.look_ahead.looker import LOOKER, NETWORK_ARRAYS, ROOT_ARRAYS
from moon_envs.engine.look_ahead.player import PLAYER, PLAYER_ARRAYS

if TYPE_CHECKING:
    from moon_envs.core.game import Game


class LookerMemory:
    """Lookers with their arrays.

    Args:
        threads: how many threads look ahead at once.
        rows: the most positions of one call.
        game: the `Game`.
        players: how many players there are.
        layers: the layers of the value network, by field.
    """

    def __init__(self, threads: int, rows: int, game: Game, players: int, layers: Mapping[str, Any]):
        self.rows, self.threads = rows, threads
        size, actions, features = game.state_dtype.itemsize, len(game.actions), game.features.size(players)
        self.roots = np.zeros((rows, size), dtype=np.uint8)
        self.players_to_move = np.zeros(rows, dtype=np.int64)
        self.seeds = np.zeros(rows, dtype=np.uint64)
        self.choices = np.zeros(rows, dtype=np.int64)
        self.visits = np.zeros((rows, actions), dtype=np.int64)
        self.values = np.zeros((rows, actions), dtype=np.float64)
        self.stuck = np.zeros(1, dtype=np.int64)
        self.selects = game.actions.selecting()
        self._lookers = np.zeros(threads, dtype=LOOKER)
        self._lookers["states"] = self.roots.ctypes.data
        for name in ROOT_ARRAYS[1:]:
            self._lookers[name] = getattr(self, name).ctypes.data
        player_columns, sides, categories = game.features.player_size, max(players, 2), len(game.categories)
        sizes = {"state_size": size, "players": players, "sides": sides, "categories": categories}
        sizes |= {"action_count": actions, "feature_count": features}
        sizes |= {"own_columns": features - (players - 1) * player_columns, "player_columns": player_columns}
        for name, value in ({"redraws": 1, "points_scale": game.points_scale, "entry": game.entry} | sizes).items():
            self._lookers[name] = value
        self.take_layers(layers)
        hidden = len(layers["own_bias"])
        opponent_width = len(layers["opponent_bias"]) if players > 1 else 0
        opponents = (max(players - 1, 1), max(opponent_width, 1))
        seen = hidden + 2 * opponent_width
        # Every array begins with the axis of the threads.
        self._working: dict[str, np.ndarray] = {
            "base": np.zeros((threads, size), dtype=np.uint8),
            "state": np.zeros((threads, size), dtype=np.uint8),
            "mask": np.zeros((threads, actions + BYTES_OF_WORD), dtype=np.int8),
            "next_state": np.zeros((threads, size), dtype=np.uint8),
            "next_mask": np.zeros((threads, actions + BYTES_OF_WORD), dtype=np.int8),
            "sums": np.zeros((threads, actions), dtype=np.float64),
            "rolled": np.zeros((threads, size), dtype=np.uint8),
            "listed": np.zeros((threads, actions), dtype=np.int64),
            "totals": np.zeros((threads, actions), dtype=np.float64),
            "tries": np.zeros((threads, actions), dtype=np.int64),
            "outcome": np.zeros((threads, sides), dtype=np.float32),
            "points": np.zeros((threads, sides * categories), dtype=np.int32),
            "inputs": np.zeros((threads, seen), dtype=np.int16),
            "kept_features": np.zeros((threads, features), dtype=np.int16),
            "features": np.zeros((threads, features), dtype=np.int16),
            "kept_own": np.zeros((threads, hidden), dtype=np.int32),
            "own": np.zeros((threads, hidden), dtype=np.int32),
            "kept_opponents": np.zeros((threads, *opponents), dtype=np.int32),
            "opponents": np.zeros((threads, *opponents), dtype=np.int32),
        }
        for name, array in self._working.items():
            self._lookers[name] = array.ctypes.data + np.arange(threads) * array.strides[0]
        self._idle: queue.SimpleQueue[int] = queue.SimpleQueue()
        for index in range(threads):
            self._idle.put(self._lookers[index : index + 1].ctypes.data)

    def take_layers(self, layers: Mapping[str, Any]) -> None:
        """Use these layers from now on; widths stay the same."""
        self._layers = dict(layers)  # the addresses below need the arrays
        for block in ("own", "opponent"):
            if f"{block}_table" in layers:
                self._lookers[f"{block}_rows"] = len(layers[f"{block}_table"])
        self._lookers["hidden"], self._lookers["second_width"] = len(layers["own_bias"]), len(layers["second_bias"])
        if "opponent_bias" in layers:
            self._lookers["opponent_width"] = len(layers["opponent_bias"])
        self._lookers["shift"], self._lookers["keeps"] = layers["shift"], 0
        for name in NETWORK_ARRAYS:
            if name in layers:
                self._lookers[name] = layers[name].ctypes.data

    def settle(self, **settings: Any) -> None:
        """Write settings where the loops read them."""
        for name, value in settings.items():
            self._lookers[name] = value

    @contextlib.contextmanager
    def looker(self) -> Iterator[int]:
        """Yield the address of a looker that no other thread uses."""
        address = self._idle.get()
        try:
            yield address
        finally:
            self._idle.put(address)


def bytes_of_games(game: Game, players: int, rows: int, steps: int) -> int:
    """About how many bytes games and notes need: the arrays by row of `LookerMemory`, and those of `PlayedMemory`."""
    of_answers = len(game.actions) * (np.dtype(np.int64).itemsize + np.dtype(np.float64).itemsize)
    of_note = sum(np.dtype(kind).itemsize for kind in (np.int8, np.int32, np.int32, np.int8))
    of_note += game.features.size(players) * np.dtype(np.int16).itemsize
    of_note += players * sum(np.dtype(kind).itemsize for kind in (np.float32, np.int32, np.int32))
    return rows * (game.state_dtype.itemsize + of_answers + steps * of_note)


class PlayedMemory:
    """What is noted of games that are played by looking ahead; see `PLAYER_ARRAYS`.

    Args:
        steps: the decisions of each game in one call.
        rows: the number of games.
        players: how many players there are.
        columns: the features of an observation.
        seed: of the random numbers of the decisions.
    """

    def __init__(self, steps: int, rows: int, players: int, columns: int, seed: int):
        self.seats = np.zeros((steps, rows), dtype=np.int8)
        self.features = np.zeros((steps, rows, columns), dtype=np.int16)
        self.points = np.zeros((steps, rows), dtype=np.int32)
        self.opponent_points = np.zeros((steps, rows), dtype=np.int32)
        self.ended = np.zeros((steps, rows), dtype=np.int8)
        self.final_outcome = np.zeros((steps, rows, players), dtype=np.float32)
        self.final_points = np.zeros((steps, rows, players), dtype=np.int32)
        self.final_opponent_points = np.zeros((steps, rows, players), dtype=np.int32)
        self.final_chance = np.zeros((steps, rows, players), dtype=np.float32)
        self.random = np.random.default_rng(seed).integers(2**63, size=rows, dtype=np.uint64)
        self._record = np.zeros(1, dtype=PLAYER)
        for name in PLAYER_ARRAYS:
            self._record[name] = getattr(self, name).ctypes.data
        self._record["rows"], self._record["steps"], self._record["columns"] = rows, steps, columns

    @property
    def address(self) -> int:
        """The address of the record that the loop reads."""
        return self._record.ctypes.data
