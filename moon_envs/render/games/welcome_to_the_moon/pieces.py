"""Larger pieces of sheets: what looks the same on many sheets is drawn once; tracks of boxes with values."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from moon_envs.render.picture import Picture

# Enough for all tracks of a sheet with every number of boxes crossed off.
PIECES = 1 << 13


def draw_piece(picture: Picture, bottom: float, draw: Callable[..., None], *arguments) -> None:
    """Draw what stands for no actions and follows from its arguments alone, down to `bottom`: draw(picture, ...)."""
    picture.elements.append(_piece(draw, *arguments))
    picture.reach(bottom)


@functools.lru_cache(maxsize=PIECES)
def _piece(draw: Callable[..., None], *arguments) -> str:
    picture = Picture(0)
    draw(picture, *arguments)
    return "".join(picture.elements)


def draw_values(
    picture: Picture,
    x: float,
    y: float,
    values: tuple[int, ...],
    crossed_off: int,
    width: float,
    note: str = "",
    actions: Iterable[int] = (),
    kind: str = "",
) -> float:
    """Boxes with values, of which the first that is not crossed off counts and stands for actions; returns its end."""
    if any(picture.can(action) or picture.is_last(action) for action in actions):
        _draw_boxes(picture, x, y, values, crossed_off, width, note, kind, tuple(actions))
    else:
        draw_piece(picture, y + 19, _draw_boxes, x, y, values, crossed_off, width, note, kind)
    return x + width * len(values)


def _draw_boxes(
    picture: Picture,
    x: float,
    y: float,
    values: tuple[int, ...],
    crossed_off: int,
    width: float,
    note: str,
    kind: str,
    actions: tuple[int, ...] = (),
) -> None:
    for box, value in enumerate(values):
        look = "closed" if box < crossed_off else f"filled {kind}" if box == crossed_off else f"empty {kind}"
        choices = actions if box == crossed_off else ()
        picture.cell(x + width * box, y, value, width - 2, 18, look, choices, box < crossed_off, note, 3)
