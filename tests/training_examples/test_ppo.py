"""training_examples/ppo.py: the single file learns, its advantages are right, and it needs nothing from beside it."""

import ast
import csv
import subprocess
import sys
from pathlib import Path

import pytest

import moon_envs

torch = pytest.importorskip("torch")

PROGRAM = Path(__file__).parents[2] / "training_examples" / "ppo.py"
SMALL = [
    "--num-envs",
    "8",
    "--num-steps",
    "16",
    "--total-timesteps",
    "256",
    "--hidden",
    "16",
    "--evaluation-games",
    "4",
]


@pytest.fixture
def ppo(monkeypatch):
    monkeypatch.syspath_prepend(str(PROGRAM.parent))
    import ppo

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield ppo
    torch.set_num_threads(threads)


def run(folder, *arguments):
    command = [sys.executable, str(PROGRAM), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_few_updates(tmp_path):
    for folder in ("one", "same"):
        ran = run(tmp_path, *SMALL, "--folder", folder)
        assert ran.returncode == 0, ran.stderr
        assert "random play: won" in ran.stdout and "trained play: won" in ran.stdout
    one, same = (
        list(csv.DictReader((tmp_path / name / "curve.csv").read_text().splitlines())) for name in ("one", "same")
    )
    assert [row["timesteps"] for row in one] == ["128", "256"]
    assert [row["policy_loss"] for row in one] == [row["policy_loss"] for row in same]
    saved = torch.load(tmp_path / "one" / "agent.pt", weights_only=True)
    assert saved["args"]["hidden"] == 16 and len(saved["agent"]["policy.bias"]) == len(moon_envs.game("launch").actions)
    again = run(tmp_path, *SMALL, "--folder", "one")
    assert again.returncode == 1 and again.stderr == "one exists already; choose another --folder.\n"


def test_several_players_and_bad_input(tmp_path):
    several = ["--env-id", "moon_envs/Mlem-v0", "--players", "3", "--opponents", "greedy", "--option", "ufo=true"]
    ran = run(tmp_path, *SMALL, *several)
    assert ran.returncode == 0 and (tmp_path / "runs" / "ppo-mlem-0" / "agent.pt").exists(), ran.stderr
    refused = run(tmp_path, *SMALL, "--option", "opponent=9")
    assert refused.returncode == 1 and refused.stderr.count("\n") == 1 and "opponent=9 is not allowed" in refused.stderr


def test_advantages(ppo):
    """Against the definition: the discounted sum of later deltas of the same game."""
    args = ppo.Args(num_envs=2, num_steps=5)
    rollout = ppo.Rollout(args, 1, 1)
    rollout.reward[:], rollout.value[:] = torch.randn(5, 2), torch.randn(5, 2)
    rollout.done[2, 0] = rollout.done[4, 1] = 1
    after = torch.randn(2)
    found = ppo.advantages_of(rollout, after, gamma=0.9, gae_lambda=0.8)
    values = torch.cat([rollout.value, after[None]])
    for game in range(2):
        for step in range(5):
            expected, weight = 0.0, 1.0
            for later in range(step, 5):
                next_value = 0.0 if rollout.done[later, game] else values[later + 1, game]
                expected += weight * (rollout.reward[later, game] + 0.9 * next_value - values[later, game])
                if rollout.done[later, game]:
                    break
                weight *= 0.9 * 0.8
            assert found[step, game] == pytest.approx(float(expected), abs=1e-5)


def test_illegal_actions_have_no_probability(ppo):
    logits, _ = ppo.Agent(3, 4, 8)(torch.randn(2, 3), torch.tensor([[1, 0, 1, 0], [0, 0, 0, 1]]))
    assert (torch.softmax(logits, 1)[[0, 0, 1], [1, 3, 0]] == 0).all() and torch.softmax(logits, 1)[1, 3] == 1


def test_a_single_short_file():
    text = PROGRAM.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {getattr(node, "module", None) or node.names[0].name for node in imports}
    outside = {name.split(".")[0] for name in names} - set(sys.stdlib_module_names)
    assert outside == {"gymnasium", "moon_envs", "numpy", "torch"}
