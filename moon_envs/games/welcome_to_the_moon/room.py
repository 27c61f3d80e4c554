"""Where every number fits, brought up to date when a cell is filled instead of searched for (welcome 4.1, 4.2).

For adventures whose zones never change. room[v] is the set, as bits, of the cells in which the number v can be written;
`before` and `after` give for each cell the set of the cells that lie before and after it in its zones.
"""

from __future__ import annotations

from moon_envs.engine.compile import kernel
from moon_envs.games.welcome_to_the_moon.zones import LARGEST_WRITTEN, X_MARK

NUMBERS = LARGEST_WRITTEN + 1


@kernel
def take_room(room, cell, value, before, after):
    """A cell is filled: no larger number fits before it, no smaller one after it; an X bounds nothing."""
    for number in range(NUMBERS):
        room[number] &= ~(1 << cell)
    if value == X_MARK:
        return
    for number in range(value + 1):
        room[number] &= ~after[cell]
    for number in range(value, NUMBERS):
        room[number] &= ~before[cell]
