"""Ratings: how strong agents are on one scale, by maximum likelihood with the library choix."""

from __future__ import annotations

import math

import numpy as np

from moon_envs.arena.bootstrap import Estimate, interval

POINTS_OF_ODDS_TEN_TO_ONE = 400.0
IMAGINARY_GAMES = 1.0
MOST_ITERATIONS = 10_000
TOLERANCE = 1e-6  # of the logarithm of the odds: less than a thousandth of a point


def ratings_of(victories: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Ratings by Luce's model of choice, which is the model of Bradley and Terry where two play.

    The chance of a seat to win is proportional to 10 ** (rating / 400) of who sits there, as with Elo numbers; the mean
    of all ratings is 0. By Luce's axiom, whenever the victory goes to one of two seats, their ratings alone say to
    which: so a victory counts as one over each other seat at the table, a shared one in parts, and the ratings are the
    maximum-likelihood estimate of these comparisons (`choix.ilsr_pairwise_dense`). All games count at once, whatever
    their order.

    Every two agents are given one imaginary game with each other that they share. It keeps the rating of an agent that
    wins every game finite, and draws all others towards each other a little, the less the more games there are.

    Args:
        victories: (agents, agents), how often each agent won over each other; the diagonal does not count.
        start: ratings to start the iterations from, if some are known.

    Returns:
        (agents,) ratings.

    Example:
        >>> import numpy as np
        >>> from moon_envs.arena.ratings import ratings_of
        >>> ratings_of(np.array([[0.0, 99.5], [9.5, 0.0]])).round(6).tolist()
        [200.0, -200.0]
    """
    # Imported here: it brings scipy, which nothing else needs.
    import choix

    scale = POINTS_OF_ODDS_TEN_TO_ONE / math.log(10)
    found = choix.ilsr_pairwise_dense(
        victories + IMAGINARY_GAMES / 2,
        initial_params=None if start is None else start / scale,
        max_iter=MOST_ITERATIONS,
        tol=TOLERANCE,
    )
    return (found - found.mean()) * scale


def estimate_ratings(victories: np.ndarray, draws: np.ndarray) -> list[Estimate]:
    """The ratings with intervals.

    Args:
        victories: (agents, agents), as in `ratings_of`.
        draws: (resamples, agents, agents), the same for each bootstrap sample of the deals.
    """
    ratings = ratings_of(victories)
    drawn = np.array([ratings_of(draw, ratings) for draw in draws])
    return [interval(float(rating), drawn[:, agent]) for agent, rating in enumerate(ratings)]
