"""The zones of the trajectory, as the lines cut it (journey 1.1, 5.2)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.journey.components import CELLS, GAPS


@kernel
def count_lines(sheet):
    """How many lines are drawn."""
    count = 0
    for gap in range(GAPS):
        count += sheet.lines[gap]
    return count


@kernel
def end_of_zone(sheet, first):
    """The first cell after the zone of cell `first`."""
    for gap in range(first, GAPS):
        if sheet.lines[gap]:
            return gap + 1
    return CELLS


@kernel
def beginning_of_zone(sheet, cell):
    """The first cell of the zone in which a cell lies."""
    while cell > 0 and not sheet.lines[cell - 1]:
        cell -= 1
    return cell


@kernel
def cells_between(first, last):
    """The cells from `first` to `last` - 1 as a set."""
    return (1 << last) - (1 << first)


@kernel
def are_in_one_zone(sheet, cell, other):
    """Whether no line lies between two cells."""
    for gap in range(min(cell, other), max(cell, other)):
        if sheet.lines[gap]:
            return False
    return True


@kernel
def is_zone_complete(sheet, first, last):
    """Whether all cells of the zone are filled."""
    for cell in range(first, last):
        if sheet.cells[cell] == EMPTY:
            return False
    return True


@kernel
def complete_zones(sheet):
    """How many zones are complete."""
    count = 0
    first = 0
    while first < CELLS:
        last = end_of_zone(sheet, first)
        count += is_zone_complete(sheet, first, last)
        first = last
    return count


@kernel
def complete_zones_of_length(sheet, length):
    """How many complete zones have exactly this many cells."""
    count = 0
    first = 0
    while first < CELLS:
        last = end_of_zone(sheet, first)
        if last - first == length and is_zone_complete(sheet, first, last):
            count += 1
        first = last
    return count


@kernel
def longest_complete_zone(sheet):
    """The number of cells of the longest complete zone."""
    longest = 0
    first = 0
    while first < CELLS:
        last = end_of_zone(sheet, first)
        if last - first > longest and is_zone_complete(sheet, first, last):
            longest = last - first
        first = last
    return longest
