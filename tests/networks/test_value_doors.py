"""Any input of a value network is refused in words or harmless: compiled code never leaves its arrays."""

from __future__ import annotations

import dataclasses
import pickle

import numpy as np
import pytest

import moon_envs
from moon_envs.base.errors import ConfigurationError
from moon_envs.networks import Goal, Inputs, ValueInputs, ValueNetwork, value_parameter_shapes
from tests.networks.random_weights import random_value_network
from tests.networks.test_value_network import evaluated
from tests.search.positions import played


@pytest.fixture(params=[True, False], ids=["solo", "several"])
def network(request):
    return random_value_network("luna_capital", request.param)


def test_weights_of_other_shapes_are_refused(network):
    """Compiled code would leave its arrays."""
    weights = dict(network.parameters)
    assert any("codes" in name for name in weights)
    for name, right in weights.items():
        for shape in ((0,) * right.ndim, tuple(size + 1 for size in right.shape), (*right.shape, 1), ()):
            with pytest.raises(ConfigurationError, match="not the weights of a value network|=0 is not allowed"):
                ValueNetwork(network.inputs, {**weights, name: np.zeros(shape)})
        with pytest.raises(ConfigurationError, match=f"not the weights of a value network for luna_capital.*{name}"):
            ValueNetwork(network.inputs, {other: value for other, value in weights.items() if other != name})
    for unknown in ("third.bias", "opponent.codes.nothing", "", 5, None, ("own", "bias")):
        with pytest.raises(ConfigurationError, match="not the weights of a value network for luna_capital"):
            ValueNetwork(network.inputs, {**weights, unknown: np.zeros(3)})
    with pytest.raises(ConfigurationError, match="hidden=4097 is not allowed; allowed: 1 to 4096"):
        ValueNetwork(network.inputs, {**weights, "own.bias": np.zeros(4097)})


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e300, "a", None, 1j])
def test_weights_that_are_no_numbers_are_refused(network, value):
    kind = np.float64 if isinstance(value, float) else object if value is None else None
    with pytest.raises(ConfigurationError, match="heads.bias: a weight is not a finite number"):
        ValueNetwork(network.inputs, {**network.parameters, "heads.bias": np.full(3, value, dtype=kind)})


@pytest.mark.parametrize("given", [None, 5, [1.0], "weights"])
def test_what_are_no_weights(network, given):
    with pytest.raises(ConfigurationError, match="allowed: arrays by name"):
        ValueNetwork(network.inputs, given)
    with pytest.raises(ConfigurationError, match="allowed: the ValueInputs of a game"):
        ValueNetwork(given, {})
    with pytest.raises(ConfigurationError, match="allowed: the ValueInputs of a game"):
        ValueNetwork(Inputs("launch", True), network.parameters)
    with pytest.raises(ConfigurationError, match="allowed: the ValueInputs of a game"):
        value_parameter_shapes(given)
    if given is not None:
        with pytest.raises(ConfigurationError, match="goal=.* is not allowed; allowed: a Goal"):
            ValueNetwork(network.inputs, network.parameters, given)


@pytest.mark.parametrize("width", ["hidden", "opponent_width", "second"])
@pytest.mark.parametrize("value", [0, -1, 4097, 10**12, 1.0, "8", True, None])
def test_widths_that_are_refused(width, value):
    with pytest.raises(ConfigurationError, match=f"{width}=.* is not allowed; allowed: 1 to 4096"):
        value_parameter_shapes(ValueInputs("launch", False), **{width: value})


def test_inputs_that_are_refused():
    for solo in (1, "solo", None):
        with pytest.raises(ConfigurationError, match="solo="):
            ValueInputs("launch", solo)
    with pytest.raises(ConfigurationError, match="mlem is not played alone"):
        ValueInputs("mlem", True)
    with pytest.raises(ConfigurationError, match="lunch"):
        ValueInputs("lunch", True)


@pytest.mark.parametrize("weight", ["points", "opponent", "chance"])
@pytest.mark.parametrize("value", [np.nan, np.inf, 1.1e6, -1e300, "1", None, True, [1.0], 1j])
def test_goals_that_are_refused(weight, value):
    with pytest.raises(ConfigurationError, match=f"{weight}=.* is not allowed; allowed: -1000000 to 1000000"):
        Goal(**{weight: value})


@pytest.mark.parametrize("given", [None, 5, [], {}, {"points": 1.0}, {1: 2}, dataclasses.asdict(Goal()) | {"end": 1.0}])
def test_descriptions_of_goals_that_are_refused(given):
    with pytest.raises(ConfigurationError, match="goal=.* is not allowed; allowed: points, opponent, chance"):
        Goal.of(given)


def test_weights_and_inputs_that_change_later_change_nothing():
    given = random_value_network("launch", True)
    inputs, weights = ValueInputs("launch", True), {name: value.copy() for name, value in given.parameters.items()}
    network, features = ValueNetwork(inputs, weights), played("launch", 4, 9, players=1, opponent=1).features.copy()
    weights["own.steps"][:] = np.nan
    with pytest.raises(ValueError, match="read-only"):
        network.parameters["own.steps"][:] = 0
    with pytest.raises(TypeError):
        network.parameters["own.steps"] = np.zeros(3)
    inputs.own.first_row[:] = 10**9
    inputs.own = dataclasses.replace(inputs.own, columns=10**6)
    inputs.most_players, inputs.solo = 9, False
    assert evaluated(network, features).tobytes() == evaluated(given, features).tobytes()
    assert network.mode == "solo"
    with pytest.raises(ConfigurationError, match="with 260 columns"):
        network.evaluate(np.zeros((4, 10**6), np.int16))


CHANGES = {
    "rows": lambda block: block.first_row.__setitem__(3, 10**9),
    "rows below zero": lambda block: block.first_row.__setitem__(0, -5),
    "bounds": lambda block: block.high.__setitem__(0, 2**15 - 1),
    "lowest values": lambda block: block.low.__setitem__(0, -(2**15)),
    "steps": lambda block: block.step.__setitem__(1, 10**9),
    "shorter": lambda block: dataclasses.replace(block, first_row=block.first_row[:-1]),
    "words": lambda block: dataclasses.replace(block, low=None),
    "columns": lambda block: dataclasses.replace(block, columns=block.columns + 50),
    "codes": lambda block: dataclasses.replace(block, coded=()),
    "moved codes": lambda block: dataclasses.replace(block, coded=(dataclasses.replace(block.coded[0], first_row=9),)),
    "no block": lambda block: "block",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("where", ["own", "opponent"])
def test_inputs_that_were_changed_are_refused(where, change):
    """Compiled code uses their places as indexes."""
    inputs = ValueInputs("luna_capital", False)
    weights = random_value_network("luna_capital", False).parameters
    assert ValueNetwork(inputs, weights).widths == (16, 8, 8)
    changed = change(getattr(inputs, where))
    if changed is not None:
        setattr(inputs, where, changed)
    with pytest.raises(ConfigurationError, match="inputs were changed|not the weights of a value network"):
        ValueNetwork(inputs, weights)


@pytest.mark.parametrize(
    "change",
    [
        lambda features: None,
        lambda features: 5,
        lambda features: "features",
        lambda features: features.tolist(),
        lambda features: features.astype(np.int32),
        lambda features: features.astype(np.float32),
        lambda features: features.astype(object),
        lambda features: features[0],
        lambda features: features[np.newaxis],
        lambda features: features[:, :-1],
        lambda features: features[:, :250],
        lambda features: np.zeros((8, 0), np.int16),
        lambda features: np.zeros((8, 250 + 6 * 147), np.int16),
        lambda features: np.zeros((0, 0), np.int16),
    ],
)
def test_features_that_are_refused(change):
    features, network = played("launch", 8, 3, players=2).features, random_value_network("launch", False)
    assert evaluated(network, features).shape == (8, 3)
    with pytest.raises(ConfigurationError, match=r"features=.* of launch, \(k, columns\) of int16, with 397 or 544 or"):
        network.evaluate(change(features))


def test_features_that_are_not_one_after_the_other():
    features, network = played("launch", 8, 9, players=2).features, random_value_network("launch", False)
    found = evaluated(network, features)
    for given, expected in ((features[::2], found[::2]), (np.asfortranarray(features), found), (features[::-1], found)):
        given, expected = (given, expected[::-1]) if given.strides[0] < 0 else (given, expected)
        assert evaluated(network, given).tobytes() == np.ascontiguousarray(expected).tobytes()


def test_copies_in_other_processes_are_checked_like_new_networks():
    network = random_value_network("launch", True)
    kind, arguments = network.__reduce__()
    assert kind is ValueNetwork and pickle.loads(pickle.dumps(arguments[2])) == network.goal
    with pytest.raises(ConfigurationError, match="not the weights"):
        kind(arguments[0], {**arguments[1], "own.bias": np.zeros(3)}, *arguments[2:])


def test_a_network_of_either_kind_refuses_the_shapes_of_the_other():
    with pytest.raises(ConfigurationError, match="not the weights of a value network for launch"):
        inputs = Inputs(moon_envs.game("launch"), True)
        ValueNetwork(ValueInputs("launch", True), {"first.bias": np.zeros(inputs.actions)})
