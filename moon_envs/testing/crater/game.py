"""Crater as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.core.game import Configuration, Game
from moon_envs.testing.crater.actions import ACTIONS
from moon_envs.testing.crater.components import MAX_PLAYERS
from moon_envs.testing.crater.features import FEATURES
from moon_envs.testing.crater.rules import FAULTS
from moon_envs.testing.crater.scoring import CATEGORIES
from moon_envs.testing.crater.state import STATE, unknown_orders
from moon_envs.testing.crater.text import describe_action, render

PLAYER_COUNTS = tuple(range(2, MAX_PLAYERS + 1))


def check_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Accept no options: the game has only the number of players."""
    return {}


def configure(states: np.ndarray, configuration: Configuration) -> None:
    """Write the configuration into the records."""
    states["player_count"] = configuration.players


GAME = Game(
    id="crater",
    title="Crater",
    version=0,
    summary="Bid for craters whose size a die shows, one of which counts twice for you.",
    source="Made up for this package.",
    player_counts=PLAYER_COUNTS,
    options=(),
    state=STATE,
    faults=FAULTS,
    unknown_orders=unknown_orders,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=10.0,
    lowest_points=0,
    entry_module="moon_envs.testing.crater.entry",
    check_options=check_options,
    configure=configure,
    describe_action=describe_action,
    render=render,
    simultaneous=("round",),
    modes=tuple({"players": players} for players in PLAYER_COUNTS),
    documentation=Path(__file__).with_name("RULES.md"),
)
