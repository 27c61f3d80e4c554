"""`moon-envs play`: play a game in the terminal."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moon_envs.base.errors import MoonEnvsError
from moon_envs.cli.arguments import (
    AGENTS,
    CommandError,
    add_configuration_arguments,
    chosen_options,
    one_or_all,
    whole_number,
)
from moon_envs.cli.play_prompt import DECIDED, STOPPED, Prompt
from moon_envs.cli.play_screen import Screen, capital, is_at_terminal, read_line
from moon_envs.core import registry

if TYPE_CHECKING:
    from moon_envs.play.sessions import Session

EXAMPLES = f"""\
examples:
  moon-envs play launch
  moon-envs play launch --players 1 --opponent 3 --seed 7
  moon-envs play launch --players 2 --opponents mcts:500
  moon-envs play launch --players 3 --hotseat --names Anna Bo Cleo
  moon-envs play launch --resume evening.moon

The agents of --opponents play the other seats, unless people share the keyboard (--hotseat). Before each of your
decisions you see what happened and what changed on the table (marked with *). Type the number of a choice, or a
command; `?` lists the commands. The game is saved only by the command `save`.

{AGENTS}
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play a game in the terminal.",
        epilog=EXAMPLES,
    )
    parser.add_argument("game", metavar="GAME", help="game id, see `moon-envs list`")
    add_configuration_arguments(parser)
    parser.add_argument("--seed", type=whole_number(0), metavar="S", help="seed of the game (default: a random one)")
    parser.add_argument("--seat", type=int, metavar="K", help="your seat, the first is 0 (default: 0)")
    parser.add_argument(
        "--opponents",
        nargs="+",
        metavar="AGENT",
        help="one agent for all other seats, or one for each (default: random)",
    )
    parser.add_argument(
        "--names",
        nargs="+",
        metavar="NAME",
        help="what the players are called, seat by seat (default: You, and bots and players by their seats)",
    )
    parser.add_argument("--hotseat", action="store_true", help="people play all seats, one after the other")
    parser.add_argument("--resume", metavar="FILE", help="continue a saved game")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play one game until it ends or the person stops."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # a stray byte becomes an unknown command
    session = _open_session(arguments)
    print(f"{session.game.title}: {session.configuration.describe()}, seed {session.seed}. Type ? for help.")
    screen = Screen(session)
    prompt = Prompt(session, screen)
    answer = DECIDED
    while answer != STOPPED:
        session.let_others_play()
        if session.is_over:
            screen.show_end()
            answer = prompt.ask_after_the_end()
            continue
        if screen.is_for_another() and not _hand_over(session.people.name(session.actor), screen):
            return 0
        screen.show_turn(tells_news=answer == DECIDED)
        answer = prompt.ask()
        if answer == STOPPED:
            print("Stopped.")
    return 0


def _hand_over(name: str, screen: Screen) -> bool:
    """Hide the screen between two people; returns False at the end of the input."""
    if not is_at_terminal():
        return True
    screen.hide()
    return read_line(f"{capital(name)}: press Enter when nobody else is looking. ") is not None


def _open_session(arguments: argparse.Namespace) -> Session:
    try:
        session = _new_or_resumed(arguments)
        if arguments.names is not None or session.names is None:
            session.call(arguments.names or [])
        return session
    except MoonEnvsError as error:
        raise CommandError(re.sub(r"\b(seat|opponents|names)=", r"--\1 ", str(error))) from error


def _new_or_resumed(arguments: argparse.Namespace) -> Session:
    from moon_envs.play import opening

    game = registry.game(arguments.game)
    if arguments.resume is None:
        configuration = game.configuration(arguments.players, **chosen_options(arguments))
        return opening.new_session(
            game,
            configuration.players,
            arguments.seed,
            seat=arguments.seat or 0,
            hotseat=arguments.hotseat,
            opponents=one_or_all(arguments.opponents),
            **configuration.options,
        )
    for name, value in vars(arguments).items():
        if name in ("players", "opponent", "seed", "seat") and value is not None or name == "option" and value:
            raise CommandError(f"--{name} cannot change a saved game; leave it out with --resume.")
    return opening.resume_session(
        game, Path(arguments.resume), hotseat=arguments.hotseat, opponents=one_or_all(arguments.opponents)
    )
