"""The evaluation of a value network equals plain Python, and does not depend on what was evaluated before."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.tables import FeatureTable
from moon_envs.networks import Goal, ValueInputs, ValueNetwork, find_any_network, find_value_network, value_network
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import random_value_network
from tests.networks.value_reference import MOST_INPUT, first_layer, plain_evaluation
from tests.search.positions import kinds_of_modes, played


def evaluated(network: ValueNetwork, features: np.ndarray) -> np.ndarray:
    """Everything that is expected, (k, heads)."""
    return np.stack(network.evaluate(features), axis=1)


def course(id_: str, mode: dict, rows: int = 3, steps: int = 25) -> np.ndarray:
    """What the deciding seats see from the first decisions on: neighbours differ in few columns or in many."""
    batch = Batch(id_, rows, seed=3, threads=1, **mode)
    seen = []
    for _ in range(steps):
        seen.append(batch.features.copy())
        batch.step(batch.sample())
    return np.concatenate([*seen, played(id_, rows, 60, seed=9, **mode).features])


def logit(chance: np.ndarray) -> np.ndarray:
    chance = np.clip(chance.astype(np.float64), 1e-9, 1 - 1e-9)
    return np.log(chance / (1 - chance))


@pytest.mark.parametrize("scale", [0.2, 0.8])
@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_plain_python_expects_the_same(id_, mode, scale):
    """Within the rounding of whole numbers. Of the larger weights some sums are above the most."""
    features = np.concatenate([course(id_, mode)[-6:], played(id_, 6, 30, **mode).features])
    network = random_value_network(id_, mode["players"] == 1, scale=scale)
    found, reference = network.evaluate(features), [plain_evaluation(network, row) for row in features]
    heads, rounding = np.array([one for one, _ in reference]), reference[0][1]
    points_scale = network.game.points_scale
    logits = np.stack([found.points / points_scale, found.opponent / points_scale, logit(found.chance)], axis=1)
    is_told = np.abs(heads[:, 2]) < 8  # float32 holds no more of a chance near 1
    assert is_told.any()
    assert (np.abs(logits - heads)[:, :2] <= rounding[:2] + 1e-5).all()
    assert (np.abs(logits - heads)[is_told, 2] <= rounding[2] + 2e-3).all()
    assert (rounding < heads.std(axis=0)).all()  # so another position is told apart
    if scale > 0.5:
        table = network.game.features.table_of(1 if network.inputs.solo else 2)
        own = [*table, *network.game.features.player]
        sums = [first_layer(network, "own", own, row[: network.inputs.own.columns]) for row in features]
        assert np.max(sums) > MOST_INPUT > 0 > np.min(sums)


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_a_row_is_the_same_alone_and_after_any_other(id_, mode):
    """Each first layer is updated from the one before it, or summed from nothing: to the last bit the same."""
    features, chance = course(id_, mode), np.random.default_rng(5)
    network = random_value_network(id_, mode["players"] == 1)
    alone = np.concatenate([evaluated(network, row[np.newaxis]) for row in features])
    assert len(np.unique(alone[:, 0])) > len(alone) // 4
    count = len(features)
    for order in (np.arange(count), np.arange(count)[::-1], chance.permutation(count), chance.integers(count, size=90)):
        assert evaluated(network, features[order]).tobytes() == alone[order].tobytes()


@pytest.mark.parametrize("changed", [1, 2, 31, 32, 33, 100])
def test_single_columns_that_change(changed):
    """A walk that changes some columns of any block at each step, also to values beyond the bounds."""
    chance, network = np.random.default_rng(changed), random_value_network("launch", False)
    row = played("launch", 1, 20, players=4).features[0].copy()
    walk = []
    for _ in range(60):
        row[chance.choice(len(row), changed, replace=False)] = chance.integers(-3, 70, changed)
        walk.append(row.copy())
    features = np.array(walk, dtype=np.int16)
    alone = np.concatenate([evaluated(network, one[np.newaxis]) for one in features])
    assert evaluated(network, features).tobytes() == alone.tobytes()
    assert len({one.tobytes() for one in alone}) > 30


def test_values_beyond_their_bounds_are_those_of_the_bounds():
    """No observation leads out of a table."""
    network = random_value_network("luna_capital", False)
    low, high = network.game.features.bounds(3)
    for number, bound in ((-(2**15), low), (2**15 - 1, high)):
        wild = np.full((2, len(low)), number, dtype=np.int16)
        assert evaluated(network, wild).tobytes() == evaluated(network, np.stack([bound, bound])).tobytes()


def test_more_rows_than_at_once(monkeypatch):
    features, network = course("launch", {"players": 2}), random_value_network("launch", False)
    whole = evaluated(network, features)
    monkeypatch.setattr(value_network, "ROWS_AT_ONCE", 7)
    assert evaluated(network, features).tobytes() == whole.tobytes()
    assert evaluated(network, features[::3]).tobytes() == whole[::3].tobytes()
    assert evaluated(network, features[:0]).shape == (0, 3)


def test_the_order_of_opponents_does_not_count():
    features = played("launch", 5, 30, players=4).features
    network, width = random_value_network("launch", False), 147
    first = network.inputs.own.columns
    assert features.shape[1] == first + 3 * width
    turned = np.concatenate([features[:, :first], features[:, first + width :], features[:, first : first + width]], 1)
    assert (turned != features).any()
    assert evaluated(network, turned).tobytes() == evaluated(network, features).tobytes()


@pytest.mark.parametrize("factor", [1e-6, 1e3, 1e30])
def test_weights_of_any_size(factor):
    """Whole numbers have as many bits as the weights leave room for; huge ones are cut off, and nothing crashes."""
    features, network = course("launch", {"players": 2}), random_value_network("launch", False, scale=0.05)
    weights = {name: value * np.float32(factor) for name, value in network.parameters.items()}
    weights["heads.weight"] = network.parameters["heads.weight"]
    scaled = ValueNetwork(network.inputs, weights, network.goal)
    alone = np.concatenate([evaluated(scaled, row[np.newaxis]) for row in features])
    assert np.isfinite(alone).all() and evaluated(scaled, features).tobytes() == alone.tobytes()


def test_what_is_expected_beyond_single_precision():
    """Points and logits of any size are no error: they become infinite, a chance 0 or 1."""
    network, features = random_value_network("launch", True), played("launch", 2, 5, players=1, opponent=1).features
    for bias in (3e38, -3e38):
        weights = dict(network.parameters) | {"heads.bias": np.full(3, bias)}
        found = ValueNetwork(network.inputs, weights).evaluate(features)
        assert (np.sign(found.points) == np.sign(bias)).all() and np.isinf(found.points).all()
        assert (found.chance == (bias > 0)).all()


def test_one_network_for_all_who_use_it():
    network = random_value_network("launch", True)
    assert copy.deepcopy([network])[0] is network and copy.copy(network) is network
    features = played("launch", 3, 3, players=1, opponent=1).features
    copied = pickle.loads(pickle.dumps(network))
    assert evaluated(copied, features).tobytes() == evaluated(network, features).tobytes()
    assert (copied.goal, copied.trained, copied.widths) == (network.goal, network.trained, network.widths)
    assert network.widths == (16, 0, 8) and random_value_network("launch", False).widths == (16, 8, 8)
    assert (network.mode, random_value_network("launch", False).mode) == ("solo", "several")
    assert repr(network).startswith("ValueNetwork(game='launch', solo=True, hidden=16, weights=")


def test_a_game_of_ones_own():
    """It need not be registered."""
    network, batch = random_value_network(CRATER, False), played(CRATER, 8, 3, players=3)
    for row, found in zip(batch.features, evaluated(network, batch.features), strict=True):
        heads, rounding = plain_evaluation(network, row)
        assert abs(found[0] / CRATER.points_scale - heads[0]) <= rounding[0] + 1e-5


def test_a_network_for_a_game_that_has_changed():
    game = moon_envs.game("launch")
    network, other = random_value_network(game, True), dataclasses.replace(game)
    assert other is not game
    assert find_value_network(network, other, other.configuration(1)) is network
    assert ValueInputs(game, True).fingerprint() == ValueInputs(other, True).fingerprint()
    assert ValueInputs(game, True).fingerprint() != ValueInputs(game, False).fingerprint()
    other = dataclasses.replace(game, features=FeatureTable(game.features.table[1:], game.features.player))
    with pytest.raises(ConfigurationError, match="The network was made for other features or actions of launch"):
        find_any_network(network, other, other.configuration(1))


def test_goals():
    weights = {"points_weight": 1.0, "opponent_weight": 0.0, "chance_weight": 0.0, "nearness": 0.7}
    assert Goal().weights() == weights
    goal = Goal(np.float32(2), 1, -3, 0)
    assert goal.weights() == {"points_weight": 2, "opponent_weight": 1, "chance_weight": -3, "nearness": 0}
    given = {"points": 1, "opponent": 0.5, "chance": 0.25, "nearness": 1}
    assert Goal.of(given) == Goal(1.0, 0.5, 0.25, 1.0)
    assert random_value_network("launch", True, goal=Goal()).goal == Goal()
