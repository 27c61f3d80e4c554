"""Tracks of values, as the sheets of Colony, Dome, Escape and Battle have them."""

from __future__ import annotations

from collections.abc import Sequence

from moon_envs.render.games.welcome_to_the_moon.pieces import draw_piece
from moon_envs.render.picture import Picture

GAP = 2


def draw_values(
    picture: Picture,
    x: float,
    y: float,
    values: Sequence[object],
    crossed_off: int,
    width: float,
    note: str = "",
    actions: Sequence[int] = (),
    kind: str = "",
    height: float = 18,
    goes_down: bool = False,
) -> float:
    """Boxes with values. The first that is not crossed off counts, and a click on it is an action.

    Args:
        picture: to draw on.
        x: left edge.
        y: upper edge.
        values: what is printed in the boxes.
        crossed_off: how many boxes are crossed off.
        width: of a box with the gap behind it.
        note: what the boxes say when the mouse rests on them.
        actions: what crosses off the next box.
        kind: the look of the boxes that are left.
        height: of a box.
        goes_down: whether the boxes stand one below the other.

    Returns:
        The x behind them, or the y below them.
    """
    boxes = (x, y, tuple(values), crossed_off, width, note, kind, height, goes_down)
    next_can = any(picture.can(action) for action in actions)
    was_last = any(picture.is_last(action) for action in actions)
    bottom = y + len(values) * (height + GAP) if goes_down else y + height + GAP
    if next_can or was_last:
        _draw_boxes(picture, *boxes, tuple(actions), next_can, was_last)
    else:
        draw_piece(picture, bottom, _draw_boxes, *boxes)
    return bottom if goes_down else x + len(values) * width


def _draw_boxes(
    picture: Picture,
    x: float,
    y: float,
    values: tuple[object, ...],
    crossed_off: int,
    width: float,
    note: str,
    kind: str,
    height: float,
    goes_down: bool,
    actions: tuple[int, ...] = (),
    next_can: bool = False,
    was_last: bool = False,
) -> None:
    for box, value in enumerate(values):
        look = "done" if box < crossed_off else f"filled {kind}" if box == crossed_off else f"empty {kind}"
        is_meant = (next_can and box == crossed_off) or (was_last and box == crossed_off - 1)
        choices = actions if is_meant else ()
        left, top = (x, y + box * (height + GAP)) if goes_down else (x + box * width, y)
        picture.cell(left, top, value, width - GAP, height, look, choices, note=note, round_by=3)
