"""A sequential probability ratio test of two agents: a match that stops as soon as its pairs of games decide.

The generalised test (GSPRT) of chess engine testing, on pairs. Both games of a pair have the same seed and swapped
seats. The first agent's points in a pair are 0, 1/2, 1, 3/2 or 2; half of them is the pair's score.
"""

from __future__ import annotations

import functools
import math
import statistics
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from moon_envs.arena.bootstrap import CONFIDENCE, Estimate
from moon_envs.base.checks import check_number
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
HIGHEST_ELO = 1000.0
EMPTY_CELL = 1e-3  # pairs, as in fishtest: so every expected score is possible
MOST_STEPS = 100


def expected_score(elo: float) -> float:
    """The expected score of an agent that leads by so many Elo points: 0.5 for 0, 10/11 for 400."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The lead in Elo points that an expected score means; infinite for 0 and 1."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def log_likelihood_ratio(counts: np.ndarray, elo0: float, elo1: float) -> np.ndarray:
    """The log-likelihood ratio of `elo1` to `elo0`, each with the most likely distribution of that expected score.

    Of all distributions p with mean s, the one that makes the observed shares f of the outcomes a most likely is
    p = f / (1 + t (a - s)). Its t solves sum f (a - s) / (1 + t (a - s)) = 0, which falls in t. The ratio is the sum of
    counts x log(p1 / p0).

    Args:
        counts: (..., 5), the numbers of pairs with 0, 1/2, 1, 3/2 and 2 points.
        elo0: the lead of the first agent under H0.
        elo1: the lead under H1.

    Example:
        >>> import numpy as np
        >>> from moon_envs.arena.sequential import log_likelihood_ratio
        >>> log_likelihood_ratio(np.array([[10, 20, 40, 20, 10], [10, 20, 40, 25, 15]]), 0, 20).round(2).tolist()
        [-0.55, 0.76]
    """
    pairs = np.maximum(counts, EMPTY_CELL)
    shares = pairs / pairs.sum(axis=-1, keepdims=True)
    denominators = [_denominators(shares, expected_score(elo)) for elo in (elo0, elo1)]
    return (pairs * np.log(denominators[0] / denominators[1])).sum(axis=-1)


def _denominators(shares: np.ndarray, score: float) -> np.ndarray:
    """1 + t (a - s) for each outcome a, by Newton's method inside a bracket that shrinks."""
    distances = SCORES - score
    low = np.full(shares.shape[:-1], -1 / distances[-1])
    high = np.full_like(low, -1 / distances[0])
    multiplier, is_solved = np.zeros_like(low), np.zeros(low.shape, dtype=bool)
    for _ in range(MOST_STEPS):
        parts = distances / (1 + multiplier[..., None] * distances)
        value = (shares * parts).sum(axis=-1)
        low, high = np.where(value > 0, multiplier, low), np.where(value > 0, high, multiplier)
        following = multiplier + value / (shares * parts**2).sum(axis=-1)
        following = np.where((following > low) & (following < high), following, (low + high) / 2)
        # Solved rows keep their last digits, so that a ratio does not depend on the other rows.
        following = np.where(is_solved, multiplier, following)
        is_solved |= np.abs(following - multiplier) <= 1e-12 * (1 + np.abs(following))
        multiplier = following
        if is_solved.all():
            break
    return 1 + multiplier[..., None] * distances


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two agents: is the first agent's lead rather `elo0` (H0) or `elo1` (H1)?

    Args:
        elo0: the lead in Elo points under H0.
        elo1: the lead under H1, larger than `elo0`.
        alpha: the probability to accept H1 if the lead is `elo0`, between 0 and 0.5.
        beta: the probability to accept H0 if the lead is `elo1`, between 0 and 0.5.

    Example:
        >>> from moon_envs.arena.sequential import Sprt
        >>> test = Sprt(0, 100)
        >>> [round(bound, 2) for bound in test.bounds]
        [-2.94, 2.94]
        >>> outcome = test.decide([2, 4, 4, 3, 4] * 10)  # the first agent's half points in each pair
        >>> outcome.accepted, outcome.games, outcome.elo.low > 0
        ('H1', 24, True)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            object.__setattr__(self, name, check_number(name, getattr(self, name), -HIGHEST_ELO, HIGHEST_ELO))
        if self.elo0 >= self.elo1:
            raise ConfigurationError(f"elo0={self.elo0:g} is not allowed with elo1={self.elo1:g}; elo0 is smaller.")
        for name in ("alpha", "beta"):
            value = check_number(name, getattr(self, name), 0, 0.5)
            if value in (0, 0.5):
                raise ConfigurationError(f"{name}={value:g} is not allowed; allowed: more than 0, less than 0.5.")
            object.__setattr__(self, name, value)

    @property
    def bounds(self) -> tuple[float, float]:
        """H0 is accepted at or below the first log-likelihood ratio, H1 at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def fixed_games(self, variance: float) -> float:
        """The games of a match of fixed length with the same error rates, if a pair's score has this variance v.

        It has n = v ((z(1 - alpha) + z(1 - beta)) / (s1 - s0))^2 pairs, with the normal quantiles z and the expected
        scores s0 and s1 of the hypotheses.
        """
        normal = statistics.NormalDist()
        quantiles = normal.inv_cdf(1 - self.alpha) + normal.inv_cdf(1 - self.beta)
        return 2 * variance * (quantiles / (expected_score(self.elo1) - expected_score(self.elo0))) ** 2

    def decide(self, half_points: Any, undecided: int = 0) -> SprtOutcome:
        """Decide by twice the points of each pair, in order; the first `undecided` pairs are known not to decide."""
        outcomes = np.asarray(half_points, dtype=np.int64)
        counts = np.cumsum(outcomes[:, None] == np.arange(len(SCORES)), axis=0)
        if not len(outcomes):
            return SprtOutcome(self, (0,) * len(SCORES), 0.0)
        ratios = log_likelihood_ratio(counts[undecided:], self.elo0, self.elo1)
        deciding = np.flatnonzero((ratios <= self.bounds[0]) | (ratios >= self.bounds[1]))
        last = int(deciding[0]) if len(deciding) else len(ratios) - 1
        return SprtOutcome(self, tuple(counts[undecided + last].tolist()), float(ratios[last]))


@dataclass(frozen=True, repr=False)
class SprtOutcome(Shown):
    """What a sequential test says.

    Attributes:
        test: the test.
        counts: the numbers of pairs with 0, 1/2, 1, 3/2 and 2 points of the first agent, up to the pair that decided.
        ratio: their log-likelihood ratio.
    """

    test: Sprt
    counts: tuple[int, ...]
    ratio: float

    def _repr_facts_(self) -> Facts:
        return {"accepted": self.accepted, "ratio": self.ratio, "games": self.games, "elo": self.elo.mean}

    @property
    def accepted(self) -> str | None:
        """The accepted hypothesis, "H0" or "H1"; None if undecided."""
        return "H0" if self.ratio <= self.test.bounds[0] else "H1" if self.ratio >= self.test.bounds[1] else None

    @property
    def games(self) -> int:
        """The number of games up to the pair that decided."""
        return 2 * sum(self.counts)

    @functools.cached_property
    def _moments(self) -> tuple[float, float]:  # mean and variance of a pair's score
        pairs = np.maximum(self.counts, EMPTY_CELL)
        mean = float(pairs @ SCORES / pairs.sum())
        return mean, float(pairs @ (SCORES - mean) ** 2 / pairs.sum())

    @property
    def elo(self) -> Estimate:
        """The lead of the first agent in Elo points; its normal interval over pairs ignores that the test stopped."""
        mean, variance = self._moments
        width = statistics.NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * math.sqrt(variance / max(1, sum(self.counts)))
        return Estimate(elo_of(mean), elo_of(mean - width), elo_of(mean + width))

    @property
    def fixed_games(self) -> float:
        """The games of a fixed match with the same error rates and this variance; see `Sprt.fixed_games`."""
        return self.test.fixed_games(self._moments[1])

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values; an end of the interval that is infinite is None."""
        elo = {name: value if math.isfinite(value) else None for name, value in self.elo.as_json().items()}
        found = {"accepted": self.accepted, "log_likelihood_ratio": self.ratio, "bounds": list(self.test.bounds)}
        games = {"pairs": list(self.counts), "games": self.games, "fixed_games": self.fixed_games}
        return {**asdict(self.test), **found, **games, "elo": elo}
