"""Where every number fits, brought up to date when a cell is filled instead of searched for (welcome 4.1, 4.2).

ROOM are the rules of writing of the adventures that keep it. Sets of cells are kept as bits: room[v] are the cells in
which the number v can be written; `before` and `after` are the cells that lie before and after a cell in its zones.
"""

from __future__ import annotations

from collections.abc import Callable

from moon_envs.engine.compile import by_state_or_default, kernel
from moon_envs.games.welcome_to_the_moon import adventure
from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.cells import LARGEST_WRITTEN, X_MARK, write_in_cell
from moon_envs.games.welcome_to_the_moon.choices import mark_choices

NUMBERS = LARGEST_WRITTEN + 1
ALL_CELLS = -1  # every bit is set


@by_state_or_default
def cells_for_action(state, action):
    """The cells that a number may go to with this action: all of them."""
    return ALL_CELLS


def can_write(state, player, number, action):
    """Whether some cell has room for the number."""
    return state.players[player].room[number] & cells_for_action(state, action) != 0


def mark_writable_cells(state, player, number, action, mask):
    """The cells that have room for the number."""
    sheet = state.players[player]
    mark_choices(mask, WRITE, sheet.room[number] & cells_for_action(state, action), sheet.cells.shape[0])


ROOM: dict[Callable, Callable] = {adventure.can_write: can_write, adventure.mark_writable_cells: mark_writable_cells}


@kernel
def fill_cell_and_take_room(sheet, cell, value, before, after):
    """Fill a cell: no number has room there any more, and a number bounds the cells before and after it."""
    write_in_cell(sheet, cell, value)
    for number in range(NUMBERS):
        sheet.room[number] &= ~(1 << cell)
    if value != X_MARK:
        bound_room(sheet.room, value, before, after)


@kernel
def bound_room(room, value, before, after):
    """A number is written: no larger number fits before it, no smaller one after it, and not the same twice."""
    for number in range(value + 1):
        room[number] &= ~after
    for number in range(value, NUMBERS):
        room[number] &= ~before
