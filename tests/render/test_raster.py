"""Pictures as pixels: size, themes, fonts, frames of one size, and what is said without the extra."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import pytest

import moon_envs
from moon_envs.base.errors import ConfigurationError, MissingExtraError, MoonEnvsError
from moon_envs.render import Picture, draw
from moon_envs.render.style import page_colour
from tests.render.pixels import needs_pixels


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


def drawn_whole(picture: Picture, theme: str) -> np.ndarray:
    """A picture as LunaSVG draws it in one piece, a unit as a pixel."""
    import pylunasvg

    width, height = map(round, picture.size)
    bitmap = pylunasvg.Bitmap(width, height)
    pylunasvg.Document.loadFromData(picture.svg(theme)).render(bitmap, pylunasvg.Matrix(1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    return np.array(bitmap)[..., 2::-1]


@needs_pixels
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("id_", moon_envs.game_ids())
class TestStamps:
    def test_they_make_up_the_picture(self, id_, theme):
        """Where every place begins at a whole pixel, they look as if all had been drawn at once."""
        batch = start_of(id_, min(moon_envs.game(id_).player_counts))
        for _ in range(25):
            batch.step(batch.sample())
        picture = draw(batch.game, batch.states[0], 0, layout="portrait")
        pixels = picture.rgb_array(round(picture.width), theme)
        whole = drawn_whole(picture, theme)
        difference = np.abs(pixels.astype(int) - whole[: len(pixels)])
        assert difference.max() <= 12 and (difference > 3).sum() < 20

    def test_what_is_remembered_looks_the_same(self, id_, theme):
        from moon_envs.render.raster import stamps_of

        batch = start_of(id_, max(moon_envs.game(id_).player_counts))
        pictures = []
        for _ in range(3):
            for _ in range(7):
                batch.step(batch.sample())
            pictures.append(draw(batch.game, batch.states[0]))
        remembered = [picture.rgb_array(600, theme) for picture in pictures]
        for picture, pixels in zip(pictures, remembered, strict=True):
            stamps_of(theme).forget()
            assert (picture.rgb_array(600, theme) == pixels).all()


@needs_pixels
def test_stamps_are_forgotten_when_there_are_too_many(picture, monkeypatch):
    from moon_envs.render import stamps
    from moon_envs.render.raster import stamps_of

    expected = picture.rgb_array(200)
    monkeypatch.setattr(stamps, "ROOM", 100)
    stamps_of("light").forget()
    for _ in range(2):
        assert (picture.rgb_array(200) == expected).all()
        assert not len(stamps_of("light").table) and not stamps_of("light").numbers(2.0)
    monkeypatch.undo()
    stamps_of("light").forget()


@needs_pixels
@pytest.mark.parametrize(
    "x, y", [(-10, -10), (90, 35), (-10, 35), (90, -10), (-30, 10), (10, -30), (120, 10), (10, 60)]
)
def test_what_reaches_out_of_the_page_is_cut_off(x, y):
    picture = Picture(100)
    picture.elements.append(f'<rect x="{x}" y="{y}" width="20" height="20" fill="#000000"/>')
    picture.reach(42)
    rows, columns = np.nonzero(picture.rgb_array(100).sum(axis=2) == 0)
    assert set(columns) == set(range(max(0, x), min(100, x + 20))) or not len(columns)
    assert set(rows) == set(range(max(0, y), min(50, y + 20))) or not len(rows)
    assert len(rows) == max(0, min(100, x + 20) - max(0, x)) * max(0, min(50, y + 20) - max(0, y))


@needs_pixels
def test_half_covered_pixels_are_mixed():
    picture = Picture(100)
    picture.elements.append('<rect x="10" y="10" width="20" height="20" fill="#000000" fill-opacity="0.5"/>')
    picture.reach(42)
    middle = picture.rgb_array(100)[20, 20].astype(int)
    assert (np.abs(2 * middle - colour(page_colour("light"))) <= 2).all()


@needs_pixels
def test_places_have_their_own_origin_and_scale():
    picture = Picture(100)
    with picture.at(10, 20), picture.at(20, 0, 0.5), picture.decoration():
        picture.elements.append('<rect x="10" y="4" width="20" height="20" fill="#000000"/>')
    picture.elements.append('<rect x="0" y="0" width="5" height="5" fill="#000000"/>')
    picture.reach(42)
    rows, columns = np.nonzero(picture.rgb_array(200)[12:].sum(axis=2) == 0)
    assert (columns.min(), columns.max()) == (70, 89) and (rows.min() + 12, rows.max() + 12) == (44, 63)


@needs_pixels
def test_what_is_no_svg_is_refused(picture):
    picture.elements.append("<rect")
    with pytest.raises(MoonEnvsError, match="is not SVG"):
        picture.rgb_array()


@needs_pixels
class TestFrames:
    """The picture has 100 x 50 units; frames have 1280 x 720 pixels."""

    def box(self, picture):
        """Where the black box of the picture is: left, right, top, bottom."""
        from moon_envs.render.raster import framed

        pixels = framed(picture)
        assert pixels.shape == (720, 1280, 3)
        assert pixels[0, 0].tolist() == pixels[-1, -1].tolist() == colour(page_colour("light"))
        rows, columns = np.nonzero(pixels.sum(axis=2) == 0)
        return [columns.min(), columns.max() + 1, rows.min(), rows.max() + 1]

    def test_a_wide_picture_is_as_large_as_it_can_be(self, picture):
        """A scale of 12.8: 40 pixels are free above and below."""
        assert self.box(picture) == pytest.approx([128, 384, 40 + 128, 40 + 384], abs=1)

    def test_a_tall_picture_stands_in_the_middle(self, picture):
        picture.reach(92)  # with the margin 100 x 100 units, a scale of 7.2, 280 pixels free at each side
        assert self.box(picture) == pytest.approx([280 + 72, 280 + 216, 72, 216], abs=1)


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_pictures_in_landscape_fill_frames_of_videos(id_):
    """In a whole game all have one size, of 16:9."""
    for players, seat in ((min(moon_envs.game(id_).player_counts), 0), (max(moon_envs.game(id_).player_counts), None)):
        batch = moon_envs.Batch(id_, 3, players, seed=100)
        sizes = set()
        for _ in range(40):
            batch.step(batch.sample())
            sizes.add(draw(batch.game, batch.states[0], seat).size)
        ((width, height),) = sizes
        assert width / height == pytest.approx(16 / 9)


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
