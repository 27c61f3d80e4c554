"""Looking one action ahead in a row of any game: the position after each legal action, on one redrawn future."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.batch.buffers import copy_bytes, floats_of
from moon_envs.engine.batch.rows import encode_features, redraw
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.entry import APPLY, KNOWN_POINTS, OBSERVE, OUTCOME, array_at, call_entry

# By row: copies of the records, which are redrawn in place; the seat that decides and the seed; and where the actions
# of the row begin in the arrays by action (one number more than rows: the last row needs its end).
ROW_ARRAYS = ("roots", "seats", "seeds", "begins")

# By action: the action, then what it leads to.
ACTION_ARRAYS = ("action", "observation", "points", "done", "outcome")

# Working space: the record after an action, its raw features, and the outcome of all players.
WORKING_ARRAYS = ("state", "features", "outcomes")

AHEAD = np.dtype([(name, np.int64) for name in ("buffers", *ROW_ARRAYS, *ACTION_ARRAYS, *WORKING_ARRAYS)], align=True)
"""Addresses: of these arrays, and of the buffers of the batch, from which only settings are read."""


@kernel
def look_ahead_row(batch, ahead, row):
    """Redraw a copied record, and show the seat that decides there each of its legal actions."""
    root = ahead.roots + row * batch.state_size
    seat = array_at(ahead.seats, row + 1, np.int64)[row]
    redraw(batch, root, seat, array_at(ahead.seeds, row + 1, np.uint64)[row])
    begins = array_at(ahead.begins, row + 2, np.int64)
    for place in range(begins[row], begins[row + 1]):
        copy_bytes(root, ahead.state, batch.state_size)
        look_at_action(batch, ahead, seat, place)


@kernel
def look_at_action(batch, ahead, seat, place):
    """Carry out the action at a place, and note what the seat knows then."""
    action = array_at(ahead.action, place + 1, np.int64)[place]
    is_over = call_entry(batch.entry[APPLY], ahead.state, action, 0) < 0
    call_entry(batch.entry[OBSERVE], ahead.state, seat, ahead.features)
    features = array_at(ahead.features, batch.feature_count, np.int16)
    encode_features(batch, features, floats_of(ahead.observation, place, batch.observed_count))
    points = call_entry(batch.entry[KNOWN_POINTS], ahead.state, seat, 0)
    array_at(ahead.points, place + 1, np.int32)[place] = points
    array_at(ahead.done, place + 1, np.bool_)[place] = is_over
    if is_over:
        call_entry(batch.entry[OUTCOME], ahead.state, ahead.outcomes, 0)
        outcomes = array_at(ahead.outcomes, batch.players, np.float32)
        array_at(ahead.outcome, place + 1, np.float32)[place] = outcomes[seat]
