"""Output of the commands: tables with rich, or JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

WIDTH_WITHOUT_TERMINAL = 180


def print_json(value: Any) -> None:
    """Print a value as indented JSON."""
    print(json.dumps(value, indent=2))


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table with a title; ">" before a column's name aligns its numbers to the right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    class PlainConsole(Console):
        """A console that lets `main` handle a broken pipe."""

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
    """Add `--force`, which replaces any file, see `moon_envs.base.files.outputs`."""
    parser.add_argument(
        "--force",
        action="store_true",
        help="replace an existing file that this command did not write; never an input file",
    )


def many(number: float) -> str:
    """A number with thousands separators: "1,234,567"."""
    return f"{number:,.0f}"
