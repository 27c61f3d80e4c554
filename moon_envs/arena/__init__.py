"""Measuring agents: all against each other in the arena, and on the ladder, the standard benchmark."""

from moon_envs.arena.arena import Arena, run_arena
from moon_envs.arena.bootstrap import Estimate
from moon_envs.arena.comparisons import Comparison, Difference
from moon_envs.arena.report import write_report
from moon_envs.arena.results import ArenaResult, Standing, Timing

__all__ = [
    "Arena",
    "ArenaResult",
    "Comparison",
    "Difference",
    "Estimate",
    "Standing",
    "Timing",
    "run_arena",
    "write_report",
]
