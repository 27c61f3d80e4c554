"""What is wrong is refused while a program is traced, with words; wrong bytes become a finished game."""

from __future__ import annotations

import numpy as np
import pytest

import moon_envs
from moon_envs import ConfigurationError
from moon_envs.base.errors import ArgumentError

jax = pytest.importorskip("jax", reason="the extra jax is not installed")

import jax.numpy as jnp  # noqa: E402

import moon_envs.jax  # noqa: E402
from tests.jax.playing import key_of, keys_of, leaves_equal  # noqa: E402

ROWS = 3
KEY = jax.random.key(0)


@pytest.fixture(scope="module")
def env():
    return moon_envs.jax.make("mlem", players=2, reward="points_delta")


@pytest.fixture(scope="module")
def many():
    return moon_envs.jax.make_vec("mlem", ROWS, players=2, reward="points_delta")


@pytest.fixture
def state(env):
    return env.init(KEY)


# While a program is traced


@pytest.mark.parametrize(
    "action",
    [1.0, np.float32(2), jnp.float32(1), True, "1", None, [1], np.zeros(2, int), jnp.zeros((1, 1), int), [[1], [1, 2]]],
    ids=str,
)
def test_wrong_actions(env, state, action):
    with pytest.raises(ConfigurationError, match="action.*allowed"):
        env.step(state, action)
    with pytest.raises(ConfigurationError, match="player.*allowed"):
        env.resample(state, 0.5 if action is None else action, KEY)
    if action is not None:
        with pytest.raises(ConfigurationError, match="player.*allowed"):
            env.observe(state, action)


def test_wrong_actions_of_a_batch(many):
    states = many.init(KEY)
    for actions in (0, np.zeros(ROWS), np.zeros(ROWS + 1, int), np.zeros((ROWS, 1), int), jnp.zeros(ROWS, bool)):
        with pytest.raises(ConfigurationError, match="action.*allowed"):
            many.step(states, actions)
        with pytest.raises(ConfigurationError, match="action.*allowed"):
            jax.jit(many.step)(states, actions)
    with pytest.raises(ConfigurationError, match="player.*allowed"):
        many.resample(states, 0, KEY)


@pytest.mark.parametrize(
    "key",
    [0, None, "key", np.zeros(2, np.int32), np.zeros(3, np.uint32), np.uint32(1), np.zeros((2, 2), np.uint32)],
    ids=str,
)
def test_wrong_keys(env, many, state, key):
    for what, call in (
        ("init", lambda: env.init(key)),
        ("init", lambda: many.init(key)),
        ("sample", lambda: env.sample(state, key)),
        ("resample", lambda: env.resample(state, 0, key)),
    ):
        with pytest.raises(ConfigurationError, match=f"{what}: key.*allowed"):
            call()


def test_many_keys_without_vmap(env, state):
    for call in (env.init, lambda keys: env.sample(state, keys)):
        with pytest.raises(ConfigurationError, match=r"jax\.vmap"):
            call(jax.random.split(KEY, 4))


def test_many_games_without_vmap(env, many):
    """Also where the actions have the same shape."""
    states = jax.vmap(env.init)(keys_of(0, ROWS))
    for call in (
        lambda: env.step(states, np.zeros(ROWS, int)),
        lambda: env.sample(states, KEY),
        lambda: env.observe(states),
        lambda: env.points(states),
        lambda: env.resample(states, np.zeros(ROWS, int), KEY),
        lambda: jax.vmap(many.step)(many.init(KEY), np.zeros(ROWS, int)),
    ):
        with pytest.raises(ConfigurationError, match=r"jax\.vmap"):
            call()


@pytest.mark.parametrize(
    "other",
    [
        ("launch", {"players": 2, "reward": "points_delta"}),
        ("mlem", {"players": 3, "reward": "points_delta"}),
        ("mlem", {"players": 2}),
        ("mlem", {"players": 2, "reward": "points_delta", "encoding": "one_hot"}),
        ("mlem", {"players": 2, "reward": "points_delta", "ufo": True}),
    ],
    ids=str,
)
def test_states_of_other_environments(env, many, other):
    """Of another game, number of players, reward, encoding or option: they are refused, and with their bytes alone."""
    id_, settings = other
    stranger = moon_envs.jax.make(id_, **settings)
    foreign = stranger.init(KEY)
    for call in (
        lambda: env.step(foreign, 0),
        lambda: env.sample(foreign, KEY),
        lambda: env.observe(foreign),
        lambda: env.resample(foreign, 0, KEY),
        lambda: env.points(foreign),
        lambda: env.outcome(foreign),
        lambda: env.records(foreign),
        lambda: env.check(foreign),
        lambda: jax.jit(env.step)(foreign, 0),
        lambda: many.step(foreign, np.zeros(ROWS, int)),
    ):
        with pytest.raises(ConfigurationError, match="another environment"):
            call()
    own = env.init(KEY)
    if foreign._game.shape == own._game.shape:
        assert_no_game(env, own, foreign._game)
    else:
        with pytest.raises(ConfigurationError, match="_game has the shape"):
            env.step(own.replace(_game=foreign._game), 0)


def test_a_batch_of_another_size(env, many):
    other = moon_envs.jax.make_vec("mlem", ROWS + 1, players=2, reward="points_delta")
    for stranger in (
        other,
        env,
        moon_envs.jax.make_vec("mlem", ROWS, players=2, reward="points_delta", autoreset=False),
    ):
        with pytest.raises(ConfigurationError, match="another environment"):
            many.step(stranger.init(KEY), np.zeros(ROWS, int))
        with pytest.raises(ConfigurationError, match="another environment"):
            stranger.points(many.init(KEY))


@pytest.mark.parametrize("given", [None, 1, "state", {}, (), np.zeros(5)], ids=str)
def test_no_states(env, given):
    for call in (lambda: env.step(given, 0), lambda: env.records(given), lambda: env.sample(given, KEY)):
        with pytest.raises(ConfigurationError, match="a State of this environment is needed"):
            call()


def test_arrays_of_another_type_or_shape(env, state):
    """Compiled code reads these arrays."""
    for name, wrong in (
        ("_game", state._game.astype(jnp.int32)),
        ("_game", state._game[:-8]),
        ("_game", None),
        ("legal_action_mask", state.legal_action_mask.astype(jnp.float32)),
        ("legal_action_mask", state.legal_action_mask[:-1]),
        ("terminated", jnp.int32(0)),
        ("truncated", 0),
        ("truncated", jnp.zeros(2, bool)),
        ("current_player", jnp.float32(0)),
    ):
        changed = state.replace(**{name: wrong})
        for call in (lambda one: env.step(one, 0), lambda one: env.sample(one, KEY), env.observe, env.points):
            with pytest.raises(ConfigurationError, match=f"state: {name} has the shape"):
                call(changed)
    with pytest.raises(ConfigurationError):
        env.records(state.replace(_game=state._game[:-8]))


def test_wrong_environments():
    for call, error, words in (
        (lambda: moon_envs.jax.make("chess"), ConfigurationError, "chess"),
        (lambda: moon_envs.jax.make("launch", players=7), ConfigurationError, "players=7 is not allowed"),
        (lambda: moon_envs.jax.make("launch", players=1, opponent=9), ConfigurationError, "opponent=9"),
        (lambda: moon_envs.jax.make("launch", oponent=1), ArgumentError, "opponent"),
        (lambda: moon_envs.jax.make("launch", reward="score"), ConfigurationError, "reward='score'"),
        (lambda: moon_envs.jax.make("launch", encoding="raw"), ConfigurationError, "encoding='raw'"),
        (lambda: moon_envs.jax.make_vec("launch", 0), ConfigurationError, "num_envs=0"),
        (lambda: moon_envs.jax.make_vec("launch", 2.5), ConfigurationError, "num_envs=2.5"),
        (lambda: moon_envs.jax.make_vec("launch", 2, autoreset="yes"), ConfigurationError, "autoreset='yes'"),
        (lambda: moon_envs.jax.make_vec("launch", 2, threads=0), ConfigurationError, "threads=0"),
    ):
        with pytest.raises(error, match=words):
            call()


# Wrong bytes


def assert_no_game(env, state, wrong):
    """Bytes that are no game are a finished one: nothing happens in it, and nothing is known about it."""
    state = state.replace(_game=jnp.asarray(wrong))
    stepped = jax.jit(env.step)(state, 0)
    assert stepped.terminated and not stepped.rewards.any() and leaves_equal(stepped._game, wrong)
    assert stepped.legal_action_mask.all() and not stepped.observation.any() and stepped.current_player == 0
    assert leaves_equal(env.step(stepped, 5).replace(_step_count=0), stepped.replace(_step_count=0))
    redrawn = env.resample(state, 0, KEY)
    assert leaves_equal(redrawn._game, wrong) and not redrawn.observation.any()
    assert not env.observe(state, 1).any() and not env.points(state).any() and not env.outcome(state).any()
    with pytest.raises(ConfigurationError, match="no game of this environment"):
        env.check(state)


def test_bytes_that_are_no_game(env, state):
    chance = np.random.default_rng(3)
    game = np.asarray(state._game)
    assert_no_game(env, state, np.zeros_like(game))
    assert_no_game(env, state, np.full_like(game, 255))
    for _ in range(20):
        assert_no_game(env, state, chance.integers(0, 256, game.shape, np.uint8))
    for place in range(8):
        flipped = game.copy()
        flipped[env._template.behind_record + place] ^= 1 << chance.integers(8)
        assert_no_game(env, state, flipped)


def test_bytes_that_are_no_game_among_others(many):
    """The other games of the batch go on; with autoreset the wrong row stays as it is."""
    states = many.init(KEY)
    games = np.array(states._game)
    games[1] = 7
    action = many.sample(states, KEY)
    wrong, right = many.step(states.replace(_game=games), action), many.step(states, action)
    assert wrong.terminated.tolist() == [False, True, False] and (wrong._game[1] == 7).all()
    for row in (0, 2):
        assert leaves_equal(wrong._game[row], right._game[row])
        assert leaves_equal(wrong.observation[row], right.observation[row])
    assert many.step(wrong, action).terminated[1]
    with pytest.raises(ConfigurationError, match="row 1"):
        many.check(wrong)


# Env.check


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_played_games_pass_the_check(id_):
    """Running, finished, forfeited and redrawn games, of one game, vmap and make_vec, in a batch with new games."""
    many = moon_envs.jax.make_vec(id_, 8, players=2, reward="points_delta")
    step = jax.jit(many.step)
    states = many.init(key_of(5))
    for number in range(60):
        states = step(states, many.sample(states, key_of(number)).at[number % 8].add(0 if number % 7 else 1000))
        if number % 6 == 0:
            many.check(states)
            many.check(many.resample(states, states.current_player, key_of(number)))
    env = moon_envs.jax.make(id_, players=2)
    ended = jax.jit(
        lambda key: jax.lax.while_loop(
            lambda one: ~one.terminated, lambda one: env.step(one, one.legal_action_mask.argmax()), env.init(key)
        )
    )(KEY)
    env.check(ended)
    env.check(env.step(env.init(KEY), -1))
    env.check(jax.device_get(jax.vmap(jax.vmap(env.init))(keys_of(0, 4).reshape(2, 2))))


def test_tampered_games_fail_the_check(env, state):
    """Every part of the bytes: the record, who decides, what was paid, and what is legal."""
    game, first = np.asarray(state._game), env._template.behind_record
    records = np.array(env.records(state))
    with pytest.raises(ConfigurationError, match="players"):
        records["player_count"] = 3
        env.check(state.replace(_game=np.concatenate([records.view(np.uint8), game[first:]])))
    for place, value, words in (
        (first + 8, 1 - game[first + 8], "who decides"),
        (first + 8, 77, "who decides"),
        (first + 15, 0x40, "who decides"),
        (first + 16, 1, "points that were paid"),
        (first + 24, game[first + 24] ^ 1, "legal actions"),
    ):
        wrong = game.copy()
        wrong[place] = value
        with pytest.raises(ConfigurationError, match=f"mlem, row 0: .*{words}"):
            env.check(state.replace(_game=wrong))
    chance, refused = np.random.default_rng(1), 0
    for _ in range(100):
        wrong = game.copy()
        wrong[chance.integers(env._template.record_size)] = chance.integers(256)
        try:
            env.check(state.replace(_game=wrong))
        except ConfigurationError:
            refused += 1
    assert refused > 30
    env.check(state)


def test_check_and_records_inside_of_jit(env, state):
    for call in (env.check, env.records):
        with pytest.raises(ConfigurationError, match=r"outside of jax\.jit"):
            jax.jit(lambda one, call=call: call(one))(state)
