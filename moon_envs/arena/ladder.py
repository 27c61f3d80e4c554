"""The ladder: the standard benchmark of the collection, with fixed deals, rungs and bots. LADDER.md defines it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import moon_envs
from moon_envs import registry
from moon_envs.agents import Agent, find_agent, play_games, prepare
from moon_envs.agents.searching import SearchAgent
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
from moon_envs.arena.ladder_results import LadderResult, RungResult
from moon_envs.batch import Batch
from moon_envs.checks import as_list, check_whole_number, shown
from moon_envs.component_files import file_in_use
from moon_envs.errors import AgentError, ConfigurationError, MoonEnvsError
from moon_envs.game import Game
from moon_envs.showing import Facts, Shown

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
    "run_ladder",
    "seating",
]


MOST_RUNGS = 1000


class Climb(Shown):
    """An agent on its way up the ladder, rung by rung: what is behind it can be asked for at any time.

    Args:
        agent: an agent, a name or a function, see `moon_envs.agents`.
        rungs: which ones, see `chosen_rungs`.
        games: how many games on each rung; None for the protocol's.
        threads: None for all cores, or a number. The result never depends on it, unless an agent of yours does.

    Raises:
        ConfigurationError: there is no such agent, or it does not play one of the games.
    """

    def __init__(self, agent: Any, rungs: Sequence[Rung] = RUNGS, games: int | None = None, threads: int | None = None):
        self.rungs = as_list(rungs, MOST_RUNGS) or []
        if not self.rungs or not all(isinstance(rung, Rung) for rung in self.rungs):
            raise ConfigurationError(f"rungs={shown(rungs)} is not allowed; allowed: a list of Rungs.")
        self.games = GAMES_OF_A_RUNG if games is None else check_whole_number("games", games, 1, MOST_GAMES)
        self.agent = _found(agent, threads)
        self._threads = threads
        self._results: list[RungResult] = []
        _check_games(self.agent, list(dict.fromkeys(rung.game for rung in self.rungs)))

    def __iter__(self) -> Iterator[RungResult]:
        return self.climb()

    def _repr_facts_(self) -> Facts:
        played = f"{len(self._results)} of {len(self.rungs)}"
        return {"agent": self.agent.name, "games": self.games, "rungs_played": played}

    def climb(
        self,
        on_rung: Callable[[Rung], None] = lambda rung: None,
        on_step: Callable[[int], None] = lambda finished: None,
    ) -> Iterator[RungResult]:
        """Play the rungs that are left, one after the other.

        Args:
            on_rung: called before a rung is played.
            on_step: called with the number of games that have come to their end since it was called before.

        Raises:
            AgentError: the agent raised or played illegally; says on which rung.
        """
        for rung in self.rungs[len(self._results) :]:
            on_rung(rung)
            result = _play_rung(self.agent, rung, self.games, self._threads, on_step)
            self._results.append(result)
            yield result

    @property
    def deviations(self) -> tuple[str, ...]:
        """In which ways this is not the official protocol, in words."""
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
        """What the agent has reached so far."""
        is_short = len(self._results) < len(self.rungs)
        return LadderResult(self.agent.name, self.games, tuple(self._results), self.deviations, interrupted=is_short)


def run_ladder(
    agent: Any,
    game: str | Game | Sequence[str | Game] | None = None,
    *,
    games: int | None = None,
    threads: int | None = None,
) -> LadderResult:
    """Let an agent climb the ladder.

    Args:
        agent: an agent, a name or a function, see `moon_envs.agents`.
        game: a game, several of them, or None for all.
        games: how many games on each rung; None for the protocol's, others are not official.
        threads: None for all cores, or a number. The result never depends on it, unless an agent of yours does.

    Raises:
        ConfigurationError: there is no such agent or game, or the agent does not play it.
        AgentError: the agent raised or played illegally; says on which rung.

    Example:
        >>> from moon_envs.arena.ladder import run_ladder
        >>> result = run_ladder("random", "launch", games=6)
        >>> result.is_official, result.rungs[0].rung.id, result.rungs[0].games
        (False, 'launch/astra-1', 6)
        >>> 0 <= result.environments["launch"].mean <= 100
        True
    """
    climb = Climb(agent, chosen_rungs(game), games, threads)
    for _ in climb:
        pass
    return climb.result


def _found(agent: Any, threads: int | None) -> Agent:
    """The agent; one that is made here of its name searches with the threads that are given here."""
    found = find_agent(agent)
    if isinstance(agent, str) and isinstance(found, SearchAgent) and threads is not None:
        found.use_threads(threads)
    return found


def _check_games(agent: Agent, ids: list[str]) -> None:
    refused = [id_ for id_ in ids if agent.games is not None and id_ not in agent.games]
    if agent.games is not None and refused:
        raise ConfigurationError(
            f"The agent {agent.name!r} plays {', '.join(agent.games)}, not {', '.join(refused)}: name the games that "
            "it is to climb with."
        )


def _has_replaced_tables(id_: str) -> bool:
    file = file_in_use(id_)
    return file is not None and Path(moon_envs.__file__).parent not in file.parents


def _play_rung(agent: Agent, rung: Rung, games: int, threads: int | None, on_step: Callable[[int], None]) -> RungResult:
    batch = Batch(
        rung.game, games, rung.players, rung.first_seed, autoreset="disabled", threads=threads, **rung.options
    )
    seats = seating(games, rung.players)
    bots = [_found(name, threads) for name in FIELD] if rung.players > 1 else []
    started = time.perf_counter()
    try:
        _prepare(agent, batch)
        play_games(batch, [agent, *bots], seats, on_step)
    except AgentError as error:
        raise AgentError(f"{rung.id}: {error}") from error
    except ConfigurationError as error:
        raise AgentError(f"{rung.id}: The agent {agent.name!r}: {error}") from error
    row, seat = (seats == 0).nonzero()
    outcome, points = batch.final_outcome[row, seat], batch.final_points[row, seat].sum(axis=1)
    return RungResult.of_games(rung, outcome, points, time.perf_counter() - started)


def _prepare(agent: Agent, batch: Batch) -> None:
    try:
        prepare(agent, batch.game, batch.configuration)
    except (MoonEnvsError, MemoryError):
        raise
    except Exception as error:  # whatever a stranger's agent does
        raise AgentError(f"The agent {agent.name!r} raised {type(error).__name__}: {error}") from error
