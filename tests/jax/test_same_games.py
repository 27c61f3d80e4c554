"""The games are those of `Batch` to the bit: one game, `jax.vmap`, and `make_vec` with and without autoreset."""

from __future__ import annotations

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch

jax = pytest.importorskip("jax", reason="the extra jax is not installed")

import moon_envs.jax  # noqa: E402
from tests.jax.playing import ENCODINGS, MODES, REWARDS, assert_same, course_of, key_of, keys_of, name_of, replay  # noqa: E402

ROWS, SEED, MOST_STEPS = 4, 90, 2000
SETTINGS = [(reward, encoding) for encoding in ENCODINGS for reward in REWARDS]
OPTIONS = [
    ("launch", {"players": 3, "missions": (64, 66, 68)}),
    ("battle", {"players": 1, "opponent": 8, "missions": (106, 109, 110)}),
    ("from_the_moon", {"players": 2, "factions": ("cyborgs", "pioneers")}),
]


def compare(id_, mode, reward, encoding):
    """Play whole games in every way."""
    settings = {"reward": reward, "encoding": encoding, **mode}
    batch = Batch(id_, ROWS, seed=SEED, autoreset="disabled", threads=1, **settings)
    course = course_of(batch, MOST_STEPS, over=True)
    assert course.terminated[-1].all() and (course.terminated[-1] == batch.done).all()
    env = moon_envs.jax.make(id_, **settings)
    keys = keys_of(SEED, ROWS)
    # Some steps more: finished games stay as they are, with rewards of zero.
    more = np.concatenate([course.actions, np.zeros((3, ROWS), np.int32)])
    length = len(course.actions) + 1
    for name, states, found_env in (
        ("vmap", jax.vmap(env.init)(keys), env),
        ("make_vec", None, moon_envs.jax.make_vec(id_, ROWS, autoreset=False, **settings)),
    ):
        vmapped = found_env is env
        states = states if vmapped else found_env.init(key_of(SEED))
        last, found = replay(found_env, states, more, vmapped)
        assert_same(course, [one[:length] for one in found], name)
        for place, one in enumerate(found):
            stays = np.zeros_like(one[-1]) if place == 3 else one[length - 1]
            assert (one[length:] == stays).all(), (name, place)
        ends = course.terminated.argmax(axis=0)
        assert (np.asarray(last._step_count) == ends).all(), name
        assert (last._step_count == course.records[-1].view(batch.game.state_dtype)["decisions"][:, 0]).all()
    row = int(np.argmax(ends))
    _, found = replay(env, jax.jit(env.init)(keys[row]), course.actions[:, row], vmapped=False)
    assert_same(
        course,
        [np.insert(np.delete(a, row, 1), row, b, axis=1) for a, b in zip(course[1:], found, strict=True)],
        "scalar",
    )
    # With autoreset the row that ended first begins its second game.
    batch = Batch(id_, ROWS, seed=SEED, autoreset="same_step", threads=1, **settings)
    course = course_of(batch, int(ends.min()) + 20, over=False)
    assert course.terminated.any()
    env = moon_envs.jax.make_vec(id_, ROWS, **settings)
    last, found = replay(env, env.init(key_of(SEED)), course.actions, vmapped=False)
    assert_same(course, found, "autoreset")
    assert (last._step_count == batch.states["decisions"]).all()


@pytest.mark.parametrize(("id_", "mode"), MODES, ids=name_of)
def test_every_mode(id_, mode):
    compare(id_, mode, *SETTINGS[MODES.index((id_, mode)) % len(SETTINGS)])


@pytest.mark.parametrize(("id_", "mode"), OPTIONS, ids=name_of)
def test_options(id_, mode):
    compare(id_, mode, "points_delta", "compact")


@pytest.mark.parametrize("id_", moon_envs.game_ids())
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("reward", REWARDS, ids=name_of)
def test_every_reward_and_encoding(id_, reward, encoding):
    """In `make_vec` with autoreset, over several games in every row."""
    settings = {"reward": reward, "encoding": encoding, "players": 2}
    course = course_of(Batch(id_, 3, seed=7, threads=1, **settings), 400, over=False)
    env = moon_envs.jax.make_vec(id_, 3, **settings)
    assert course.terminated.any(axis=0).all()
    assert_same(course, replay(env, env.init(key_of(7)), course.actions, vmapped=False)[1], "make_vec")


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(threads):
    """1,000 games are shared among XLA's threads; the results are those of one thread."""
    batch = Batch("launch", 1000, players=2, seed=3, reward="points_delta", threads=1)
    course = course_of(batch, 150, over=False)
    env = moon_envs.jax.make_vec("launch", 1000, players=2, reward="points_delta", threads=threads)
    assert env.threads == threads
    assert_same(course, replay(env, env.init(key_of(3)), course.actions, vmapped=False)[1], f"{threads} threads")


# Keys


@pytest.mark.parametrize("seed", [0, 7, 2**31 - 1])
def test_a_key_deals_the_game_of_its_seed(seed):
    expected = Batch("mlem", 1, players=3, seed=seed).states.tobytes()
    env = moon_envs.jax.make("mlem", players=3)
    for key in (jax.random.key(seed), jax.random.PRNGKey(seed), jax.random.key(seed, impl="rbg")):
        assert env.records(env.init(key)).tobytes() == expected
        assert env.records(jax.jit(env.init)(key)).tobytes() == expected
    old_rbg = jax.random.key_data(jax.random.key(seed, impl="rbg"))
    assert env.records(env.init(old_rbg)).tobytes() == expected
    unsafe = jax.random.key(seed, impl="unsafe_rbg")
    assert env.records(env.init(unsafe)).tobytes() == expected


@pytest.mark.parametrize("seed", [2**32 + 5, 2**40, 2**63 - 1])
def test_seeds_beyond_32_bits(seed):
    env = moon_envs.jax.make("mlem", players=2)
    assert env.records(env.init(key_of(seed))).tobytes() == Batch("mlem", 1, players=2, seed=seed).states.tobytes()


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("kind", ["threefry2x32", "rbg"])
def test_few_games_with_every_kind_of_key(rows, kind):
    """Two keys of two words are not taken for one key of four."""
    expected = Batch("mlem", rows, players=2, seed=30).states.tobytes()
    env, many = moon_envs.jax.make("mlem", players=2), moon_envs.jax.make_vec("mlem", rows, players=2)
    keys = jax.vmap(lambda seed: jax.random.key(seed, impl=kind))(np.arange(30, 30 + rows))
    assert env.records(jax.vmap(env.init)(keys)).tobytes() == expected
    assert many.records(many.init(jax.random.key(30, impl=kind))).tobytes() == expected
    words = jax.random.key_data(keys)
    assert env.records(jax.vmap(env.init)(words)).tobytes() == expected


def test_keys_that_were_split_deal_different_games():
    """Also keys of four words, whose first two words alone may be equal."""
    env = moon_envs.jax.make("launch", players=2)
    for kind in ("threefry2x32", "rbg"):
        keys = jax.random.split(jax.random.key(5, impl=kind), 100)
        seeds = env.records(jax.vmap(env.init)(keys))["seed"]
        assert len(set(seeds.tolist())) == 100


def test_a_batch_under_vmap():
    """One key for each batch; its games are dealt from this key on."""
    many = moon_envs.jax.make_vec("mlem", 3, players=2)
    states = jax.vmap(many.init)(jax.vmap(jax.random.key)(np.array([10, 20])))
    batch = Batch("mlem", 6, players=2)
    batch.reset(seed=[10, 11, 12, 20, 21, 22])
    assert many.records(states).tobytes() == batch.states.tobytes()
    course = course_of(batch, 60, over=False)
    _, found = replay(many, states, course.actions.reshape(60, 2, 3), vmapped=True)
    assert_same(course, [one.reshape(one.shape[0], 6, *one.shape[3:]) for one in found], "vmap of make_vec")
