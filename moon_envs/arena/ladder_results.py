"""The results of an agent on the ladder: rungs, a score for each environment and one for the collection."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moon_envs.arena.bootstrap import Estimate, bootstrap_means, estimate_mean, interval
from moon_envs.arena.ladder_protocol import RUNGS, VERSION, Rung
from moon_envs.base.showing import Facts, Shown, Table
from moon_envs.core.game import MODES


@dataclass(frozen=True, repr=False)
class RungResult(Shown):
    """The result of the games of one rung.

    Attributes:
        rung: the rung.
        victories: the numbers of games that were lost, won alone, shared by two, by three and so on. A draw against a
            solo opponent is a victory shared by two.
        points: the agent's points.
        seconds: the time it took.
    """

    rung: Rung
    victories: tuple[int, ...]
    points: Estimate
    seconds: float = field(default=0.0, compare=False)

    def _repr_facts_(self) -> Facts:
        means = {"win_share": float(self.shares.mean()), "points": self.points.mean}
        return {"rung": self.rung.id, "games": self.games, **means}

    @staticmethod
    def of_games(rung: Rung, outcome: np.ndarray, points: np.ndarray, seconds: float = 0.0) -> RungResult:
        """The result of games with these outcomes of the agent (2 x share of the victory - 1) and points."""
        share = (outcome.astype(np.float64) + 1) / 2
        winners = np.rint(1 / np.where(share > 0, share, np.inf)).astype(np.int64)
        victories = tuple(np.bincount(winners, minlength=2).tolist())
        return RungResult(rung, victories, estimate_mean(points, seed=rung.number), seconds)

    @staticmethod
    def from_json(value: dict[str, Any]) -> RungResult:
        """The result that `as_json` describes."""
        rung = next(rung for rung in RUNGS if rung.id == value["rung"])
        return RungResult(rung, tuple(value["victories"]), Estimate(**value["points"]), value["seconds"])

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.victories)

    @property
    def shares(self) -> np.ndarray:
        """The share of the victory in every game, sorted by kind of result."""
        return np.repeat([0.0, *(1 / winners for winners in range(1, len(self.victories)))], self.victories)

    @functools.cached_property
    def draws(self) -> np.ndarray:
        """Bootstrap draws of the mean share, seeded by the rung, so that rungs are independent."""
        return bootstrap_means(self.shares, seed=self.rung.number)

    @property
    def win_share(self) -> Estimate:
        """The mean share of the victory, from 0 to 1."""
        return interval(float(self.shares.mean()), self.draws)

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        rung = self.rung
        return {
            "rung": rung.id,
            "game": rung.game,
            "players": rung.players,
            "options": rung.options,
            "first_seed": rung.first_seed,
            "games": self.games,
            "win_share": self.win_share.as_json(),
            "victories": list(self.victories),
            "points": self.points.as_json(),
            "seconds": self.seconds,
        }


@dataclass(frozen=True, repr=False)
class LadderResult(Shown):
    """The result of an agent. Scores go from 0 (every game lost) to 100 (every game won alone).

    Attributes:
        agent: the name of the agent.
        games: the number of games on each rung.
        rungs: the results of the complete rungs.
        deviations: the differences from the official protocol, in words; empty for an official result.
        interrupted: whether rungs are missing.
        partial: the finished games of an interrupted rung, which no score counts; None if there are none.
        mode: "solo" or "several" if only this half of the games was to be played: its scores are sub-scores; None for
            whole games.
    """

    agent: str
    games: int
    rungs: tuple[RungResult, ...]
    deviations: tuple[str, ...] = ()
    interrupted: bool = False
    partial: RungResult | None = None
    mode: str | None = None

    def _repr_facts_(self) -> Facts:
        facts = {"agent": self.agent, "games": self.games, "rungs": len(self.rungs), "is_official": self.is_official}
        collection = self.collection_mean()
        return {**facts, **self.environment_means()} if collection is None else {**facts, "collection": collection}

    def _repr_table_(self) -> Table:
        return ("environment", "score"), list(self.environment_means().items())

    def environment_means(self, mode: str | None = None) -> dict[str, float]:
        """The scores of `environment_scores` without the intervals, which take longer."""
        complete = self._complete(mode).items()
        return {game: 100 * float(np.mean([rung.shares.mean() for rung in rungs])) for game, rungs in complete}

    def collection_mean(self, mode: str | None = None) -> float | None:
        """The score of `collection_score` without the interval."""
        means = self.environment_means(mode)
        return float(np.mean(list(means.values()))) if len(means) == len(_rungs_of_games(mode)) else None

    @property
    def is_official(self) -> bool:
        """Whether the rungs that were played follow the official protocol; then sub-scores are official, too."""
        return not self.deviations

    @property
    def environments(self) -> dict[str, Estimate]:
        """The score of every game with complete rungs: 100 x the mean win share of its rungs."""
        return self.environment_scores()

    @property
    def collection(self) -> Estimate | None:
        """The mean of the scores of all games; None if a score is missing."""
        return self.collection_score()

    def environment_scores(self, mode: str | None = None) -> dict[str, Estimate]:
        """The scores from the rungs of one mode, "solo" or "several"; None for both modes."""
        return {game: _score([draws]) for game, draws in self._complete(mode).items()}

    def collection_score(self, mode: str | None = None) -> Estimate | None:
        """The mean of the scores of all games with this mode; None if a score is missing."""
        complete = self._complete(mode)
        return _score(complete.values()) if len(complete) == len(_rungs_of_games(mode)) else None

    def _complete(self, mode: str | None) -> dict[str, list[RungResult]]:
        """The results of every game that has all of its rungs of this mode."""
        wanted = _rungs_of_games(mode)
        found = {game: [result for result in self.rungs if result.rung in rungs] for game, rungs in wanted.items()}
        return {game: results for game, results in found.items() if len(results) == len(wanted[game])}

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values. They depend on the agent and the number of games only, except `seconds`."""
        collection = self.collection
        return {
            "ladder": VERSION,
            "agent": self.agent,
            "games": self.games,
            "mode": self.mode,
            "official": self.is_official,
            "deviations": list(self.deviations),
            "interrupted": self.interrupted,
            "collection": collection.as_json() if collection else None,
            "environments": {game: score.as_json() for game, score in self.environments.items()},
            "modes": {mode: self._mode_as_json(mode) for mode in MODES},
            "rungs": [result.as_json() for result in self.rungs],
            "partial": self.partial.as_json() if self.partial else None,
            "seconds": sum(result.seconds for result in self.rungs),
        }

    def _mode_as_json(self, mode: str) -> dict[str, Any]:
        collection = self.collection_score(mode)
        scores = {game: score.as_json() for game, score in self.environment_scores(mode).items()}
        return {"collection": collection.as_json() if collection else None, "environments": scores}


def mode_left(rungs: Iterable[Rung]) -> str | None:
    """The only mode of some rungs, if their games have rungs of another mode, too; else None.

    Example:
        >>> from moon_envs.arena.ladder_protocol import chosen_rungs
        >>> mode_left(chosen_rungs("launch", "solo")), mode_left(chosen_rungs("launch"))
        ('solo', None)
        >>> mode_left(chosen_rungs("mlem", "several")) is None  # MLEM has no solo mode
        True
    """
    given = list(rungs)
    modes, games = {rung.mode for rung in given}, {rung.game for rung in given}
    has_others = any(rung.game in games and rung.mode not in modes for rung in RUNGS)
    return next(iter(modes)) if len(modes) == 1 and has_others else None


def _rungs_of_games(mode: str | None) -> dict[str, list[Rung]]:
    """The rungs of this mode for every game that has it; None for both modes."""
    rungs = [rung for rung in RUNGS if mode is None or rung.mode == mode]
    return {game: [rung for rung in rungs if rung.game == game] for game in dict.fromkeys(rung.game for rung in rungs)}


def _score(environments: Iterable[list[RungResult]]) -> Estimate:
    """100 x the mean over environments of the mean win share over rungs, with its interval over seeds."""
    results = list(environments)
    means = [np.mean([result.shares.mean() for result in rungs]) for rungs in results]
    draws = [np.mean([result.draws for result in rungs], axis=0) for rungs in results]
    return interval(100 * float(np.mean(means)), 100 * np.mean(draws, axis=0))
