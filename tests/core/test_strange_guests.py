"""Wrong inputs (saves and records of other options, recordings, arguments of wrong types) give one clear error each."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch, ConfigurationError, Recording, SaveError
from moon_envs.base.errors import MoonEnvsError
from moon_envs.core import saves


def contents(batch: Batch) -> dict[str, bytes]:
    """Return all arrays of a batch as bytes."""
    return {name: array.tobytes() for name, array in batch._memory.contents().items()}


@pytest.mark.parametrize(
    ("game", "one", "other", "option"),
    [
        ("mlem", {"players": 2}, {"players": 2, "ufo": True}, "ufo"),
        ("launch", {"players": 1, "opponent": 8}, {"players": 1, "opponent": 3}, "opponent"),
    ],
)
def test_games_of_other_options_are_refused(game, one, other, option):
    """Once they were accepted, and all later games had the other options, too."""
    batch, source = Batch(game, 1, **one), Batch(game, 1, **other)
    before = contents(batch)
    with pytest.raises(SaveError, match=f"a game with {option}=.* does not fit; allowed here: {option}="):
        batch.load(source.save())
    with pytest.raises(ConfigurationError, match=f"a game with {option}=.* does not fit"):
        batch.set_states(source.states)
    assert contents(batch) == before


@pytest.mark.parametrize(
    "call",
    [
        lambda game: game.check_states(None, 2),
        lambda game: game.check_states(np.zeros(3), 2),
        lambda game: game.new_states(None),
        lambda game: game.describe(1, 1),
        lambda game: dataclasses.replace(game, points_scale=0.0),
        lambda game: dataclasses.replace(game, id="../../evil"),
        lambda game: game.configuration(missions=np.array(1)),
        lambda game: game.configuration(missions=[[1], [1, 2], 3]),
        lambda game: Recording.begin("launch", seed=1).replay(game="nothing"),
        lambda game: saves.unpack("nothing", b""),
        lambda game: saves.unpack(game, np.array(b"abc")),
        lambda game: saves.unpack(game, memoryview(b"abcdefgh" * 30)[::2]),
        lambda game: saves.pack(game, b"abc"),
    ],
)
def test_one_error_of_ours(call):
    with pytest.raises(MoonEnvsError):
        call(moon_envs.game("launch"))


def test_recordings_of_numbers_of_numpy():
    recording = Recording.begin("mlem", 2, 1)
    recording.actions.append(recording.replay().sample()[0])
    assert Recording.from_bytes(recording.to_bytes()).actions == [int(recording.actions[0])]
    recording.actions.append(1.5)
    with pytest.raises(SaveError, match="whole numbers"):
        recording.to_bytes()
