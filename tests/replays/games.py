"""Recorded games for tests of replays: random ones, whole or in part."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

import moon_envs
from moon_envs import Recording
from moon_envs.replays.packing import unpack

GAMES = moon_envs.game_ids()
SIMULTANEOUS = [id_ for id_ in GAMES if moon_envs.game(id_).simultaneous]


def random_recording(game: Any, length: int | None = None, seed: int = 4, **mode: Any) -> Recording:
    """A random game: its first decisions, or all."""
    recording = Recording.begin(game, seed=seed, **mode)
    batch, chance = recording.replay(game=game), np.random.default_rng(seed)
    while not batch.done[0] and (length is None or len(recording.actions) < length):
        action = int(chance.choice(batch.legal_actions()))
        recording.actions.append(action)
        batch.step(action)
    return recording


def data_of(page: str) -> dict[str, Any]:
    """What the script of a page reads."""
    (packed,) = re.findall(r'<script type="text/plain" id="game">([A-Za-z0-9+/=]*)</script>', page)
    return unpack(packed)
