"""Where every number fits, brought up to date when a cell is filled instead of searched for (welcome 4.1, 4.2).

For adventures whose zones never change: ROOM are their rules of writing. room[v] is the set, as bits, of the cells in
which the number v can be written; `before` and `after` give for each cell the set of the cells that lie before and
after it in its zones.
"""

from __future__ import annotations

from collections.abc import Callable

from moon_envs.engine.compile import kernel
from moon_envs.games.welcome_to_the_moon import adventure
from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.choices import mark_choices
from moon_envs.games.welcome_to_the_moon.zones import LARGEST_WRITTEN, X_MARK, write_in_cell

NUMBERS = LARGEST_WRITTEN + 1


def can_write(state, player, number, action):
    """Whether some cell has room for the number, whatever the action."""
    return state.players[player].room[number] != 0


def mark_writable_cells(state, player, number, action, mask):
    """The cells that have room for the number."""
    sheet = state.players[player]
    mark_choices(mask, WRITE, sheet.room[number], sheet.cells.shape[0])


ROOM: dict[Callable, Callable] = {adventure.can_write: can_write, adventure.mark_writable_cells: mark_writable_cells}


@kernel
def fill_cell_and_take_room(sheet, cell, value, before, after):
    """Fill a cell: no larger number fits before it now, no smaller one after it; an X bounds nothing."""
    write_in_cell(sheet, cell, value)
    room = sheet.room
    for number in range(NUMBERS):
        room[number] &= ~(1 << cell)
    if value == X_MARK:
        return
    for number in range(value + 1):
        room[number] &= ~after[cell]
    for number in range(value, NUMBERS):
        room[number] &= ~before[cell]
