"""`moon-envs warmup`: compile games before their first use."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import time
from collections.abc import Iterator
from typing import Any

from moon_envs.base.notices import QUIET
from moon_envs.cli.arguments import chosen_games
from moon_envs.cli.output import print_json
from moon_envs.cli.progress import Progress
from moon_envs.core.game import Game
from moon_envs.engine.loading import (
    ENGINE,
    LOOK,
    LOOK_AHEAD,
    NETWORK,
    NETWORK_SEARCH,
    PIXELS,
    SEARCH,
    is_engine_compiled,
)

EXAMPLES = """\
examples:
  moon-envs warmup
  moon-envs warmup launch

A game is compiled once; the cache folder keeps the code (see `moon-envs doctor`). Run this before you start many
worker processes, or while you build an image.
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "warmup",
        help="compile games before their first use",
        description="Compile games before their first use.",
        epilog=EXAMPLES,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="game ids (default: all games)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compile the shared loops and the games."""
    games = chosen_games(arguments)
    shared = {"engine": ENGINE, "search": SEARCH, "networks": NETWORK, "network_search": NETWORK_SEARCH}
    shared |= {"look_ahead": LOOK_AHEAD, "pictures": LOOK, "pixels": PIXELS}
    report: list[dict[str, Any]] = []
    with Progress("parts", len(shared) + len(games), "compiling") as progress:
        try:
            for name, module in shared.items():
                progress.say(f"compiling {name}")
                report.append(_compile_engine(name, module, arguments.json))
                progress.advance()
            for game in games:
                progress.say(f"compiling {game.id}")
                report.append(_compile_game(game, arguments.json))
                progress.advance()
        finally:  # what is compiled stays compiled
            if arguments.json:
                print_json(report)
    return 0


def _compile_engine(name: str, module: str, silent: bool) -> dict[str, Any]:
    """Compile loops that all games share."""
    was_compiled = is_engine_compiled(module)
    with _stopwatch() as elapsed:
        importlib.import_module(module)
    return _tell(name, was_compiled, elapsed[0], silent)


def _compile_game(game: Game, silent: bool) -> dict[str, Any]:
    """Compile a game by playing one random game."""
    from moon_envs.batch import Batch

    was_compiled = game.is_compiled
    with _stopwatch() as elapsed:
        Batch(game, 1, threads=1).play_out()
    return _tell(game.id, was_compiled, elapsed[0], silent)


@contextlib.contextmanager
def _stopwatch() -> Iterator[list[float]]:
    """Measure the seconds of the block, without the package's own messages."""
    elapsed: list[float] = []
    previous = os.environ.get(QUIET)
    os.environ[QUIET] = "1"
    started = time.perf_counter()
    try:
        yield elapsed
    finally:
        elapsed.append(time.perf_counter() - started)
        if previous is None:
            del os.environ[QUIET]
        else:
            os.environ[QUIET] = previous


def _tell(name: str, was_compiled: bool, seconds: float, silent: bool) -> dict[str, Any]:
    if not silent:
        words = f"already compiled, ready in {seconds:.1f} s" if was_compiled else f"compiled in {seconds:.1f} s"
        print(f"{name:16}{words}", flush=True)
    return {"name": name, "was_compiled": was_compiled, "seconds": seconds}
