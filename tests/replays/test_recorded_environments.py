"""Games of environments that are recorded: every decision is in them, opponents' included."""

from __future__ import annotations

import copy

import gymnasium
import numpy as np
import pytest

from moon_envs import ConfigurationError, Recording, SaveError
from moon_envs.envs.recorders import RecordAECGames, RecordGames, RecordParallelGames, RecordVectorGames
from moon_envs.pettingzoo import launch_v0, luna_capital_v0

MODES = (
    {"players": 1},
    {"players": 3, "seat": 1},
    {"players": 2, "opponents": "greedy"},
    {"players": 4, "seat": 2, "opponents": ["random", "greedy", "random"]},
)


def play(env, games, on_end=lambda: None):
    for seed in range(games):
        _, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            _, _, is_over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        on_end()


def read(folder):
    return {path.name: Recording.from_bytes(path.read_bytes()) for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("mode", MODES, ids=str)
@pytest.mark.parametrize("game", ["Launch", "LunaCapital"])
def test_recordings_end_as_the_games_did(tmp_path, game, mode):
    env = RecordGames(gymnasium.make(f"moon_envs/{game}-v0", **mode), tmp_path / "games", every=2)
    env.action_space.seed(1)
    ends = []
    play(env, 3, lambda: ends.append(env.unwrapped.state.tobytes()))
    recorded = read(tmp_path / "games")
    assert list(recorded) == ["game-00000000.json", "game-00000002.json"]
    for recording, end in zip(recorded.values(), ends[::2], strict=True):
        assert recording.replay().record().tobytes() == end
        assert recording.agents[mode.get("seat", 0)] == "learner" and len(recording.agents) == mode["players"]


@pytest.mark.parametrize("autoreset", ["SameStep", "NextStep"])
@pytest.mark.parametrize("mode", MODES[1:], ids=str)
def test_vector_environments(tmp_path, mode, autoreset):
    made = gymnasium.make_vec("moon_envs/Launch-v0", num_envs=3, autoreset_mode=autoreset, **mode)
    env = RecordVectorGames(made, tmp_path / "games", every=2)
    env.reset(seed=5)
    ended = 0
    while ended < 8:
        ended += int(env.step(env.unwrapped.sample())[2].sum())
    recorded = read(tmp_path / "games")
    assert len(recorded) >= 3 and all(int(name[5:13]) % 2 == 0 for name in recorded)
    for recording in recorded.values():
        assert recording.replay().done[0]


def test_rows_that_are_reset_one_by_one(tmp_path):
    made = gymnasium.make_vec(
        "moon_envs/Launch-v0", num_envs=2, players=2, opponents="greedy", autoreset_mode="Disabled"
    )
    env = RecordVectorGames(made, tmp_path / "games", every=1)
    env.reset(seed=5)
    for _ in range(200):
        _, _, ended, _, _ = env.step(env.unwrapped.sample())
        if ended.any():
            env.reset(options={"reset_mask": ended})
    assert len(read(tmp_path / "games")) > 2


def test_given_up_and_illegal_games(tmp_path):
    env = RecordGames(gymnasium.make("moon_envs/Launch-v0", players=2), tmp_path / "games", every=1)
    env.reset(seed=1)
    env.reset(seed=2)
    legal = np.flatnonzero(env.unwrapped.action_masks())
    env.step(int(legal[0]))
    env.step(int(np.flatnonzero(~env.unwrapped.action_masks())[0]))
    ((name, recording),) = read(tmp_path / "games").items()
    assert name == "game-00000001.json" and recording.seed == 2
    assert recording.replay().record().tobytes() == env.unwrapped.state.tobytes()


@pytest.mark.parametrize("maker", ["env", "raw_env"])
@pytest.mark.parametrize("module", [launch_v0, luna_capital_v0], ids=["launch", "luna_capital"])
def test_agents_one_after_the_other(tmp_path, module, maker):
    env = RecordAECGames(getattr(module, maker)(players=3), tmp_path / "games", every=2)
    ends = []
    for seed in range(3):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            is_over = env.last()[2]
            env.step(None if is_over else env.unwrapped.sample())
        ends.append(env.unwrapped.batch.record().tobytes())
    recorded = read(tmp_path / "games")
    assert list(recorded) == ["game-00000000.json", "game-00000002.json"]
    for recording, end in zip(recorded.values(), ends[::2], strict=True):
        assert recording.replay().record().tobytes() == end
        assert recording.agents == ["learner"] * 3


@pytest.mark.parametrize("module", [launch_v0, luna_capital_v0], ids=["launch", "luna_capital"])
def test_agents_at_once(tmp_path, module):
    env = RecordParallelGames(module.parallel_env(players=3), tmp_path / "games", every=1)
    env.reset(seed=1)
    while env.agents:
        env.step(env.unwrapped.sample())
    end = env.unwrapped.batch.record().tobytes()
    env.reset(seed=2)
    env.reset(seed=3)  # the one before is given up
    twin = copy.deepcopy(env.unwrapped)  # copies drop the callback
    while twin.agents:
        twin.step(twin.sample())
    while env.agents:
        env.step(env.unwrapped.sample())
    recorded = read(tmp_path / "games")
    assert list(recorded) == ["game-00000000.json", "game-00000002.json"]
    assert recorded["game-00000000.json"].replay().record().tobytes() == end
    assert recorded["game-00000002.json"].replay().record().tobytes() == env.unwrapped.batch.record().tobytes()


@pytest.mark.filterwarnings("ignore:.*was not legal")  # told once in a process, and not what is tested here
def test_illegal_actions_of_agents(tmp_path):
    turns = RecordAECGames(launch_v0.env(players=2), tmp_path / "turns", every=1)
    turns.reset(seed=1)
    turns.step(turns.unwrapped.sample())
    turns.step(int(np.flatnonzero(turns.last()[0]["action_mask"] == 0)[0]))
    assert read(tmp_path / "turns") == {}
    at_once = RecordParallelGames(luna_capital_v0.parallel_env(players=2), tmp_path / "at_once", every=1)
    at_once.reset(seed=1)
    at_once.step(at_once.unwrapped.sample())
    at_once.step(dict.fromkeys(at_once.agents, -1))
    ((_, recording),) = read(tmp_path / "at_once").items()
    assert len(recording.actions) == 1


def test_a_game_that_was_changed_is_refused(tmp_path):
    env = RecordGames(gymnasium.make("moon_envs/Launch-v0", players=1, opponent=3), tmp_path / "games", every=1)
    env.reset(seed=1)
    for _ in range(4):
        env.step(env.unwrapped.sample())
    saved = env.unwrapped.save()
    env.reset(seed=2)
    env.unwrapped.load(saved)
    with pytest.raises(SaveError, match="Loaded games cannot be recorded"):
        while True:
            env.step(env.unwrapped.sample())
    assert read(tmp_path / "games") == {}


def test_copies_of_a_recorded_environment_are_not_heard(tmp_path):
    env = RecordGames(gymnasium.make("moon_envs/Launch-v0", players=2, opponents="greedy"), tmp_path / "games", every=1)
    env.reset(seed=1)
    twin = copy.deepcopy(env.unwrapped)
    for _ in range(6):
        twin.step(twin.sample())
    assert twin.seat_batch.opponents.on_actions is None
    _, over = None, False
    while not over:
        _, _, over, _, _ = env.step(env.unwrapped.sample())
    assert len(read(tmp_path / "games")) == 1


def test_other_environments_and_folders_are_refused(tmp_path):
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "file").write_text("")
    env = gymnasium.make("moon_envs/Launch-v0")
    with pytest.raises(ConfigurationError, match="new or empty folder"):
        RecordGames(env, tmp_path / "used")
    with pytest.raises(ConfigurationError, match="every=0"):
        RecordGames(env, tmp_path / "games", every=0)
    with pytest.raises(ConfigurationError, match="none of them"):
        RecordGames(gymnasium.make("CartPole-v1"), tmp_path / "games")
    with pytest.raises(ConfigurationError, match="none of them"):
        RecordVectorGames(gymnasium.make_vec("CartPole-v1", num_envs=2), tmp_path / "games")
    with pytest.raises(ConfigurationError, match="none of them"):
        RecordAECGames(launch_v0.parallel_env(), tmp_path / "games")
    with pytest.raises(ConfigurationError, match="none of them"):
        RecordParallelGames(launch_v0.env(), tmp_path / "games")
