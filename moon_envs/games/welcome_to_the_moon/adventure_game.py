"""Builds the `Game` of an adventure: what all adventures have in common is filled in once."""

from __future__ import annotations

from pathlib import Path

from moon_envs.core.game import Game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.configuration import (
    MODES,
    OPTIONS,
    PLAYER_COUNTS,
    SOURCE,
    configurer,
    option_checker,
)
from moon_envs.games.welcome_to_the_moon.faults import FAULTS
from moon_envs.games.welcome_to_the_moon.knowledge import unknown_orders
from moon_envs.games.welcome_to_the_moon.scoring import ASTRA_CATEGORIES, has_astra
from moon_envs.games.welcome_to_the_moon.text import describer, renderer


def adventure_game(tables: AdventureTables) -> Game:
    """The `Game` of the adventure with these tables."""
    return Game(
        id=tables.id,
        title=f"Welcome to the Moon: {tables.id.capitalize()}",
        version=tables.version,
        summary=tables.summary,
        source=SOURCE,
        player_counts=PLAYER_COUNTS,
        options=OPTIONS,
        rival="ASTRA",
        state=tables.state,
        faults=FAULTS,
        unknown_orders=unknown_orders,
        actions=tables.actions,
        features=tables.features,
        categories=tables.categories,
        category_conditions={name: has_astra for name in tables.categories if name in ASTRA_CATEGORIES},
        points_scale=tables.points_scale,
        lowest_points=tables.lowest_points,
        entry_module=f"moon_envs.games.welcome_to_the_moon.{tables.id}.entry",
        drawing_module=f"moon_envs.render.games.welcome_to_the_moon.{tables.id}",
        events_module=f"moon_envs.events.games.welcome_to_the_moon.{tables.id}",
        check_options=option_checker(tables.id, tables.missions),
        configure=configurer(tables.missions),
        describe_action=describer(tables),
        render=renderer(tables),
        simultaneous=tables.simultaneous,
        modes=MODES,
        documentation=Path(__file__).parent / tables.id / "RULES.md",
    )
