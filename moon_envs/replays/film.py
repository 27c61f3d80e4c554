"""Films: chosen frames of a recorded game, one after the other on pages of one size, each with a caption.

A film shows what one view of the replay page shows, in the same steps: see `story.py`. `moving.py` makes an SVG of it,
`pixel_films.py` a GIF or MP4.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from moon_envs.base.checks import check_choice, check_flag, check_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.files.outputs import has_mark
from moon_envs.render import elements
from moon_envs.render.canvas import Canvas, Place
from moon_envs.render.fonts import text_width
from moon_envs.render.layout import LANDSCAPE, LAYOUTS
from moon_envs.render.picture import Picture
from moon_envs.replays.story import Step, story
from moon_envs.replays.views import shown_frames
from moon_envs.replays.walk import Walk

MARK = "moon-envs film"  # in every film; only such files are overwritten
BEGINNING = "The game begins."
SHORTEST, LONGEST = 0.1, 60.0  # seconds of a frame; browsers slow down GIFs that are faster
LAST_FRAME = 4  # the last frame stays as long as so many others

ReportFrame = Callable[[int, int], None]
"""Called with the number of finished frames and of all frames."""

MARGIN = 8
CAPTION_SHARE = 1 / 75  # the size of the letters, of the width of the page
SMALLEST_CAPTION = 13.0

# What serves readers who point and click; a film is only looked at.
_FOR_POINTING = re.compile(r' tabindex="0" data-actions="[^"]*"|<title>[^<]*</title>')


@dataclass(frozen=True)
class Cut:
    """Which frames of a game a film shows, and for how long. Frame 0 is the start, frame i follows step i.

    Attributes:
        seat: the player who looks, None for the open table.
        turns: whether only the beginnings of turns are shown, instead of every step.
        every: of these frames, each one whose place is a multiple of this number is shown.
        first: the first frame; it is always shown.
        last: the last frame, None for the last of the game; it is always shown.
        seconds: how long each frame stays; the last one stays four times as long.
        layout: "landscape" or "portrait".
    """

    seat: int | None = None
    turns: bool = False
    every: int = 1
    first: int = 0
    last: int | None = None
    seconds: float = 1.0
    layout: str = LANDSCAPE


@dataclass(frozen=True)
class Scene:
    """A page that stays for some time.

    Attributes:
        page: the picture with its caption; all pages of a film have one size.
        seconds: how long it stays.
    """

    page: Canvas
    seconds: float


def film_of(walk: Walk, cut: Cut) -> list[Scene]:
    """The scenes of a film.

    Raises:
        ConfigurationError: an attribute of `cut` is not allowed.
    """
    _check(walk, cut)
    steps = [step for step, _, _ in shown_frames(walk, cut.seat, story(walk, cut.seat))]
    places = _chosen(walk, cut, steps)
    pictures = [_picture(walk, cut, steps[place]) for place in places]
    width = max(picture.width for picture in pictures)
    height = max(picture.height for picture in pictures)
    return [
        Scene(
            _page(picture, width, height, caption_of(steps[place]), (place, len(steps) - 1)),
            cut.seconds * (LAST_FRAME if place == places[-1] else 1),
        )
        for place, picture in zip(places, pictures, strict=True)
    ]


def caption_of(step: Step | None) -> str:
    """The words below the frame to which a step leads; None is the start of the game."""
    if step is None:
        return BEGINNING
    return f"{step.who}: {step.words}" if step.who else step.words


def is_film(kind: str) -> Callable[[Path], bool]:
    """Return a function that says whether a file is a film of ours of a kind: "svg", "gif" or "mp4".

    The mark of SVG and GIF is near their beginning, that of MP4 at the end.
    """
    start, sign = {"svg": (0, b"<svg"), "gif": (0, b"GIF8"), "mp4": (4, b"ftyp")}[kind]

    def is_ours(path: Path) -> bool:
        try:
            with open(path, "rb") as file:
                if file.read(start + len(sign))[start:] != sign:
                    return False
                file.seek(-len(MARK), os.SEEK_END)
                return file.read() == MARK.encode() or has_mark(MARK)(path)
        except OSError:
            return False

    return is_ours


def still_elements(picture: Canvas) -> list[str | Place]:
    """The elements of a picture without what serves readers who point and click."""
    return [one if isinstance(one, Place) else _FOR_POINTING.sub("", one) for one in picture.elements]


def _check(walk: Walk, cut: Cut) -> None:
    if cut.seat is not None:
        check_whole_number("seat", cut.seat, 0, walk.configuration.players - 1)
    check_flag("turns", cut.turns)
    check_choice("layout", cut.layout, LAYOUTS)
    check_whole_number("every", cut.every, 1)
    seconds = cut.seconds
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not SHORTEST <= seconds <= LONGEST:
        raise ConfigurationError(f"seconds={shown(seconds)} is not allowed; allowed: {SHORTEST:g} to {LONGEST:g}.")


def _chosen(walk: Walk, cut: Cut, steps: Sequence[Step | None]) -> list[int]:
    """The places of the frames that are shown."""
    end = len(steps) - 1
    last = end if cut.last is None else check_whole_number("last", cut.last, 0, end)
    first = check_whole_number("first", cut.first, 0, last)
    places = walk.turns_among([step.position if step else 0 for step in steps]) if cut.turns else range(len(steps))
    among = [place for place in places if first <= place <= last]
    return sorted({first, *among[:: cut.every], last})


def _picture(walk: Walk, cut: Cut, step: Step | None) -> Picture:
    position, last = (0, None) if step is None else (step.position, step.last)
    return walk.picture(position, cut.seat, last, cut.layout)


def _page(picture: Picture, width: float, height: float, caption: str, progress: tuple[int, int]) -> Canvas:
    """A picture at the top of a page, with a line of words and a bar of progress below."""
    place, end = progress
    size = max(SMALLEST_CAPTION, round(width * CAPTION_SHARE))
    base = height + MARGIN + math.ceil(size)
    count = f"{place} of {end}"
    room = width - 2 * MARGIN
    words = _shortened(caption, size, room - text_width(count, size) - 2 * size)
    bar = base + math.ceil(size / 2)
    page = Canvas(width)
    page.elements = still_elements(picture)
    page.elements.append(elements.words(MARGIN, base, words, size, "", "start"))
    page.elements.append(elements.words(width - MARGIN, base, count, size, "muted", "end"))
    page.elements.append(f'<g class="empty"><rect class="box" {elements.box(MARGIN, bar, room, 5, 2.5)}/></g>')
    if place:
        page.elements.append(f'<rect class="muted" {elements.box(MARGIN, bar, room * place / end, 5, 2.5)}/>')
    page.height = bar + 5
    return page


def _shortened(text: str, size: float, width: float) -> str:
    """A line that fits into a width; its end is left out if it is longer."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(f"{text}...", size) > width:
        text = text[:-1].rstrip()
    return f"{text}..."
