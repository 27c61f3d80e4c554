"""Tables as plain text (for a terminal, a pipe or a docstring) and in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

LONE_BAR = re.compile(r"(?<!\\)\|")


def text_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table as plain text, one line for each row. Columns whose name begins with ">" are aligned right.

    Example:
        >>> print(text_table((">action", "meaning"), [(0, "pass"), (10, "write")]))
        action  meaning
             0  pass
            10  write
    """
    lines = [[column.removeprefix(">") for column in columns]]
    lines += [[str(cell) for cell in row] for row in rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    aligned = (
        [
            cell.rjust(width) if column.startswith(">") else cell.ljust(width)
            for cell, width, column in zip(line, widths, columns, strict=True)
        ]
        for line in lines
    )
    return "\n".join("  ".join(cells).rstrip() for cells in aligned)


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a Markdown table of cells that are Markdown (see `plain_markdown`). ">" aligns a column right.

    Example:
        >>> print(markdown_table(("rung", ">win share"), [("launch/astra-1", "12.5%")]))
        | rung | win share |
        | --- | ---: |
        | launch/astra-1 | 12.5% |
    """
    lines = [[column.removeprefix(">") for column in columns]]
    lines.append(["---:" if column.startswith(">") else "---" for column in columns])
    lines += [[LONE_BAR.sub(r"\|", str(cell)) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def plain_markdown(text: str) -> str:
    """Return a text with everything escaped that Markdown would interpret."""
    return "".join(f"\\{letter}" if letter in "\\`*_|<>[]#" else letter for letter in " ".join(text.split()))
