"""The arena: agents play the same seeds, against each other in every seat, or each alone against the solo opponent."""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.agents import Pace, RandomAgent, play_games, prepare
from moon_envs.agents.playing import OnStep
from moon_envs.arena.autosave import Autosave
from moon_envs.arena.participants import different_names, find_participants, player_count
from moon_envs.arena.recorder import GameRecorder
from moon_envs.arena.results import ArenaResult, Timing
from moon_envs.arena.run_file import PlayedSeeds, check_size, joined, no_seeds, read_run
from moon_envs.arena.seatings import balanced_seatings
from moon_envs.arena.sequential import Sprt
from moon_envs.arena.stopping import Decided, Stopping, check_test
from moon_envs.base.checks import check_whole_number
from moon_envs.base.errors import AgentError, ConfigurationError, SaveError, UnsavedError
from moon_envs.base.files.disk import as_path
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch import Batch
from moon_envs.batch.guard import UseGuard
from moon_envs.core.game import Game, mode_facts
from moon_envs.core.registry import game as find_game
from moon_envs.core.saves import layout_code

# Random games need no agent in Python, so a larger batch is faster.
RANDOM_GAMES_AT_ONCE = 4096
GAMES_AT_ONCE = 512
# The games in progress are lost when a sequential test is decided.
GAMES_AT_ONCE_IN_A_TEST = 128
MOST_GAMES_AT_ONCE = 1_000_000

FilePath = str | os.PathLike[str]


class Arena(Shown):
    """Plays agents against each other: every agent holds every seat equally often, on the same seeds.

    Each seed is played with every seating of `moon_envs.arena.seatings.balanced_seatings`, so that the luck of the seed
    and of the seat is the same for all agents. The games of many seeds run side by side, and an agent decides in all
    games that wait for it in one call; `moon_envs.agents.Pace` chooses how many.

    With players=1 every agent plays every seed alone against the solo opponent (`opponent=3` is ASTRA 3), and the
    comparison is of their results there.

    Args:
        game: a game id or a `Game`.
        agents: two or more, in the solo mode one or more: names, functions or agents, see `moon_envs.agents`.
        players: the number of players, 1 for the solo mode. None takes the solo mode if `opponent` is given, else the
            game's default number of several players.
        seed: the first seed; the next ones are seed + 1, seed + 2 and so on.
        threads: the number of threads as in `Batch`, None for all cores. Agents that search have their own threads.
        batch_size: the number of games at once, rounded up to whole seeds; None chooses one. The games of agents that
            use only what `Waiting` gives them do not depend on it.
        sprt: a sequential test of two agents with two players; `play` stops after the pair of games that decides it.
        **options: the options of the game.

    Raises:
        ConfigurationError: a game, an agent or a setting that is not allowed.

    Example:
        >>> from moon_envs.arena import Arena
        >>> arena = Arena("launch", ["greedy", "random"], players=2, seed=1)
        >>> result = arena.play(games=40)
        >>> result.games, len(result.seeds), result.standings[0].agent
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
        sprt: Sprt | None = None,
        **options: Any,
    ):
        self.game = find_game(game)
        players = player_count(self.game, players, options)
        self.game.check_arguments(options, Arena)
        self.configuration = self.game.configuration(players, **options)
        self.seed = check_whole_number("seed", seed, 0)
        self._agents = find_participants(agents, fewest=1 if self.configuration.is_solo else 2)
        self.agents = different_names([agent.name for agent in self._agents])
        self._stopping: Stopping | None = None
        if sprt is not None:
            test = check_test(sprt, len(self.agents), self.configuration.players)
            self._stopping = Stopping(test, self.seed)
        self.seatings = balanced_seatings(len(self.agents), self.configuration.players)
        for agent in self._agents:
            prepare(agent, self.game, self.configuration)
        is_random = all(isinstance(agent, RandomAgent) for agent in self._agents)
        fitting = RANDOM_GAMES_AT_ONCE if is_random else GAMES_AT_ONCE
        if self._stopping is not None:
            fitting = GAMES_AT_ONCE_IN_A_TEST
        at_once = check_whole_number(
            "batch_size", fitting if batch_size is None else batch_size, 1, MOST_GAMES_AT_ONCE, also="None"
        )
        self._seeds_at_once = -(-at_once // self.games_of_a_seed)
        self._pace = Pace(self._agents, self._seeds_at_once * self.games_of_a_seed)
        self._threads = threads
        self._portions = [self._no_seeds()]
        self._wanted = 0
        self._timing = Timing(0, 0, 0.0, 0, 0)
        self._autosave = Autosave()
        self._recorder: GameRecorder | None = None
        self._guard = UseGuard(self.game.id, "arena")

    def _repr_facts_(self) -> Facts:
        return {**mode_facts(self.game, self.configuration), "agents": self.agents, "seed": self.seed}

    @property
    def games_of_a_seed(self) -> int:
        """The number of games of a seed: one for each seating."""
        return len(self.seatings)

    @property
    def run(self) -> dict[str, Any]:
        """What a saved run must have in common with this arena to be resumed, as JSON values."""
        return {
            "game": self.game.id,
            "version": self.game.version,
            "layout": layout_code(self.game),
            "players": self.configuration.players,
            "options": self.configuration.options,
            "agents": list(self.agents),
            "seed": self.seed,
        }

    def seeds_for(self, games: int) -> int:
        """How many seeds `games` games need; every seed is played completely."""
        return -(-check_whole_number("games", games, 1) // self.games_of_a_seed)

    def resume(self, path: FilePath) -> None:
        """Take the complete seeds of a saved run; `play` does not play them again.

        Raises:
            SaveError: the file cannot be read, is damaged, or is of another run.
        """
        self._guard.check()
        file = as_path(path, SaveError)
        self._portions = [read_run(file, self.run, self._no_seeds())]
        self._autosave.own = file.resolve()

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
        """Play until the first `games` games are complete or decide the sequential test, and return their result.

        After an interrupt (Ctrl-C) or an agent's error, `result` still has the complete seeds.

        Args:
            games: the number of games, counted from the first seed and rounded up to whole seeds.
            save: a file for the complete seeds, written every few seconds; `resume` reads it.
            record: a new or empty folder for recordings of some games, one file each, for `moon-envs replay`.
            recorded_games: record the first N games of each combination of agents that this call plays.
            force: let `save` replace any file.
            on_step: called after every step with the number of games that ended and of decisions made in it.

        Raises:
            AgentError: an agent raised, or did not return one legal action for each game.
            ConfigurationError: `save` cannot be written, or exists and this run was not resumed from it; or `record`
                cannot be written or is not empty.
            UnsavedError: all games were played, but `save` or a recording could not be written; the error has the
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
        self._wanted = self.seeds_for(games)
        if path is not None:
            check_size(self._no_seeds(), self._wanted)
        self._autosave.begin(path, force)
        try:
            with self._guard:
                self._play(path, on_step)
        finally:
            if path is not None:
                self._autosave.write(path, self.run, self._complete, is_last=True)
        if self.failures:
            raise UnsavedError(" ".join(self.failures), self.result())
        return self.result()

    @property
    def failures(self) -> list[str]:
        """A sentence for each file that the last call of `play` could not write."""
        found = [self._autosave.failure, None if self._recorder is None else self._recorder.failure]
        return [words for words in found if words is not None]

    def result(self) -> ArenaResult:
        """The result of the complete seeds.

        Raises:
            ConfigurationError: no seed is complete.
        """
        complete = self._complete()
        places = complete.seeds - np.uint64(self.seed % 2**64)
        order = np.argsort(places)
        complete = complete.chosen(order[places[order] < self._wanted])
        if not len(complete):
            raise ConfigurationError(f"{self.game.id}: no seed of this arena is complete.")
        wanted, test = self._wanted, None
        if self._stopping is not None:
            test = self._stopping.outcome(complete, wanted)
            if test.accepted is not None:
                wanted = test.games // self.games_of_a_seed
                complete = complete.chosen(np.arange(wanted))
        return ArenaResult(
            game=self.game,
            configuration=self.configuration,
            agents=self.agents,
            seed=self.seed,
            seatings=self.seatings,
            seeds=complete.seeds,
            outcome=complete.outcome,
            points=complete.points,
            decisions=complete.decisions,
            interrupted=len(complete) < wanted,
            timing=self._timing,
            sequential=test,
        )

    @property
    def complete_seeds(self) -> int:
        """The number of complete seeds, including those of a resumed run."""
        return sum(map(len, self._portions))

    def _no_seeds(self) -> PlayedSeeds:
        configuration = self.configuration
        return no_seeds(self.games_of_a_seed, configuration.players, configuration.sides, len(self.game.categories))

    def _complete(self) -> PlayedSeeds:
        self._portions = [joined(self._portions)]
        return self._portions[0]

    def _play(self, path: Path | None, on_step: OnStep) -> None:
        batch: Batch | None = None
        for seeds in self._missing_seeds():
            if self._is_decided(self._complete()):
                break
            batch = self._batch(len(seeds)) if batch is None else batch
            with contextlib.suppress(Decided):
                self._play_portion(batch, seeds, path, on_step)

    def _is_decided(self, complete: PlayedSeeds) -> bool:
        return self._stopping is not None and self._stopping.is_decided(complete, self._wanted)

    def _missing_seeds(self) -> Iterator[np.ndarray]:
        """The seeds that are not complete, in portions that are played at once."""
        complete = set(self._complete().seeds.tolist())
        wanted = ((self.seed + number) % 2**64 for number in range(self._wanted))
        missing = (seed for seed in wanted if seed not in complete)
        while portion := list(itertools.islice(missing, self._seeds_at_once)):
            yield np.array(portion, dtype=np.uint64)

    def _batch(self, seeds: int) -> Batch:
        return Batch(
            self.game,
            seeds * self.games_of_a_seed,
            self.configuration.players,
            autoreset="disabled",
            threads=self._threads,
            **self.configuration.options,
        )

    def _play_portion(self, batch: Batch, seeds: np.ndarray, path: Path | None, on_step: OnStep) -> None:
        """Play some seeds to their end; keep the complete ones even after an interrupt or an error."""
        from moon_envs.engine.threads import interrupts_deferred

        games = len(seeds) * self.games_of_a_seed
        seating = np.tile(self.seatings, (len(batch) // self.games_of_a_seed, 1))
        recorder = self._recorder
        on_actions = None if recorder is None else recorder.begin(seeds)
        is_started = False

        def complete() -> PlayedSeeds:
            return joined([*self._portions, self._played(batch, seeds)])

        def save_and_tell(finished: int, decided: int) -> None:
            on_step(finished, decided)
            if path is not None and finished:
                self._autosave.write(path, self.run, complete)
            if self._stopping is not None and finished and self._is_decided(complete()):
                raise Decided

        started = time.perf_counter()
        try:
            with interrupts_deferred():
                # The last portion may be smaller; its other rows stay finished and cost nothing.
                batch.reset(np.repeat(seeds, self.games_of_a_seed), np.arange(games))
                is_started = True
            play_games(batch, self._agents, seating, save_and_tell, on_actions, self._pace)
        except AgentError as error:
            where = f"seeds {seeds[0]} to {seeds[-1]}, {self.games_of_a_seed} rows each"
            raise AgentError(f"{error} ({where})") from error
        finally:
            with interrupts_deferred():
                if is_started:
                    self._keep(batch, seeds, time.perf_counter() - started)
                    if recorder is not None:
                        recorder.write(batch)

    def _played(self, batch: Batch, seeds: np.ndarray) -> PlayedSeeds:
        """The complete seeds among those in the batch."""
        shape = (len(seeds), self.games_of_a_seed)
        games = len(seeds) * self.games_of_a_seed
        is_complete = (batch.actor[:games] < 0).reshape(shape).all(axis=1)
        played = PlayedSeeds(
            seeds,
            *(
                array[:games].reshape(*shape, *array.shape[1:])
                for array in (batch.final_outcome, batch.final_points, batch.final_decisions)
            ),
        )
        return played.chosen(np.flatnonzero(is_complete))

    def _keep(self, batch: Batch, seeds: np.ndarray, seconds: float) -> None:
        self._portions.append(self._played(batch, seeds))
        games = len(seeds) * self.games_of_a_seed
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
    sprt: Sprt | None = None,
    **options: Any,
) -> ArenaResult:
    """Play agents against each other, or each alone against the solo opponent; returns the result.

    Args:
        game: as in `Arena`.
        agents: as in `Arena`.
        games: the number of games, rounded up to whole seeds; with `sprt` the most games.
        players: as in `Arena`.
        seed: as in `Arena`.
        threads: as in `Arena`.
        save: a file for the complete seeds; None takes the file of `resume`.
        resume: the file of an earlier run to continue.
        sprt: as in `Arena`.
        **options: the options of the game.

    Raises:
        UnsavedError: all games were played, but `save` could not be written; the error has the result.

    Example:
        >>> from moon_envs.arena import run_arena
        >>> result = run_arena("launch", ["random", "greedy"], games=40, players=3)
        >>> [standing.agent for standing in result.standings]
        ['greedy', 'random']
        >>> sum(standing.held for standing in result.standings) == 3 * result.games
        True
    """
    found = find_game(game)
    players = player_count(found, players, options)
    found.check_arguments(options, run_arena)
    arena = Arena(found, agents, players, seed, threads=threads, sprt=sprt, **options)
    if resume is not None:
        arena.resume(resume)
    return arena.play(games, save=resume if save is None else save)
