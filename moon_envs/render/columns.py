"""Pages in columns: one or two of them where people scroll, as many as make the page wide where a video is made."""

from __future__ import annotations

import numpy as np

from moon_envs.render.picture import Picture

COLUMN_WIDTH = 600
MARGIN = 8
STEP = COLUMN_WIDTH + MARGIN


def page_width(columns: int) -> float:
    """How wide a page with so many columns is."""
    return columns * STEP + MARGIN


def columns_of(picture: Picture) -> int:
    """How many columns a page has room for."""
    return max(1, round((picture.width - MARGIN) / STEP))


def usual_width(state: np.void, seat: int | None) -> float:
    """One column; two when the sheets of several players are open."""
    return page_width(2 if seat is None and state["player_count"] > 1 else 1)


def wide_width(state: np.void, seat: int | None) -> float:
    """Two columns, three when the sheets of more than two players are open: wider than tall."""
    return page_width(3 if seat is None and state["player_count"] > 2 else 2)


class Columns:
    """The columns of a page, filled from the top: what comes next goes where there is most room.

    Args:
        picture: the page.
        y: the lower end of what fills the first column already.
    """

    def __init__(self, picture: Picture, y: float):
        self._tops = [y, *[float(MARGIN)] * (columns_of(picture) - 1)]

    def place(self) -> tuple[float, float]:
        """The upper left corner of the next thing, which is a column wide."""
        column = self._next()
        return MARGIN + column * STEP, self._tops[column]

    def fill(self, bottom: float) -> None:
        """What was placed reaches down to here."""
        self._tops[self._next()] = bottom + MARGIN

    def _next(self) -> int:
        return self._tops.index(min(self._tops))
