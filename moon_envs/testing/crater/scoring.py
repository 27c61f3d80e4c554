"""Points and results of Crater (crater 3)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.testing.crater.components import BONUS_FACTOR, FACES

CATEGORIES = ("craters", "card")
CRATERS, CARD = range(2)
LOSS = -1.0


@kernel
def crater_points(state, player):
    """Return the sum of the sizes of the craters won (crater 3.1)."""
    total = 0
    for face in range(FACES):
        total += state.won[player, face] * (face + 1)
    return total


@kernel
def card_points(state, player):
    """Return the extra points of craters of the card's size (crater 3.1)."""
    size = np.int64(state.cards[player])
    return (BONUS_FACTOR - 1) * size * state.won[player, size - 1]


@kernel
def known_points(state, player):
    """Return a player's points; the player knows all of them: the own card and the public craters."""
    return crater_points(state, player) + card_points(state, player)


@kernel
def points(state, out):
    """Write every player's points by category."""
    for player in range(state.player_count):
        out[player, CRATERS] = crater_points(state, player)
        out[player, CARD] = card_points(state, player)


@kernel
def outcome(state, out):
    """Write the results: the most points win, ties share, 2 x share - 1 (crater 3.2)."""
    best, winners = -1, 0
    for player in range(state.player_count):
        total = known_points(state, player)
        if total > best:
            best, winners = total, 0
        winners += total == best
    for player in range(state.player_count):
        out[player] = 2.0 / winners - 1.0 if known_points(state, player) == best else LOSS
