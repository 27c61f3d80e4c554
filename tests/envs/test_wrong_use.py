"""Wrong use of the environments (wrong types of actions, steps before a reset) gives one clear error; copies."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest

from moon_envs.base.errors import ConfigurationError, IllegalActionError
from moon_envs.envs.errors import ResetNeededError
from moon_envs.pettingzoo import launch_v0, mlem_v0

NO_ACTIONS = [1.5, "1", None, True, [1], np.float32(2), float("nan")]


@pytest.mark.parametrize("action", NO_ACTIONS)
@pytest.mark.parametrize("on_illegal", ["end", "raise"])
def test_actions_of_a_single_environment(action, on_illegal):
    environment = gymnasium.make("moon_envs/Launch-v0", on_illegal=on_illegal).unwrapped
    environment.reset(seed=1)
    before = environment.save()
    with pytest.raises(IllegalActionError, match="an action is a whole number, not"):
        environment.step(action)
    assert environment.save() == before
    environment.step(environment.sample())


@pytest.mark.parametrize("action", [np.int8(0), np.uint64(0), np.array(0), 0])
def test_whole_numbers_of_any_kind(action):
    environment = gymnasium.make("moon_envs/Mlem-v0", seat=0, on_illegal="raise").unwrapped
    for seed in range(20):
        _, info = environment.reset(seed=seed)
        if info["action_mask"][0]:
            environment.step(action)
            return
    raise AssertionError("action 0 was never legal")


@pytest.mark.parametrize("action", NO_ACTIONS)
def test_actions_of_multi_agent_environments(action):
    turns = launch_v0.raw_env()
    turns.reset(seed=1)
    with pytest.raises(IllegalActionError, match="an action is a whole number, not"):
        turns.step(action)
    for on_illegal in ("end", "raise"):
        parallel = launch_v0.parallel_env(on_illegal=on_illegal)
        parallel.reset(seed=1)
        for agent in parallel.agents:
            with pytest.raises(IllegalActionError, match="an action is a whole number, not"):
                parallel.step({**parallel.sample(), agent: action})
    assert int(parallel.batch.states["decisions"][0]) == 0


@pytest.mark.parametrize("actions", [[1.5, 1, 1], ["1", "1", "1"], [True, True, True], [1, 1], 1, None, [[1, 1, 1]]])
def test_actions_of_a_vector_environment(actions):
    for on_illegal in ("end", "raise"):
        environments = gymnasium.make_vec("moon_envs/Launch-v0", 3, on_illegal=on_illegal)
        environments.reset(seed=1)
        with pytest.raises(IllegalActionError, match="step needs 3 whole numbers"):
            environments.step(actions)


def test_steps_before_a_reset_and_after_the_end():
    single = gymnasium.make("moon_envs/Launch-v0").unwrapped
    vector = gymnasium.make_vec("moon_envs/Launch-v0", 2)
    turns, parallel = launch_v0.raw_env(), launch_v0.parallel_env()
    for step in (
        lambda: single.step(0),
        lambda: vector.step(np.zeros(2, dtype=int)),
        lambda: turns.step(0),
        lambda: turns.last(),
        lambda: parallel.step({"player_0": 0, "player_1": parallel.wait}),
    ):
        with pytest.raises(ResetNeededError, match=r"reset\(\)"):
            step()
    single.reset(seed=0)
    while not single.step(single.sample())[2]:
        pass
    parallel.reset(seed=0)
    while parallel.agents:
        parallel.step(parallel.sample())
    for step in (lambda: single.step(0), lambda: parallel.step({"player_0": 0})):
        with pytest.raises(gymnasium.error.ResetNeeded, match="The game is over"):
            step()


@pytest.mark.parametrize("actions", [None, [], {"player_7": 0}, {0: 0}, {"player_1": 0}, "player_0"])
def test_parallel_actions_without_the_one_that_counts(actions):
    parallel = launch_v0.parallel_env()
    parallel.reset(seed=0)
    with pytest.raises(IllegalActionError, match="player_0 decides now, but has no action"):
        parallel.step(actions)


def test_agents_that_do_not_exist():
    parallel, turns = launch_v0.parallel_env(), launch_v0.raw_env()
    parallel.reset(seed=0)
    turns.reset(seed=0)
    for call in (turns.observe, turns.action_space, parallel.observation_space):
        for agent in ("player_2", 0, None, ["player_0"]):
            with pytest.raises(ConfigurationError, match="There is no agent"):
                call(agent)
    with pytest.raises(ConfigurationError, match="There is no agent 'player_7'"):
        parallel.step({**parallel.sample(), "player_7": 0})


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True, [1]])
def test_seeds(seed):
    for environment in (gymnasium.make("moon_envs/Launch-v0").unwrapped, launch_v0.raw_env(), launch_v0.parallel_env()):
        with pytest.raises(ConfigurationError, match="seed="):
            environment.reset(seed=seed)
    with pytest.raises(ConfigurationError, match="seed"):
        gymnasium.make_vec("moon_envs/Launch-v0", 2).reset(seed=seed)


def test_options_of_a_reset():
    for environment in (gymnasium.make("moon_envs/Launch-v0").unwrapped, launch_v0.raw_env(), launch_v0.parallel_env()):
        environment.reset(seed=1, options={})
        with pytest.raises(ConfigurationError, match="options='all' is not allowed; allowed: a dict, or None"):
            environment.reset(seed=1, options="all")
    environments = gymnasium.make_vec("moon_envs/Launch-v0", 2)
    environments.reset(seed=1)
    with pytest.raises(ConfigurationError, match="reset_mask needs 2 bools"):
        environments.reset(options={"reset_mask": [1, 0]})


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"on_illegal": 3}, "on_illegal=3"),
        ({"obs_format": ["box"]}, "obs_format="),
        ({"reward": None}, "reward=None"),
        ({"players": 2.0}, "players=2.0"),
        ({"opponent": "hard"}, "opponent='hard'"),
        ({"opponents": 5, "players": 2}, "opponents=5"),
        ({"opponents": {"a": 1}, "players": 2}, "opponents="),
        ({"opponents": [], "players": 3}, "opponents has 0 agents"),
    ],
)
def test_settings(settings, words):
    for make in (gymnasium.make, lambda name, **given: gymnasium.make_vec(name, 2, **given)):
        with pytest.raises(ConfigurationError) as caught:
            make("moon_envs/Launch-v0", **settings)
        assert words in str(caught.value)


# Copies


def made():
    def wrapped(environment):
        environment.reset(seed=4)
        return environment

    return {
        "single": wrapped(gymnasium.make("moon_envs/Colony-v0")),
        "seat": wrapped(gymnasium.make("moon_envs/Colony-v0", players=3, seat=2, reward="points_delta")),
        "vector": wrapped(gymnasium.make_vec("moon_envs/Mlem-v0", 3, players=3)),
        "turns": wrapped(launch_v0.env(players=3)),
        "raw turns": wrapped(mlem_v0.raw_env()),
        "parallel": wrapped(launch_v0.parallel_env(players=2)),
    }


def advance(environment, steps=12):
    """Play some random steps with the environment's own samples; return all results."""
    inner, seen = environment.unwrapped, []
    for _ in range(steps):
        returned = environment.step(inner.sample())
        if returned is None:
            returned = environment.last()
        seen.append(repr(returned))
    return seen


@pytest.mark.parametrize("name", list(made()))
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))], ids=["deepcopy", "pickle"])
def test_copies_of_environments(name, copied):
    """Copies continue alike and share nothing."""
    environment = made()[name]
    advance(environment, 5)
    twin = copied(environment)
    state = environment.unwrapped.batch.states.tobytes()
    seen = advance(twin)
    assert environment.unwrapped.batch.states.tobytes() == state
    assert advance(environment) == seen


@pytest.mark.parametrize("name", list(made()))
def test_shallow_copies_of_environments(name):
    """`copy.copy` makes a deep copy: a copy never plays the game of the original."""
    environment = made()[name].unwrapped
    state = environment.batch.states.tobytes()
    advance(copy.copy(environment))
    assert environment.batch.states.tobytes() == state


def test_rendering_before_a_reset():
    for environment in (launch_v0.raw_env(render_mode="ansi"), launch_v0.parallel_env(render_mode="ansi")):
        with pytest.raises(ResetNeededError):
            environment.render()


def test_loading_into_an_environment_with_opponents():
    """The loaded game continues as the original would."""
    environment = gymnasium.make("moon_envs/Launch-v0", players=4, seat=3).unwrapped
    environment.reset(seed=3)
    advance(environment, 10)
    data = environment.save()
    other = gymnasium.make("moon_envs/Launch-v0", players=4, seat=3).unwrapped
    observation, info = other.load(data)
    assert (observation == environment.batch.observation[0]).all()
    for _ in range(30):
        action = environment.sample()
        one, two = environment.step(action), other.step(action)
        assert (one[0] == two[0]).all() and one[1:4] == two[1:4]
