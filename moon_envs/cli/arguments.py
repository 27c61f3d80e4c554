"""What the commands share in reading their arguments."""

from __future__ import annotations

import argparse
import importlib
import math
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from moon_envs.base.checks import allowed_names, shown
from moon_envs.base.errors import MoonEnvsError
from moon_envs.core import registry
from moon_envs.core.game import Game
from moon_envs.core.tables import option_value

MOST_THREADS = 1024
MOST_GAMES_AT_ONCE = 1_000_000
AGENTS = """\
Agents: random, greedy, flat:N and mcts:N with N simulations for each decision (flat and mcts alone mean flat:1000 and
mcts:1000), baseline and mcts:N+baseline with the network in the box, file.npz and mcts:N+file.npz with a network of
your own, all of these networks with a temperature (baseline:0.5), module:name or file.py:name with a function
(observations, masks) -> actions or an Agent of your own, and solo=AGENT,several=AGENT with one for each mode."""


class CommandError(MoonEnvsError):
    """Wrong input on the command line; `main` prints it as one line."""


class OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help keeps the line breaks of its examples."""

    def __init__(self, **settings: Any):
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **settings)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read the arguments of this parser: the one of all commands would not know which options a command has."""
        given = sys.argv[1:] if args is None else list(args)
        first = given[0].partition("=")[0] if given else "--"
        if first.startswith("--") and first != "--" and first not in self._option_string_actions:
            self._refuse([given[0]])  # what follows it would be taken for the command
        found, unknown = super().parse_known_args(given, namespace)
        if unknown:
            self._refuse(unknown)
        return found, unknown

    def _refuse(self, unknown: list[str]) -> NoReturn:
        """Say which options there are."""
        message = f"unrecognized arguments: {' '.join(unknown)}"
        option = next((text.partition("=")[0] for text in unknown if text.startswith("-")), None)
        if option is not None:
            options = [name for name in self._option_string_actions if name.startswith("--")]
            message += f"; {allowed_names(option, options).removesuffix('.')}"
        self.error(message)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a command, or another value that is not among the choices."""
        if action.choices is not None and value not in action.choices:
            allowed = allowed_names(value, map(str, action.choices)).removesuffix(".")
            raise argparse.ArgumentError(action, f"{shown(value)} is not allowed; {allowed}")

    def error(self, message: str) -> NoReturn:
        """Give the error to `main`."""
        raise CommandError(f"{message} (see {self.prog} --help)")


def import_modules(names: Sequence[str]) -> None:
    """Import modules that register games; those in the present folder are found, too.

    Raises:
        CommandError: a module cannot be imported.
    """
    # A script that pip installs does not look for modules in the present folder, as `python -m` does.
    if names and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            raise CommandError(
                f"--import {name!r} is not allowed; allowed: the name of a module, like my_package.game."
            )
        try:
            importlib.import_module(name)
        except Exception as error:  # whatever a stranger's module does
            raise CommandError(f"--import {name}: {type(error).__name__}: {error}") from error


def whole_number(lowest: int, highest: int | None = None) -> Callable[[str], int]:
    """The type of an argument that is a whole number within bounds."""
    allowed = f"{lowest} or more" if highest is None else f"{lowest} to {highest}"

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = None
        if value is None or value < lowest or (highest is not None and value > highest):
            raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: whole numbers, {allowed}")
        return value

    return read


def seconds(text: str) -> float:
    """The type of an argument that is a length of time."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: more than 0, up to 3600 seconds")
    return value


def thread_counts(text: str) -> list[int]:
    """The type of an argument that lists numbers of threads: "1,2,4"."""
    read = whole_number(1, MOST_THREADS)
    return [read(part) for part in text.split(",")]


def option(text: str) -> tuple[str, Any]:
    """The type of an argument that sets an option of a game: "name=value"."""
    name, equals, value = text.partition("=")
    if not name.isidentifier() or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form name=value")
    return name, option_value(value)


def add_configuration_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how a game is played: players and options."""
    parser.add_argument("--players", type=int, metavar="P", help="number of players, 1 is the solo mode")
    parser.add_argument(
        "--opponent", metavar="L", help="level of the solo mode's rival, with --players 1: --option opponent=L"
    )
    parser.add_argument(
        "--option",
        type=option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, see `moon-envs list`; can be repeated",
    )


def add_agents_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument that says who plays."""
    parser.add_argument(
        "--agents",
        nargs="+",
        default=["random"],
        metavar="AGENT",
        help="who plays: one agent for all seats, or one for each seat (default: random)",
    )


def one_or_all(given: list[str] | None) -> Any:
    """What `find_agents` takes: one agent for all seats, or a list with one for each; None stays None."""
    return given[0] if given is not None and len(given) == 1 else given


def chosen_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options of the game that were given.

    Raises:
        CommandError: an option was given twice, or has an argument of its own.
    """
    given = list(arguments.option)
    if arguments.opponent is not None:
        given.append(("opponent", option_value(arguments.opponent)))
    options: dict[str, Any] = {}
    for name, value in given:
        if name == "players":
            raise CommandError("the number of players is given with --players.")
        if name in options:
            raise CommandError(f"option {name!r} is given twice.")
        options[name] = value
    return options


def chosen_games(arguments: argparse.Namespace) -> list[Game]:
    """The games that were named, all of them when none was."""
    if not arguments.games:
        return registry.all_games()
    return [registry.game(id_) for id_ in dict.fromkeys(arguments.games)]
