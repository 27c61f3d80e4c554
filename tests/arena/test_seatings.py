"""Seatings: every agent in every seat equally often, every two agents against each other equally often."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from moon_envs.arena.seatings import MOST_GAMES_OF_A_SEED, balanced_seatings
from moon_envs.base.errors import ConfigurationError

TABLES = [(agents, players) for agents in range(2, 9) for players in range(2, 7)]


@pytest.mark.parametrize(("agents", "players"), TABLES)
def test_every_agent_is_in_every_seat_equally_often(agents, players):
    seatings = balanced_seatings(agents, players)
    times = (seatings[:, :, None] == np.arange(agents)).sum(axis=0)
    assert (times * agents == len(seatings)).all()


@pytest.mark.parametrize(("agents", "players"), TABLES)
def test_every_two_agents_meet_equally_often_and_before_and_after_each_other(agents, players):
    seatings = balanced_seatings(agents, players)
    held = (seatings[:, :, None] == np.arange(agents)).sum(axis=1)
    meetings = held.T @ held
    assert len(np.unique(meetings[~np.eye(agents, dtype=bool)])) == 1
    before = np.zeros((agents, agents, players), dtype=int)
    for seating in seatings:
        for first, second in itertools.permutations(range(players), 2):
            before[seating[first], seating[second], (second - first) % players] += 1
    assert (before == before.transpose(1, 0, 2)).all()


@pytest.mark.parametrize(("agents", "players"), TABLES)
def test_no_seating_twice_and_agents_share_a_table_as_equally_as_they_can(agents, players):
    seatings = balanced_seatings(agents, players)
    assert len(np.unique(seatings, axis=0)) == len(seatings)
    held = (seatings[:, :, None] == np.arange(agents)).sum(axis=1)
    assert set(np.unique(held)) <= {players // agents, math.ceil(players / agents)}
    tables = {tuple(sorted(seating)) for seating in seatings.tolist()}
    assert len(tables) == math.comb(agents, players % agents)


@pytest.mark.parametrize("players", [2, 3])
def test_small_tables_have_every_order(players):
    for agents in range(players, 6):
        seatings = balanced_seatings(agents, players)
        assert {tuple(seating) for seating in seatings.tolist()} == set(itertools.permutations(range(agents), players))


def test_too_many_combinations():
    with pytest.raises(ConfigurationError, match="20 agents with 6 players have 38760 combinations"):
        balanced_seatings(20, 6)
    assert len(balanced_seatings(70, 2)) == 70 * 69 <= MOST_GAMES_OF_A_SEED
