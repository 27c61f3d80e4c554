"""Names in pictures: drawings say "player 1", and whoever shows them may say it in other words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from xml.sax.saxutils import escape, unescape

from moon_envs.render.canvas import Place
from moon_envs.render.elements import SMALLEST_TEXT
from moon_envs.render.fonts import text_width
from moon_envs.render.picture import Picture

# How much wider than the drawn words others may be: words in the middle of a box have less room than those of a line.
ROOM_OF_A_BOX, ROOM_OF_A_LINE = 1.2, 2.5

WORDS = re.compile(r"(?P<tag><text[^>]*>|<title>)(?P<words>[^<]*)(?=<)")
SIZE = re.compile(r'font-size="([\d.]+)"')


def reword(picture: Picture, told: Callable[[str], str]) -> Picture:
    """Put other words into a picture, in its notes and in its points, too.

    Args:
        picture: it is changed.
        told: the words that are drawn -> the words to be shown.

    Returns:
        The picture.
    """

    def replaced(found: re.Match[str]) -> str:
        before = unescape(found["words"])
        after = told(before)
        if after == before:
            return found[0]
        tag, after = _fitted(found["tag"], before, after)
        return tag + escape(after)

    picture.elements = [
        element if isinstance(element, Place) else WORDS.sub(replaced, element) for element in picture.elements
    ]
    if picture.standing is not None:
        picture.standing = replace(picture.standing, names=tuple(map(told, picture.standing.names)))
    return picture


def _fitted(tag: str, before: str, after: str) -> tuple[str, str]:
    """The tag of a line and its words: with a smaller font, then with fewer letters, if they need much more room."""
    size = SIZE.search(tag)
    if size is None:
        return tag, after
    room = (ROOM_OF_A_BOX if 'text-anchor="middle"' in tag else ROOM_OF_A_LINE) * text_width(before, 1)
    needed = text_width(after, 1)
    if needed <= room:
        return tag, after
    fitting = max(SMALLEST_TEXT, float(size[1]) * room / needed)
    room *= float(size[1]) / fitting
    while len(after) > 2 and text_width(after, 1) > room:
        after = after.removesuffix(".")[:-1].rstrip() + "."
    return tag.replace(size[0], f'font-size="{fitting:.3g}"'), after
