"""What a search returns: always the same for the same seed, as many visits as simulations, values within bounds."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import Batch, Search, SeatBatch
from moon_envs.search.positions import MOST_DEPTH, MOST_ROWS, MOST_SIMULATIONS
from moon_envs.testing.crater.game import GAME as CRATER
from tests.search.positions import played, result

SOLO = {"players": 1, "opponent": 1}
GAMES = {"launch solo": ("launch", SOLO, 30), "launch": ("launch", {"players": 2}, 30), "crater": (CRATER, {}, 3)}
SETTINGS = {
    "tree": {"simulations": 40},
    "flat": {"simulations": 40, "depth": 1},
    "greedy": {"tries": 4, "depth": 1, "play_out": False, "reward": "points"},
    "reuse": {"simulations": 40, "reuse": True},
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize(("game", "mode", "steps"), GAMES.values(), ids=GAMES)
def test_threads_order_and_split_change_nothing(game, mode, steps, settings):
    """Over two decisions; the second may begin with a kept tree."""
    batch = played(game, 13, steps, **mode)
    after = batch.clone()
    seeds = np.arange(13) * 7 + 5
    searches = [Search(game, threads=threads, **settings, **mode) for threads in (1, 2, 3, 2, 2)]
    first = None
    for states in (batch.states.copy(), after.states):
        found = searches[0].search(states, seeds)
        for search in searches[1:3]:
            assert result(search.search(states, seeds)) == result(found)
        order = np.random.default_rng(1).permutation(13)
        shuffled = searches[3].search(states[order], seeds[order], rows=order)
        for place, row in enumerate(order):
            assert result(shuffled, place) == result(found, row)
        for part in ([4, 5, 6], [0, 1], [12, 2, 3, 7, 8, 9, 10, 11]):
            some = searches[4].search(states[part], seeds[part].tolist(), rows=part)
            assert all(result(some, place) == result(found, row) for place, row in enumerate(part))
        if first is None:
            first = found
            after.step(found.choices)
    assert result(searches[0].search(batch.states, seeds + 1)) != result(first)


def test_more_rows_than_are_searched_at_once():
    rows = 2 * MOST_ROWS + 100
    batch = played("launch", rows, 3, **SOLO)
    many, few = (Search("launch", simulations=6, reuse=True, threads=1, **SOLO) for _ in range(2))
    some = np.array([0, 1, MOST_ROWS - 1, MOST_ROWS, rows - 1])
    for number in range(2):
        found = many.search(batch.states, seed=number)
        assert result(few.search(batch.states[some], number + some, rows=some)) == tuple(
            array[some].tobytes() for array in (found.choices, found.visits, found.values)
        )
        batch.step(found.choices)
    assert (found.visits.sum(axis=1) > 6).any()
    assert len(few._kept) <= len(some) and len(many._kept) <= rows


@pytest.mark.parametrize("reward", ["outcome", "points", {"outcome": 0.5, "points": 3.0}])
@pytest.mark.parametrize("settings", [{}, {"depth": 1}, {"depth": 4}, {"exploration": 0}], ids=str)
@pytest.mark.parametrize(("game", "mode", "steps"), GAMES.values(), ids=GAMES)
def test_visits_and_values(game, mode, steps, settings, reward):
    batch = played(game, 20, steps, **mode)
    found = Search(game, simulations=33, reward=reward, **settings, **mode).search(batch.states, seed=4)
    assert (found.visits.sum(axis=1) == 33).all()
    assert (found.visits[batch.mask == 0] == 0).all()
    assert (np.isnan(found.values) == (found.visits == 0)).all()
    weights = {reward: 1.0} if isinstance(reward, str) else reward
    points = weights.get("points", 0.0) / batch.game.points_scale
    outcome, most_points = weights.get("outcome", 0.0), 1000
    tried = found.values[found.visits > 0]
    assert (tried >= points * batch.game.lowest_points - outcome).all()
    assert (tried <= points * most_points + outcome).all()
    best = np.arange(20), found.choices
    assert (found.visits[best] == found.visits.max(axis=1)).all() and (batch.mask[best] == 1).all()
    assert mode == SOLO or tried.min() < tried.max()


def test_every_legal_action_as_often():
    batch = played("launch", 20, 25, players=2)
    found = Search("launch", players=2, tries=3, depth=1).search(batch.states)
    assert (found.visits == 3 * batch.mask).all()


def test_finished_games():
    batch = Batch(CONNECT_FOUR, 4, autoreset="disabled", threads=1)
    batch.step([0, 1, 2, 3])
    ended = batch.clone()
    ended.play_out()
    states = batch.states.copy()
    states[1], states[3] = ended.states[1], ended.states[3]
    for settings in SETTINGS.values():
        search = Search(CONNECT_FOUR, **settings)
        for _ in range(2):
            found = search.search(states)
            assert (found.choices[[0, 2]] >= 0).all() and found.choices[[1, 3]].tolist() == [-1, -1]
            assert (found.visits[[1, 3]] == 0).all() and np.isnan(found.values[[1, 3]]).all()


def test_no_positions_at_all():
    found = Search(CONNECT_FOUR, simulations=5).search(Batch(CONNECT_FOUR, 1).states[:0])
    assert found.choices.shape == (0,) and found.visits.shape == found.values.shape == (0, 7)


@pytest.mark.parametrize("settings", [{"simulations": 1, "depth": MOST_DEPTH}, {"simulations": 2, "reuse": True}])
def test_trees_that_fill_their_memory(settings):
    """As many nodes as simulations; a kept tree needs room of its own, decision after decision."""
    batch = played("journey", 4, 0, **SOLO)
    search = Search("journey", **settings, **SOLO)
    for number in range(60):
        found = search.search(batch.states, seed=number)
        assert (batch.mask[np.arange(4), found.choices] == 1).all()
        batch.step(found.choices)


def test_a_tree_to_the_end_of_the_game():
    """Near the end everything has been seen: thousands of simulations, a handful of nodes, and the true value."""
    batch = Batch(CONNECT_FOUR, 1, autoreset="disabled", threads=1)
    for column in [0, 1, 2, 3, 4, 5, 6] * 2:
        batch.step(column)
    for column in (1, 0, 3, 2, 5, 4, 6) * 2 + (0, 1, 2, 3, 4, 5, 6) * 2:
        if batch.mask[0].sum() <= 2 or batch.actor[0] < 0:
            break
        batch.step(column)
    found = Search(CONNECT_FOUR, simulations=5000).search(batch.states)
    assert found.visits.sum() == (5000 if batch.actor[0] >= 0 else 0)


def memory_in_use() -> int:
    """The bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="nothing tells the memory in use")
def test_memory_is_taken_when_it_is_used():
    before = memory_in_use()
    searches = [
        Search("launch", simulations=MOST_SIMULATIONS, threads=4, reuse=reuse, **SOLO) for reuse in (False, True)
    ]
    assert memory_in_use() - before < 150e6
    copies = pickle.loads(pickle.dumps(searches))
    assert memory_in_use() - before < 300e6
    assert [search.simulations for search in copies] == [MOST_SIMULATIONS] * 2


@pytest.mark.parametrize("copied", [copy.deepcopy, copy.copy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copies_search_the_same_and_by_themselves(copied):
    batch = played("launch", 3, 6, **SOLO)
    search = Search("launch", simulations=30, reuse=True, threads=2, **SOLO)
    batch.step(search.search(batch.states).choices)
    twin = copied(search)
    assert twin.threads == 2
    found = twin.search(batch.states, seed=1)
    assert (found.visits.sum(axis=1) > 30).any()
    assert result(search.search(batch.states, seed=1)) == result(found)


def test_a_batch_with_search_opponents_is_copied():
    """Clones and pickles go on alike; agents that reuse trees take these with them."""
    for opponent in ("greedy", "mcts:10"):
        batch = SeatBatch("launch", 3, 2, seed=1, seat=0, opponents=opponent, threads=1)
        for _ in range(5):
            batch.step(batch.sample())
        twins = [batch.clone(), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
        for _ in range(5):
            actions = batch.sample().copy()
            for one in (batch, *twins):
                one.step(actions)
            assert {one.states.tobytes() for one in (batch, *twins)} == {batch.states.tobytes()}
