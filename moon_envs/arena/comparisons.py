"""Two agents compared on common deals: how far they are apart, and what the common deals were worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from moon_envs.arena.bootstrap import Estimate, interval
from moon_envs.base.showing import Facts, Shown


@dataclass(frozen=True)
class Difference:
    """The difference of one number between two agents.

    Attributes:
        estimate: its mean, with the interval.
        games_without_pairing: how many games would give as narrow an interval if no two of them shared a deal; None
            where that cannot be said, because all deals came out the same or there is only one.
    """

    estimate: Estimate
    games_without_pairing: float | None

    def as_json(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {**self.estimate.as_json(), "games_without_pairing": self.games_without_pairing}


@dataclass(frozen=True, repr=False)
class Comparison(Shown):
    """One agent against another.

    Attributes:
        agent: the name of the one.
        other: the name of the other.
        win_share: how much larger the one's share of the victories is.
        points: how many points more it has.
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
        """Who wins more, if the interval of the share of the victories says so; None if it does not."""
        share = self.win_share.estimate
        if share.low <= 0 <= share.high:
            return None
        return self.agent if share.low > 0 else self.other

    def as_json(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {
            "agent": self.agent,
            "other": self.other,
            "win_share": self.win_share.as_json(),
            "points": self.points.as_json(),
            "better": self.better,
        }


def paired_difference(by_game: np.ndarray, draws: np.ndarray) -> Difference:
    """The mean difference over deals, and how many games it would have taken without common deals.

    Deal i is played with the same B seatings as every other, and game j of it contributes d[i, j] to the difference
    D[i] = d[i, 1] + ... + d[i, B] of the deal. Deals are independent of each other, the games of a deal are not. With K
    deals the variance of the mean difference is Var(D) / K. If the same K x B games, in the same seatings, had been
    dealt one by one, nothing but the dependence within a deal would be missing: the variance would be
    (Var(d[., 1]) + ... + Var(d[., B])) / K. Both shrink like one over the number of games. So without pairing

        games x (Var(d[., 1]) + ... + Var(d[., B])) / Var(D)

    games give the same variance, and the same width of the interval. The variances are those of the sample, with K - 1
    in the denominator. That both agents may sit at the same table is in both variances, and no merit of the pairing.

    Args:
        by_game: (deals, games of a deal), what each game contributes to the difference of its deal.
        draws: (resamples,) bootstrap draws of the mean difference.

    Example:
        >>> import numpy as np
        >>> from moon_envs.arena.comparisons import paired_difference
        >>> luck = np.array([3.0, -1.0, 2.0, -4.0])  # of the better seat: it comes and goes with the seat
        >>> by_game = np.stack([luck + [1, 0, 0, 1], -luck], axis=1)
        >>> round(paired_difference(by_game, by_game.sum(axis=1)).games_without_pairing)
        472
    """
    deals, games = by_game.shape
    by_deal = by_game.sum(axis=1)
    estimate = interval(float(by_deal.mean()), draws)
    if deals < 2:
        return Difference(estimate, None)
    paired, unpaired = float(by_deal.var(ddof=1)), float(by_game.var(axis=0, ddof=1).sum())
    # Sums of fractions are not exactly equal where they should be.
    if paired <= 1e-12 * unpaired or paired == 0:
        return Difference(estimate, None)
    return Difference(estimate, deals * games * unpaired / paired)
