"""training_examples/expert_iteration.py: the search improves the policy, and training starts from a network's file."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import moon_envs

torch = pytest.importorskip("torch")

ROOT = Path(__file__).parents[2]
SMALL = ["--games", "16", "--steps", "8", "--minibatch", "64", "--processes", "1", "--evaluate", "4"]


def run(folder, program, *arguments):
    command = [sys.executable, "-m", f"training_examples.{program}", *arguments]
    environment = {**os.environ, "MOON_ENVS_QUIET": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_improved_policy():
    from training_examples.expert_iteration import improved_policy

    logits = np.log([[0.5, 0.3, 0.2, 1e-9]])
    mask = np.array([[1, 1, 1, 0]])
    found = moon_envs.search.Searched(np.array([1]), np.array([[2, 2, 0, 0]]), np.array([[1.0, 3.0, np.nan, np.nan]]))
    improved = improved_policy(logits, mask, found, value_scale=4.0)
    assert improved.sum() == pytest.approx(1) and improved[0, 3] == 0
    assert improved[0, 1] > 0.3 and improved[0, 0] < 0.5
    # Visited actions are worth 1 and 3: 1.75 on average of the policy, scaled by 2. The other action counts as average.
    expected = np.array([0.5, 0.3, 0.2]) * np.exp(4.0 * np.array([-0.375, 0.625, 0.0]))
    assert improved[0, :3] == pytest.approx(expected / expected.sum())
    same = improved_policy(logits, mask, found, value_scale=0.0)
    assert same[0, :3] == pytest.approx([0.5, 0.3, 0.2])


def test_from_ppo_to_expert_iteration(tmp_path):
    options = ["--option", "opponent=1"]
    first = run(tmp_path, "selfplay", "launch", *options, *SMALL, "--hidden", "16", "--decisions", "500")
    assert first.returncode == 0, first.stderr
    start = ["--start", "runs/launch-solo-0/network.npz", "--simulations", "4", "--decisions", "300"]
    second = run(tmp_path, "expert_iteration", "launch", *options, *SMALL, *start, "--folder", "expert")
    assert second.returncode == 0, second.stderr
    assert (tmp_path / "expert" / "network.npz").exists() and "opponent=1: won" in second.stdout
    other = run(tmp_path, "expert_iteration", "journey", *SMALL, *start, "--folder", "other")
    assert other.returncode == 1 and "plays launch solo" in other.stderr and "Traceback" not in other.stderr
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes((tmp_path / "expert" / "network.npz").read_bytes()[:1000])
    failed = run(tmp_path, "expert_iteration", "launch", *SMALL, "--start", "damaged.npz", "--folder", "other")
    assert failed.returncode == 1 and "damaged.npz" in failed.stderr and "Traceback" not in failed.stderr
    resumed = run(tmp_path, "selfplay", "launch", *options, *SMALL, "--folder", "expert", "--resume", "--hidden", "16")
    assert resumed.returncode == 1 and "was made with" in resumed.stderr
