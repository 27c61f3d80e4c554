"""Without PyTorch our training programs name the extra to install, in one line."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("program", "extra"),
    [("ppo", "train"), ("selfplay", "train"), ("td", "train"), ("ray_selfplay", "rllib")],
)
def test_without_pytorch(program, extra, tmp_path):
    lines = f"import runpy, sys; sys.modules['torch'] = sys.modules['ray'] = None; sys.path.insert(0, {str(ROOT)!r}); "
    lines += f"sys.argv = ['program']; runpy.run_module('training_examples.{program}', run_name='__main__')"
    run = subprocess.run([sys.executable, "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1 and run.stderr.endswith(f': pip install ".[{extra}]"\n')
    assert list(tmp_path.iterdir()) == []
