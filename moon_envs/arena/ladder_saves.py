"""The saved run of a ladder: what identifies it, and the agent's games on its finished rungs."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from moon_envs.agents import Agent
from moon_envs.arena.ladder_protocol import VERSION, Rung
from moon_envs.arena.ladder_results import RungResult
from moon_envs.arena.run_file import LADDER, PlayedSeeds, joined, no_seeds, read_run_and_facts
from moon_envs.base.checks import is_number_within
from moon_envs.base.errors import AgentError, ConfigurationError, MoonEnvsError, SaveError
from moon_envs.base.version import __version__
from moon_envs.core import registry
from moon_envs.core.saves import layout_code

SECONDS = "seconds"
MOST_SECONDS = 1e12


class FinishedRung(NamedTuple):
    """The result of a rung, and the agent's games on it, one for each seed."""

    result: RungResult
    seeds: PlayedSeeds


def finished_rung(
    rung: Rung, seeds: np.ndarray, outcome: np.ndarray, points: np.ndarray, decisions: np.ndarray, seconds: float
) -> FinishedRung:
    """The finished rung of these games.

    Args:
        rung: the rung.
        seeds: (games,) uint64.
        outcome: (games,) of the agent.
        points: (games,) of the agent.
        decisions: (games,) of all players.
        seconds: the time they took.
    """
    games = PlayedSeeds(
        seeds,
        outcome.astype(np.float32).reshape(-1, 1, 1),
        points.astype(np.int32).reshape(-1, 1, 1, 1),
        decisions.astype(np.int64).reshape(-1, 1),
    )
    return FinishedRung(RungResult.of_games(rung, outcome, points, seconds), games)


def games_of(finished: Sequence[FinishedRung]) -> PlayedSeeds:
    """The games of some rungs together."""
    return joined([_no_games(), *(one.seeds for one in finished)])


def run_of(agent: Agent, rungs: Sequence[Rung], games: int) -> dict[str, Any]:
    """What a saved ladder must have in common with this one to be resumed, as JSON values.

    Raises:
        AgentError: the agent's `fingerprint` raised.
        ConfigurationError: a rung is there twice.
    """
    ids = [rung.id for rung in rungs]
    if len(set(ids)) < len(ids):
        raise ConfigurationError("A ladder with the same rung twice cannot be saved.")
    modes = {rung.mode for rung in rungs}
    environments = list(dict.fromkeys(rung.game for rung in rungs))
    first_of_kind = {(rung.game, rung.mode): rung for rung in reversed(rungs)}
    return {
        "ladder": VERSION,
        "agent": agent.name,
        "games on a rung": games,
        "mode": "both" if len(modes) > 1 else next(iter(modes)),
        "environments": environments,
        "rungs": ids,
        **{f"the version of {game}": registry.game(game).version for game in environments},
        **{f"the layout and tables of {game}": layout_code(registry.game(game)) for game in environments},
        **{
            f"the agent's network, settings or code in {game}, {mode}": _fingerprint(agent, rung)
            for (game, mode), rung in sorted(first_of_kind.items(), key=lambda one: one[1].number)
        },
        "moon_envs": __version__,
    }


def facts_of(run: dict[str, Any], finished: Sequence[FinishedRung]) -> dict[str, Any]:
    """What the file says of a run: also the time of every rung."""
    return {**run, SECONDS: {one.result.rung.id: one.result.seconds for one in finished}}


def read_ladder(path: Path, run: dict[str, Any], rungs: Sequence[Rung], games: int) -> list[FinishedRung]:
    """Read the finished rungs of a run.

    Raises:
        SaveError: the file cannot be read, is damaged, or belongs to another run; says what differs.
    """
    seeds, facts = read_run_and_facts(path, run, _no_games(), LADDER)
    seconds = facts.get(SECONDS)
    seconds = seconds if isinstance(seconds, dict) else {}
    finished = []
    for rung in itertools.islice(rungs, len(seeds) // games):
        wanted = np.uint64(rung.first_seed) + np.arange(games, dtype=np.uint64)
        own = seeds.chosen(np.flatnonzero(np.isin(seeds.seeds, wanted)))
        own = own.chosen(np.argsort(own.seeds))
        if len(own) == games:
            outcome, points, decisions = (array.reshape(games) for array in (own.outcome, own.points, own.decisions))
            told: Any = seconds.get(rung.id)
            took = float(told) if is_number_within(told, 0, MOST_SECONDS) else 0.0
            finished.append(finished_rung(rung, own.seeds, outcome, points, decisions, took))
    if len(finished) * games != len(seeds):
        raise SaveError(f"cannot resume {str(path)!r}: it is damaged: a rung in it is not complete.")
    return finished


def _no_games() -> PlayedSeeds:
    return no_seeds(games=1, players=1, sides=1, categories=1)


def _fingerprint(agent: Agent, rung: Rung) -> str:
    game = registry.game(rung.game)
    try:
        return str(agent.fingerprint(game, game.configuration(rung.players, **rung.options)))
    except MoonEnvsError:
        raise
    except Exception as error:  # user objects may raise anything
        raise AgentError(f"The agent {agent.name!r} raised {type(error).__name__}: {error}") from error
