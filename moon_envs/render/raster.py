"""Pictures as pixels, drawn by LunaSVG with a font that comes with the extra: the same everywhere.

LunaSVG hands its pixels over as they are. Through resvg's Python packages every picture would be compressed to PNG and
unpacked again, which alone takes longer than all the drawing here.

This module needs the packages of an extra (`pip install "moon_envs[render]"`), and is imported when somebody wants
pixels.
"""

from __future__ import annotations

import functools
import math
import re
from typing import TYPE_CHECKING

import numpy as np

from moon_envs.checks import check_choice, check_whole_number
from moon_envs.errors import MissingExtraError, MoonEnvsError
from moon_envs.render.style import DARK, FONT, LIGHT, page_colour

if TYPE_CHECKING:
    from moon_envs.render.frames import Frame
    from moon_envs.render.picture import Picture

try:
    import pylunasvg
    from font_source_sans_pro import font_files_ttf
except ImportError as error:
    raise MissingExtraError(f'Pixels need packages of an extra ({error}): pip install "moon_envs[render]"') from error

WIDTH = 800
LARGEST_WIDTH = 8192
# Encoders of videos work on blocks of 16 x 16 pixels: other sizes they stretch, or refuse.
BLOCK = 16

# Outlines with round corners are a third of LunaSVG's work, and most boxes have them. A corner of a few pixels looks
# the same when it is made of three straight lines.
_ROUND_BOX = re.compile(
    r'<rect (class="[^"]*") x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)" rx="([^"]*)"/>'
)
_LARGEST_PLAIN_CORNER = 6.0
_LARGEST_PLAIN_SCALE = 1.4
_LINES_OF_A_CORNER = 3


def rgb_array(picture: Picture, width: int = WIDTH, theme: str = LIGHT, frame: Frame | None = None) -> np.ndarray:
    """A picture as pixels.

    Args:
        picture: what to show.
        width: in pixels.
        theme: "light" or "dark".
        frame: the page it is put on, which decides size and scale: the picture stands at its top, in its middle, and is
            made smaller only if it would not fit. None for a page as large as the picture.

    Returns:
        (height, width, 3) uint8.

    Raises:
        MissingExtraError: the packages of the extra are missing.
        ConfigurationError: a width or theme that is not allowed.
    """
    width = check_whole_number("width", width, 1, LARGEST_WIDTH)
    check_choice("theme", theme, (LIGHT, DARK))
    size = picture.size
    if frame is None:
        scale = width / size[0]
        height = max(1, round(size[1] * scale))
    else:
        height = -(-round(frame.height * width / frame.width) // BLOCK) * BLOCK
        scale = min(width / frame.width, width / size[0], height / size[1])
    bitmap = pylunasvg.Bitmap(width, height)
    bitmap.clear(int(page_colour(theme).removeprefix("#") + "ff", 16))
    left = (width - size[0] * scale) / 2
    svg = picture.svg(theme)
    if scale <= _LARGEST_PLAIN_SCALE:
        svg = _with_plain_corners(svg)
    _document(svg).render(bitmap, pylunasvg.Matrix(scale, 0.0, 0.0, scale, left, 0.0))
    return _rgb(np.array(bitmap, copy=False))


def _document(svg: str) -> pylunasvg.Document:
    _load_fonts()
    document = pylunasvg.Document.loadFromData(svg)
    if document is None:
        raise MoonEnvsError("This picture cannot be rasterised: something drawn on it is not SVG.")
    return document


def _with_plain_corners(svg: str) -> str:
    """The same SVG with small round corners as lines."""
    return _ROUND_BOX.sub(_plain_box, svg)


def _plain_box(box: re.Match[str]) -> str:
    names, x, y, width, height, radius = box.groups()
    outline = _outline(float(width), float(height), float(radius))
    return f'<path {names} d="M{x} {y}{outline}"/>' if outline else box[0]


@functools.lru_cache(4096)
def _outline(width: float, height: float, radius: float) -> str:
    """The way around a box from its upper left corner, empty if its corners are too large."""
    radius = min(radius, width / 2, height / 2)
    if radius > _LARGEST_PLAIN_CORNER:
        return ""
    turns = [math.pi / 2 * place / _LINES_OF_A_CORNER for place in range(_LINES_OF_A_CORNER + 1)]
    points = [(radius * math.sin(turn), radius * (1 - math.cos(turn))) for turn in turns]
    lines = [(to[0] - start[0], to[1] - start[1]) for start, to in zip(points, points[1:], strict=False)]
    way = f"m{radius:g} 0"
    across, down = width - 2 * radius, height - 2 * radius
    for side in (f"h{across:g}", f"v{down:g}", f"h{-across:g}", f"v{-down:g}"):
        way += side + "".join(f"l{x:.3f} {y:.3f}" for x, y in lines)
        lines = [(-y, x) for x, y in lines]
    return way + "z"


def _rgb(pixels: np.ndarray) -> np.ndarray:
    """LunaSVG's pixels (blue, green, red, opaque) in the usual order; channel by channel, five times as fast."""
    colours = np.empty((*pixels.shape[:2], 3), dtype=np.uint8)
    for channel in range(3):
        colours[..., channel] = pixels[..., 2 - channel]
    return colours


@functools.cache
def _load_fonts() -> None:
    for is_bold, name in ((False, "SourceSansPro"), (True, "SourceSansProSemibold")):
        pylunasvg.lunasvg_add_font_face_from_file(FONT, is_bold, False, font_files_ttf[name])
