"""Compares two agents on common seeds: their difference, and how many games the common seeds save."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from moon_envs.arena.bootstrap import Estimate, interval
from moon_envs.base.showing import Facts, Shown


@dataclass(frozen=True)
class Difference:
    """A difference between two agents, in victories or points.

    Attributes:
        estimate: the mean difference with its interval.
        games_without_pairing: the number of games that give the same interval if each has its own seed; None if all
            seeds have the same difference, or there is only one.
    """

    estimate: Estimate
    games_without_pairing: float | None

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {**self.estimate.as_json(), "games_without_pairing": self.games_without_pairing}


@dataclass(frozen=True, repr=False)
class Comparison(Shown):
    """One agent compared with another.

    Attributes:
        agent: the name of the first agent.
        other: the name of the second agent.
        win_share: the first agent's share of the victories minus the second's.
        points: the first agent's points minus the second's.
    """

    agent: str
    other: str
    win_share: Difference
    points: Difference

    def _repr_facts_(self) -> Facts:
        means = {"win_share": self.win_share.estimate.mean, "points": self.points.estimate.mean}
        return {"agent": self.agent, "other": self.other, **means}

    @property
    def better(self) -> str | None:
        """The agent that wins more; None if the interval of the difference contains 0."""
        share = self.win_share.estimate
        if share.low <= 0 <= share.high:
            return None
        return self.agent if share.low > 0 else self.other

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {
            "agent": self.agent,
            "other": self.other,
            "win_share": self.win_share.as_json(),
            "points": self.points.as_json(),
            "better": self.better,
        }


def paired_difference(by_game: np.ndarray, draws: np.ndarray) -> Difference:
    """The mean difference over seeds, and the number of games it takes without common seeds.

    Each of the K seeds is played with the same B seatings. Game j of seed i contributes d[i, j] to the difference
    D[i] = d[i, 1] + ... + d[i, B] of the seed. Seeds are independent, the games of one seed are not, so the mean
    difference has the variance Var(D) / K. With a seed of its own for every game, only the dependence within a seed
    disappears, and the variance is (Var(d[., 1]) + ... + Var(d[., B])) / K. Both shrink like one over the number of
    games. So without pairing

        games x (Var(d[., 1]) + ... + Var(d[., B])) / Var(D)

    games give the same variance, and an interval of the same width. Variances are sample variances, with K - 1 in the
    denominator. Both contain the dependence of two agents in one game, so the factor measures the common seeds only.

    Args:
        by_game: (seeds, games of a seed), the contribution of each game to the difference of its seed.
        draws: (resamples,) bootstrap draws of the mean difference.

    Example:
        >>> import numpy as np
        >>> from moon_envs.arena.comparisons import paired_difference
        >>> luck = np.array([3.0, -1.0, 2.0, -4.0])  # the better seat has it
        >>> by_game = np.stack([luck + [1, 0, 0, 1], -luck], axis=1)
        >>> round(paired_difference(by_game, by_game.sum(axis=1)).games_without_pairing)
        472
    """
    seeds, games = by_game.shape
    by_seed = by_game.sum(axis=1)
    estimate = interval(float(by_seed.mean()), draws)
    if seeds < 2:
        return Difference(estimate, None)
    paired, unpaired = float(by_seed.var(ddof=1)), float(by_game.var(axis=0, ddof=1).sum())
    # Sums of fractions may differ by rounding.
    if paired <= 1e-12 * unpaired or paired == 0:
        return Difference(estimate, None)
    return Difference(estimate, seeds * games * unpaired / paired)
