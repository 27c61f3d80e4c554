"""The result of connect four: one point for the winner."""

from __future__ import annotations

import numpy as np

from benchmarks.connect_four.game.state import NOBODY, PLAYERS
from moon_envs.engine.compiler.compile import kernel

CATEGORIES = ("victory",)
WIN, DRAW, LOSS = 1.0, 0.0, -1.0


@kernel
def points(state, out):
    """Write 1 for the winner, 0 for the other player."""
    for player in range(PLAYERS):
        out[player, 0] = state.winner == player


@kernel
def known_points(state, player):
    """Return a player's points, which are public."""
    return np.int64(state.winner == player)


@kernel
def outcome(state, out):
    """Write win, draw or loss of each player."""
    for player in range(PLAYERS):
        if state.winner == NOBODY:
            out[player] = DRAW
        else:
            out[player] = WIN if state.winner == player else LOSS
