"""The elements of pictures as SVG: what `Picture` draws with."""

from __future__ import annotations

import functools
import math
from xml.sax.saxutils import escape

from moon_envs.render.fonts import REGULAR, text_width
from moon_envs.render.icons import ICONS

# Most elements are the same on all sheets and from one picture to the next.
remembered = functools.lru_cache(maxsize=1 << 16)


INSET = 1.5  # between words and the edge of their box
SMALLEST_TEXT = 11.0
"""The smallest letters in pictures: they are still read where a panel is as wide as a phone (390 pixels)."""


def box(x: float, y: float, width: float, height: float, round_by: float) -> str:
    """The attributes of a rectangle."""
    corners = f' rx="{round_by:g}"' if round_by else ""
    return f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corners}'


@remembered
def fitting(text: str, size: float, width: float, weight: int = REGULAR) -> float:
    """The font size for a line: `size`, or smaller if the line would be wider than `width`."""
    needed = text_width(text, size, weight)
    return size if needed <= width else math.floor(10 * size * width / needed) / 10


@remembered
def words(x: float, y: float, text: str, size: float, kind: str, anchor: str) -> str:
    """A line of words."""
    names = f' class="{kind}"' if kind else ""
    side = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{names}{side}>{escape(text)}</text>'


def group(names: str, inside: str, note: str, attributes: str = "") -> str:
    """SVG with its classes, and a note that is shown when the mouse rests on it."""
    title = f"<title>{escape(note)}</title>" if note else ""
    return f'<g class="{names}"{attributes}>{inside}{title}</g>'


@remembered
def corner_points(corners: tuple[tuple[float, float], ...]) -> str:
    """The attribute of a polygon."""
    return f'points="{" ".join(f"{x:g},{y:g}" for x, y in corners)}"'


@remembered
def polygon(corners: tuple[tuple[float, float], ...], text: str) -> str:
    """A polygon with something short in the middle of its corners."""
    inside = f'<polygon class="box" {corner_points(corners)}/>'
    if not text:
        return inside
    x, y = (sum(place) / len(corners) for place in zip(*corners, strict=True))
    return inside + words(x, y + 4, text, SMALLEST_TEXT, "", "middle")


@remembered
def cell(
    x: float, y: float, text: str, width: float, height: float, is_crossed: bool, round_by: float, icon: str
) -> str:
    """A box with a sign or something short in it."""
    size = max(SMALLEST_TEXT, min(height * 0.58, 16))
    middle = x + width / 2
    inside = f'<rect class="box" {box(x, y, width, height, round_by)}/>'
    if icon:
        inside += sign(icon, x + 3 if text else middle - size * 0.6, y + height / 2 - size * 0.6, size * 1.2, "ink")
        middle += size * 0.6
    if text:
        size = fitting(text, size, 2 * (x + width - middle) - 2 * INSET)
        inside += words(middle, y + height / 2 + size * 0.35, text, size, "", "middle")
    return inside + cross(x, y, width, height) if is_crossed else inside


@remembered
def still_cell(
    kind: str,
    note: str,
    x: float,
    y: float,
    text: str,
    width: float,
    height: float,
    is_crossed: bool,
    round_by: float,
    icon: str,
) -> str:
    """A cell that stands for no action."""
    return group(kind, cell(x, y, text, width, height, is_crossed, round_by, icon), note)


@remembered
def token(x: float, y: float, radius: float, text: str, icon: str) -> str:
    """A round token with a sign or something short on it."""
    inside = f'<circle class="box" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
    if icon:
        inside += sign(icon, x - radius * 0.65, y - radius * 0.65, radius * 1.3, "ink")
    if not text:
        return inside
    size = fitting(text, max(SMALLEST_TEXT, radius * 1.15), 2 * (radius - INSET))
    return inside + words(x, y + size * 0.35, text, size, "", "middle")


def cross(x: float, y: float, width: float, height: float) -> str:
    """The cross over a box."""
    inset = min(width, height) * 0.2
    return (
        f'<path class="cross" d="M{x + inset:g} {y + inset:g}L{x + width - inset:g} {y + height - inset:g}'
        f'M{x + width - inset:g} {y + inset:g}L{x + inset:g} {y + height - inset:g}"/>'
    )


@remembered
def sign(name: str, x: float, y: float, size: float, kind: str) -> str:
    """A sign of `ICONS`."""
    return (
        f'<path class="{kind}" fill-rule="evenodd" transform="translate({x:g} {y:g}) scale({size / 24:g})" '
        f'd="{ICONS[name]}"/>'
    )
