"""The ladder, the standard benchmark with fixed seeds, rungs and opponents. LADDER.md defines it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.agents import Agent, Pace, find_agent, play_games, prepare
from moon_envs.agents.by_mode import of_mode
from moon_envs.agents.contract import mode_in_words
from moon_envs.agents.playing import OnStep
from moon_envs.agents.searching import SearchAgent
from moon_envs.arena.autosave import Autosave
from moon_envs.arena.ladder_protocol import (
    FIELD,
    GAME_VERSIONS,
    GAMES_OF_A_RUNG,
    MOST_GAMES,
    RUNGS,
    VERSION,
    Rung,
    chosen_rungs,
    seating,
)
from moon_envs.arena.ladder_references import reference_scores
from moon_envs.arena.ladder_results import LadderResult, RungResult, mode_left
from moon_envs.arena.ladder_saves import FinishedRung, facts_of, finished_rung, games_of, read_ladder, run_of
from moon_envs.arena.run_file import LADDER
from moon_envs.base.checks import as_list, check_whole_number, shown
from moon_envs.base.errors import AgentError, ConfigurationError, MoonEnvsError, SaveError, UnsavedError
from moon_envs.base.files.component_files import file_in_use
from moon_envs.base.files.disk import as_path
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch import Batch
from moon_envs.core import registry
from moon_envs.core.game import MODES, Game

__all__ = [
    "FIELD",
    "GAMES_OF_A_RUNG",
    "RUNGS",
    "VERSION",
    "Climb",
    "LadderResult",
    "Rung",
    "RungResult",
    "chosen_rungs",
    "reference_scores",
    "run_ladder",
    "seating",
]


MOST_RUNGS = 1000

FilePath = str | os.PathLike[str]


class Climb(Shown):
    """Plays an agent on the ladder rung by rung; `result` has the rungs so far at any time.

    Args:
        agent: an agent, a name or a function, see `moon_envs.agents`.
        rungs: the rungs to play, see `chosen_rungs`.
        games: the number of games on each rung; None takes the protocol's.
        threads: the number of threads, None for all cores. Results do not depend on it.

    Raises:
        ConfigurationError: the agent does not exist, or does not play one of the games or modes.
    """

    def __init__(self, agent: Any, rungs: Sequence[Rung] = RUNGS, games: int | None = None, threads: int | None = None):
        self.rungs = as_list(rungs, MOST_RUNGS) or []
        if not self.rungs or not all(isinstance(rung, Rung) for rung in self.rungs):
            raise ConfigurationError(f"rungs={shown(rungs)} is not allowed; allowed: a list of Rungs.")
        self.games = GAMES_OF_A_RUNG if games is None else check_whole_number("games", games, 1, MOST_GAMES)
        self.agent = _found(agent, threads)
        self._threads = threads
        self._finished: list[FinishedRung] = []
        self._autosave = Autosave(LADDER)
        self._partial: RungResult | None = None
        self._pace = Pace([self.agent, *(find_agent(name) for name in FIELD)], self.games)
        _check_games(self.agent, self.rungs)
        _check_modes(self.agent, self.rungs)

    def __iter__(self) -> Iterator[RungResult]:
        return self.climb()

    def _repr_facts_(self) -> Facts:
        played = f"{len(self._finished)} of {len(self.rungs)}"
        return {"agent": self.agent.name, "games": self.games, "rungs_played": played}

    @property
    def run(self) -> dict[str, Any]:
        """What a saved ladder must have in common with this one to be resumed, as JSON values."""
        return run_of(self.agent, self.rungs, self.games)

    def resume(self, path: FilePath) -> None:
        """Take the finished rungs of a saved ladder; `climb` does not play them again.

        Raises:
            SaveError: the file cannot be read, is damaged, or is of another ladder: of another agent, other rungs or
                games, or the agent's network, settings or code have changed. The message says what differs.
        """
        file = as_path(path, SaveError)
        self._finished = read_ladder(file, self.run, self.rungs, self.games)
        self._autosave.own = file.resolve()

    def climb(
        self,
        on_rung: Callable[[Rung], None] = lambda rung: None,
        on_step: OnStep = lambda games, decisions: None,
        *,
        save: FilePath | None = None,
        force: bool = False,
    ) -> Iterator[RungResult]:
        """Play the remaining rungs and yield the result of each.

        Args:
            on_rung: called before each rung.
            on_step: called after every step with the number of games that ended and of decisions made in it.
            save: a file for the finished rungs, written after each of them; `resume` reads it.
            force: let `save` replace any file.

        Raises:
            AgentError: the agent raised or played illegally; names the rung.
            ConfigurationError: `save` cannot be written, or exists and this ladder was not resumed from it.
            UnsavedError: all rungs were played, but `save` could not be written; the error has the result.
        """
        path = None if save is None else as_path(save, ConfigurationError)
        run = {} if path is None else self.run
        self._autosave.begin(path, force)
        return self._climb(path, run, on_rung, on_step)

    def _climb(
        self, path: Path | None, run: dict[str, Any], on_rung: Callable[[Rung], None], on_step: OnStep
    ) -> Iterator[RungResult]:
        try:
            for rung in self.rungs[len(self._finished) :]:
                on_rung(rung)
                self._finished.append(self._play(rung, on_step))
                self._write(path, run, at_once=True)
                yield self._finished[-1].result
        finally:
            self._write(path, run, is_last=True)
        if self.failures:
            raise UnsavedError(" ".join(self.failures), self.result)

    def _write(self, path: Path | None, run: dict[str, Any], **when: bool) -> None:
        if path is not None:
            finished = tuple(self._finished)
            self._autosave.write(path, facts_of(run, finished), lambda: games_of(finished), **when)

    @property
    def failures(self) -> list[str]:
        """A sentence if the last call of `climb` could not write its file."""
        return [] if self._autosave.failure is None else [self._autosave.failure]

    def _play(self, rung: Rung, on_step: OnStep) -> FinishedRung:
        """Play a rung; after an interrupt or an error, `partial` keeps the finished games."""
        batch = Batch(
            rung.game,
            self.games,
            rung.players,
            rung.first_seed,
            autoreset="disabled",
            threads=self._threads,
            **rung.options,
        )
        seats = seating(self.games, rung.players)
        bots = [_found(name, self._threads) for name in FIELD] if rung.players > 1 else []
        row, seat = (seats == 0).nonzero()
        started = time.perf_counter()

        def counted() -> FinishedRung | None:
            over = batch.actor < 0
            seeds = np.uint64(rung.first_seed) + np.arange(self.games, dtype=np.uint64)
            outcome, points = batch.final_outcome[row, seat], batch.final_points[row, seat].sum(axis=1)
            if not over.any():
                return None
            seconds = time.perf_counter() - started
            return finished_rung(rung, seeds[over], outcome[over], points[over], batch.final_decisions[over], seconds)

        self._partial = None
        try:
            agent = of_mode(self.agent, rung.mode)  # it plays as it would alone, and random agents inside the batch
            _prepare(agent, batch)
            play_games(batch, [agent, *bots], seats, on_step, None, self._pace)
        except BaseException as error:
            unfinished = counted()
            self._partial = None if unfinished is None else unfinished.result
            if isinstance(error, AgentError):
                raise AgentError(f"{rung.id}: {error}{self._hint(rung)}") from error
            if isinstance(error, ConfigurationError):
                raise AgentError(f"{rung.id}: The agent {self.agent.name!r}: {error}") from error
            raise
        result = counted()
        assert result is not None
        return result

    def _hint(self, rung: Rung) -> str:
        """A hint for an agent that fails on the first rung of another mode; else empty."""
        before = {one.result.rung.mode for one in self._finished}
        if not before or rung.mode in before:
            return ""
        return f" If the agent is for one mode, {_one_mode_or_both(next(iter(before)))}"

    @property
    def deviations(self) -> tuple[str, ...]:
        """How this differs from the official protocol, in words."""
        words = [f"{self.games} games on a rung instead of {GAMES_OF_A_RUNG}"] if self.games != GAMES_OF_A_RUNG else []
        for id_ in dict.fromkeys(rung.game for rung in self.rungs):
            version = registry.game(id_).version
            if version != GAME_VERSIONS[id_]:
                words.append(f"{id_} in version {version} instead of {GAME_VERSIONS[id_]}")
            if _has_replaced_tables(id_):
                words.append(f"{id_} with replaced tables")
        return tuple(words)

    @property
    def result(self) -> LadderResult:
        """The result of the rungs so far."""
        return LadderResult(
            agent=self.agent.name,
            games=self.games,
            rungs=tuple(one.result for one in self._finished),
            deviations=self.deviations,
            interrupted=len(self._finished) < len(self.rungs),
            partial=self._partial,
            mode=mode_left(self.rungs),
        )


def run_ladder(
    agent: Any,
    game: str | Game | Sequence[str | Game] | None = None,
    *,
    mode: str | None = None,
    games: int | None = None,
    threads: int | None = None,
    save: FilePath | None = None,
    resume: FilePath | None = None,
) -> LadderResult:
    """Play an agent on the ladder and return its result.

    Args:
        agent: an agent, a name or a function, see `moon_envs.agents`.
        game: a game, several games, or None for all.
        mode: "solo" for the rungs against the solo opponents, "several" for the rungs with several players, or None
            for both.
        games: the number of games on each rung; None takes the protocol's, other numbers are not official.
        threads: the number of threads, None for all cores. Results do not depend on it.
        save: a file for the finished rungs, written after each of them; None takes the file of `resume`.
        resume: the file of an interrupted ladder to continue.

    Raises:
        ConfigurationError: the agent, game or mode does not exist, or the agent does not play it.
        AgentError: the agent raised or played illegally; names the rung.
        SaveError: the file of `resume` cannot be read or is of another ladder; says what differs.
        UnsavedError: all rungs were played, but `save` could not be written; the error has the result.

    Example:
        >>> from moon_envs.arena.ladder import run_ladder
        >>> result = run_ladder("random", "launch", games=6)
        >>> result.is_official, result.rungs[0].rung.id, result.rungs[0].games
        (False, 'launch/astra-1', 6)
        >>> 0 <= result.environments["launch"].mean <= 100
        True
        >>> list(run_ladder("random", "launch", mode="solo", games=6).environment_scores("solo"))
        ['launch']
    """
    climb = Climb(agent, chosen_rungs(game, mode), games, threads)
    if resume is not None:
        climb.resume(resume)
    for _ in climb.climb(save=resume if save is None else save):
        pass
    return climb.result


def _found(agent: Any, threads: int | None) -> Agent:
    """The agent; a search agent made from its name uses `threads`."""
    found = find_agent(agent)
    if isinstance(agent, str) and threads is not None:
        for part in (of_mode(found, mode) for mode in MODES):
            if isinstance(part, SearchAgent):
                part.use_threads(threads)
    return found


def _check_games(agent: Agent, rungs: Sequence[Rung]) -> None:
    for mode in MODES:
        part = of_mode(agent, mode)
        ids = dict.fromkeys(rung.game for rung in rungs if rung.mode == mode or part is agent)
        refused = [id_ for id_ in ids if part.games is not None and id_ not in part.games]
        if part.games is not None and refused:
            raise ConfigurationError(
                f"The agent {part.name!r} plays {', '.join(part.games)}, not {', '.join(refused)}: choose its "
                "games with game=... (--game)."
            )


def _check_modes(agent: Agent, rungs: Sequence[Rung]) -> None:
    for rung in rungs:
        part = of_mode(agent, rung.mode)
        if part.modes is not None and rung.mode not in part.modes:
            raise ConfigurationError(
                f"The agent {part.name!r} plays {mode_in_words(*part.modes)}, and {rung.id} is played "
                f"{mode_in_words(rung.mode)}: {_one_mode_or_both(part.modes[0])}"
            )


def _one_mode_or_both(mode: str) -> str:
    return f"use mode={mode!r} (--mode {mode}), or name one agent for each mode: solo=AGENT,several=AGENT."


def _has_replaced_tables(id_: str) -> bool:
    file = file_in_use(id_)
    return file is not None and Path(__file__).parents[1] not in file.parents


def _prepare(agent: Agent, batch: Batch) -> None:
    try:
        prepare(agent, batch.game, batch.configuration)
    except (MoonEnvsError, MemoryError):
        raise
    except Exception as error:  # user objects may raise anything
        raise AgentError(f"The agent {agent.name!r} raised {type(error).__name__}: {error}") from error
