"""The cells that every number fits, updated whenever a cell is filled instead of searched for (welcome 4.1, 4.2).

Sets of cells are kept as bits: state.fitting_cells[player, v] are the cells in which a player can write the number v.
They follow from the sheet; they lie beside it, so that showing the sheets does not copy them. WRITE_BY_FITTING_CELLS
puts the functions below behind the stubs of adventure.py, for the adventures that keep these sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.compiler.shared_rules import NEVER_ASKED, shared_rule
from moon_envs.engine.records import OWNER, Field
from moon_envs.games.welcome_to_the_moon import adventure
from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, LARGEST_WRITTEN
from moon_envs.games.welcome_to_the_moon.choices import mark_choices
from moon_envs.games.welcome_to_the_moon.state import MAX_PLAYERS

NUMBERS = LARGEST_WRITTEN + 1
ALL_CELLS = -1  # every bit is set


def fitting_cells_field(cells: int) -> Field:
    """The table field of these sets, for sheets of this many cells."""
    meaning = "bit c of [player, number]: the number fits cell c of the player's sheet"
    return Field("fitting_cells", np.int64, 0, (1 << cells) - 1, meaning, size=(MAX_PLAYERS, NUMBERS), known_to=OWNER)


def neighbours_in_rows(lengths: Iterable[int]) -> np.ndarray:
    """The `zone_neighbours` of a sheet whose zones are rows of these lengths, one behind the other."""
    neighbours = []
    first = 0
    for length in lengths:
        last = first + length
        neighbours += [((1 << cell) - (1 << first), (1 << last) - (2 << cell)) for cell in range(first, last)]
        first = last
    return np.array(neighbours, dtype=np.int64)


@shared_rule
def zone_neighbours(state):
    """The cells that lie before and after each cell in its zones, where zones never change: [cell, before or after]."""


@shared_rule
def cells_before(state, sheet, cell):
    """The cells before a cell in its zones."""


@shared_rule
def cells_after(state, sheet, cell):
    """The cells after a cell in its zones."""


@shared_rule
def accessible_cells(state, player, action):
    """The cells of a player's sheet to which a number may go now with this action, if it fits there."""


def printed_cells_before(state, sheet, cell):
    """`cells_before` where zones never change."""
    return zone_neighbours(state)[cell, 0]


def printed_cells_after(state, sheet, cell):
    """`cells_after` where zones never change."""
    return zone_neighbours(state)[cell, 1]


def any_cell(state, player, action):
    """`accessible_cells`: a number may go anywhere, whatever its action."""
    return ALL_CELLS


def can_write(state, player, number, action):
    """Whether the number fits some cell."""
    return state.fitting_cells[player, number] & accessible_cells(state, player, action) != 0


def mark_writable_cells(state, player, number, action, mask):
    """Mark the cells that the number fits."""
    cells = state.fitting_cells[player, number] & accessible_cells(state, player, action)
    mark_choices(mask, WRITE, cells, state.players[player].cells.shape[0])


def find_fitting_cells(state, player):
    """Recompute where every number fits on a sheet."""
    find_all_fitting_cells(state, player)


@kernel
def find_all_fitting_cells(state, player):
    """Begin with the empty cells; every written number narrows them."""
    sheet = state.players[player]
    empty = 0
    for cell in range(sheet.cells.shape[0]):
        if sheet.cells[cell] == EMPTY:
            empty |= 1 << cell
    fitting = state.fitting_cells[player]
    fitting[:] = empty
    for cell in range(sheet.cells.shape[0]):
        value = sheet.cells[cell]
        if EMPTY < value <= LARGEST_WRITTEN:
            narrow_fitting_cells(fitting, value, cells_before(state, sheet, cell), cells_after(state, sheet, cell))


def are_fitting_cells_right(state, player):
    """Whether recomputing where numbers fit changes nothing."""
    kept = state.fitting_cells[player].copy()
    find_all_fitting_cells(state, player)
    is_right = (kept == state.fitting_cells[player]).all()
    state.fitting_cells[player][:] = kept
    return is_right


WRITE_BY_FITTING_CELLS: dict[Callable, Callable] = {
    adventure.can_write: can_write,
    adventure.mark_writable_cells: mark_writable_cells,
    adventure.find_fitting_cells: find_fitting_cells,
    adventure.are_fitting_cells_right: are_fitting_cells_right,
}


def nothing_to_find(state, player):
    """`adventure.find_fitting_cells`: no sets of cells are kept."""


def none_are_wrong(state, player):
    """`adventure.are_fitting_cells_right`: no sets of cells are kept."""
    return True


NO_FITTING_CELLS: dict[Callable, Any] = {
    zone_neighbours: NEVER_ASKED,
    cells_before: NEVER_ASKED,
    cells_after: NEVER_ASKED,
    accessible_cells: NEVER_ASKED,
    adventure.find_fitting_cells: nothing_to_find,
    adventure.are_fitting_cells_right: none_are_wrong,
}
"""For adventures in which no numbers are written."""


def printed_zones(neighbours: np.ndarray) -> dict[Callable, Any]:
    """The rules of zones that never change, for a sheet with these `zone_neighbours`."""
    return {zone_neighbours: neighbours, cells_before: printed_cells_before, cells_after: printed_cells_after}


def drawn_zones(before: Callable, after: Callable) -> dict[Callable, Any]:
    """The rules of zones that lines change."""
    return {zone_neighbours: NEVER_ASKED, cells_before: before, cells_after: after}


@kernel
def fill_cell(state, sheet, cell, value):
    """Fill a cell for the player who is asked: no number fits it any more, and a written number bounds its zones."""
    sheet.cells[cell] = value
    sheet.filled_cells += 1
    fitting = state.fitting_cells[state.seat]
    for number in range(NUMBERS):
        fitting[number] &= ~(1 << cell)
    if value <= LARGEST_WRITTEN:
        narrow_fitting_cells(fitting, value, cells_before(state, sheet, cell), cells_after(state, sheet, cell))


@kernel
def narrow_fitting_cells(fitting, value, before, after):
    """Note a written number: no larger number fits before it, no smaller one after it, and the same number nowhere."""
    for number in range(value + 1):
        fitting[number] &= ~after
    for number in range(value, NUMBERS):
        fitting[number] &= ~before
