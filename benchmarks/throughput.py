"""The speed of every game and mode through every interface, with start times and state sizes.

    python -m benchmarks.throughput --quick

A decision includes a uniformly random legal action, the legality check, the transition, rewards, autoreset, and the
mask and observation of the next decision. Gymnasium and PettingZoo use a compiled masked sampler here, because
`Discrete.sample(mask)` alone costs more than a whole step; their steps include the copies they return. Reset steps do
not count.
"""

from __future__ import annotations

import argparse
import importlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import gymnasium
from rich.console import Console
from rich.table import Table

import moon_envs
from benchmarks.json_file import parse_with_json_file, write_json_file
from moon_envs.core.game import Game
from moon_envs.engine.threads import available_cores
from moon_envs.testing.speed import machine_report, measure_batch

BATCHES = (1, 64, 1024, 8192)
START_PROGRAM = """
import time; started = time.perf_counter()
import moon_envs
batch = moon_envs.Batch({game!r}, num_games=1, threads=1)
batch.step(batch.sample())
print(time.perf_counter() - started)
"""


def representative_modes(game: Game) -> list[dict[str, Any]]:
    """One mode for each number of players: the first in `game.modes`."""
    modes: dict[int, dict[str, Any]] = {}
    for mode in game.modes:
        modes.setdefault(mode["players"], mode)
    return list(modes.values())


def batch_rows(game: Game, mode: dict[str, Any], seconds: float, repeats: int) -> list[dict[str, Any]]:
    """Measure `Batch` at all batch sizes, on one core and on all cores."""
    rows = []
    for threads in sorted({1, available_cores()}):
        for size in BATCHES:
            if size < threads:
                continue
            measured = measure_batch(game, num_games=size, threads=threads, seconds=seconds, repeats=repeats, **mode)
            rows.append({"interface": "Batch", **measured.as_dictionary()})
    return rows


def steps_per_second(step: Callable[[int], int], seconds: float, repeats: int) -> tuple[float, float]:
    """The median wall and CPU speed of `step(count)`, which makes about `count` decisions and returns how many."""
    step(200)
    wall_speeds, cpu_speeds = [], []
    for _ in range(repeats):
        wall, cpu, count = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - wall < seconds / repeats:
            count += step(500)
        wall_speeds.append(count / (time.perf_counter() - wall))
        cpu_speeds.append(count / (time.process_time() - cpu))
    return statistics.median(wall_speeds), statistics.median(cpu_speeds)


def gymnasium_stepper(game: Game, mode: dict[str, Any]) -> Callable[[int], int]:
    """Returns a function that steps `gymnasium.make`, with Gymnasium's own wrappers."""
    environment = gymnasium.make(f"moon_envs/{game.class_name}-v{game.version}", **mode)
    environment.reset(seed=0)
    sample = environment.unwrapped.sample

    def step(count: int) -> int:
        for _ in range(count):
            _, _, terminated, _, _ = environment.step(sample())
            if terminated:
                environment.reset()
        return count

    return step


def vector_stepper(game: Game, mode: dict[str, Any], size: int, threads: int) -> Callable[[int], int]:
    """Returns a function that steps `gymnasium.make_vec` with same-step autoreset."""
    environments = gymnasium.make_vec(
        f"moon_envs/{game.class_name}-v{game.version}", size, threads=threads, autoreset_mode="SameStep", **mode
    )
    environments.reset(seed=0)
    sample = environments.unwrapped.sample

    def step(count: int) -> int:
        steps = max(1, count // size)
        for _ in range(steps):
            environments.step(sample())
        return steps * size

    return step


def pettingzoo_stepper(game: Game, mode: dict[str, Any], wrapped: bool) -> Callable[[int], int]:
    """Returns a function that steps `raw_env()` or `env()`, each step with its `last()`."""
    module = importlib.import_module(f"moon_envs.pettingzoo.{game.id}_v{game.version}")
    environment = module.env(**mode) if wrapped else module.raw_env(**mode)
    environment.reset(seed=0)
    sample = environment.unwrapped.sample

    def step(count: int) -> int:
        for _ in range(count):
            _, _, terminated, _, _ = environment.last()
            if terminated:
                environment.reset()
                environment.last()
            environment.step(sample())
        return count

    return step


def adapter_rows(game: Game, mode: dict[str, Any], seconds: float, repeats: int) -> list[dict[str, Any]]:
    """Measure the other interfaces on one core, and the vector environment on all cores, too."""
    steppers: list[tuple[str, int, int, Callable[[int], int]]] = [
        ("gymnasium.make", 1, 1, gymnasium_stepper(game, mode)),
        ("make_vec", 1024, 1, vector_stepper(game, mode, 1024, 1)),
        ("make_vec", 1024, available_cores(), vector_stepper(game, mode, 1024, available_cores())),
        ("PettingZoo raw_env", 1, 1, pettingzoo_stepper(game, mode, wrapped=False)),
        ("PettingZoo env", 1, 1, pettingzoo_stepper(game, mode, wrapped=True)),
    ]
    rows = []
    for interface, size, threads, step in steppers:
        wall, cpu = steps_per_second(step, seconds, repeats)
        rows.append(
            {
                "interface": interface,
                "game": game.id,
                "configuration": game.configuration(**mode).describe(),
                "batch": size,
                "threads": threads,
                "decisions_per_second": wall,
                "decisions_per_cpu_second": cpu,
            }
        )
    return rows


def start_times(game: Game) -> dict[str, float]:
    """Seconds from a new process to its first step, with an empty cache and with a filled one (median of 3)."""

    def run(folder: str) -> float:
        environment = {**os.environ, "MOON_ENVS_CACHE_DIR": folder, "MOON_ENVS_QUIET": "1"}
        program = [sys.executable, "-c", START_PROGRAM.format(game=game.id)]
        return float(subprocess.run(program, env=environment, capture_output=True, text=True, check=True).stdout)

    with tempfile.TemporaryDirectory() as folder:
        cold = run(folder)
        return {"cold": cold, "warm": statistics.median(run(folder) for _ in range(3))}


def print_report(console: Console, report: dict[str, Any]) -> None:
    """Print the machine and the tables."""
    console.print("Machine: " + ", ".join(f"{name} {value}" for name, value in report["machine"].items()))
    for game_report in report["games"]:
        start = game_report["start_seconds"]
        about = f"{game_report['bytes_per_state']} bytes per state"
        if start:
            about += f"; start to first step {start['cold']:.1f} s cold, {start['warm']:.2f} s warm"
        table = Table(title=f"{game_report['game']}: {about}")
        for heading in ("mode", "interface", "batch", "threads", "decisions/s", "per CPU second"):
            table.add_column(heading, justify="left" if heading in ("mode", "interface") else "right")
        for row in game_report["rows"]:
            table.add_row(
                row["configuration"],
                row["interface"],
                f"{row['batch']:,}",
                str(row["threads"]),
                f"{row['decisions_per_second']:,.0f}",
                f"{row['decisions_per_cpu_second']:,.0f}",
            )
        console.print(table)


def main() -> None:
    """Measure the games and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=moon_envs.game_ids(), help="game ids (default: all)")
    parser.add_argument(
        "--seconds", type=float, default=3.0, help="how long each number is measured (default: %(default)s)"
    )
    parser.add_argument(
        "--repeats", type=int, default=5, help="parts of this time; their median is taken (default: %(default)s)"
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the time, and no start times")
    arguments = parse_with_json_file(parser)
    seconds = arguments.seconds / 10 if arguments.quick else arguments.seconds
    console = Console(width=130)
    report: dict[str, Any] = {"machine": machine_report(), "games": []}
    for id_ in arguments.games:
        game = moon_envs.game(id_)
        rows = []
        for mode in representative_modes(game):
            console.print(f"measuring {id_}, {game.configuration(**mode).describe()} ...", style="dim")
            rows += batch_rows(game, mode, seconds, arguments.repeats)
            rows += adapter_rows(game, mode, seconds, arguments.repeats)
        report["games"].append(
            {
                "game": id_,
                "bytes_per_state": game.state_dtype.itemsize,
                "start_seconds": None if arguments.quick else start_times(game),
                "rows": rows,
            }
        )
    print_report(console, report)
    write_json_file(arguments, report)


if __name__ == "__main__":
    main()
