"""Without PyTorch or JAX our training programs name the extra to install, in one line."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("program", "extra"),
    [
        ("ppo", "train"),
        ("selfplay", "train"),
        ("td", "train"),
        ("ray_selfplay", "rllib"),
        ("jax_ppo", "jax_train"),
        ("jax_gumbel_alphazero", "jax_train"),
    ],
)
def test_without_the_library(program, extra, tmp_path):
    lines = "import runpy, sys; sys.modules.update(dict.fromkeys(('torch', 'ray', 'jax'))); "
    lines += f"sys.path.insert(0, {str(ROOT)!r}); "
    lines += f"sys.argv = ['program']; runpy.run_module('training_examples.{program}', run_name='__main__')"
    run = subprocess.run([sys.executable, "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1 and run.stderr.endswith(f': pip install ".[{extra}]"\n')
    assert list(tmp_path.iterdir()) == []
