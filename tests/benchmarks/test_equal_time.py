"""benchmarks/equal_time.py gives agents as much as fits into the time, and plays the ladder with it."""

import json
import sys

import pytest

from benchmarks import equal_time
from moon_envs.arena.ladder import chosen_rungs

AGENTS = ("mcts", "flat", "redraws", "rollouts:2")


@pytest.mark.parametrize("agent", AGENTS)
def test_more_time_means_a_larger_budget(agent):
    (rung,) = chosen_rungs("luna_capital", "solo")
    least, more = (equal_time.budget_for(agent, rung, milliseconds) for milliseconds in (1e-6, 20))
    assert least == equal_time.LEAST < more <= equal_time.MOST
    assert equal_time.agent_of(agent, more).name.startswith(("mcts:", "flat:", "baseline", "rollouts:"))


@pytest.mark.slow
def test_a_table(monkeypatch, capsys, tmp_path):
    command = ["equal_time", "luna_capital", "--mode", "solo", "--games", "2", "--milliseconds", "0.2"]
    file = tmp_path / "equal.json"
    monkeypatch.setattr(sys, "argv", [*command, "--agents", "flat", "rollouts:2", "--json", str(file)])
    equal_time.main()
    printed = capsys.readouterr()
    assert "0.2 ms a decision, 2 games on each rung" in printed.out
    found = json.loads(file.read_text())["results"]
    assert {one["agent"] for one in found} == {"flat", "rollouts:2"} and all(one["games"] == 2 for one in found)
    assert len(printed.err.splitlines()) >= 2 and "luna_capital" in printed.out
