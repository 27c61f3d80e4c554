"""Compiles connect four on import, or loads it from the cache."""

from __future__ import annotations

from benchmarks.connect_four.game import rules, scoring
from benchmarks.connect_four.game.features import observe
from benchmarks.connect_four.game.game import GAME
from moon_envs.engine.entry_points import compile_game

ENTRY = compile_game(
    __file__,
    GAME,
    start=rules.start,
    actor=rules.actor,
    legal=rules.legal,
    apply=rules.apply,
    observe=observe,
    points=scoring.points,
    known_points=scoring.known_points,
    outcome=scoring.outcome,
    resample=rules.resample,
    find_fault=rules.find_fault,
)
