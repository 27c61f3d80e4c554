"""What one thread needs to search: the settings, addresses of what is asked and answered, and working space."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.entry import ENTRY_COUNT

# What is asked and answered, by row: the state to search from, who decides there and the random numbers; then how
# often each action was tried, what it paid on average, and which one is best.
ROOT_ARRAYS = ("roots", "players_to_move", "seeds", "visits", "values", "choices")

# The tree that a row begins with and the part of its tree below the best action, for the decision that may follow;
# by `mark` each knows the decision it is for. The states themselves tell what follows the best action.
KEPT_ARRAYS = ("begun", "begun_count", "begun_mark", "kept", "kept_count", "kept_mark", "states")

# Working space: the state and the mask of a simulation, its nodes, what it paid each player and how far that reached,
# the results as the game writes them, what a player knows; a table of logarithms; `stuck` as in a batch.
WORKING_ARRAYS = (
    "state",
    "mask",
    "nodes",
    "node_count",
    "path",
    "payoff",
    "low",
    "high",
    "scale",
    "outcome",
    "features",
)
SHARED_ARRAYS = ("logarithms", "stuck")

SEARCHER = np.dtype(
    [(name, np.int64) for name in (*ROOT_ARRAYS, *KEPT_ARRAYS, *WORKING_ARRAYS, *SHARED_ARRAYS)]
    + [(size, np.int64) for size in ("state_size", "players", "action_count", "feature_count", "capacity")]
    + [(size, np.int64) for size in ("kept_capacity", "most_depth", "simulations", "simulations_of_action")]
    + [("logarithm_count", np.int64), ("plays_out", np.int64)]
    + [("exploration", np.float64), ("outcome_weight", np.float64), ("points_weight", np.float64)]
    + [("entry", np.int64, ENTRY_COUNT)],
    align=True,
)
"""Addresses, sizes and settings.

`simulations_of_action` above 0 tries every legal action so often, whatever `simulations` says. Without `plays_out` a
simulation ends with its last decision in the tree and is paid the points that its actor knows of then.
"""
