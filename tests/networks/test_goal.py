"""What a value network plays for: the part of the chance that nearness settles, its bounds, and its way into a file."""

from __future__ import annotations

import json

import numpy as np
import pytest

from moon_envs.base.errors import ConfigurationError, NetworkError
from moon_envs.networks import Goal, ValueNetwork
from moon_envs.networks.file import pack, unpack
from tests.networks.random_weights import random_value_network


@pytest.mark.parametrize("given", [0, 0.0, 0.7, 1, np.float32(0.25), 1e-9])
def test_every_part_of_the_chance(given):
    goal = Goal(nearness=given)
    assert type(goal.nearness) is float and goal.nearness == given and goal.weights()["nearness"] == given


@pytest.mark.parametrize(
    "given",
    [-1e-9, -1, 1.0001, 2, 10**400, np.nan, np.inf, -np.inf, "0.5", None, True, [0.5]],
    ids=lambda given: repr(given)[:9],
)
def test_parts_that_are_refused(given):
    with pytest.raises(ConfigurationError, match="nearness=.* is not allowed; allowed: .*0 to 1"):
        Goal(nearness=given)


def test_weights_and_descriptions():
    goal = Goal(points=2, opponent=0.5, chance=-3, nearness=0.25)
    weights = {"points_weight": 2.0, "opponent_weight": 0.5, "chance_weight": -3.0, "nearness": 0.25}
    assert goal.weights() == weights and Goal() != Goal(nearness=0) and Goal().nearness == 0.7
    given = {"points": 2, "opponent": 0.5, "chance": -3, "nearness": 0.25}
    assert Goal.of(given) == goal
    for name in given:
        with pytest.raises(ConfigurationError, match="allowed: points, opponent, chance, nearness"):
            Goal.of({other: value for other, value in given.items() if other != name})


@pytest.mark.parametrize("nearness", [0, 0.7, 1])
def test_a_file_keeps_it(tmp_path, nearness):
    network = random_value_network("launch", True, goal=Goal(1.5, 0.5, 0.75, nearness))
    network.save(tmp_path / "network.npz")
    read = ValueNetwork.load(tmp_path / "network.npz")
    assert read.goal == network.goal == Goal(1.5, 0.5, 0.75, nearness)
    with np.load(tmp_path / "network.npz") as arrays:
        assert json.loads(str(arrays["about"]))["goal"]["nearness"] == nearness


@pytest.mark.parametrize("nearness", [1.5, -1, "0.7", None, True, ...])
def test_a_crafted_file(tmp_path, nearness):
    file = tmp_path / "network.npz"
    random_value_network("launch", True).save(file)
    about, arrays = unpack(file)
    about["goal"] = {
        name: value for name, value in (about["goal"] | {"nearness": nearness}).items() if value is not ...
    }
    file.write_bytes(pack(about, arrays))
    with pytest.raises(NetworkError, match="nearness") as error:
        ValueNetwork.load(file)
    assert "\n" not in str(error.value)
