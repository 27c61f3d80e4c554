"""The zones of the trajectory, as the lines cut it (journey 1.1, 5.2)."""

from __future__ import annotations

from moon_envs.engine.compile import kernel
from moon_envs.games.welcome_to_the_moon.journey.sheet import CELLS, GAPS
from moon_envs.games.welcome_to_the_moon.zones import EMPTY, X_MARK


@kernel
def end_of_zone(sheet, first):
    """The cell behind the zone that begins with cell `first`."""
    for gap in range(first, GAPS):
        if sheet.lines[gap]:
            return gap + 1
    return CELLS


@kernel
def fits_somewhere(sheet, number):
    """Whether the number fits its zone in some cell: one walk along the trajectory (journey 2.1)."""
    room = False  # an empty cell of this zone, behind smaller numbers only and before anything larger
    passed = False  # the number itself or a larger one has been met in this zone
    for cell in range(CELLS):
        written = sheet.cells[cell]
        if written == EMPTY:
            room = room or not passed
        elif written != X_MARK:
            if room and written > number:
                return True
            room = False
            passed = written >= number
        if cell < GAPS and sheet.lines[cell]:
            if room:
                return True
            passed = False
    return room


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
