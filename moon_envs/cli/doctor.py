"""`moon-envs doctor`: check the installation."""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moon_envs.base.errors import ConfigurationError
from moon_envs.cli.output import many, print_json, print_table
from moon_envs.core import registry

if TYPE_CHECKING:
    from moon_envs.core.game import Game

CHECKED_GAMES = 100
CHECK_SEED = 1
EXIT_PROBLEM = 1
EXAMPLES = """\
examples:
  moon-envs doctor
  moon-envs doctor --json

Plays 100 games of every compiled game, or of the first game if none is compiled. Exits with code 1 if it finds a
problem.
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "doctor",
        help="check the installation",
        description="Check the installation: versions, compiler cache, threads, and a few games.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Examine the installation and print the report."""
    report = examine()
    if arguments.json:
        print_json(report)
    else:
        _print_report(report)
    return EXIT_PROBLEM if report["problems"] else 0


def examine() -> dict[str, Any]:
    """The report as JSON values; `problems` is empty if everything works."""
    problems: list[str] = []
    notes: list[str] = []
    report: dict[str, Any] = {
        "versions": _versions(problems),
        "platform": platform.platform(),
        "executable": sys.executable,
        "environment": _environment(problems, notes),
        "cores": None,
        "cache": None,
        "games": [],
        "self_check": [],
        "problems": problems,
        "notes": notes,
    }
    # The command reports every error instead of failing with it.
    try:
        report["cores"] = _cores()
        report["cache"] = _cache(problems, notes)
        report["games"], compiled = _games(problems)
    except Exception as error:
        problems.append(f"the package does not work: {type(error).__name__}: {error}")
        return report
    for game in compiled:
        started = time.perf_counter()
        try:
            decisions, faults = self_check(game)
        except Exception as error:
            decisions, faults = 0, [f"{type(error).__name__}: {error}"]
        problems += [f"{game.id}: {fault}" for fault in faults]
        report["self_check"].append(
            {
                "game": game.id,
                "games": CHECKED_GAMES,
                "decisions": decisions,
                "seconds": time.perf_counter() - started,
                "passed": not faults,
            }
        )
    return report


def _versions(problems: list[str]) -> dict[str, str | None]:
    from moon_envs.testing.speed import package_versions

    versions = package_versions()
    problems += [f"{name} is not installed" for name, version in versions.items() if version is None]
    return {"python": platform.python_version(), **versions}


def _environment(problems: list[str], notes: list[str]) -> dict[str, str]:
    """The environment variables that affect the package."""
    prefixes, names = ("MOON_ENVS_", "NUMBA_"), ("XDG_CACHE_HOME",)
    found = {name: value for name, value in sorted(os.environ.items()) if name.startswith(prefixes) or name in names}
    if found.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        problems.append("NUMBA_DISABLE_JIT is set: the games cannot be compiled")
    for name in ("NUMBA_BOUNDSCHECK", "NUMBA_DEBUG", "NUMBA_DEBUGINFO"):
        if found.get(name, "0") not in ("", "0"):
            notes.append(f"{name} is set: games run slower")
    return found


def _cores() -> dict[str, Any]:
    from moon_envs.engine.threads import available_cores, thread_count

    return {
        "installed": os.cpu_count(),
        "available": available_cores(),
        "threads_for_1024_games": thread_count(None, 1024),
    }


def _cache(problems: list[str], notes: list[str]) -> dict[str, Any]:
    from moon_envs.engine.compiler.cache import FOLDER_VARIABLE, cache_root, own_folders

    folder = cache_root()
    wanted = os.environ.get(FOLDER_VARIABLE)
    if wanted and _absolute(wanted) != folder:
        problems.append(f"{FOLDER_VARIABLE}={wanted} cannot be used; compiled code goes to {folder}")
    elif not wanted and Path(tempfile.gettempdir()) in folder.parents:
        notes.append(f"the home folder cannot be written: compiled code is kept in {folder}, which may not persist")
    writable = _is_writable(folder)
    if not writable:
        problems.append(f"the cache folder {folder} cannot be written")
    return {"folder": str(folder), "writable": writable, "bytes": sum(_size(own) for own in own_folders(folder))}


def _absolute(name: str) -> Path | None:
    try:
        return Path(name).expanduser().absolute()
    except RuntimeError:
        return None


def _is_writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _size(folder: Path) -> int:
    size = 0
    for path in folder.iterdir():
        with contextlib.suppress(OSError):  # another process may replace its files meanwhile
            size += path.stat().st_size if path.is_file() else 0
    return size


def _games(problems: list[str]) -> tuple[list[dict[str, Any]], list[Game]]:
    """The list of all games, and the games to check: the compiled ones, or the first one."""
    games = []
    for id_ in registry.game_ids():
        try:
            games.append(registry.game(id_))
        except ConfigurationError as error:  # of an installed package
            problems.append(str(error))
    compiled = [game for game in games if game.is_compiled]
    listed = [{"id": game.id, "version": game.version, "compiled": game in compiled} for game in games]
    return listed, compiled or games[:1]


def self_check(game: Game) -> tuple[int, list[str]]:
    """Play some games twice, on one thread and on two.

    Returns:
        The number of decisions, and a list of faults in words.
    """
    import numpy as np

    from moon_envs.batch import Batch
    from moon_envs.core import saves

    batches = [Batch(game, CHECKED_GAMES, seed=CHECK_SEED, autoreset="disabled", threads=threads) for threads in (1, 2)]
    for batch in batches:
        batch.play_out()
    first, second = batches
    faults = []
    if not (first.actor == -1).all():
        faults.append("random games did not end")
    if not np.array_equal(first.final_points, second.final_points) or (first.states != second.states).any():
        faults.append("the same seeds gave different games on one and on two threads")
    if first.final_points.sum(axis=2).min() < game.lowest_points:
        faults.append("points below the lowest possible")
    if saves.unpack(game, saves.pack(game, first.states[0]))[0] != first.states[0]:
        faults.append("a saved game differs after loading")
    return int(first.final_decisions.sum()), faults


def _print_report(report: dict[str, Any]) -> None:
    print_table("Versions", ("what", "version"), [(name, v or "missing") for name, v in report["versions"].items()])
    machine = [("platform", report["platform"]), ("python", report["executable"])]
    if report["cores"]:
        cores = report["cores"]
        machine += [
            ("cores", f"{cores['available']} of {cores['installed']} available"),
            ("threads", f"{cores['threads_for_1024_games']} for a batch of 1,024 games"),
        ]
    if report["cache"]:
        cache = report["cache"]
        state = "writable" if cache["writable"] else "not writable"
        machine.append(("cache", f"{cache['folder']} ({cache['bytes'] / 1e6:.1f} MB, {state})"))
    print_table("Machine", ("what", "value"), machine)
    variables = list(report["environment"].items()) or [("none is set", "")]
    print_table("Environment variables", ("name", "value"), variables)
    rows = [(game["id"], game["version"], "yes" if game["compiled"] else "on first use") for game in report["games"]]
    print_table("Games", ("id", ">version", "compiled"), rows)
    checks = [
        (
            one["game"],
            one["games"],
            many(one["decisions"]),
            f"{one['seconds']:.2f} s",
            "ok" if one["passed"] else "WRONG",
        )
        for one in report["self_check"]
    ]
    print_table("Self-check", ("game", ">games", ">decisions", ">time", "result"), checks)
    for kind, sentences in (("Note", report["notes"]), ("Problem", report["problems"])):
        for sentence in sentences:
            print(f"{kind}: {' '.join(sentence.split()).rstrip('.')}.")
    if not report["problems"]:
        print("Everything works.")
