"""Search: what to do in many positions at once, by Monte-Carlo trees that are compiled once for all games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_envs.base.checks import (
    as_array,
    as_list,
    check_flag,
    check_number,
    check_whole_number,
    is_whole_number,
    shown,
)
from moon_envs.base.errors import BrokenGameError, ConfigurationError
from moon_envs.base.showing import Facts, Shown, Table
from moon_envs.batch.guard import UseGuard
from moon_envs.core.game import Game, mode_facts
from moon_envs.core.registry import game as find_game
from moon_envs.core.rewards import check_reward, reward_fact
from moon_envs.engine.loading import search_engine

if TYPE_CHECKING:
    from moon_envs.engine.threads import RowThreads

MOST_SIMULATIONS = 1_000_000
MOST_DEPTH = 256
MOST_EXPLORATION = 1e6
EXPLORATION = 0.7
MOST_ROWS, FEWEST_ROWS = 1024, 16  # searched in one call of the compiled loop
MOST_NODES_KEPT, NODES_KEPT_AT_ONCE = 1 << 16, 1 << 20  # of one tree, and of the trees of one call

# A piece of work takes about this many simulations, some milliseconds: between two of them an interrupt is heard.
SIMULATIONS_OF_A_PIECE = 256


@dataclass(frozen=True, repr=False)
class Searched(Shown):
    """What a search found, one row for each position.

    Attributes:
        choices: (k,) int64, the best actions; -1 where the game is over.
        visits: (k, actions) int64, how often each action was tried.
        values: (k, actions) float64, what each action paid on average; NaN where it was not tried.
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
        """What the simulations of each position paid on average, (k,) float64; NaN where the game is over."""
        tried = self.visits.sum(axis=1)
        paid = np.where(self.visits > 0, self.visits * np.nan_to_num(self.values), 0.0).sum(axis=1)
        return np.divide(paid, tried, out=np.full(len(tried), np.nan), where=tried > 0)


class PositionSearch(Shown, ABC):
    """What all searches share: positions and seeds come in, what is hidden is brought into one fixed order.

    Args:
        game: a game id or a `Game`.
        players: the number of players; 1 is the solo mode.
        **options: the options of the game.
    """

    _threads: RowThreads
    _memory: Any
    _loops: Any

    # What copies allocate for themselves.
    _left_out: tuple[str, ...] = ("_threads", "_guard", "_loops", "_memory", "_roots")

    def __init__(self, game: str | Game, players: int | None, **options: Any):
        self.game = find_game(game)
        self.game.check_arguments(options, type(self))
        self.configuration = self.game.configuration(players, **options)

    def _repr_facts_(self) -> Facts:
        return mode_facts(self.game, self.configuration)

    def __getstate__(self) -> dict[str, Any]:
        """The settings and the trees that are kept: copies have memory and threads of their own."""
        with self._guard:
            return {"settings": self._settings(), "threads": self.threads}

    def _settings(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in self._left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Allocate what `__getstate__` has left out."""
        vars(self).update(state["settings"])
        self._allocate(state["threads"])

    @abstractmethod
    def _allocate(self, threads: int | None) -> None:
        """Allocate memory and threads, and call `_take_memory`."""

    @abstractmethod
    def _find(self, rows: np.ndarray) -> None:
        """Search from the roots in the memory, which belong to these games, and leave there what was found."""

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
            seed: position i is searched with the random numbers of seed + i; a list has one seed for each of them.
            rows: which game each position belongs to, where trees are reused; None for 0 to k - 1.

        Raises:
            ConfigurationError: a record that no game can go on from, or of another game or configuration.
        """
        if isinstance(states, np.ndarray) and states.dtype == self.game.state_dtype and states.ndim == 1:
            # The caller's array may change meanwhile. Byte by byte: numpy copies records field by field.
            states = np.ascontiguousarray(states).view(np.uint8).copy().view(states.dtype)
        self.game.check_states(states, self.configuration.players)
        self.game.check_configuration(states, self.configuration)
        return self._search_checked(states, _check_seeds(seed, len(states)), _check_rows(rows, len(states)))

    def _search_checked(self, states: np.ndarray, seeds: np.ndarray, rows: np.ndarray | None = None) -> Searched:
        """The same for records that come from a batch of this configuration, and one uint64 seed for each of them."""
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
        """Sort what the players to move cannot know the order of.

        Redrawing shuffles what it finds: from two games that differ in hidden things it would draw differently, in one
        way as well as the other, but the same seed would not give the same result.
        """
        roots = self._roots
        roots["decisions"][:count] = 0
        # Orders of one root may overlap, so the first orders of all roots are sorted before the second ones.
        alike: dict[tuple[int, str, int], tuple[list[int], list[np.ndarray]]] = {}
        for row in np.flatnonzero(self._memory.players_to_move[:count] >= 0).tolist():
            orders = self.game.unknown_orders(roots[row], int(self._memory.players_to_move[row]))
            for number, order in enumerate(orders):
                rows, places = alike.setdefault((number, order.field, len(order.places)), ([], []))
                rows.append(row)
                places.append(order.places)
        for (_, field, _), (rows, places) in sorted(alike.items()):
            where = np.array(rows)[:, np.newaxis], np.array(places)
            roots[field][where] = np.sort(roots[field][where], axis=1)


class Search(PositionSearch):
    """Information-set Monte-Carlo tree search for one game and configuration.

    Every simulation starts by redrawing what the player who decides cannot know, and the future; it walks the tree
    (UCT among the actions that are legal there) and plays out randomly. What is hidden is brought into one fixed order
    before, so the result is a function of what the player knows and of the seed, to the last bit.

    Args:
        game: a game id or a `Game`.
        players: the number of players; 1 is the solo mode.
        simulations: how many simulations each position gets.
        exploration: the weight of the unknown in UCT; payoffs are scaled to 0..1 within what was seen.
        depth: the most decisions in the tree: 1 is flat Monte Carlo; None as deep as it grows.
        reward: what a simulation pays: "outcome", "points", or a mixture like `{"outcome": 1, "points": 1}`.
        play_out: whether simulations go on to the end of the game. Without, they end with the last decision in the
            tree and pay the points as the player knows them then.
        tries: try every legal action so often, instead of `simulations` shared out by UCT; needs depth 1.
        reuse: begin a decision with the tree of the decision before, if that was the same player's and the best action
            was carried out. The tree of every game is kept until its next decision, up to 3 MB of it.
        threads: None for all cores, or a number. The result never depends on it.
        **options: the options of the game.

    Example:
        >>> import moon_envs
        >>> batch = moon_envs.Batch("launch", num_games=2, players=1, seed=0, opponent=1)
        >>> search = moon_envs.Search("launch", players=1, simulations=20, opponent=1)
        >>> found = search.search(batch.states, seed=7)
        >>> found.visits.sum(axis=1)
        array([20, 20])
        >>> batch.step(found.choices)
    """

    def __init__(
        self,
        /,
        game: str | Game,
        players: int | None = None,
        simulations: int = 1000,
        *,
        exploration: float = EXPLORATION,
        depth: int | None = None,
        reward: str | Mapping[str, float] = "outcome",
        play_out: bool = True,
        tries: int | None = None,
        reuse: bool = False,
        threads: int | None = None,
        **options: Any,
    ):
        super().__init__(game, players, **options)
        self.simulations = check_whole_number("simulations", simulations, 1, MOST_SIMULATIONS)
        self.exploration = check_number("exploration", exploration, 0, MOST_EXPLORATION)
        self.depth = MOST_DEPTH if depth is None else check_whole_number("depth", depth, 1, MOST_DEPTH, also="None")
        self.rewards = check_reward(reward)
        self.play_out = check_flag("play_out", play_out)
        self.tries = 0 if tries is None else check_whole_number("tries", tries, 1, MOST_SIMULATIONS, also="None")
        self.reuse = check_flag("reuse", reuse)
        if not self.play_out and self.rewards.outcome:
            raise ConfigurationError("Without play_out a simulation has no outcome: use reward='points'.")
        if self.tries and self.depth != 1:
            raise ConfigurationError("tries= tries every legal action equally often: it needs depth=1.")
        self._kept: dict[int, tuple[np.uint64, np.ndarray]] = {}
        self._allocate(threads)

    def _repr_facts_(self) -> Facts:
        budget = {"tries": self.tries} if self.tries else {"simulations": self.simulations}
        settings = {**budget, "exploration": self.exploration, "reward": reward_fact(self.rewards)}
        return {**super()._repr_facts_(), **settings, "reuse": self.reuse}

    def _allocate(self, threads: int | None) -> None:
        from moon_envs.engine.search.memory import Searchers
        from moon_envs.engine.threads import RowThreads, available_cores, thread_count

        game = self.game
        most_nodes = (len(game.actions) if self.depth == 1 else self.simulations) + 1
        kept = min(most_nodes, MOST_NODES_KEPT) if self.reuse else 0
        rows = min(MOST_ROWS, max(FEWEST_ROWS, NODES_KEPT_AT_ONCE // kept)) if kept else MOST_ROWS
        wanted = available_cores() if threads is None else threads
        count = thread_count(wanted, rows)
        memory = Searchers(
            count,
            rows,
            state_size=game.state_dtype.itemsize,
            players=self.configuration.players,
            actions=len(game.actions),
            features=game.features.size(self.configuration.players),
            capacity=most_nodes + kept,
            kept_capacity=kept,
            logarithms=2 * self.simulations + 2,
            most_depth=self.depth,
            simulations=self.simulations,
            simulations_of_action=self.tries,
            plays_out=self.play_out,
            exploration=self.exploration,
            outcome_weight=self.rewards.outcome,
            points_weight=(self.rewards.points + self.rewards.points_delta) / game.points_scale,
            entry=game.entry,
        )
        self._take_memory(memory, search_engine(), RowThreads(count, rows))

    def _settings(self) -> dict[str, Any]:
        return super()._settings() | {"_kept": dict(self._kept)}

    def _find(self, rows: np.ndarray) -> None:
        memory, count = self._memory, len(rows)
        memory.free_searchers()
        memory.begun_count[:] = 0
        if self.reuse:
            memory.states[:count] = memory.roots[:count]
            self._begin_with_kept_trees(rows)
        with memory.searcher() as searcher:
            self._loops.find_players_to_move(searcher, 0, count)
        self._order_what_is_hidden(count)
        simulations = self.tries * len(self.game.actions) if self.tries else self.simulations
        piece = max(1, SIMULATIONS_OF_A_PIECE // simulations)
        self._threads.run_in_pieces(self._search_rows, simulations, rows=count, arrays=memory, piece=piece)
        if memory.stuck[0]:
            raise BrokenGameError(f"{self.game.id}: a play-out found no legal action, or no end of the game.")
        if self.reuse:
            self._keep_trees(rows)

    def _search_rows(self, simulations: int, first: int, last: int) -> Iterator[None]:
        """Search from some roots, or from one; pauses now and then, so that an interrupt is heard soon."""
        step = max(SIMULATIONS_OF_A_PIECE, simulations if last - first > 1 else 0)
        with self._memory.searcher() as searcher:
            begun = 0
            while not self._loops.search_rows(searcher, first, last, begun, begun + step):
                begun += step
                yield

    # A tree is kept for each game, with a mark of the decision that it is for: the one that follows if the best action
    # is carried out.

    def _begin_with_kept_trees(self, rows: np.ndarray) -> None:
        memory = self._memory
        for place, row in enumerate(rows.tolist()):
            if row in self._kept:
                mark, tree = self._kept.pop(row)
                memory.begun[place, : len(tree)] = tree
                memory.begun_count[place], memory.begun_mark[place] = len(tree), mark

    def _keep_trees(self, rows: np.ndarray) -> None:
        memory = self._memory
        for place in np.flatnonzero(memory.kept_count[: len(rows)]):
            tree = memory.kept[place, : memory.kept_count[place]].copy()
            self._kept[int(rows[place])] = memory.kept_mark[place], tree


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
