"""The start page in a real browser: the gallery, the choices of a game, what can be continued, and the tour."""

from __future__ import annotations

import re

import pytest

import moon_envs

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.web import levels
from moon_envs.web.keeping import Keeper
from tests.browser.test_web import settle, shown, take
from tests.web.conftest import served

TO_A_TABLE = re.compile("/tables/")
OUTSIDE = """() => [...document.querySelectorAll("main *, dialog[open] *")].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width > 1 && !one.closest(".spoken, source") && (box.left < 0 || box.right > innerWidth + 1);
}).map(one => one.outerHTML.slice(0, 90))"""
WITHOUT_LABEL = """() => [...document.querySelectorAll("button, select, input, a")]
  .filter(one => one.getClientRects().length && !one.labels?.length && !one.ariaLabel && !one.textContent.trim()
    && !one.getAttribute("aria-labelledby")).map(one => one.outerHTML)"""
# Words of cards and buttons that are longer than their boxes.
CUT_OFF = """() => [...document.querySelectorAll(".card *, .kept *, dialog[open] button")]
  .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1).map(one => one.outerHTML.slice(0, 90))"""


@pytest.fixture
def server(tmp_path):
    with served(Keeper(tmp_path / "games")) as made:
        yield made


@pytest.fixture
def browser_page(server, browser_page):
    """The page is closed before the server stops: it would complain of what it cannot load any more."""
    return browser_page


def start(page, server, game="launch"):
    """Two clicks: a card, and its start."""
    page.goto(server.address)
    page.click(f"#game-{game}")
    page.click("#begin")
    page.wait_for_url(TO_A_TABLE, timeout=180_000)
    settle(page)


def agents_of(server):
    """The agents at the only table."""
    (table,) = server.tables._tables.values()
    return {seat: agent.name for seat, agent in table._session.agents.items()}


def test_every_game_has_a_card_with_a_picture(browser_page, server):
    browser_page.goto(server.address)
    browser_page.wait_for_selector(".card")
    assert browser_page.locator(".card").count() == len(moon_envs.game_ids())
    browser_page.wait_for_function("() => [...document.images].every(one => one.complete && one.naturalWidth)")
    for game in moon_envs.game_ids():
        words = browser_page.inner_text(f"#game-{game}")
        assert moon_envs.game(game).title in words and "about" in words and "complexity" in words
    assert not browser_page.locator("#kept-part").is_visible()


@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_two_clicks_start_a_game(browser_page, server, game):
    start(browser_page, server, game)
    assert agents_of(server) == {1: levels.agents_of(game)[0]}


def test_levels_of_the_opponents(browser_page, server):
    browser_page.goto(server.address)
    browser_page.click("#game-launch")
    browser_page.select_option("#players", "4")
    for seat, level in ((1, "Expert"), (2, "Medium"), (3, "Hard")):
        browser_page.select_option(f"#level-{seat}", level)
    browser_page.click("#advanced summary")
    browser_page.fill("#agent-2", "flat:9")
    assert browser_page.input_value("#level-2") == "by name"
    browser_page.fill("#agent-2", "mcts:50")
    assert browser_page.input_value("#level-2") == "Medium"
    browser_page.select_option("#seat", "0")
    browser_page.click("#begin")
    browser_page.wait_for_url(TO_A_TABLE)
    settle(browser_page)
    easy, medium, hard, expert = levels.AGENTS
    assert agents_of(server) == {1: expert, 2: medium, 3: hard}
    browser_page.goto(server.address)
    browser_page.click("#game-mlem")
    assert browser_page.input_value("#level-1") == "Hard", "the level that was chosen last"


def test_the_solo_opponent_has_levels(browser_page, server):
    browser_page.goto(server.address)
    browser_page.click("#game-dome")
    browser_page.check("[name=who][value=alone]")
    assert not browser_page.locator("#players").is_visible()
    browser_page.select_option("#solo-level", "Hard")
    browser_page.click("#advanced summary")
    assert browser_page.input_value("#option-opponent") == "6"
    browser_page.select_option("#option-opponent", "7")
    assert browser_page.evaluate("document.querySelector('#solo-level').selectedIndex") == -1
    browser_page.select_option("#solo-level", "Expert")
    browser_page.click("#begin")
    browser_page.wait_for_url(TO_A_TABLE)
    settle(browser_page)
    assert "opponent=8" in browser_page.inner_text("#configuration")


def test_a_game_without_a_solo_mode_does_not_offer_it(browser_page, server):
    browser_page.goto(server.address)
    browser_page.click("#game-mlem")
    assert not browser_page.locator("#who-alone").is_visible()
    assert browser_page.locator("#variants select").count() == 3


def test_by_keys_only(browser_page, server):
    browser_page.goto(server.address)
    browser_page.wait_for_selector(".card")
    focused = "document.activeElement.id"
    for _ in range(2):
        browser_page.keyboard.press("Tab")
    assert browser_page.evaluate(focused) == "game-journey"
    browser_page.keyboard.press("Enter")
    assert browser_page.evaluate(focused) == "begin"
    browser_page.keyboard.press("Escape")
    assert not browser_page.locator("#settings").is_visible()
    assert browser_page.evaluate(focused) == "game-journey"
    browser_page.keyboard.press("Enter")
    browser_page.keyboard.press("Enter")
    browser_page.wait_for_url(TO_A_TABLE)
    settle(browser_page)


def test_continue_after_a_restart(browser_page, server):
    start(browser_page, server)
    for _ in range(5):
        take(browser_page)
    before = shown(browser_page)
    with served(server.tables.keeper) as second:
        browser_page.goto(second.address)
        browser_page.wait_for_selector("#kept .kept")
        words = browser_page.inner_text("#kept")
        assert "Launch" in words and "against Easy" in words and "5 decisions" in words
        browser_page.get_by_role("button", name=re.compile("^Continue: ")).click()
        browser_page.wait_for_url(TO_A_TABLE)
        settle(browser_page)
        assert shown(browser_page) == before
        take(browser_page)
        browser_page.goto(second.address)
        browser_page.get_by_role("button", name=re.compile("^Delete: ")).click()
        assert browser_page.locator("#kept .kept").count() == 1
        browser_page.get_by_role("button", name=re.compile("^Really delete: ")).click()
        browser_page.wait_for_selector("#kept-part", state="hidden")
    browser_page.complaints.clear()  # the first server's pages


def test_damage_is_told(browser_page, server, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "0123456789abcdef.moon").write_bytes(b"MOONENVS<b>damaged</b>")
    browser_page.goto(server.address)
    browser_page.wait_for_selector("#kept .kept")
    assert "0123456789abcdef.moon" in browser_page.inner_text("#kept")
    server.tables.keeper.fault = "Games are not kept: <b>x</b>"
    browser_page.reload()
    browser_page.wait_for_selector("#kept-fault:not([hidden])")
    assert browser_page.inner_text("#kept-fault") == "Games are not kept: <b>x</b>"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1366, 1920])
def test_every_width(browser_page, server, width, scheme):
    """Nothing is cut off, everything has a name, for the page and for the longest choices."""
    browser_page.set_viewport_size({"width": width, "height": 800})
    browser_page.emulate_media(color_scheme=scheme)
    start(browser_page, server)
    take(browser_page)
    browser_page.goto(server.address)
    browser_page.wait_for_selector("#kept .kept")
    check_page(browser_page, width)
    for game in ("from_the_moon", "mlem"):
        browser_page.click(f"#game-{game}")
        browser_page.select_option("#players", "4")
        browser_page.click("#advanced summary")
        check_page(browser_page, width)
        browser_page.click("#close")


def check_page(page, width):
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(OUTSIDE) == [] and page.evaluate(WITHOUT_LABEL) == [] and page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("width", [390, 1366])
def test_the_tour(browser_page, server, width):
    browser_page.set_viewport_size({"width": width, "height": 768})
    browser_page.goto(server.address)
    browser_page.evaluate("localStorage.clear()")
    browser_page.click("#game-launch")
    browser_page.click("#begin")
    browser_page.wait_for_selector("#tour")
    steps = []
    while browser_page.locator("#tour").count():
        box = browser_page.locator("#tour").bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= width
        assert 0 <= box["y"] and box["y"] + box["height"] <= 768
        steps.append(browser_page.inner_text("#tour-title"))
        assert browser_page.evaluate("document.activeElement.closest('#tour') !== null")
        browser_page.keyboard.press("Enter")
    assert len(steps) >= 5 and len(set(steps)) == len(steps)
    assert browser_page.evaluate("localStorage.getItem('moon-toured')") and "#tour" not in browser_page.url
    browser_page.click("#tour-button")
    browser_page.keyboard.press("ArrowRight")
    browser_page.keyboard.press("ArrowLeft")
    assert browser_page.inner_text("#tour-title") == steps[0]
    browser_page.keyboard.press("Escape")
    assert browser_page.locator("#tour, #tour-ring").count() == 0
    take(browser_page)


def test_no_tour_for_a_player_who_has_games(browser_page, browser, server):
    """A server on another port is another place to the browser, so it remembers nothing."""
    start(browser_page, server)
    take(browser_page)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(server.address)
        page.wait_for_selector("#kept .kept")
        page.click("#game-launch")
        page.click("#begin")
        page.wait_for_url(TO_A_TABLE)
        settle(page)
        assert "#tour" not in page.url and page.locator("#tour").count() == 0
