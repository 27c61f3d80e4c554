"""Intervals, ratings and paired differences on numbers whose truth is known."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from moon_envs.arena.bootstrap import bootstrap_means, estimate_mean, interval
from moon_envs.arena.comparisons import paired_difference
from moon_envs.arena.ratings import estimate_ratings, ratings_of
from moon_envs.arena.seatings import balanced_seatings
from tests.arena.players import made_up_result


def chances_of(strengths: np.ndarray, players: int) -> np.ndarray:
    """The chances to win by Luce's model, (games of a seed, players)."""
    of_seats = strengths[balanced_seatings(len(strengths), players)]
    return of_seats / of_seats.sum(axis=1, keepdims=True)


def drawn_victories(strengths: np.ndarray, players: int, seeds: int, random: np.random.Generator) -> np.ndarray:
    """Shares of victories, (seeds, games of a seed, players)."""
    chances = chances_of(strengths, players)
    winners = (random.random((seeds, len(chances), 1)) > np.cumsum(chances, axis=1)).sum(axis=2)
    return (winners[:, :, None] == np.arange(players)).astype(float)


def elo(strengths: np.ndarray) -> np.ndarray:
    ratings = 400 * np.log10(strengths)
    return ratings - ratings.mean()


# Bootstrap


def test_bootstrap_draws_seeds_with_replacement():
    values = np.random.default_rng(1).normal(size=(50, 3, 2))
    draws = bootstrap_means(values, seed=4, resamples=200)
    drawn = np.random.default_rng(4).integers(50, size=(200, 50))
    assert draws.shape == (200, 3, 2) and draws == pytest.approx(values[drawn].mean(axis=1))


def test_intervals_cover_the_truth_as_often_as_they_say():
    """95 % with 60 seeds: of 400 intervals 380 are expected, and 362 are four deviations away."""
    random = np.random.default_rng(2)
    estimates = [estimate_mean(random.random(60) < 0.3) for _ in range(400)]
    assert 362 <= sum(estimate.low <= 0.3 <= estimate.high for estimate in estimates) <= 398


# Ratings


def test_two_agents_have_the_odds_of_their_victories():
    ratings = ratings_of(np.array([[0, 30.0], [10, 0]]))
    assert ratings[0] - ratings[1] == pytest.approx(400 * np.log10(30.5 / 10.5)) and ratings.sum() == pytest.approx(0)


def test_an_agent_that_wins_everything_has_a_finite_rating():
    for games in (1.0, 100.0, 1e6):
        best, worst = ratings_of(np.array([[0, games], [0, 0]]))
        assert best - worst == pytest.approx(400 * np.log10(2 * games + 1))
    assert np.all(np.diff(ratings_of(np.triu(np.full((6, 6), 1e5), 1))) < 0)


def test_the_diagonal_does_not_count_and_the_start_does_not_matter():
    victories = np.array([[0.0, 5, 9], [3, 0, 7], [1, 4, 0]])
    expected = ratings_of(victories)
    assert ratings_of(victories + 7 * np.eye(3)) == pytest.approx(expected)
    assert ratings_of(victories, np.array([-300.0, 200, 100])) == pytest.approx(expected, abs=0.01)
    assert victories[0, 0] == 0.0, "what was given is left alone"


@pytest.mark.parametrize(("players", "agents"), [(2, 2), (2, 3), (3, 3), (4, 5), (4, 3), (5, 2)])
def test_ratings_find_the_strengths(players, agents):
    """At tables of any size, and where agents hold several seats: shares that are the chances lead back to them."""
    strengths = 3.0 ** np.arange(agents)
    result = made_up_result(chances_of(strengths, players)[None], agents)
    assert ratings_of(1e6 * result._victories.sum(axis=0)) == pytest.approx(elo(strengths), abs=0.01)


def test_shared_victories_are_ties():
    result = made_up_result(np.full((30, 2, 2), 0.5), 2)
    assert [standing.rating.mean for standing in result.standings] == [0, 0]
    assert [(standing.wins, standing.ties, standing.losses) for standing in result.standings] == [(0, 60, 0)] * 2
    assert [standing.win_share.mean for standing in result.standings] == [0.5, 0.5]


@pytest.mark.slow
def test_intervals_of_ratings_cover_the_truth():
    """95 % of 30 intervals are 28.5; fewer than 24 are four deviations away."""
    random, strengths, covered = np.random.default_rng(5), np.array([1.0, 2.0, 4.0]), np.zeros(3)
    for _ in range(30):
        victories = made_up_result(drawn_victories(strengths, 2, 50, random), 3)._victories
        draws = bootstrap_means(victories, resamples=80) * len(victories)
        estimates = estimate_ratings(victories.sum(axis=0), draws)
        covered += [
            estimate.low <= truth <= estimate.high for estimate, truth in zip(estimates, elo(strengths), strict=True)
        ]
    assert (covered >= 24).all()


def test_importing_the_package_does_not_load_the_library_of_ratings():
    code = (
        "import sys, moon_envs.cli.main; moon_envs.arena.Arena;"
        "print([name for name in ('choix', 'scipy') if name in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


# Pairs


def difference_of(by_game: np.ndarray):
    return paired_difference(by_game, bootstrap_means(by_game.sum(axis=1)))


@pytest.mark.parametrize("signs", [(1, -1), (1, 1), (1, -1, 1), (1, 0)])
@pytest.mark.parametrize(("luck", "noise"), [(3.0, 1.0), (1.0, 1.0), (0.0, 1.0)])
def test_games_without_pairing_are_the_ratio_of_the_variances(signs, luck, noise):
    """Game j of seed i adds signs[j] x luck of the seed + noise of its own."""
    random, seeds, signs = np.random.default_rng(6), 20_000, np.array(signs)
    by_game = luck * random.normal(size=(seeds, 1)) * signs + noise * random.normal(size=(seeds, len(signs)))
    paired = (luck * signs.sum()) ** 2 + noise**2 * len(signs)
    unpaired = luck**2 * (signs**2).sum() + noise**2 * len(signs)
    expected = seeds * len(signs) * unpaired / paired
    assert difference_of(by_game).games_without_pairing == pytest.approx(expected, rel=0.05)


def test_so_many_games_without_pairing_have_the_same_width():
    """Play the other experiment: every game with luck of its own."""
    random, seeds = np.random.default_rng(7), 2000
    luck = 2.0 * random.normal(size=(seeds, 1)) * [1, -1]
    found = difference_of(luck + random.normal(size=(seeds, 2)))
    more = round(found.games_without_pairing / 2)
    unpaired = estimate_mean(
        (2.0 * random.normal(size=(more, 2)) * [1, -1] + random.normal(size=(more, 2))).sum(axis=1)
    )
    assert unpaired.high - unpaired.low == pytest.approx(found.estimate.high - found.estimate.low, rel=0.12)


def test_differences_cover_the_truth():
    random, covered = np.random.default_rng(8), 0
    for _ in range(300):
        by_game = random.normal(size=(60, 1)) * [1, -1] + 0.25 + random.normal(size=(60, 2))
        found = difference_of(by_game).estimate
        covered += found.low <= 0.5 <= found.high
    assert 266 <= covered <= 298


def test_where_the_variance_says_nothing():
    assert difference_of(np.array([[1.0, -1.0], [2.0, -2.0]])).games_without_pairing is None
    assert difference_of(np.array([[1 / 3, 2 / 3], [2 / 3, 1 / 3], [0.1, 0.9]])).games_without_pairing is None
    assert difference_of(np.ones((1, 2))).games_without_pairing is None
    assert difference_of(np.ones((5, 2))).games_without_pairing is None


def test_comparisons_are_differences_of_the_standings():
    random = np.random.default_rng(9)
    points = random.integers(0, 20, size=(40, 6, 2, 2)).astype(np.int32)
    result = made_up_result(drawn_victories(np.array([1.0, 2.0, 6.0]), 2, 40, random), 3, points)
    standings = {standing.agent: standing for standing in result.standings}
    assert [standing.rating.mean for standing in result.standings] == sorted(
        (standing.rating.mean for standing in result.standings), reverse=True
    )
    assert all(standing.rating.low < standing.rating.mean < standing.rating.high for standing in result.standings)
    assert len(result.comparisons) == 3
    for comparison in result.comparisons:
        one, other = standings[comparison.agent], standings[comparison.other]
        share, total = comparison.win_share.estimate, comparison.points.estimate
        assert share.mean == pytest.approx(one.win_share.mean - other.win_share.mean)
        assert total.mean == pytest.approx(one.points.mean - other.points.mean)
        assert share.low <= share.mean <= share.high and total.low <= total.mean <= total.high


def test_seeds_are_drawn_and_not_games():
    """The seed alone says which agent wins: the two games of a seed are no more than one."""
    wins = np.random.default_rng(10).random(50) < 0.4
    shares = np.stack([np.stack([wins, ~wins], axis=1), np.stack([~wins, wins], axis=1)], axis=1)
    result = made_up_result(shares.astype(float), 2)
    first = next(standing for standing in result.standings if standing.agent == "agent 0")
    expected = estimate_mean(wins)
    found = first.win_share
    assert (found.mean, found.low, found.high) == pytest.approx((expected.mean, expected.low, expected.high))
    assert result.comparisons[0].win_share.games_without_pairing == pytest.approx(50)


def test_standings_count_by_hand():
    """Two seeds of two seatings; points by seat and category."""
    shares = np.array([[[1, 0], [0.5, 0.5]], [[0, 1], [0, 1]]])
    points = np.arange(16, dtype=np.int32).reshape(2, 2, 2, 2)
    result = made_up_result(shares, 2, points)
    first = next(standing for standing in result.standings if standing.agent == "agent 0")
    assert (first.held, first.wins, first.ties, first.losses) == (4, 2, 1, 1)
    assert first.win_share.mean == pytest.approx((1 + 0.5 + 0 + 1) / 4)
    assert first.seats == pytest.approx((0.5, 0.75))  # seat 0 in the first game of a seed, seat 1 in the second
    assert [estimate.mean for estimate in first.categories.values()] == [(0 + 6 + 8 + 14) / 4, (1 + 7 + 9 + 15) / 4]
    assert first.points.mean == pytest.approx((1 + 13 + 17 + 29) / 4)
    assert interval(first.win_share.mean, np.array([0.625, 0.625])).low == 0.625
