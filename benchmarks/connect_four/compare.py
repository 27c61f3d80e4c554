"""Connect four in C, on moon_envs, and in other frameworks: random play, one core each, in one run.

    python -m benchmarks.connect_four.compare

The program leaves out frameworks that are not installed and names them; `pip install ".[compare]"` installs them.

Every contestant runs in its own process, pinned to one core (the same for all) before any import; XLA uses no threads
there. Only one process plays at a time. They take turns, one repeat each and round after round, so a machine that is
busy for a while slows all of them. The ratios compare decisions per CPU second, which other work on the core does not
change.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.json_file import parse_with_json_file, write_json_file
from moon_envs.testing.speed import machine_report

ROOT = Path(__file__).parents[2]
BATCH, BATCH_ON_ALL_CORES = 1024, 16384
INSTALL = 'pip install ".[compare]"'
NARROWEST_REPORT = 120
OTHER_PACKAGES = ("jax", "jaxlib", "pgx", "open_spiel", "pettingzoo")

ARRAYS = "int8 mask, 84 int16 features (moon_envs: in one row for all), 84 float32 observation, reward, done, actor"


@dataclass
class Contestant:
    """One line of the table.

    Attributes:
        name: what `contestants.py` calls it.
        title: what the table calls it.
        batch: how many games it plays at once.
        all_cores: whether it may use all cores; then it is not part of the comparison on one core.
        step: what one step includes beyond a uniformly random legal action, the move, and a new game after an end.
        missing: the package that is not installed.
        repeats: decisions, wall and CPU seconds of each repeat.
    """

    name: str
    title: str
    batch: int
    step: str
    all_cores: bool = False
    missing: str = ""
    repeats: list[dict[str, float]] = field(default_factory=list)

    def speed(self, clock: str) -> float:
        """Return the median of decisions per second on a clock, `wall_seconds` or `cpu_seconds`."""
        return statistics.median(repeat["decisions"] / repeat[clock] for repeat in self.repeats)

    @property
    def spread(self) -> tuple[float, float]:
        """Return the slowest and the fastest repeat, in decisions per wall second."""
        speeds = [repeat["decisions"] / repeat["wall_seconds"] for repeat in self.repeats]
        return min(speeds), max(speeds)


def contestants() -> list[Contestant]:
    """Return all contestants."""
    pgx_step = "bool mask, bool observation (6, 7, 2), rewards, terminated; Pgx's own auto_reset"
    pettingzoo_step = "last(): dict of int8 observation (6, 7, 2) and mask, reward, termination; step()"
    return [
        Contestant("c", "C program, gcc -O3 -march=native", BATCH, f"{ARRAYS}; legality of all actions checked first"),
        Contestant("moon_envs", "moon_envs Batch", BATCH, f"{ARRAYS}; legality of all actions checked first"),
        Contestant("pgx", "Pgx, one jitted call per step", BATCH, pgx_step),
        Contestant("pgx_loop", "Pgx, 100 steps in one jitted loop", BATCH, pgx_step + "; shows only the last step"),
        Contestant("open_spiel", "OpenSpiel from Python", 1, "mask and observation tensor (126) as lists, returns"),
        Contestant("pettingzoo_raw", "PettingZoo connect_four_v3 raw_env", 1, pettingzoo_step),
        Contestant("pettingzoo", "PettingZoo connect_four_v3 env", 1, pettingzoo_step + "; its usual wrappers"),
        Contestant("moon_envs_all_cores", "moon_envs Batch, all cores", BATCH_ON_ALL_CORES, ARRAYS, all_cores=True),
        Contestant("pgx_all_cores", "Pgx, one call per step, all cores", BATCH_ON_ALL_CORES, pgx_step, all_cores=True),
    ]


class Player:
    """The process of a contestant, waiting for its turns."""

    def __init__(self, contestant: Contestant, cores: list[int]):
        self.contestant = contestant
        command = [sys.executable, "-m", "benchmarks.connect_four.contestants", contestant.name]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
        self._process = subprocess.Popen(
            [*command, ",".join(map(str, cores))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment,
        )
        contestant.missing = self._answer().get("missing", "")

    def play(self, seconds: float) -> None:
        """Let the contestant play once, and keep the result."""
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        self.contestant.repeats.append(self._answer())

    def _answer(self) -> dict[str, Any]:
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.contestant.title}: the process ended with code {self._process.wait()}.")
        return json.loads(line)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def compare(chosen: list[Contestant], core: int, seconds: float, repeats: int) -> None:
    """Measure all contestants in turns."""
    all_cores = sorted(os.sched_getaffinity(0))
    players = [Player(contestant, all_cores if contestant.all_cores else [core]) for contestant in chosen]
    try:
        for _ in range(repeats):
            for player in players:
                if not player.contestant.missing:
                    player.play(seconds)
    finally:
        for player in players:
            player.close()


def find(chosen: list[Contestant], *names: str) -> float | None:
    """Return the best decisions per CPU second of the named contestants, or None if none was measured."""
    return max((c.speed("cpu_seconds") for c in chosen if c.name in names and c.repeats), default=None)


def results(chosen: list[Contestant]) -> list[dict[str, Any]]:
    """Return the numbers of the table."""
    c_speed, pgx_speed, pgx_loop_speed = find(chosen, "c"), find(chosen, "pgx"), find(chosen, "pgx_loop")
    rows = []
    for contestant in chosen:
        row: dict[str, Any] = {"name": contestant.name, "title": contestant.title, "batch": contestant.batch}
        row |= {"cores": "all" if contestant.all_cores else 1, "step": contestant.step}
        if contestant.missing:
            row["missing"] = contestant.missing
        else:
            speed = contestant.speed("cpu_seconds")
            row["steps_per_second"] = contestant.speed("wall_seconds")
            row["slowest"], row["fastest"] = contestant.spread
            row["steps_per_cpu_second"] = speed
            for to, reference in (("c", c_speed), ("pgx", pgx_speed), ("pgx_loop", pgx_loop_speed)):
                row[f"ratio_to_{to}"] = None if reference is None or contestant.all_cores else speed / reference
        rows.append(row)
    return rows


def other_versions() -> dict[str, str]:
    """Return the versions of the other frameworks and of the C compiler."""
    versions = {}
    for package in OTHER_PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            versions[package] = "not installed"
    try:
        versions["gcc"] = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
    except FileNotFoundError:
        versions["gcc"] = "not installed"
    return versions


def print_report(console: Console, report: dict[str, Any]) -> None:
    """Print the table, and everything needed to judge it."""
    console.print("Machine: " + ", ".join(f"{name} {value}" for name, value in report["machine"].items()))
    console.print(f"{report['repeats']} repeats of {report['seconds']:g} s in turns, medians; core {report['core']}.")
    table = Table(title="Connect four, random legal play", caption="Ratios: decisions per CPU second, one core each.")
    for heading in ("framework", "batch", "cores", "steps/s", "per CPU s", "of C", "x Pgx", "x Pgx loop"):
        table.add_column(heading, justify="left" if heading == "framework" else "right")
    for row in report["results"]:
        start = (row["title"], f"{row['batch']:,}", str(row["cores"]))
        if "missing" in row:
            table.add_row(*start, "not installed")
            continue
        ratios = [row[f"ratio_to_{to}"] for to in ("c", "pgx", "pgx_loop")]
        table.add_row(
            *start,
            f"{row['steps_per_second']:,.0f}",
            f"{row['steps_per_cpu_second']:,.0f}",
            *("" if ratio is None else f"{ratio:.3g}" for ratio in ratios),
        )
    console.print(table)
    for row in report["results"]:
        if "missing" in row:
            how = "install gcc" if row["missing"] == "gcc" else INSTALL
            console.print(f"{row['title']}: {row['missing']} is not installed ({how}).", markup=False)
    console.print("One step: a uniformly random legal action, the move, a new game after an end, and for each game:")
    for row in report["results"]:
        console.print(f"  {row['title']}: {row['step']}.", markup=False)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--seconds", type=float, default=3.0, help="how long each repeat is measured (default: %(default)s)"
    )
    parser.add_argument(
        "--repeats", type=int, default=5, help="how many repeats; medians are shown (default: %(default)s)"
    )
    parser.add_argument(
        "--core",
        type=int,
        default=max(os.sched_getaffinity(0)),
        help="the core of the contestants (default: %(default)s)",
    )
    parser.add_argument("--only", nargs="+", choices=[c.name for c in contestants()], help="compare only these")
    arguments = parse_with_json_file(parser)
    chosen = [c for c in contestants() if not arguments.only or c.name in arguments.only]
    compare(chosen, arguments.core, arguments.seconds, arguments.repeats)
    report = {
        "machine": {**machine_report(), **other_versions()},
        "seconds": arguments.seconds,
        "repeats": arguments.repeats,
        "core": arguments.core,
        "results": results(chosen),
    }
    print_report(Console(width=max(Console().width, NARROWEST_REPORT)), report)
    write_json_file(arguments, report)


if __name__ == "__main__":
    main()
