"""The arrays of a batch as compiled loops see them: one record of addresses, opened as arrays inside the loop.

Passing one record instead of twenty arrays keeps a call from Python below a microsecond, which is what a single
environment feels.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from moon_envs.engine.compile import kernel
from moon_envs.engine.entry import array_at, table_at

# name, type, shape: N rows, P players, S sides (players, and in solo mode the rival), C categories, A actions, F features
ARRAYS = (
    ("actions", np.int64, "N"),  # one action per game, what `step` carries out
    ("seeds", np.uint64, "N"),  # the seeds of the next reset
    ("selected", np.bool_, "N"),  # the rows of the next reset
    ("random", np.uint64, "N"),  # the random state of `sample` and of random opponents, apart from the games' own
    ("actor", np.int64, "N"),  # whose decision it is, -1 in a finished game
    ("mask", np.int8, "NA"),  # 1 for each legal action of the actor
    ("features", np.int16, "NF"),  # what the actor knows, raw
    ("observation", np.float32, "NF"),  # the same, scaled to 0..1
    ("reward", np.float32, "NP"),
    ("done", np.bool_, "N"),
    ("illegal", np.bool_, "N"),  # the game was ended by an illegal action in this step
    ("standing", np.int32, "NSC"),  # points as they stand, working space
    ("previous_total", np.int32, "NP"),  # what the dense reward compares with
    ("final_points", np.int32, "NSC"),  # points of the last finished game of the row
    ("final_observation", np.float32, "NF"),  # last observation of a game that ended in same-step autoreset
    ("decisions", np.int64, "N"),  # decisions of the current game
    ("final_decisions", np.int64, "N"),  # decisions of the last finished game
)

BUFFERS = np.dtype(
    [(name, np.int64) for name, _, _ in ARRAYS]
    + [("states", np.int64), ("feature_low", np.int64), ("feature_scale", np.int64)]
    + [(size, np.int64) for size in ("rows", "state_size", "players", "sides", "categories", "action_count")]
    + [(size, np.int64) for size in ("feature_count", "seat", "autoreset", "reward_kind")]
    + [("points_scale", np.float64), ("lowest_reward", np.float64)],
    align=True,
)
"""Addresses and sizes of a batch. `seat` is the caller's seat, ALL_SEATS when the caller decides for everybody."""

Arrays = namedtuple("Arrays", [name for name, _, _ in ARRAYS] + ["feature_low", "feature_scale"])


@kernel
def open_arrays(batch):
    """The arrays behind the addresses."""
    rows, actions, features = batch.rows, batch.action_count, batch.feature_count
    points_size = batch.sides * batch.categories
    return Arrays(
        array_at(batch.actions, rows, np.int64),
        array_at(batch.seeds, rows, np.uint64),
        array_at(batch.selected, rows, np.bool_),
        array_at(batch.random, rows, np.uint64),
        array_at(batch.actor, rows, np.int64),
        table_at(batch.mask, rows, actions, np.int8),
        table_at(batch.features, rows, features, np.int16),
        table_at(batch.observation, rows, features, np.float32),
        table_at(batch.reward, rows, batch.players, np.float32),
        array_at(batch.done, rows, np.bool_),
        array_at(batch.illegal, rows, np.bool_),
        table_at(batch.standing, rows, points_size, np.int32),
        table_at(batch.previous_total, rows, batch.players, np.int32),
        table_at(batch.final_points, rows, points_size, np.int32),
        table_at(batch.final_observation, rows, features, np.float32),
        array_at(batch.decisions, rows, np.int64),
        array_at(batch.final_decisions, rows, np.int64),
        array_at(batch.feature_low, features, np.float32),
        array_at(batch.feature_scale, features, np.float32),
    )
