"""Larger pieces of sheets that look the same on many sheets: each is drawn once and kept."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable

import numpy as np

from moon_envs.render.canvas import Place
from moon_envs.render.picture import Picture

# Enough for all tracks of a sheet with every number of boxes crossed off.
PIECES = 1 << 13
# From one decision to the next most sheets stay as they are.
SHEETS = 1 << 8


def draw_piece(picture: Picture, bottom: float, draw: Callable[..., None], *arguments: Hashable) -> None:
    """Draw a piece without actions, down to `bottom`; draw(picture, ...) may depend on its arguments only."""
    picture.elements.append(_piece(draw, *arguments))
    picture.reach(bottom)


@functools.lru_cache(maxsize=PIECES)
def _piece(draw: Callable[..., None], *arguments: Hashable) -> str:
    picture = Picture(0)
    draw(picture, *arguments)
    return picture.drawn


def draw_resting_sheet(
    picture: Picture,
    draw_sheet: Callable[..., None],
    sheet: np.void,
    player: int,
    table: tuple[tuple[str, object], ...],
) -> None:
    """Draw a sheet without actions: draw_sheet(picture, table, sheet, player).

    Args:
        picture: to draw on.
        draw_sheet: what draws it.
        sheet: its record.
        player: its player.
        table: names and values of the state's fields that the drawing may read.
    """
    drawn, height = _resting_sheet(draw_sheet, sheet.tobytes(), sheet.dtype, player, table)
    picture.elements.extend(drawn)
    picture.reach(height)


@functools.lru_cache(maxsize=SHEETS)
def _resting_sheet(
    draw_sheet: Callable[..., None], content: bytes, kind: np.dtype, player: int, table: tuple[tuple[str, object], ...]
) -> tuple[tuple[str | Place, ...], float]:
    picture = Picture(0)
    with picture.owner(player):
        draw_sheet(picture, dict(table), np.frombuffer(content, kind)[0], player)
    return tuple(picture.elements), picture.height
