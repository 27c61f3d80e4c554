"""Checks around the rules: saves, recordings, copies, illegal actions, finished games, crafted records."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np

from moon_envs.base.errors import IllegalActionError
from moon_envs.batch import Batch
from moon_envs.core import saves
from moon_envs.core.game import Game
from moon_envs.core.registry import is_registered
from moon_envs.records.recording import Recording
from moon_envs.testing.crafted import fuzz

GARBAGE = 0xA5


def check_saves(game: Game, mode: dict[str, Any]) -> None:
    """Check that a loaded game continues exactly like the saved one, and that damaged bytes are refused."""
    batch = Batch(game, 1, seed=3, threads=1, **mode)
    for _ in range(25):
        batch.step(batch.sample())
    data = batch.save()
    restored = Batch(game, 1, seed=99, threads=1, **mode)
    restored.load(data)
    for _ in range(40):
        actions = batch.sample().copy()
        for other in (batch, restored):
            other.step(actions)
        assert restored.states.tobytes() == batch.states.tobytes(), f"{game.id} {mode}: a restored game differs"
        assert (restored.mask == batch.mask).all() and (restored.observation == batch.observation).all()
        assert (restored.reward == batch.reward).all() and (restored.done == batch.done).all()
        assert not batch.done[0] or restored.final_decisions[0] == batch.final_decisions[0]
    for damaged in (b"", data[:20], data[:-1], data[:-1] + bytes([data[-1] ^ 1]), b"x" + data[1:]):
        try:
            saves.unpack(game, damaged)
        except saves.SaveError:
            continue
        raise AssertionError(f"{game.id} {mode}: a damaged save was accepted")


def check_recording(game: Game, mode: dict[str, Any]) -> None:
    """Check that a recorded game replays to the same bytes."""
    recording = Recording.begin(game, seed=21, **mode)
    batch = Batch(game, 1, seed=21, autoreset="disabled", threads=1, **mode)
    while not batch.done[0]:
        recording.actions.append(int(batch.sample()[0]))
        batch.step(recording.actions[-1])
    replayed = Recording.from_bytes(recording.to_bytes(), game).replay(game=game)
    assert replayed.states.tobytes() == batch.states.tobytes(), f"{game.id} {mode}: a replayed game differs"


def check_illegal_actions(game: Game, mode: dict[str, Any]) -> None:
    """Check that an illegal action in one row is refused in words, and that no game of the batch changes."""
    batch = Batch(game, 3, seed=2, threads=1, **mode)
    before = batch.states.tobytes()
    for wrong in (*np.flatnonzero(batch.mask[1] == 0)[:1].tolist(), -1, len(game.actions)):
        actions = batch.sample().copy()
        actions[1] = wrong
        try:
            batch.step(actions)
        except IllegalActionError as error:
            assert "row 1" in str(error) and game.id in str(error) and str(wrong) in str(error), str(error)
        else:
            raise AssertionError(f"{game.id} {mode}: illegal action {wrong} was accepted")
        assert batch.states.tobytes() == before, f"{game.id} {mode}: a refused step moved a game"
    batch.step([int(batch.sample()[0]), -1, int(batch.sample()[2])], on_illegal="forfeit")
    assert batch.illegal.tolist() == [False, True, False] and batch.done[1]
    assert batch.reward[1].min() == np.float32(batch.lowest_reward)


def check_finished_games(game: Game, mode: dict[str, Any]) -> None:
    """Check that a finished game ignores actions, that autoreset starts a new one, and that no reward comes twice."""
    for autoreset in ("same_step", "next_step", "disabled"):
        batch = Batch(game, 4, seed=6, autoreset=autoreset, threads=1, **mode)
        batch.play_out()
        points, states = batch.final_points.copy(), batch.states.tobytes()
        assert batch.done.all() and (batch.actor == -1).all() and (batch.mask == 1).all()
        batch.play_out()
        batch.step(np.arange(4) % len(game.actions))
        assert (batch.final_points == points).all() and not batch.reward.any(), f"{game.id} {mode}: paid twice"
        if autoreset == "disabled":
            assert batch.states.tobytes() == states, f"{game.id} {mode}: a finished game moved"
        else:
            assert not batch.done.any() and (batch.actor >= 0).all(), f"{game.id} {mode}: no new game follows"


def check_dirty_records(game: Game, mode: dict[str, Any]) -> None:
    """Check that a new game has the same bytes in a new record, in a used one, and in one full of garbage."""
    fresh, used = (Batch(game, 8, seed=1, threads=1, **mode) for _ in range(2))
    used.play_out()
    garbage = used.states.copy()
    garbage.view(np.uint8).reshape(len(garbage), -1)[:, game.state.cleared_from :] = GARBAGE
    for records in (used.states.copy(), garbage):
        used.overwrite_records(records, np.arange(len(records)))
        used.reset(1)
        assert used.states.tobytes() == fresh.states.tobytes(), f"{game.id} {mode}: a new game has traces of the last"


def check_copies(game: Game, mode: dict[str, Any]) -> None:
    """Check that copies continue like the original and share nothing with it."""
    batch = Batch(game, 5, seed=4, threads=1, **mode)
    for _ in range(15):
        batch.step(batch.sample())
    twins = [batch.clone(), copy.copy(batch), copy.deepcopy(batch)]
    if is_registered(game):
        twins.append(pickle.loads(pickle.dumps(batch)))
    before = batch.states.tobytes()
    for twin in twins:
        twin.step(twin.sample())
    assert batch.states.tobytes() == before, f"{game.id} {mode}: stepping a copy moves the original"
    batch.step(batch.sample())
    for twin in twins:
        for name in ("states", "mask", "observation", "reward", "actor", "final_points"):
            same = getattr(twin, name).tobytes() == getattr(batch, name).tobytes()
            assert same, f"{game.id} {mode}: a copy goes on otherwise than the original ({name})"


def check_crafted_records(game: Game, mode: dict[str, Any], records: int = 400) -> None:
    """Check that a tampered record is either refused or leads to a game that ends."""
    report = fuzz(game, mode, records, seed=77)
    assert report.refused > 0, f"{game.id} {mode}: every crafted record is accepted"
