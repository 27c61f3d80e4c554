"""The arrays of a batch as compiled loops see them: one record of addresses.

With one record instead of twenty arrays a call from Python takes less than a microsecond, which a single environment
notices.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import inlined_kernel, kernel
from moon_envs.engine.entry import ENTRY_COUNT, array_at, prefetch

INT16_BYTES, INT32_BYTES, FLOAT32_BYTES = 2, 4, 4
CACHE_LINE = 64  # bytes
FORESEEN_STATE_SIZE = 4 * CACHE_LINE

# Name, type and shape: N rows, P players, S sides (players, and in solo mode the rival), C categories, A actions,
# F features, E numbers of an observation. The arguments of a call come first: `seeds`, `follows` and `seats` belong to
# the rows at the same places of `chosen`.
ARRAYS = (
    ("chosen", np.int64, "N"),  # the rows that a call works on, in ascending order
    ("actions", np.int64, "N"),  # one action per game, for `step`
    ("seeds", np.uint64, "N"),  # for a reset or `resample`
    ("follows", np.bool_, "N"),  # a reset deals the next game of the row instead
    ("seats", np.int64, "N"),  # the players of `resample`
    ("random", np.uint64, "N"),  # the random state of `sample` and `play_out`; games have their own
    ("actor", np.int64, "N"),  # whose decision it is, -1 in a finished game
    ("mask", np.int8, "NA"),  # 1 for each legal action of the actor
    ("features", np.int16, "NF"),  # raw, of the actor; a loop uses its first row for all of its rows
    ("observation", np.float32, "NE"),  # the same scaled to 0..1, or with one column per value of a category
    ("reward", np.float32, "NP"),
    ("carried", np.float32, "NP"),  # paid before the caller's first decision in a game, given with it
    ("done", np.bool_, "N"),
    ("illegal", np.bool_, "N"),  # the game was ended by an illegal action in this step
    ("standing", np.int32, "NSC"),  # present points, working space
    ("known_total", np.int32, "NP"),  # the points that each player knew last, for `points_delta`
    ("final_points", np.int32, "NSC"),  # points of the last finished game of the row
    ("final_outcome", np.float32, "NP"),  # its outcome
    ("final_observation", np.float32, "NE"),  # last observation of a game that ended in same-step autoreset
    ("final_decisions", np.int64, "N"),  # decisions of the last finished game
    ("stuck", np.int64, "1"),  # a row, counted from 1, in which random play found no legal action or no end
)

BUFFERS = np.dtype(
    [(name, np.int64) for name, _, _ in ARRAYS]
    + [("states", np.int64), ("feature_low", np.int64), ("feature_scale", np.int64), ("feature_width", np.int64)]
    + [(size, np.int64) for size in ("rows", "state_size", "players", "sides", "categories", "action_count")]
    + [(size, np.int64) for size in ("feature_count", "observed_count", "encoding", "autoreset")]
    + [("random_seats", np.int64), ("observer", np.int64)]
    + [("outcome_weight", np.float64), ("points_weight", np.float64), ("delta_weight", np.float64)]
    + [("points_scale", np.float64), ("lowest_reward", np.float64)]
    + [("entry", np.int64, ENTRY_COUNT)],
    align=True,
)
"""Addresses and sizes of a batch.

Bit s of `random_seats` is set when random opponents play seat s inside the loops. `observer` is the seat whose view of
finished games is shown. `entry` holds the addresses of the game's entry points. They are no array of their own: its
reference count would change at every call of a kernel, which took half of a step of a small game.
"""

# The arrays that a copy of a row includes. Left out are the working space of calls and the random state of `sample`, so
# that copies of a game are played out differently.
ARRAYS_OF_A_ROW = (
    "actor",
    "mask",
    "observation",
    "reward",
    "carried",
    "done",
    "illegal",
    "known_total",
    "final_points",
    "final_outcome",
    "final_observation",
    "final_decisions",
)

# How raw features become an observation: unchanged (all are 0 or 1), scaled, or scaled with one column for every value
# of a category.
AS_THEY_ARE, SCALED, ONE_HOT = 0, 1, 2


@inlined_kernel
def state_address(batch, row):
    """Where the record of a row begins."""
    return batch.states + row * batch.state_size


@inlined_kernel
def prefetch_state(batch, row):
    """Prefetch the record of the next row.

    A step reads scattered places of a large record, which the processor does not predict: without this a batch that
    does not fit into its cache takes 1.5 times as long.
    """
    if batch.state_size <= FORESEEN_STATE_SIZE:
        return
    state = state_address(batch, row)
    for offset in range(0, batch.state_size, CACHE_LINE):
        prefetch(state + offset)


@inlined_kernel
def words(address, batch):
    """An array of one 64-bit number per row."""
    return array_at(address, batch.rows, np.int64)


@inlined_kernel
def random_words(address, batch):
    """An array of one random state per row."""
    return array_at(address, batch.rows, np.uint64)


@inlined_kernel
def flags(address, batch):
    """An array of one bool per row."""
    return array_at(address, batch.rows, np.bool_)


@inlined_kernel
def mask_of(batch, row):
    """The mask of a row."""
    return array_at(mask_address(batch, row), batch.action_count, np.int8)


@inlined_kernel
def mask_address(batch, row):
    """Where the mask of a row begins."""
    return batch.mask + row * batch.action_count


@inlined_kernel
def features_of(batch, row):
    """The raw features of a row."""
    return array_at(features_address(batch, row), batch.feature_count, np.int16)


@inlined_kernel
def features_address(batch, row):
    """Where the raw features of a row begin."""
    return batch.features + row * batch.feature_count * INT16_BYTES


@inlined_kernel
def floats_of(address, row, length):
    """A row of a table of float32 numbers."""
    return array_at(address + row * length * FLOAT32_BYTES, length, np.float32)


@inlined_kernel
def counts_of(address, row, length):
    """A row of a table of int32 numbers."""
    return array_at(address + row * length * INT32_BYTES, length, np.int32)


@kernel
def copy_bytes(source, target, size):
    """Copy bytes from one address to another."""
    sources, targets = array_at(source, size, np.uint8), array_at(target, size, np.uint8)
    for byte in range(size):
        targets[byte] = sources[byte]
