"""What a cell of a sheet holds: -1 when it is empty, the number written, or an X."""

from __future__ import annotations

from moon_envs.engine.compile import kernel

EMPTY = -1
X_MARK = 18
LARGEST_WRITTEN = 17


@kernel
def write_in_cell(sheet, cell, value):
    """Fill a cell with a number or an X."""
    sheet.cells[cell] = value
    sheet.filled_cells += 1
