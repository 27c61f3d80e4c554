"""benchmarks/pictures.py runs."""

import sys

import pytest

from tests.render.pixels import needs_pixels


@pytest.mark.slow
@needs_pixels
def test_a_moment(monkeypatch, capsys):
    from benchmarks import pictures

    monkeypatch.setattr(sys, "argv", ["pictures", "launch", "--pictures", "2"])
    pictures.main()
    lines = capsys.readouterr().out.splitlines()
    assert "moon_envs" in lines[0] and "SVG ms" in lines[1]
    rows = [line for line in lines if line.startswith("launch")]
    assert len(rows) == 2 and "open table" in rows[0] and "seat 0" in rows[1]


@needs_pixels
def test_pages(monkeypatch, capsys):
    from benchmarks import pictures

    monkeypatch.setattr(pictures, "modes_of", lambda chosen: [(0, {"players": 1})])
    monkeypatch.setattr(sys, "argv", ["pictures", "launch", "--pages"])
    pictures.main()
    assert "page KB" in (out := capsys.readouterr().out) and "launch  solo" in out


@needs_pixels
def test_pictures_are_spread_over_the_game():
    from benchmarks import pictures
    from moon_envs import game

    states = pictures.states_of_a_game(game("launch"), 5, {"players": 2})
    assert len(states) == 5 and states[0]["turn"] == 1 and states[-1]["over"]


@needs_pixels
def test_nothing_is_remembered_of_earlier_pictures():
    """A cold picture must not profit from those before it."""
    from benchmarks import pictures
    from moon_envs import game
    from moon_envs.render import draw, elements
    from moon_envs.render.games.welcome_to_the_moon import pieces
    from moon_envs.render.raster import rgb_array, stamps_of

    (state, *_) = pictures.states_of_a_game(game("battle"), 2, {"players": 3})
    rgb_array(draw(game("battle"), state))
    remembered = (elements.words, elements.still_cell, pieces._piece, pieces._resting_sheet)
    assert all(one.cache_info().currsize for one in remembered) and len(stamps_of("light").table)
    pictures.forget()
    assert not any(one.cache_info().currsize for one in remembered) and not len(stamps_of("light").table)


@needs_pixels
def test_the_largest_mode_has_all_variants():
    from benchmarks import pictures
    from moon_envs import game

    largest, smallest = pictures.modes_of(game("mlem"))
    assert largest == (None, {"players": 5, "ufo": True, "explorations": True, "secret_missions": True})
    assert smallest == (0, {"players": 2})
