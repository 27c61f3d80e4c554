"""Luna Capital as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.files.component_files import tables_code
from moon_envs.core.game import Configuration, Game
from moon_envs.games.luna_capital.actions import ACTIONS
from moon_envs.games.luna_capital.components import COMPONENTS, PLAYER_COUNTS, RECONSTRUCTED_TABLES
from moon_envs.games.luna_capital.faults import FAULTS
from moon_envs.games.luna_capital.feature_table import FEATURES
from moon_envs.games.luna_capital.knowledge import unknown_orders
from moon_envs.games.luna_capital.scoring import CATEGORIES, CATEGORY_CONDITIONS
from moon_envs.games.luna_capital.state import STATE
from moon_envs.games.luna_capital.text import describe_action, render


def check_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Accept no options: the game has only the number of players."""
    return {}


def configure(states: np.ndarray, configuration: Configuration) -> None:
    """Write the configuration into the records."""
    states["player_count"] = configuration.players


GAME = Game(
    id="luna_capital",
    title="Luna Capital",
    version=0,
    summary="Lay out a city of numbered cards and fill its plots with the projects that come with them.",
    source=(
        "Luna Capital (2022), rulebook in Polish (Miasta Luny) without its pictures; the points of three concessions "
        "and the targets of three residential modules from a public implementation; component counts from reviews."
    ),
    reconstructed=RECONSTRUCTED_TABLES,
    tables_code=tables_code(COMPONENTS),
    player_counts=PLAYER_COUNTS,
    options=(),
    rival="the Automaton",
    state=STATE,
    faults=FAULTS,
    unknown_orders=unknown_orders,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    category_conditions=CATEGORY_CONDITIONS,
    points_scale=100.0,
    lowest_points=0,
    entry_module="moon_envs.games.luna_capital.entry",
    drawing_module="moon_envs.render.games.luna_capital",
    events_module="moon_envs.events.games.luna_capital",
    check_options=check_options,
    configure=configure,
    describe_action=describe_action,
    render=render,
    secret_actions=tuple(action_range.name for action_range in ACTIONS.ranges),  # luna_capital 11.6
    modes=tuple({"players": players} for players in PLAYER_COUNTS),
    documentation=Path(__file__).with_name("RULES.md"),
)
