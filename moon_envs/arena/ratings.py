"""Ratings of agents on one scale, by maximum likelihood with the library choix, which the extra `arena` brings."""

from __future__ import annotations

import math

import numpy as np

from moon_envs.arena.bootstrap import Estimate, interval
from moon_envs.base.errors import MissingExtraError

POINTS_OF_ODDS_TEN_TO_ONE = 400.0
IMAGINARY_GAMES = 1.0
MOST_ITERATIONS = 10_000
TOLERANCE = 1e-6  # in log odds: less than a thousandth of a rating point
INSTALL = 'pip install "moon_envs[arena]"'


def ratings_of(victories: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Ratings by Luce's choice model, which is the Bradley-Terry model for two players.

    A seat's chance to win is proportional to 10 ** (rating / 400) of its agent, like Elo; the mean of all ratings is 0.
    By Luce's axiom the ratings of two seats alone decide which of the two is more likely to win. So a victory counts as
    one over each other seat, a shared victory in parts, and the ratings are the maximum-likelihood estimate of these
    comparisons (`choix.ilsr_pairwise_dense`). The order of the games does not matter.

    Every two agents also share one imaginary draw. It keeps the rating of an agent that wins every game finite; its
    effect fades with more games.

    Args:
        victories: (agents, agents), how often the row's agent won over the column's; the diagonal does not count.
        start: (agents,) ratings where the iterations start, if known.

    Returns:
        (agents,) ratings.

    Raises:
        MissingExtraError: choix is not installed.

    Example:
        >>> import numpy as np
        >>> from moon_envs.arena.ratings import ratings_of
        >>> ratings_of(np.array([[0.0, 99.5], [9.5, 0.0]])).round(6).tolist()
        [200.0, -200.0]
    """
    # Imported here because it imports scipy, which nothing else needs.
    try:
        import choix
    except ModuleNotFoundError as error:
        raise MissingExtraError(f"Ratings need choix ({error}): {INSTALL}") from error

    scale = POINTS_OF_ODDS_TEN_TO_ONE / math.log(10)
    found = choix.ilsr_pairwise_dense(
        victories + IMAGINARY_GAMES / 2,
        initial_params=None if start is None else start / scale,
        max_iter=MOST_ITERATIONS,
        tol=TOLERANCE,
    )
    return (found - found.mean()) * scale


def estimate_ratings(victories: np.ndarray, draws: np.ndarray) -> list[Estimate]:
    """Ratings with bootstrap intervals.

    Args:
        victories: (agents, agents), as in `ratings_of`.
        draws: (resamples, agents, agents), the victories of each bootstrap sample.

    Raises:
        MissingExtraError: choix is not installed.
    """
    ratings = ratings_of(victories)
    drawn = np.array([ratings_of(draw, ratings) for draw in draws])
    return [interval(float(rating), drawn[:, agent]) for agent, rating in enumerate(ratings)]
