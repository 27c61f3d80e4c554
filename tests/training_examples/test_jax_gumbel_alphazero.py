"""training_examples/jax_gumbel_alphazero.py: it runs, values change their sign with the seat, the search is honest."""

import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

jax = pytest.importorskip("jax")
pytest.importorskip("optax")
pytest.importorskip("mctx")

PROGRAM = Path(__file__).parents[2] / "training_examples" / "jax_gumbel_alphazero.py"
SMALL = "--iterations 2 --num-envs 4 --num-steps 8 --simulations 3 --hidden 16 --evaluation-games 4".split()


@pytest.fixture
def alphazero(monkeypatch):
    monkeypatch.syspath_prepend(str(PROGRAM.parent))
    return importlib.import_module("jax_gumbel_alphazero")


def run(folder, *arguments):
    command = [sys.executable, str(PROGRAM), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_two_iterations(tmp_path):
    ran = run(tmp_path, *SMALL)
    assert ran.returncode == 0, ran.stderr
    assert "64 decisions" in ran.stdout
    assert ran.stdout.count("games against random") == ran.stdout.count("games against greedy") == 2
    assert np.load(tmp_path / "runs" / "jax-alphazero-launch-0" / "network.npz")["value.weight"].shape == (16, 1)
    refused = run(tmp_path, "--option", "opponent=9")
    assert refused.returncode == 1 and refused.stderr.count("\n") == 1


def learner(alphazero, **changes):
    return alphazero.Learner(alphazero.Args(num_envs=4, num_steps=8, simulations=8, hidden=16, minibatch=32, **changes))


def weights_of(alphazero, learned):
    env = learned.env
    return alphazero.new_weights(jax.random.key(0), env.observation_shape[0], env.num_actions, learned.args.hidden)


def test_values_belong_to_the_seat_that_decides(alphazero):
    """In whole games with random decisions, signs and margins add up to the margin of the first seat."""
    learned = learner(alphazero)
    env, games = learned.env, 4
    state, key = learned.init(jax.random.split(jax.random.key(3), games)), jax.random.key(4)
    step = jax.jit(learned.step)
    told, sign = np.zeros(games), np.where(np.asarray(state.current_player) == 0, 1.0, -1.0)
    paid, seats = np.zeros(games), set()
    while not np.asarray(state.terminated).all():
        key, draw = jax.random.split(key)
        action = jax.vmap(env.sample)(state, jax.random.split(draw, games))
        after = step(state, action)
        told += sign * np.asarray(alphazero.margin(after.rewards, state.current_player))
        sign *= np.asarray(alphazero.sign_of(state, after))
        paid += np.asarray(after.rewards[:, 0] - after.rewards[:, 1])
        seats |= set(np.asarray(state.current_player).tolist())
        state = after
    assert seats == {0, 1} and (sign == 0).all() and np.abs(paid).max() > 0.1
    assert told == pytest.approx(paid, abs=1e-4)


def test_targets_without_bootstrap_are_the_margins_of_the_rest(alphazero):
    """With lambda = 1 a target is the signed sum of the later margins, as long as the game ends in the rollout."""
    learned = alphazero.Learner(
        alphazero.Args(num_envs=4, num_steps=260, simulations=2, hidden=16, minibatch=1040, td_lambda=1.0)
    )
    state = learned.init(jax.random.split(jax.random.key(3), 4))
    _, decisions, targets = learned.play(weights_of(alphazero, learned), state, jax.random.key(1))
    sign, reward, targets = (np.asarray(one) for one in (decisions.sign, decisions.reward, targets))
    for game in range(4):
        last = np.flatnonzero(sign[:, game] == 0)[-1]  # the end of the last whole game
        expected = 0.0
        for step in range(last, -1, -1):
            expected = reward[step, game] + sign[step, game] * expected
            assert targets[step, game] == pytest.approx(expected, abs=1e-4)


def test_the_search_does_not_see_hidden_cards(alphazero):
    """Games that a seat cannot tell apart get the same search: same keys, other hidden cards."""
    learned = learner(alphazero)
    weights = weights_of(alphazero, learned)
    state = learned.init(jax.random.split(jax.random.key(3), 4))
    keys = jax.random.split(jax.random.key(9), 4)
    other = jax.vmap(learned.env.resample)(state, state.current_player, keys)
    assert (np.asarray(other._game) != np.asarray(state._game)).any()
    one, two = (learned.search(weights, root, jax.random.key(5)) for root in (state, other))
    assert (np.asarray(one.action_weights) == np.asarray(two.action_weights)).all()
    assert (np.asarray(one.action) == np.asarray(two.action)).all()
    assert np.asarray(state.legal_action_mask)[np.arange(4), np.asarray(one.action)].all()
