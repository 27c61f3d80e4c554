"""The compiled search with a network against plain Python, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import NetworkSearch
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import random_network
from tests.search.network_reference import NetworkReference
from tests.search.positions import played

GAMES = {
    "connect four": (CONNECT_FOUR, {"players": 2}, 9),
    "crater": (CRATER, {"players": 2}, 3),
    "crater for four": (CRATER, {"players": 4}, 6),
    "launch solo": ("launch", {"players": 1, "opponent": 2}, 25),
    "launch": ("launch", {"players": 3}, 40),
    "from the moon": ("from_the_moon", {"players": 2}, 30),
}
SETTINGS = {
    "one after the other": {"simulations": 40},
    "three in flight": {"simulations": 40, "in_flight": 3},
    "eight in flight": {"simulations": 60, "in_flight": 8, "exploration": 4.0},
    "by what was paid": {"simulations": 30, "exploration": 0.0},
    "one": {"simulations": 1},
}
REWARDS = {"outcome": "outcome", "mixture": {"outcome": 0.5, "points": 1.0, "points_delta": 2.0}}


@pytest.mark.parametrize("reward", REWARDS.values(), ids=REWARDS)
@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize(("game", "mode", "steps"), GAMES.values(), ids=GAMES)
def test_equal_to_the_last_bit(game, mode, steps, settings, reward):
    batch = played(game, 2, steps, **mode)
    network = random_network(game, mode["players"] == 1, reward=reward)
    search = NetworkSearch(game, network=network, threads=1, **settings, **mode)
    found = search.search(batch.states, seed=11)
    for row in range(len(batch)):
        reference = NetworkReference(search, batch.states[row].copy(), 11 + row, mode)
        visits, values = np.zeros_like(found.visits[row]), np.full_like(found.values[row], np.nan)
        for child in reference.tree.children:
            visits[child.action] = child.visits
            values[child.action] = child.value / child.visits if child.visits else np.nan
        assert visits.tolist() == found.visits[row].tolist()
        assert np.array_equal(values, found.values[row], equal_nan=True)
        best = max((child.visits, child.value) for child in reference.tree.children)
        assert found.choices[row] in [c.action for c in reference.tree.children if (c.visits, c.value) == best]
