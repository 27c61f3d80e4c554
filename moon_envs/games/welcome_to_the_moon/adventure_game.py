"""An adventure as a `Game`: what all adventures have in common, filled in once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from moon_envs.game import Game
from moon_envs.games.welcome_to_the_moon.configuration import (
    MODES,
    OPTIONS,
    PLAYER_COUNTS,
    SOURCE,
    configurer,
    option_checker,
)
from moon_envs.tables import ActionTable, FeatureTable


def adventure_game(
    id_: str,
    *,
    version: int,
    summary: str,
    state_dtype: np.dtype,
    actions: ActionTable,
    features: FeatureTable,
    categories: tuple[str, ...],
    missions: tuple,
    points_scale: float,
    lowest_points: int,
    describe_action: Callable[[np.void, int], str],
    render: Callable[[np.void, int], str],
) -> Game:
    """The `Game` of an adventure, which lives in the folder of its id."""
    package = __package__
    return Game(
        id=id_,
        title=f"Welcome to the Moon: {id_.capitalize()}",
        version=version,
        summary=summary,
        source=SOURCE,
        player_counts=PLAYER_COUNTS,
        options=OPTIONS,
        rival="ASTRA",
        state_dtype=state_dtype,
        actions=actions,
        features=features,
        categories=categories,
        points_scale=points_scale,
        lowest_points=lowest_points,
        entry_module=f"{package}.{id_}.entry",
        check_options=option_checker(id_, missions),
        configure=configurer(missions),
        describe_action=describe_action,
        render=render,
        modes=MODES,
        documentation=Path(__file__).parent / id_ / "RULES.md",
    )
