"""Tracks of values, as the sheets of Colony, Dome, Escape and Battle have them."""

from __future__ import annotations

from collections.abc import Sequence

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
    """Boxes with values, of which the first that is not crossed off counts and stands for actions.

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
    was_last = any(picture.is_last(action) for action in actions)
    for box, value in enumerate(values):
        look = "done" if box < crossed_off else f"filled {kind}" if box == crossed_off else f"empty {kind}"
        is_meant = box == crossed_off or (box == crossed_off - 1 and was_last)
        picture.cell(x, y, value, width - GAP, height, look, actions if is_meant else (), note=note, round_by=3)
        if goes_down:
            y += height + GAP
        else:
            x += width
    return y if goes_down else x
