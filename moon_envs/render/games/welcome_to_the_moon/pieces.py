"""Larger pieces of sheets: what looks the same on many of them is drawn once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable

from moon_envs.render.picture import Picture

# Enough for all tracks of a sheet with every number of boxes crossed off.
PIECES = 1 << 13


def draw_piece(picture: Picture, bottom: float, draw: Callable[..., None], *arguments: Hashable) -> None:
    """Draw what stands for no actions and follows from its arguments alone, down to `bottom`: draw(picture, ...)."""
    picture.elements.append(_piece(draw, *arguments))
    picture.reach(bottom)


@functools.lru_cache(maxsize=PIECES)
def _piece(draw: Callable[..., None], *arguments: Hashable) -> str:
    picture = Picture(0)
    draw(picture, *arguments)
    return "".join(picture.elements)
