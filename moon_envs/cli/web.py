"""`moon-envs web`: play in the browser."""

from __future__ import annotations

import argparse
from typing import Any

from moon_envs.base.errors import reason
from moon_envs.cli.arguments import CommandError, whole_number

EXAMPLES = """\
examples:
  moon-envs web
  moon-envs web --port 8000 --open

The printed address contains a token; the server refuses requests without it, and answers this machine only. Games are
saved as you play, in your own data folder or in MOON_ENVS_DATA_DIR; the start page continues them after a restart.
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "web",
        help="play any game in the browser",
        description="Play any game in the browser against any built-in agent.",
        epilog=EXAMPLES,
    )
    parser.add_argument(
        "--port", type=whole_number(0, 65535), default=0, metavar="P", help="port to listen on (default: a free port)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in your browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the server until Ctrl-C."""
    from moon_envs.web import server

    try:
        listener = server.listen(arguments.port)
    except OSError as error:
        raise CommandError(f"--port {arguments.port}: {reason(error)}.") from error

    def tell(ready: server.Server) -> None:
        print(f"Play at {ready.address}\nStop with Ctrl-C.", flush=True)
        if arguments.open:
            import webbrowser

            webbrowser.open(ready.address)

    with listener:
        server.serve(listener, tell)
    return 0
