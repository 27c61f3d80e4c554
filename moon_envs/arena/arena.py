"""The arena: agents on the same deals, against each other in every seat, or each alone against a solo rival."""

from __future__ import annotations

import itertools
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.agents import Agent, Pace, RandomAgent, find_agent, play_games, prepare
from moon_envs.agents.playing import OnStep
from moon_envs.arena.autosave import Saving
from moon_envs.arena.recorder import GameRecorder
from moon_envs.arena.results import ArenaResult, Timing
from moon_envs.arena.run_file import Deals, check_size, joined, no_deals, read_run
from moon_envs.arena.seatings import MOST_GAMES_OF_A_DEAL, balanced_seatings
from moon_envs.base.checks import as_list, check_whole_number, is_whole_number, shown
from moon_envs.base.errors import AgentError, ConfigurationError, SaveError, UnsavedError
from moon_envs.base.files.disk import as_path
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch import Batch
from moon_envs.batch.guard import UseGuard
from moon_envs.core.game import Game, mode_facts
from moon_envs.core.registry import game as find_game
from moon_envs.core.saves import layout_code

# Compiled play-outs come in large portions.
RANDOM_GAMES_AT_ONCE = 4096
GAMES_AT_ONCE = 512
MOST_GAMES_AT_ONCE = 1_000_000

FilePath = str | os.PathLike[str]


class Arena(Shown):
    """Agents that play against each other: every agent in every seat equally often, on the same deals.

    A deal is a seed. It is played once with every seating of `moon_envs.arena.seatings.balanced_seatings`, so that luck
    of the deal and of the seat falls on all agents alike. Games of many deals are played side by side, and an agent is
    asked for all of those that wait for it in one call; see `moon_envs.agents.Pace` for how many.

    With players=1 every agent plays every deal alone, against the rival of the solo mode (`opponent=3` is ASTRA 3), and
    the agents are compared by how they did there on the same deals.

    Args:
        game: a game id or a `Game`.
        agents: two or more, in the solo mode one or more: names, functions or agents, see `moon_envs.agents`.
        players: the number of players, 1 for the solo mode; None for the game's default of several players, or the
            solo mode where `opponent` is given.
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
        >>> alone = Arena("launch", ["baseline", "random"], opponent=3).play(games=40)
        >>> alone.standings[0].agent, alone.comparisons[0].points.estimate.low > 0
        ('baseline', True)
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
        players = _players(self.game, players, options)
        self.game.check_arguments(options, Arena)
        self.configuration = self.game.configuration(players, **options)
        self.seed = check_whole_number("seed", seed, 0)
        self._agents = _find_agents(agents, fewest=1 if self.configuration.is_solo else 2)
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
        self._pace = Pace(self._agents, self._deals_at_once * self.games_of_a_deal)
        self._threads = threads
        self._portions = [self._no_deals()]
        self._wanted = 0
        self._timing = Timing(0, 0, 0.0, 0, 0)
        self._saving = Saving()
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
        on_step: OnStep = lambda games, decisions: None,
    ) -> ArenaResult:
        """Play until so many games are complete, counted from the first deal, and say what came of them.

        If it is interrupted (Ctrl-C) or an agent fails, the deals that are complete are kept: see `result`.

        Args:
            games: how many, rounded up to whole deals.
            save: a file to keep complete deals in, written every few seconds, for `resume`.
            record: a new or empty folder for recordings of some games, one file each, for `moon-envs replay`.
            recorded_games: how many of each combination of agents: the first that this call plays.
            force: let the file replace another one, also that of another run.
            on_step: called after every step with the numbers of games that it has ended and of decisions it has made.

        Raises:
            AgentError: an agent raised, or did not return one legal action for each game it was asked for.
            ConfigurationError: the file cannot be written, or exists and this run was not resumed from it; or the
                folder cannot be written to, or is in use.
            UnsavedError: everything was played, but the file or a recording could not be written; the error has the
                result.
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
        self._saving.begin(path, force)
        try:
            with self._guard:
                self._play(path, on_step)
        finally:
            if path is not None:
                self._saving.write(path, self.run, self._complete, at_once=True)
        if self.failures:
            raise UnsavedError(" ".join(self.failures), self.result())
        return self.result()

    @property
    def failures(self) -> list[str]:
        """Which files of the last call of `play` could not be written, in words."""
        found = [self._saving.failure, None if self._recorder is None else self._recorder.failure]
        return [words for words in found if words is not None]

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
        configuration = self.configuration
        return no_deals(self.games_of_a_deal, configuration.players, configuration.sides, len(self.game.categories))

    def _complete(self) -> Deals:
        self._portions = [joined(self._portions)]
        return self._portions[0]

    def _play(self, path: Path | None, on_step: OnStep) -> None:
        batch: Batch | None = None
        for deals in self._missing_deals():
            batch = self._batch(len(deals)) if batch is None else batch
            self._play_portion(batch, deals, path, on_step)

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

    def _play_portion(self, batch: Batch, deals: np.ndarray, path: Path | None, on_step: OnStep) -> None:
        """Play some deals to their end, and keep those that are complete whatever happens."""
        from moon_envs.engine.threads import interrupts_deferred

        games = len(deals) * self.games_of_a_deal
        seeds = [(self.seed + int(deal)) % 2**64 for deal in deals]
        seating = np.tile(self.seatings, (len(batch) // self.games_of_a_deal, 1))
        recorder = self._recorder
        on_actions = None if recorder is None else recorder.begin(deals)
        is_dealt = False

        def complete() -> Deals:
            return joined([*self._portions, self._played(batch, deals)])

        def save_and_tell(finished: int, decided: int) -> None:
            on_step(finished, decided)
            if path is not None and finished:
                self._saving.write(path, self.run, complete)

        started = time.perf_counter()
        try:
            with interrupts_deferred():
                # The last portion may be smaller: the other rows stay finished, and finished games cost nothing.
                batch.reset(np.repeat(np.array(seeds, dtype=np.uint64), self.games_of_a_deal), np.arange(games))
                is_dealt = True
            play_games(batch, self._agents, seating, save_and_tell, on_actions, self._pace)
        except AgentError as error:
            where = f"deals {deals[0]} to {deals[-1]}, {self.games_of_a_deal} rows each"
            raise AgentError(f"{error} ({where})") from error
        finally:
            with interrupts_deferred():
                if is_dealt:
                    self._keep(batch, deals, time.perf_counter() - started)
                    if recorder is not None:
                        recorder.write(batch)

    def _played(self, batch: Batch, deals: np.ndarray) -> Deals:
        """Those of the deals in the batch that are complete."""
        shape = (len(deals), self.games_of_a_deal)
        games = len(deals) * self.games_of_a_deal
        is_complete = (batch.actor[:games] < 0).reshape(shape).all(axis=1)
        played = Deals(
            deals,
            *(
                array[:games].reshape(*shape, *array.shape[1:])
                for array in (batch.final_outcome, batch.final_points, batch.final_decisions)
            ),
        )
        return played.chosen(np.flatnonzero(is_complete))

    def _keep(self, batch: Batch, deals: np.ndarray, seconds: float) -> None:
        self._portions.append(self._played(batch, deals))
        games = len(deals) * self.games_of_a_deal
        is_over = batch.actor[:games] < 0
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
    """Let agents play against each other, or each of them alone against the rival of the solo mode.

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

    Raises:
        UnsavedError: everything was played, but `save` could not be written; the error has the result.

    Example:
        >>> from moon_envs.arena import run_arena
        >>> result = run_arena("launch", ["random", "greedy"], games=40, players=3)
        >>> [standing.agent for standing in result.standings]
        ['greedy', 'random']
        >>> sum(standing.held for standing in result.standings) == 3 * result.games
        True
    """
    found = find_game(game)
    players = _players(found, players, options)
    found.check_arguments(options, run_arena)
    arena = Arena(found, agents, players, seed, threads=threads, **options)
    if resume is not None:
        arena.resume(resume)
    return arena.play(games, save=resume if save is None else save)


def _players(game: Game, players: int | None, options: dict[str, Any]) -> int:
    if players is None and options.get("opponent") is not None:
        players = 1
    if is_whole_number(players) and players == 1 and not game.has_solo_mode:
        allowed = ", ".join(map(str, game.player_counts))
        raise ConfigurationError(f"{game.id} has no solo mode: players=1 is not allowed; allowed: {allowed}.")
    if players is not None:
        return players
    several = [count for count in game.player_counts if count > 1]
    return game.default_players if game.default_players > 1 or not several else min(several)


def _find_agents(agents: Any, fewest: int) -> list[Agent]:
    given = as_list(agents, MOST_GAMES_OF_A_DEAL)
    if given is None or len(given) < fewest:
        solo = "one agent or more"
        wanted = solo if fewest == 1 else "two agents or more; with players=1, the solo mode, one or more"
        raise ConfigurationError(f"agents={shown(agents)} is not allowed; an arena takes a list of {wanted}.")
    return [find_agent(agent, "agents") for agent in given]


def _different_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number where one is given again."""
    seen: Counter[str] = Counter()
    different = []
    for name in names:
        seen[name] += 1
        different.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(different)
