"""The command `moon-envs`: reads the arguments, runs one command, and reports an expected error in one line."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence

from moon_envs.base.errors import EXIT_INTERRUPTED, MoonEnvsError
from moon_envs.base.version import __version__
from moon_envs.cli import (
    arena,
    bench,
    campaign,
    completion,
    doctor,
    ladder,
    list_games,
    play,
    replay,
    selfplay,
    show,
    warmup,
    web,
)
from moon_envs.cli.arguments import OneLineParser, import_modules

COMMANDS = (list_games, show, selfplay, arena, ladder, campaign, play, web, replay, bench, warmup, doctor, completion)

EXIT_WRONG_INPUT = 2
EXIT_BROKEN_PIPE = 141

EXAMPLES = """\
examples:
  moon-envs list
  moon-envs show launch actions
  moon-envs selfplay launch --games 100000 --players 4
  moon-envs arena launch random greedy mcts:50 --games 200
  moon-envs campaign --players 3
  moon-envs play launch --players 1 --opponent 3
  moon-envs web --open
  moon-envs replay games --game 3 --html game.html
  moon-envs ladder random --game launch
  moon-envs --import my_module play my_game

`moon-envs COMMAND --help` explains a command. Exit codes: 0 done, 1 `doctor` found a problem, 2 wrong input,
130 interrupted.
"""


def build_parser() -> argparse.ArgumentParser:
    """Returns the parser of all commands."""
    parser = OneLineParser(
        prog="moon-envs",
        description="Board games about the Moon as fast reinforcement-learning environments.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action="version", version=f"moon-envs {__version__}")
    parser.add_argument(
        "--import",
        dest="imports",
        action="append",
        default=[],
        metavar="MODULE",
        help="import a module that registers your own games (moon_envs.register_game); repeatable",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for command in COMMANDS:
        command.add_parser(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: the arguments without the program's name; None takes those of the process.

    Returns:
        The exit code.

    Example:
        >>> from moon_envs.cli.main import main
        >>> main(["--version"])
        moon-envs 0.1.0
        0
    """
    _open_closed_streams()
    try:
        return _run(argv)
    except KeyboardInterrupt as interrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        if interrupt.args:
            print(f"moon-envs: {interrupt.args[0]}", file=sys.stderr, flush=True)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _stop_writing()
        return EXIT_BROKEN_PIPE
    except MoonEnvsError as error:
        return _fail(str(error))
    except OSError as error:
        _stop_writing()
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}")
    except MemoryError:
        return _fail("not enough memory; use fewer games at once.")


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = build_parser().parse_args(argv)
    except SystemExit as finished:  # --help and --version
        code = int(finished.code or 0)
    else:
        import_modules(arguments.imports)
        code = arguments.run(arguments)
    sys.stdout.flush()
    return code


def _open_closed_streams() -> None:
    """Open the standard streams that the process was started without, as empty ones."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))


def _fail(message: str) -> int:
    print("moon-envs: " + " ".join(message.split()), file=sys.stderr, flush=True)
    return EXIT_WRONG_INPUT


def _stop_writing() -> None:
    """Discard the rest of the output buffer, so that the interpreter does not fail on it at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
