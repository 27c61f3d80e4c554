"""Rows of printed symbols that are marked one after the other, as on most sheets."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.facts import NO_SUCH_ACTION
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_piece
from moon_envs.render.picture import Picture


def draw_symbols(
    picture: Picture,
    x: float,
    y: float,
    icon: str,
    count: int,
    marked: int,
    action: int = NO_SUCH_ACTION,
    size: float = 18,
    kind: str = "empty",
    per_row: int = 0,
    pair_gap: float = 0,
) -> float:
    """Printed symbols that are circled or crossed off one after the other; returns the x behind them.

    Args:
        picture: to draw on.
        x: left edge.
        y: upper edge.
        icon: the sign on each symbol.
        count: how many there are.
        marked: how many are circled or crossed off.
        action: what marks the next one.
        size: width and height of a symbol.
        kind: the look of those that are left.
        per_row: how many stand side by side, 0: all.
        pair_gap: room behind every second one.
    """
    per_row = per_row or count
    symbols = (x, y, icon, count, marked, size, kind, per_row, pair_gap)
    next_can, was_last = picture.can(action), picture.is_last(action)
    if next_can or was_last:
        _draw_symbols(picture, *symbols, action, next_can, was_last)
    else:
        draw_piece(picture, y - (-count // per_row) * (size + 2), _draw_symbols, *symbols)
    return x + per_row * (size + 2) + (per_row + 1) // 2 * pair_gap


def _draw_symbols(
    picture: Picture,
    x: float,
    y: float,
    icon: str,
    count: int,
    marked: int,
    size: float,
    kind: str,
    per_row: int,
    pair_gap: float,
    action: int = NO_SUCH_ACTION,
    next_can: bool = False,
    was_last: bool = False,
) -> None:
    for place in range(count):
        row, column = divmod(place, per_row)
        is_marked = place < marked
        is_meant = (next_can and place == marked) or (was_last and place == marked - 1)
        picture.cell(
            x + column * (size + 2) + column // 2 * pair_gap,
            y + row * (size + 2),
            "",
            size,
            size,
            "done" if is_marked else kind,
            (action,) if is_meant else (),
            round_by=size / 2,
            icon=icon,
        )
