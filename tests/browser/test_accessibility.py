"""axe-core finds nothing on the start page and on tables: some games, hints, menus and the end, light and dark."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from tests.browser.playing import begin, changes, open_table, settle, take
from tests.web.conftest import served

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is missing; install moon_envs[browser].")

pytestmark = pytest.mark.slow

SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def server():
    with served() as made:
        yield made


@pytest.fixture(autouse=True)
def nothing_moves(browser_page):
    browser_page.emulate_media(reduced_motion="reduce")


def complaints(page):
    """The rules that the page breaks, with the elements, in both colour schemes."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        response = axe.Axe().run(page).response
        for broken in response["violations"]:
            found += [f"{scheme}: {broken['id']}: {node['html'][:200]}" for node in broken["nodes"]]
    return found


def test_the_start_page(browser_page, server):
    browser_page.goto(server.address)
    browser_page.wait_for_selector("#game-launch")
    assert complaints(browser_page) == []
    browser_page.click("#game-launch")
    browser_page.wait_for_selector("#settings[open]")
    for who in ("agents", "alone", "people"):
        browser_page.check(f"[name=who][value={who}]")
        assert complaints(browser_page) == []


@pytest.mark.parametrize(
    ("game", "players"), [("launch", 2), ("battle", 1), ("mlem", 3), ("luna_capital", 2), ("from_the_moon", 2)]
)
def test_tables(browser_page, server, game, players):
    open_table(browser_page, server, game, players)
    assert complaints(browser_page) == []
    for _ in range(8):
        take(browser_page, 1)
    assert complaints(browser_page) == []


def test_a_hint_and_the_keys(browser_page, server):
    open_table(browser_page, server, "mlem", 2)
    browser_page.click("#hint")
    browser_page.wait_for_selector("#best-part:not([hidden])")
    assert complaints(browser_page) == []
    browser_page.keyboard.press("?")
    assert browser_page.locator("#keys").is_visible()
    assert complaints(browser_page) == []


def test_a_menu(browser_page, server):
    open_table(browser_page, server, "from_the_moon", 2, seed=6)
    several = browser_page.locator('#picture [data-actions*=" "]')
    while not several.count():
        take(browser_page, -1)
    several.first.click()
    assert browser_page.locator("#menu").is_visible()
    assert complaints(browser_page) == []


def test_people_who_share_the_screen(browser_page, server):
    open_table(browser_page, server, "launch", 2, hotseat=True)
    assert browser_page.locator("#cover").is_visible()
    assert complaints(browser_page) == []


@pytest.mark.parametrize("width", [390, 1366])
def test_the_end(browser_page, server, width):
    browser_page.set_viewport_size({"width": width, "height": 768})
    open_table(browser_page, server, "mlem", 2)
    while browser_page.evaluate("document.body.dataset.status") != "over":
        take(browser_page)
    assert complaints(browser_page) == []


def test_every_choice_has_words(browser_page, server):
    """Things of the picture have the words of their choices, and nothing that can be clicked has no name."""
    begin(browser_page, server)
    for _ in range(6):
        labels = browser_page.evaluate(
            """() => [...document.querySelectorAll("#picture [data-actions]")].map(thing => [
              thing.getAttribute("role"), thing.getAttribute("aria-label"),
              thing.dataset.actions.split(" ").map(action =>
                document.querySelector(`#actions [data-action="${action}"]`).textContent).join("; or "),
            ])"""
        )
        assert labels and all(role == "button" and label and label == words for role, label, words in labels)
        before = changes(browser_page)
        browser_page.locator("#actions button").first.click()
        settle(browser_page, before)
