"""benchmarks/networks.py runs."""

import sys

from benchmarks import networks


def test_a_moment(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["networks", "launch", "--seconds", "0.02", "--simulations", "4"])
    networks.main()
    printed = capsys.readouterr().out
    assert "launch, solo" in printed and "simulations a second" in printed
    assert [line.split()[0] for line in printed.splitlines()[2:]] == ["1", "16", "64"]
