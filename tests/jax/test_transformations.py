"""States are pytrees, and environments work inside every transformation of JAX."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from moon_envs import Batch

jax = pytest.importorskip("jax", reason="the extra jax is not installed")

import jax.numpy as jnp  # noqa: E402

import moon_envs.jax  # noqa: E402
from tests.jax.playing import assert_same, course_of, key_of, keys_of, leaves_equal, replay  # noqa: E402

ROOT = Path(__file__).parents[2]
ROWS, SEED, STEPS = 4, 11, 25


@pytest.fixture(scope="module")
def env():
    return moon_envs.jax.make("mlem", players=2, reward="points_delta")


@pytest.fixture(scope="module")
def many():
    return moon_envs.jax.make_vec("mlem", ROWS, players=2, reward="points_delta")


@pytest.fixture(scope="module")
def course():
    batch = Batch("mlem", ROWS, players=2, seed=SEED, reward="points_delta", autoreset="disabled", threads=1)
    return course_of(batch, STEPS, over=False)


@pytest.fixture
def states(env):
    return jax.vmap(env.init)(keys_of(SEED, ROWS))


def same_games(env, states, course, moment):
    assert np.asarray(states._game)[..., : env._template.record_size].tobytes() == course.records[moment].tobytes()
    assert np.asarray(states.observation).tobytes() == course.observation[moment].tobytes()
    assert np.asarray(states.legal_action_mask).tobytes() == course.mask[moment].tobytes()


def test_eagerly_and_compiled(env, states, course):
    one, compiled = jax.tree.map(lambda leaf: leaf[0], states), jax.jit(env.step)
    other = one
    for action in course.actions[:, 0]:
        one, other = env.step(one, int(action)), compiled(other, int(action))
    assert leaves_equal(one, other)
    assert env.records(one).tobytes() == course.records[STEPS, 0].tobytes()


def test_nested_vmap(env, states, course):
    nested = jax.tree.map(lambda leaf: leaf.reshape(2, 2, *leaf.shape[1:]), states)
    step = jax.jit(jax.vmap(jax.vmap(env.step)))
    for actions in course.actions:
        nested = step(nested, actions.reshape(2, 2))
    same_games(env, nested, course, STEPS)
    assert jax.vmap(jax.vmap(env.sample))(nested, keys_of(0, 4).reshape(2, 2)).shape == (2, 2)
    assert env.records(nested).shape == (4,)


def test_vmap_of_one_side_and_other_axes(env, states):
    """One state with many actions, many states with one action, and games along the last axis."""
    one = jax.tree.map(lambda leaf: leaf[0], states)
    legal = jnp.flatnonzero(one.legal_action_mask)
    tried = jax.vmap(env.step, in_axes=(None, 0))(one, legal)
    for place, action in enumerate(legal.tolist()):
        assert leaves_equal(jax.tree.map(lambda leaf, at=place: leaf[at], tried), env.step(one, action))
    alike = jax.vmap(env.step, in_axes=(0, None))(states, int(legal[0]))
    assert alike.current_player.shape == (ROWS,)
    last = jax.tree.map(lambda leaf: jnp.moveaxis(leaf, 0, -1), states)
    moved = jax.vmap(env.step, in_axes=(-1, None), out_axes=-1)(last, int(legal[0]))
    assert leaves_equal(jax.tree.map(lambda leaf: jnp.moveaxis(leaf, -1, 0), moved), alike)
    assert jax.vmap(env.observe, in_axes=(None, 0))(one, jnp.arange(2)).shape == (2, *env.observation_shape)


def test_loops_and_branches(env, course):
    actions = jnp.asarray(course.actions[:, 0])

    @jax.jit
    def by_while(key):
        def more(carried):
            return carried[1] < STEPS

        def body(carried):
            return env.step(carried[0], actions[carried[1]]), carried[1] + 1

        return jax.lax.while_loop(more, body, (env.init(key), 0))[0]

    @jax.jit
    def by_for(key):
        return jax.lax.fori_loop(0, STEPS, lambda place, state: env.step(state, actions[place]), env.init(key))

    @jax.jit
    def by_cond(key):
        def take(state, action):
            wait = jax.lax.cond(action < 0, lambda old: old, lambda old: env.step(old, action), state)
            return jax.lax.switch(action % 1, [lambda one: one], wait), None

        mixed = jnp.stack([actions, -jnp.ones_like(actions)], axis=1).reshape(-1)
        return jax.lax.scan(take, env.init(key), mixed)[0]

    for play in (by_while, by_for, by_cond):
        assert env.records(play(key_of(SEED))).tobytes() == course.records[STEPS, 0].tobytes()


def test_while_until_the_game_is_over(env):
    """A whole random game in one compiled loop; under vmap, games that are over wait for the others."""

    def play(key):
        def body(carried):
            state, key = carried
            key, own = jax.random.split(key)
            return env.step(state, env.sample(state, own)), key

        return jax.lax.while_loop(lambda carried: ~carried[0].terminated, body, (env.init(key), key))[0]

    ended = jax.jit(jax.vmap(play))(keys_of(SEED, 20))
    assert ended.terminated.all() and len(set(ended._step_count.tolist())) > 1
    assert (np.asarray(ended._step_count) == env.records(ended)["decisions"]).all()


def test_donated_states(env, many, course):
    """The donated state is used up; the games are those of undonated ones."""
    for step, state, actions in (
        (env.step, env.init(key_of(SEED)), course.actions[:, 0]),
        (many.step, many.init(key_of(SEED)), course.actions),
    ):
        compiled = jax.jit(step, donate_argnums=0)
        for one in actions:
            before, state = state, compiled(state, one)
        assert before._game.is_deleted()
        same_games(env, state, course, STEPS) if actions.ndim > 1 else None
    kept = many.init(key_of(SEED))
    copy_of = jax.tree.map(np.array, kept)
    jax.jit(many.step)(kept, course.actions[0])
    many.step(kept, course.actions[0])
    assert leaves_equal(kept, copy_of), "what is not donated does not change"


def test_several_steps_from_one_state_in_one_program(env):
    """XLA may not write a step over a state that another step still needs."""

    @jax.jit
    def tried(key):
        state = env.init(key)
        legal = jnp.flatnonzero(state.legal_action_mask, size=2)
        first, second, again = env.step(state, legal[0]), env.step(state, legal[1]), env.step(state, legal[0])
        return state, first, second, again, env.resample(state, 0, key)

    state, first, second, again, _ = tried(key_of(5))
    assert leaves_equal(first, again) and not leaves_equal(first, second)
    assert env.records(state).tobytes() == Batch("mlem", 1, players=2, seed=5).states.tobytes()


def test_tree_functions(env, states, many):
    leaves, tree = jax.tree.flatten(states)
    assert len(leaves) == 8 and leaves_equal(jax.tree.unflatten(tree, leaves), states)
    assert tree == jax.tree.structure(jax.tree.map(jnp.zeros_like, states))
    assert tree == jax.tree.structure(
        jax.vmap(moon_envs.jax.make("mlem", players=2, reward="points_delta").init)(keys_of(0, 1))
    )
    assert tree != jax.tree.structure(many.init(key_of(0)))
    doubled = jax.tree.map(lambda *parts: jnp.concatenate(parts), states, states)
    assert doubled._game.shape[0] == 2 * ROWS and env.records(doubled)[ROWS:].tobytes() == env.records(states).tobytes()
    paths = jax.tree_util.tree_flatten_with_path(states)[0]
    assert "legal_action_mask" in "".join(jax.tree_util.keystr(path) for path, _ in paths)


def test_where_between_states(env, states):
    moved = jax.vmap(env.step)(states, jax.vmap(env.sample)(states, keys_of(0, ROWS)))
    choice = jnp.array([True, False, True, False])

    def choose(new, old):
        return jnp.where(choice.reshape(-1, *[1] * (new.ndim - 1)), new, old)

    mixed = env.records(jax.tree.map(choose, moved, states))
    expected = [(moved if chosen else states) for chosen in choice]
    assert mixed.tobytes() == b"".join(env.records(one)[row].tobytes() for row, one in enumerate(expected))


def test_shapes_without_work(env, many):
    for one, axes in ((env, ()), (many, (ROWS,))):
        shapes = jax.eval_shape(one.init, jax.random.key(0))
        stepped = jax.eval_shape(one.step, shapes, jax.ShapeDtypeStruct(axes, jnp.int32))
        state = one.step(one.init(jax.random.key(0)), np.zeros(axes, np.int32))
        for expected in (shapes, stepped):
            told = jax.tree.map(lambda leaf: (leaf.shape, str(leaf.dtype)), expected)
            assert told == jax.tree.map(lambda leaf: (leaf.shape, str(leaf.dtype)), state)
        assert state.observation.shape == (*axes, *one.observation_shape)
        assert state.legal_action_mask.shape == (*axes, one.num_actions)
        assert state.rewards.shape == (*axes, one.num_players)


def test_pickle_and_copies(env, many, states, course):
    """Of environments and of states, on the device or not."""
    for one in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env), copy.copy(env)):
        assert one == env and hash(one) == hash(env) and type(one) is type(env)
        assert jax.vmap(one.step)(states, course.actions[0])._env == env
    again = pickle.loads(pickle.dumps(many))
    assert again == many and again.num_envs == ROWS and again.autoreset and again.threads == many.threads
    assert again != moon_envs.jax.make_vec("mlem", ROWS, players=2, reward="points_delta", autoreset=False)
    assert again != env and env != again
    for state in (states, jax.device_get(states)):
        loaded = pickle.loads(pickle.dumps(state))
        assert leaves_equal(loaded, states) and loaded._env == env
        same_games(env, jax.vmap(env.step)(loaded, course.actions[0]), course, 1)
    slow = moon_envs.jax.make("mlem", players=2, directly=False)
    assert leaves_equal(pickle.loads(pickle.dumps(slow)).init(key_of(1)), slow.init(key_of(1)))


def test_a_pickle_in_another_process(env, states, course, tmp_path):
    (tmp_path / "state.pickle").write_bytes(pickle.dumps(jax.device_get(states)))
    np.save(tmp_path / "actions.npy", course.actions)
    program = """
import pickle, sys, jax, numpy
state = pickle.load(open("state.pickle", "rb"))
step = jax.jit(jax.vmap(state._env.step))
for actions in numpy.load("actions.npy"):
    state = step(state, actions)
sys.stdout.buffer.write(state._env.records(state).tobytes())
"""
    assert run(program, tmp_path) == course.records[STEPS].tobytes()


def test_to_numpy_and_back(env, states, course, tmp_path):
    """Arrays of a state in a file of numpy; a new state of the same environment takes them."""
    names = [name for name in vars(states) if name != "_env"]
    np.savez(tmp_path / "states.npz", **{name: np.asarray(getattr(states, name)) for name in names})
    with np.load(tmp_path / "states.npz") as file:
        loaded = env.init(jax.random.key(0)).replace(**{name: file[name] for name in names})
    assert leaves_equal(loaded, states)
    same_games(env, jax.jit(jax.vmap(env.step))(loaded, course.actions[0]), course, 1)


def test_gradients_pass_by(env, states):
    """Observations are constants: a loss with steps inside has the gradient of its network alone."""
    weights = jnp.ones((env.observation_shape[0], env.num_actions)) * 0.01

    def loss(weights, states):
        logits = states.observation @ weights
        moved = jax.vmap(env.step)(states, jnp.where(states.legal_action_mask, logits, -jnp.inf).argmax(axis=1))
        return (logits**2).mean() + (moved.observation @ weights).sum() + moved.rewards.sum()

    gradient = jax.jit(jax.grad(loss))(weights, states)
    assert np.isfinite(gradient).all() and (gradient != 0).any()
    assert np.allclose(jax.grad(jax.checkpoint(loss))(weights, states), gradient)
    value, forward = jax.jvp(lambda one: loss(one, states), (weights,), (weights,))
    assert np.isclose(forward, (gradient * weights).sum(), rtol=1e-4) and np.isfinite(value)

    def course_loss(weights, key):
        def take(state, own):
            logits = jnp.where(state.legal_action_mask, state.observation @ weights, -1e9)
            action = jax.random.categorical(own, logits)
            state = env.step(state, action)
            return state, jax.nn.log_softmax(logits)[action] * (1 + state.rewards.sum())

        return jax.lax.scan(jax.checkpoint(take), env.init(key), jax.random.split(key, 10))[1].sum()

    assert np.isfinite(jax.jit(jax.grad(course_loss))(weights, jax.random.key(0))).all()


def test_gradients_of_everything(env, states):
    """Sampling, redrawing, observing and counting inside a loss."""

    def loss(weight, states):
        states = jax.vmap(env.resample)(states, states.current_player, keys_of(1, ROWS))
        seen = jax.vmap(env.observe)(states)
        actions = jax.vmap(env.sample)(states, keys_of(2, ROWS))
        states = jax.vmap(env.step)(states, actions)
        paid = jax.vmap(env.outcome)(states).sum() + jax.vmap(env.points)(states).sum()
        return weight * (seen.sum() + paid + states.observation.sum())

    gradient = jax.grad(loss)(jnp.float32(2.0), states)
    assert np.isclose(gradient, loss(jnp.float32(1.0), states))


def test_two_threads_trace_the_same_new_environment(course):
    """Each registers the functions of the environment, or finds them registered."""
    found = {}

    def play(name):
        one = moon_envs.jax.make("mlem", players=2, reward={"points_delta": 1.0, "outcome": 0.125})
        found[name] = one.records(jax.jit(jax.vmap(one.init))(keys_of(SEED, ROWS))).tobytes()

    threads = [threading.Thread(target=play, args=(name,)) for name in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert set(found.values()) == {course.records[0].tobytes()} and len(found) == 4


def test_environments_come_and_go(course):
    """Compiled programs outlive the environment that they were made with."""
    compiled = jax.jit(moon_envs.jax.make("mlem", players=2, reward={"points_delta": 0.5}).init)
    for _ in range(3):
        one = moon_envs.jax.make("mlem", players=2, reward={"points_delta": 0.5})
        state = one.init(key_of(SEED))
        assert leaves_equal(state, compiled(key_of(SEED)))
        del one, state
        jax.clear_caches()


def run(program, folder, **environment):
    """Run a program in a process of its own, and return what it wrote."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
        **environment,
    }
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, check=False
    )
    assert found.returncode == 0, found.stderr.decode()
    return found.stdout


@pytest.mark.slow
def test_several_devices(course, tmp_path):
    """Games spread over two devices by pmap, by shard_map and by sharded arrays under jit."""
    np.save(tmp_path / "actions.npy", course.actions)
    program = f"""
import sys, jax, numpy
import moon_envs.jax
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from tests.jax.playing import keys_of
try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map
assert jax.device_count() == 2
env = moon_envs.jax.make("mlem", players=2, reward="points_delta")
actions = numpy.load("actions.npy")
keys = keys_of({SEED}, {ROWS})
def play(keys, actions):
    def take(states, chosen):
        return jax.vmap(env.step)(states, chosen), None
    return jax.lax.scan(take, jax.vmap(env.init)(keys), actions)[0]
def write(states):
    sys.stdout.buffer.write(env.records(states).tobytes())
write(jax.pmap(play)(keys.reshape(2, 2), actions.reshape(-1, 2, 2).swapaxes(0, 1)))
mesh = Mesh(numpy.array(jax.devices()), ("games",))
rows, columns = PartitionSpec("games"), PartitionSpec(None, "games")
write(jax.jit(shard_map(play, mesh=mesh, in_specs=(rows, columns), out_specs=rows))(keys, actions))
keys = jax.device_put(keys, NamedSharding(mesh, rows))
write(jax.jit(play)(keys, jax.device_put(actions, NamedSharding(mesh, columns))))
"""
    flags = {"XLA_FLAGS": "--xla_force_host_platform_device_count=2", "JAX_PLATFORMS": "cpu"}
    assert run(program, tmp_path, **flags) == course.records[STEPS].tobytes() * 3


@pytest.mark.slow
def test_numbers_of_64_bits(course, tmp_path):
    """With JAX_ENABLE_X64 states have the same types, and actions beyond 32 bits are illegal."""
    np.save(tmp_path / "actions.npy", course.actions.astype(np.int64))
    program = f"""
import sys, jax, numpy
import jax.numpy as jnp
import moon_envs.jax
from tests.jax.playing import keys_of
env = moon_envs.jax.make("mlem", players=2, reward="points_delta")
begun = states = jax.vmap(env.init)(keys_of({SEED}, {ROWS}))
types = jax.tree.map(lambda leaf: str(leaf.dtype), states)
for actions in numpy.load("actions.npy"):
    states = jax.jit(jax.vmap(env.step))(states, jnp.asarray(actions))
    assert types == jax.tree.map(lambda leaf: str(leaf.dtype), states), types
def take(states, key):
    return jax.vmap(env.step)(states, jax.vmap(env.sample)(states, jax.random.split(key, {ROWS}))), None
jax.lax.scan(take, begun, jax.random.split(jax.random.key(0), 3))
first = jax.tree.map(lambda leaf: leaf[0], begun)
legal = int(first.legal_action_mask.argmax())
for action in (legal + 2**32, legal - 2**32, 2**63 - 1, -2**63):
    assert env.step(first, jnp.int64(action)).terminated, action
for action in (numpy.uint64(2**64 - 1), numpy.uint64(2**32 + legal), numpy.uint32(2**32 - 1)):
    assert env.step(first, action).terminated, action
for kind in (jnp.int8, jnp.uint8, jnp.int16, jnp.uint64):
    assert not env.step(first, jnp.asarray(legal, kind)).terminated
for seed in (2**40 + 3, 2**63 - 1):
    assert env.records(env.init(jax.random.key(seed)))["seed"] == seed
sys.stdout.buffer.write(env.records(states).tobytes())
"""
    assert run(program, tmp_path, JAX_ENABLE_X64="1") == course.records[STEPS].tobytes()


def test_make_vec_in_a_scan_with_a_donated_start(many):
    course = course_of(Batch("mlem", ROWS, players=2, seed=3, reward="points_delta", threads=1), 80, over=False)
    assert_same(course, replay(many, many.init(key_of(3)), course.actions, vmapped=False)[1], "scan")
