"""Saves and recordings: other games, versions, tables and damaged bytes are refused in words."""

from dataclasses import replace

import numpy as np
import pytest

import moon_envs
from moon_envs import Recording, SaveError
from moon_envs.core import saves


@pytest.fixture
def batch():
    return moon_envs.Batch("launch", num_games=2, players=2, seed=1)


def test_other_game(batch):
    with pytest.raises(SaveError, match="save of 'launch', not of 'mlem'"):
        saves.unpack(moon_envs.game("mlem"), batch.save())
    assert saves.game_id(batch.save()) == "launch"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 7}, "made by version 0 of the game and cannot be read by version 7"),
        ({"tables_code": 7}, "another state record or other tables"),
    ],
)
def test_other_version_or_tables(batch, change, message):
    with pytest.raises(SaveError, match=message):
        saves.unpack(replace(batch.game, **change), batch.save())


def test_other_format(batch):
    data = bytearray(batch.save())
    data[8] = 99
    with pytest.raises(SaveError, match="format 99; this release reads format 1"):
        saves.unpack(batch.game, bytes(data))


def test_every_changed_byte_is_noticed(batch):
    data = batch.save()
    for place in range(0, len(data), 7):
        damaged = bytearray(data)
        damaged[place] ^= 0x20
        with pytest.raises(SaveError):
            saves.unpack(batch.game, bytes(damaged))


def test_a_refused_load_changes_nothing(batch):
    before = batch.states.tobytes()
    for data in (b"", b"nonsense", moon_envs.Batch("launch", players=3).save(), moon_envs.Batch("mlem").save()):
        with pytest.raises(SaveError):
            batch.load(data, row=1)
        assert batch.states.tobytes() == before


def test_records_of_other_player_counts_are_refused(batch):
    others = moon_envs.Batch("launch", num_games=2, players=6)
    with pytest.raises(moon_envs.ConfigurationError, match="this game has 6 players, not 2"):
        batch.set_states(others.states)
    with pytest.raises(moon_envs.ConfigurationError, match="2 records"):
        batch.set_states(np.zeros(3, dtype=batch.game.state_dtype))


def test_details_come_back(batch):
    data = saves.pack(batch.game, batch.record(), seat=1, words="half past ten")
    record, details = saves.unpack(batch.game, data)
    assert details == {"seat": 1, "words": "half past ten"} and record.tobytes() == batch.record().tobytes()


def test_recordings_of_other_versions_and_bad_actions():
    recording = Recording.begin("launch", seed=3, players=2)
    with pytest.raises(SaveError, match="other tables"):
        replace(recording, version=9).replay()
    with pytest.raises(SaveError, match="other tables"):
        replace(recording, layout=9).replay()
    with pytest.raises(SaveError, match="Action 0 of this recording is not legal"):
        replace(recording, actions=[137]).replay()
    with pytest.raises(SaveError, match="not a recorded game"):
        Recording.from_bytes(b"[1, 2]")
    with pytest.raises(SaveError, match="cannot be played here"):
        Recording.from_bytes(replace(recording, players=9).to_bytes())


def test_details_need_no_state(batch):
    data = saves.pack(batch.game, batch.states[0], seat=1, names=["a"])
    assert saves.details_of(data) == {"seat": 1, "names": ["a"]}
    assert saves.details_of(batch.save())["players"] == 2
    for wrong in (b"", data[:-1], data[:40] + b"x" + data[41:]):
        with pytest.raises(SaveError):
            saves.details_of(wrong)
