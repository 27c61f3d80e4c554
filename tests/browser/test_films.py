"""Animated SVGs in a real browser: at the time of each frame they look exactly like its still picture."""

from __future__ import annotations

import io

import numpy as np
import pytest

import moon_envs
from moon_envs.replays.film import Cut, film_of
from tests.replays.games import random_recording

Image = pytest.importorskip("PIL.Image", reason='needs pip install "moon_envs[video]"')

PAUSE = "time => document.getAnimations().forEach(one => { one.pause(); one.currentTime = time; })"


@pytest.fixture
def look(browser_page):
    """Returns the pixels of an SVG, or of its animations at a time in milliseconds."""
    shown = ""

    def screenshot(svg: str, time: float | None = None) -> np.ndarray:
        nonlocal shown
        if svg != shown:
            browser_page.set_content(f'<!doctype html><body style="margin:0">{svg}')
            shown = svg
        if time is not None:
            browser_page.evaluate(PAUSE, time)
        return pixels_of(browser_page.locator("svg").screenshot())

    return screenshot


def pixels_of(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def alike(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two pictures look the same: Chromium draws the edges of letters anew a little differently."""
    return one.shape == other.shape and np.abs(one - other).max() <= 40


@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_every_frame_looks_like_its_picture(look, game):
    recording = random_recording(game, length=60, players=2)
    arguments = {"seat": 0, "turns": True, "every": 3}
    scenes = film_of(recording.walk(), Cut(**arguments))
    film = recording.to_svg(**arguments, theme="light")
    moving = [look(film, 1000 * place + 500) for place in range(len(scenes))]
    for place, scene in enumerate(scenes):
        assert alike(look(scene.page.svg("light")), moving[place]), place
    assert len(moving) > 1 and not any(map(alike, moving, moving[1:]))


def test_films_move_by_themselves_and_begin_again(look, browser_page):
    film = random_recording("launch", length=3, players=1).to_svg(seconds=0.5, theme="light")
    first, last = look(film, 1), look(film, 3499)
    assert alike(look(film, 3501), first) and not alike(first, last)
    browser_page.evaluate("document.getAnimations().forEach(one => one.play())")
    browser_page.wait_for_timeout(800)
    assert not alike(pixels_of(browser_page.locator("svg").screenshot()), first)


def test_less_motion_and_the_readers_colours(look, browser_page):
    recording = random_recording("launch", length=5, players=1)
    pages = [scene.page for scene in film_of(recording.walk(), Cut())]
    browser_page.emulate_media(reduced_motion="reduce", color_scheme="dark")
    assert alike(look(recording.to_svg()), look(pages[-1].svg("dark")))
    browser_page.emulate_media(reduced_motion="no-preference", color_scheme="dark")
    assert alike(look(recording.to_svg(), 0), look(pages[0].svg("dark")))


def test_films_play_inside_pages_as_pictures(browser_page, tmp_path):
    film = random_recording("launch", length=2, players=1).to_svg(seconds=0.5, last=2)
    (tmp_path / "film.svg").write_text(film, encoding="utf-8")
    (tmp_path / "page.html").write_text('<!doctype html><img src="film.svg" width="600">', encoding="utf-8")
    browser_page.goto((tmp_path / "page.html").as_uri())
    seen = set()
    for _ in range(60):
        seen.add(browser_page.screenshot())
        if len(seen) == 3:
            break
        browser_page.wait_for_timeout(100)
    assert len(seen) == 3
