"""The evaluation of a network equals plain numpy, and does not depend on the other rows."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import moon_envs
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.tables import CATEGORY
from moon_envs.networks import Inputs, Network, find_network
from tests.networks.random_weights import random_network
from tests.search.positions import kinds_of_modes, played


def put(network, where, features, columns):
    """Return a block of an observation as inputs: plain numbers first, then the spread features."""
    plain, spread, first = [], [], 0
    for feature in features:
        numbers = columns[first : first + feature.size].astype(np.float64)
        first += feature.size
        values = feature.high - feature.low + 1
        if feature.kind == CATEGORY:
            stands = np.eye(values) if values <= 8 else network.parameters[f"embedding.{where}.{feature.name}"]
        elif network.inputs.thermometers and feature.size <= 4 and 4 <= values <= 21:
            stands = np.tri(values, values - 1, -1)
        else:
            plain += numbers.tolist()
            continue
        for number in numbers:
            spread += stands[round(number * (values - 1))].tolist()
    return np.array(plain + spread)


def plain_evaluation(network, observation, mask):
    """Evaluate one row in double precision, straight from the docstring of `networks/network.py`."""
    features, solo = network.game.features, network.inputs.solo
    table, player = features.table_of(1 if solo else 2), features.player
    size, width = sum(f.size for f in table), features.player_size

    def layer(name, inputs):
        return network.parameters[f"{name}.weight"].astype(np.float64) @ inputs + network.parameters[f"{name}.bias"]

    blocks = [
        put(network, "player", player, observation[start : start + width])
        for start in range(size, len(observation), width)
    ]
    seen = [put(network, "table", table, observation[:size]), blocks[0], mask]
    if not solo:
        rivals = np.array([np.maximum(layer("rival", block), 0) for block in blocks[1:]])
        seen += [rivals.mean(axis=0), rivals.max(axis=0)]
    second = np.maximum(layer("second", np.maximum(layer("first", np.concatenate(seen)), 0)), 0)
    scores, first, weights = layer("policy", second), 0, []
    if any(feature.of_actions for feature in table):
        weights = layer("pointer", second).tolist()
    for feature in table:
        if feature.of_actions:
            raw = observation[first : first + feature.size].astype(np.float64) * (feature.high - feature.low)
            action = network.game.actions.first(feature.of_actions)
            scores[action : action + feature.size] += weights.pop(0) * raw
        first += feature.size
    return scores, layer("value", second)[0]


@pytest.mark.parametrize("thermometers", [True, False])
@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_scores_and_values(id_, mode, thermometers):
    batch = played(id_, 6, 30, **mode)
    network = random_network(id_, mode["players"] == 1, thermometers=thermometers)
    scores, values = network.evaluate(batch.observation, batch.mask)
    assert np.std(scores[batch.mask != 0]) > 0.1 and np.std(values) > 0
    for row in range(len(batch)):
        legal = batch.mask[row] != 0
        expected, value = plain_evaluation(network, batch.observation[row], batch.mask[row])
        assert np.allclose(scores[row][legal], expected[legal], atol=2e-5) and np.isclose(values[row], value, atol=2e-5)
        assert (scores[row][~legal] < -1e8).all()


def test_a_row_does_not_depend_on_the_others():
    batch = played("launch", 67, 30, players=3)
    network = random_network("launch", False, hidden=192)
    scores, values = network.evaluate(batch.observation, batch.mask)
    for rows in ([5], [5, 6], range(3, 40), range(66, -1, -1)):
        some, of_some = network.evaluate(batch.observation[list(rows)], batch.mask[list(rows)])
        assert some.tobytes() == scores[list(rows)].tobytes() and of_some.tobytes() == values[list(rows)].tobytes()
    none, of_none = network.evaluate(batch.observation[:0], batch.mask[:0])
    assert none.shape == (0, 138) and of_none.shape == (0,)


@pytest.mark.parametrize(
    "change",
    [
        lambda observation, mask: (observation[:, :-1], mask),
        lambda observation, mask: (observation, mask[:, :-1]),
        lambda observation, mask: (observation[:-1], mask),
        lambda observation, mask: (observation[0], mask[0]),
        lambda observation, mask: (observation[:, :250], mask),
        lambda observation, mask: (np.zeros((8, 0)), mask),
    ],
)
def test_shapes_that_are_refused(change):
    batch = played("launch", 8, 3, players=2)
    with pytest.raises(ConfigurationError, match=r"are not those of launch with several players; .* \(k, 103 \+ 147"):
        random_network("launch", False).evaluate(*change(batch.observation, batch.mask))


def test_other_numbers_than_those_of_an_observation():
    """Compiled code stays inside its arrays for any numbers."""
    network = random_network("luna_capital", True)
    for number in (-1e30, -5.0, 7.0, 1e30, np.inf, -np.inf, np.nan):
        observation = np.full((2, network.inputs.columns), number, dtype=np.float32)
        scores, values = network.evaluate(observation, np.ones((2, network.inputs.actions), np.int8))
        assert scores.shape == (2, 261) and values.shape == (2,)


def test_one_network_for_all_who_use_it():
    network = random_network("launch", True)
    assert copy.deepcopy([network])[0] is network and copy.copy(network) is network
    batch = played("launch", 3, 3, players=1, opponent=1)
    copied = pickle.loads(pickle.dumps(network))
    for one, other in zip(*(some.evaluate(batch.observation, batch.mask) for some in (network, copied)), strict=True):
        assert one.tobytes() == other.tobytes()


def test_a_network_for_a_game_that_has_changed():
    """The same id with other features is another game."""
    game = moon_envs.game("launch")
    network = random_network(game, True)
    other = copy.copy(game)
    assert find_network(network, game, game.configuration(1)) is network
    inputs = Inputs(game, True)
    assert inputs.fingerprint() == Inputs(other, True).fingerprint() != Inputs(game, False).fingerprint()
    assert Network(inputs, network.parameters).rewards == network.rewards
