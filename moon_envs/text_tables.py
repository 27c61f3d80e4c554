"""Tables as plain text: what `print` shows of the tables of a game, on a terminal, in a pipe or in a docstring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def text_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table with a line for each row. Columns whose name begins with ">" are aligned to the right.

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
