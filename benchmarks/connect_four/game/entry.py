"""Compiles connect four: importing this module does it, or takes it from the cache."""

from __future__ import annotations

from benchmarks.connect_four.game import rules, scoring
from benchmarks.connect_four.game.features import FEATURES, observe
from benchmarks.connect_four.game.state import COLUMNS, PLAYERS, STATE
from moon_envs.engine.entry_points import compile_entry_points

ENTRY = compile_entry_points(
    __file__,
    state=STATE,
    actions=COLUMNS,
    table_features=FEATURES.size(0),
    player_features=FEATURES.size(1),
    most_sides=PLAYERS,
    categories=len(scoring.CATEGORIES),
    start=rules.start,
    actor=rules.actor,
    legal=rules.legal,
    apply=rules.apply,
    observe=observe,
    points=scoring.points,
    outcome=scoring.outcome,
    resample=rules.resample,
)
