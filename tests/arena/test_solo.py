"""Agents compared alone against a solo opponent, on the same seeds."""

from __future__ import annotations

import functools
import json

import numpy as np
import pytest

import moon_envs
from moon_envs.agents import find_agent, play_games
from moon_envs.arena import Arena, results, run_arena, write_report
from moon_envs.arena.bootstrap import bootstrap_means, estimate_mean
from moon_envs.arena.report import html_page, markdown_page
from moon_envs.base.errors import ConfigurationError, SaveError

AGENTS = ["greedy", "random", "flat:3"]


@pytest.fixture
def few_resamples(monkeypatch):
    monkeypatch.setattr(results, "bootstrap_means", functools.partial(bootstrap_means, resamples=50))


def without_timing(result) -> str:
    return json.dumps({name: value for name, value in result.as_json().items() if name != "timing"})


@pytest.fixture(scope="module")
def compared():
    return run_arena("battle", AGENTS, games=90, seed=3, opponent=1)


def batch_of(agent: str) -> moon_envs.Batch:
    batch = moon_envs.Batch("battle", 30, 1, 3, autoreset="disabled", opponent=1)
    play_games(batch, [find_agent(agent)])
    return batch


@pytest.mark.slow
def test_every_agent_plays_every_seed_alone(compared):
    assert compared.configuration.describe() == "solo, opponent=1" and compared.games == 90
    assert compared.seatings.tolist() == [[0], [1], [2]] and len(compared.seeds) == 30
    assert {standing.agent for standing in compared.standings} == set(AGENTS)
    for number, agent in enumerate(AGENTS):
        batch = batch_of(agent)
        assert (compared.points[:, number] == batch.final_points).all()
        assert (compared.outcome[:, number] == batch.final_outcome).all()
        standing = next(standing for standing in compared.standings if standing.agent == agent)
        assert standing.rating is None and standing.held == 30
        assert standing.win_share.mean == pytest.approx(((batch.final_outcome + 1) / 2).mean())
        assert standing.points.mean == pytest.approx(batch.final_points[:, 0].sum(axis=1).mean())
        assert standing.opponent_points.mean == pytest.approx(batch.final_points[:, 1].sum(axis=1).mean())
        assert [standing.wins, standing.ties, standing.losses] == [
            int((batch.final_outcome == value).sum()) for value in (1, 0, -1)
        ]


@pytest.mark.slow
def test_differences_are_paired_by_seed(compared):
    """The interval is that of the differences in each seed, not of two independent means."""
    names = [(comparison.agent, comparison.other) for comparison in compared.comparisons]
    order = [standing.agent for standing in compared.standings]
    assert names == [(order[0], order[1]), (order[0], order[2]), (order[1], order[2])]
    for comparison in compared.comparisons:
        one, other = batch_of(comparison.agent), batch_of(comparison.other)
        points = one.final_points[:, 0].sum(axis=1) - other.final_points[:, 0].sum(axis=1)
        shares = (one.final_outcome[:, 0].astype(float) - other.final_outcome[:, 0]) / 2
        for found, values in ((comparison.points, points), (comparison.win_share, shares)):
            expected = estimate_mean(values)
            assert (found.estimate.mean, found.estimate.low, found.estimate.high) == pytest.approx(
                (expected.mean, expected.low, expected.high)
            )
        low, high = comparison.win_share.estimate.low, comparison.win_share.estimate.high
        assert comparison.better == (comparison.agent if low > 0 else comparison.other if high < 0 else None)


@pytest.mark.parametrize(
    ("id_", "options", "rival"),
    [
        ("launch", {"opponent": 8}, "ASTRA"),
        ("luna_capital", {}, "the Automaton"),
        ("from_the_moon", {}, "the opponent"),
    ],
)
@pytest.mark.usefixtures("few_resamples")
def test_reports(id_, options, rival):
    result = run_arena(id_, ["random", "random"], games=50, players=1, **options)
    one, other = result.standings
    assert one.win_share == other.win_share and result.comparisons[0].better is None
    for page in (html_page(result), markdown_page(result)):
        assert f"2 agents against {rival}, solo" in page and f"Against {rival}" in page
        assert "rating" not in page.lower() and "not decided" in page and f"points of {rival}" in page


@pytest.mark.usefixtures("few_resamples")
def test_one_agent_alone(tmp_path):
    result = run_arena("launch", [lambda observations, masks: masks.argmax(axis=1)], games=30, opponent=2)
    assert result.games == 30 == len(result.seeds) and result.comparisons == []
    assert result.as_json()["comparisons"] == [] and result.as_json()["agents"][0]["rating"] is None
    assert result.notes == ["<lambda> lost every game: the points say more."]
    assert "rating" not in repr(result.standings[0]) and "<lambda>" in repr(result.standings[0])
    for name in ("report.html", "report.md"):
        write_report(result, tmp_path / name)
        assert "1 agent against ASTRA" in (tmp_path / name).read_text()


@pytest.mark.usefixtures("few_resamples")
def test_a_resumed_run_is_the_same(tmp_path):
    path = tmp_path / "run"
    agents = ["random", lambda observations, masks: masks.argmax(axis=1)]
    run_arena("launch", agents, 20, seed=2, opponent=3, save=path)
    with pytest.raises(SaveError, match="options is"):
        run_arena("launch", agents, 20, seed=2, opponent=4, resume=path)
    with pytest.raises(SaveError, match="players is 1 there, 2 here"):
        run_arena("launch", agents, 20, seed=2, resume=path)
    resumed = run_arena("launch", agents, 60, seed=2, opponent=3, resume=path)
    assert without_timing(resumed) == without_timing(run_arena("launch", agents, 60, seed=2, opponent=3))
    assert resumed.timing.games == 40


def test_recordings(tmp_path):
    Arena("launch", ["random", "greedy"], opponent=1).play(8, record=tmp_path / "games")
    found = [moon_envs.Recording.from_bytes(path.read_bytes()) for path in sorted((tmp_path / "games").iterdir())]
    assert sorted(recording.agents for recording in found) == [["greedy"], ["random"]]
    assert {recording.seed for recording in found} == {0}


@pytest.mark.parametrize(
    ("agents", "settings", "words"),
    [
        ([], {"players": 1}, "a list of one agent or more"),
        (["random"], {}, "two agents or more; with players=1, the solo mode, one or more"),
        (["random"], {"players": 2}, "two agents or more"),
        (["random"], {"players": 2, "opponent": 3}, "needs the solo mode"),
        (["random"], {"opponent": 9}, "opponent=9 is not allowed"),
    ],
)
def test_what_is_refused(agents, settings, words):
    with pytest.raises(ConfigurationError, match=words):
        Arena("launch", agents, **settings)


def test_games_without_a_solo_mode_say_so():
    with pytest.raises(
        ConfigurationError, match="mlem has no solo mode: players=1 is not allowed; allowed: 2, 3, 4, 5"
    ):
        Arena("mlem", ["random"], 1)


def test_shapes_of_the_file_are_those_of_the_mode():
    arena = Arena("launch", ["random"], 1)
    arena.play(4)
    assert arena.result().points.shape == (4, 1, 2, 2) and arena.result().outcome.shape == (4, 1, 1)
    assert np.isin(arena.result().outcome, (-1, 0, 1)).all()
