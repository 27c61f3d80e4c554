"""The record of a looker: what one thread needs to look ahead, as addresses and sizes.

The layers of a value network are written for positions that differ in a few columns, as those after the legal actions
of one decision do. The first layer has a row of weights for every value of every column, and sums the rows of the
values that it sees. All sums are whole numbers (fixed point), which are exact in any order: a sum that was updated by
the columns that changed equals a new one to the last bit.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.entry import ENTRY_COUNT

# By row, shared by all threads: the records, who decides, and the seeds; then the answers: the best action, how often
# chance was redrawn for each action (0 for those that are not legal), and how much it is worth (NaN for those).
# `stuck` says whether a game found no legal action or no end. By action: `selects`, see `ActionRange.selects`.
ROOT_ARRAYS = ("states", "players_to_move", "seeds", "choices", "visits", "values", "stuck", "selects")

# Working space of a thread: the redrawn record, the record after an action, legal actions, the same two one decision
# later, the sums of the legal actions so far, the outcome and the points by side and category as the game writes them,
# and the inputs of the second layer.
WORKING_ARRAYS = ("base", "state", "mask", "next_state", "next_mask", "sums", "outcome", "points", "inputs")

# For rollouts: the record that is played on, candidates, and for each action the sum of its rollouts and their number.
ROLLOUT_ARRAYS = ("rolled", "listed", "totals", "tries")

# Also of a thread: two observations (the one that is kept, and the present one) and the first layers of both.
SIGHT_ARRAYS = ("kept_features", "features", "kept_own", "own", "kept_opponents", "opponents")

# Of the network. For each column of a block: the first row of its table and its lowest and highest value.
BLOCK_ARRAYS = ("first_row", "low", "high", "table", "bias")
NETWORK_ARRAYS = (
    *(f"{block}_{name}" for block in ("own", "opponent") for name in BLOCK_ARRAYS),
    *("second_weight", "second_bias", "head_weight", "head_bias"),
)

SIZES = (
    *("state_size", "players", "sides", "categories", "action_count", "feature_count"),
    *("redraws", "rollouts", "candidates", "depth", "keeps", "fresh", "shift"),
    *("rounds", "rounds_left", "futures_left", "future", "alive", "place"),
    *("own_columns", "player_columns", "own_rows", "opponent_rows", "hidden", "opponent_width", "second_width"),
)

LOOKER = np.dtype(
    [
        (name, np.int64)
        for name in (*ROOT_ARRAYS, *WORKING_ARRAYS, *ROLLOUT_ARRAYS, *SIGHT_ARRAYS, *NETWORK_ARRAYS, *SIZES)
    ]
    + [
        (name, np.float64)
        for name in ("points_weight", "opponent_weight", "chance_weight", "nearness", "points_scale", "temperature")
    ]
    + [("entry", np.int64, ENTRY_COUNT)],
    align=True,
)
"""Addresses, sizes and settings.

`own_columns` are the columns of the table and of the observer's own block. An action is worth `points_weight` times the
expected final points, less `opponent_weight` times those of the best opponent (both divided by `points_scale`), plus
`chance_weight` times the chance to win. At the end, `nearness` is the part of this chance that says how near the seat
came to winning; the rest is the outcome. A sum of the first layer becomes an input of the second one by shifting it
right by `shift` bits. `keeps` says whether an observation is kept, `fresh` whether the next one takes its place. Above
0, `temperature` adds Gumbel noise of this size. Without `rollouts` the look-ahead decides; with them, so many are
shared out among the `candidates` best actions, and each is played on for `depth` decisions. `rounds` to `place` say how
far the rollouts of one position are: `alive` candidates are left, and the one at `place` is next in `future`.
"""

HEADS = 3  # points to come, the best opponent's points to come, chance to win

# Inputs of the second layer are whole numbers: so many units make 1, and none is above the most.
INPUT_BITS, MOST_INPUT = 8, 4095
