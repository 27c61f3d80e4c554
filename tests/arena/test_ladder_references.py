"""The scores of the reference agents: they come with the package, and stand beside the rungs that were played."""

from __future__ import annotations

import json

import pytest

from moon_envs.arena import ladder_references
from moon_envs.arena.ladder import RUNGS, chosen_rungs, reference_scores, run_ladder
from moon_envs.arena.ladder_protocol import GAMES_OF_A_RUNG
from moon_envs.arena.ladder_references import AGENTS, SCORES, references_as_json, references_beside
from moon_envs.arena.ladder_report import ladder_page, reference_remark, reference_table, rung_reference_table
from moon_envs.arena.ladder_results import LadderResult
from moon_envs.base.errors import ConfigurationError

LAUNCH = chosen_rungs("launch")


def result_of(rungs, games=GAMES_OF_A_RUNG, deviations=()):
    """The result of an agent that is as good as `greedy`."""
    return LadderResult("mine", games, reference_scores(rungs)["greedy"].rungs, deviations)


def test_every_built_in_agent_has_every_rung_for_the_present_networks():
    references = reference_scores()
    assert tuple(references) == AGENTS
    for agent, result in references.items():
        assert sorted(one.rung.number for one in result.rungs) == [rung.number for rung in RUNGS], agent
        assert result.is_official and not result.interrupted and result.collection_mean() is not None
        assert all(one.games == GAMES_OF_A_RUNG for one in result.rungs)


def test_only_the_rungs_that_are_asked_for():
    for result in reference_scores(LAUNCH[:3]).values():
        assert [one.rung for one in result.rungs] == LAUNCH[:3]
    for wrong in (3, "launch", ["launch/astra-1"], None):
        with pytest.raises(ConfigurationError, match="allowed: a list of Rungs"):
            reference_scores(wrong)


def test_means_are_the_scores_without_intervals():
    result = reference_scores(LAUNCH)["mcts:100"]
    for mode in (None, "solo", "several"):
        assert result.environment_means(mode)["launch"] == pytest.approx(result.environment_scores(mode)["launch"].mean)
        assert result.collection_mean(mode) is None


def test_a_changed_network_or_game_has_no_reference(monkeypatch):
    ladder_references._official_lines.cache_clear()
    monkeypatch.setattr(ladder_references, "network_digest", lambda agent, *_: "other" if agent == "baseline" else "")
    try:
        assert "baseline" not in reference_scores() and "random" in reference_scores()
        monkeypatch.setitem(ladder_references.GAME_VERSIONS, "launch", 1)
        ladder_references._official_lines.cache_clear()
        assert {one.rung.game for one in reference_scores()["random"].rungs} == {rung.game for rung in RUNGS[10:]}
    finally:
        ladder_references._official_lines.cache_clear()


def test_the_scores_beside_an_environment():
    columns, rows = reference_table(result_of(LAUNCH))
    assert columns == ("environment", ">this result", *(f">{agent}" for agent in AGENTS))
    assert len(rows) == 1 and rows[0][0] == "launch" and rows[0][1] == rows[0][3] == "6.4"
    assert f"| {' | '.join(rows[0])} |" in ladder_page(result_of(LAUNCH))


def test_one_mode_has_its_sub_score_and_an_incomplete_environment_its_rungs():
    _, rows = reference_table(result_of([*LAUNCH[:8], *chosen_rungs("luna_capital")[:2]]))
    assert [row[0] for row in rows] == ["launch, solo", "luna_capital, solo"]
    _, rows = reference_table(result_of(LAUNCH[:2]))
    assert [row[0] for row in rows] == ["launch/astra-1", "launch/astra-2"]
    columns, rows = rung_reference_table(result_of(LAUNCH[8:]))
    assert columns[0] == "rung" and [row[0] for row in rows] == ["launch/2-players", "launch/6-players"]
    assert all(row[1] == row[3] and len(row) == len(columns) for row in rows)


def test_the_collection():
    _, rows = reference_table(result_of(RUNGS))
    assert len(rows) == 12 and rows[-1][:2] == ("the collection", "11.3")
    _, rows = reference_table(result_of(chosen_rungs(mode="solo")))
    assert rows[-1][0] == "the collection, solo" and all(row[0].endswith(", solo") for row in rows)


def test_scores_are_comparable_with_official_results_only():
    official, short = result_of(LAUNCH), run_ladder("random", "launch", games=2)
    assert "compare the scores" in reference_remark(official) and references_as_json(official)["comparable"]
    assert "do not compare" in reference_remark(short) and not references_as_json(short)["comparable"]


def test_json_has_the_means():
    official = result_of(LAUNCH)
    found = json.loads(json.dumps(references_as_json(official)))
    assert found["games"] == GAMES_OF_A_RUNG and list(found["agents"]) == list(AGENTS)
    for agent, result in references_beside(official).items():
        one = found["agents"][agent]
        assert one["environments"] == result.environment_means() and one["collection"] is None
        assert one["modes"]["solo"]["environments"] == result.environment_means("solo")
        assert one["win_shares"]["launch/astra-1"] == result.rungs[0].shares.mean()


def test_a_damaged_file_says_so(monkeypatch, tmp_path):
    assert SCORES.is_file()
    ladder_references._official_lines.cache_clear()
    monkeypatch.setattr(ladder_references, "SCORES", tmp_path / "scores.json")
    (tmp_path / "scores.json").write_text("{}x", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"scores\.json: these scores cannot be read"):
        reference_scores()
