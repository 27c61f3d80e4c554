"""Kernels that a game need not give."""

from __future__ import annotations

import pytest

import moon_envs
from moon_envs import Batch
from moon_envs.testing.crater.game import GAME as CRATER
from tests.games.edited_game import closeness_of


@pytest.mark.parametrize("id_", ["crater", *(id_ for id_ in moon_envs.game_ids() if id_ != "from_the_moon")])
def test_points_decide_without_a_closeness(id_):
    """At the start and at the end, for every number of players and every seat."""
    game = CRATER if id_ == "crater" else moon_envs.game(id_)
    for players in game.player_counts:
        batch = Batch(game, 2, players, seed=1, autoreset="disabled", threads=1)
        for steps in (0, 10_000):
            for _ in range(steps):
                if (batch.actor < 0).all():
                    break
                batch.step(batch.sample())
            found = {closeness_of(game, batch.states[row : row + 1], seat) for row in (0, 1) for seat in range(players)}
            assert found == {-1} and (batch.actor < 0).all() == bool(steps)
