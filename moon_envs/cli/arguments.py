"""Arguments that several commands share, and how they are read."""

from __future__ import annotations

import argparse
import importlib
import math
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from moon_envs.base.checks import allowed_names, shown
from moon_envs.base.errors import MoonEnvsError
from moon_envs.core import registry
from moon_envs.core.game import Game
from moon_envs.core.tables import option_value
from moon_envs.engine.threads import MOST_THREADS

MOST_GAMES_AT_ONCE = 1_000_000
HELP_WIDTH = 100
AGENTS = """\
Agents:
  random, greedy
  flat:N, mcts:N               search with N simulations for each decision (default: 1000)
  baseline                     the built-in network, looking one action ahead
  rollouts:N+baseline          the same with N games that it plays on for each decision
  file.npz, rollouts:N+file.npz, mcts:N+file.npz
                               your own network, alone or in a search
  baseline:T, file.npz:T       a network with temperature T, like baseline:0.5
  module:name, file.py:name    your own function (observations, masks) -> actions, or your own Agent
  solo=AGENT,several=AGENT     one agent for each mode"""


class CommandError(MoonEnvsError):
    """Wrong input on the command line; `main` prints it in one line."""


class OneLineParser(argparse.ArgumentParser):
    """A parser with one-line errors whose help keeps the line breaks of its examples."""

    def __init__(self, **settings: Any):
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        lines = settings.get("description", "").splitlines()
        settings["description"] = "\n".join(textwrap.fill(line, HELP_WIDTH) for line in lines)
        super().__init__(allow_abbrev=False, **settings)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read the arguments; refuse unknown ones here, because only a command's own parser knows its options."""
        given = sys.argv[1:] if args is None else list(args)
        first = given[0].partition("=")[0] if given else "--"
        if first.startswith("--") and first != "--" and first not in self._option_string_actions:
            self._refuse([given[0]])  # argparse would take what follows it for the command
        found, unknown = super().parse_known_args(given, namespace)
        if unknown:
            self._refuse(unknown)
        return found, unknown

    def _refuse(self, unknown: list[str]) -> NoReturn:
        """Report unknown arguments with the options that exist."""
        message = f"unrecognized arguments: {' '.join(unknown)}"
        option = next((text.partition("=")[0] for text in unknown if text.startswith("-")), None)
        if option is not None:
            options = [name for name in self._option_string_actions if name.startswith("--")]
            message += f"; {allowed_names(option, options).removesuffix('.')}"
        self.error(message)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Report a value that is not among the choices."""
        if action.choices is not None and value not in action.choices:
            allowed = allowed_names(value, map(str, action.choices)).removesuffix(".")
            raise argparse.ArgumentError(action, f"{shown(value)} is not allowed; {allowed}")

    def error(self, message: str) -> NoReturn:
        """Raise the error for `main` to print."""
        raise CommandError(f"{message} (see {self.prog} --help)")


def import_modules(names: Sequence[str]) -> None:
    """Import modules that register games, from the import path or the current folder.

    Raises:
        CommandError: a module cannot be imported.
    """
    # Unlike `python -m`, an installed script does not search the current folder.
    if names and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            raise CommandError(f"--import {name!r} is not allowed; allowed: a module name, like my_package.game.")
        try:
            importlib.import_module(name)
        except Exception as error:  # user modules may raise anything
            raise CommandError(f"--import {name}: {type(error).__name__}: {error}") from error


def whole_number(lowest: int, highest: int | None = None) -> Callable[[str], int]:
    """An argument type for whole numbers from `lowest` to `highest`."""
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
    """The argument type of a time in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: more than 0, up to 3600 seconds")
    return value


def thread_counts(text: str) -> list[int]:
    """The argument type of a list of thread counts: "1,2,4"."""
    read = whole_number(1, MOST_THREADS)
    return [read(part) for part in text.split(",")]


def option(text: str) -> tuple[str, Any]:
    """The argument type of a game option: "name=value"."""
    name, equals, value = text.partition("=")
    if not name.isidentifier() or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form name=value")
    return name, option_value(value)


def add_configuration_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a configuration: players and options."""
    parser.add_argument("--players", type=int, metavar="P", help="number of players; 1 is the solo mode")
    parser.add_argument("--opponent", metavar="L", help="level of the solo opponent, short for --option opponent=L")
    parser.add_argument(
        "--option",
        type=option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, see `moon-envs list`; repeatable",
    )


def add_games_arguments(
    parser: argparse.ArgumentParser, games: int | None, unit: str = "games", default: str = ""
) -> None:
    """Add `--games` and `--seed`: the number of games, and the seed of the first one.

    Args:
        parser: takes the arguments.
        games: the default.
        unit: what is counted, for the help.
        default: the default in words, if it is not `games`.
    """
    words = f"number of {unit} (default: {default or games})"
    parser.add_argument("--games", type=whole_number(1), default=games, metavar="N", help=words)
    parser.add_argument("--seed", type=whole_number(0), default=0, metavar="S", help="the first seed (default: 0)")


def add_agents_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument `--agents`."""
    parser.add_argument(
        "--agents",
        nargs="+",
        default=["random"],
        metavar="AGENT",
        help="one agent for all seats, or one for each seat (default: random)",
    )


def one_or_all(given: list[str] | None) -> Any:
    """The argument of `find_agents`: one agent for all seats, a list with one for each, or None."""
    return given[0] if given is not None and len(given) == 1 else given


def chosen_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The game options from `--option` and `--opponent`.

    Raises:
        CommandError: an option is given twice, or is `players`.
    """
    given = list(arguments.option)
    if arguments.opponent is not None:
        given.append(("opponent", option_value(arguments.opponent)))
    options: dict[str, Any] = {}
    for name, value in given:
        if name == "players":
            raise CommandError("use --players for the number of players.")
        if name in options:
            raise CommandError(f"option {name!r} is given twice.")
        options[name] = value
    return options


def chosen_games(arguments: argparse.Namespace) -> list[Game]:
    """The named games, or all games if none is named."""
    if not arguments.games:
        return registry.all_games()
    return [registry.game(id_) for id_ in dict.fromkeys(arguments.games)]
