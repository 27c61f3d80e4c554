"""State records have no gaps, so copies are equal in every byte; values outside their bounds are reported."""

import numpy as np
import pytest

import moon_envs
from moon_envs.engine.records import HEADER_FIELDS, Field, Record, StateRecord, gaps_of

FIELDS = [
    Field("turn", np.int8, 1, 9, "the turn"),
    Field("cards", np.int64, -1, 5, "cards in hand", size=2),
    Field("seat", np.int8, 0, 1),
    Field("score", np.int16, -100, 100),
    Field("over", np.int8, 0, 1),
]
PLAIN = [(field.name, field.dtype, field.shape) for field in FIELDS]
SHEET = Record([Field("cells", np.int8, -1, np.array([3, 4, 5]), "what a cell holds", size=3)])


def test_gaps_become_fields():
    """Fields keep their order and their offsets; gaps between them become fields."""
    record, aligned = Record(FIELDS).dtype, np.dtype(PLAIN, align=True)
    assert record.names == ("turn", "unused_1", "cards", "seat", "unused_25", "score", "over", "unused_29")
    assert all(record.fields[field.name] == aligned.fields[field.name] for field in FIELDS)
    assert record.itemsize == aligned.itemsize and record.alignment == aligned.alignment
    assert gaps_of(record) == []


def test_gaps_are_found():
    """Gaps inside nested records and at the end are found, too."""
    inner = np.dtype(PLAIN, align=True)
    assert gaps_of(inner) == ["7 bytes before 'cards'", "1 bytes before 'score'", "3 bytes at the end"]
    outer = np.dtype([("seed", np.uint64), ("players", inner, 2)])
    assert gaps_of(outer) == [f"'players': {gap}" for gap in gaps_of(inner)]


def test_a_record_without_gaps_is_left_alone():
    """A record without gaps gets no fields."""
    assert Record(FIELDS[1:2]).dtype == np.dtype(PLAIN[1:2], align=True)


def test_values_outside_their_bounds_are_said():
    """It names row, field, place, value and bounds; bounds may differ from place to place."""
    record = Record([*FIELDS, Field("players", SHEET, size=2)])
    records = np.zeros(3, record.dtype)
    records["turn"] = 1
    assert record.first_fault(records) is None
    for path, places, value, words in (
        (("turn",), (2,), 0, "turn is 0; allowed: 1 to 9 (the turn)"),
        (("cards",), (2, 1), 6, "cards[1] is 6; allowed: -1 to 5 (cards in hand)"),
        (("players", "cells"), (2, 1, 0), 4, "players[1].cells[0] is 4; allowed: -1 to 3 (what a cell holds)"),
        (("players", "cells"), (2, 0, 2), 6, "players[0].cells[2] is 6; allowed: -1 to 5 (what a cell holds)"),
        (("unused_1",), (2, 3), 1, "unused_1[3] is 1; allowed: 0 (nothing: it fills a gap)"),
    ):
        spoiled = records.copy()
        field = spoiled
        for name in path:
            field = field[name]
        field[places] = value
        assert record.first_fault(spoiled) == (2, words)


def test_a_state_record_keeps_its_configuration_in_front():
    """The part that is cleared before a game is dealt begins behind the configuration."""
    state = StateRecord(
        "test", configuration=[Field("player_count", np.int8, 1, 2), Field("level", np.int8, 0, 3)], table=FIELDS
    )
    header = sum(field.dtype.itemsize for field in HEADER_FIELDS)
    assert state.offset("player_count") == header and state.cleared_from == header + 2
    assert state.cleared_from <= state.offset("turn")
    with pytest.raises(ValueError, match="has no field 'player_count'"):
        StateRecord("test", configuration=[], table=FIELDS)


@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_copies_have_the_same_bytes(game):
    """A copy overwrites every byte; numpy does not promise that for records with gaps."""
    states = moon_envs.Batch(game, 3, seed=4).states
    over = np.frombuffer(bytearray(b"\xaa" * states.nbytes), dtype=states.dtype)
    over[:] = states
    assert over.tobytes() == states.tobytes()


@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_every_field_says_what_it_is(game):
    """The declarations are the documentation of a record."""
    for leaf in moon_envs.game(game).state.leaves():
        assert leaf.field.meaning, f"{game}: {'.'.join(leaf.path)} has no meaning"
