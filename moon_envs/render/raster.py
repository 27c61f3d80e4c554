"""Pictures as pixels, drawn by LunaSVG with a font that comes with the extra: the same everywhere.

LunaSVG hands its pixels over as they are. Through resvg's Python packages every picture would be compressed to PNG and
unpacked again, which alone takes longer than all the drawing here. What looks the same on many sheets and in many
pictures is drawn once (see `stamps`).

This module needs the packages of an extra (`pip install "moon_envs[render]"`), and is imported when somebody wants
pixels.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from moon_envs.base.checks import check_choice, check_whole_number
from moon_envs.base.errors import MissingExtraError
from moon_envs.engine.loading import pixels_engine
from moon_envs.render.elements import CLOSING, OPENING_END, opened
from moon_envs.render.fonts import FAMILY
from moon_envs.render.frames import FRAME_HEIGHT, FRAME_WIDTH, Frame
from moon_envs.render.style import DARK, LIGHT, page_colour

if TYPE_CHECKING:
    from moon_envs.render.picture import Picture

try:
    import pylunasvg
    from font_source_sans_pro import font_files_ttf

    from moon_envs.render.stamps import Stamps
except ImportError as error:
    raise MissingExtraError(f'Pixels need packages of an extra ({error}): pip install "moon_envs[render]"') from error

WIDTH = 800
LARGEST_WIDTH = 8192

_LOCK = threading.Lock()


def rgb_array(picture: Picture, width: int = WIDTH, theme: str = LIGHT) -> np.ndarray:
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
    return _pixels(picture, (width, max(1, round(picture.size[1] * scale))), (0.0, 0.0, scale), theme)


def framed(picture: Picture, frame: Frame, theme: str = LIGHT) -> np.ndarray:
    """A picture as pixels of a frame: (FRAME_HEIGHT, FRAME_WIDTH, 3) uint8.

    The page of the frame is as large as it can be, in the middle. The picture stands at its top, in its middle, and is
    made smaller only if it would not fit.
    """
    width, height = picture.size
    room = min(FRAME_WIDTH / frame.width, FRAME_HEIGHT / frame.height)
    scale = min(room, FRAME_WIDTH / width, FRAME_HEIGHT / height)
    top = min(FRAME_HEIGHT - frame.height * room, FRAME_HEIGHT - height * scale) / 2
    return _pixels(picture, (FRAME_WIDTH, FRAME_HEIGHT), ((FRAME_WIDTH - width * scale) / 2, top, scale), theme)


def _pixels(picture: Picture, size: tuple[int, int], place: tuple[float, float, float], theme: str) -> np.ndarray:
    """A picture on a page of so many pixels, with its origin and scale there."""
    check_choice("theme", theme, (LIGHT, DARK))
    width, height = size
    canvas = np.full((height, width), int(page_colour(theme).removeprefix("#"), 16), dtype=np.uint32)
    loops = pixels_engine()
    with _LOCK:
        stamps = stamps_of(theme)
        places = _places(picture, stamps, place)  # it draws what is missing, so the table is read after it
        loops.lay_stamps(canvas, stamps.pixels, stamps.table, places)
        if stamps.is_full:
            stamps.forget()
    pixels = np.empty((height, width, 3), dtype=np.uint8)
    loops.take_colours(canvas, pixels)
    return pixels


def _places(picture: Picture, stamps: Stamps, place: tuple[float, float, float]) -> np.ndarray:
    """Which stamps make up a picture, and where they are laid; those that are missing are drawn.

    The origin of a place on the page (`Picture.at`) is moved to whole pixels, half of one at most: then all sheets have
    the same stamps.
    """
    runs = list(_runs(picture.elements, place))
    for size in {size for _, (_, _, size) in runs}:
        stamps.draw(size, [element for run, place in runs if place[2] == size for element in run])
    places = np.empty((sum(len(run) for run, _ in runs), 3), dtype=np.int64)
    first = 0
    for run, (x, y, size) in runs:
        rows = places[first : first + len(run)]
        rows[:, 0] = [*map(stamps.numbers(size).__getitem__, run)]
        rows[:, 1:] = round(x), round(y)
        first += len(run)
    return places


def _runs(
    elements: Sequence[str], place: tuple[float, float, float]
) -> Iterator[tuple[list[str], tuple[float, float, float]]]:
    """Elements that follow each other in one place, with its origin and scale in pixels."""
    around: list[tuple[float, float, float]] = []
    run: list[str] = []
    for element in elements:
        if element == CLOSING:
            inside = around.pop()
        elif element.endswith(OPENING_END):
            around.append(place)
            x, y, size = opened(element)
            inside = place[0] + x * place[2], place[1] + y * place[2], place[2] * size
        else:
            run.append(element)
            continue
        yield run, place
        run, place = [], inside
    yield run, place


@functools.cache
def stamps_of(theme: str) -> Stamps:
    """What is remembered of the pictures of a theme."""
    for is_bold, name in ((False, "SourceSansPro"), (True, "SourceSansProSemibold")):
        pylunasvg.lunasvg_add_font_face_from_file(FAMILY, is_bold, False, font_files_ttf[name])
    return Stamps(theme)
