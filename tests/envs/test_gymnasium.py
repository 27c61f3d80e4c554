"""The single environments: Gymnasium's own checks, rewards, masks, illegal actions, saves."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import moon_envs
from moon_envs.base.errors import ConfigurationError, IllegalActionError, SaveError
from tests.render.pixels import HAS_PIXELS


def environment_id(id_: str) -> str:
    game = moon_envs.game(id_)
    return f"moon_envs/{game.class_name}-v{game.version}"


def first_illegal(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask == 0)[0])


@pytest.mark.parametrize("id_", moon_envs.game_ids())
@pytest.mark.parametrize("obs_format", ["box", "dict"])
@pytest.mark.parametrize("reward", ["outcome", "points", "points_delta"])
def test_check_env_has_no_complaint(id_, obs_format, reward, capsys):
    environment = gymnasium.make(environment_id(id_), obs_format=obs_format, reward=reward, render_mode="ansi")
    check_env(environment.unwrapped, skip_render_check=not HAS_PIXELS)


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_a_seat_against_random_opponents(id_):
    players = max(moon_envs.game(id_).player_counts)
    environment = gymnasium.make(environment_id(id_), players=players, seat=players - 1)
    check_env(environment.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_an_episode(id_):
    environment = gymnasium.make(environment_id(id_), on_illegal="raise", render_mode="ansi")
    observation, info = environment.reset(seed=4)
    terminated, total = False, 0.0
    while not terminated:
        assert environment.observation_space.contains(observation)
        assert info["action_mask"].dtype == np.int8
        assert (environment.unwrapped.action_masks() == (info["action_mask"] != 0)).all()
        assert info["outcome"] == 0.0 and not any(info["points"].values())
        action = environment.action_space.sample(info["action_mask"])
        assert environment.unwrapped.describe(action)
        assert isinstance(environment.render(), str)
        observation, reward, terminated, truncated, info = environment.step(action)
        assert type(reward) is float and type(terminated) is bool and truncated is False
        total += reward
    assert set(info["points"]) == {*moon_envs.game(id_).categories, "total"}
    assert info["points"]["total"] == sum(value for name, value in info["points"].items() if name != "total")
    assert len(info["opponent_points"]) >= 1 and info["outcome"] == total
    assert -1 <= total <= 1
    with pytest.raises(gymnasium.error.ResetNeeded):
        environment.unwrapped.step(0)


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_an_illegal_action_ends_the_episode_in_words(id_):
    environment = gymnasium.make(environment_id(id_))
    _, info = environment.reset(seed=1)
    _, reward, terminated, _, info = environment.step(first_illegal(info["action_mask"]))
    assert terminated and reward == -1.0
    assert id_ in info["illegal_action"] and "Legal" in info["illegal_action"]


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_strict_mode_raises_and_nothing_moves(id_):
    environment = gymnasium.make(environment_id(id_), on_illegal="raise").unwrapped
    _, info = environment.reset(seed=1)
    before = environment.state.tobytes()
    for wrong in (first_illegal(info["action_mask"]), -1, 10**9):
        with pytest.raises(IllegalActionError, match="not legal"):
            environment.step(wrong)
    with pytest.raises(IllegalActionError, match="whole number"):
        environment.step(0.5)
    assert environment.state.tobytes() == before
    environment.step(environment.sample())


def test_lowest_reward_of_points():
    environment = gymnasium.make("moon_envs/Launch-v0", reward="points")
    _, info = environment.reset(seed=1)
    _, reward, terminated, _, _ = environment.step(first_illegal(info["action_mask"]))
    assert terminated and reward == pytest.approx(-40 / 150)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"players": 9}, "players=9 is not allowed; allowed: 1, 2, 3, 4, 5, 6"),
        ({"opponent": 0}, "opponent=0 is not allowed; allowed: 1 to 8"),
        ({"opponent": 3, "players": 2}, "needs the solo mode"),
        ({"missions": (64, 64, 64)}, "66 or 67 for B"),
        ({"reward": "gold"}, "allowed: outcome, points, points_delta"),
        ({"on_illegal": "shrug"}, "allowed: end, raise"),
        ({"obs_format": "picture"}, "allowed: box, dict"),
        ({"opponents": "nobody", "players": 2}, "opponents='nobody' is not allowed"),
        ({"seat": 4, "players": 3}, "seat=4 is not allowed; allowed: 0 to 2"),
        ({"colour": "red"}, "unexpected keyword argument 'colour'; allowed: players, seat, opponents"),
    ],
)
def test_bad_settings_are_named(settings, words):
    with pytest.raises(ConfigurationError, match=words.replace("(", r"\(")):
        gymnasium.make("moon_envs/Launch-v0", **settings)


def test_save_and_load():
    environment = gymnasium.make("moon_envs/Launch-v0", opponent=5).unwrapped
    environment.reset(seed=9)
    for _ in range(10):
        environment.step(environment.sample())
    other = gymnasium.make("moon_envs/Launch-v0", opponent=5).unwrapped
    observation, info = other.load(environment.save())
    assert other.state.tobytes() == environment.state.tobytes()
    assert (info["action_mask"] != 0).tolist() == environment.action_masks().tolist()
    with pytest.raises(SaveError, match="This save has 1 players, this batch 2"):
        gymnasium.make("moon_envs/Launch-v0", players=2).unwrapped.load(environment.save())
    with pytest.raises(SaveError, match="not a saved game"):
        other.load(b"something else altogether")


def test_human_mode_prints(capsys):
    environment = gymnasium.make("moon_envs/Launch-v0", render_mode="human")
    environment.reset(seed=0)
    environment.step(environment.unwrapped.sample())
    assert capsys.readouterr().out.count("Turn 1") == 2
