"""Compiles MLEM: importing this module does it, or takes it from the cache."""

from __future__ import annotations

from moon_envs.engine.entry_points import compile_entry_points
from moon_envs.games.mlem import rules, scoring
from moon_envs.games.mlem.actions import ACTIONS
from moon_envs.games.mlem.components import MAX_PLAYERS
from moon_envs.games.mlem.features import PLAYER_FEATURES, TABLE_FEATURES, observe
from moon_envs.games.mlem.state import STATE, actor

ENTRY = compile_entry_points(
    __file__,
    state=STATE,
    actions=len(ACTIONS),
    table_features=TABLE_FEATURES,
    player_features=PLAYER_FEATURES,
    most_sides=MAX_PLAYERS,
    categories=len(scoring.CATEGORIES),
    start=rules.start,
    actor=actor,
    legal=rules.legal,
    apply=rules.apply,
    observe=observe,
    points=scoring.points,
    outcome=scoring.outcome,
    resample=rules.resample,
)
