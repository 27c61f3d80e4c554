"""Replays in a real browser: stepping by all means there are, other views, playing, and nothing to complain of."""

from __future__ import annotations

import pytest

import moon_envs
from moon_envs.render import draw
from moon_envs.render.panels import MARGIN, PANEL_WIDTH
from moon_envs.replays.packing import Pieces
from moon_envs.replays.story import story
from moon_envs.replays.views import view_game
from tests.replays.games import random_recording

HOSTILE = "</title></script><script>document.body.dataset.broken = 1</script><img src=x onerror=alert(1)>"


@pytest.fixture
def show(browser_page, tmp_path):
    """Opens the page of a recording."""

    def open_page(recording, **arguments):
        path = tmp_path / "game.html"
        path.write_text(recording.to_html(**arguments), encoding="utf-8")
        browser_page.goto(path.as_uri())
        browser_page.wait_for_selector("body[data-ready]")
        return browser_page

    return open_page


def position(page):
    return int(page.input_value("#slider"))


@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_every_game_is_shown(show, game):
    recording = random_recording(game, length=24, players=2)
    whole, page = recording.walk(), show(recording)
    for view, seat in enumerate((None, 0, 1)):
        page.select_option("#view", str(view))
        steps = view_game(whole, seat, story(whole, seat), Pieces()).steps
        for place in (0, len(steps) // 3, len(steps)):
            page.evaluate("place => replay.go(place)", place)
            where, last = (steps[place - 1].position, steps[place - 1].last) if place else (0, None)
            picture = draw(whole.game, whole.states[where], seat, last=last)
            assert page.evaluate("replay.svg()") == picture.unstyled_svg()
            box = page.locator("#table svg").bounding_box()
            assert box["width"] > 300 and box["height"] > 100
            # The browser draws what the picture consists of: nothing was dropped as malformed.
            assert page.locator("#table svg text").count() == picture.drawn.count("<text")
    assert page.locator("#table [tabindex]").count() == 0


def test_keys(show):
    recording = random_recording("launch", players=2)
    page, whole = show(recording), recording.walk()
    last, turns = len(recording.actions), whole.turns_among(range(len(whole)))
    for key, expected in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Shift+ArrowRight", turns[1]),
        ("Shift+ArrowRight", turns[2]),
        ("ArrowRight", turns[2] + 1),
        ("Shift+ArrowLeft", turns[2]),
        ("Shift+ArrowLeft", turns[1]),
        ("End", last),
        ("ArrowRight", last),
        ("Shift+ArrowLeft", turns[-1]),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        assert position(page) == expected, key
    page.keyboard.press("v")
    assert page.input_value("#view") == "1"
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("ArrowRight")
    assert position(page) == 0
    page.keyboard.press("Escape")
    assert page.locator("#help").is_hidden()
    # The slider has keys of its own, which would count twice.
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    assert position(page) == 1


def test_buttons_slider_log_and_plot(show):
    recording = random_recording("launch", players=2)
    page, whole = show(recording), recording.walk()
    last = len(recording.actions)
    assert page.is_disabled("#back") and page.is_disabled("#first") and page.is_enabled("#forward")
    for button, expected in (
        ("forward", 1),
        ("turn-forward", whole.turns_among(range(len(whole)))[1]),
        ("turn-back", 0),
        ("last", last),
        ("back", last - 1),
        ("first", 0),
    ):
        page.click(f"#{button}")
        assert position(page) == expected, button
    page.locator("#slider").fill(str(last // 2))
    assert page.inner_text("#position").startswith(f"{last // 2} of {last} steps")
    line = page.locator("#log button").nth(9)
    assert whole.game.describe(recording.actions[9], whole.states[9]) in line.inner_text()
    line.click()
    assert position(page) == 10 and line.get_attribute("aria-current") == "step"
    assert page.inner_text("#decision") == f"player {whole.actors[9]}: " + whole.game.describe(
        recording.actions[9], whole.states[9]
    )
    plot = page.locator("#plot svg").bounding_box()
    page.mouse.click(plot["x"] + plot["width"] - 8, plot["y"] + 40)
    assert position(page) > last * 0.9
    assert page.locator("#plot .curve").count() == 2
    totals = [int(words) for words in page.locator("#legend b").all_inner_texts()]
    page.keyboard.press("End")
    totals = [int(words) for words in page.locator("#legend b").all_inner_texts()]
    assert totals == recording.replay().points()[0].sum(axis=1).tolist()
    page.select_option("#plot-choice", "side 1")
    assert page.locator("#plot .curve").count() == page.locator("#legend li").count() > 1


def test_play(show):
    recording = random_recording("launch", length=14, players=2)
    page = show(recording)
    page.select_option("#speed", "16")
    page.keyboard.press("Space")
    page.locator('#log button[data-position="14"][aria-current="step"]').wait_for()
    page.wait_for_selector("body:not(.playing)")
    page.select_option("#speed", "0.5")
    page.click("#play")  # from the beginning
    assert position(page) == 0 and page.get_attribute("#play", "aria-label") == "Pause"
    page.click("#play")
    assert page.get_attribute("#play", "aria-label") == "Play"
    page.wait_for_timeout(300)
    assert position(page) == 0


def test_a_seat_is_told_when_a_phase_is_over(show):
    recording = random_recording("launch", length=30, players=3)
    whole, page = recording.walk(), show(recording, seats=[2])
    assert page.locator("#view option").all_inner_texts() == ["player 2"]
    steps = view_game(whole, 2, story(whole, 2), Pieces()).steps
    assert int(page.get_attribute("#slider", "max")) == page.locator("#log button").count() == len(steps) < 30
    end = next(place for place, step in enumerate(steps, start=1) if any("Player 0" in one for one in step.events))
    page.evaluate("place => replay.go(place)", end - 1)
    assert "Player 0" not in page.inner_text("main aside")
    page.evaluate("place => replay.go(place)", end)
    assert page.inner_text("#decision") == f"player 2: {steps[end - 1].words}"
    assert page.locator("#events li").all_inner_texts() == list(steps[end - 1].events)
    assert "player 0" not in page.inner_text("#log")


def test_another_view_shows_the_same_moment(show):
    recording = random_recording("luna_capital", length=40, players=3)
    whole, page = recording.walk(), show(recording, seats=[None, 1])
    steps = view_game(whole, 1, story(whole, 1), Pieces()).steps
    for place in (0, 13, 40):
        page.select_option("#view", "0")
        page.evaluate("place => replay.go(place)", place)
        page.select_option("#view", "1")
        assert position(page) == sum(step.position <= place for step in steps)


def test_light_and_dark(show):
    page = show(random_recording("launch", length=3, players=2))
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.click("#theme")
    dark = page.evaluate(colour)
    assert light != dark and page.get_attribute("#theme", "aria-pressed") == "true"
    page.keyboard.press("d")
    assert page.evaluate(colour) == light
    page.emulate_media(color_scheme="dark")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.evaluate(colour) == dark
    page.click("#theme")
    assert page.evaluate(colour) == light


def test_sizes(show):
    page = show(random_recording("launch", length=3, players=2))
    fitting = page.locator("#table svg").bounding_box()["width"]
    assert fitting <= page.locator("#table").bounding_box()["width"]
    page.select_option("#size", "2")
    page.evaluate("replay.go(2)")
    drawn = page.evaluate("document.querySelector('#table svg').viewBox.baseVal.width")
    assert (drawn - MARGIN) % (PANEL_WIDTH + MARGIN) == 0  # whole columns
    assert page.locator("#table svg").bounding_box()["width"] == 2 * drawn > fitting


def test_hostile_names_do_nothing(show):
    recording = random_recording("launch", length=5, players=2)
    recording.agents = [HOSTILE, HOSTILE]
    page = show(recording, title=HOSTILE)
    page.keyboard.press("End")
    page.select_option("#view", "1")
    assert page.title() == HOSTILE and page.inner_text("#title") == HOSTILE
    assert page.locator("img").count() == 0 and page.get_attribute("body", "data-broken") is None


def test_everything_has_a_name(show):
    page = show(random_recording("launch", length=5, players=2))
    unnamed = page.evaluate(
        "[...document.querySelectorAll('button, select, input')].filter(one => !(one.textContent.trim() || "
        "one.ariaLabel || one.labels?.length)).map(one => one.outerHTML)"
    )
    assert unnamed == []


def test_small_screens_and_notebooks(show, browser_page, tmp_path):
    recording = random_recording("launch", length=5, players=2)
    page = show(recording)
    page.set_viewport_size({"width": 420, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= 420")
    (tmp_path / "notebook.html").write_text(f"<!doctype html>{recording._repr_html_()}", encoding="utf-8")
    page.goto((tmp_path / "notebook.html").as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("body[data-ready]").wait_for()
    frame.locator("#forward").click()
    assert frame.locator("#position").inner_text().startswith("1 of 5 steps")


def test_a_damaged_page_says_so(show, browser_page, tmp_path):
    page = random_recording("launch", length=2, players=2).to_html()
    begin = page.index('id="game">') + 200
    (tmp_path / "damaged.html").write_text(page[:begin] + page[begin + 8 :], encoding="utf-8")
    browser_page.goto((tmp_path / "damaged.html").as_uri())
    assert "This page is damaged" in browser_page.locator(".failure").first.inner_text()
    browser_page.wait_for_timeout(100)
    browser_page.complaints.clear()
