"""Pages in columns: one or two for people who scroll, two or three for videos, which are wider than tall."""

from __future__ import annotations

import numpy as np

from moon_envs.render.picture import Picture

COLUMN_WIDTH = 600
MARGIN = 8
STEP = COLUMN_WIDTH + MARGIN


def page_width(columns: int) -> float:
    """The width of a page with this number of columns."""
    return columns * STEP + MARGIN


def columns_of(picture: Picture) -> int:
    """The number of columns that fit on a page."""
    return max(1, round((picture.width - MARGIN) / STEP))


def usual_width(state: np.void, seat: int | None) -> float:
    """One column; two when the sheets of several players are open."""
    return page_width(2 if seat is None and state["player_count"] > 1 else 1)


def wide_width(state: np.void, seat: int | None) -> float:
    """Two columns, three when the sheets of more than two players are open: wider than tall."""
    return page_width(3 if seat is None and state["player_count"] > 2 else 2)


class Columns:
    """The columns of a page, filled from the top: the next thing goes to the column with the most room.

    Args:
        picture: the page.
        y: the lower end of what is in the first column already.
    """

    def __init__(self, picture: Picture, y: float):
        self._tops = [y, *[float(MARGIN)] * (columns_of(picture) - 1)]

    def place(self) -> tuple[float, float]:
        """The upper left corner for the next thing, which is one column wide."""
        column = self._next()
        return MARGIN + column * STEP, self._tops[column]

    def fill(self, bottom: float) -> None:
        """Say how far down the thing at the last `place` reaches."""
        self._tops[self._next()] = bottom + MARGIN

    def _next(self) -> int:
        return self._tops.index(min(self._tops))
