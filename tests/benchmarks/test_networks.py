"""benchmarks/networks.py runs."""

import sys

from benchmarks import networks


def test_a_moment(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["networks", "launch", "--seconds", "0.02"])
    networks.main()
    printed = capsys.readouterr().out
    assert "launch, solo" in printed and "a second" in printed
    measured = ["decisions in games", "decisions, positions", "decisions, `baseline`", "rollouts of 8 decisions"]
    rows = [line.rsplit(maxsplit=1) for line in printed.splitlines()[3:]]
    assert [name.strip() for name, _ in rows] == measured
    assert all(float(number.replace(",", "")) > 0 for _, number in rows)
