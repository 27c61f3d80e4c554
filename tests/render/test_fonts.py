"""The font that pictures carry: it is in every picture once, its letters have known widths, and words wrap by them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moon_envs.render import Picture
from moon_envs.render.elements import INSET
from moon_envs.render.fonts import BOLD, CHARACTERS, FILES, REGULAR, font_faces, text_width, wrapped
from tests.render.pixels import needs_pixels
from tests.replays.games import random_recording

WORDS = "6 plant boxes and 4 water boxes crossed off on one sheet"
A_LONG_WORD = "Nachtraumfahrtbehoerde"


def test_every_picture_carries_its_font_and_a_page_has_it_once():
    picture = Picture(100)
    for theme in ("light", "dark", "auto"):
        assert picture.svg(theme).count("@font-face") == len(FILES)
    assert "@font-face" not in picture.opening(None)
    assert random_recording("launch", length=3, players=2).to_html().count("@font-face") == len(FILES)
    assert len(font_faces()) < 20_000


def test_pictures_of_the_pages_carry_their_font():
    pictures = (Path(__file__).parents[2] / "docs" / "pictures").glob("*.svg")
    texts = [picture.read_text(encoding="utf-8") for picture in pictures]
    drawn = [text for text in texts if 'class="moon"' in text]
    assert drawn and all(font_faces() in text for text in drawn)


def test_widths():
    assert text_width("", 10) == 0
    assert text_width("Moon", 10) == pytest.approx(7.27 + 5.42 + 5.42 + 5.47)
    assert text_width("Moon", 10, BOLD) > text_width("Moon", 10)
    assert text_width("\N{GREEK SMALL LETTER ALPHA}", 10) == 10  # not in the font


def test_words_wrap_at_a_width():
    lines = wrapped(WORDS, 180, 11.5)
    assert " ".join(lines) == WORDS and len(lines) == 2
    assert all(text_width(line, 11.5) <= 180 for line in lines)
    # No line could have taken the first word of the next.
    assert text_width(f"{lines[0]} {lines[1].split()[0]}", 11.5) > 180
    assert wrapped(f"a {A_LONG_WORD} b", 60, 11.5) == ("a", A_LONG_WORD, "b")
    assert wrapped("", 60, 11.5) == ()


def texts_of(picture):
    """The texts of a picture with their sizes."""
    found = re.findall(r'<text[^>]*font-size="([^"]*)"[^>]*>([^<]*)<', picture.drawn)
    return [(text, float(size)) for size, text in found]


def test_cells_and_tokens_make_words_smaller_until_they_fit():
    picture = Picture(100)
    picture.cell(0, 0, "12345678", 40, 26)
    picture.cell(0, 30, "87654321", 60, 26, icon="moon")
    picture.token(20, 70, 9, "1234")
    picture.cell(50, 0, "1", 40, 26)
    sizes = dict(texts_of(picture))
    assert text_width("12345678", sizes["12345678"]) <= 40 - 2 * INSET
    assert text_width("87654321", sizes["87654321"]) <= 60 - 16 - 2 * INSET
    assert text_width("1234", sizes["1234"]) <= 18 - 2 * INSET
    assert sizes["1"] == pytest.approx(26 * 0.58)


def test_a_card_wraps_its_words_in_its_whole_width():
    picture = Picture(300)
    picture.card(0, 0, 194, 72, ["C: 10, later 4", WORDS])
    assert [text for text, _ in texts_of(picture)] == ["C: 10, later 4", *wrapped(WORDS, 194 - 16, 11.5)]


def test_a_paragraph_returns_the_line_below():
    picture = Picture(300)
    assert picture.paragraph(0, 20, "short", 200, 10) == 20 + 12
    assert picture.paragraph(0, 20, WORDS, 100, 10) == 20 + 12 * len(wrapped(WORDS, 100, 10))


@needs_pixels
@pytest.mark.parametrize("weight", [REGULAR, BOLD])
def test_pixels_have_the_same_letters(weight):
    """The rasteriser's font is the one that ours is a part of."""
    picture = Picture(1000)
    for place, character in enumerate(CHARACTERS[1:]):
        # A stroke behind every letter would be elsewhere if the letter had another width.
        with picture.at(20 * (place % 48), 40 * (place // 48) + 30):
            picture.label(0, 0, f"{character}|", 10, "bold" if weight == BOLD else "")
    pixels = picture.rgb_array(4000)
    for place, character in enumerate(CHARACTERS[1:]):
        left, top = 80 * (place % 48), 160 * (place // 48) + 120
        row = pixels[top + 6, left : left + 78].min(axis=1)  # below the line there is the stroke, and few letters
        stroke = text_width(character, 40, weight) + text_width("|", 40, weight) / 2
        assert row[round(stroke) - 1 : round(stroke) + 2].min() < 130, character
