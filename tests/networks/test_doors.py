"""Any input of a network is refused in words or harmless: compiled code never leaves its arrays."""

from __future__ import annotations

import dataclasses
import pickle

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch
from moon_envs.base.errors import ConfigurationError
from moon_envs.networks import Inputs, Network, parameter_shapes


def weights_of(inputs: Inputs, **sizes: int) -> dict[str, np.ndarray]:
    chance = np.random.default_rng(1)
    return {name: chance.normal(0, 0.1, shape) for name, shape in parameter_shapes(inputs, **sizes).items()}


@pytest.fixture(params=[True, False], ids=["solo", "several"])
def inputs(request):
    return Inputs(moon_envs.game("launch"), solo=request.param)


def changed(weights, name, value):
    return {**weights, name: value}


def test_weights_of_other_shapes_are_refused(inputs):
    """Once compiled code left its arrays: `free(): invalid pointer`, or a segmentation fault."""
    weights = weights_of(inputs, hidden=8, opponent_width=4)
    for name, right in weights.items():
        for shape in ((0,) * right.ndim, tuple(size + 1 for size in right.shape), (*right.shape, 1), ()):
            with pytest.raises(ConfigurationError, match="not the weights of a network|Layers of"):
                Network(inputs, changed(weights, name, np.zeros(shape)))
        with pytest.raises(ConfigurationError, match=f"{name} is missing|Layers of"):
            Network(inputs, {other: value for other, value in weights.items() if other != name})
    with pytest.raises(ConfigurationError, match="fourth.bias is unknown"):
        Network(inputs, changed(weights, "fourth.bias", np.zeros(3)))


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e300, "a", None, 1j])
def test_weights_that_are_no_numbers_are_refused(inputs, value):
    weights = weights_of(inputs, hidden=8, opponent_width=4)
    kind = np.float64 if isinstance(value, float) else object if value is None else None
    wrong = np.full(weights["value.bias"].shape, value, dtype=kind)
    with pytest.raises(ConfigurationError, match="value.bias: a weight is not a finite number"):
        Network(inputs, changed(weights, "value.bias", wrong))


@pytest.mark.parametrize("given", [None, 5, [1.0], "weights"])
def test_what_are_no_weights(inputs, given):
    with pytest.raises(ConfigurationError, match="allowed: arrays by name"):
        Network(inputs, given)
    with pytest.raises(ConfigurationError, match="allowed: the Inputs of a game"):
        Network(given, {})


def test_weights_and_inputs_that_change_later_change_nothing():
    inputs = Inputs(moon_envs.game("launch"), solo=True)
    weights = {name: value.astype(np.float32) for name, value in weights_of(inputs, hidden=8).items()}
    network = Network(inputs, weights)
    batch = Batch("launch", 4, 1, opponent=1)
    before = network.evaluate(batch.observation, batch.mask)[0].tobytes()
    weights["second.weight"][:] = np.nan
    with pytest.raises(ValueError, match="read-only"):
        network.parameters["second.weight"][:] = 0
    with pytest.raises(TypeError):
        network.parameters["second.weight"] = np.zeros(3)
    inputs.table = dataclasses.replace(inputs.table, size=10**6)
    inputs.actions = 3
    assert network.evaluate(batch.observation, batch.mask)[0].tobytes() == before
    with pytest.raises(ConfigurationError, match="are not those of launch alone"):
        network.evaluate(np.zeros((4, 10**6 + inputs.player.size)), batch.mask)


@pytest.mark.parametrize("solo", [True, False])
def test_inputs_that_were_changed_are_refused(solo):
    """Compiled code uses their places as indexes."""
    for change in (
        lambda inputs: inputs.table.plain.__setitem__(0, 1),
        lambda inputs: setattr(inputs, "table", dataclasses.replace(inputs.table, size=inputs.table.size + 50)),
        lambda inputs: setattr(inputs, "player", dataclasses.replace(inputs.player, spread=())),
        lambda inputs: setattr(inputs, "pointers", [moved(pointer, column=10**9) for pointer in inputs.pointers]),
        lambda inputs: setattr(inputs, "pointers", [moved(pointer, action=-5) for pointer in inputs.pointers]),
        lambda inputs: setattr(inputs, "pointers", [moved(pointer, size=10**6) for pointer in inputs.pointers]),
    ):
        inputs = Inputs(moon_envs.game("luna_capital"), solo=solo)
        change(inputs)
        with pytest.raises(ConfigurationError, match="inputs were changed"):
            Network(inputs, weights_of(inputs, hidden=8, opponent_width=4))


def moved(pointer, **places):
    return dataclasses.replace(pointer, **places)


@pytest.mark.parametrize("given", [None, "observation", [["a"]], [[1], [1, 2]], object()])
def test_observations_that_are_no_numbers(given):
    inputs = Inputs(moon_envs.game("launch"), solo=True)
    network, batch = Network(inputs, weights_of(inputs, hidden=8)), Batch("launch", 2, 1, opponent=1)
    with pytest.raises(ConfigurationError, match="observations are numbers"):
        network.evaluate(given, batch.mask)
    with pytest.raises(ConfigurationError, match="masks are numbers"):
        network.evaluate(batch.observation, given)
    with pytest.raises(ConfigurationError, match="are not those of launch"):
        network.evaluate(batch.observation, batch.mask[:1])


def test_wild_numbers_leave_no_array(inputs):
    network = Network(inputs, weights_of(inputs, hidden=8, opponent_width=4))
    columns = inputs.table.size + inputs.player.size * (1 if inputs.solo else 3)
    for value in (np.nan, np.inf, -np.inf, 1e38, -5):
        scores, _ = network.evaluate(np.full((3, columns), value), np.ones((3, inputs.actions)))
        assert scores.shape == (3, inputs.actions)


def test_parts_and_copies_evaluate_the_same(inputs):
    """Many rows are evaluated in parts, with the same result to the last bit."""
    network = Network(inputs, weights_of(inputs, hidden=8, opponent_width=4))
    mode = {"opponent": 1} if inputs.solo else {}
    batch = Batch("launch", 50, 1 if inputs.solo else 3, **mode)
    batch.step(batch.sample())
    scores, values = network.evaluate(batch.observation, batch.mask)
    network._rows_at_once = 7
    again = pickle.loads(pickle.dumps(network))
    for one in (network, again):
        parts = one.evaluate(batch.observation, batch.mask)
        assert parts[0].tobytes() == scores.tobytes() and parts[1].tobytes() == values.tobytes()


def test_records_that_change_while_they_are_searched(inputs):
    """The network is user code: its changes of the caller's array do not reach compiled code."""
    states = Batch("launch", 3, 1, seed=2, opponent=1).states.copy()

    def spoiling(observation, mask):
        states.view(np.uint8)[:] = 255
        return np.zeros(mask.shape), np.zeros(len(mask))

    search = moon_envs.NetworkSearch("launch", 1, 20, network=spoiling, reward="points", opponent=1)
    search._memory.rows = 1  # one position at a time
    assert search.search(states).visits.sum(axis=1).tolist() == [20, 20, 20]


def test_records_that_cannot_be_drawn():
    """Compiled code checks a record before it is drawn."""
    game = moon_envs.game("launch")
    wild = np.full(game.state_dtype.itemsize, 127, np.uint8).view(game.state_dtype)
    with pytest.raises(ConfigurationError):
        moon_envs.draw(game, wild[0])
    with pytest.raises(ConfigurationError, match="is not a record of this game"):
        moon_envs.draw(game, wild)
