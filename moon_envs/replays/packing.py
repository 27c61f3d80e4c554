"""Packing of pictures: hundreds of positions, seen from several seats, take a few hundred kilobytes.

Pictures change little from one position to the next and from one seat to another. All views share one list of different
pieces of SVG; a frame is stored as splices, its changes from the frame before. The result is JSON, compressed by zlib
and written in base64; the page's script unpacks it with the browser's `atob` and `DecompressionStream("deflate")`.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

from moon_envs.base.files.bounded import inflate, read_json

MOST_BYTES = 1 << 28

Splice = list[int]
"""The place of a change, the number of pieces removed there, and the numbers of the pieces inserted."""


class Pieces:
    """Different texts, numbered in the order of their first use."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def texts(self) -> list[str]:
        """All texts, by their numbers."""
        return list(self._numbers)

    def number(self, text: str) -> int:
        """The number of a text."""
        return self._numbers.setdefault(text, len(self._numbers))


class Frames:
    """Packs the frames of one view, one after the other.

    Args:
        pieces: shared by all views.
    """

    def __init__(self, pieces: Pieces):
        self.packed: list[list[Splice]] = []
        self._pieces = pieces
        self._before: list[int] = []

    def add(self, frame: Sequence[str]) -> None:
        """Pack the next frame."""
        number = self._pieces.number
        numbers = [number(piece) for piece in frame]
        self.packed.append(splices(self._before, numbers))
        self._before = numbers


def splices(before: Sequence[int], after: Sequence[int]) -> list[Splice]:
    """The splices that turn one list into another: place by place, or one between the equal ends."""
    if len(before) == len(after):
        return _runs(before, after)
    shorter = min(len(before), len(after))
    first = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    left = shorter - first
    last = next((place for place in range(left) if before[-1 - place] != after[-1 - place]), left)
    return [[first, len(before) - first - last, *after[first : len(after) - last]]]


def _runs(before: Sequence[int], after: Sequence[int]) -> list[Splice]:
    found: list[Splice] = []
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        if found and found[-1][0] + found[-1][1] == place:
            found[-1][1] += 1
            found[-1].append(new)
        else:
            found.append([place, 1, new])
    return found


def pack(value: Any) -> str:
    """Pack a JSON value into text that is safe anywhere in a page."""
    return base64.b64encode(zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 9)).decode()


def unpack(text: str) -> Any:
    """Undo `pack`.

    Raises:
        ValueError: `pack` did not write this text, or its content is too large.
    """
    return read_json(inflate(base64.b64decode(text, validate=True), MOST_BYTES), MOST_BYTES)


def unpacked_frames(packed: Sequence[Sequence[Splice]], texts: Sequence[str]) -> list[list[str]]:
    """The frames that `Frames` packed, as the page's script unpacks them."""
    frames: list[list[str]] = []
    numbers: list[int] = []
    for changes in packed:
        for start, gone, *new in reversed(changes):
            numbers[start : start + gone] = new
        frames.append([texts[number] for number in numbers])
    return frames
