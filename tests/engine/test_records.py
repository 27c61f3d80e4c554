"""State records have no gaps, so every copy has the same bytes."""

import numpy as np
import pytest

import moon_envs
from moon_envs.engine.records import gaps_of, record_dtype

FIELDS = [("turn", np.int8), ("cards", np.int64, 2), ("seat", np.int8), ("score", np.int16), ("over", np.int8)]


def test_gaps_become_fields():
    """The fields keep their order and their places; what lies between them has names."""
    record, aligned = record_dtype(FIELDS), np.dtype(FIELDS, align=True)
    assert record.names == ("turn", "unused_1", "cards", "seat", "unused_25", "score", "over", "unused_29")
    assert all(record.fields[name] == aligned.fields[name] for name, *_ in FIELDS)
    assert record.itemsize == aligned.itemsize and record.alignment == aligned.alignment
    assert gaps_of(record) == []


def test_gaps_are_found():
    """Also in a record inside a record, and at the end."""
    inner = np.dtype(FIELDS, align=True)
    assert gaps_of(inner) == ["7 bytes before 'cards'", "1 bytes before 'score'", "3 bytes at the end"]
    outer = record_dtype([("seed", np.uint64), ("players", inner, 2)])
    assert gaps_of(outer) == [f"'players': {gap}" for gap in gaps_of(inner)]


def test_a_record_without_gaps_is_left_alone():
    """Nothing is added where nothing is missing."""
    assert record_dtype(FIELDS[1:2]) == np.dtype(FIELDS[1:2], align=True)


@pytest.mark.parametrize("game", moon_envs.games())
def test_copies_have_the_same_bytes(game):
    """Copying over other bytes leaves nothing of them, which numpy does not promise for records with gaps."""
    states = moon_envs.Batch(game, 3, seed=4).states
    over = np.frombuffer(bytearray(b"\xaa" * states.nbytes), dtype=states.dtype)
    over[:] = states
    assert over.tobytes() == states.tobytes()
