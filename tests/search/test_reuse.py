"""Trees that are kept for the next decision: only for that one, and only for the same player."""

from __future__ import annotations

import numpy as np

from moon_envs import Batch, Search
from moon_envs.search import search as searching
from moon_envs.testing.crater.game import GAME as CRATER
from tests.search.positions import played, result

SOLO = {"players": 1, "opponent": 1}
SIMULATIONS = 50


def searches() -> tuple[Search, Search]:
    """One that reuses trees and one that does not."""
    return tuple(  # type: ignore[return-value]  # two of them
        Search("launch", simulations=SIMULATIONS, reuse=reuse, threads=1, **SOLO) for reuse in (True, False)
    )


def test_visits_are_carried_over():
    search, _ = searches()
    batch = played("launch", 8, 12, **SOLO)
    most = np.full(8, SIMULATIONS)
    for number in range(5):
        found = search.search(batch.states, seed=number)
        total = found.visits.sum(axis=1)
        assert (total <= most).all() and (number == 0 or (total > SIMULATIONS).all())
        # The first visit of a node is its own; the others went on to its children.
        most = SIMULATIONS + found.visits[np.arange(8), found.choices] - 1
        batch.step(found.choices)


def test_another_action_was_carried_out():
    search, fresh = searches()
    batch = played("launch", 30, 12, **SOLO)
    for number in range(4):
        found = search.search(batch.states, seed=number)
        others = batch.mask.copy()
        others[np.arange(30), found.choices] = 0
        actions = np.where(others.any(axis=1), others.argmax(axis=1), found.choices)
        batch.step(actions)
        again, expected = search.search(batch.states, seed=9), fresh.search(batch.states, seed=9)
        for row in np.flatnonzero(actions != found.choices):
            assert result(again, row) == result(expected, row)
        batch.step(again.choices)


def test_another_player_decides():
    """The one who bids after the first knows another card: nothing of the first one's tree is taken over."""
    search, fresh = (Search(CRATER, 2, SIMULATIONS, reuse=reuse, threads=1) for reuse in (True, False))
    batch = Batch(CRATER, 50, 2, threads=1)
    for number in range(6):
        found = search.search(batch.states, seed=number)
        assert result(found) == result(fresh.search(batch.states, seed=number))
        assert not search._kept
        batch.step(found.choices)


def test_another_game_in_the_row():
    search, fresh = searches()
    batch = played("launch", 4, 12, **SOLO)
    search.search(batch.states)
    batch.reset(100)
    assert result(search.search(batch.states)) == result(fresh.search(batch.states))


def test_the_same_decision_again():
    """A position is searched twice: the tree of the first time is for the decision after it."""
    search, fresh = searches()
    batch = played("launch", 4, 12, **SOLO)
    for _ in range(2):
        assert result(search.search(batch.states)) == result(fresh.search(batch.states))


def test_trees_too_large_to_be_kept(monkeypatch):
    """The nodes nearest to the root are kept, the others are found again."""
    monkeypatch.setattr(searching, "MOST_NODES_KEPT", 4)
    search, fresh = searches()
    batch = played("launch", 8, 12, **SOLO)
    for number in range(6):
        found = search.search(batch.states, seed=number)
        assert all(len(tree) <= 4 for _, tree in search._kept.values())
        assert number == 0 or (found.visits.sum(axis=1) > SIMULATIONS).any()
        assert (batch.mask[np.arange(8), found.choices] == 1).all()
        batch.step(found.choices)


def test_a_tree_is_kept_until_the_next_decision_of_its_game():
    search, _ = searches()
    batch = played("launch", 20, 12, **SOLO)
    for number in range(60):
        batch.step(search.search(batch.states, seed=number).choices)
        assert len(search._kept) <= 20
