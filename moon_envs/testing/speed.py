"""Measure how fast batches are, and describe the machine, for `moon-envs bench`, `doctor` and the benchmarks."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import statistics
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from moon_envs.batch import Batch
from moon_envs.core.game import Game
from moon_envs.core.registry import game as find_game

PACKAGES = ("moon_envs", "numpy", "numba", "llvmlite", "gymnasium", "pettingzoo", "rich")
DECISION = (
    "uniform choice among the legal actions, legality check, transition, rewards, autoreset, and the mask and "
    "observation of the next decision"
)
WARM_UP_SHARE = 0.2


@dataclass(frozen=True)
class Measurement:
    """The speed of `batch.step(batch.sample())`.

    Attributes:
        game: the game id.
        configuration: players and options in words.
        batch: the number of games in the batch.
        threads: the number of threads of a step.
        repeats: the number of measurements.
        decisions_per_second: the median of the repeats.
        slowest: decisions per second of the slowest repeat.
        fastest: decisions per second of the fastest repeat.
        decisions_per_cpu_second: decisions per second of processor time, summed over threads.
        microseconds_per_step: wall time of a step of the whole batch, from the median.
        decisions: the number of decisions in all repeats.
        wall_seconds: wall time of all repeats.
        cpu_seconds: processor time of all repeats, summed over threads.
    """

    game: str
    configuration: str
    batch: int
    threads: int
    repeats: int
    decisions_per_second: float
    slowest: float
    fastest: float
    decisions_per_cpu_second: float
    microseconds_per_step: float
    decisions: int
    wall_seconds: float
    cpu_seconds: float

    def as_dictionary(self) -> dict[str, Any]:
        """The measurement as JSON can hold it."""
        return asdict(self)


def measure_batch(
    game: str | Game,
    *,
    num_games: int = 1024,
    players: int | None = None,
    threads: int | None = 1,
    seconds: float = 3.0,
    repeats: int = 5,
    seed: int = 0,
    **options: Any,
) -> Measurement:
    """Measure random play with masks, observations, rewards and same-step autoreset.

    Every step makes one decision in every game. Compilation and a warm-up, which spreads the games over all stages,
    come before the clock starts.

    Args:
        game: a game id or a `Game`.
        num_games: the number of games in the batch.
        players: the number of players; None takes the game's default.
        threads: the number of threads; None takes all cores for a large batch.
        seconds: the time of all repeats together.
        repeats: the number of measurements; the result is their median.
        seed: the seed of the first game.
        **options: the options of the game.

    Example:
        >>> measure_batch("launch", num_games=16, players=2, seconds=0.01, repeats=1).batch
        16
    """
    found = find_game(game)
    found.check_arguments(options, measure_batch)
    batch = Batch(found, num_games, players, seed, threads=threads, **options)
    _step_for(batch, seconds * WARM_UP_SHARE)
    walls, cpus, steps = [], [], []
    for _ in range(repeats):
        wall, cpu = time.perf_counter(), time.process_time()
        steps.append(_step_for(batch, seconds / repeats))
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    speeds = [num_games * count / wall for count, wall in zip(steps, walls, strict=True)]
    median, decisions = statistics.median(speeds), num_games * sum(steps)
    return Measurement(
        game=batch.game.id,
        configuration=batch.configuration.describe(),
        batch=num_games,
        threads=batch.threads,
        repeats=repeats,
        decisions_per_second=median,
        slowest=min(speeds),
        fastest=max(speeds),
        decisions_per_cpu_second=decisions / max(sum(cpus), 1e-9),
        microseconds_per_step=1e6 * num_games / median,
        decisions=decisions,
        wall_seconds=sum(walls),
        cpu_seconds=sum(cpus),
    )


def _step_for(batch: Batch, seconds: float) -> int:
    """Play for about `seconds`, at least one step; returns the number of steps."""
    steps, deadline = 0, time.perf_counter() + seconds
    while steps == 0 or time.perf_counter() < deadline:
        batch.step(batch.sample())
        steps += 1
    return steps


def machine_report() -> dict[str, Any]:
    """The machine, its load, and the versions of the packages that matter for speed."""
    from moon_envs.engine.threads import available_cores

    return {
        "processor": processor_name(),
        "cores": os.cpu_count(),
        "available_cores": available_cores(),
        "load_average": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else None,
        "platform": platform.platform(),
        "python": platform.python_version(),
        **{name: version or "missing" for name, version in package_versions().items()},
    }


def package_versions() -> dict[str, str | None]:
    """The versions of this package and of the packages it needs; None for a missing one."""
    versions: dict[str, str | None] = {}
    for package in PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            versions[package] = None
    return versions


def processor_name() -> str:
    """The processor's model; its architecture where the system does not name the model."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()
