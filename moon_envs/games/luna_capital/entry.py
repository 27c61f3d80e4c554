"""Compiles Luna Capital on import, or loads it from the cache."""

from __future__ import annotations

from moon_envs.engine.entry_points import compile_game
from moon_envs.games.luna_capital import rules, scoring
from moon_envs.games.luna_capital.faults import find_fault
from moon_envs.games.luna_capital.features import observe
from moon_envs.games.luna_capital.game import GAME
from moon_envs.games.luna_capital.hidden import resample
from moon_envs.games.luna_capital.state import actor

ENTRY = compile_game(
    __file__,
    GAME,
    start=rules.start,
    actor=actor,
    legal=rules.legal,
    apply=rules.apply,
    observe=observe,
    points=scoring.points,
    known_points=scoring.known_points,
    outcome=scoring.outcome,
    resample=resample,
    find_fault=find_fault,
)
