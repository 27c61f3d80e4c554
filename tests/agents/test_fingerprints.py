"""Fingerprints of agents: they change with networks, settings and code, and with nothing else."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import moon_envs
from moon_envs.agents import Agent, ByMode, NetworkAgent, RolloutAgent, TreeSearch, find_agent
from moon_envs.networks import Inputs, Network, find_any_network, parameter_shapes
from moon_envs.networks.finding import BOX

GAME = moon_envs.game("launch")
SOLO, TWO = GAME.configuration(1, opponent=3), GAME.configuration(2)


def of(agent, configuration=SOLO) -> str:
    return find_agent(agent).fingerprint(GAME, configuration)


@pytest.mark.parametrize("name", ["greedy", "flat:5", "mcts:5", "baseline", "baseline:0.5", "rollouts:5+baseline"])
def test_the_same_agent_has_the_same_fingerprint(name):
    assert of(name) == of(name) != ""


def test_agents_of_this_package_without_settings_have_none():
    assert of("random") == ""


def test_other_settings_are_another_agent():
    pairs = [
        (TreeSearch(5), TreeSearch(5, seed=1)),
        (TreeSearch(5), TreeSearch(5, exploration=0.1)),
        (NetworkAgent("baseline"), NetworkAgent("baseline", redraws=2)),
        (NetworkAgent("baseline"), NetworkAgent("baseline", seed=2)),
        (RolloutAgent(5), RolloutAgent(5, depth=1)),
    ]
    for one, other in pairs:
        assert one.name == other.name and of(one) != of(other)
    assert of(TreeSearch(5, threads=1)) == of(TreeSearch(5, threads=2)), "threads change no choice"


def test_a_network_that_changes_in_its_file(tmp_path):
    file = tmp_path / "network.npz"
    file.write_bytes((BOX / "launch-solo.npz").read_bytes())
    names = [str(file), f"rollouts:5+{file}"]
    before = [of(name) for name in names]
    assert of(NetworkAgent(find_any_network(file, GAME, SOLO))) == before[0], "the same weights, wherever they are"
    file.write_bytes((BOX / "mine-solo.npz").read_bytes())
    mine = moon_envs.game("mine")
    after = [find_agent(name).fingerprint(mine, mine.configuration(1, opponent=3)) for name in names]
    assert len({*before, *after}) == 4


def test_a_network_with_logits():
    inputs = Inputs(GAME, solo=True)
    shapes = parameter_shapes(inputs)
    same, other = ({name: np.full(shape, value) for name, shape in shapes.items()} for value in (0.0, 1.0))
    digests = [of(NetworkAgent(Network(inputs, weights))) for weights in (same, dict(same), other)]
    assert digests[0] == digests[1] != digests[2]


def test_each_mode_has_its_own():
    agent = ByMode(solo="flat:2", several="baseline")
    assert of(agent, SOLO) == of("flat:2", SOLO) and of(agent, TWO) == of("baseline", TWO)


def test_code_that_changes(tmp_path):
    path = tmp_path / "policies.py"
    code = (
        "from moon_envs.agents import Agent\n\n\ndef play(observations, masks):\n    return masks.argmax(axis=1)\n\n\n"
        "class Mine(Agent):\n    def act(self, waiting):\n        return waiting.mask.argmax(axis=1)\n\n\n"
        "class Callable:\n    def __call__(self, observations, masks):\n        return masks.argmax(axis=1)\n"
    )
    path.write_text(code)
    names = [f"{path}:{name}" for name in ("play", "Mine", "Callable")]
    before = [of(name) for name in names]
    assert "" not in before and before == [of(name) for name in names]
    path.write_text(code + "# changed\n")
    assert not set(before) & {of(name) for name in names}


def test_agents_without_a_file_have_none():
    made: dict = {}
    exec("def play(observations, masks):\n    return masks.argmax(axis=1)", made)
    assert of(made["play"]) == ""
    assert of(functools.partial(made["play"])) == ""


def test_an_agent_may_say_its_own():
    class Weighted(Agent):
        def act(self, waiting):
            return waiting.mask.argmax(axis=1)

        def fingerprint(self, game, configuration):
            return "weights 7"

    assert of(Weighted()) == "weights 7"
