"""Tracks of boxes with values, as the sheets of Escape and Battle have them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moon_envs.render.picture import Picture


def draw_values(
    picture: Picture,
    x: float,
    y: float,
    values: Sequence[int],
    crossed_off: int,
    width: float,
    note: str = "",
    actions: Iterable[int] = (),
    kind: str = "",
) -> float:
    """Boxes with values, of which the first that is not crossed off counts and stands for actions; returns its end."""
    for box, value in enumerate(values):
        look = "closed" if box < crossed_off else f"filled {kind}" if box == crossed_off else f"empty {kind}"
        box_actions = actions if box == crossed_off else ()
        picture.cell(x, y, value, width - 2, 18, look, box_actions, box < crossed_off, note, 3)
        x += width
    return x
