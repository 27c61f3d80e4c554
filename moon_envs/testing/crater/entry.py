"""Compiles Crater on import, or loads it from the cache."""

from __future__ import annotations

from moon_envs.engine.entry_points import compile_game
from moon_envs.testing.crater import rules, scoring
from moon_envs.testing.crater.features import observe
from moon_envs.testing.crater.game import GAME
from moon_envs.testing.crater.state import actor

KERNELS = {
    "start": rules.start,
    "actor": actor,
    "legal": rules.legal,
    "apply": rules.apply,
    "observe": observe,
    "points": scoring.points,
    "known_points": scoring.known_points,
    "outcome": scoring.outcome,
    "resample": rules.resample,
    "find_fault": rules.find_fault,
}
ENTRY = compile_game(__file__, GAME, **KERNELS)
