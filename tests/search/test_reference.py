"""The compiled search against plain Python: to the last bit, and against play-outs that share nothing with it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import Batch, Search
from moon_envs.testing.crater.game import GAME as CRATER
from tests.search.positions import played
from tests.search.reference import Reference

GAMES = {
    "connect four": (CONNECT_FOUR, {"players": 2}, 9),
    "crater": (CRATER, {"players": 2}, 3),
    "crater for four": (CRATER, {"players": 4}, 6),
    "launch solo": ("launch", {"players": 1, "opponent": 2}, 25),
    "launch": ("launch", {"players": 3}, 40),
}
SETTINGS = {
    "tree": {"simulations": 40},
    "mixture": {"simulations": 40, "reward": {"outcome": 0.5, "points": 2.0}},
    "shallow": {"simulations": 40, "depth": 2, "exploration": 1.5},
    "greedy walk": {"simulations": 30, "exploration": 0.0},
    "flat": {"simulations": 50, "depth": 1},
    "one": {"simulations": 1},
    "tries": {"tries": 3, "depth": 1},
    "known points": {"tries": 3, "depth": 1, "play_out": False, "reward": "points"},
    "known points in a tree": {"simulations": 40, "depth": 3, "play_out": False, "reward": "points_delta"},
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize(("game", "mode", "steps"), GAMES.values(), ids=GAMES)
def test_equal_to_the_last_bit(game, mode, steps, settings):
    batch = played(game, 2, steps, **mode)
    search = Search(game, threads=1, **settings, **mode)
    found = search.search(batch.states, seed=11)
    for row in range(len(batch)):
        reference = Reference(search, batch.states[row].copy(), 11 + row, mode)
        visits, values = np.zeros_like(found.visits[row]), np.full_like(found.values[row], np.nan)
        for child in reference.tree.children:
            visits[child.action], values[child.action] = child.visits, child.value / child.visits
        assert visits.tolist() == found.visits[row].tolist()
        assert np.array_equal(values, found.values[row], equal_nan=True)
        assert found.choices[row] in reference.best


@pytest.mark.parametrize(("game", "mode", "steps"), GAMES.values(), ids=GAMES)
def test_values_are_those_of_random_play(game, mode, steps):
    """Every action by itself: carried out in redrawn copies of the game that a batch plays out."""
    tries = 1000
    start = played(game, 1, steps, **mode)
    player = int(start.actor[0])
    search = Search(game, depth=1, tries=tries, reward={"outcome": 1.0, "points": 1.0}, **mode)
    found = search.search(start.states, seed=1)
    for action in start.legal_actions()[:4].tolist():
        copies = Batch(game, tries, autoreset="disabled", reward={"outcome": 1.0, "points": 1.0}, **mode)
        copies.set_states(np.repeat(start.states, tries))
        copies.resample(None, player, 10**6)
        copies.step(np.full(tries, action))
        copies.play_out()
        points = copies.final_points[:, player].sum(axis=1) / copies.game.points_scale
        paid = copies.final_outcome[:, player] + points
        assert found.visits[0, action] == tries
        assert abs(found.values[0, action] - paid.mean()) <= 5 * paid.std() * np.sqrt(2 / tries) + 1e-9
