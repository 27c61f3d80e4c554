"""Our training programs say in one line what to install where PyTorch or Ray is missing."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "training_examples"


@pytest.mark.parametrize("program", ["ppo", "expert_iteration", "ray_selfplay"])
def test_without_pytorch(program, tmp_path):
    lines = f"import runpy, sys; sys.modules['torch'] = None; sys.path.insert(0, {str(EXAMPLES)!r}); "
    lines += f"runpy.run_path({str(EXAMPLES / f'{program}.py')!r}, run_name='__main__')"
    run = subprocess.run([sys.executable, "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.strip() == 'ppo.py needs PyTorch: pip install ".[train]"'
    assert list(tmp_path.iterdir()) == []
