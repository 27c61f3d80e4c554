"""`moon-envs replay`: show a recorded game as a web page, as a film or as text."""

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
FILMS = ("svg", "gif", "mp4")
OUTPUTS = ("html", *FILMS)

# Which outputs have which option. An option that is not given is None or False.
OPTIONS = {
    "open": OUTPUTS,
    "force": OUTPUTS,
    "title": ("html", "svg"),
    "turns": FILMS,
    "every": FILMS,
    "first": FILMS,
    "last": FILMS,
    "seconds": FILMS,
    "layout": FILMS,
    "theme": FILMS,
    "width": ("gif", "mp4"),
}

EXAMPLES = """\
examples:
  moon-envs selfplay launch --players 2 --games 10 --agents greedy --record games
  moon-envs replay games
  moon-envs replay games --game 3 --html game.html --open
  moon-envs replay recording.json --html game.html --views open 0
  moon-envs replay recording.json --html player_0.html --views 0 --title "What player 0 saw"
  moon-envs replay recording.json --views 0
  moon-envs replay recording.json --svg game.svg --turns
  moon-envs replay recording.json --gif opening.gif --last 20 --seconds 0.5
  moon-envs replay recording.json --mp4 player_0.mp4 --views 0 --theme dark --width 1920

FILE is a recording (Recording.to_bytes), a folder of recorded games, or a game saved by `moon-envs play`. The page is
one file that works offline. It contains its views and nothing else: a seat's view has the player's own decisions and
what the player learned; the view `open` has everything. FILE itself always contains the whole game.

A film shows the steps of one view of the page. The SVG is a small file without a script that moves in any page:
<img src="game.svg">. GIF and MP4 need pip install "moon_envs[video]".
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "replay",
        help="show a recorded game as a web page, a film or text",
        description="Show a recorded game: as a web page to step through, as a film, or decision by decision as text.",
        epilog=EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="a recording, a folder of recorded games, or a saved game")
    parser.add_argument(
        "--game", type=whole_number(0), metavar="K", help="the number of the game in a folder (default: 0)"
    )
    outputs = parser.add_mutually_exclusive_group()
    outputs.add_argument("--html", metavar="OUT", help="write the page to this file; replaces an earlier page")
    outputs.add_argument("--svg", metavar="OUT", help="write an animated SVG; replaces an earlier one")
    outputs.add_argument("--gif", metavar="OUT", help="write a GIF; replaces an earlier one")
    outputs.add_argument("--mp4", metavar="OUT", help="write an MP4; replaces an earlier one")
    add_force_argument(parser)
    parser.add_argument("--open", action="store_true", help="open the page or film in your browser")
    parser.add_argument("--title", help="the title of the page or SVG")
    parser.add_argument(
        "--views",
        nargs="+",
        metavar="SEAT",
        help=f"the views of the page: seats and {OPEN!r} (default: all); for films and text one view (default: {OPEN})",
    )
    _add_film_arguments(parser.add_argument_group("films"))
    parser.set_defaults(run=run)


def _add_film_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--turns", action="store_true", help="show only the beginnings of turns, not every step")
    group.add_argument(
        "--every", type=whole_number(1), metavar="N", help="show every Nth of these frames, and the last (default: 1)"
    )
    group.add_argument("--first", type=whole_number(0), metavar="K", help="begin after step K (default: 0, the start)")
    group.add_argument("--last", type=whole_number(0), metavar="K", help="end after step K (default: the last step)")
    group.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="how long each frame stays, 0.1 to 60 (default: 1); the last one stays four times as long",
    )
    group.add_argument(
        "--layout",
        choices=("landscape", "portrait"),
        help="a page of 16:9 (landscape, the default), or one as wide as a phone",
    )
    group.add_argument(
        "--theme",
        choices=("light", "dark", "auto"),
        help="the colours (default: light; for SVG auto, which is what the reader prefers)",
    )
    group.add_argument(
        "--width", type=whole_number(1), metavar="PIXELS", help="of a GIF (default: 800) or MP4 (default: 1280)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the game, or write its page or film."""
    from moon_envs.base.errors import SaveError
    from moon_envs.play.reading import read_game

    kind = next((name for name in OUTPUTS if getattr(arguments, name) is not None), None)
    _check_options(arguments, kind)
    if kind is not None:
        _check_output(arguments, kind)
    seats = None if arguments.views is None else [_seat(text) for text in arguments.views]
    read = read_game(arguments.file, arguments.game)
    try:
        if kind is not None:
            _write(arguments, kind, read.recording, seats)
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


def _check_options(arguments: argparse.Namespace, kind: str | None) -> None:
    """Refuse options that the output does not have."""
    for name, kinds in OPTIONS.items():
        given = getattr(arguments, name)
        if given is not None and given is not False and kind not in kinds:
            *others, last = [f"--{one}" for one in kinds]
            raise CommandError(f"--{name} needs {', '.join(others)} or {last}, the file that is written.")
    if kind != "html" and len(arguments.views or ()) > 1:
        what = "Text" if kind is None else "A film"
        raise CommandError(f"{what} has one view: give one to --views, or write a page with --html.")


def _seat(text: str) -> int | None:
    if text == OPEN:
        return None
    try:
        return whole_number(0)(text)
    except argparse.ArgumentTypeError as error:
        raise CommandError(f"--views: {error}, and {OPEN!r}.") from error


def _check_output(arguments: argparse.Namespace, kind: str) -> None:
    from moon_envs.base.files.outputs import check_output, has_mark
    from moon_envs.replays.film import is_film
    from moon_envs.replays.page import MARK

    check_output(
        Path(getattr(arguments, kind)),
        "a replay page" if kind == "html" else f"a film of a replay as {kind.upper()}",
        has_mark(MARK) if kind == "html" else is_film(kind),
        inputs=[arguments.file],
        force=arguments.force,
        insist="--force",
        error=CommandError,
    )


def _write(arguments: argparse.Namespace, kind: str, recording: Any, seats: list[int | None] | None) -> None:
    from moon_envs.base.files.disk import write_file

    path = Path(getattr(arguments, kind))
    with Progress("pictures", None, recording.game) as progress:
        if kind == "html":
            data = recording.to_html(arguments.title, seats, on_frame=progress.reach).encode()
        else:
            data = _film(arguments, kind, recording, None if seats is None else seats[0], progress)
    _check_output(arguments, kind)
    write_file(path, data)
    print(f"{path}: {many(len(recording.actions))} decisions, {many(len(data))} bytes")
    if arguments.open:
        webbrowser.open(path.resolve().as_uri())


def _film(arguments: argparse.Namespace, kind: str, recording: Any, seat: int | None, progress: Progress) -> bytes:
    names = ("turns", "every", "first", "last", "seconds", "theme", "width", "title")
    chosen = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    chosen |= {"layout": arguments.layout or "landscape", "on_frame": progress.reach}
    if kind == "svg":
        return recording.to_svg(seat, **chosen).encode()
    return recording.to_film(kind, seat, **chosen)
