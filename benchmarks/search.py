"""Simulations per second of `Search` from the middle of games, on one core and on two.

    python -m benchmarks.search launch mlem --seconds 2

A simulation redraws what the player cannot know, walks the tree, plays to the end of the game with uniformly random
legal actions, and backs up the result. The positions come from random games after a third of their decisions; each
search starts with an empty tree. The thread counts take turns, so that a busy spell of the machine slows all of them.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import moon_envs
from benchmarks.json_file import parse_with_json_file, write_json_file
from benchmarks.throughput import representative_modes
from moon_envs import Batch, Search
from moon_envs.core.game import Game
from moon_envs.engine.threads import available_cores
from moon_envs.testing.speed import machine_report

POSITIONS = 64
MOST_THREADS = 2


def positions(game: Game, mode: dict[str, Any]) -> np.ndarray:
    """Records of random games after a third of the mean number of decisions."""
    length = Batch(game, POSITIONS, seed=1, autoreset="disabled", threads=1, **mode)
    length.play_out()
    batch = Batch(game, POSITIONS, seed=2, threads=1, **mode)
    for _ in range(int(length.final_decisions.mean()) // 3):
        batch.step(batch.sample())
    return batch.states.copy()


def measure(search: Search, states: np.ndarray, seconds: float, seed: int) -> tuple[int, float, float]:
    """Search for `seconds`; returns the simulations, the wall seconds and the CPU seconds."""
    simulations, wall, cpu = 0, time.perf_counter(), time.process_time()
    while (passed := time.perf_counter() - wall) < seconds:
        simulations += int(search.search(states, seed + simulations).visits.sum())
    return simulations, passed, time.process_time() - cpu


def measured_rows(game: Game, mode: dict[str, Any], simulations: int, seconds: float, repeats: int) -> list[dict]:
    """Measure a mode; returns one row for each number of threads."""
    states = positions(game, mode)
    threads = sorted({1, min(MOST_THREADS, available_cores())})
    searches = {count: Search(game, simulations=simulations, threads=count, **mode) for count in threads}
    results: dict[int, list[tuple[int, float, float]]] = {count: [] for count in threads}
    for search in searches.values():
        measure(search, states, seconds / repeats / 5, seed=0)
    for repeat in range(repeats):
        for count, search in searches.items():
            results[count].append(measure(search, states, seconds / repeats, seed=repeat))
    rows: list[dict[str, Any]] = []
    for count, parts in results.items():
        speeds = [done / wall for done, wall, _ in parts]
        rows.append(
            {
                "game": game.id,
                "configuration": game.configuration(**mode).describe(),
                "threads": count,
                "simulations_per_second": statistics.median(speeds),
                "slowest": min(speeds),
                "fastest": max(speeds),
                "simulations_per_cpu_second": statistics.median(done / cpu for done, _, cpu in parts),
            }
        )
        rows[-1]["times_one_thread"] = rows[-1]["simulations_per_second"] / rows[0]["simulations_per_second"]
    return rows


def print_report(console: Console, report: dict[str, Any]) -> None:
    """Print the machine and the table."""
    console.print("Machine: " + ", ".join(f"{name} {value}" for name, value in report["machine"].items()))
    table = Table(title=f"{report['simulations']:,} simulations for each of {POSITIONS} positions, tree search")
    for heading in ("game", "mode", "threads", "simulations/s", "slowest", "fastest", "per CPU s", "x one"):
        table.add_column(heading, justify="left" if heading in ("game", "mode") else "right")
    for row in report["rows"]:
        names = ("simulations_per_second", "slowest", "fastest", "simulations_per_cpu_second")
        numbers = [f"{row[name]:,.0f}" for name in names]
        times = f"{row['times_one_thread']:.2f}"
        table.add_row(row["game"], row["configuration"], str(row["threads"]), *numbers, times)
    console.print(table)


def main() -> None:
    """Measure the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=moon_envs.game_ids(), help="game ids (default: all)")
    parser.add_argument("--simulations", type=int, default=1000, help="for each position (default: %(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=5.0, help="how long each number is measured (default: %(default)s)"
    )
    parser.add_argument(
        "--repeats", type=int, default=5, help="parts of this time; their median is taken (default: %(default)s)"
    )
    arguments = parse_with_json_file(parser)
    console = Console(width=130)
    report: dict[str, Any] = {"machine": machine_report(), "simulations": arguments.simulations, "rows": []}
    for id_ in arguments.games:
        game = moon_envs.game(id_)
        for mode in representative_modes(game):
            console.print(f"measuring {id_}, {game.configuration(**mode).describe()} ...", style="dim")
            settings = arguments.simulations, arguments.seconds, arguments.repeats
            report["rows"] += measured_rows(game, mode, *settings)
    print_report(console, report)
    write_json_file(arguments, report)


if __name__ == "__main__":
    main()
