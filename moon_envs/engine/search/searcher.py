"""What one thread needs to search: the settings, addresses of what is asked and answered, and working space."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.entry import ENTRY_COUNT

# What is asked and answered, by row: the state to search from and the random numbers; then how often each action
# was tried, what it paid on average, and which one is best.
ROOT_ARRAYS = ("roots", "seeds", "visits", "values", "choices")

# The tree that a row begins with and the part of its tree below the best action, for the decision that may follow.
KEPT_ARRAYS = ("begun", "begun_count", "kept", "kept_count")

# Working space: the state and the mask of a simulation, its nodes, what it paid each player and how far that reached,
# the results as the game writes them; a table of logarithms; `stuck` as in a batch.
WORKING_ARRAYS = ("state", "mask", "nodes", "node_count", "path", "payoff", "low", "high", "scale", "outcome")
SHARED_ARRAYS = ("logarithms", "stuck")

SEARCHER = np.dtype(
    [(name, np.int64) for name in (*ROOT_ARRAYS, *KEPT_ARRAYS, *WORKING_ARRAYS, *SHARED_ARRAYS)]
    + [(size, np.int64) for size in ("state_size", "players", "action_count", "capacity", "logarithm_count")]
    + [(size, np.int64) for size in ("kept_capacity", "most_depth", "simulations", "simulations_of_action")]
    + [("plays_out", np.int64)]
    + [("exploration", np.float64), ("outcome_weight", np.float64), ("points_weight", np.float64)]
    + [("entry", np.int64, ENTRY_COUNT)],
    align=True,
)
"""Addresses, sizes and settings.

`simulations_of_action` above 0 tries every legal action so often, whatever `simulations` says. Without `plays_out` a
simulation ends with its last decision in the tree and is paid the points that its actor knows of then.
"""
