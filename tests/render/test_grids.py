"""Many positions in one picture: `Batch.render_grid` and `draw_grid`."""

from __future__ import annotations

import re

import numpy as np
import pytest

import moon_envs
from moon_envs import ConfigurationError
from moon_envs.render import draw, draw_grid
from moon_envs.render.canvas import DECORATION
from moon_envs.testing.crater.game import GAME as CRATER
from tests.render.pixels import needs_pixels

LAUNCH = moon_envs.game("launch")


@pytest.fixture
def batch():
    return moon_envs.Batch("launch", 20, players=2, seed=1, autoreset="disabled", threads=1)


def captions(picture):
    """The words at the left of each cell, then those at the right; what is drawn in a cell has a place around it."""
    depth, found = 0, []
    for element in picture.elements:
        if not isinstance(element, str) or element == DECORATION:
            depth += 1
        elif element == "</g>":
            depth -= 1
        elif depth == 0 and element.startswith("<text"):
            found.append(re.sub("<[^>]*>", "", element))
    return found


def test_the_first_rows_are_drawn_four_by_four(batch):
    picture = batch.render_grid()
    assert captions(picture)[::2] == [f"row {row}" for row in range(16)]
    assert picture.width == 4 * 328 + 8
    assert picture.width > picture.height  # landscape, as screens are


@pytest.mark.parametrize(("rows", "columns", "shown"), [(3, None, [3]), ([5, 2], 1, [5, 2]), ([5, 2, 7], 9, [5, 2, 7])])
def test_rows_are_drawn_in_the_order_given(batch, rows, columns, shown):
    picture = batch.render_grid(rows, columns)
    assert captions(picture)[::2] == [f"row {row}" for row in shown]
    assert picture.width == min(columns or 1, len(shown)) * 328 + 8


def test_cells_hold_the_positions_as_a_seat_sees_them(batch):
    drawn = batch.render_grid([4, 9], seat=1).drawn
    for row in (4, 9):
        assert draw(LAUNCH, batch.record(row), 1).drawn in drawn


def test_captions_tell_points_and_results():
    batch = moon_envs.Batch("launch", 3, players=2, seed=1, autoreset="disabled", threads=1)
    batch.play_out()
    points, found = batch.points().sum(axis=2).tolist(), captions(batch.render_grid())
    assert found[1::2] == [f"{one} : {other}" for one, other in points]
    for row, words in enumerate(found[::2]):
        winners = np.flatnonzero(batch.final_outcome[row] > -1).tolist()
        assert words == (f"row {row}: player {winners[0]} wins" if len(winners) == 1 else words)
    assert any("wins" in words for words in found)


def test_captions_of_the_solo_game():
    batch = moon_envs.Batch("launch", 2, players=1, seed=1, autoreset="disabled", threads=1)
    batch.play_out()
    found = captions(batch.render_grid())
    assert found[0] in ("row 0: won", "row 0: lost", "row 0: a draw")
    assert found[1] == f"{batch.points()[0, 0].sum()} points"


def test_hidden_points_are_not_told():
    batch = moon_envs.Batch("from_the_moon", 1, players=2, seed=1, threads=1)
    shown = [captions(batch.render_grid(seat=seat))[1] for seat in (None, 0)]
    assert shown[0].count(":") == 1 and (shown[0] == shown[1] or "+" in shown[1])


def test_games_without_a_drawing_are_drawn_as_text():
    batch = moon_envs.Batch(CRATER, 2, players=2, seed=1, threads=1)
    assert captions(batch.render_grid())[0] == "row 0"


def test_draw_grid_numbers_records_or_takes_captions(batch):
    records = batch.states[:3]
    assert captions(draw_grid("launch", records))[::2] == ["0", "1", "2"]
    assert captions(draw_grid(LAUNCH, list(records), captions=["a", "b & c", 3]))[::2] == ["a", "b &amp; c", "3"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rows": 20}, "row=20 is not allowed"),
        ({"rows": [1, 1]}, "named twice"),
        ({"rows": []}, "these are 0 rows; a grid shows 1 to 100"),
        ({"columns": 0}, "columns=0 is not allowed; allowed: 1 to 100"),
        ({"columns": 2.5}, "columns=2.5 is not allowed"),
        ({"seat": 2}, "seat=2 is not allowed; allowed: 0 to 1"),
        ({"cell_width": 79}, "cell_width=79 is not allowed; allowed: 80 to 2000"),
    ],
)
def test_strange_arguments_are_refused(batch, arguments, words):
    with pytest.raises(ConfigurationError, match=words):
        batch.render_grid(**arguments)


def test_too_many_rows_are_refused():
    batch = moon_envs.Batch("launch", 101, players=1, threads=1)
    with pytest.raises(ConfigurationError, match="these are 101 rows"):
        batch.render_grid(range(101))


@pytest.mark.parametrize("states", [None, 7, [], "record", [None], np.zeros((2, 2)), np.zeros(3)])
def test_what_are_no_records_is_refused(states):
    with pytest.raises(ConfigurationError, match="is not allowed; allowed: 1 to 100 records|is not a record"):
        draw_grid("launch", states)


@pytest.mark.parametrize("given", [["one"], 7, "ab"])
def test_captions_of_another_number_are_refused(batch, given):
    with pytest.raises(ConfigurationError, match="captions=.* is not allowed; allowed: 3 captions"):
        draw_grid("launch", batch.states[:3], captions=given)


@needs_pixels
def test_a_grid_becomes_pixels(batch):
    pixels = batch.render_grid().rgb_array(width=1280)
    assert pixels.shape[1:] == (1280, 3) and pixels.shape[0] < 1280
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 50
