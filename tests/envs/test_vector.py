"""The vector environments: rows are the single environments bit for bit, in all three autoreset modes."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import moon_envs
from moon_envs.base.errors import ConfigurationError, IllegalActionError
from moon_envs.envs.vector import MoonVectorEnv


def environment_id(id_: str) -> str:
    game = moon_envs.game(id_)
    return f"moon_envs/{game.class_name}-v{game.version}"


def make(id_: str, rows: int, mode: AutoresetMode, **settings) -> MoonVectorEnv:
    return gymnasium.make_vec(environment_id(id_), rows, autoreset_mode=mode, **settings)


@pytest.mark.parametrize("id_", moon_envs.game_ids())
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("reward", ["outcome", "points_delta"])
def test_rows_are_the_single_environments(id_, mode, reward):
    rows, seed = 5, 77
    environments = make(id_, rows, mode, reward=reward, threads=2)
    singles = [gymnasium.make(environment_id(id_), reward=reward) for _ in range(rows)]
    observations, info = environments.reset(seed=seed)
    for row, single in enumerate(singles):
        observation, single_info = single.reset(seed=seed + row)
        assert (observations[row] == observation).all()
        assert (info["action_mask"][row] == single_info["action_mask"]).all()
    waiting = np.zeros(rows, dtype=bool)
    for _ in range(400):
        actions = environments.unwrapped.sample()
        observations, rewards, terminations, truncations, info = environments.step(actions)
        assert not truncations.any()
        for row, single in enumerate(singles):
            if waiting[row]:
                observation, single_info = single.reset()
                reward_, terminated = 0.0, False
            else:
                observation, reward_, terminated, _, single_info = single.step(actions[row])
            assert rewards[row] == reward_ and terminations[row] == terminated
            if terminated:
                end = info["final_info"] if mode == AutoresetMode.SAME_STEP else info
                assert end["_points"][row]
                assert {name: values[row] for name, values in end["points"].items()} == single_info["points"]
            if terminated and mode == AutoresetMode.SAME_STEP:
                assert info["_final_obs"][row] and (info["final_obs"][row] == observation).all()
                assert (end["action_mask"][row] == 1).all()
                observation, single_info = single.reset()
            assert (observations[row] == observation).all()
            assert (info["action_mask"][row] == single_info["action_mask"]).all()
        waiting = terminations & (mode == AutoresetMode.NEXT_STEP)
        if mode == AutoresetMode.DISABLED and terminations.any():
            observations, info = environments.reset(options={"reset_mask": terminations})
            for row in np.flatnonzero(terminations):
                observation, single_info = singles[row].reset()
                assert (observations[row] == observation).all()
                assert (info["action_mask"][row] == single_info["action_mask"]).all()


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_spaces_and_copies(id_):
    environments = make(id_, 3, AutoresetMode.NEXT_STEP, obs_format="dict")
    assert environments.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    first, info = environments.reset(seed=1)
    assert environments.observation_space.contains(first)
    assert info["action_mask"].dtype == np.int8 and info["action_mask"].shape == (3, len(moon_envs.game(id_).actions))
    kept = first["observation"].copy()
    second, rewards, *_ = environments.step(environments.unwrapped.sample())
    assert rewards.dtype == np.float64
    assert (first["observation"] == kept).all()
    assert not np.shares_memory(first["observation"], second["observation"])
    shared = make(id_, 3, AutoresetMode.NEXT_STEP, copy=False)
    first, _ = shared.reset(seed=1)
    second, *_ = shared.step(shared.unwrapped.sample())
    assert np.shares_memory(first, second)


def test_an_illegal_row_ends_alone_and_says_so():
    environments = make("launch", 4, AutoresetMode.NEXT_STEP)
    environments.reset(seed=1)
    actions = environments.unwrapped.sample()
    actions[2] = 100
    _, rewards, terminations, _, info = environments.step(actions)
    assert terminations.tolist() == [False, False, True, False]
    assert rewards.tolist() == [0.0, 0.0, -1.0, 0.0]
    assert "row 2: action 100" in info["illegal_action"][2] and info["illegal_action"][0] is None
    assert info["_illegal_action"].tolist() == [False, False, True, False]
    assert (info["action_mask"][2] == 1).all()


def test_strict_vector_raises_before_any_row_moves():
    environments = make("launch", 4, AutoresetMode.NEXT_STEP, on_illegal="raise")
    before, _ = environments.reset(seed=1)
    actions = environments.unwrapped.sample()
    wrong = actions.copy()
    wrong[3] = 137
    with pytest.raises(IllegalActionError, match="row 3: action 137"):
        environments.step(wrong)
    twin = make("launch", 4, AutoresetMode.NEXT_STEP)
    twin.reset(seed=1)
    assert (environments.step(actions)[0] == twin.step(actions)[0]).all()


def test_list_of_seeds_and_bad_settings():
    environments = make("launch", 2, AutoresetMode.NEXT_STEP)
    observations, _ = environments.reset(seed=[5, 5])
    assert (observations[0] == observations[1]).all()
    with pytest.raises(ConfigurationError, match="autoreset_mode='never' is not allowed; allowed: NextStep"):
        MoonVectorEnv("launch", 2, autoreset_mode="never")
    with pytest.raises(ConfigurationError, match="num_games=0"):
        MoonVectorEnv("launch", 0)


def test_ansi_rendering_of_all_rows():
    environments = make("launch", 2, AutoresetMode.NEXT_STEP, render_mode="ansi")
    environments.reset(seed=0)
    assert [text.startswith("Turn 1") for text in environments.render()] == [True, True]
