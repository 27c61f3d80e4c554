"""Where a number fits (welcome 4.1, 4.2).

Cells hold -1 when empty, the number written, or an X.
"""

from __future__ import annotations

from moon_envs.engine.compile import kernel

EMPTY = -1
X_MARK = 18
LARGEST_WRITTEN = 17


@kernel
def fitting_window(cells, first, last, number):
    """The part [begin, end) of the zone cells[first:last] whose empty cells, if it has any, take the number."""
    begin = first
    end = last
    for cell in range(first, last):
        written = cells[cell]
        if written == EMPTY or written == X_MARK:
            continue
        if written < number:
            begin = cell + 1
        elif written > number:
            end = cell
            break
        else:
            return first, first
    return begin, end


@kernel
def fits_in_zone(cells, first, last, number):
    """Whether some cell of the zone can take the number."""
    begin, end = fitting_window(cells, first, last, number)
    for cell in range(begin, end):
        if cells[cell] == EMPTY:
            return True
    return False


@kernel
def mark_fitting_cells(cells, first, last, number, mask, offset):
    """Set mask[offset + cell] for every cell of the zone that can take the number."""
    begin, end = fitting_window(cells, first, last, number)
    for cell in range(begin, end):
        if cells[cell] == EMPTY:
            mask[offset + cell] = 1


@kernel
def write_in_cell(sheet, cell, value):
    """Fill a cell with a number or an X."""
    sheet.cells[cell] = value
    sheet.filled_cells += 1
