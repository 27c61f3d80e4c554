"""Counting the decisions of players in whole random games."""

import numpy as np

import moon_envs


def play_counting_decisions(game, games, players):
    """Play random games to their ends.

    Returns:
        The most decisions that one player had in one turn, and the batch of finished games.
    """
    batch = moon_envs.Batch(game, games, players, seed=5, autoreset="disabled", threads=1)
    rows, turns, most = np.arange(games), np.zeros(games), 0
    counts = np.zeros((games, players), dtype=np.int64)
    while not batch.done.all():
        playing = rows[~batch.done]
        turn, actor = batch.states["turn"], batch.actor
        counts[turn != turns] = 0
        turns = turn.copy()
        counts[playing, actor[playing]] += 1
        most = max(most, counts.max())
        batch.step(batch.sample())
    return most, batch
