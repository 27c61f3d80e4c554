"""`moon-envs list`: list the environments."""

from __future__ import annotations

import argparse
from typing import Any

from moon_envs.cli.output import print_json, print_table
from moon_envs.core import registry
from moon_envs.core.game import Game
from moon_envs.core.names import gymnasium_id, pettingzoo_module

EXAMPLES = """\
examples:
  moon-envs list
  moon-envs list --json
  moon-envs --import my_module list
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "list",
        help="list the environments, their options and their names in Gymnasium and PettingZoo",
        description="List the environments, their options and their names in Gymnasium and PettingZoo.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    games = registry.all_games()
    if arguments.json:
        print_json([describe_game(game) for game in games])
        return 0
    _print_games(games)
    _print_names(games)
    _print_options(games)
    _print_reconstructed(games)
    return 0


def describe_game(game: Game) -> dict[str, Any]:
    """The description of a game as JSON values."""
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "summary": game.summary,
        "players": list(game.player_counts),
        "default_players": game.default_players,
        "rival": game.rival or None,
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "allowed": option.allowed,
                "meaning": option.meaning,
                "choices": list(option.choices),
            }
            for option in game.options
        ],
        "actions": len(game.actions),
        "features": {str(players): game.features.size(players) for players in game.player_counts},
        "categories": list(game.categories),
        "state_bytes": game.state_dtype.itemsize,
        "gymnasium": gymnasium_id(game.id, game.version),
        "pettingzoo": pettingzoo_name(game),
        "source": game.source,
        "reconstructed": game.reconstructed or None,
    }


def pettingzoo_name(game: Game) -> str:
    """The PettingZoo module of a game; for a game of another package, the call that makes it."""
    if registry.is_packaged(game.id):
        return pettingzoo_module(game.id, game.version)
    return f"moon_envs.pettingzoo.env({game.id!r})"


def _print_games(games: list[Game]) -> None:
    columns = ("id", "title", ">players", "solo opponent", ">actions", ">features")
    print_table(
        "Games (features: for the fewest to the most players)",
        columns,
        [
            (
                game.id,
                game.title,
                _range(game.player_counts),
                (game.rival or "yes") if game.has_solo_mode else "no solo mode",
                len(game.actions),
                _range([game.features.size(players) for players in game.player_counts]),
            )
            for game in games
        ],
    )


def _range(numbers: tuple[int, ...] | list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}-{high}"


def _print_names(games: list[Game]) -> None:
    rows = [(game.id, gymnasium_id(game.id, game.version), pettingzoo_name(game)) for game in games]
    print_table("Names", ("id", "Gymnasium", "PettingZoo"), rows)


def _print_options(games: list[Game]) -> None:
    """Print the options; games with the same options share their rows."""
    groups: list[tuple[tuple, list[Game]]] = []
    for game in games:
        for options, members in groups:
            if options == game.options:
                members.append(game)
                break
        else:
            groups.append((game.options, [game]))
    rows = [
        (_group_name(members, games), option.name, str(option.default), option.allowed, option.meaning)
        for options, members in groups
        for option in options
    ]
    print_table("Options (--option NAME=VALUE)", ("games", "option", "default", "allowed", "meaning"), rows)


def _group_name(members: list[Game], games: list[Game]) -> str:
    """The common title of a whole family of games, else the game ids."""
    families = {game.title.partition(": ")[0] for game in members}
    if len(members) > 1 and len(families) == 1:
        family = families.pop()
        if members == [game for game in games if game.title.partition(": ")[0] == family]:
            return family
    return ", ".join(game.id for game in members)


def _print_reconstructed(games: list[Game]) -> None:
    rows = [(game.id, game.reconstructed or "none") for game in games]
    print_table("Reconstructed tables", ("id", "which"), rows)
