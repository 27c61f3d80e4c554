"""Words and kernels both count points from the record: they must always agree."""

import pytest

import moon_envs
from moon_envs.games.luna_capital.points_text import automaton_points_text, points_text

DECISIONS = 400


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_words_and_kernels_count_the_same(players):
    """luna_capital 7, 10: at every decision of random games, from the first to the last."""
    batch = moon_envs.Batch("luna_capital", 4, players, seed=6, autoreset="disabled", threads=1)
    seen = 0
    for _ in range(DECISIONS):
        totals = batch.points().sum(axis=2)
        for row, state in enumerate(batch.states):
            words = [points_text(state, player) for player in range(players)]
            words += [automaton_points_text(state)] if players == 1 else []
            assert [int(text.split()[0]) for text in words] == totals[row].tolist(), (row, words)
            seen += any(totals[row])
        batch.step(batch.sample())
    assert batch.done.any() and seen > DECISIONS
