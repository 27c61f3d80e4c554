"""The reference scores of the ladder: how the built-in agents did. `benchmarks/reference_scores.py` measures them."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from moon_envs.arena.ladder_protocol import GAME_VERSIONS, GAMES_OF_A_RUNG, RUNGS, VERSION, Rung
from moon_envs.arena.ladder_results import LadderResult, RungResult, mode_left
from moon_envs.base.checks import as_list, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.files.bounded import MOST_JSON_BYTES, read_json
from moon_envs.base.files.disk import read_file
from moon_envs.core.game import MODES
from moon_envs.networks.finding import BASELINE, BOX

AGENTS = ("random", "greedy", "flat:50", "mcts:25", "mcts:100", "baseline")
SCORES = Path(__file__).with_name("reference_scores.json")
KEY = ("agent", "ladder", "version", "game", "games", "rung")
RUNG_OF_ID = {rung.id: rung for rung in RUNGS}


def reference_scores(rungs: Sequence[Rung] = RUNGS) -> dict[str, LadderResult]:
    """The official results of the built-in agents, to compare your own with.

    They come with the package. A rung is missing if its game or its network has changed since it was measured.

    Args:
        rungs: only these rungs, see `chosen_rungs`.

    Raises:
        ConfigurationError: `rungs` is not a list of rungs.

    Example:
        >>> from moon_envs.arena.ladder import chosen_rungs, reference_scores
        >>> references = reference_scores(chosen_rungs("launch"))
        >>> list(references)[:3]
        ['random', 'greedy', 'flat:50']
        >>> round(references["random"].environment_means()["launch"], 1)
        3.4
    """
    wanted = as_list(rungs)
    if wanted is None or not all(isinstance(rung, Rung) for rung in wanted):
        raise ConfigurationError(f"rungs={shown(rungs)} is not allowed; allowed: a list of Rungs.")
    found = {}
    for agent, result in results_of(_official_lines()).items():
        played = tuple(one for one in result.rungs if one.rung in wanted)
        is_short = len(played) < len(wanted)
        found[agent] = LadderResult(agent, result.games, played, interrupted=is_short, mode=mode_left(wanted))
    return found


def references_beside(result: LadderResult) -> dict[str, LadderResult]:
    """The reference scores of the rungs that a result has."""
    return reference_scores([one.rung for one in result.rungs])


def references_as_json(result: LadderResult) -> dict[str, Any]:
    """The means of the reference scores of the rungs that a result has, as JSON values."""
    return {
        "comparable": result.is_official,
        "games": GAMES_OF_A_RUNG,
        "agents": {agent: _means_as_json(found) for agent, found in references_beside(result).items()},
    }


def _means_as_json(result: LadderResult) -> dict[str, Any]:
    return {
        **_scores_as_json(result, None),
        "modes": {mode: _scores_as_json(result, mode) for mode in MODES},
        "win_shares": {one.rung.id: float(one.shares.mean()) for one in result.rungs},
    }


def _scores_as_json(result: LadderResult, mode: str | None) -> dict[str, Any]:
    return {"collection": result.collection_mean(mode), "environments": result.environment_means(mode)}


@functools.cache
def _official_lines() -> list[dict[str, Any]]:
    return current_lines(read_scores(SCORES), GAMES_OF_A_RUNG)


def read_scores(path: Path) -> list[dict[str, Any]]:
    """Read and check the lines of a file of scores, one for each rung that an agent played.

    Raises:
        ConfigurationError: the file cannot be read or is damaged.
    """
    try:
        lines = read_json(read_file(path, MOST_JSON_BYTES, ConfigurationError))
        for line in lines:
            assert {*KEY, "date", "machine"} <= line.keys()
            if line["ladder"] == VERSION:
                RungResult.from_json(line)
    except (ValueError, TypeError, LookupError, AttributeError, AssertionError, StopIteration) as error:
        raise ConfigurationError(f"{path}: these scores cannot be read ({error!r}).") from error
    return lines


def current_lines(lines: Iterable[dict[str, Any]], games: int) -> list[dict[str, Any]]:
    """The lines of this version of the protocol with `games` games each, for the present games and networks."""
    now = [line for line in lines if (line["ladder"], line["games"]) == (VERSION, games)]
    now = [line for line in now if line["version"] == GAME_VERSIONS[line["game"]]]
    return [line for line in now if line.get("network", "") == _network_now(line)]


def results_of(lines: Sequence[dict[str, Any]]) -> dict[str, LadderResult]:
    """The result of every agent, in the order of the reference tables."""
    found = {}
    for agent in dict.fromkeys([*AGENTS, *(line["agent"] for line in lines)]):
        rungs = tuple(RungResult.from_json(line) for line in lines if line["agent"] == agent)
        if rungs:
            found[agent] = LadderResult(agent, rungs[0].games, rungs, interrupted=len(rungs) < len(RUNGS))
    return found


def _network_now(line: dict[str, Any]) -> str:
    return network_digest(line["agent"], line["game"], RUNG_OF_ID[line["rung"]].players)


@functools.cache
def network_digest(agent: str, game: str, players: int) -> str:
    """A digest of the baseline weights that an agent plays a game with; empty for agents without them."""
    if BASELINE not in agent:
        return ""
    file = BOX / f"{game}-{'solo' if players == 1 else 'several'}.npz"
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.exists() else "none"
