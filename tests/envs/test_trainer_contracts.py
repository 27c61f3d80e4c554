"""What trainers rely on, taken from their sources. Only the last tests need trainers, and skip without them.

The versions read: stable-baselines3 2.9.2, sb3-contrib 2.9.2, TorchRL 0.14.1, Tianshou 2.0.1, Minari 0.5.4, skrl 2.1.1,
AgileRL 2.58, RLlib 2.60.
"""

from __future__ import annotations

import numbers
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import DictInfoToList

import moon_envs
from moon_envs.base.errors import ArgumentError, IllegalActionWarning
from moon_envs.envs import reports
from moon_envs.pettingzoo import launch_v0, mlem_v0

LAUNCH = "moon_envs/Launch-v0"
MODES = [{}, {"players": 3, "seat": 1, "reward": "points_delta"}]
PARALLEL = [(launch_v0, {"players": 2}), (mlem_v0, {"players": 3})]


@pytest.fixture(autouse=True)
def has_warned(monkeypatch):
    """Mark the warning of illegal actions as given, except in the test about it."""
    monkeypatch.setattr(reports, "_has_warned", True)


def play(environment, seed=0):
    """Return the infos of one episode of legal actions, from the reset to the end."""
    _, info = environment.reset(seed=seed)
    infos, over = [info], False
    while not over:
        _, _, over, _, info = environment.step(environment.unwrapped.sample())
        infos.append(info)
    return infos


# Gymnasium, and trainers that make environments by id


@pytest.mark.parametrize("make", [gymnasium.make, lambda id_, **given: gymnasium.make_vec(id_, 2, **given)])
def test_unknown_arguments_are_type_errors(make):
    """TorchRL tries `frameskip` and continues after a TypeError."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
        make(LAUNCH, frameskip=1)


def test_unknown_arguments_of_pettingzoo():
    for make in (launch_v0.env, launch_v0.raw_env, launch_v0.parallel_env):
        with pytest.raises(ArgumentError, match="unexpected keyword argument 'frameskip'"):
            make(frameskip=1)


def test_render_modes_that_do_not_exist_are_type_errors():
    """Trainers try out a render mode and continue without it after a TypeError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # Gymnasium warns that the mode is not declared
        with pytest.raises(TypeError, match="render_mode='depth_array' is not allowed"):
            gymnasium.make(LAUNCH, render_mode="depth_array")
    assert gymnasium.make(LAUNCH).render_mode is None


def test_workers_make_environments_by_module_and_id():
    assert gymnasium.make(f"moon_envs:{LAUNCH}").unwrapped.game.id == "launch"


def test_illegal_actions_are_told_once_in_a_process(monkeypatch):
    monkeypatch.setattr(reports, "_has_warned", False)
    environment = gymnasium.make(LAUNCH)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for seed in range(3):
            _, info = environment.reset(seed=seed)
            environment.step(int(np.argmin(info["action_mask"])))
        environments = gymnasium.make_vec(LAUNCH, 2)
        _, info = environments.reset(seed=0)
        environments.step(info["action_mask"].argmin(axis=1))
    told = [warning for warning in caught if issubclass(warning.category, IllegalActionWarning)]
    assert len(told) == 1 and "action_mask" in str(told[0].message)


# sb3-contrib


def test_action_masks_are_found_through_wrappers():
    """`get_action_masks` calls `get_wrapper_attr("action_masks")` and converts the result to bools."""
    environment = gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.make(LAUNCH))
    _, info = environment.reset(seed=1)
    masks = environment.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_ and (masks == (info["action_mask"] != 0)).all()


# Minari


def structure(info):
    """Return the nested keys of an info, and the types of its values."""
    if isinstance(info, dict):
        return {key: structure(value) for key, value in info.items()}
    return (type(info), info.dtype, info.shape) if isinstance(info, np.ndarray) else type(info)


@pytest.mark.parametrize("settings", MODES)
@pytest.mark.parametrize("obs_format", ["box", "dict"])
def test_infos_keep_their_structure(settings, obs_format):
    """`DataCollector(record_infos=True)` maps the info of every step to the structure of the reset's info."""
    infos = play(gymnasium.make(LAUNCH, obs_format=obs_format, **settings))
    assert len({repr(structure(info)) for info in infos}) == 1
    assert {"outcome", "points", "opponent_points", "action_mask", "illegal_action"} == set(infos[0])
    assert infos[-1]["illegal_action"] == "" and infos[-1]["outcome"] in (-1.0, 0.0, 1.0)


def test_infos_keep_their_structure_when_an_illegal_action_ends_the_game():
    environment = gymnasium.make(LAUNCH)
    _, first = environment.reset(seed=1)
    *_, over, _, last = environment.step(int(np.argmin(first["action_mask"])))
    assert over and "not legal" in last["illegal_action"] and structure(first) == structure(last)


# TorchRL


def test_outcomes_have_a_type():
    """`default_info_dict_reader(["outcome"])` reads its `dtype`."""
    for info in play(gymnasium.make(LAUNCH)):
        assert isinstance(info["outcome"], float) and info["outcome"].dtype == np.float64


@pytest.mark.parametrize(("module", "settings"), PARALLEL)
@pytest.mark.parametrize("obs_format", ["dict", "box"])
def test_infos_of_pettingzoo_have_nothing_but_the_mask_before_the_end(module, settings, obs_format):
    """`PettingZooWrapper` converts all infos of the reset to tensors, and in later steps accepts only these keys.

    If the observation has a mask, the wrapper skips the mask in the info and then lacks its key, unless the mask
    is the only entry.
    """
    parallel = module.parallel_env(obs_format=obs_format, **settings)
    _, infos = parallel.reset(seed=1)
    while parallel.agents:
        for agent, info in infos.items():
            assert list(info) == ["action_mask"] and info["action_mask"].shape == (parallel.action_space(agent).n,)
        *_, infos = parallel.step(parallel.sample())
    assert all({"outcome", "points", "opponent_points"} < set(info) for info in infos.values())
    turns = module.env(obs_format="dict", **settings)
    turns.reset(seed=1)
    for _ in range(20):
        assert all(list(info) == ["action_mask"] for info in turns.infos.values())
        turns.step(turns.unwrapped.sample())


@pytest.mark.parametrize(("module", "settings"), PARALLEL)
def test_states_of_pettingzoo(module, settings):
    """`return_state=True` encodes `state()` by `state_space`."""
    for environment in (module.parallel_env(**settings), module.env(**settings)):
        environment.reset(seed=1)
        state = environment.state()
        assert environment.unwrapped.state_space.contains(state) and state.dtype == np.float32


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vector_environments_say_how_they_reset(mode):
    """`GymWrapper` reads the attribute, and resets rows itself in its preferred mode."""
    environments = gymnasium.make_vec(LAUNCH, 4, autoreset_mode=mode.value, obs_format="dict")
    assert environments.autoreset_mode == mode == environments.metadata["autoreset_mode"]


def test_rows_are_reset_by_a_mask():
    environments = gymnasium.make_vec(LAUNCH, 4, autoreset_mode=AutoresetMode.DISABLED)
    environments.reset(seed=1)
    finished = np.zeros(4, dtype=np.bool_)
    while not finished.any():
        before, _, finished, _, _ = environments.step(environments.unwrapped.sample())
    after, info = environments.reset(options={"reset_mask": finished})
    assert (after[~finished] == before[~finished]).all() and (info["action_mask"][finished] == 0).any(axis=1).all()


@pytest.mark.parametrize("obs_format", ["box", "dict"])
def test_final_observations_are_found_by_row(obs_format):
    """Gymnasium's own environments return one observation for each finished row."""
    ours = gymnasium.make_vec(LAUNCH, 4, autoreset_mode=AutoresetMode.SAME_STEP, obs_format=obs_format)
    theirs = SyncVectorEnv(
        [lambda: gymnasium.make(LAUNCH, obs_format=obs_format)] * 4, autoreset_mode=AutoresetMode.SAME_STEP
    )
    ours.reset(seed=1)
    theirs.reset(seed=1)
    finished = np.zeros(4, dtype=np.bool_)
    while not finished.any():
        actions = ours.unwrapped.sample()
        *_, finished, _, info = ours.step(actions)
        *_, expected = theirs.step(actions)
    assert (info["_final_obs"] == expected["_final_obs"]).all()
    for row in np.flatnonzero(finished):
        one, other = info["final_obs"][row], expected["final_obs"][row]
        assert type(one) is type(other)
        for key in one if isinstance(one, dict) else [...]:
            assert (one[key] == other[key]).all()
        assert info["final_info"]["outcome"][row] == expected["final_info"]["outcome"][row]


# Tianshou


def test_words_of_tianshou():
    """Its policies read `obs.obs` and `obs.mask`, and compute `~mask`."""
    environment = gymnasium.make(
        LAUNCH, obs_format="dict", observation_key="obs", mask_key="mask", mask_dtype="bool", players=2
    )
    observation, info = environment.reset(seed=1)
    assert set(observation) == {"obs", "mask"} and environment.observation_space.contains(observation)
    assert observation["mask"].dtype == np.bool_ and (~observation["mask"]).sum() + observation["mask"].sum() > 0
    assert (info["mask"] == observation["mask"]).all()


@pytest.mark.parametrize(("module", "settings"), PARALLEL)
def test_turns_of_tianshou(module, settings):
    """`PettingZooEnv` needs equal spaces, an `action_mask` of 0 and 1 beside `observation`, and `last(anything)`."""
    environment = module.env(**settings)
    first = environment.possible_agents[0]
    for agent in environment.possible_agents:
        assert environment.observation_space(agent) == environment.observation_space(first)
        assert environment.action_space(agent) == environment.action_space(first)
    environment.reset()
    observation, *_ = environment.last(environment)
    assert set(observation) == {"observation", "action_mask"} and set(observation["action_mask"]) <= {0, 1}
    assert set(environment.rewards) == set(environment.possible_agents)


# RLlib


@pytest.mark.parametrize("settings", MODES)
def test_words_of_rllib(settings):
    """Its modules for masked actions need these keys and a float32 mask; its environment checker uses no masks."""
    environment = gymnasium.make(
        LAUNCH, obs_format="dict", observation_key="observations", mask_dtype="float32", **settings
    )
    space = environment.observation_space
    assert isinstance(space, spaces.Dict) and set(space) == {"observations", "action_mask"}
    assert space["action_mask"].dtype == np.float32
    environment.action_space.seed(0)
    for seed in range(5):
        observation, info = environment.reset(seed=seed)
        assert space.contains(observation) and info["action_mask"].dtype == np.float32
        observation, reward, terminated, truncated, _ = environment.step(environment.action_space.sample())
        assert space.contains(observation) and isinstance(reward, float)
        assert isinstance(terminated, bool) and truncated is False


@pytest.mark.parametrize("vectorization_mode", ["sync", "vector_entry_point"])
def test_workers_of_rllib(vectorization_mode):
    """They make vector environments by id, with a list of infos."""
    words = {"obs_format": "dict", "observation_key": "observations", "mask_dtype": "float32"}
    environments = gymnasium.make_vec(f"moon_envs:{LAUNCH}", 3, vectorization_mode=vectorization_mode, **words)
    environments = DictInfoToList(environments)
    _, infos = environments.reset(seed=1)
    finished = np.zeros(3, dtype=np.bool_)
    while not finished.any():
        actions = np.array([info["action_mask"].argmax() for info in infos])
        observations, _, finished, _, infos = environments.step(actions)
    assert environments.observation_space.contains(observations)
    for row in np.flatnonzero(finished):
        assert infos[row]["outcome"] in (-1.0, 0.0, 1.0) and infos[row]["opponent_points"]["opponent_1"]["total"] > 0


# AgileRL


@pytest.mark.parametrize(("module", "settings"), PARALLEL)
def test_parallel_environments_of_agilerl(module, settings):
    """Its workers read these attributes, plain observations and masks in the infos, and pass actions as 0-d arrays."""
    environment = module.parallel_env(obs_format="box", on_illegal="raise", **settings)
    assert environment.unwrapped.render_mode is None and environment.metadata["name"]
    agents = environment.possible_agents
    assert set(environment.observation_spaces) == set(environment.action_spaces) == set(agents)
    for agent in agents:
        assert environment.observation_space(agent) is environment.observation_spaces[agent]
        assert environment.action_space(agent) is environment.action_spaces[agent]
    observations, infos = environment.reset(seed=1, options=None)
    while environment.agents:
        for agent in agents:
            assert environment.observation_space(agent).contains(observations[agent])
        actions = {agent: np.array([np.flatnonzero(infos[agent]["action_mask"])[0]]).squeeze() for agent in agents}
        observations, rewards, terminations, truncations, infos = environment.step(actions)
        assert set(rewards) == set(terminations) == set(truncations) == set(observations) == set(infos) == set(agents)
    assert all(isinstance(info["outcome"], numbers.Real) for info in infos.values())


# skrl


def test_vector_environments_of_skrl():
    """The wrapper recognises a vector environment by its class, and passes a flat array of actions."""
    environments = gymnasium.make_vec(LAUNCH, 3, obs_format="dict")
    assert isinstance(environments, VectorEnv) and environments.num_envs == 3
    assert isinstance(environments.single_observation_space, spaces.Dict)
    assert isinstance(environments.single_action_space, spaces.Discrete)
    environments.reset(seed=0)
    environments.step(environments.unwrapped.sample().astype(np.int32).reshape(-1, 1).flatten())


# The trainers themselves, if they are installed


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("settings", MODES)
def test_maskable_ppo_by_id(settings):
    sb3_contrib = pytest.importorskip("sb3_contrib")
    env_util = pytest.importorskip("stable_baselines3.common.env_util")
    sb3_contrib.MaskablePPO("MlpPolicy", LAUNCH, n_steps=32, batch_size=32, device="cpu").learn(64)
    environments = env_util.make_vec_env(LAUNCH, 2, env_kwargs={"on_illegal": "raise", **settings})
    sb3_contrib.MaskablePPO("MlpPolicy", environments, n_steps=32, batch_size=32, device="cpu").learn(128)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("settings", MODES)
def test_torchrl_gym(settings):
    envs = pytest.importorskip("torchrl.envs")
    environment = envs.GymEnv(LAUNCH, obs_format="dict", on_illegal="raise", **settings)
    environment = envs.TransformedEnv(environment, envs.ActionMask())
    envs.check_env_specs(environment)
    assert environment.rollout(500)["next", "done"][-1]
    vector = gymnasium.make_vec(LAUNCH, 3, obs_format="dict", autoreset_mode="Disabled", on_illegal="raise", **settings)
    vector = envs.TransformedEnv(envs.GymWrapper(vector), envs.ActionMask())
    envs.check_env_specs(vector)
    assert vector.rollout(150, break_when_any_done=False)["next", "done"].sum() >= 3


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("module", "settings"), PARALLEL)
def test_torchrl_pettingzoo(module, settings):
    envs = pytest.importorskip("torchrl.envs")
    parallel = envs.PettingZooWrapper(module.parallel_env(on_illegal="raise", **settings), use_mask=True)
    for environment in (parallel, envs.PettingZooWrapper(module.raw_env(**settings), use_mask=True)):
        envs.check_env_specs(environment)
        assert environment.rollout(1000)["next", "done"][-1]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("is_masked", [True, False])
def test_minari(is_masked, tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    pytest.importorskip("jax")
    pytest.importorskip("h5py")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    environment = minari.DataCollector(gymnasium.make(LAUNCH, players=2), record_infos=True)
    environment.action_space.seed(0)
    for seed in range(2):
        _, info = environment.reset(seed=seed)
        over = False
        while not over:
            mask = info["action_mask"] if is_masked else None
            _, _, over, _, info = environment.step(environment.action_space.sample(mask))
    dataset = environment.create_dataset("moon/launch-v0", algorithm_name="random")
    assert dataset.total_episodes == 2
    assert all(len(episode.infos["outcome"]) == len(episode) + 1 for episode in dataset)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("module", "settings"), PARALLEL)
def test_tianshou_pettingzoo(module, settings):
    algorithm = pytest.importorskip("tianshou.algorithm")
    data, env = pytest.importorskip("tianshou.data"), pytest.importorskip("tianshou.env")
    one = env.PettingZooEnv(module.env(**settings))
    players = [algorithm.MARLRandomDiscreteMaskedOffPolicyAlgorithm(one.action_space) for _ in one.agents]
    together = algorithm.MultiAgentOffPolicyAlgorithm(algorithms=players, env=one)
    collector = data.Collector(together, env.DummyVectorEnv([lambda: env.PettingZooEnv(module.raw_env(**settings))]))
    collector.reset()
    assert collector.collect(n_episode=2).returns.shape == (2, len(one.agents))


@pytest.mark.filterwarnings("ignore")
def test_skrl():
    wrappers, torch = pytest.importorskip("skrl.envs.wrappers.torch"), pytest.importorskip("torch")
    environments = wrappers.wrap_env(gymnasium.make_vec(LAUNCH, 3, on_illegal="raise"), verbose=False)
    environments.reset()
    for _ in range(100):
        actions = torch.as_tensor(environments.unwrapped.sample()).view(-1, 1)
        observations, rewards, *_ = environments.step(actions)
    assert observations.shape[0] == rewards.shape[0] == 3
    agents = wrappers.wrap_env(launch_v0.parallel_env(obs_format="box"), wrapper="pettingzoo", verbose=False)
    observations, _ = agents.reset()
    assert set(observations) == set(agents.possible_agents) and set(agents.state()) == set(agents.possible_agents)
    agents.step({agent: torch.tensor([[action]]) for agent, action in agents.unwrapped.sample().items()})


def test_games_of_these_tests_exist():
    assert {"launch", "mlem"} <= set(moon_envs.game_ids())
