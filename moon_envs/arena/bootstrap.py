"""Means with bootstrap intervals over independent seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

RESAMPLES = 1000
CONFIDENCE = 0.95
VALUES_AT_ONCE = 1 << 22


@dataclass(frozen=True)
class Estimate:
    """A mean with its confidence interval.

    Attributes:
        mean: the mean of all values.
        low: the lower end of the interval.
        high: the upper end of the interval.
    """

    mean: float
    low: float
    high: float

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {"mean": self.mean, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        return f"{self.mean:.3g} [{self.low:.3g}, {self.high:.3g}]"


def bootstrap_means(values: np.ndarray, seed: int = 0, resamples: int = RESAMPLES) -> np.ndarray:
    """The means of bootstrap samples, (resamples, ...): each draws the values again with replacement.

    Args:
        values: (count, ...), independent along the first axis only.
        seed: the seed of the draws; calls with the same seed and count draw the same places, so their differences are
            paired.
        resamples: the number of samples.
    """
    random = np.random.default_rng(seed)
    count = len(values)
    columns = np.asarray(values, dtype=np.float64).reshape(count, -1)
    means = np.empty((resamples, columns.shape[1]))
    at_once = max(1, VALUES_AT_ONCE // count)
    for first in range(0, resamples, at_once):
        samples = min(at_once, resamples - first)
        drawn = random.integers(count, size=(samples, count)) + np.arange(samples)[:, None] * count
        # How often each value was drawn: a product of matrices is much faster than indexing.
        times = np.bincount(drawn.ravel(), minlength=samples * count).reshape(samples, count)
        means[first : first + samples] = times @ columns / count
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
    """A mean with the central interval of its bootstrap draws."""
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return Estimate(mean, float(low), float(high))
