"""The loop that looks at one record: who decides, what is legal, and the points."""

from __future__ import annotations

from numba import types

from moon_envs.engine.compile import loop
from moon_envs.engine.entry import ACTOR, LEGAL, POINTS, call_entry

_entry = types.Array(types.int64, 1, "C")
_mask = types.Array(types.int8, 1, "C")
_points = types.Array(types.int32, 2, "C")


@loop(types.int64(_entry, types.int64, _mask, _points))
def look_at_record(entry, state, mask, points):
    """Write the legal actions and the points of the record at an address; returns who decides, -1 when it is over."""
    call_entry(entry[POINTS], state, points.ctypes.data, 0)
    actor = call_entry(entry[ACTOR], state, 0, 0)
    if actor >= 0:
        call_entry(entry[LEGAL], state, mask.ctypes.data, 0)
    return actor
