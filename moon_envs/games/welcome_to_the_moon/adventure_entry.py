"""The entry points of an adventure: the shared turn with the adventure's tables, features and points."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from moon_envs.engine.entry_points import compile_entry_points
from moon_envs.games.welcome_to_the_moon import turn
from moon_envs.games.welcome_to_the_moon.scoring import outcome
from moon_envs.games.welcome_to_the_moon.state import MAX_PLAYERS, actor
from moon_envs.tables import ActionTable, FeatureTable


def compile_adventure(
    file: str,
    state: np.dtype,
    actions: ActionTable,
    features: FeatureTable,
    categories: tuple[str, ...],
    observe: Callable,
    points: Callable,
) -> tuple:
    """Compile the entry points of the adventure whose entry module is `file`."""
    return compile_entry_points(
        file,
        state=state,
        actions=len(actions),
        table_features=features.size(0),
        player_features=features.size(1) - features.size(0),
        most_sides=MAX_PLAYERS,
        categories=len(categories),
        start=turn.start,
        actor=actor,
        legal=turn.legal,
        apply=turn.apply,
        observe=observe,
        points=points,
        outcome=outcome,
        resample=turn.resample,
    )
