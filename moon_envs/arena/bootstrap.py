"""What many games say about an agent, and how sure that is: bootstrap intervals over independent deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

RESAMPLES = 1000
CONFIDENCE = 0.95
VALUES_AT_ONCE = 1 << 22


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval of confidence.

    Attributes:
        mean: of all values.
        low: lower end of the interval.
        high: upper end.
    """

    mean: float
    low: float
    high: float

    def as_json(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {"mean": self.mean, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        return f"{self.mean:.3g} [{self.low:.3g}, {self.high:.3g}]"


def bootstrap_means(values: np.ndarray, seed: int = 0, resamples: int = RESAMPLES) -> np.ndarray:
    """Means of values drawn again with replacement, (resamples, ...): how the mean might have come out.

    Args:
        values: (deals, ...), independent along the first axis only.
        seed: of the draws; the same seed draws the same deals, so that differences of two calls are paired.
        resamples: how often to draw.
    """
    random = np.random.default_rng(seed)
    deals = len(values)
    columns = np.asarray(values, dtype=np.float64).reshape(deals, -1)
    means = np.empty((resamples, columns.shape[1]))
    at_once = max(1, VALUES_AT_ONCE // deals)
    for first in range(0, resamples, at_once):
        samples = min(at_once, resamples - first)
        drawn = random.integers(deals, size=(samples, deals)) + np.arange(samples)[:, None] * deals
        # How often each deal was drawn: products of matrices are much faster than picking the deals themselves.
        times = np.bincount(drawn.ravel(), minlength=samples * deals).reshape(samples, deals)
        means[first : first + samples] = times @ columns / deals
    return means.reshape(resamples, *values.shape[1:])


def estimate_mean(values: np.ndarray, seed: int = 0) -> Estimate:
    """The mean of independent values with its bootstrap interval.

    Example:
        >>> import numpy as np
        >>> estimate_mean(np.array([1.0, 1.0, 1.0]))
        Estimate(mean=1.0, low=1.0, high=1.0)
    """
    values = np.asarray(values, dtype=np.float64)
    return interval(float(values.mean()), bootstrap_means(values, seed))


def interval(mean: float, draws: np.ndarray) -> Estimate:
    """A mean with the interval that its bootstrap draws lie in."""
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return Estimate(mean, float(low), float(high))
