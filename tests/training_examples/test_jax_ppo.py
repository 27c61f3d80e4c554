"""training_examples/jax_ppo.py: the jitted training learns, and is the algorithm of ppo.py."""

import csv
import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import moon_envs

jax = pytest.importorskip("jax")
pytest.importorskip("optax")

PROGRAM = Path(__file__).parents[2] / "training_examples" / "jax_ppo.py"
SMALL = "--num-envs 8 --num-steps 16 --total-timesteps 256 --hidden 16 --evaluation-games 4".split()


@pytest.fixture
def jax_ppo(monkeypatch):
    monkeypatch.syspath_prepend(str(PROGRAM.parent))
    return importlib.import_module("jax_ppo")


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
    saved = np.load(tmp_path / "one" / "agent.npz")
    assert saved["policy.weight"].shape == (16, len(moon_envs.game("launch").actions))
    again = run(tmp_path, *SMALL, "--folder", "one")
    assert again.returncode == 1 and again.stderr == "one exists already; choose another --folder.\n"


def test_bad_input(tmp_path):
    refused = run(tmp_path, *SMALL, "--option", "opponent=9")
    assert refused.returncode == 1 and refused.stderr.count("\n") == 1 and "opponent=9 is not allowed" in refused.stderr
    odd = run(tmp_path, *SMALL, "--num-minibatches", "5")
    assert odd.returncode == 2 and "must be a multiple of --num-minibatches" in odd.stderr


def test_advantages(jax_ppo):
    """Against the definition: the discounted sum of later deltas of the same game."""
    random = np.random.default_rng(0)
    reward, value, after = (random.normal(size=shape).astype(np.float32) for shape in ((5, 2), (5, 2), 2))
    done = np.zeros((5, 2), dtype=bool)
    done[2, 0] = done[4, 1] = True
    nothing = np.zeros((5, 2))
    rollout = jax_ppo.Rollout(nothing, nothing, nothing, nothing, value, reward, done, nothing)
    found = jax_ppo.advantages_of(rollout, after, gamma=0.9, gae_lambda=0.8)
    values = np.concatenate([value, after[None]])
    for game in range(2):
        for step in range(5):
            expected, factor = 0.0, 1.0
            for later in range(step, 5):
                goes_on = not done[later, game]
                expected += factor * (
                    reward[later, game] + 0.9 * goes_on * values[later + 1, game] - value[later, game]
                )
                factor *= 0.9 * 0.8
                if not goes_on:
                    break
            assert found[step, game] == pytest.approx(expected, abs=1e-5)


def test_drawn_actions_are_legal_and_have_their_probabilities(jax_ppo):
    mask = np.zeros((50_000, 7), dtype=bool)
    mask[:, [1, 4, 6]] = True
    logits = np.where(mask, np.array([5, 0.0, 5, 5, 1.0, 5, -1.0]), jax_ppo.ILLEGAL_LOGIT)
    log_probs = jax.nn.log_softmax(logits)
    drawn = np.asarray(jax_ppo.draw(jax.random.key(1), log_probs))
    shares = np.bincount(drawn, minlength=7) / len(drawn)
    assert set(drawn) == {1, 4, 6}
    assert shares == pytest.approx(np.exp(np.asarray(log_probs[0])), abs=0.01)


def test_the_sign_of_the_last_reward_tells_who_won(jax_ppo):
    """The last decision never brings as many points as winning pays; a network that plays for points shows it."""
    reward = {"points_delta": 1.0, "outcome": jax_ppo.Args().outcome_reward}
    batch = moon_envs.Batch("launch", 64, 1, seed=5, reward=reward, opponent=1)
    agent = moon_envs.agents.find_agent("baseline")
    moon_envs.agents.prepare(agent, batch.game, batch.configuration)
    wins = losses = 0
    for _ in range(150):
        batch.step(moon_envs.agents.ask(agent, moon_envs.agents.Waiting(batch, np.arange(64))))
        ended = batch.done
        won = batch.final_outcome[ended, 0] > 0
        assert ((batch.reward[ended, 0] > 0) == won).all()
        wins, losses = wins + won.sum(), losses + (~won).sum()
    assert wins and losses
