"""Other words for players in pictures."""

from __future__ import annotations

import re

import pytest

import moon_envs
from moon_envs.events import people_at
from moon_envs.render import Picture, draw
from moon_envs.render.elements import SMALLEST_TEXT
from moon_envs.render.fonts import text_width
from moon_envs.render.naming import reword
from tests.events.playing import SOME_MODES, taken_decisions

NAMES = ["Anna", "Bo-Co", "Christopher Rob"]


def renamed(words: str) -> str:
    return words.replace("player 1", "A<B & a very long name indeed")


def test_words_notes_and_points_are_renamed():
    picture = Picture(300)
    picture.label(10, 20, "of player 1")
    picture.cell(10, 30, "player 1", 60, 20, note="pawn of player 1")
    picture.points(0, 60, ["won"], ["player 1", "player 2"], [[1], [2]], 280)
    svg = reword(picture, renamed).svg("light")
    assert "player 1" not in svg.partition("</style>")[2] and "player 2" in svg and svg.count("A&lt;B &amp; a v") == 4
    assert picture.standing.names == ("A<B & a very long name indeed", "player 2")


def test_long_names_are_smaller_and_then_shorter():
    picture = Picture(300)
    picture.cell(10, 30, "player 1", 60, 20)
    (drawn,) = re.findall(r'font-size="([\d.]+)"[^>]*>([^<]+)</text>', reword(picture, renamed).drawn)
    assert float(drawn[0]) == SMALLEST_TEXT and re.fullmatch(r"A&lt;B &amp; a [a-z ]+\.", drawn[1])
    assert text_width(drawn[1].replace("&lt;", "<").replace("&amp;", "&"), SMALLEST_TEXT) < 60


@pytest.mark.parametrize("game_id, mode", SOME_MODES)
def test_no_picture_keeps_a_seat_number(game_id, mode):
    game = moon_envs.game(game_id)
    people = people_at(mode["players"], NAMES[: mode["players"]])
    for place, taken in enumerate(taken_decisions(game, mode, 60)):
        for seat in (None, 0, mode["players"] - 1) if place % 10 == 0 else ():
            picture = draw(game, taken.after, seat)
            elements = len(picture.elements)
            svg = reword(picture, lambda words, seat=seat: people.told(words, seat)).svg("light")
            assert not re.search(r"player \d|\(you\)", svg, re.IGNORECASE) and len(picture.elements) == elements
