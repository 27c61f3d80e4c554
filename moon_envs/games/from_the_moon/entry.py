"""Compiles From the Moon on import, or loads it from the cache."""

from __future__ import annotations

from moon_envs.engine.entry_points import compile_game
from moon_envs.games.from_the_moon import rules, scoring
from moon_envs.games.from_the_moon.faults import find_fault
from moon_envs.games.from_the_moon.features import observe
from moon_envs.games.from_the_moon.game import GAME
from moon_envs.games.from_the_moon.solo import closeness
from moon_envs.games.from_the_moon.state import actor

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
    resample=rules.resample,
    find_fault=find_fault,
    closeness=closeness,
)
