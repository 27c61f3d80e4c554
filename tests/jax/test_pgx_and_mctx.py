"""Programs for Pgx run with our environments: Pgx's own tests of an environment, its wrapper, and mctx."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import moon_envs

jax = pytest.importorskip("jax", reason="the extra jax is not installed")

import jax.numpy as jnp  # noqa: E402

import moon_envs.jax  # noqa: E402
from tests.jax.playing import keys_of, leaves_equal, name_of  # noqa: E402

# These libraries use what newer versions of JAX will remove.
pytestmark = pytest.mark.filterwarnings("ignore")

MODES = [
    ("launch", {"players": 1, "opponent": 3}),
    ("launch", {"players": 2}),
    ("journey", {"players": 2}),
    ("battle", {"players": 4}),
    ("mlem", {"players": 3, "ufo": True}),
    ("luna_capital", {"players": 2}),
    ("from_the_moon", {"players": 2}),
]


def library(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip(name)


def act_randomly(key, mask):
    return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)


@pytest.mark.parametrize(("id_", "mode"), MODES, ids=name_of)
def test_pgx_tests_of_an_environment(id_, mode, monkeypatch):
    api_test = library("pgx._src.api_test")
    monkeypatch.setattr(api_test, "get_args", lambda names: (*moon_envs.game_ids(),))
    # Pgx 2.6 draws along an axis that one game does not have: its test fails for its own games, too.
    monkeypatch.setattr(api_test, "act_randomly", jax.jit(act_randomly))
    env = moon_envs.jax.make(id_, reward="points_delta", **mode)
    api_test.api_test(env, num=2)
    api_test.api_test_single(env, num=1, use_key=False)


@pytest.mark.parametrize("id_", ["mlem", "launch"])
def test_the_auto_reset_of_pgx(id_):
    """It does what ours does, with the second half of the key."""
    experimental = library("pgx.experimental")
    env = moon_envs.jax.make(id_, players=2, reward="points")
    step = jax.jit(jax.vmap(experimental.auto_reset(env.step, env.init)))
    own = jax.jit(jax.vmap(moon_envs.jax.auto_reset(env.step, env.init)))
    states = others = jax.vmap(env.init)(keys_of(0, 8))
    ended = 0
    for number in range(250):
        keys = keys_of(number, 8)
        actions = jax.vmap(env.sample)(states, keys)
        second = jax.vmap(lambda key: jax.random.split(key)[1])(keys)
        states, others = step(states, actions, keys), own(others, actions, second)
        assert leaves_equal(states, others)
        ended += int(states.terminated.sum())
    assert ended >= 8


def test_random_play_of_pgx():
    """`act_randomly` draws from our masks, in a loop that is compiled as a whole."""
    experimental = library("pgx.experimental")
    env = moon_envs.jax.make("mlem", players=2)

    @jax.jit
    def play(key):
        def take(carried):
            states, key = carried
            key, own = jax.random.split(key)
            return jax.vmap(env.step)(states, experimental.act_randomly(own, states.legal_action_mask)), key

        begun = jax.vmap(env.init)(jax.random.split(key, 16))
        return jax.lax.while_loop(lambda carried: ~carried[0].terminated.all(), take, (begun, key))[0]

    states = play(jax.random.PRNGKey(0))
    rested = np.asarray(states._step_count) < states._step_count.max()
    assert states.terminated.all() and not states.rewards[rested].any() and rested.any()
    outcomes = np.asarray(jax.vmap(env.outcome)(states))
    assert np.allclose(outcomes.sum(axis=1), 0) and outcomes.any()


@pytest.mark.slow
@pytest.mark.parametrize(("id_", "players"), [("launch", 1), ("mlem", 2)])
def test_gumbel_muzero_policy(id_, players):
    """The environment is the model: `env.resample` at the root, `env.step` in the recurrent function."""
    mctx = library("mctx")
    env = moon_envs.jax.make(id_, players=players, reward="outcome" if players > 1 else "points_delta")
    games, simulations = 5, 12

    def recurrent(weights, key, action, states):
        mover = states.current_player
        states = jax.vmap(env.step)(states, action)
        logits = jnp.where(states.legal_action_mask, states.observation @ weights, jnp.finfo(jnp.float32).min)
        reward = states.rewards[jnp.arange(games), mover]
        same = jnp.where(states.current_player == mover, 1.0, -1.0)
        value = jnp.where(states.terminated, 0.0, jnp.tanh(states.observation.sum(axis=1)))
        discount = jnp.where(states.terminated, 0.0, same)
        found = mctx.RecurrentFnOutput(reward=reward, discount=discount, prior_logits=logits, value=value)
        return found, states

    @jax.jit
    def decide(weights, states, key):
        own, search = jax.random.split(key)
        roots = jax.vmap(env.resample)(states, states.current_player, jax.random.split(own, games))
        logits = jnp.where(roots.legal_action_mask, roots.observation @ weights, jnp.finfo(jnp.float32).min)
        root = mctx.RootFnOutput(prior_logits=logits, value=jnp.zeros(games), embedding=roots)
        return mctx.gumbel_muzero_policy(
            weights,
            search,
            root,
            recurrent,
            num_simulations=simulations,
            invalid_actions=~roots.legal_action_mask,
            qtransform=mctx.qtransform_completed_by_mix_value,
        )

    states = jax.vmap(env.init)(keys_of(3, games))
    weights = jnp.zeros((env.observation_shape[0], env.num_actions))
    for number in range(4):
        found = decide(weights, states, jax.random.key(number))
        legal = np.asarray(states.legal_action_mask)
        assert legal[np.arange(games), found.action].all()
        assert (np.asarray(found.action_weights)[~legal] == 0).all()
        assert np.allclose(found.action_weights.sum(axis=1), 1, atol=1e-3)
        visits = np.asarray(found.search_tree.summary().visit_counts)
        assert (visits.sum(axis=1) == simulations).all()
        states = jax.vmap(env.step)(states, found.action)
        assert not states.terminated.any()
