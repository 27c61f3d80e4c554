"""The sequential test of two agents: its numbers, and arenas that stop at the right pair."""

from __future__ import annotations

import functools
import json
import math

import numpy as np
import pytest

from moon_envs.arena import Arena, Sprt, SprtOutcome, results, run_arena
from moon_envs.arena.bootstrap import bootstrap_means
from moon_envs.arena.report import html_page, markdown_page
from moon_envs.arena.sequential import EMPTY_CELL, SCORES, _denominators, elo_of, expected_score, log_likelihood_ratio
from moon_envs.arena.stopping import half_points
from moon_envs.base.errors import AgentError, ConfigurationError
from moon_envs.cli.main import main
from moon_envs.testing.crater.game import GAME as CRATER
from tests.arena.players import Bidder, Failing

TEST = Sprt(0, 200, 0.2, 0.2)


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """Nothing here looks at the widths of bootstrap intervals."""
    monkeypatch.setattr(results, "bootstrap_means", functools.partial(bootstrap_means, resamples=50))


def ratio(counts, elo0=0.0, elo1=20.0) -> float:
    return float(log_likelihood_ratio(np.array(counts), elo0, elo1))


# The numbers


def test_elo_is_logistic():
    assert expected_score(0) == 0.5 and expected_score(400) == pytest.approx(10 / 11)
    assert elo_of(expected_score(-37)) == pytest.approx(-37)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_two_outcomes_by_hand():
    """With whole victories only, the expected score is the probability to win a pair: the ratio of two coins."""
    won, lost = 60, 40
    score = expected_score(20)
    by_hand = won * math.log(score / 0.5) + lost * math.log((1 - score) / 0.5)
    assert ratio([lost, 0, 0, 0, won]) == pytest.approx(by_hand, abs=0.01)


def test_three_outcomes_by_hand():
    """Under H0 with f = (1/4, 1/2, 1/4) nothing changes; under H1 the quadratic equation for t has a closed form.

    With u = a - s the equation sum f u / (1 + t u) = 0, times the three denominators, is quadratic in t.
    """
    pairs = np.array([50, 0, 100, 0, 50])
    distances = np.array([0, 0.5, 1]) - expected_score(50)
    shares = np.array([0.25, 0.5, 0.25])
    others = [np.delete(distances, cell) for cell in range(3)]
    coefficients = sum(
        share * distance * np.array([other.prod(), other.sum(), 1])
        for share, distance, other in zip(shares, distances, others, strict=True)
    )
    root = next(t for t in np.roots(coefficients) if (1 + t * distances > 0).all())
    by_hand = -(200 * shares * np.log(1 + root * distances)).sum()
    assert ratio(pairs, 0, 50) == pytest.approx(by_hand, abs=0.005) and by_hand < -1


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "published"),
    [
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55983, 26678, 821], 0, 2, -4.98),
        ([21184, 0, 40708, 0, 21404], 0.5, 2.5, -1.57),
        ([57030, 0, 106593, 0, 57433], 0, 2, -2.59),
    ],
)
def test_the_numbers_of_fastchess(counts, elo0, elo1, published):
    """The expected values of its own tests (app/tests/sprt_test.cpp, "logistic")."""
    assert ratio(counts, elo0, elo1) == pytest.approx(published, abs=0.006)


@pytest.mark.parametrize(
    "counts", [[3, 1, 4, 1, 5], [0, 0, 0, 0, 9], [7, 0, 0, 0, 0], [0, 0, 12, 0, 0], [1, 0, 0, 0, 0]]
)
def test_the_distributions_have_the_expected_scores_and_none_is_more_likely(counts):
    """The parts of the ratio: each distribution sums to 1, has its mean, and beats its neighbours with that mean."""
    pairs = np.maximum(counts, EMPTY_CELL)
    for score in (0.2, 0.5, expected_score(20), 0.9):
        found = pairs / pairs.sum() / _denominators(pairs / pairs.sum(), score)
        assert found.sum() == pytest.approx(1) and found @ SCORES == pytest.approx(score)
        likelihood = pairs @ np.log(found)
        for direction in ([1, -2, 1, 0, 0], [0, 1, -2, 1, 0], [0, 0, 1, -2, 1], [1, -1, -1, 1, 0]):
            for step in (-1e-3, 1e-3):
                near = found * 0.999 + 0.001 * found + step * found.min() * np.array(direction)
                assert (near > 0).all() and pairs @ np.log(near) <= likelihood + 1e-9


def test_swapped_agents_change_the_sign():
    """A check of the sign, too: more victories of the first agent speak for the larger lead."""
    for counts in ([3, 8, 20, 11, 9], [0, 1, 2, 3, 0], [5, 0, 0, 0, 1]):
        assert ratio(counts, -7, 20) == pytest.approx(-ratio(counts[::-1], -20, 7))
    assert ratio([10, 10, 20, 10, 10], -20, 20) == pytest.approx(0, abs=1e-9)
    assert ratio([5, 10, 20, 10, 15]) > 0 > ratio([15, 10, 20, 10, 5])


def test_more_points_raise_the_ratio():
    ratios = [ratio(np.bincount([1, 3, 2, 2, 0, 4, *[points] * 5], minlength=5)) for points in range(5)]
    assert ratios == sorted(ratios) and len(set(ratios)) == 5


def test_wald_bounds():
    low, high = Sprt(0, 20, alpha=0.1, beta=0.2).bounds
    assert (low, high) == (pytest.approx(math.log(0.2 / 0.9)), pytest.approx(math.log(8)))


def test_the_fixed_match():
    """v = 1/8 is the variance of a pair's score without draws: half of 1/4."""
    score = expected_score(20) - 0.5
    assert Sprt(0, 20).fixed_games(1 / 8) == pytest.approx(2 / 8 * (2 * 1.6448536 / score) ** 2)
    assert 3200 < Sprt(0, 20).fixed_games(1 / 8) < 3300


def test_it_stops_at_the_first_pair_that_decides():
    random = np.random.default_rng(3)
    for lead in (-0.1, 0.0, 0.1):
        pairs = random.choice(5, size=400, p=np.array([1, 1, 2, 1, 1]) / 6 + lead * np.array([-1, 0, 0, 0, 1]))
        outcome = TEST.decide(pairs)
        stopped = outcome.games // 2
        low, high = TEST.bounds
        ratios = [ratio(np.bincount(pairs[:count], minlength=5), 0, 200) for count in range(1, stopped + 1)]
        assert all(low < value < high for value in ratios[:-1]) and not low < ratios[-1] < high
        assert outcome.ratio == ratios[-1] and outcome.accepted == ("H1" if ratios[-1] > 0 else "H0")
        assert TEST.decide(pairs[:stopped]) == outcome == TEST.decide(pairs, stopped - 1)
        assert TEST.decide(pairs[: stopped - 1]).accepted is None


def test_the_better_agent_is_accepted():
    """A broken sign fails here."""
    assert Sprt(0, 20).decide([4] * 100).accepted == "H1" and Sprt(0, 20).decide([0] * 100).accepted == "H0"
    assert Sprt(-20, 0).decide([0] * 100).accepted == "H0" and Sprt(-20, 0).decide([2] * 100).accepted == "H1"
    assert Sprt(0, 20).decide([3] * 200).elo.mean > 0 > Sprt(0, 20).decide([1] * 200).elo.mean


def test_elo_interval():
    """Mean 0.55, variance of these 100 pairs 0.0725: 1.96 standard errors are 0.0528."""
    outcome = SprtOutcome(Sprt(0, 20), (10, 10, 40, 30, 10), 0.0)
    variance = (10 * 0.55**2 + 10 * 0.3**2 + 40 * 0.05**2 + 30 * 0.2**2 + 10 * 0.45**2) / 100
    width = 1.959964 * math.sqrt(variance / 100)
    assert outcome.elo.mean == pytest.approx(elo_of(0.55))
    assert outcome.elo.low == pytest.approx(elo_of(0.55 - width), abs=1e-4)
    assert outcome.elo.high == pytest.approx(elo_of(0.55 + width), abs=1e-4)


def test_no_pairs():
    outcome = TEST.decide([])
    assert (outcome.accepted, outcome.ratio, outcome.games) == (None, 0, 0)
    assert outcome.as_json()["elo"] == {"mean": pytest.approx(0), "low": None, "high": None}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"elo0": 20, "elo1": 20}, "elo0=20 is not allowed with elo1=20"),
        ({"elo0": 20, "elo1": 0}, "elo0 is smaller"),
        ({"elo0": "0", "elo1": 20}, "elo0='0' is not allowed"),
        ({"elo0": 0, "elo1": math.nan}, "elo1=nan is not allowed"),
        ({"elo0": 0, "elo1": 20, "alpha": 0}, "alpha=0 is not allowed"),
        ({"elo0": 0, "elo1": 20, "alpha": 0.5}, "more than 0, less than 0.5"),
        ({"elo0": 0, "elo1": 20, "beta": -0.1}, "beta=-0.1 is not allowed"),
        ({"elo0": 0, "elo1": 20, "beta": 1}, "beta=1 is not allowed"),
    ],
)
def test_numbers_that_are_not_allowed(arguments, words):
    with pytest.raises(ConfigurationError) as raised:
        Sprt(**arguments)
    assert words in str(raised.value)


def test_half_points_of_pairs():
    outcome = np.array(
        [[[1, -1], [-1, 1]], [[-1, 1], [1, -1]], [[0, 0], [1, -1]], [[0, 0], [0, 0]], [[-1, -1], [-1, 1]]]
    )
    assert half_points(outcome).tolist() == [4, 0, 1, 2, 3]


# Arenas


def without_timing(result) -> str:
    return json.dumps({name: value for name, value in result.as_json().items() if name != "timing"})


def agents():
    return [Bidder(2), "random"]


def test_an_arena_stops_whatever_the_batch_size():
    """The pairs count in the order of their seeds: the same as of the whole match, read up to the deciding pair."""
    whole = Arena(CRATER, agents(), 2, seed=5).play(200)
    expected = TEST.decide(half_points(whole.outcome))
    assert expected.accepted is not None and 2 < expected.games < 200
    found = []
    for size in (1, 7, 64, 400):
        result = Arena(CRATER, agents(), 2, seed=5, batch_size=size, sprt=TEST).play(200)
        assert result.sequential == expected and result.games == expected.games and not result.interrupted
        assert (result.outcome == whole.outcome[: len(result.seeds)]).all()
        found.append(without_timing(result))
    assert len(set(found)) == 1 and run_arena(CRATER, agents(), 200, 2, 5, sprt=TEST).sequential == expected


def test_the_first_agent_is_the_one_that_leads():
    assert Arena(CRATER, [Bidder(1), Bidder(0)], 2, sprt=TEST).play(400).sequential.accepted == "H1"
    assert Arena(CRATER, [Bidder(0), Bidder(1)], 2, sprt=TEST).play(400).sequential.accepted == "H0"


def test_it_stops_inside_a_portion():
    class Counting(Bidder):
        games_at_once = 4

    result = Arena(CRATER, [Counting(1), Counting(0)], 2, sprt=TEST, batch_size=400).play(400)
    assert result.games < 50 and result.timing.games <= result.games + 4


def test_at_most_the_games():
    result = Arena(CRATER, [Bidder(1), Bidder(1)], 2, sprt=Sprt(-1, 1)).play(20)
    assert (result.games, result.sequential.games, result.sequential.accepted) == (20, 20, None)
    assert not result.interrupted


@pytest.mark.parametrize("first", [2, 6, 10, 200])
def test_resumed_runs_say_the_same(tmp_path, first):
    whole = Arena(CRATER, agents(), 2, seed=5, sprt=TEST, batch_size=4).play(200)
    Arena(CRATER, agents(), 2, seed=5, batch_size=4).play(first, save=tmp_path / "run.json")
    arena = Arena(CRATER, agents(), 2, seed=5, sprt=TEST, batch_size=4)
    arena.resume(tmp_path / "run.json")
    result = arena.play(200, save=tmp_path / "run.json")
    assert without_timing(result) == without_timing(whole)
    assert first < 200 or result.timing.games == 0


def test_an_error_before_the_decision_keeps_the_first_pairs():
    arena = Arena(CRATER, [Bidder(1), Failing(30, RuntimeError("out of ideas"))], 2, sprt=Sprt(0, 1), batch_size=4)
    with pytest.raises(AgentError):
        arena.play(100)
    result = arena.result()
    assert result.interrupted and result.sequential.accepted is None
    assert 0 < result.sequential.games <= result.games


@pytest.mark.parametrize(("count", "players"), [(3, 2), (2, 3), (3, 3)])
def test_two_agents_with_two_players(count, players):
    with pytest.raises(ConfigurationError, match=f"sprt is not allowed for {count} agents with players={players}"):
        Arena(CRATER, ["random"] * count, players, sprt=TEST)


def test_sprt_takes_a_test():
    with pytest.raises(ConfigurationError, match="sprt=20 is not allowed"):
        Arena(CRATER, ["random"] * 2, 2, sprt=20)


def test_reports_have_the_test():
    result = Arena(CRATER, [Bidder(1), Bidder(0)], 2, sprt=TEST).play(400)
    for page in (html_page(result), markdown_page(result)):
        assert "does bid 1 lead bid 0 by 0 Elo (H0) or by 200 (H1)?" in page
    assert "Sequential test" not in markdown_page(Arena(CRATER, agents(), 2).play(10))


# The command


def test_the_command(capsys):
    arguments = ["arena", "launch", "greedy", "random", "--players", "2", "--sprt", "-10", "50"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sequential"]["accepted"] == "H1" and found["sequential"]["elo0"] == -10
    assert found["sequential"]["games"] == found["games"] < 500
    assert main([*arguments, "--games", "4"]) == 0
    assert "undecided" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--sprt", "20", "0"], "elo0=20 is not allowed with elo1=0; elo0 is smaller."),
        (["--sprt", "0", "20", "--alpha", "0.5"], "alpha=0.5 is not allowed; allowed: more than 0, less than 0.5."),
        (["--sprt", "0", "20", "--beta", "7"], "beta=7.0 is not allowed"),
        (["--sprt", "0", "20", "--players", "3"], "sprt is not allowed for 2 agents with players=3"),
        (["--sprt", "0", "20", "--players", "1"], "sprt is not allowed for 2 agents with players=1"),
        (["--sprt", "0", "much"], "invalid float value: 'much'"),
        (["--alpha", "0.1"], "--alpha needs --sprt"),
    ],
)
def test_errors_of_the_command(capsys, arguments, words):
    try:
        code = main(["arena", "launch", "greedy", "random", *arguments])
    except SystemExit as ended:
        code = ended.code
    assert code == 2 and words in " ".join(capsys.readouterr().err.split())
