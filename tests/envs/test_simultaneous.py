"""Parallel environments of simultaneous games: all players with a decision act in the same step."""

import numpy as np
import pytest

from moon_envs import Batch
from moon_envs.base.errors import IllegalActionError
from moon_envs.envs.parallel import MoonParallel
from moon_envs.pettingzoo import colony_v0, launch_v0, mlem_v0
from moon_envs.testing.crater.game import GAME as CRATER


def deciding(environment):
    return [
        agent for agent, space in zip(environment.possible_agents, masks(environment), strict=True) if not space[-1]
    ]


def masks(environment):
    return [environment._mask(seat) for seat in range(len(environment.possible_agents))]


def play(environment, seed):
    """Play a whole game at random; return the actions of every seat, the rewards, and the decisions in each step."""
    environment.reset(seed=seed)
    actions = {agent: [] for agent in environment.possible_agents}
    total = dict.fromkeys(environment.possible_agents, 0.0)
    together = []
    while environment.agents:
        chosen = environment.sample()
        for agent in deciding(environment):
            actions[agent].append(chosen[agent])
        together.append(len(deciding(environment)))
        observations, rewards, terminations, _, infos = environment.step(chosen)
        for agent, observation in observations.items():
            assert observation in environment.observation_space(agent)
            total[agent] += rewards[agent]
    assert all(terminations.values())
    return actions, total, together, infos


@pytest.mark.parametrize(("module", "players"), [(launch_v0, 2), (launch_v0, 4), (colony_v0, 3)])
def test_the_same_game_as_one_after_the_other(module, players):
    """The actions of the parallel game, played in the batch's order, give the same end."""
    environment = module.parallel_env(players=players, reward="points_delta")
    for seed in range(3):
        actions, total, together, infos = play(environment, seed)
        batch = Batch(environment.game, 1, players, seed, reward="points_delta", autoreset="disabled")
        left = [list(actions[agent]) for agent in environment.possible_agents]
        paid = np.zeros(players)
        while batch.actor[0] >= 0:
            batch.step(left[batch.actor[0]].pop(0))
            paid += batch.reward[0]
        assert not any(left)
        assert np.allclose(paid, list(total.values()), atol=1e-5)
        for seat, agent in enumerate(environment.possible_agents):
            assert infos[agent]["points"]["total"] == int(batch.final_points[0, seat].sum())
            assert infos[agent]["outcome"] == pytest.approx(float(batch.final_outcome[0, seat]))
        assert np.mean(together) > 0.7 * players


def test_games_of_turns_stay_as_they_are():
    environment = mlem_v0.parallel_env(players=3)
    _, _, together, _ = play(environment, 1)
    assert set(together) == {1}


def test_a_solo_game():
    _, _, together, infos = play(launch_v0.parallel_env(players=1, opponent=2), 1)
    assert set(together) == {1} and infos["player_0"]["opponent_points"]["opponent_1"]["total"] > 0


def test_a_game_of_ones_own():
    environment = MoonParallel(CRATER, 3)
    _, _, together, _ = play(environment, 1)
    assert set(together) == {3}


def test_nothing_of_the_phase_is_seen():
    """Observation and mask of an agent in a phase do not depend on the others' choices in it."""
    first, second = launch_v0.parallel_env(players=2), launch_v0.parallel_env(players=2)
    chance = np.random.default_rng(3)
    for seed in range(10):
        first.reset(seed=seed)
        second.reset(seed=seed)
        while first.agents and "player_0" in deciding(first) and "player_0" in deciding(second):
            chosen, other = first.sample(), dict(first.sample())
            legal = np.flatnonzero(second._mask(1))
            other["player_0"], other["player_1"] = chosen["player_0"], int(chance.choice(legal))
            turn = int(first.batch.states["turn"][0])
            one, two = first.step(chosen), second.step(other)
            if not first.agents or not second.agents:
                break
            if int(first.batch.states["turn"][0]) != turn or int(second.batch.states["turn"][0]) != turn:
                break
            if first.batch.states["phase"][0] != second.batch.states["phase"][0]:
                break
            for part in (0, 1, 4):
                assert repr(one[part]["player_0"]) == repr(two[part]["player_0"])


def test_illegal_actions():
    for on_illegal in ("end", "raise"):
        environment = launch_v0.parallel_env(players=3, on_illegal=on_illegal)
        environment.reset(seed=1)
        actions = environment.sample() | {"player_1": 137}
        if on_illegal == "raise":
            with pytest.raises(IllegalActionError, match="action 137"):
                environment.step(actions)
            environment.step(environment.sample())
            continue
        _, rewards, terminations, _, infos = environment.step(actions)
        assert list(rewards.values()) == [0.0, -1.0, 0.0] and all(terminations.values()) and not environment.agents
        assert [infos[agent]["outcome"] for agent in environment.possible_agents] == [0.0, -1.0, 0.0]
        assert "player_1 chose action 137" in infos["player_1"]["illegal_action"]


def test_everybody_who_decides_must_act():
    environment = launch_v0.parallel_env(players=2)
    environment.reset(seed=1)
    actions = environment.sample()
    del actions["player_1"]
    with pytest.raises(IllegalActionError, match="player_1 decides now, but has no action"):
        environment.step(actions)
