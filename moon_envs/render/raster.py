"""Pictures as pixels, drawn by LunaSVG with a font that comes with the extra: the same everywhere.

LunaSVG gives its pixels directly. The Python packages of resvg compress every picture to PNG first, which alone takes
longer than all the drawing here. Things that look the same in many places are drawn once (see `stamps`).

This module needs an extra (`pip install "moon_envs[render]"`). It is imported only when pixels are asked for.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator, Sequence

import numpy as np

from moon_envs.base.checks import check_choice, check_whole_number
from moon_envs.base.errors import MissingExtraError
from moon_envs.engine.loading import pixels_engine
from moon_envs.render.canvas import CLOSING, DECORATION, Canvas, Place
from moon_envs.render.fonts import FAMILY
from moon_envs.render.style import DARK, LIGHT, page_colour

try:
    import pylunasvg
    from font_source_sans_pro import font_files_ttf

    from moon_envs.render.stamps import Stamps
except ImportError as error:
    raise MissingExtraError(f'Pixels need packages of an extra ({error}): pip install "moon_envs[render]"') from error

WIDTH = 800
FRAME_WIDTH, FRAME_HEIGHT = 1280, 720  # even, as encoders of videos want them
LARGEST_WIDTH = 8192

_LOCK = threading.Lock()


def rgb_array(picture: Canvas, width: int = WIDTH, theme: str = LIGHT) -> np.ndarray:
    """A picture as pixels.

    Args:
        picture: what to show.
        width: in pixels; the height follows.
        theme: "light" or "dark".

    Returns:
        (height, width, 3) uint8.

    Raises:
        MissingExtraError: the packages of the extra are missing.
        ConfigurationError: a width or theme that is not allowed.
    """
    width = check_whole_number("width", width, 1, LARGEST_WIDTH)
    scale = width / picture.size[0]
    return _pixels(picture, (width, max(1, round(picture.size[1] * scale))), Place(0.0, 0.0, scale), theme)


def framed(picture: Canvas, theme: str = LIGHT) -> np.ndarray:
    """A picture as pixels of a video: (FRAME_HEIGHT, FRAME_WIDTH, 3) uint8.

    Pictures in landscape have this shape, and one size in a whole game. Others are put into the middle.
    """
    width, height = picture.size
    scale = min(FRAME_WIDTH / width, FRAME_HEIGHT / height)
    left, top = (FRAME_WIDTH - width * scale) / 2, (FRAME_HEIGHT - height * scale) / 2
    return _pixels(picture, (FRAME_WIDTH, FRAME_HEIGHT), Place(left, top, scale), theme)


def _pixels(picture: Canvas, size: tuple[int, int], page: Place, theme: str) -> np.ndarray:
    """A picture as pixels: width and height of the result, and the place of the picture's page on it."""
    check_choice("theme", theme, (LIGHT, DARK))
    width, height = size
    canvas = np.full((height, width), int(page_colour(theme).removeprefix("#"), 16), dtype=np.uint32)
    loops = pixels_engine()
    with _LOCK:
        stamps = stamps_of(theme)
        laid = _laid_stamps(picture, stamps, page)  # it draws missing stamps, so the table is read after it
        loops.lay_stamps(canvas, stamps.pixels, stamps.table, laid)
        if stamps.is_full:
            stamps.forget()
    pixels = np.empty((height, width, 3), dtype=np.uint8)
    loops.take_colours(canvas, pixels)
    return pixels


def _laid_stamps(picture: Canvas, stamps: Stamps, page: Place) -> np.ndarray:
    """The stamps that make up a picture, as rows of stamp number, column and row; missing stamps are drawn first.

    The origin of each place is moved to whole pixels, by half a pixel at most: then all sheets share their stamps.
    """
    runs = list(_runs(picture.elements, page))
    for scale in {place.scale for _, place in runs}:
        stamps.draw(scale, [element for run, place in runs if place.scale == scale for element in run])
    laid = np.empty((sum(len(run) for run, _ in runs), 3), dtype=np.int64)
    first = 0
    for run, place in runs:
        rows = laid[first : first + len(run)]
        rows[:, 0] = [*map(stamps.numbers(place.scale).__getitem__, run)]
        rows[:, 1:] = round(place.x), round(place.y)
        first += len(run)
    return laid


def _runs(elements: Sequence[str | Place], page: Place) -> Iterator[tuple[list[str], Place]]:
    """Elements that follow each other in one place, with that place in pixels."""
    around: list[Place] = []
    place = page
    run: list[str] = []
    for element in elements:
        if isinstance(element, Place):
            around.append(place)
            inside = place.inside(element)
        elif element == DECORATION:
            around.append(place)
            inside = place
        elif element == CLOSING:
            inside = around.pop()
        else:
            run.append(element)
            continue
        yield run, place
        place, run = inside, []
    yield run, place


@functools.cache
def stamps_of(theme: str) -> Stamps:
    """The stamps of a theme, kept for the whole process."""
    for is_bold, name in ((False, "SourceSansPro"), (True, "SourceSansProSemibold")):
        pylunasvg.lunasvg_add_font_face_from_file(FAMILY, is_bold, False, font_files_ttf[name])
    return Stamps(theme)
