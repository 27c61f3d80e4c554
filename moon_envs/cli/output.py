"""How the commands show things: tables with rich, or JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

WIDTH_WITHOUT_TERMINAL = 180


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, indent=2))


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table with a title. Columns whose name begins with ">" hold numbers and are aligned to the right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    class PlainConsole(Console):
        """A console that leaves broken pipes to `main`."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(Text(column.removeprefix(">")), justify="right" if column.startswith(">") else "left")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    console = PlainConsole(width=None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL, highlight=False)
    console.print(Text(title, style="bold"))
    console.print(table)
    console.print()


def add_force_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument that lets a command replace any file, see `moon_envs.base.files.outputs`."""
    parser.add_argument(
        "--force",
        action="store_true",
        help="replace a file that exists and was not written by this command; files that are read stay as they are",
    )


def many(number: float) -> str:
    """A large number, readable: "1,234,567"."""
    return f"{number:,.0f}"
