"""The arena: agents against each other, in every seat, on the same deals."""

from __future__ import annotations

import itertools
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.agents import Agent, RandomAgent, find_agent, play_games, prepare
from moon_envs.arena.recorder import GameRecorder
from moon_envs.arena.results import ArenaResult, Timing
from moon_envs.arena.run_file import Deals, check_size, joined, no_deals, read_run, write_run
from moon_envs.arena.schedule import MOST_GAMES_OF_A_DEAL, balanced_seatings
from moon_envs.batch import Batch
from moon_envs.checks import as_list, check_whole_number, is_whole_number, shown
from moon_envs.errors import AgentError, ConfigurationError, SaveError
from moon_envs.files import as_path
from moon_envs.game import Game
from moon_envs.guard import UseGuard
from moon_envs.outputs import check_output
from moon_envs.registry import game as find_game
from moon_envs.saves import layout_code
from moon_envs.showing import Facts, Shown, mode_facts

# Compiled play-outs come in large portions. Agents that are asked may be slow, and games that are interrupted are lost.
RANDOM_GAMES_AT_ONCE = 4096
GAMES_AT_ONCE = 512
MOST_GAMES_AT_ONCE = 1_000_000
SECONDS_BETWEEN_SAVES = 2.0
MOST_TIME_FOR_SAVING = 0.05

FilePath = str | os.PathLike[str]


class Arena(Shown):
    """Agents that play against each other: every agent in every seat equally often, on the same deals.

    A deal is a seed. It is played once with every seating of `moon_envs.arena.schedule.balanced_seatings`, so that luck
    of the deal and of the seat falls on all agents alike. All games of many deals are played side by side, and an agent
    is asked for all of those that wait for it in one call.

    Args:
        game: a game id or a `Game`.
        agents: two or more: names, functions or agents, see `moon_envs.agents`.
        players: the number of players, 2 or more; None for the game's default.
        seed: deal i is dealt from seed + i.
        threads: None for all cores, or a number, as in `Batch`. Agents that search have threads of their own.
        batch_size: how many games are played at once, rounded up to whole deals; None for a fitting number. Agents that
            decide by what they are shown play the same games whatever it is.
        **options: the options of the game.

    Raises:
        ConfigurationError: a game, an agent or a setting that is not allowed.

    Example:
        >>> from moon_envs.arena import Arena
        >>> arena = Arena("launch", ["greedy", "random"], players=2, seed=1)
        >>> result = arena.play(games=40)
        >>> result.games, len(result.deals), result.standings[0].agent
        (40, 20, 'greedy')
        >>> result.comparisons[0].win_share.estimate.low > 0
        True
    """

    def __init__(
        self,
        /,
        game: str | Game,
        agents: Sequence[Any],
        players: int | None = None,
        seed: int = 0,
        *,
        threads: int | None = None,
        batch_size: int | None = None,
        **options: Any,
    ):
        self.game = find_game(game)
        self.game.check_arguments(options, Arena)
        self.configuration = self.game.configuration(_players(self.game, players), **options)
        self.seed = check_whole_number("seed", seed, 0)
        self._agents = _find_agents(agents)
        self.agents = _different_names([agent.name for agent in self._agents])
        self.seatings = balanced_seatings(len(self.agents), self.configuration.players)
        for agent in self._agents:
            prepare(agent, self.game, self.configuration)
        is_random = all(isinstance(agent, RandomAgent) for agent in self._agents)
        fitting = RANDOM_GAMES_AT_ONCE if is_random else GAMES_AT_ONCE
        at_once = check_whole_number(
            "batch_size", fitting if batch_size is None else batch_size, 1, MOST_GAMES_AT_ONCE, also="None"
        )
        self._deals_at_once = -(-at_once // self.games_of_a_deal)
        self._threads = threads
        self._portions = [self._no_deals()]
        self._wanted = 0
        self._timing = Timing(0, 0, 0.0, 0, 0)
        self._saving = _Saving()
        self._recorder: GameRecorder | None = None
        self._guard = UseGuard(self.game.id, "arena")

    def _repr_facts_(self) -> Facts:
        return {**mode_facts(self.game, self.configuration), "agents": self.agents, "seed": self.seed}

    @property
    def games_of_a_deal(self) -> int:
        """With how many seatings each deal is played."""
        return len(self.seatings)

    @property
    def run(self) -> dict[str, Any]:
        """What a run that is to be resumed must have in common with this one, as JSON can hold it."""
        return {
            "game": self.game.id,
            "version": self.game.version,
            "layout": layout_code(self.game),
            "players": self.configuration.players,
            "options": self.configuration.options,
            "agents": list(self.agents),
            "seed": self.seed,
        }

    def deals_for(self, games: int) -> int:
        """How many deals it takes for so many games: all deals are whole."""
        return -(-check_whole_number("games", games, 1) // self.games_of_a_deal)

    def resume(self, path: FilePath) -> None:
        """Take over the deals of a run that was saved; they are not played again.

        Raises:
            SaveError: the file cannot be read, is damaged, or is of another run.
        """
        self._guard.check()
        file = as_path(path, SaveError)
        self._portions = [read_run(file, self.run, self._no_deals())]
        self._saving.own = file.resolve()

    def play(
        self,
        games: int,
        *,
        save: FilePath | None = None,
        record: FilePath | None = None,
        recorded_games: int = 1,
        force: bool = False,
        on_games: Callable[[int], None] = lambda games: None,
    ) -> ArenaResult:
        """Play until so many games are complete, counted from the first deal, and say what came of them.

        If it is interrupted (Ctrl-C) or an agent fails, the deals that are complete are kept: see `result`.

        Args:
            games: how many, rounded up to whole deals.
            save: a file to keep complete deals in, written every few seconds, for `resume`.
            record: a new or empty folder for recordings of some games, one file each, for `moon-envs replay`.
            recorded_games: how many of each combination of agents: the first that this call plays.
            force: let the file replace another one, also that of another run.
            on_games: called with the number of games that have ended since it was called last.

        Raises:
            AgentError: an agent raised, or did not return one legal action for each game it was asked for.
            ConfigurationError: the file cannot be written, or exists and this run was not resumed from it; or the
                folder cannot be written to, or is in use.
        """
        self._guard.check()
        wanted = check_whole_number("recorded_games", recorded_games, 1)
        self._recorder = None
        if record is not None:
            self._recorder = GameRecorder(
                as_path(record, ConfigurationError), self.game, self.configuration, self.agents, self.seatings, wanted
            )
        path = None if save is None else as_path(save, ConfigurationError)
        self._wanted = self.deals_for(games)
        if path is not None:
            check_size(self._no_deals(), self._wanted)
            self._saving.check(path, force)
        try:
            with self._guard:
                self._play(path, on_games)
        finally:
            if path is not None:
                self._saving.write(path, self.run, self._complete, at_once=True)
        return self.result()

    def result(self) -> ArenaResult:
        """What came of the deals that are complete.

        Raises:
            ConfigurationError: there are none.
        """
        complete = self._complete()
        complete = complete.chosen(np.argsort(complete.deals))
        complete = complete.chosen(complete.deals < self._wanted)
        if not len(complete):
            raise ConfigurationError(f"{self.game.id}: no deal of this arena is complete.")
        return ArenaResult(
            game=self.game,
            configuration=self.configuration,
            agents=self.agents,
            seed=self.seed,
            seatings=self.seatings,
            deals=complete.deals,
            outcome=complete.outcome,
            points=complete.points,
            decisions=complete.decisions,
            interrupted=len(complete) < self._wanted,
            timing=self._timing,
        )

    @property
    def complete_deals(self) -> int:
        """How many deals are complete, those of a resumed run included."""
        return sum(map(len, self._portions))

    def _no_deals(self) -> Deals:
        return no_deals(self.games_of_a_deal, self.configuration.players, len(self.game.categories))

    def _complete(self) -> Deals:
        self._portions = [joined(self._portions)]
        return self._portions[0]

    def _play(self, path: Path | None, on_games: Callable[[int], None]) -> None:
        batch: Batch | None = None
        for deals in self._missing_deals():
            batch = self._batch(len(deals)) if batch is None else batch
            self._play_portion(batch, deals, on_games)
            if path is not None:
                self._saving.write(path, self.run, self._complete)

    def _missing_deals(self) -> Iterator[np.ndarray]:
        """The numbers of the deals that are not complete, as many at once as are played at once."""
        complete = set(self._complete().deals.tolist())
        missing = (deal for deal in range(self._wanted) if deal not in complete)
        while portion := list(itertools.islice(missing, self._deals_at_once)):
            yield np.array(portion)

    def _batch(self, deals: int) -> Batch:
        return Batch(
            self.game,
            deals * self.games_of_a_deal,
            self.configuration.players,
            autoreset="disabled",
            threads=self._threads,
            **self.configuration.options,
        )

    def _play_portion(self, batch: Batch, deals: np.ndarray, on_games: Callable[[int], None]) -> None:
        """Play some deals to their end, and keep those that are complete whatever happens."""
        from moon_envs.engine.threads import interrupts_deferred

        games = len(deals) * self.games_of_a_deal
        seeds = [(self.seed + int(deal)) % 2**64 for deal in deals]
        seating = np.tile(self.seatings, (len(batch) // self.games_of_a_deal, 1))
        recorder = self._recorder
        on_actions = None if recorder is None else recorder.begin(deals)
        is_dealt = False
        started = time.perf_counter()
        try:
            with interrupts_deferred():
                # The last portion may be smaller: the other rows stay finished, and finished games cost nothing.
                batch.reset(np.repeat(np.array(seeds, dtype=np.uint64), self.games_of_a_deal), np.arange(games))
                is_dealt = True
            play_games(batch, self._agents, seating, on_games, on_actions)
        except AgentError as error:
            where = f"deals {deals[0]} to {deals[-1]}, {self.games_of_a_deal} rows each"
            raise AgentError(f"{error} ({where})") from error
        finally:
            with interrupts_deferred():
                if is_dealt:
                    self._keep(batch, deals, time.perf_counter() - started)
                    if recorder is not None:
                        recorder.write(batch)

    def _keep(self, batch: Batch, deals: np.ndarray, seconds: float) -> None:
        shape = (len(deals), self.games_of_a_deal)
        games = len(deals) * self.games_of_a_deal
        is_over = batch.actor[:games] < 0
        is_complete = is_over.reshape(shape).all(axis=1)
        played = Deals(
            deals,
            *(
                array[:games].reshape(*shape, *array.shape[1:])
                for array in (batch.final_outcome, batch.final_points, batch.final_decisions)
            ),
        )
        self._portions.append(played.chosen(np.flatnonzero(is_complete)))
        before, decisions = self._timing, int(batch.final_decisions[:games][is_over].sum())
        self._timing = Timing(
            batch.threads,
            len(batch),
            before.wall_seconds + seconds,
            before.games + int(is_over.sum()),
            before.decisions + decisions,
        )


def run_arena(
    game: str | Game,
    agents: Sequence[Any],
    games: int = 1000,
    players: int | None = None,
    seed: int = 0,
    *,
    threads: int | None = None,
    save: FilePath | None = None,
    resume: FilePath | None = None,
    **options: Any,
) -> ArenaResult:
    """Let agents play against each other.

    Args:
        game: as in `Arena`.
        agents: as in `Arena`.
        games: how many games, rounded up to whole deals.
        players: as in `Arena`.
        seed: as in `Arena`.
        threads: as in `Arena`.
        save: a file to keep complete deals in; None for that of `resume`.
        resume: a file of an earlier run to go on from.
        **options: the options of the game.

    Example:
        >>> from moon_envs.arena import run_arena
        >>> result = run_arena("launch", ["random", "greedy"], games=40, players=3)
        >>> [standing.agent for standing in result.standings]
        ['greedy', 'random']
        >>> sum(standing.held for standing in result.standings) == 3 * result.games
        True
    """
    found = find_game(game)
    found.check_arguments(options, run_arena)
    arena = Arena(found, agents, players, seed, threads=threads, **options)
    if resume is not None:
        arena.resume(resume)
    return arena.play(games, save=resume if save is None else save)


class _Saving:
    """Writes the file of a run now and then: each time it is written as a whole."""

    def __init__(self) -> None:
        self.own: Path | None = None  # the file that holds deals of this run
        self._next_time = 0.0

    def check(self, path: Path, force: bool) -> None:
        """Refuse a file that cannot be written, or that holds something else."""
        check_output(
            path,
            "the file of this run, which `resume` goes on with",
            lambda file: file.resolve() == self.own,
            force=force,
            insist="force=True",
        )
        self.own = path.resolve()

    def write(self, path: Path, run: dict[str, Any], deals: Callable[[], Deals], at_once: bool = False) -> None:
        """Write the deals, unless it was done a moment ago."""
        from moon_envs.engine.threads import interrupts_deferred

        started = time.monotonic()
        if not at_once and started < self._next_time:
            return
        with interrupts_deferred():
            write_run(path, run, deals())
        ended = time.monotonic()
        self._next_time = ended + max(SECONDS_BETWEEN_SAVES, (ended - started) / MOST_TIME_FOR_SAVING)


def _players(game: Game, players: int | None) -> int:
    several = [count for count in game.player_counts if count > 1]
    if players is not None:
        if not several or (is_whole_number(players) and players == 1):
            raise ConfigurationError(
                f"{game.id}: an arena has two players or more; players={players} is the solo mode."
            )
        return players
    if not several:
        raise ConfigurationError(f"{game.id} is for one player only; an arena has two players or more.")
    return game.default_players if game.default_players > 1 else min(several)


def _find_agents(agents: Any) -> list[Agent]:
    given = as_list(agents, MOST_GAMES_OF_A_DEAL)
    if given is None or len(given) < 2:
        raise ConfigurationError(f"agents={shown(agents)} is not allowed; an arena takes a list of two agents or more.")
    return [find_agent(agent, "agents") for agent in given]


def _different_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number where one is given again."""
    seen: Counter[str] = Counter()
    different = []
    for name in names:
        seen[name] += 1
        different.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(different)
