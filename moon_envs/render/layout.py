"""Layouts: where the panels of a table stand, side by side on wide pages and one below the other on tall ones.

All panels are equally wide, so a page has columns. On one column come first what the reader decides with and the
reader's own things; on several columns the reader's things stand beside the table. Places depend on nothing but the
panels' heights, which stay the same for a whole game: nothing moves from one picture to the next.
"""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moon_envs.render.panels import DECISION, KINDS, MARGIN, OTHER, OWN, PANEL_WIDTH, SMALLEST_TEXT, TABLE, Panel

LANDSCAPE, PORTRAIT = LAYOUTS = ("landscape", "portrait")

READABLE = 9.0
"""The smallest letters that people read without effort, in pixels of a screen."""
SMALLEST_SCALE = READABLE / SMALLEST_TEXT
MOST_COLUMNS = 6
STILL_SHAPE = 16, 9

Corner = tuple[float, float]


class Layout(NamedTuple):
    """A page with columns.

    Attributes:
        columns: how many.
        width: of the page.
        height: of the page.
        corners: the upper left corner of each panel; None for those that are left out.
    """

    columns: int
    width: float
    height: float
    corners: tuple[Corner | None, ...]


def layout_of(panels: Sequence[Panel], name: str, kinds: tuple[str, ...] = KINDS) -> Layout:
    """The layout of a still picture.

    Args:
        panels: of the table.
        name: "portrait" for one column; "landscape" for a page of 16:9 with as many columns as make things largest.
        kinds: of the panels that are shown.
    """
    layouts = layouts_of(panels, kinds)
    if name == PORTRAIT:
        return layouts[0]
    width, height = STILL_SHAPE
    best = max(layouts, key=lambda layout: min(width / layout.width, height / layout.height))
    return _shaped(best, width / height)


def layouts_of(panels: Sequence[Panel], kinds: tuple[str, ...] = KINDS) -> tuple[Layout, ...]:
    """The layouts with 1 to MOST_COLUMNS columns; no column is empty."""
    return _layouts(outlines_of(panels), kinds)


def outlines_of(panels: Sequence[Panel]) -> tuple[tuple[str, float], ...]:
    """The kinds and heights of panels: all that a layout depends on."""
    return tuple((panel.kind, panel.height) for panel in panels)


@functools.lru_cache(maxsize=256)
def _layouts(panels: tuple[tuple[str, float], ...], kinds: tuple[str, ...]) -> tuple[Layout, ...]:
    count = sum(kind in kinds for kind, _ in panels)
    return tuple(_in_columns(panels, columns, kinds) for columns in range(1, min(MOST_COLUMNS, count) + 1))


def _in_columns(panels: tuple[tuple[str, float], ...], columns: int, kinds: tuple[str, ...]) -> Layout:
    """The layout with this number of columns, whose tallest column is as short as can be."""
    best: list[float] = []
    for order in _orders(panels, columns, kinds):
        tops = [0.0, *itertools.accumulate(panels[place][1] + MARGIN for place in order[0])]
        for split in _splits(order, columns):
            heights = sorted(
                (tops[b] - tops[a] for a, b in itertools.pairwise((0, *split, len(tops) - 1))), reverse=True
            )
            if not best or heights < best:
                best, found = heights, (order[0], split)
    return _layout(panels, *found)


def _layout(panels: tuple[tuple[str, float], ...], places: tuple[int, ...], split: tuple[int, ...]) -> Layout:
    """The layout with panels in this order, and new columns at the places of `split`."""
    corners: list[Corner | None] = [None] * len(panels)
    tallest = 0.0
    for column, (first, end) in enumerate(itertools.pairwise((0, *split, len(places)))):
        y = float(MARGIN)
        for place in places[first:end]:
            corners[place] = (float(MARGIN + column * (PANEL_WIDTH + MARGIN)), y)
            y += panels[place][1] + MARGIN
        tallest = max(tallest, y)
    columns = len(split) + 1
    return Layout(columns, float(columns * (PANEL_WIDTH + MARGIN) + MARGIN), tallest, tuple(corners))


Order = tuple[tuple[int, ...], int | None]
"""The places of panels in reading order, and where in it a column has to begin, if anywhere."""


def _orders(panels: tuple[tuple[str, float], ...], columns: int, kinds: tuple[str, ...]) -> Iterator[Order]:
    """The orders to choose from: on several columns the reader's things begin a column, before or behind the table."""
    of_kind = {
        kind: [place for place, panel in enumerate(panels) if panel[0] == kind and kind in kinds] for kind in KINDS
    }
    decision, table, own, other = (of_kind[kind] for kind in (DECISION, TABLE, OWN, OTHER))
    if columns == 1:
        yield (*decision, *own, *table, *other), None
    elif not own or not decision + table:
        yield (*decision, *table, *own, *other), None
    else:
        for before in range(len(table), -1, -1):
            start = len(decision) + before
            if start:
                yield (*decision, *table[:before], *own, *table[before:], *other), start


def _splits(order: Order, columns: int) -> Iterator[tuple[int, ...]]:
    """The places in an order where columns can begin, the first column left out."""
    places, start = order
    for split in itertools.combinations(range(1, len(places)), columns - 1):
        if start is None or start in split:
            yield split


@functools.lru_cache(maxsize=256)
def layouts_as_json(panels: tuple[tuple[str, float], ...]) -> str:
    """All layouts of panels with these kinds and heights, for `arrange.js`."""
    kinds = {kind for kind, _ in panels}
    found = [(layout, True) for layout in _layouts(panels, KINDS)]
    if OTHER in kinds and kinds != {OTHER}:
        found += [(layout, False) for layout in _layouts(panels, (DECISION, TABLE, OWN))]
    return json.dumps(
        [
            {"others": others, "width": layout.width, "height": layout.height, "corners": layout.corners}
            for layout, others in found
        ],
        separators=(",", ":"),
    )


def _shaped(layout: Layout, shape: float) -> Layout:
    """The layout in the middle of a page with this ratio of width to height."""
    width = max(layout.width, layout.height * shape)
    height = max(layout.height, layout.width / shape)
    right, down = (width - layout.width) // 2, (height - layout.height) // 2
    corners = [corner and (corner[0] + right, corner[1] + down) for corner in layout.corners]
    return Layout(layout.columns, width, height, tuple(corners))
