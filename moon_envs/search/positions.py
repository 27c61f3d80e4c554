"""What all searches share: positions and seeds that are checked, one fixed order of hidden things, and results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_envs.base.checks import as_array, as_list, check_whole_number, is_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown, Table
from moon_envs.batch.guard import UseGuard
from moon_envs.core.game import Game, mode_facts
from moon_envs.core.hidden import order_what_is_hidden
from moon_envs.core.registry import game as find_game

if TYPE_CHECKING:
    from moon_envs.engine.threads import RowThreads

MOST_SIMULATIONS = 1_000_000
MOST_DEPTH = 256
MOST_EXPLORATION = 1e6
MOST_ROWS, FEWEST_ROWS = 1024, 16  # searched in one call of the compiled loop


@dataclass(frozen=True, repr=False)
class Searched(Shown):
    """The results of a search, one row for each position.

    Attributes:
        choices: (k,) int64, the best actions; -1 where the game is over.
        visits: (k, actions) int64, how often each action was tried.
        values: (k, actions) float64, the mean payoff of each action; NaN where it was not tried.
    """

    choices: np.ndarray
    visits: np.ndarray
    values: np.ndarray

    def _repr_facts_(self) -> Facts:
        return {"positions": len(self.choices), "actions": self.visits.shape[1], "simulations": int(self.visits.sum())}

    def _repr_table_(self) -> Table:
        rows = [
            (row, int(choice), int(self.visits[row, choice]), float(self.values[row, choice]))
            for row, choice in enumerate(self.choices.tolist())
            if choice >= 0
        ]
        return ("position", "choice", "visits", "value"), rows

    @property
    def position_values(self) -> np.ndarray:
        """The mean payoff of all simulations of each position, (k,) float64; NaN where the game is over."""
        tried = self.visits.sum(axis=1)
        paid = np.where(self.visits > 0, self.visits * np.nan_to_num(self.values), 0.0).sum(axis=1)
        return np.divide(paid, tried, out=np.full(len(tried), np.nan), where=tried > 0)


class PositionSearch(Shown, ABC):
    """The base of `Search` and `NetworkSearch`: it checks positions and seeds and hides what players cannot know.

    Args:
        game: a game id or a `Game`.
        players: the number of players; 1 is the solo mode.
        **options: the options of the game.
    """

    _threads: RowThreads
    _memory: Any
    _loops: Any

    # Not copied: every copy allocates its own.
    _left_out: tuple[str, ...] = ("_threads", "_guard", "_loops", "_memory", "_roots")

    def __init__(self, game: str | Game, players: int | None, **options: Any):
        self.game = find_game(game)
        self.game.check_arguments(options, type(self))
        self.configuration = self.game.configuration(players, **options)

    def _repr_facts_(self) -> Facts:
        return mode_facts(self.game, self.configuration)

    def __getstate__(self) -> dict[str, Any]:
        """The settings and the kept trees; a copy has its own memory and threads."""
        with self._guard:
            return {"settings": self._settings(), "threads": self.threads}

    def _settings(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in self._left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the settings, and allocate memory and threads."""
        vars(self).update(state["settings"])
        self._allocate(state["threads"])

    @abstractmethod
    def _allocate(self, threads: int | None) -> None:
        """Allocate memory and threads, and call `_take_memory`."""

    @abstractmethod
    def _find(self, rows: np.ndarray) -> None:
        """Search from the roots in the memory and leave the results there; `rows` says which game each root is of."""

    def _take_memory(self, memory: Any, loops: Any, threads: RowThreads) -> None:
        self._memory, self._loops, self._threads = memory, loops, threads
        self._guard = UseGuard(self.game.id, "search")
        self._roots = memory.roots.view(self.game.state_dtype)[:, 0]

    @property
    def threads(self) -> int:
        """How many threads a search uses."""
        return self._threads.count

    def search(
        self, states: np.ndarray, seed: int | Sequence[int] | np.ndarray = 0, rows: np.ndarray | None = None
    ) -> Searched:
        """Search in many positions at once.

        Args:
            states: (k,) records of the game with this configuration, like `batch.states`.
            seed: position i is searched with the random numbers of seed + i; a list has one seed for each position.
            rows: the game that each position belongs to, for searches that reuse trees; None for 0 to k - 1.

        Returns:
            The results, a row for each position.

        Raises:
            ConfigurationError: a record is damaged, or of another game or configuration.
        """
        if isinstance(states, np.ndarray) and states.dtype == self.game.state_dtype and states.ndim == 1:
            # The caller's array may change meanwhile. Byte by byte: numpy copies records field by field.
            states = np.ascontiguousarray(states).view(np.uint8).copy().view(states.dtype)
        self.game.check_states(states, self.configuration.players)
        self.game.check_configuration(states, self.configuration)
        return self.search_checked(states, _check_seeds(seed, len(states)), _check_rows(rows, len(states)))

    def search_checked(self, states: np.ndarray, seeds: np.ndarray, rows: np.ndarray | None = None) -> Searched:
        """Search without checks: records from a batch of this configuration, and a uint64 seed for each of them."""
        count, actions = len(states), len(self.game.actions)
        rows = np.arange(count) if rows is None else rows
        found = Searched(np.zeros(count, np.int64), np.zeros((count, actions), np.int64), np.zeros((count, actions)))
        with self._guard:
            for first in range(0, count, self._memory.rows):
                part = slice(first, first + self._memory.rows)
                self._search_part(states[part], seeds[part], rows[part], found, part)
        return found

    def _search_part(
        self, states: np.ndarray, seeds: np.ndarray, rows: np.ndarray, found: Searched, part: slice
    ) -> None:
        memory, count = self._memory, len(states)
        memory.roots[:count] = np.ascontiguousarray(states).view(np.uint8).reshape(count, -1)
        memory.seeds[:count] = seeds
        memory.stuck[0] = 0
        self._find(rows)
        found.choices[part] = memory.choices[:count]
        found.visits[part] = memory.visits[:count]
        found.values[part] = memory.values[:count]

    def _order_what_is_hidden(self, count: int) -> None:
        """Sort what the players to move cannot know the order of."""
        self._roots["decisions"][:count] = 0
        order_what_is_hidden(self.game, self._roots[:count], self._memory.players_to_move[:count])


def _check_seeds(seed: Any, count: int) -> np.ndarray:
    if is_whole_number(seed):
        first = check_whole_number("seed", seed, 0)
        return np.uint64(first % 2**64) + np.arange(count, dtype=np.uint64)
    if isinstance(seed, np.ndarray) and seed.dtype.kind in "iu" and seed.shape == (count,) and (seed >= 0).all():
        return seed.astype(np.uint64)
    given = as_list(seed, count)
    if given is None or len(given) != count or not all(is_whole_number(one) and one >= 0 for one in given):
        raise ConfigurationError(
            f"seed={shown(seed)} is not allowed; allowed: a whole number, 0 or more, or a list of {count} of these."
        )
    return np.array([int(one) % 2**64 for one in given], dtype=np.uint64)


def _check_rows(rows: Any, count: int) -> np.ndarray:
    if rows is None:
        return np.arange(count)
    given = as_array(rows, count)
    is_list = given.shape == (count,) and (given.dtype.kind in "iu" or not count)
    if not is_list or (given < 0).any() or len(np.unique(given)) != count:
        raise ConfigurationError(
            f"rows={shown(rows)} is not allowed; allowed: None, or {count} different numbers, 0 or more, of games."
        )
    return given.astype(np.int64)
