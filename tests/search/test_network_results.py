"""Searches with a network: the same knowledge and seed give the same result, with any other positions in the call."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import Batch, NetworkSearch
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import random_file, random_network
from tests.search.positions import kinds_of_modes, played, result
from tests.search.test_knowledge import otherwise

SOLO = {"players": 1, "opponent": 1}
REWARD = {"points_delta": 1.0, "outcome": 0.5}
GAMES = {"launch solo": ("launch", SOLO, 30), "launch": ("launch", {"players": 3}, 30), "crater": (CRATER, {}, 3)}


def search_of(game, simulations=20, solo=None, **settings):
    solo = settings.get("players") == 1 if solo is None else solo
    return NetworkSearch(game, simulations=simulations, network=random_network(game, solo, reward=REWARD), **settings)


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_what_is_hidden_changes_nothing(id_, mode):
    search = search_of(id_, in_flight=2, threads=1, **mode)
    batch = played(id_, 4, 0, **mode)
    for number in range(3):
        found = result(search.search(batch.states, seed=number))
        for seed in (1000, 2000):
            assert result(search.search(otherwise(batch, seed), seed=number)) == found
        for _ in range(23):
            batch.step(batch.sample())


@pytest.mark.parametrize("settings", [{}, {"in_flight": 4}, {"noise": 0.3}], ids=str)
@pytest.mark.parametrize(("game", "mode", "steps"), GAMES.values(), ids=GAMES)
def test_threads_order_and_company_change_nothing(game, mode, steps, settings):
    batch = played(game, 51, steps, **mode)
    states, seeds = batch.states.copy(), np.arange(51) * 7 + 5
    searches = [search_of(game, threads=threads, **settings, **mode) for threads in (1, 2, 3)]
    found = searches[0].search(states, seeds)
    for search in searches[1:]:
        assert result(search.search(states, seeds)) == result(found)
    order = np.random.default_rng(1).permutation(51)
    shuffled = searches[1].search(states[order], seeds[order])
    for place, row in enumerate(order):
        assert result(shuffled, place) == result(found, row)
    for row in (0, 17, 50):
        assert result(searches[2].search(states[row : row + 1], [seeds[row]]), 0) == result(found, row)
    assert result(searches[0].search(states, seeds + 1)) != result(found)
    assert result(searches[0].search(states, seeds)) == result(found)


@pytest.mark.parametrize("in_flight", [1, 5])
@pytest.mark.parametrize(("game", "mode", "steps"), GAMES.values(), ids=GAMES)
def test_visits_and_values(game, mode, steps, in_flight):
    batch = played(game, 20, steps, **mode)
    found = search_of(game, 33, in_flight=in_flight, **mode).search(batch.states, seed=4)
    assert (found.visits.sum(axis=1) == 33).all()
    assert (found.visits[batch.mask == 0] == 0).all()
    assert (np.isnan(found.values) == (found.visits == 0)).all()
    best = np.arange(20), found.choices
    assert (found.visits[best] == found.visits.max(axis=1)).all() and (batch.mask[best] == 1).all()
    for row in range(20):
        tried = found.visits[row] > 0
        mean = np.average(found.values[row][tried], weights=found.visits[row][tried])
        assert found.position_values[row] == pytest.approx(mean)


def test_finished_games_and_none_at_all():
    batch = Batch(CONNECT_FOUR, 4, autoreset="disabled", threads=1)
    batch.step([0, 1, 2, 3])
    ended = batch.clone()
    ended.play_out()
    states = batch.states.copy()
    states[1], states[3] = ended.states[1], ended.states[3]
    search = search_of(CONNECT_FOUR, solo=False)
    found = search.search(states)
    assert (found.choices[[0, 2]] >= 0).all() and found.choices[[1, 3]].tolist() == [-1, -1]
    assert (found.visits[[1, 3]] == 0).all() and np.isnan(found.values[[1, 3]]).all()
    assert np.isnan(found.position_values[[1, 3]]).all() and not np.isnan(found.position_values[[0, 2]]).any()
    assert search.search(states[:0]).visits.shape == (0, 7)


def test_one_legal_action_is_searched_too():
    batch = played("launch", 200, 31, **SOLO)
    forced = np.flatnonzero(batch.mask.sum(axis=1) == 1)
    assert len(forced)
    found = search_of("launch", **SOLO).search(batch.states[forced])
    assert (found.choices == batch.mask[forced].argmax(axis=1)).all() and (found.visits.sum(axis=1) == 20).all()


def test_more_rows_than_are_searched_at_once():
    search = search_of("launch", 400, **SOLO)
    rows = search._memory.rows + 20
    batch = played("launch", rows, 3, **SOLO)
    few = search_of("launch", 3, **SOLO)
    few._memory.rows = 16
    some = np.array([0, 15, 16, rows - 1])
    found = few.search(batch.states)
    assert rows < 1024 and result(search_of("launch", 3, **SOLO).search(batch.states)) == result(found)
    assert result(few.search(batch.states[some], some)) == tuple(
        array[some].tobytes() for array in (found.choices, found.visits, found.values)
    )


@pytest.mark.parametrize("room", [0, 5, 40])
def test_trees_that_fill_their_memory(room):
    """A position whose actions have no room is evaluated whenever it is met; visits and values are still right."""
    batch = played("launch", 6, 12, **SOLO)
    search = search_of("launch", 200, **SOLO)
    search._memory._searchers["capacity"] = 1 + batch.mask.sum(axis=1).max() + room
    found = search.search(batch.states)
    assert (found.visits.sum(axis=1) == 200).all()
    assert (search._memory._trees["node_count"][:6] <= search._memory._searchers["capacity"][0]).all()


@pytest.mark.parametrize("copied", [copy.deepcopy, copy.copy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copies_search_the_same_and_by_themselves(copied, tmp_path):
    batch = played("launch", 3, 6, **SOLO)
    for network in (random_network("launch", True), random_file(tmp_path, "launch", True)):
        search = NetworkSearch("launch", simulations=30, network=network, threads=2, **SOLO)
        twin = copied(search)
        assert twin.threads == 2 and twin._memory is not search._memory
        assert result(twin.search(batch.states, seed=1)) == result(search.search(batch.states, seed=1))


def test_noise():
    """It changes what is tried, by the seed; with all of it noise the network's opinion on the root is gone."""
    batch = played("launch", 30, 12, **SOLO)
    states = np.repeat(batch.states[:1], 30)
    legal = np.flatnonzero(batch.mask[0])

    def sure(observation, mask):
        scores = np.full(mask.shape, -30.0)
        scores[:, legal[0]] = 0.0
        return scores, np.zeros(len(mask))

    def visits(**settings):
        search = NetworkSearch("launch", simulations=10, network=sure, reward="points_delta", **settings, **SOLO)
        return search.search(states, seed=3).visits

    assert (visits()[:, legal[0]] == 10).all()
    some, all_of_it = visits(noise=0.25), visits(noise=1.0)
    assert some[:, legal[0]].mean() > all_of_it[:, legal[0]].mean() and (visits(noise=0.25) == some).all()
    assert len({row.tobytes() for row in all_of_it}) > 20
    even = visits(noise=1.0, noise_concentration=1000.0)
    assert (even[:, legal].max(axis=1) <= 2).all() or len(legal) < 8
    assert visits(noise=1.0, noise_concentration=0.01).max(axis=1).mean() > 7
