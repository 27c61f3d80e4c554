"""Random games, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from moon_envs import Batch, game_ids
from moon_envs.core.game import Game

VARIANTS = {"ufo": True, "explorations": True, "secret_missions": True}
OWN_MODES: dict[str, list[dict[str, Any]]] = {
    "mlem": [{"players": 3}, {"players": 2, **VARIANTS}],
    "luna_capital": [{"players": 1}, {"players": 3}],
    "from_the_moon": [{"players": 1}, {"players": 3}],
}
ADVENTURE_MODES: list[dict[str, Any]] = [{"players": 1, "opponent": 3}, {"players": 3}]
SOME_MODES = [(id_, mode) for id_ in game_ids() for mode in OWN_MODES.get(id_, ADVENTURE_MODES)]
"""Of every game a mode of each kind."""


class Taken(NamedTuple):
    """A decision that was taken, with the records around it."""

    before: np.void
    after: np.void
    actor: int
    action: int


def taken_decisions(game: Game, mode: dict[str, Any], count: int, seed: int = 8) -> Iterator[Taken]:
    """Decisions of random games."""
    batch = Batch(game, 1, seed=seed, autoreset="disabled", threads=1, **mode)
    for number in range(count):
        if batch.done[0]:
            batch.reset(seed + number)
        before, actor, action = batch.record(), int(batch.actor[0]), int(batch.sample()[0])
        batch.step([action])
        yield Taken(before, batch.record(), actor, action)
