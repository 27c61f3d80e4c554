"""Measuring agents: against each other in the arena, on the ladder (the standard benchmark), and in the linked series.

It imports `records` and everything below it. Start with `arena.py`; `ladder.py` and `series.py` build on it.
"""

from moon_envs.arena.arena import Arena, run_arena
from moon_envs.arena.bootstrap import Estimate
from moon_envs.arena.comparisons import Comparison, Difference
from moon_envs.arena.report import write_report
from moon_envs.arena.results import ArenaResult, Standing, Timing
from moon_envs.arena.sequential import Sprt, SprtOutcome

__all__ = [
    "Arena",
    "ArenaResult",
    "Comparison",
    "Difference",
    "Estimate",
    "Sprt",
    "SprtOutcome",
    "Standing",
    "Timing",
    "run_arena",
    "write_report",
]
