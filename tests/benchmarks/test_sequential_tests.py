"""The simulation of sequential tests: pairs as wanted, and error rates near those of the test."""

from __future__ import annotations

import pytest

from benchmarks.sequential_tests import numbers, pair_distribution, simulate, wilson
from moon_envs.arena import Sprt
from moon_envs.arena.sequential import SCORES, expected_score


@pytest.mark.parametrize(("elo", "draws", "luck"), [(0, 0.05, 150), (20, 0.0, 0), (-35, 0.6, 300)])
def test_pairs_have_the_expected_score(elo, draws, luck):
    pairs = pair_distribution(elo, draws, luck)
    assert (pairs >= 0).all() and pairs.sum() == pytest.approx(1)
    assert pairs @ SCORES == pytest.approx(expected_score(elo))


def test_luck_of_the_deal_makes_pairs_alike():
    """Without luck the two games are independent; a deal that decides both games gives each agent one victory."""
    assert pair_distribution(0, 0, 0) == pytest.approx([0.25, 0, 0.5, 0, 0.25])
    assert pair_distribution(0, 0, 400)[2] > 0.6


def test_error_rates():
    """400 matches between hypotheses far apart; an error rate of 0.1 with a sum beyond 60 has a chance of 0.0004."""
    test = Sprt(0, 100, 0.1, 0.1)
    found = [numbers(test, simulate(test, elo, 400, 0.05, 150, seed=1)) for elo in (0, 50, 100)]
    assert found[0]["accepted"] <= 0.15 and found[2]["accepted"] >= 0.85 and 0.3 < found[1]["accepted"] < 0.7
    assert max(found[0]["share"], found[2]["share"]) < 0.9
    assert [values["quantiles"] == sorted(values["quantiles"]) for values in found] == [True] * 3


def test_wilson():
    """The example of Newcombe (1998), 81 of 263."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 10)[0] == pytest.approx(0) and wilson(10, 10)[1] == pytest.approx(1)
