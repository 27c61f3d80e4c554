"""A search never sees the truth: what the player to move cannot know changes nothing that it finds."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch, Search, SeatBatch, agents
from moon_envs.base.splitmix import mix
from moon_envs.testing.crater.game import GAME as CRATER
from tests.search.positions import kinds_of_modes, played, result
from tests.search.reference import GAMMA

ROWS, SIMULATIONS = 4, 20
SETTINGS = {
    "tree": {"reward": {"outcome": 1.0, "points": 1.0}},
    "flat": {"depth": 1},
    "greedy": {"depth": 1, "tries": 3, "play_out": False, "reward": "points"},
}


def otherwise(batch: Batch, seed: int) -> np.ndarray:
    """The games as they could be as well, as far as the players to move know; the header is hidden from all."""
    twin = batch.clone()
    twin.resample(None, batch.actor, seed)
    states = twin.states.copy()
    assert (twin.actor == batch.actor).all() and (states["seed"] != batch.states["seed"]).all()
    states["decisions"] += seed
    return states


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_what_is_hidden_changes_nothing(id_, mode, settings):
    search = Search(id_, simulations=SIMULATIONS, threads=1, **settings, **mode)
    batch = played(id_, ROWS, 0, **mode)
    for number in range(3):
        found = result(search.search(batch.states, seed=number))
        for seed in (1000, 2000):
            assert result(search.search(otherwise(batch, seed), seed=number)) == found
        for _ in range(23):
            batch.step(batch.sample())


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_what_is_hidden_changes_nothing_where_trees_are_reused(id_, mode):
    """One decision after the other; before each a twin of the search is asked about the games as they could be."""
    search = Search(id_, simulations=SIMULATIONS, reuse=True, threads=1, **mode)
    batch = played(id_, ROWS, 20, **mode)
    for number in range(5):
        twin, states = copy.deepcopy(search), otherwise(batch, 0)
        found = search.search(batch.states, seed=number)
        assert result(twin.search(states, seed=number)) == result(found)
        batch.step(found.choices)


def test_games_that_part_only_in_what_is_hidden():
    """Each with a search of its own over two decisions; what each expects comes from its own truth."""
    search = Search("launch", players=2, simulations=SIMULATIONS, reuse=True, threads=1)
    twin = copy.deepcopy(search)
    batch, other = played("launch", 40, 15, players=2), played("launch", 40, 15, players=2)
    other.resample(None, batch.actor, 77)
    alike = reused = 0
    for number in range(2):
        found, found_by_twin = search.search(batch.states, number), twin.search(other.states, number)
        for row in range(len(batch)):
            seats = batch.actor[row], other.actor[row]
            seen = [one.observe(int(seat), row).tobytes() for one, seat in zip((batch, other), seats, strict=True)]
            if seats[0] == seats[1] and seen[0] == seen[1]:
                assert result(found, row) == result(found_by_twin, row)
                alike += 1
                reused += found.visits[row].sum() > SIMULATIONS
        batch.step(found.choices)
        other.step(found_by_twin.choices)
    assert alike > len(batch) and reused > 0


def test_the_seeds_of_agents_do_not_favour_the_truth():
    """They are functions of the seed that the game was dealt from: redrawn cards must not be the true ones by that."""
    rows, waiting = 20_000, []

    class Spy(agents.Agent):
        def act(self, asked):
            waiting.append(asked.seeds)
            return asked.mask.argmax(axis=1)

    batch = SeatBatch(CRATER, rows, 2, seed=0, seat=1, opponents=Spy(), threads=1)
    agent = agents.TreeSearch()
    seeds = mix(waiting[0] + np.uint64(agent._seed))
    for simulation in range(3):
        drawn = Batch(CRATER, rows, 2, seed=0, threads=1)
        truth = drawn.states["cards"].copy()
        assert (truth == batch.states["cards"]).all()
        drawn.resample(None, 0, mix(seeds + np.uint64(simulation * GAMMA % 2**64)))
        assert (drawn.states["cards"][:, 0] == truth[:, 0]).all()
        for place in range(1, 6):
            share = (drawn.states["cards"][:, place] == truth[:, place]).mean()
            assert abs(share - 1 / 5) < 5 * np.sqrt(0.2 * 0.8 / rows)


def test_unknown_orders_are_not_changed_in_the_callers_records():
    batch = played("launch", 4, 10, players=1, opponent=1)
    before = batch.states.tobytes()
    Search("launch", players=1, simulations=5, opponent=1).search(batch.states)
    assert batch.states.tobytes() == before
    assert moon_envs.game("launch").unknown_orders(batch.states[0], 0)
