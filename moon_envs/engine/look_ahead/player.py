"""The record of games that are played by looking ahead: where each decision is noted."""

from __future__ import annotations

import numpy as np

# By step and row: who decided (-1: only one action was legal), what this seat saw afterwards, its points and those of
# its opponent then, whether the game ended, and if so for every seat the outcome, its points, those of its best
# opponent, and the final chance (see `final_chance`). By row: the random numbers of the decisions.
PLAYER_ARRAYS = (
    *("seats", "features", "points", "opponent_points", "ended"),
    *("final_outcome", "final_points", "final_opponent_points", "final_chance", "random"),
)

PLAYER = np.dtype([(name, np.int64) for name in (*PLAYER_ARRAYS, "rows", "steps", "columns")], align=True)
"""Addresses and sizes; `columns` is the room for the features of a decision."""
