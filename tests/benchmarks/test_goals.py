"""benchmarks/goals.py runs, and its goals are played."""

import re
import sys

from benchmarks import goals


def test_a_few_games(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["goals", "launch", "--option", "opponent=5", "--games", "40"])
    goals.main()
    rows = re.findall(r"^launch +(.*?) +([\d.]+)%", capsys.readouterr().out, re.MULTILINE)
    won = {name: float(share) for name, share in rows}
    assert list(won) == list(goals.GOALS)
    assert won["a lead and to win"] >= won["own points"]
