"""The record of a searcher: its settings, and the addresses of its questions, its answers and its working space.

A search by rollouts has one searcher for each thread. A search with a network has one for each simulation in flight;
those of one root share a tree.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.entry import ENTRY_COUNT

# By row, the questions: the state to search from, who decides there, the seed. Then the answers: visits and mean payoff
# of each action, the best action. `stuck` is as in a batch.
ROOT_ARRAYS = ("roots", "players_to_move", "seeds", "visits", "values", "choices", "stuck")

# The tree and how far its payoffs reached.
TREE_ARRAYS = ("nodes", "node_count", "low", "high", "scale")

# Working space of a simulation: its state, mask and nodes, its payoff for each player, the outcome as the game writes
# it, and the features of a player.
WORKING_ARRAYS = ("state", "mask", "path", "payoff", "outcome", "features")

# Of searches by rollouts: the tree that a row begins with, and the part below the best action, kept for the next
# decision. `mark` is the hash of the decision that a tree is for. The actual states tell what follows the best action.
# Last a table of logarithms.
KEPT_ARRAYS = ("begun", "begun_count", "begun_mark", "kept", "kept_count", "kept_mark", "states")
PLAY_OUT_ARRAYS = (*KEPT_ARRAYS, "logarithms")

# Of searches with a network. By place: questions to the network and its answers. By row: noise for the policy of the
# root. For each tree: how many simulations have begun. For each simulation: its progress and a policy.
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

`simulations_of_action` above 0 is how often every legal action is tried; `simulations` is ignored then. Without
`plays_out` a simulation ends with its last decision in the tree and pays the points that its actor knows then.
`delta_weight` weighs the points that a player has already, where the network estimates only future ones.
"""

SEARCHER_SIZE = SEARCHER.itemsize

SIMULATION = np.dtype(
    [(name, np.int64) for name in ("phase", "place", "actor", "depth", "node")] + [("random", np.uint64)], align=True
)
"""The progress of a simulation that asks a network: its phase, the place of its question, who decides, its depth in the
tree, its last node, and its random state."""
