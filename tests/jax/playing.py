"""What the tests of `moon_envs.jax` share. It imports JAX: test files skip themselves before they import it."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import moon_envs
from moon_envs import Batch

REWARDS = (
    "outcome",
    "points",
    "points_delta",
    {"outcome": 1.0, "points_delta": 0.5},
    {"outcome": 0.5, "points": 2.0, "points_delta": 0.25},
)
ENCODINGS = ("compact", "one_hot")
MODES = [(id_, mode) for id_ in moon_envs.game_ids() for mode in moon_envs.game(id_).modes]


def name_of(value: Any) -> str:
    """A short name for the parameter of a test."""
    if isinstance(value, dict):
        return ",".join(f"{name}={setting}" for name, setting in value.items())
    return str(value)


def key_of(seed: int) -> jax.Array:
    """The key with the words of a seed of 64 bits."""
    return jax.random.wrap_key_data(np.array([seed >> 32, seed & 0xFFFFFFFF], dtype=np.uint32))


def keys_of(seed: int, rows: int) -> jax.Array:
    """One key for each row, as a batch deals from a seed."""
    words = [[(seed + row) >> 32, (seed + row) & 0xFFFFFFFF] for row in range(rows)]
    return jax.random.wrap_key_data(np.array(words, dtype=np.uint32))


class Course(NamedTuple):
    """What happened in some games: a first axis of moments (the beginning, then after every step), then the games."""

    actions: np.ndarray  # of the steps only
    player: np.ndarray
    mask: np.ndarray
    observation: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    records: np.ndarray
    points: np.ndarray
    outcome: np.ndarray


def course_of(batch: Batch, steps: int, over: bool) -> Course:
    """Play random games in a batch; without autoreset until all are over, if `over`."""
    shown: list[tuple] = []
    actions: list[np.ndarray] = []

    def show() -> None:
        resets = batch.autoreset == "same_step"
        terminated = batch.done if resets else batch.actor < 0
        outcome = np.where((batch.actor < 0)[:, None], batch.final_outcome, 0)
        player = np.where(batch.actor < 0, batch.observer, batch.actor)
        records = np.frombuffer(batch.states.tobytes(), np.uint8).reshape(len(batch), -1)
        shown.append(
            tuple(
                np.array(one)
                for one in (
                    player,
                    batch.mask != 0,
                    batch.observation,
                    batch.reward,
                    terminated,
                    records,
                    batch.points(),
                    outcome,
                )
            )
        )

    show()
    while len(actions) < steps and not (over and batch.done.all()):
        actions.append(batch.sample().copy())
        batch.step(actions[-1])
        show()
    return Course(np.array(actions).astype(np.int32), *(np.array(one) for one in zip(*shown, strict=True)))


def shown_by(env: Any, state: Any) -> tuple:
    """What a course shows of one state."""
    return (
        state.current_player,
        state.legal_action_mask,
        state.observation,
        state.rewards,
        state.terminated,
        state._game[..., : env._template.record_size],
        env.points(state),
        env.outcome(state),
    )


def replay(env: Any, states: Any, actions: np.ndarray, vmapped: bool) -> tuple[Any, list[np.ndarray]]:
    """Take actions in a `lax.scan`; returns the last state and what a course shows, the beginning included."""
    step, show = env.step, (lambda state: shown_by(env, state))
    if vmapped:
        step, show = jax.vmap(step), jax.vmap(show)

    def take(state: Any, action: jax.Array) -> tuple:
        state = step(state, action)
        return state, show(state)

    @jax.jit
    def play(state: Any, actions: jax.Array) -> tuple:
        last, course = jax.lax.scan(take, state, actions)
        first = show(state)
        return last, [jnp.concatenate([one[None], more]) for one, more in zip(first, course, strict=True)]

    last, course = play(states, actions)
    return last, [np.asarray(one) for one in course]


def assert_same(course: Course, found: list[np.ndarray], note: str) -> None:
    """Compare to the bit."""
    for name, expected, got in zip(Course._fields[1:], course[1:], found, strict=True):
        assert expected.shape == got.shape, (note, name)
        if expected.tobytes() == got.astype(expected.dtype).tobytes():
            continue
        different = np.argwhere((expected != got).reshape(*expected.shape[:2], -1).any(axis=-1))
        raise AssertionError(f"{note}: {name} differs first at (moment, game) {different[:1].tolist()}")


def leaves_equal(one: Any, other: Any) -> bool:
    """Whether two pytrees have the same structure and the same bytes."""
    first, first_tree = jax.tree.flatten(one)
    second, second_tree = jax.tree.flatten(other)
    same = [np.asarray(a).tobytes() == np.asarray(b).tobytes() for a, b in zip(first, second, strict=True)]
    return first_tree == second_tree and all(same)
