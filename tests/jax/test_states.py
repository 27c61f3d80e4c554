"""Finished games, illegal and truncated ones, drawing actions, redrawing, observing, counting."""

from __future__ import annotations

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch

jax = pytest.importorskip("jax", reason="the extra jax is not installed")

import jax.numpy as jnp  # noqa: E402

import moon_envs.jax  # noqa: E402
from tests.jax.playing import key_of, keys_of, leaves_equal  # noqa: E402

GAMES = moon_envs.game_ids()
MODES = [(id_, players) for id_ in GAMES for players in (moon_envs.game(id_).player_counts[0], 3)]


def played(env, batch, steps):
    """States of `vmap` and a batch that have gone the same way."""
    states = jax.vmap(env.init)(keys_of(int(batch.states["seed"][0]), len(batch)))
    step = jax.jit(jax.vmap(env.step))
    for _ in range(steps):
        actions = batch.sample()
        states = step(states, actions.astype(np.int32))
        batch.step(actions)
    return states


# Illegal actions, finished and truncated games


@pytest.mark.parametrize("reward", ["outcome", "points", {"outcome": 2.0, "points_delta": 1.0}], ids=str)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_illegal_actions_end_the_game_as_in_pgx(players, reward):
    """The player pays, the others are paid, and nothing moves; in `make_vec` with autoreset the next game begins."""
    env = moon_envs.jax.make("launch", players=players, reward=reward)
    batch = Batch("launch", 1, players=players, reward=reward, seed=4, autoreset="disabled")
    state = env.init(jax.random.key(4))
    for _ in range(3):
        action = int(batch.sample()[0])
        batch.step(action)
        state = env.step(state, action)
    loser, lowest = int(state.current_player), batch.lowest_reward
    assert lowest < 0
    expected = np.full(players, -lowest * (players - 1), np.float32)
    expected[loser] = lowest
    forbidden = int(np.flatnonzero(~np.asarray(state.legal_action_mask))[0])
    illegal = [-1, forbidden, env.num_actions, -(2**31), 2**31 - 1, 2**40, -(2**70), np.int64(2**32), np.uint8(255)]
    for action in (*illegal, np.int64(2**32 + int(batch.sample()[0]))):
        ended = env.step(state, action)
        assert ended.terminated and not ended.truncated and ended.legal_action_mask.all(), action
        assert np.asarray(ended.rewards).tolist() == expected.tolist() and ended._step_count == 4
        assert env.records(ended).tobytes() == env.records(state).tobytes()
        assert ended.current_player == 0 and (ended.observation == env.observe(state, 0)).all()
        assert not env.outcome(ended).any() and (env.points(ended) == batch.points()[0]).all()
    again = env.step(ended, int(batch.sample()[0]))
    assert leaves_equal(again, ended.replace(rewards=jnp.zeros(players)))
    many = moon_envs.jax.make_vec("launch", 3, players=players, reward=reward)
    begun = many.init(jax.random.key(4))
    legal = np.asarray(begun.legal_action_mask).argmax(axis=1)
    stepped = many.step(begun, np.array([legal[0], -1, 10_000]))
    assert stepped.terminated.tolist() == [False, True, True]
    assert np.asarray(stepped.rewards)[1:].sum(axis=1) == pytest.approx([lowest + (players - 1) ** 2 * -lowest] * 2)
    other = Batch("launch", 3, players=players, reward=reward, seed=4)
    other.step(np.array([legal[0], -1, -1]), on_illegal="forfeit")
    assert many.records(stepped).tobytes() == other.states.tobytes()
    assert (np.asarray(stepped.observation) == other.observation).all()


@pytest.mark.parametrize("id_", GAMES)
def test_finished_games_rest(id_):
    """Every action, also an illegal one, changes nothing and pays nothing."""
    batch = Batch(id_, 2, players=2, seed=8, reward="points", autoreset="disabled")
    env = moon_envs.jax.make(id_, players=2, reward="points")
    states = played(env, batch, 5)
    step = jax.jit(jax.vmap(env.step))
    while not batch.done.all():
        actions = batch.sample()
        batch.step(actions)
        states = step(states, actions)
    assert states.terminated.all() and states.legal_action_mask.all() and not states.current_player.any()
    resting = states.replace(rewards=jnp.zeros_like(states.rewards))
    for action in (0, -1, 10**6):
        assert leaves_equal(step(states, np.full(2, action)), resting)
    assert leaves_equal(jax.vmap(env.resample)(states, np.zeros(2, np.int32), keys_of(0, 2)), states), (
        "they are not redrawn"
    )
    assert (jax.vmap(env.outcome)(states) == batch.final_outcome).all()
    assert (jax.vmap(env.points)(states) == batch.final_points).all()
    # Wrappers that clear the flag do not bring a finished game back.
    cleared = step(states.replace(terminated=jnp.zeros(2, bool)), np.zeros(2, np.int32))
    assert cleared.terminated.all() and leaves_equal(cleared._game, states._game) and not cleared.rewards.any()


def test_truncated_games_rest():
    """Until the wrapper clears its flag."""
    for env, flag in (
        (moon_envs.jax.make("mlem", players=2), True),
        (moon_envs.jax.make_vec("mlem", 2, players=2), np.array([True, False])),
    ):
        state = env.init(jax.random.key(1))
        action = env.sample(state, jax.random.key(2))
        cut = state.replace(truncated=jnp.asarray(flag))
        stays, moved = env.step(cut, action), env.step(state, action)
        chosen = np.atleast_1d(flag)
        for name in ("_game", "observation", "legal_action_mask", "_step_count", "current_player"):
            parts = [np.asarray(getattr(one, name)).reshape(len(chosen), -1) for one in (stays, moved, state)]
            assert (parts[0] == np.where(chosen[:, None], parts[2], parts[1])).all(), name
        assert not stays.terminated.any() and (np.asarray(stays.truncated) == flag).all()
        again = env.step(stays.replace(truncated=jnp.zeros_like(stays.truncated)), action)
        first = [np.asarray(one._game).reshape(len(chosen), -1)[0] for one in (again, moved)]
        assert (first[0] == first[1]).all(), "it goes on"
    one = moon_envs.jax.make("mlem", players=2)
    state = one.init(jax.random.key(1))
    stays = one.step(state.replace(truncated=True), one.sample(state, jax.random.key(2)))
    assert leaves_equal(stays._game, state._game), "a flag of Python"


def test_auto_reset():
    """Our wrapper keeps flags and rewards of the game that ended, and shows the new one."""
    env = moon_envs.jax.make("mlem", players=2, reward="points")
    step = jax.jit(jax.vmap(moon_envs.jax.auto_reset(env.step, env.init)))
    sample = jax.jit(jax.vmap(env.sample))
    states, plain = jax.vmap(env.init)(keys_of(0, 3)), jax.jit(jax.vmap(env.step))
    ended = 0
    for number in range(150):
        before, actions, keys = states, sample(states, keys_of(number, 3)), keys_of(1000 * number, 3)
        cleared = before.replace(terminated=jnp.zeros(3, bool))
        states, expected = step(before, actions, keys), plain(cleared, actions)
        assert (states.terminated == expected.terminated).all() and (states.rewards == expected.rewards).all()
        begun = jax.vmap(env.init)(keys)
        for row in range(3):
            source = begun if expected.terminated[row] else expected
            assert (states._game[row] == source._game[row]).all() and (
                states.observation[row] == source.observation[row]
            ).all()
            ended += int(expected.terminated[row])
    assert ended >= 3


# Drawing


def test_samples_are_uniform_and_legal():
    env = moon_envs.jax.make("launch", players=2)
    state = env.init(jax.random.key(3))
    for _ in range(4):
        state = env.step(state, env.sample(state, jax.random.key(1)))
    legal = np.flatnonzero(state.legal_action_mask)
    assert len(legal) > 2
    draws = 100_000
    for keys in (jax.random.split(jax.random.key(0), draws), keys_of(77, draws)):
        actions = np.asarray(jax.jit(jax.vmap(env.sample, in_axes=(None, 0)))(state, keys))
        counts = np.bincount(actions, minlength=env.num_actions)
        assert actions.dtype == np.int32 and set(np.flatnonzero(counts)) == set(legal)
        assert chi_square(counts[legal]) < 1


def chi_square(counts: np.ndarray) -> float:
    """The statistic divided by its value at p = 0.001 (Wilson and Hilferty); below 1 is uniform."""
    freedom, expected = len(counts) - 1, counts.sum() / len(counts)
    most = freedom * (1 - 2 / (9 * freedom) + 3.09 * np.sqrt(2 / (9 * freedom))) ** 3
    return float(((counts - expected) ** 2 / expected).sum() / most)


@pytest.mark.parametrize("id_", GAMES)
def test_samples_of_every_game_reach_every_action(id_):
    """All actions allowed, one alone, a narrowed mask, and none: masks whose length is no multiple of eight, too."""
    env = moon_envs.jax.make(id_, players=2)
    state, chance, count = env.init(jax.random.key(0)), np.random.default_rng(5), env.num_actions
    sample = jax.jit(jax.vmap(lambda mask, key: env.sample(state.replace(legal_action_mask=mask), key)))

    def drawn(mask):
        return np.asarray(sample(mask, keys_of(9, len(mask))))

    counts = np.bincount(drawn(np.ones((count * 200, count), bool)), minlength=count)
    assert len(counts) == count and counts.min() > 0 and chi_square(counts) < 1
    assert (drawn(np.eye(count, dtype=bool)) == np.arange(count)).all()
    masks = chance.random((2000, count)) < chance.random((2000, 1))
    actions = drawn(masks)
    assert (actions[~masks.any(axis=1)] == -1).all()
    allowed = masks.any(axis=1)
    assert masks[allowed, actions[allowed]].all()
    assert (drawn(np.zeros((3, count), bool)) == -1).all()
    assert env.step(state, int(drawn(np.zeros((1, count), bool))[0])).terminated, "no action is an illegal one"


def test_samples_of_a_batch():
    """One key for all rows gives different draws, the same in every call; the next key gives others."""
    many = moon_envs.jax.make_vec("launch", 512, players=2)
    states = many.init(jax.random.key(0)).replace(legal_action_mask=jnp.ones((512, many.num_actions), bool))
    first = np.asarray(many.sample(states, jax.random.key(5)))
    assert len(set(first.tolist())) > many.num_actions // 2
    assert (first == many.sample(states, jax.random.key(5))).all()
    assert (first != many.sample(states, jax.random.split(jax.random.key(5))[0])).mean() > 0.9


# Redrawing, observing, counting


@pytest.mark.parametrize(("id_", "players"), MODES, ids=str)
def test_resample(id_, players):
    """It is that of `Batch`; the player's own view stays, what comes later is drawn anew, and rewards go on alike."""
    rows = 6
    batch = Batch(id_, rows, players=players, seed=21, reward="points_delta", autoreset="disabled", threads=1)
    env = moon_envs.jax.make(id_, players=players, reward="points_delta")
    states = played(env, batch, 12)
    resample, observe = jax.jit(jax.vmap(env.resample)), jax.jit(jax.vmap(env.observe))
    many = moon_envs.jax.make_vec(id_, rows, players=players, reward="points_delta", autoreset=False)
    for player in range(players):
        twin = batch.clone()
        twin.resample(None, player, 400)
        seats = np.full(rows, player, np.int32)
        redrawn = resample(states, seats, keys_of(400, rows))
        assert (redrawn.current_player == twin.actor).all() and not redrawn.terminated.any()
        assert env.records(redrawn).tobytes() == twin.states.tobytes()
        assert np.asarray(redrawn.observation).tobytes() == twin.observation.tobytes()
        assert (np.asarray(redrawn.legal_action_mask) == twin.mask).all()
        assert leaves_equal(observe(redrawn, seats), observe(states, seats)), "what the player knows"
        own = (np.asarray(states.current_player) == player) & (twin.actor == player)
        for name in ("observation", "legal_action_mask"):
            assert leaves_equal(getattr(redrawn, name)[own], getattr(states, name)[own])
        together = many.resample(many.init(key_of(0)).replace(_game=states._game), seats, key_of(400))
        assert leaves_equal(together._game, redrawn._game)
        step = jax.jit(jax.vmap(env.step))
        for _ in range(8):
            actions = twin.sample()
            redrawn = step(redrawn, actions)
            twin.step(actions)
            assert env.records(redrawn).tobytes() == twin.states.tobytes()
            assert np.asarray(redrawn.rewards).tobytes() == twin.reward.tobytes()


def test_resample_of_no_player():
    """A seat that does not exist leaves the game as it is."""
    env = moon_envs.jax.make("launch", players=2)
    state = env.init(jax.random.key(0))
    for player in (-1, 2, 2**31 - 1, -(2**31), 2**40):
        assert leaves_equal(env.resample(state, player, jax.random.key(1)), state)
    changed = env.resample(state, 0, jax.random.key(1))
    assert not leaves_equal(changed._game, state._game) and leaves_equal(changed.observation, state.observation)


@pytest.mark.parametrize(("id_", "players"), MODES, ids=str)
def test_observe_and_points(id_, players):
    """Of every seat, at the beginning, later, and at the end."""
    batch = Batch(id_, 3, players=players, seed=2, encoding="one_hot", autoreset="disabled", threads=1)
    env = moon_envs.jax.make(id_, players=players, encoding="one_hot")
    states, step = played(env, batch, 0), jax.jit(jax.vmap(env.step))
    observe = jax.jit(jax.vmap(env.observe, in_axes=(0, None)))
    points, outcome = jax.jit(jax.vmap(env.points)), jax.jit(jax.vmap(env.outcome))
    moments = 0
    while True:
        if moments % 20 == 0 or batch.done.all():
            for seat in range(players):
                expected = np.array([batch.observe(seat, row) for row in range(3)])
                assert np.asarray(observe(states, seat)).tobytes() == expected.tobytes()
            assert (points(states) == batch.points()).all()
            assert (outcome(states) == np.where(batch.done[:, None], batch.final_outcome, 0)).all()
            assert leaves_equal(jax.vmap(env.observe)(states), states.observation)
        if batch.done.all():
            break
        actions = batch.sample()
        states, moments = step(states, actions), moments + 1
        batch.step(actions)
    assert moments > 20
    for seat in (-1, players, 2**31 - 1):
        assert not observe(states, seat).any()


def test_what_pgx_tells_of_an_environment():
    env = moon_envs.jax.make("luna_capital", players=3)
    game = moon_envs.game("luna_capital")
    assert (env.id, env.version, env.num_players) == ("luna_capital", f"v{game.version}", 3)
    assert env.num_actions == len(game.actions) and env.observation_shape == (game.features.size(3),)
    state = env.init(jax.random.key(0))
    assert state.env_id == "luna_capital" and state._step_count == 0 and not state.rewards.any()
    assert "luna_capital" in repr(env) and env == moon_envs.jax.make(game, 3) and env != "luna_capital"
    assert env != moon_envs.jax.make("luna_capital", players=3, encoding="one_hot")


def test_pictures(tmp_path):
    env = moon_envs.jax.make("mlem", players=2)
    state = env.init(jax.random.key(0))
    state.save_svg(tmp_path / "one.svg", color_theme="dark", scale=2.0)
    assert (tmp_path / "one.svg").read_text(encoding="utf-8").startswith("<svg")
    state.save_svg(str(tmp_path / "two.svg"))
    assert state._repr_html_() == state.to_svg()
    many = jax.vmap(env.init)(keys_of(0, 3))
    assert many.to_svg() != state.to_svg() and many.to_svg().count("<svg") >= 1
    with pytest.raises(moon_envs.ConfigurationError, match=r"\.svg"):
        state.save_svg(tmp_path / "one.png")
