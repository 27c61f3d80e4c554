"""From the Moon as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.checks import check_whole_number, did_you_mean, nearest_name, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.files.component_files import tables_code
from moon_envs.core.game import Configuration, Game
from moon_envs.core.tables import Option
from moon_envs.games.from_the_moon.actions import ACTIONS
from moon_envs.games.from_the_moon.board_text import render
from moon_envs.games.from_the_moon.components import COMPONENTS, LOWEST_SCORE, RECONSTRUCTED_TABLES
from moon_envs.games.from_the_moon.faults import FAULTS
from moon_envs.games.from_the_moon.features import FEATURES
from moon_envs.games.from_the_moon.knowledge import unknown_orders
from moon_envs.games.from_the_moon.scoring import CATEGORIES, CATEGORY_CONDITIONS
from moon_envs.games.from_the_moon.state import DRAFTED, STATE
from moon_envs.games.from_the_moon.text import describe_action
from moon_envs.games.from_the_moon.vocabulary import FACTIONS, FEWEST_OBJECTIVES, MAX_PLAYERS, MOST_OBJECTIVES

PLAYER_COUNTS = tuple(range(1, MAX_PLAYERS + 1))  # from_the_moon 1.1
OBJECTIVE_COUNTS = tuple(range(FEWEST_OBJECTIVES, MOST_OBJECTIVES + 1))

OPTIONS = (
    Option(
        "objectives",
        FEWEST_OBJECTIVES,
        f"{FEWEST_OBJECTIVES} to {MOST_OBJECTIVES}",
        "objectives of the solo mode (players=1): easy, normal, hard, expert",
        OBJECTIVE_COUNTS,
    ),
    Option(
        "factions",
        None,
        "None, or a name for each seat, all different",
        "the factions of the seats in their order; None drafts them",
    ),
)

MODES = tuple([{"players": 1, "objectives": count} for count in OBJECTIVE_COUNTS]) + tuple(
    {"players": players} for players in PLAYER_COUNTS[1:]
)


def check_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Check the options: objectives only in the solo mode, and a faction for every seat or for none."""
    objectives = options.get("objectives")
    if players > 1 and objectives is not None:
        raise ConfigurationError(
            f"from_the_moon: objectives={shown(objectives)} is for the solo mode, players=1, and nothing else."
        )
    if players == 1:
        objectives = FEWEST_OBJECTIVES if objectives is None else objectives
        objectives = check_whole_number(
            "objectives", objectives, FEWEST_OBJECTIVES, MOST_OBJECTIVES, where="from_the_moon: "
        )
    factions = options.get("factions")
    return {"objectives": objectives, "factions": None if factions is None else _check_factions(players, factions)}


def _check_factions(players: int, factions: Any) -> tuple[str, ...]:
    given = (factions,) if isinstance(factions, str) else factions
    names = tuple(given) if isinstance(given, (list, tuple, np.ndarray)) else ()
    is_known = all(isinstance(name, str) and name in FACTIONS for name in names)
    if not is_known or len(names) != players or len(set(names)) < players:
        seats = "one of" if players == 1 else f"{players} different ones of"
        allowed = f"None, or {seats} {', '.join(FACTIONS)}"
        near = did_you_mean(next((nearest_name(name, FACTIONS) for name in names if name not in FACTIONS), None))
        raise ConfigurationError(f"from_the_moon: factions={shown(factions)} is not allowed; allowed: {allowed}.{near}")
    return tuple(str(name) for name in names)


def configure(states: np.ndarray, configuration: Configuration) -> None:
    """Write the configuration into the records."""
    states["player_count"] = configuration.players
    states["objective_count"] = configuration.options["objectives"] or 0
    states["given_factions"] = DRAFTED
    for seat, name in enumerate(configuration.options["factions"] or ()):
        states["given_factions"][:, seat] = FACTIONS.index(name)


GAME = Game(
    id="from_the_moon",
    title="From the Moon",
    version=0,
    summary="Send rovers, develop a base on the Moon, and take part in launching ships to Europa, Titan and Mars.",
    source=(
        "From the Moon, rulebook in English without its pictures; the capacity of rovers from published reviews. No "
        "digital implementation was found."
    ),
    reconstructed=RECONSTRUCTED_TABLES,
    tables_code=tables_code(COMPONENTS),
    player_counts=PLAYER_COUNTS,
    options=OPTIONS,
    rival="the opponent",
    state=STATE,
    faults=FAULTS,
    unknown_orders=unknown_orders,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    category_conditions=CATEGORY_CONDITIONS,
    points_scale=100.0,
    lowest_points=LOWEST_SCORE,
    entry_module="moon_envs.games.from_the_moon.entry",
    drawing_module="moon_envs.render.games.from_the_moon",
    events_module="moon_envs.events.games.from_the_moon",
    check_options=check_options,
    configure=configure,
    describe_action=describe_action,
    render=render,
    modes=MODES,
    documentation=Path(__file__).with_name("RULES.md"),
)
