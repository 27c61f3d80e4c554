"""The training examples run, where their extra is installed."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "training_examples"


def test_maskable_ppo_launch(monkeypatch, capsys):
    pytest.importorskip("sb3_contrib")
    arguments = ["--steps", "256", "--num-games", "4", "--evaluation-games", "8"]
    monkeypatch.setattr(sys, "argv", ["maskable_ppo_launch.py", *arguments])
    runpy.run_path(str(EXAMPLES / "maskable_ppo_launch.py"), run_name="__main__")
    printed = capsys.readouterr().out
    assert "random play:" in printed and "trained play:" in printed and "win rate" in printed
