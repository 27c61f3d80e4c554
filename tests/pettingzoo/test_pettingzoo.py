"""The multi-agent environments: PettingZoo's own tests, hidden turns, rewards, illegal actions."""

from __future__ import annotations

import importlib

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import moon_envs
from moon_envs.base.errors import IllegalActionError
from tests.render.pixels import needs_pixels

# PettingZoo warns about every observation that is a dict, also of its own environments.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def module_of(id_: str):
    return importlib.import_module(f"moon_envs.pettingzoo.{id_}_v{moon_envs.game(id_).version}")


def some_player_counts(id_: str) -> list[int]:
    counts = [count for count in moon_envs.game(id_).player_counts if count > 1]
    return sorted({counts[0], counts[-1]})


def has_phases(id_, players):
    """Whether several players can decide in the same step of a parallel environment."""
    return bool(moon_envs.game(id_).simultaneous) and players > 1


GAMES_AND_PLAYERS = [(id_, players) for id_ in moon_envs.game_ids() for players in some_player_counts(id_)]


@pytest.mark.parametrize(("id_", "players"), GAMES_AND_PLAYERS)
def test_api(id_, players, capsys):
    api_test(module_of(id_).env(players=players), num_cycles=300)


@pytest.mark.parametrize(("id_", "players"), GAMES_AND_PLAYERS)
def test_parallel_api(id_, players, capsys):
    parallel_api_test(module_of(id_).parallel_env(players=players), num_cycles=300)


@pytest.mark.parametrize(("id_", "players"), GAMES_AND_PLAYERS)
def test_seeds(id_, players):
    seed_test(lambda: module_of(id_).env(players=players), num_cycles=50)
    parallel_seed_test(lambda: module_of(id_).parallel_env(players=players), num_cycles=50)


@needs_pixels
@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_render(id_, capsys):
    render_test(module_of(id_).env)


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="this PettingZoo has no registry")
@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_pettingzoo_make_finds_the_game(id_):
    name = f"moon_envs/{id_}-v{moon_envs.game(id_).version}"
    environment = pettingzoo.make("aec", name, players=3)
    assert environment.possible_agents == ["player_0", "player_1", "player_2"]
    assert len(pettingzoo.make("parallel", name, players=2).possible_agents) == 2


@pytest.mark.parametrize(("id_", "players"), GAMES_AND_PLAYERS)
def test_aec_plays_the_game_of_the_batch(id_, players):
    environment = module_of(id_).raw_env(players=players)
    environment.reset(seed=6)
    batch = moon_envs.Batch(id_, 1, players, seed=6, autoreset="disabled")
    received = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, info = environment.last()
        received[agent] += reward
        if terminated or truncated:
            assert info["points"]["total"] == batch.final_points[0, int(agent[-1])].sum()
            environment.step(None)
            continue
        assert agent == f"player_{batch.actor[0]}"
        assert (observation["observation"] == batch.observation[0]).all()
        assert (observation["action_mask"] == batch.mask[0]).all()
        assert (info["action_mask"] == batch.mask[0]).all()
        for other in environment.agents:
            if other != agent:
                assert not environment.observe(other)["action_mask"].any()
        action = environment.sample()
        batch.step([action])
        environment.step(action)
    assert list(received.values()) == pytest.approx(batch.reward[0].tolist())


@pytest.mark.parametrize(("id_", "players"), [one for one in GAMES_AND_PLAYERS if not has_phases(*one)])
def test_parallel_waits(id_, players):
    environment = module_of(id_).parallel_env(players=players, on_illegal="raise")
    observations, infos = environment.reset(seed=6)
    batch = moon_envs.Batch(id_, 1, players, seed=6, autoreset="disabled")
    while environment.agents:
        deciding = f"player_{batch.actor[0]}"
        for agent in environment.agents:
            mask = observations[agent]["action_mask"]
            assert (infos[agent]["action_mask"] == mask).all()
            if agent == deciding:
                assert (mask[:-1] == batch.mask[0]).all() and mask[-1] == 0
            else:
                assert np.flatnonzero(mask).tolist() == [environment.wait]
        actions = environment.sample()
        batch.step([actions[deciding]])
        observations, rewards, terminations, _, infos = environment.step(actions)
        assert list(rewards.values()) == pytest.approx(batch.reward[0].tolist())
    assert all(terminations.values()) and all("points" in info for info in infos.values())


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_illegal_actions(id_):
    raw = module_of(id_).raw_env()
    raw.reset(seed=0)
    with pytest.raises(IllegalActionError):
        raw.step(-1)
    wrong = int(np.flatnonzero(raw.last()[0]["action_mask"] == 0)[0])
    parallel = module_of(id_).parallel_env(on_illegal="raise")
    parallel.reset(seed=0)
    actions = parallel.sample()
    deciding = next(agent for agent, action in actions.items() if action != parallel.wait)
    for waiting in (agent for agent, action in actions.items() if action == parallel.wait):
        with pytest.raises(IllegalActionError, match="must wait"):
            parallel.step({**actions, waiting: 0})
    with pytest.raises(IllegalActionError, match="not legal"):
        parallel.step({**actions, deciding: wrong})
    with pytest.raises(IllegalActionError, match="decides now"):
        parallel.step({})
    lenient = module_of(id_).parallel_env()
    lenient.reset(seed=0)
    _, rewards, terminations, _, infos = lenient.step({**actions, deciding: wrong})
    assert all(terminations.values()) and rewards[deciding] == -1.0 and "not legal" in infos[deciding]["illegal_action"]
