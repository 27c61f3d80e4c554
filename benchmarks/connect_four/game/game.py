"""Connect four as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.connect_four.game.actions import ACTIONS
from benchmarks.connect_four.game.features import FEATURES
from benchmarks.connect_four.game.rules import FAULTS
from benchmarks.connect_four.game.scoring import CATEGORIES
from benchmarks.connect_four.game.state import PLAYERS, STATE
from benchmarks.connect_four.game.text import describe_action, render
from moon_envs.core.game import Configuration, Game


def check_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Accept no options."""
    return {}


def configure(states: np.ndarray, configuration: Configuration) -> None:
    """Write the configuration into the records."""
    states["player_count"] = configuration.players


GAME = Game(
    id="connect_four",
    title="Connect four",
    version=0,
    summary="Drop stones into seven columns and be the first to have four in a row.",
    source="The well-known game; here to compare frameworks on equal work.",
    player_counts=(PLAYERS,),
    options=(),
    state=STATE,
    faults=FAULTS,
    unknown_orders=lambda state, seat: [],
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=1.0,
    lowest_points=0,
    entry_module="benchmarks.connect_four.game.entry",
    check_options=check_options,
    configure=configure,
    describe_action=describe_action,
    render=render,
    modes=({"players": PLAYERS},),
    documentation=Path(__file__).with_name("RULES.md"),
)
