"""The record of games that are played by looking ahead: where each decision is noted."""

from __future__ import annotations

import numpy as np

# By step and row: who decided (-1: only one action was legal), what this seat saw afterwards and its points then,
# whether the game ended, and if so outcome and points of every seat. By row: the random numbers of the decisions.
PLAYER_ARRAYS = ("seats", "features", "points", "ended", "final_outcome", "final_points", "random")

PLAYER = np.dtype([(name, np.int64) for name in (*PLAYER_ARRAYS, "rows", "steps", "columns")], align=True)
"""Addresses and sizes; `columns` is the room for the features of a decision."""
