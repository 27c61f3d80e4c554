"""Layouts: every panel has a place, in reading order, without overlaps, in columns that are as even as can be."""

import itertools
import json

import pytest

from moon_envs.render.layout import (
    LANDSCAPE,
    MOST_COLUMNS,
    PORTRAIT,
    layout_of,
    layouts_as_json,
    layouts_of,
    outlines_of,
)
from moon_envs.render.panels import DECISION, MARGIN, OTHER, OWN, PANEL_WIDTH, TABLE, Panel

KINDS_OF_A_TABLE = (DECISION, TABLE, TABLE, OWN, OTHER, OTHER)
HEIGHTS = (224, 132, 194, 640, 600, 600)


def panels(kinds=KINDS_OF_A_TABLE, heights=HEIGHTS):
    return [
        Panel(f"panel {number}", kind, float(height), lambda picture: None)
        for number, (kind, height) in enumerate(zip(kinds, heights, strict=True))
    ]


def check_no_overlaps(layout, made):
    boxes = [(x, y, y + panel.height) for (x, y), panel in zip(layout.corners, made, strict=True)]
    for (x, top, bottom), (other_x, other_top, other_bottom) in itertools.combinations(boxes, 2):
        assert x != other_x or bottom <= other_top or other_bottom <= top
    assert max(x for x, _, _ in boxes) + PANEL_WIDTH + MARGIN <= layout.width
    assert max(bottom for _, _, bottom in boxes) + MARGIN <= layout.height


def test_nothing_overlaps():
    made = panels()
    for layout in [*layouts_of(made), layout_of(made, LANDSCAPE), layout_of(made, PORTRAIT)]:
        check_no_overlaps(layout, made)
    assert [layout.columns for layout in layouts_of(made)] == list(range(1, MOST_COLUMNS + 1))


def test_on_one_column_own_things_come_behind_the_decision():
    made = panels()
    tops = [corner[1] for corner in layout_of(made, PORTRAIT).corners]
    assert sorted(range(len(made)), key=tops.__getitem__) == [0, 3, 1, 2, 4, 5]


def test_on_two_columns_own_things_stand_beside_the_table():
    made = panels()[:4]
    layout = layouts_of(made)[1]
    assert [corner[0] for corner in layout.corners] == [MARGIN, MARGIN, MARGIN, 2 * MARGIN + PANEL_WIDTH]
    assert layout.height == 640 + 2 * MARGIN


@pytest.mark.parametrize("columns", range(2, 6))
def test_own_things_begin_a_column_and_the_table_may_go_on_below(columns):
    made = panels([DECISION, TABLE, TABLE, TABLE, TABLE, OWN], [400, 200, 200, 200, 200, 300])
    corners = layouts_of(made)[columns - 1].corners
    assert corners[5][0] > MARGIN and corners[5][1] == MARGIN
    if columns == 2:
        assert layouts_of(made)[1].height == 400 + 200 + 200 + 4 * MARGIN


@pytest.mark.parametrize("columns", range(2, 7))
def test_the_tallest_column_is_as_short_as_can_be(columns):
    heights = (90, 250, 40, 310, 120, 70, 200, 330)
    made = panels([TABLE] * len(heights), heights)
    splits = itertools.combinations(range(1, len(heights)), columns - 1)
    tallest = min(
        max(sum(heights[a:b]) + MARGIN * (b - a) for a, b in itertools.pairwise((0, *split, len(heights))))
        for split in splits
    )
    assert layouts_of(made)[columns - 1].height == tallest + MARGIN


def test_stills_in_landscape_are_16_by_9_with_the_panels_in_the_middle():
    for made in (panels(), panels()[:1], panels()[:4]):
        layout = layout_of(made, LANDSCAPE)
        assert layout.width / layout.height == pytest.approx(16 / 9)
        lefts, tops = zip(*layout.corners, strict=True)
        assert min(lefts) == pytest.approx(layout.width - max(lefts) - PANEL_WIDTH, abs=1) and min(tops) >= MARGIN
        check_no_overlaps(layout, made)


def test_layouts_for_pages_have_and_have_not_the_others():
    made = panels()
    found = json.loads(layouts_as_json(outlines_of(made)))
    assert {one["others"] for one in found} == {True, False}
    for one in found:
        assert [corner is None for corner in one["corners"]] == [
            panel.kind == OTHER and not one["others"] for panel in made
        ]
    alone = json.loads(layouts_as_json(outlines_of(made[:4])))
    assert all(one["others"] for one in alone) and len(alone) == 4
