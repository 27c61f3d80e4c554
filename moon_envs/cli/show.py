"""`moon-envs show`: show the rules, actions, features and options of a game as plain text."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from moon_envs.base.text_tables import text_table
from moon_envs.cli.arguments import CommandError
from moon_envs.core import registry
from moon_envs.core.game import Game
from moon_envs.envs.pages import counts, names_table

EXAMPLES = """\
examples:
  moon-envs show launch
  moon-envs show launch rules
  moon-envs show launch features --players 2
  moon-envs show mlem actions | grep booster
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "show",
        help="show the rules, actions, features and options of a game",
        description="Show an overview of a game, or its rules, actions, features or options, as plain text.",
        epilog=EXAMPLES,
    )
    parser.add_argument("game", metavar="GAME", help="game id, see `moon-envs list`")
    parser.add_argument(
        "what",
        nargs="?",
        default="overview",
        choices=list(PARTS),
        metavar="WHAT",
        help=f"one of: {', '.join(PARTS)} (default: overview)",
    )
    parser.add_argument(
        "--players", type=int, metavar="P", help="show every column of an observation for P players (features only)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print a part of the game."""
    game = registry.game(arguments.game)
    if arguments.players is not None:
        if arguments.what not in ("overview", "features"):
            raise CommandError(f"--players is for features; {arguments.what} do not depend on it.")
        game.configuration(arguments.players)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal may lack some characters
    print(PARTS[arguments.what](game, arguments.players).rstrip("\n"))
    return 0


def overview(game: Game, players: int | None) -> str:
    """A summary of everything except the rules."""
    facts = [
        ("id", game.id),
        ("version", game.version),
        ("players", f"{counts(game.player_counts)}; {game.default_players} by default"),
        ("solo mode", (game.rival and f"against {game.rival}" or "yes") if game.has_solo_mode else "no"),
        ("decisions", "at once, in phases" if game.simultaneous else "one player after the other"),
        ("points", " + ".join(game.categories)),
        ("state", f"{game.state_dtype.itemsize} bytes"),
        ("source", game.source),
        ("reconstructed", game.reconstructed or "nothing"),
    ]
    sizes = ", ".join(f"{game.features.size(count)} with {count}" for count in game.player_counts)
    parts = (
        f"{game.title}\n{game.summary}",
        "\n".join(f"{name:13}  {value}" for name, value in facts),
        names_table(game),
        f"Options\n\n{options(game, None)}",
        f"Actions: {len(game.actions)}\n\n{game.actions.summary()}",
        f"Features, numbers in an observation: {sizes} players\n\n{features(game, players)}",
        f"`moon-envs show {game.id} rules | actions | features | options` shows more.",
    )
    return "\n\n".join(parts)


def rules(game: Game, players: int | None) -> str:
    """The pages with the rules: first the game's own, then the shared ones."""
    pages = game.rules_pages
    if not pages:
        raise CommandError(f"{game.id} has no page with its rules: {game.documentation} does not exist.")
    return "\n\n".join(page.read_text(encoding="utf-8").strip("\n") for page in pages)


def actions(game: Game, players: int | None) -> str:
    """The table of actions."""
    return str(game.actions)


def features(game: Game, players: int | None) -> str:
    """The table of features; with `players`, every column of an observation."""
    return str(game.features) if players is None else game.features.describe(players)


def options(game: Game, players: int | None) -> str:
    """The table of options, with the number of players first."""
    rows = [("players", game.default_players, counts(game.player_counts), "number of players, 1 is the solo mode")]
    if not game.has_solo_mode:
        rows = [(*rows[0][:3], "number of players")]
    rows += [(option.name, option.default, option.allowed, option.meaning) for option in game.options]
    return text_table(("option", "default", "allowed", "meaning"), rows)


PARTS: dict[str, Callable[[Game, int | None], str]] = {
    "overview": overview,
    "rules": rules,
    "actions": actions,
    "features": features,
    "options": options,
}
