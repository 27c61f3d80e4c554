"""The native stable-baselines3 environment plays what `DummyVecEnv` plays, and answers what stable-baselines3 asks."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys

import gymnasium
import numpy as np
import pytest

from moon_envs.base.errors import ConfigurationError, IllegalActionError, MissingExtraError
from moon_envs.envs import reports
from moon_envs.envs.errors import ResetNeededError

MODES = [
    ("launch", {}),
    ("launch", {"players": 3, "seat": 2, "reward": {"points_delta": 1.0, "outcome": 0.5}, "encoding": "one_hot"}),
    ("mlem", {"players": 4, "seat": 1, "opponents": lambda observation, mask: mask.argmax(axis=1)}),
]


@pytest.fixture
def sb3():
    pytest.importorskip("stable_baselines3")
    return importlib.import_module("moon_envs.sb3")


@pytest.fixture
def vec_env():
    return pytest.importorskip("stable_baselines3.common.vec_env")


def test_without_stable_baselines3(monkeypatch):
    for name in ("stable_baselines3", *(name for name in list(sys.modules) if name.startswith("stable_baselines3."))):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "moon_envs.sb3", raising=False)
    with pytest.raises(MissingExtraError, match=r'pip install "moon_envs\[sb3\]"') as caught:
        importlib.import_module("moon_envs.sb3")
    assert isinstance(caught.value, ImportError)


@pytest.mark.parametrize(("game", "settings"), MODES)
def test_it_plays_what_a_dummy_plays(sb3, vec_env, game, settings):
    def make():
        return gymnasium.make(f"moon_envs/{game.capitalize()}-v0", **settings)

    ours, theirs = sb3.MoonVecEnv(game, 3, seed=7, **settings), vec_env.DummyVecEnv([make] * 3)
    theirs.seed(7)
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    assert (ours.reset() == theirs.reset()).all()
    ends, returns, lengths = 0, np.zeros(3), np.zeros(3, dtype=int)
    for _ in range(300):
        masks = np.stack(ours.env_method("action_masks"))
        assert masks.dtype == np.bool_ and (masks == np.stack(theirs.env_method("action_masks"))).all()
        actions = ours.batch.sample().copy()
        one, other = ours.step(actions), theirs.step(actions)
        for mine, expected in zip(one[:3], other[:3], strict=True):
            assert mine.dtype == expected.dtype and (mine == expected).all()
        returns, lengths = returns + one[1], lengths + 1
        for row, (mine, expected) in enumerate(zip(one[3], other[3], strict=True)):
            assert mine["TimeLimit.truncated"] is False
            if not one[2][row]:
                assert list(mine) == ["TimeLimit.truncated"]
                continue
            ends += 1
            for key in ("outcome", "points", "opponent_points", "illegal_action", "TimeLimit.truncated"):
                assert mine[key] == expected[key]
            assert (mine["terminal_observation"] == expected["terminal_observation"]).all()
            assert mine["episode"]["r"] == pytest.approx(returns[row], abs=1e-5) and mine["episode"]["t"] > 0
            assert mine["episode"]["l"] == lengths[row]
            returns[row] = lengths[row] = 0
    assert ends >= 3


def test_seeds(sb3):
    environments = sb3.MoonVecEnv("launch", 3, seed=5)
    first, second = environments.reset(), environments.reset()
    assert not (first == second).all()
    assert environments.seed(5) == [5, 6, 7] and (environments.reset() == first).all()
    assert (environments.reset() == second).all()
    assert len(environments.seed()) == 3
    with pytest.raises(ConfigurationError, match="seed=-1"):
        environments.seed(-1)


def test_attributes_and_methods_of_single_games(sb3):
    environments = sb3.MoonVecEnv("mlem", 4, players=3, render_mode="ansi", seed=0)
    environments.reset()
    assert environments.render_mode == "ansi" and environments.get_attr("render_mode") == ["ansi"] * 4
    assert environments.has_attr("action_masks") and not environments.has_attr("wings")
    assert environments.get_attr("configuration", indices=1)[0].players == 3
    assert environments.get_attr("game", indices=[0])[0].id == "mlem"
    assert environments.get_attr("state")[2]["player_count"] == 3
    assert "player" in environments.env_method("render", indices=np.int64(2))[0] and environments.render() is None
    legal = int(environments.env_method("action_masks", indices=3)[0].argmax())
    assert environments.env_method("describe", legal, indices=[3])[0]
    assert environments.env_method("save", indices=0) == [environments.batch.save(0)]
    environments.set_attr("level", 3, indices=[1, 2])
    assert environments.get_attr("level", indices=[1, 2]) == [3, 3]
    for ask in (environments.get_attr, environments.env_method):
        with pytest.raises(AttributeError, match="wings"):
            ask("wings")
    assert sb3.MoonVecEnv("mlem", 1).env_method("render") == [None]


def test_wrappers_are_known(sb3):
    from stable_baselines3.common.monitor import Monitor

    environments = sb3.MoonVecEnv("launch", 3)
    assert environments.env_is_wrapped(Monitor) == [True] * 3
    assert environments.env_is_wrapped(gymnasium.Wrapper, indices=0) == [False]


def test_illegal_actions(sb3, monkeypatch):
    monkeypatch.setattr(reports, "_has_warned", True)
    environments = sb3.MoonVecEnv("launch", 2, seed=0)
    environments.reset()
    legal = environments.batch.sample().copy()
    *_, rewards, dones, infos = environments.step([int(environments.batch.mask[0].argmin()), legal[1]])
    assert dones.tolist() == [True, False] and rewards[0] == -1.0
    assert "row 0" in infos[0]["illegal_action"] and infos[0]["episode"]["l"] == 1
    strict = sb3.MoonVecEnv("launch", 2, seed=0, on_illegal="raise")
    strict.reset()
    with pytest.raises(IllegalActionError, match="row 0"):
        strict.step([int(strict.batch.mask[0].argmin()), legal[1]])
    with pytest.raises(IllegalActionError, match="step needs 2 whole numbers"):
        strict.step([1.5, 1.5])


def test_steps_before_a_reset(sb3):
    with pytest.raises(ResetNeededError, match=r"reset\(\)"):
        sb3.MoonVecEnv("launch", 2).step([0, 0])


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"reward": "gold"}, "reward="),
        ({"wings": 2}, "wings"),
        ({"on_illegal": 1}, "on_illegal=1"),
        ({"seat": 5}, "seat"),
    ],
)
def test_settings(sb3, settings, words):
    with pytest.raises(ConfigurationError, match=words):
        sb3.MoonVecEnv("launch", 2, **settings)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))], ids=["deepcopy", "pickle"])
def test_copies(sb3, copied):
    environments = sb3.MoonVecEnv("launch", 2, seed=0)
    environments.reset()
    twin = copied(environments)
    for _ in range(100):
        actions = environments.batch.sample().copy()
        for one, other in zip(environments.step(actions)[:3], twin.step(actions)[:3], strict=True):
            assert (one == other).all()


@pytest.mark.filterwarnings("ignore")
def test_wrappers_and_training(sb3, vec_env, tmp_path):
    contrib = pytest.importorskip("sb3_contrib")
    evaluation = pytest.importorskip("sb3_contrib.common.maskable.evaluation")
    settings = {"players": 2, "reward": {"points_delta": 1.0, "outcome": 0.5}, "on_illegal": "raise"}
    normalized = vec_env.VecNormalize(sb3.MoonVecEnv("launch", 4, **settings))
    model = contrib.MaskablePPO("MlpPolicy", normalized, n_steps=32, batch_size=32, n_epochs=1, device="cpu", seed=1)
    model.learn(512)
    assert model.ep_info_buffer and all(1 < episode["l"] < 500 for episode in model.ep_info_buffer)
    normalized.save(str(tmp_path / "normalized.pkl"))
    loaded = vec_env.VecNormalize.load(str(tmp_path / "normalized.pkl"), sb3.MoonVecEnv("launch", 4, **settings))
    assert (loaded.obs_rms.mean == normalized.obs_rms.mean).all()
    model.save(str(tmp_path / "model.zip"))
    again = contrib.MaskablePPO.load(str(tmp_path / "model.zip"), env=loaded, device="cpu")
    mean, _ = evaluation.evaluate_policy(again, loaded, n_eval_episodes=4)
    assert np.isfinite(mean)
    monitored = vec_env.VecMonitor(
        sb3.MoonVecEnv("launch", 4, **settings), str(tmp_path / "log"), info_keywords=("outcome",)
    )
    stacked = vec_env.VecFrameStack(vec_env.VecCheckNan(monitored), 2)
    contrib.MaskablePPO("MlpPolicy", stacked, n_steps=64, batch_size=32, n_epochs=1, device="cpu").learn(512)
    monitored.close()
    assert (tmp_path / "log.monitor.csv").read_text().splitlines()[1] == "r,l,t,outcome"
