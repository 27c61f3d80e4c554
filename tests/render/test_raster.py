"""Pictures as pixels: size, themes, fonts, frames of one size, and what is said without the extra."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import pytest

import moon_envs
from moon_envs.errors import ConfigurationError, MissingExtraError, MoonEnvsError
from moon_envs.render import Picture, draw
from moon_envs.render.frames import Frame, frame_of
from moon_envs.render.style import page_colour
from tests.pixels import needs_pixels


def colour(text: str) -> list[int]:
    return list(bytes.fromhex(text.removeprefix("#")))


def start_of(id_: str, players: int | None = None) -> moon_envs.Batch:
    return moon_envs.Batch(id_, 1, players, seed=3, autoreset="disabled")


@pytest.fixture
def picture():
    """A page of 100 x 50 units with one black box."""
    drawn = Picture(100)
    drawn.elements.append('<rect x="10" y="10" width="20" height="20" fill="#000000"/>')
    drawn.reach(42)
    return drawn


@needs_pixels
def test_size_and_colours(picture):
    pixels = picture.rgb_array(200)
    assert pixels.shape == (100, 200, 3) and pixels.dtype == np.uint8 and pixels.flags.c_contiguous
    assert pixels[0, 0].tolist() == colour(page_colour("light"))
    assert (pixels[21:59, 21:59] == 0).all()
    assert picture.rgb_array().shape == (400, 800, 3)


@needs_pixels
def test_channels_are_red_green_blue(picture):
    picture.elements.append('<rect x="50" y="10" width="20" height="20" fill="#ff8000"/>')
    assert picture.rgb_array(100)[20, 60].tolist() == [255, 128, 0]


@needs_pixels
def test_themes(picture):
    assert picture.rgb_array(100, "dark")[0, 0].tolist() == colour(page_colour("dark"))
    with pytest.raises(ConfigurationError, match="theme='auto' is not allowed; allowed: light, dark"):
        picture.rgb_array(theme="auto")


@needs_pixels
@pytest.mark.parametrize("width", [0, -5, 8193, 1.5, "800", None])
def test_widths_that_are_not_allowed(picture, width):
    with pytest.raises(ConfigurationError, match="width="):
        picture.rgb_array(width)


@needs_pixels
def test_words_are_drawn_in_both_weights():
    """The font of the extra is found, and letters stand where they should."""
    inked = []
    for kind in ("", "bold"):
        picture = Picture(100)
        picture.label(10, 30, "Moon", 20, kind)
        dark = picture.rgb_array(100).sum(axis=2) < 380
        rows, columns = np.nonzero(dark)
        assert 8 <= columns.min() and columns.max() <= 70 and 14 <= rows.min() and rows.max() <= 32
        inked.append(dark.sum())
    assert 100 < inked[0] < inked[1]


@needs_pixels
@pytest.mark.parametrize("seat", [None, 0])
def test_corners_made_of_lines_look_round(seat, monkeypatch):
    """Nobody can see the difference to the round corners of the SVG."""
    from moon_envs.render import raster

    batch = moon_envs.Batch("launch", 1, 2, seed=3)
    picture = draw(batch.game, batch.states[0], seat)
    assert raster._with_plain_corners(picture.svg()).count("<rect") < picture.svg().count("<rect") / 10
    lines = picture.rgb_array().astype(int)
    monkeypatch.setattr(raster, "_with_plain_corners", lambda svg: svg)
    difference = np.abs(lines - picture.rgb_array())
    assert difference.max() < 25 and difference.mean() < 0.05 and (difference > 0).any()


@needs_pixels
def test_what_is_no_svg_is_refused(picture):
    picture.elements.append("<rect")
    with pytest.raises(MoonEnvsError, match="is not SVG"):
        picture.rgb_array()


@needs_pixels
class TestFrames:
    def test_the_page_is_as_the_frame_says(self, picture):
        from moon_envs.render.raster import rgb_array

        pixels = rgb_array(picture, 200, frame=Frame(100, 100))
        assert pixels.shape == (208, 200, 3)  # the next multiple of 16
        assert (pixels[21:59, 21:59] == 0).all()
        assert (pixels[100:] == colour(page_colour("light"))).all()

    def test_what_is_too_tall_becomes_smaller_and_stands_in_the_middle(self, picture):
        from moon_envs.render.raster import rgb_array

        pixels = rgb_array(picture, 160, frame=Frame(100, 20))
        assert pixels.shape == (32, 160, 3)  # a scale of 32 / 50, and a page of 64 pixels in the middle of 160
        _, columns = np.nonzero(pixels.sum(axis=2) == 0)
        assert columns.min() >= 48 + 6 and columns.max() <= 48 + 20

    def test_what_is_too_wide_becomes_smaller(self, picture):
        from moon_envs.render.raster import rgb_array

        rows, columns = np.nonzero(rgb_array(picture, 80, frame=Frame(50, 50)).sum(axis=2) == 0)
        assert columns.min() >= 8 and columns.max() <= 24 and rows.max() <= 24


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_nearly_all_pictures_fit_their_frame(id_):
    """In games that the frame was not made from."""
    counts = moon_envs.game(id_).player_counts
    for players, seat in ((min(counts), 0), (max(counts), None)):
        batch = moon_envs.Batch(id_, 6, players, seed=100)
        frame = frame_of(batch.game, batch.configuration, seat)
        sizes = []
        for _ in range(5):
            for _ in range(15):
                batch.step(batch.sample())
            sizes += [draw(batch.game, state, seat).size for state in batch.states]
        fitting = [width <= frame.width and height <= frame.height for width, height in sizes]
        assert np.mean(fitting) > 0.9, (players, seat, frame, max(sizes))


def test_frames_of_games_with_options():
    configuration = moon_envs.game("launch").configuration(2, missions=[64, 66, 68])
    assert frame_of(moon_envs.game("launch"), configuration, 0) == frame_of(moon_envs.game("launch"), configuration, 0)


@needs_pixels
@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_every_game_has_pixels(id_):
    batch = start_of(id_)
    pixels = draw(batch.game, batch.states[0]).rgb_array(600)
    assert pixels.shape[1:] == (600, 3) and len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20


@needs_pixels
@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_the_font_has_all_letters_that_are_written(id_):
    """What it does not have would be an empty box in pixels."""
    import re

    batch = moon_envs.Batch(id_, 1, max(moon_envs.game(id_).player_counts), seed=3, autoreset="disabled")
    letters = set()
    while not batch.done[0]:
        for _ in range(10):
            batch.step(batch.sample())
        letters |= set("".join(re.findall(r"<text[^>]*>([^<]*)</text>", draw(batch.game, batch.states[0]).svg())))
    missing = {letter for letter in letters - set(" ") if is_empty(letter)}
    assert not missing


def is_empty(letter: str) -> bool:
    picture = Picture(30)
    picture.label(5, 25, letter, 20)
    picture.reach(40)
    blank = Picture(30)
    blank.label(5, 25, "\N{REPLACEMENT CHARACTER}", 20)
    blank.reach(40)
    nothing = Picture(30)
    nothing.reach(40)
    pixels = picture.rgb_array(30)
    return (pixels == blank.rgb_array(30)).all() or (pixels == nothing.rgb_array(30)).all()


@pytest.mark.parametrize("missing", ["pylunasvg", "font_source_sans_pro"])
def test_without_the_extra(picture, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "moon_envs.render.raster", raising=False)
    with pytest.raises(MissingExtraError, match=r'pip install "moon_envs\[render\]"') as caught:
        picture.rgb_array()
    assert isinstance(caught.value, ImportError)


def test_pictures_are_imported_when_one_is_drawn():
    program = (
        "import sys, moon_envs; print([name for name in sys.modules if 'moon_envs.render' in name]); moon_envs.draw"
    )
    import subprocess

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert moon_envs.draw is draw and "draw" in moon_envs.__all__
    with pytest.raises(AttributeError, match="no attribute 'drew'"):
        _ = moon_envs.drew
    assert importlib.import_module("moon_envs").draw is draw


def test_a_row_of_a_batch():
    batch = moon_envs.Batch("launch", 3, 2, seed=0)
    batch.step(batch.sample(), rows=None)
    assert batch.render(2).svg() == draw(batch.game, batch.states[2]).svg()
    assert batch.render(row=1, seat=1).svg() == draw(batch.game, batch.states[1], 1).svg()
    assert batch.render()._repr_svg_().startswith("<svg")
    with pytest.raises(ConfigurationError, match="row"):
        batch.render(3)
    with pytest.raises(ConfigurationError, match="seat=2"):
        batch.render(0, 2)


def test_a_recording_shows_its_last_state_and_decision():
    recording = moon_envs.Recording.begin("launch", seed=5, players=2)
    assert recording._repr_svg_() == draw(moon_envs.game("launch"), recording.replay().states[0]).svg()
    recording.actions.append(int(recording.replay().sample()[0]))
    shown = recording._repr_svg_()
    assert ' last"' in shown and shown != draw(moon_envs.game("launch"), recording.replay().states[0]).svg()
    recording.actions.append(10_000)
    assert recording._repr_svg_() is None
