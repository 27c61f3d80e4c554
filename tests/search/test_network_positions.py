"""What a network knows is followed, and what the rules say is stronger than what it believes."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import Batch, NetworkSearch
from moon_envs.testing.crater.game import GAME as CRATER
from tests.search.positions import connect_four, played

SEEDS = 20


def ignorant(observation, mask):
    """Everything is equal."""
    return np.zeros(mask.shape), np.zeros(len(mask))


def search_of(network, simulations, game=CONNECT_FOUR, reward="outcome", **settings):
    return NetworkSearch(game, simulations=simulations, network=network, reward=reward, **settings)


@pytest.mark.parametrize("in_flight", [1, 4])
@pytest.mark.parametrize(("columns", "best"), [((0, 6, 0, 6, 0, 6), 0), ((6, 0, 6, 1, 5, 2, 4, 2), 3)])
def test_the_end_of_the_game_is_known_without_a_network(columns, best, in_flight):
    states = np.repeat(connect_four(*columns), SEEDS)
    found = search_of(ignorant, 60, in_flight=in_flight).search(states, seed=1)
    assert (found.choices == best).all()


def threatening(column):
    """The first player will drop a stone here; on what the second may do there is no opinion."""

    def network(observation, mask):
        is_first = observation[:, :42].sum(axis=1) == observation[:, 42:84].sum(axis=1)
        return np.where((np.arange(7) == column) & is_first[:, None], 20.0, 0.0), np.zeros(len(mask))

    return network


@pytest.mark.parametrize(("columns", "threat"), [((0, 6, 0, 6, 0), 0), ((1, 6, 2, 6, 3), 4), ((1, 6, 2, 6, 3), 0)])
def test_what_the_other_will_do_is_answered(columns, threat):
    """Of two places where the other could win, the one is closed where the network sees the stone."""
    states = np.repeat(connect_four(*columns), SEEDS)
    found = search_of(threatening(threat), 60).search(states, seed=1)
    assert (found.choices == threat).all() and (found.values[:, threat] > -1).all()
    others = np.arange(7) != threat
    assert (found.values[:, others] == -1).all()


def test_a_win_is_worth_one():
    found = search_of(ignorant, 100).search(connect_four(0, 6, 0, 6, 0, 6))
    assert found.values[0, 0] == 1.0 and (found.values[0, 1:] < 1.0).all()


def test_few_simulations_find_what_the_network_expects():
    def knows(observation, mask):
        scores = np.zeros(mask.shape)
        scores[:, 5] = 6.0
        return scores, np.zeros(len(mask))

    states = np.repeat(connect_four(3, 3), SEEDS)
    found = search_of(knows, 8).search(states)
    assert (found.choices == 5).all() and (found.visits[:, 5] >= 7).all()


def test_values_are_stronger_than_priors_in_the_end():
    """The prior is for the first column, the positions are worth most with a stone in the last one."""

    def network(observation, mask):
        scores = np.where(np.arange(7) == 0, 2.0, 0.0) * np.ones((len(mask), 1))
        fewer_in_last = (mask[:, 6] == 0) * 1.0
        return scores, fewer_in_last

    # Five stones lie in the last column: one more closes it.
    states = np.repeat(connect_four(6, 6, 6, 6, 6, 3), SEEDS)
    assert (search_of(network, 1).search(states).choices == 0).all()
    assert (search_of(network, 200).search(states).choices == 6).all()


def test_other_players_do_what_the_network_thinks():
    """The first of two bids: any bid takes the crater from one who never bids, none from one who always bids three."""

    def always(bid):
        def network(observation, mask):
            return np.where(np.arange(mask.shape[1]) == bid, 0.0, -40.0) * np.ones((len(mask), 1)), np.zeros(len(mask))

        return network

    # With noise for a policy every bid is tried once, and pays the points of the first round.
    settings = {"players": 2, "noise": 1.0, "noise_concentration": 1000.0, "exploration": 1000.0}
    start = Batch(CRATER, 1, 2, threads=1).states
    of_none, of_three = (
        search_of(always(bid), 4, CRATER, "points_delta", **settings).search(start).values[0] for bid in (0, 3)
    )
    assert of_none[0] == 0 and (of_none[1:] > 0).all() and (of_three == 0).all()


def test_points_on_hand_and_to_come():
    """What a leaf pays: points that count as they come are added to what the network expects, final ones are not."""
    batch = played("launch", 5, 40, players=1, opponent=1)
    points = np.array([batch.known_points(0, row) for row in range(5)])
    assert points.any()

    def network(observation, mask):
        return np.zeros(mask.shape), np.full(len(mask), 10.0)

    for reward, on_hand in (("points_delta", 1), ("points", 0), ({"points_delta": 2.0, "outcome": 1.0}, 2)):
        search = search_of(network, 1, "launch", reward, players=1, opponent=1)
        found, expected = search.search(batch.states), 10 + on_hand * points / batch.game.points_scale
        # One action may change the points, by few.
        assert np.abs(found.position_values - expected).max() <= 20 * max(on_hand, 0) / batch.game.points_scale + 1e-9


def test_all_positions_of_a_round_are_evaluated_in_one_call():
    asked = []

    def network(observation, mask):
        asked.append(len(mask))
        assert observation.dtype == np.float32 and mask.dtype == np.int8 and (mask.sum(axis=1) > 0).all()
        return np.zeros(mask.shape), np.zeros(len(mask))

    batch = played("launch", 40, 10, players=1, opponent=1)
    search = search_of(network, 50, "launch", "points", players=1, opponent=1, in_flight=4)
    search.search(batch.states)
    assert asked[0] == 40 and max(asked) == 160 and len(asked) < 20
    assert sum(asked) <= 40 * 51
