"""What a searcher needs: the settings, addresses of what is asked and answered, and working space.

A search by play-outs has one searcher for each thread. A search with a network has one for each simulation that can be
on its way, and those of one root share a tree.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.entry import ENTRY_COUNT

# What is asked and answered, by row: the state to search from, who decides there and the random numbers; then how
# often each action was tried, what it paid on average, and which one is best. `stuck` is as in a batch.
ROOT_ARRAYS = ("roots", "players_to_move", "seeds", "visits", "values", "choices", "stuck")

# The tree and how far its payoffs reached.
TREE_ARRAYS = ("nodes", "node_count", "low", "high", "scale")

# Working space: the state and the mask of a simulation, its nodes, what it paid each player, the results as the game
# writes them, what a player knows.
WORKING_ARRAYS = ("state", "mask", "path", "payoff", "outcome", "features")

# Of searches by play-outs. The tree that a row begins with and the part of its tree below the best action, for the
# decision that may follow; by `mark` each knows the decision it is for. The states themselves tell what follows the
# best action. Last a table of logarithms.
KEPT_ARRAYS = ("begun", "begun_count", "begun_mark", "kept", "kept_count", "kept_mark", "states")
PLAY_OUT_ARRAYS = (*KEPT_ARRAYS, "logarithms")

# Of searches with a network. By place: what the network is asked about and what it says. By row: noise for the policy
# of the root. For each tree: how many simulations have begun. For each simulation: where it is, and a policy.
NETWORK_ARRAYS = (
    *("observations", "masks", "scores", "position_values", "noise"),
    *("feature_low", "feature_scale", "feature_width", "simulations_begun", "simulation", "policy"),
)

SEARCHER = np.dtype(
    [(name, np.int64) for name in (*ROOT_ARRAYS, *TREE_ARRAYS, *WORKING_ARRAYS, *PLAY_OUT_ARRAYS, *NETWORK_ARRAYS)]
    + [(size, np.int64) for size in ("state_size", "players", "action_count", "feature_count", "capacity")]
    + [(size, np.int64) for size in ("kept_capacity", "most_depth", "simulations", "simulations_of_action")]
    + [("logarithm_count", np.int64), ("plays_out", np.int64), ("in_flight", np.int64), ("encoding", np.int64)]
    + [("exploration", np.float64), ("outcome_weight", np.float64), ("points_weight", np.float64)]
    + [("delta_weight", np.float64), ("noise_share", np.float64)]
    + [("entry", np.int64, ENTRY_COUNT)],
    align=True,
)
"""Addresses, sizes and settings.

`simulations_of_action` above 0 tries every legal action so often, whatever `simulations` says. Without `plays_out` a
simulation ends with its last decision in the tree and is paid the points that its actor knows of then. `delta_weight`
is what a point counts that a player has at a decision, where the network says what is still to come.
"""

SEARCHER_SIZE = SEARCHER.itemsize

SIMULATION = np.dtype(
    [(name, np.int64) for name in ("phase", "place", "actor", "depth", "node")] + [("random", np.uint64)], align=True
)
"""Where a simulation is that asks a network: what it does, at which place it has asked, who decides, how many decisions
of the tree it has made, the last of them, and its random numbers."""
