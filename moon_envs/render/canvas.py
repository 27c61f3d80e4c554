"""The page that things are drawn on: places with their own origin and scale, and what the page becomes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from moon_envs.base.checks import check_choice
from moon_envs.base.showing import Facts, Shown
from moon_envs.render.elements import box
from moon_envs.render.fonts import font_faces
from moon_envs.render.style import AUTO, LIGHT, THEMES, rules

GAP = 8

DECORATION = '<g pointer-events="none">'
CLOSING = "</g>"


class Place(NamedTuple):
    """The beginning of a part of the page with its own origin and scale; `CLOSING` ends it."""

    x: float
    y: float
    scale: float = 1.0
    panel: int | None = None
    """The number of the panel that is drawn here, by which pages find it; None within panels."""

    def inside(self, place: Place) -> Place:
        """A place within this one, in the units around this one."""
        return Place(self.x + place.x * self.scale, self.y + place.y * self.scale, self.scale * place.scale)

    def __str__(self) -> str:
        resize = "" if self.scale == 1.0 else f" scale({self.scale:g})"
        panel = "" if self.panel is None else f' data-panel="{self.panel}"'
        return f'<g{panel} transform="translate({self.x:g} {self.y:g}){resize}">'


class Canvas(Shown):
    """A page, made of elements from top to bottom, in units of about a pixel.

    Args:
        width: of the page; the height follows what is drawn.

    Attributes:
        width: of the page.
        height: how far down the drawing reaches.
        elements: everything that was drawn, in order: SVG, or a `Place` that begins. Each element is whole, but for
            `Place`, `DECORATION` and the `CLOSING` that ends either.
    """

    def __init__(self, width: float):
        self.width = width
        self.height = 0.0
        self.elements: list[str | Place] = []
        self._places = [Place(0.0, 0.0)]

    def _repr_facts_(self) -> Facts:
        return {"width": self.width, "height": self.height, "elements": len(self.elements)}

    def _repr_html_(self) -> None:
        """None: a notebook shows the picture itself."""
        return None

    def _repr_svg_(self) -> str:
        return self.svg()

    # Where things are drawn

    @contextmanager
    def at(self, x: float, y: float, scale: float = 1.0, panel: int | None = None) -> Iterator[None]:
        """Draw in a place of the page, with its own origin and scale; `panel` is the number of a panel."""
        place = Place(x, y, scale, panel)
        self._places.append(self._places[-1].inside(place))
        self.elements.append(place)
        yield
        self.elements.append(CLOSING)
        self._places.pop()

    @contextmanager
    def decoration(self) -> Iterator[None]:
        """Draw on top of something that can be clicked: a click goes through to it."""
        self.elements.append(DECORATION)
        yield
        self.elements.append(CLOSING)

    def reach(self, y: float) -> None:
        """Make the page reach down to here."""
        place = self._places[-1]
        bottom = place.y + y * place.scale
        if bottom > self.height:
            self.height = bottom

    def put(self, x: float, y: float, drawn: str) -> None:
        """Put what another page has `drawn` at a place. The page does not grow: it lies on something larger."""
        self.elements.append(f"{Place(x, y)}{drawn}{CLOSING}")

    # The result

    @property
    def drawn(self) -> str:
        """The SVG of all elements, without what stands around them."""
        return "".join(map(str, self.elements))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page."""
        return self.width, self.height + GAP

    def svg(self, theme: str = AUTO) -> str:
        """The picture as SVG.

        Args:
            theme: "light", "dark", or "auto" for what the reader prefers.

        Raises:
            ConfigurationError: a theme that does not exist.
        """
        check_choice("theme", theme, THEMES)
        return f"{self.opening(theme)}{self.drawn}</svg>"

    def unstyled_svg(self) -> str:
        """The picture as SVG without a style sheet, for a page that has one."""
        return f"{self.opening(None)}{self.drawn}</svg>"

    def opening(self, theme: str | None) -> str:
        """The SVG before the elements; without a style sheet if `theme` is None."""
        width, height = self.size
        style = "" if theme is None else f"<style>{rules(theme)}{font_faces()}</style>"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="moon" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}">{style}<rect class="page" {box(0, 0, width, height, 0)}/>'
        )

    def rgb_array(self, width: int = 800, theme: str = LIGHT) -> np.ndarray:
        """The picture as pixels, (height, width, 3) uint8; this needs `pip install "moon_envs[render]"`.

        Args:
            width: in pixels; the height follows.
            theme: "light" or "dark".

        Raises:
            MissingExtraError: the packages of the extra are missing.
            ConfigurationError: a width or theme that is not allowed.
        """
        from moon_envs.render.raster import rgb_array

        return rgb_array(self, width, theme)
