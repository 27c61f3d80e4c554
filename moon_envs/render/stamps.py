"""Stamps: the elements of pictures as small pictures of pixels. Each element is drawn once and then copied.

Most elements of a picture stand on every sheet, or stood there a decision ago. A frame of Launch with six players takes
2.7 ms with stamps, and 24 ms if LunaSVG draws the whole picture: nine times as long. With no stamps remembered it takes
12 ms. (Processor time, medians of 40 states of a game; two cores of an AMD EPYC virtual machine.) Any version of numba
will do; the loops that draw stamps are in `engine/pixels/pixel_loops.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import pylunasvg

from moon_envs.base.errors import MoonEnvsError
from moon_envs.render.style import rules

# The most pixels to remember, of four bytes each; the pictures of a whole game need about half of them. The system
# provides memory only when it is written to, so all of it is allocated at once.
ROOM = 1 << 24

NO_SVG = "This picture cannot be rasterised: something drawn on it is not SVG."


class Stamp(NamedTuple):
    """The first pixel of a stamp, its edges relative to the origin of its element, and its size, in whole pixels."""

    first: int
    left: int
    top: int
    width: int
    height: int


class Stamps:
    """The stamps of a theme. Scale and SVG text of an element lead to the number of its stamp.

    Attributes:
        pixels: the pixels of all stamps, as `lay_stamps` takes them.
        table: a row of `Stamp` for each stamp.
    """

    def __init__(self, theme: str):
        self._opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="moon"><style>{rules(theme)}</style>'
        self.forget()

    def forget(self) -> None:
        """Forget all stamps."""
        self.pixels = np.empty(ROOM, dtype=np.uint32)
        self.table = np.empty((0, len(Stamp._fields)), dtype=np.int64)
        self._used = 0
        self._numbers: dict[float, dict[str, int]] = {}

    @property
    def is_full(self) -> bool:
        """Whether to forget all stamps now, because another picture might not fit."""
        return self._used > ROOM * 3 // 4

    def numbers(self, scale: float) -> dict[str, int]:
        """The numbers of the stamps at a scale, by the SVG text of their elements."""
        return self._numbers.setdefault(scale, {})

    def draw(self, scale: float, things: Iterable[str]) -> None:
        """Make stamps of the things that have none yet, given as SVG text.

        Raises:
            MoonEnvsError: a thing is not SVG.
        """
        known = self.numbers(scale)
        things = [thing for thing in dict.fromkeys(things) if thing not in known]
        if not things:
            return
        document = self._document(things)  # shapes are part of it, and must not outlive it
        shapes = [shape.toElement() for shape in document.documentElement().children()[1:]]  # behind the style sheet
        if len(shapes) != len(things):
            raise MoonEnvsError(NO_SVG)
        stamps = []
        for shape in shapes:
            stamps.append(_place(shape, scale, self._used))
            self._used += stamps[-1].width * stamps[-1].height
        self._make_room()
        for shape, stamp in zip(shapes, stamps, strict=True):
            if stamp.width:
                self._draw_one(shape, scale, stamp)
        known.update(zip(things, range(len(self.table), len(self.table) + len(things)), strict=True))
        self.table = np.concatenate([self.table, np.array(stamps, dtype=np.int64)])

    def _document(self, things: list[str]) -> pylunasvg.Document:
        document = pylunasvg.Document.loadFromData(
            f"{self._opening}{''.join(f'<g>{thing}</g>' for thing in things)}</svg>"
        )
        if document is None:
            raise MoonEnvsError(NO_SVG)
        return document

    def _draw_one(self, shape: pylunasvg.Element, scale: float, stamp: Stamp) -> None:
        bitmap = pylunasvg.Bitmap(stamp.width, stamp.height)
        shape.render(bitmap, pylunasvg.Matrix(scale, 0.0, 0.0, scale, -stamp.left, -stamp.top))
        behind = stamp.first + stamp.width * stamp.height
        self.pixels[stamp.first : behind] = np.array(bitmap, copy=False).view(np.uint32).ravel()

    def _make_room(self) -> None:
        if self._used > len(self.pixels):
            room = np.empty(self._used, dtype=np.uint32)
            room[: len(self.pixels)] = self.pixels
            self.pixels = room


def _place(shape: pylunasvg.Element, scale: float, first: int) -> Stamp:
    """The place of a stamp: the box of its shape with a margin of one unit, because letters may reach out of it."""
    box = shape.getGlobalBoundingBox()
    if not (box.w > 0 or box.h > 0):
        return Stamp(first, 0, 0, 0, 0)
    left, top = math.floor((box.x - 1) * scale), math.floor((box.y - 1) * scale)
    right, bottom = math.ceil((box.x + box.w + 1) * scale), math.ceil((box.y + box.h + 1) * scale)
    return Stamp(first, left, top, right - left, bottom - top)
