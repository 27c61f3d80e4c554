"""`Search`: Monte-Carlo tree search in many positions at once, compiled once for all games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from moon_envs.base.checks import check_flag, check_number, check_whole_number
from moon_envs.base.errors import BrokenGameError, ConfigurationError
from moon_envs.base.showing import Facts
from moon_envs.core.game import Game
from moon_envs.core.rewards import check_reward, reward_fact
from moon_envs.engine.loading import search_engine
from moon_envs.search.positions import (
    FEWEST_ROWS,
    MOST_DEPTH,
    MOST_EXPLORATION,
    MOST_ROWS,
    MOST_SIMULATIONS,
    PositionSearch,
)

EXPLORATION = 0.7
MOST_NODES_KEPT, NODES_KEPT_AT_ONCE = 1 << 16, 1 << 20  # of one tree, and of the trees of one call

# A piece of work takes about this many simulations, some milliseconds: an interrupt is heard between two pieces.
SIMULATIONS_OF_A_PIECE = 256


class Search(PositionSearch):
    """Information-set Monte-Carlo tree search for one game and configuration.

    Every simulation first redraws what the deciding player cannot know, and the future. It walks the tree by UCT among
    the legal actions, then plays random actions to the end of the game. The result depends on what the player knows and
    on the seed, on nothing else, to the last bit.

    Args:
        game: a game id or a `Game`.
        players: the number of players; 1 is the solo mode.
        simulations: how many simulations each position gets.
        exploration: the exploration constant of UCT; payoffs are scaled to 0..1 by the lowest and highest seen.
        depth: the most decisions in the tree; 1 is flat Monte Carlo, None is no limit.
        reward: what a simulation pays: "outcome", "points", or a mixture like `{"outcome": 1, "points": 1}`.
        play_out: whether simulations go on to the end of the game. If not, they end with the last decision in the tree
            and pay the points that the player knows of then.
        tries: the number of simulations of every legal action, instead of `simulations` shared out by UCT; it needs
            depth 1.
        reuse: whether a decision begins with the tree of the one before, if the same player took that one and the best
            action was carried out. Up to 3 MB of the tree of every game are kept until its next decision.
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
