"""MLEM as a `Game`: everything the adapters need to know."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.checks import shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.files.component_files import tables_code
from moon_envs.core.game import Configuration, Game
from moon_envs.core.tables import Option
from moon_envs.games.mlem.actions import ACTIONS
from moon_envs.games.mlem.components import COMPONENTS, PLAYER_COUNTS, RECONSTRUCTED_TABLES
from moon_envs.games.mlem.faults import FAULTS
from moon_envs.games.mlem.features import FEATURES
from moon_envs.games.mlem.knowledge import unknown_orders
from moon_envs.games.mlem.scoring import CATEGORIES, CATEGORY_CONDITIONS
from moon_envs.games.mlem.state import STATE
from moon_envs.games.mlem.text import describe_action, render

OPTIONS = (
    Option("ufo", False, "True or False", "play with expedition tokens and the UFO", (False, True)),
    Option("explorations", False, "True or False", "play with exploration tokens on the mat", (False, True)),
    Option("secret_missions", False, "True or False", "play with secret missions", (False, True)),
)
VARIANTS = tuple(option.name for option in OPTIONS)

MODES = tuple(
    {"players": players, **dict(zip(VARIANTS, used, strict=True))}
    for used in itertools.product((False, True), repeat=len(VARIANTS))
    for players in PLAYER_COUNTS
)


def check_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Check the options and fill in the defaults: each of the three variants is on or off."""
    for name, value in options.items():
        if not isinstance(value, (bool, np.bool_)):
            raise ConfigurationError(f"mlem: {name}={shown(value)} is not allowed; allowed: True or False.")
    return {name: bool(options.get(name, False)) for name in VARIANTS}


def configure(states: np.ndarray, configuration: Configuration) -> None:
    """Write the configuration into the records."""
    states["player_count"] = configuration.players
    for name in VARIANTS:
        states[name] = configuration.options[name]


GAME = Game(
    id="mlem",
    title="MLEM: Space Agency",
    version=0,
    summary="Cats share a rocket: one rolls the dice, and everybody decides when to get off.",
    source=(
        "MLEM: Space Agency (2023), rulebook in English without its pictures, the rules summary of a public "
        "implementation, published reviews."
    ),
    reconstructed=RECONSTRUCTED_TABLES,
    tables_code=tables_code(COMPONENTS),
    player_counts=PLAYER_COUNTS,
    default_players=PLAYER_COUNTS[0],
    options=OPTIONS,
    state=STATE,
    faults=FAULTS,
    unknown_orders=unknown_orders,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    category_conditions=CATEGORY_CONDITIONS,
    points_scale=100.0,
    lowest_points=0,
    entry_module="moon_envs.games.mlem.entry",
    drawing_module="moon_envs.render.games.mlem",
    events_module="moon_envs.events.games.mlem",
    check_options=check_options,
    configure=configure,
    describe_action=describe_action,
    render=render,
    secret_actions=("return_mission",),  # mlem 14.1
    modes=MODES,
    documentation=Path(__file__).with_name("RULES.md"),
)
