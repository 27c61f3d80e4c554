"""One agent for the solo mode and one for several players, under one name; and what functions are told."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from moon_envs import Batch
from moon_envs.agents import Agent, ByMode, PolicyAgent, find_agent, play_games
from moon_envs.base.errors import AgentError, ConfigurationError
from moon_envs.networks.finding import BOX

SOLO, SEVERAL = BOX / "launch-solo.npz", BOX / "launch-several.npz"


class Callable:
    """A policy with a state of its own."""

    def __call__(self, observations, masks):
        return masks.argmax(axis=1)


class NotCallable:
    pass


def of_260_columns(observations, masks):
    return (observations @ np.ones((260, masks.shape[1])) * masks).argmax(axis=1)


def played(agent, players, games=3):
    batch = Batch("launch", games, players, seed=4, autoreset="disabled")
    play_games(batch, [find_agent(agent)] * players)
    return batch.final_points.tolist()


@pytest.mark.parametrize("name", [f"solo={SOLO},several={SEVERAL}", f"several={SEVERAL},solo={SOLO}"])
def test_one_name_plays_both_modes(name):
    agent = find_agent(name)
    assert type(agent) is ByMode and agent.name == f"solo={SOLO},several={SEVERAL}" and agent.modes is None
    for players in (1, 2):
        assert (
            played(name, players) == played("baseline", players) == played(pickle.loads(pickle.dumps(agent)), players)
        )


def test_any_agents():
    agent = find_agent("solo=mcts,several=tests.agents.test_by_mode:of_260_columns")
    assert agent.name == "solo=mcts:1000,several=tests.agents.test_by_mode:of_260_columns"
    assert (
        agent.games_at_once is None and ByMode("mcts:1000", "greedy").games_at_once == find_agent("mcts").games_at_once
    )
    assert played(ByMode(solo=Callable, several="greedy"), 2) == played("greedy", 2)
    assert played(ByMode("greedy", Callable()), 2) == played(lambda observations, masks: masks.argmax(axis=1), 2)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("solo=random", "solo=AGENT,several=AGENT"),
        ("solo=random,greedy", "solo=AGENT,several=AGENT"),
        ("solo=,several=random", "solo=AGENT,several=AGENT"),
        ("several=random,solo=", "solo=AGENT,several=AGENT"),
        ("solo=nobody,several=random", "agent='nobody' is not allowed; allowed: .*, solo=AGENT,several=AGENT with"),
        ("solo=random,several=mcts:0", "from 1 to 1000000"),
        ("tests.agents.test_by_mode:NotCallable", "the class NotCallable is neither an Agent nor has it a __call__"),
        (NotCallable, "neither an Agent"),
    ],
)
def test_what_is_refused(given, words):
    with pytest.raises(ConfigurationError, match=words):
        find_agent(given)


def test_a_mode_that_an_agent_does_not_play():
    several = f"solo={SOLO},several={SOLO}"
    words = "plays launch alone, not launch with several players; solo=AGENT,several=AGENT names one for each mode"
    for agent in (str(SOLO), f"mcts:3+{SOLO}", several):
        with pytest.raises(ConfigurationError, match=words):
            played(agent, 2)

    class Alone(Agent):
        modes = ("solo",)

        def act(self, waiting):
            return waiting.mask.argmax(axis=1)

    with pytest.raises(ConfigurationError, match="'agent' plays launch alone, not launch with several players"):
        played(Alone(), 2)
    assert played(Alone(), 1)


@pytest.mark.parametrize("agent", [of_260_columns, ByMode("random", of_260_columns)])
def test_a_function_is_told_what_it_was_shown(agent):
    shown = r"it was shown observations \(3, 3\d\d\) and masks \(3, 138\) of launch, 2 players"
    with pytest.raises(AgentError, match=rf"raised ValueError: .*\(asked about rows 0 to 2\); {shown}"):
        played(agent, 2)


def test_a_class_of_ones_own_is_made_an_object():
    agent = find_agent("tests.agents.test_by_mode:Callable")
    assert type(agent) is PolicyAgent and isinstance(agent.policy, Callable)
