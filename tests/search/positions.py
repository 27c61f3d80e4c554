"""Positions to search in, and what a search found in them as bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import moon_envs
from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import Batch
from moon_envs.core.game import Game
from moon_envs.search.positions import Searched


def played(game: str | Game, rows: int, steps: int, seed: int = 3, **settings: Any) -> Batch:
    """A batch in the middle of its games."""
    batch = Batch(game, rows, seed=seed, threads=1, **settings)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def connect_four(*columns: int) -> np.ndarray:
    """The position after stones were dropped in these columns, in an array of one record."""
    batch = Batch(CONNECT_FOUR, 1, autoreset="disabled", threads=1)
    for column in columns:
        batch.step(column)
    return batch.states.copy()


def result(found: Searched, row: int | None = None) -> tuple[bytes, ...]:
    """Everything that was found, in all rows or in one."""
    arrays = (found.choices, found.visits, found.values)
    return tuple((array if row is None else array[row]).tobytes() for array in arrays)


def kinds_of_modes() -> list[Any]:
    """Of every game one mode for one player, one for two and one for the most, with the options of the last."""
    chosen = []
    for id_ in moon_envs.game_ids():
        game = moon_envs.game(id_)
        counts = {count for count in (1, 2, max(game.player_counts)) if count in game.player_counts}
        for mode in [[mode for mode in game.modes if mode["players"] == count][-1] for count in sorted(counts)]:
            chosen.append(pytest.param(id_, mode, id=f"{id_}-{game.configuration(**mode).describe()}"))
    return chosen
