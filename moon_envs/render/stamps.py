"""Things drawn on pictures as small pictures of pixels, each of them drawn once: stamps.

Most of a picture is what stands on every sheet, or stood there a decision ago. LunaSVG needs some 40 microseconds for a
box with a number; to lay a stamp takes less than one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import pylunasvg

from moon_envs.base.errors import MoonEnvsError
from moon_envs.render.style import rules

# Pixels that are remembered, of four bytes; pictures of a whole game need about half of them. The system gives memory
# when it is written to, so that there is no need to begin with less.
ROOM = 1 << 24

NO_SVG = "This picture cannot be rasterised: something drawn on it is not SVG."


class Stamp(NamedTuple):
    """Where the pixels of a stamp are, and where they are laid: from the origin of what is drawn, in whole pixels."""

    first: int
    left: int
    top: int
    width: int
    height: int


class Stamps:
    """The stamps of a theme: by scale and by the SVG of what they show, numbers in a table.

    Attributes:
        pixels: of all stamps, as `lay_stamps` wants them.
        table: of all stamps, a row of `Stamp` for each.
    """

    def __init__(self, theme: str):
        self._opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="moon"><style>{rules(theme)}</style>'
        self.forget()

    def forget(self) -> None:
        """Begin anew, with nothing remembered."""
        self.pixels = np.empty(ROOM, dtype=np.uint32)
        self.table = np.empty((0, len(Stamp._fields)), dtype=np.int64)
        self._used = 0
        self._numbers: dict[float, dict[str, int]] = {}

    @property
    def is_full(self) -> bool:
        """Whether it is time to forget: another picture might not fit."""
        return self._used > ROOM * 3 // 4

    def numbers(self, scale: float) -> dict[str, int]:
        """The stamps that are known at a scale, by what they show."""
        return self._numbers.setdefault(scale, {})

    def draw(self, scale: float, things: Iterable[str]) -> None:
        """Draw those things of which there are no stamps yet.

        Raises:
            MoonEnvsError: something is not SVG.
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
    """Where something will be drawn; letters may reach a little out of their box."""
    box = shape.getGlobalBoundingBox()
    if not (box.w > 0 or box.h > 0):
        return Stamp(first, 0, 0, 0, 0)
    left, top = math.floor((box.x - 1) * scale), math.floor((box.y - 1) * scale)
    right, bottom = math.ceil((box.x + box.w + 1) * scale), math.ceil((box.y + box.h + 1) * scale)
    return Stamp(first, left, top, right - left, bottom - top)
