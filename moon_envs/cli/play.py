"""`moon-envs play`: a person plays in the terminal."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moon_envs import registry
from moon_envs.cli.arguments import CommandError, add_configuration_arguments, chosen_options, one_or_all, whole_number
from moon_envs.cli.output import print_table
from moon_envs.errors import MoonEnvsError

if TYPE_CHECKING:
    from moon_envs.sessions import Session

MOST_CHOICES_IN_ONE_COLUMN = 20
WIDTH_WITHOUT_TERMINAL = 120
CLEAR_SCREEN = "\033[2J\033[3J\033[H"
PROMPT = "> "

EXAMPLES = """\
examples:
  moon-envs play launch
  moon-envs play launch --players 1 --opponent 3 --seed 7
  moon-envs play launch --players 2 --against mcts:500
  moon-envs play launch --players 3 --hotseat
  moon-envs play launch --resume evening.moon

The other seats play randomly or as --against says, unless people share the keyboard (--hotseat). While playing, type
a number, or `save FILE`, `show`, `help`, `quit`. Nothing is saved unless you say so.
"""
COMMANDS = """\
  a number    carry out that choice
  show        show the table and the choices again
  save FILE   save the game; continue it with --resume FILE
  help        show this
  quit        stop without saving"""


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
        "--against",
        nargs="+",
        metavar="AGENT",
        help="who plays the other seats, one agent for all or one for each: random, greedy, flat:N, mcts:N, "
        "baseline, mcts:N+baseline, file.npz, mcts:N+file.npz, module:function, file.py:function (default: random)",
    )
    parser.add_argument("--hotseat", action="store_true", help="people play all seats, one after the other")
    parser.add_argument("--resume", metavar="FILE", help="continue a saved game")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play one game to its end, or until the person stops."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # a stray byte is a wrong command, not a crash
    session = _open_session(arguments)
    print(f"{session.game.title}: {session.configuration.describe()}, seed {session.seed}. Type `help` for help.")
    previous_actor = None
    while True:
        session.let_others_play()
        if session.is_over:
            _show_end(session)
            return 0
        if session.hotseat and session.actor != previous_actor and not _hand_over(session.actor):
            return 0
        previous_actor = session.actor
        _show(session)
        action = _ask(session)
        if action is None:
            print("Stopped.")
            return 0
        session.decide(action)


def _open_session(arguments: argparse.Namespace) -> Session:
    try:
        return _new_or_resumed(arguments)
    except MoonEnvsError as error:
        raise CommandError(re.sub(r"\b(seat|against)=", r"--\1 ", str(error))) from error


def _new_or_resumed(arguments: argparse.Namespace) -> Session:
    from moon_envs import sessions

    game = registry.game(arguments.game)
    if arguments.resume is None:
        return sessions.new_session(
            game,
            game.configuration(arguments.players, **chosen_options(arguments)),
            seed=arguments.seed,
            seat=arguments.seat or 0,
            hotseat=arguments.hotseat,
            against=one_or_all(arguments.against),
        )
    for name, value in vars(arguments).items():
        if name in ("players", "opponent", "seed", "seat") and value is not None or name == "option" and value:
            raise CommandError(f"--{name} cannot be changed in a saved game; leave it out with --resume.")
    return sessions.resume_session(
        game, Path(arguments.resume), hotseat=arguments.hotseat, against=one_or_all(arguments.against)
    )


def _hand_over(actor: int) -> bool:
    """Hide what the last person saw before the next one looks; False when the input has ended."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    print(CLEAR_SCREEN, end="")
    return _read_line(f"Player {actor}: press Enter when nobody else is looking. ") is not None


def _show(session: Session) -> None:
    print()
    print(session.game.render(session.state, session.actor))
    print()
    print(f"Player {session.actor}, choose:")
    print("\n".join(layout_choices([session.describe(action) for action in session.legal_actions], _width())))


def _width() -> int:
    return shutil.get_terminal_size((WIDTH_WITHOUT_TERMINAL, 24)).columns


def layout_choices(choices: list[str], width: int) -> list[str]:
    """Numbered choices as lines: one below the other, or in columns when there are many.

    Example:
        >>> layout_choices(["pass", "write"], 80)
        ['  1  pass', '  2  write']
    """
    cells = [f"{number:3d}  {choice}" for number, choice in enumerate(choices, start=1)]
    if len(cells) <= MOST_CHOICES_IN_ONE_COLUMN:
        return cells
    cell_width = max(map(len, cells)) + 2
    columns = max(1, width // cell_width)
    height = -(-len(cells) // columns)
    lines = ["".join(cell.ljust(cell_width) for cell in cells[line::height]) for line in range(height)]
    return [line.rstrip() for line in lines]


def _ask(session: Session) -> int | None:
    """Read commands until one decides; returns the action, or None when the person stops."""
    legal = session.legal_actions
    while True:
        line = _read_line(PROMPT)
        if line is None:
            return None
        command, _, rest = line.strip().partition(" ")
        if command.isdecimal() and len(command) < 10 and not rest and 1 <= int(command) <= len(legal):
            return legal[int(command) - 1]
        if command in ("quit", "exit", "q"):
            return None
        if command == "save":
            _save(session, rest.strip())
        elif command == "show":
            _show(session)
        elif command == "help":
            print(f"{session.game.summary}\nThe rules: {session.game.documentation}\n{COMMANDS}")
        elif command:
            print(f"Type a number from 1 to {len(legal)}, or help.")


def _read_line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        print()
        return None


def _save(session: Session, name: str) -> None:
    if not name:
        print("Save to which file? Type: save FILE")
        return
    try:
        session.save(Path(name).expanduser())
    except (MoonEnvsError, OSError, ValueError, RuntimeError) as error:
        print(f"Not saved: {getattr(error, 'strerror', None) or error}")
    else:
        print(f"Saved. Continue with: moon-envs play {session.game.id} --resume {name}")


def _show_end(session: Session) -> None:
    """The last position, the points by category, and the result."""
    if not session.hotseat:
        print()
        print(session.game.render(session.state, session.seat))
    names = [_name(session, seat) for seat in range(session.configuration.players)]
    if session.configuration.is_solo:
        names.append(session.game.rival or "rival")
    points = session.points()
    rows = [(name, *points[side].tolist(), int(points[side].sum())) for side, name in enumerate(names)]
    print()
    print_table("Points", ("side", *(f">{category}" for category in session.game.categories), ">total"), rows)
    print(_result(session, names))


def _name(session: Session, seat: int) -> str:
    return f"player {seat}" + (" (you)" if seat == session.seat and not session.hotseat else "")


def _result(session: Session, names: list[str]) -> str:
    outcome = session.outcome()
    if session.configuration.is_solo:
        words = "You win against" if outcome[0] > 0 else "A draw with" if outcome[0] == 0 else "You lose against"
        return f"Result: {words} {names[1]}."
    winners = [name for name, value in zip(names, outcome, strict=False) if value > -1]
    if len(winners) == 1:
        return f"Result: {winners[0]} wins."
    return f"Result: {', '.join(winners[:-1])} and {winners[-1]} share the victory."
