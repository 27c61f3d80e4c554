"""The loops that look at one record: who decides, the legal actions, and the points."""

from __future__ import annotations

from numba import types

from moon_envs.engine.compiler.compile import loop
from moon_envs.engine.entry import ACTOR, LEGAL, POINTS, call_entry

_entry = types.Array(types.int64, 1, "C")
_mask = types.Array(types.int8, 1, "C")
_points = types.Array(types.int32, 2, "C")


EVERYBODY = -1


@loop(types.int64(_entry, types.int64, types.int64, _mask))
def look_at_decision(entry, state, seat, mask):
    """Return who decides in the record at an address, -1 when it is over; write the legal actions if that is `seat`.

    For another seat they are not computed: the record may be a redrawn guess.
    """
    actor = call_entry(entry[ACTOR], state, 0, 0)
    if actor >= 0 and (seat == EVERYBODY or seat == actor):
        call_entry(entry[LEGAL], state, mask.ctypes.data, 0)
    return actor


@loop(types.void(_entry, types.int64, _points))
def count_points(entry, state, points):
    """Write the points of all sides and categories in the record at an address."""
    call_entry(entry[POINTS], state, points.ctypes.data, 0)
