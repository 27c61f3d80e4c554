"""State records without gaps: every byte belongs to a field, so that equal games are equal bytes.

Alignment leaves gaps between fields. Numpy does not copy what is in a gap, and numba freezes records with whatever lay
there in memory: saves, clones and comparisons would contain chance.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def record_dtype(fields: Sequence[tuple]) -> np.dtype:
    """An aligned record with these fields, in this order; gaps become fields named "unused" and a number.

    Example:
        >>> record_dtype([("turn", np.int8), ("cards", np.int64)]).names
        ('turn', 'unused_1', 'cards')
    """
    aligned = np.dtype(list(fields), align=True)
    complete: list[tuple] = []
    end = 0
    for field in fields:
        offset = _fields_of(aligned)[field[0]][1]
        complete += _filler(end, offset)
        complete.append(field)
        end = offset + _fields_of(aligned)[field[0]][0].itemsize
    return np.dtype([*complete, *_filler(end, aligned.itemsize)], align=True)


def gaps_of(dtype: np.dtype) -> list[str]:
    """Where a record has gaps, in words; the records inside it included."""
    found, end = [], 0
    for name, (field, offset, *_) in _fields_of(dtype).items():
        if offset > end:
            found.append(f"{offset - end} bytes before {name!r}")
        if field.base.names:
            found += [f"{name!r}: {gap}" for gap in gaps_of(field.base)]
        end = offset + field.itemsize
    return found + ([f"{dtype.itemsize - end} bytes at the end"] if dtype.itemsize > end else [])


def _filler(end: int, offset: int) -> list[tuple]:
    return [(f"unused_{end}", np.uint8, offset - end)] if offset > end else []


def _fields_of(dtype: np.dtype) -> dict:
    return dict(dtype.fields or {})
