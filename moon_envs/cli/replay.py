"""`moon-envs replay`: show a recorded game as a web page or as text."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from pathlib import Path
from typing import Any

from moon_envs.cli.arguments import CommandError, whole_number
from moon_envs.cli.output import add_force_argument, many
from moon_envs.cli.progress import Progress

OPEN = "open"
EXAMPLES = """\
examples:
  moon-envs selfplay launch --players 2 --games 10 --agents greedy --record games
  moon-envs replay games
  moon-envs replay games --game 3 --html game.html --open
  moon-envs replay recording.json --html game.html --views open 0
  moon-envs replay recording.json --html player_0.html --views 0 --title "What player 0 saw"
  moon-envs replay recording.json --views 0

FILE is a recording (Recording.to_bytes), a folder of recorded games, or a game saved by `moon-envs play`. The page is
one file that works offline. It contains its views and nothing else: a seat's view has the player's own decisions and
what the player learned; the view `open` has everything. FILE itself always contains the whole game.
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "replay",
        help="show a recorded game as a web page or as text",
        description="Show a recorded game: as a web page to step through, or decision by decision as text.",
        epilog=EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="a recording, a folder of recorded games, or a saved game")
    parser.add_argument(
        "--game", type=whole_number(0), metavar="K", help="the number of the game in a folder (default: 0)"
    )
    parser.add_argument("--html", metavar="OUT", help="write the page to this file; replaces an earlier page")
    add_force_argument(parser)
    parser.add_argument("--open", action="store_true", help="open the page in your browser")
    parser.add_argument("--title", help="the title of the page")
    parser.add_argument(
        "--views",
        nargs="+",
        metavar="SEAT",
        help=f"the views of the page: seats and {OPEN!r} (default: all); for text one view (default: {OPEN})",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the game or write its page."""
    from moon_envs.base.errors import SaveError
    from moon_envs.play.reading import read_game

    if arguments.html is None:
        for name in ("open", "title", "force"):
            if getattr(arguments, name):
                raise CommandError(f"--{name} needs --html, the file of the page.")
        if len(arguments.views or ()) > 1:
            raise CommandError("Text has one view: give one to --views, or write a page with --html.")
    else:
        _check(arguments)
    seats = None if arguments.views is None else [_seat(text) for text in arguments.views]
    read = read_game(arguments.file, arguments.game)
    try:
        if arguments.html is not None:
            _write(arguments, read.recording, seats)
            return 0
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")  # a terminal may lack some characters
        for line in read.recording.to_lines(None if seats is None else seats[0]):
            print(line)
    except SaveError as error:
        raise CommandError(f"{arguments.file}: {error}") from error
    if read.games > 1 and arguments.game is None:
        print(f"\nGame 0 of {many(read.games)}; --game K shows another.")
    return 0


def _seat(text: str) -> int | None:
    if text == OPEN:
        return None
    try:
        return whole_number(0)(text)
    except argparse.ArgumentTypeError as error:
        raise CommandError(f"--views: {error}, and {OPEN!r}.") from error


def _check(arguments: argparse.Namespace) -> None:
    from moon_envs.base.files.outputs import check_output, has_mark
    from moon_envs.replays.page import MARK

    check_output(
        Path(arguments.html),
        "a replay page",
        has_mark(MARK),
        inputs=[arguments.file],
        force=arguments.force,
        insist="--force",
        error=CommandError,
    )


def _write(arguments: argparse.Namespace, recording: Any, seats: list[int | None] | None) -> None:
    from moon_envs.base.files.disk import write_file

    path = Path(arguments.html)
    with Progress("pictures", None, recording.game) as progress:
        page = recording.to_html(arguments.title, seats, on_frame=progress.reach)
    data = page.encode()
    _check(arguments)
    write_file(path, data)
    print(f"{path}: {many(len(recording.actions))} decisions, {many(len(data))} bytes")
    if arguments.open:
        webbrowser.open(path.resolve().as_uri())
