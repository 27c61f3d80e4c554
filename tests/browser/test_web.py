"""The table in a real browser: from the start page to a game, to its end and to its replay."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from tests.browser.playing import begin, changes, choose, settle, take
from tests.web.conftest import served

NEVER_LOOK = """() => {
  const ask = window.fetch;
  window.fetch = (path, ...more) => (path.includes("?seen=") ? new Promise(() => 0) : ask(path, ...more));
}"""


@pytest.fixture(scope="module")
def server():
    with served() as made:
        yield made


def shown(page):
    """What a tab shows, wherever the mouse is."""
    picture = page.inner_html("#picture").replace(" marked", "")
    return picture, page.inner_text("#actions"), page.inner_text("#log")


def test_the_picture_can_be_clicked(browser_page, server):
    begin(browser_page, server)
    before = browser_page.inner_html("#picture")
    browser_page.locator("#picture [data-actions]").first.click()
    settle(browser_page, "1")
    assert browser_page.inner_html("#picture") != before
    assert "You: pick" in browser_page.inner_text("#log")


def test_keys(browser_page, server):
    """Enter on a thing that has the focus, and on a row of the list."""
    begin(browser_page, server)
    browser_page.locator("#picture [data-actions]").first.focus()
    browser_page.keyboard.press("Enter")
    settle(browser_page, "1")
    before = changes(browser_page)
    browser_page.locator("#actions button").first.focus()
    browser_page.keyboard.press("Enter")
    settle(browser_page, before)


def test_list_and_picture_mark_each_other(browser_page, server):
    begin(browser_page, server)
    browser_page.locator("#actions button").nth(1).hover()
    action = browser_page.locator("#actions button").nth(1).get_attribute("data-action")
    marked = browser_page.locator("#picture .marked")
    assert marked.count() == 1 and marked.get_attribute("data-actions") == action
    browser_page.locator("#picture [data-actions]").nth(2).hover()
    assert browser_page.locator("#picture .marked").count() == 1
    assert browser_page.locator("#actions .marked").count() == 1
    browser_page.locator("h1").hover()
    assert browser_page.locator(".marked").count() == 0


def test_several_actions_of_one_thing_are_a_menu(browser_page, server):
    begin(browser_page, server, "from_the_moon", seed="6")
    several = browser_page.locator('#picture [data-actions*=" "]')
    while not several.count():
        take(browser_page, -1)
    thing = several.first
    actions = thing.get_attribute("data-actions").split()
    thing.click()
    menu = browser_page.locator("#menu button")
    assert [button.get_attribute("data-action") for button in menu.all()] == actions
    assert menu.all_inner_texts() == [
        browser_page.locator(f'#actions [data-action="{action}"]').inner_text() for action in actions
    ]
    browser_page.keyboard.press("Escape")
    assert not browser_page.locator("#menu").is_visible()
    before = changes(browser_page)
    thing.click()
    menu.last.click()
    settle(browser_page, before)


def test_reload_keeps_the_game(browser_page, server):
    begin(browser_page, server)
    take(browser_page)
    before = shown(browser_page)
    browser_page.reload()
    settle(browser_page)
    assert shown(browser_page) == before


def test_two_tabs(browser_page, server):
    begin(browser_page, server)
    other = browser_page.context.new_page()
    other.goto(browser_page.url)
    settle(other)
    before = changes(browser_page)
    take(browser_page)
    settle(other, before)  # it looks by itself
    assert shown(other) == shown(browser_page)
    # A tab that has not looked yet is told, and shows what there is.
    other.evaluate(NEVER_LOOK)
    other.wait_for_timeout(2500)
    before = changes(other)
    take(browser_page)
    other.locator("#actions button").last.click()
    settle(other, before)
    assert "another tab" in other.inner_text("#trouble")
    assert shown(other) == shown(browser_page)
    assert changes(other) == changes(browser_page)
    assert [text for text in browser_page.complaints if "409" not in text] == []
    browser_page.complaints.clear()


def test_undo(browser_page, server):
    begin(browser_page, server)
    assert browser_page.locator("#undo").is_disabled()
    actions = browser_page.inner_text("#actions")
    take(browser_page)
    assert browser_page.inner_text("#actions") != actions
    before = changes(browser_page)
    browser_page.click("#undo")
    settle(browser_page, before)
    assert browser_page.inner_text("#actions") == actions and browser_page.inner_text("#log") == ""


def test_hint(browser_page, server):
    begin(browser_page, server)
    browser_page.click("#hint")
    browser_page.wait_for_selector("#best-part:not([hidden])")
    assert browser_page.locator("#best button").count() == 3
    assert browser_page.locator("#picture .shade").count() == 3
    best = browser_page.locator("#best button").first
    words = best.inner_text()
    best.click()
    settle(browser_page, "1")
    assert f"You: {words}." in browser_page.inner_text("#log")
    assert not browser_page.locator("#best-part").is_visible()


def test_save_and_resume(browser_page, server, tmp_path):
    begin(browser_page, server)
    for _ in range(4):
        take(browser_page)
    before = shown(browser_page)
    with browser_page.expect_download() as download:
        browser_page.click("#save")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "launch-5-4.moon"
    browser_page.goto(server.address)
    browser_page.set_input_files("#file", file)
    browser_page.wait_for_url(re.compile("/tables/"))
    settle(browser_page)
    assert shown(browser_page) == before


def test_what_is_not_allowed_is_told(browser_page, server, tmp_path):
    browser_page.goto(server.address)
    choose(browser_page)
    browser_page.fill("#agent-fields input", "os:system")
    browser_page.click("#begin")
    browser_page.wait_for_selector("#dialog-trouble:not([hidden])")
    assert "os:system" in browser_page.inner_text("#dialog-trouble")
    browser_page.keyboard.press("Escape")
    (tmp_path / "x.moon").write_bytes(b"nothing")
    browser_page.set_input_files("#file", tmp_path / "x.moon")
    browser_page.wait_for_function("() => document.querySelector('#trouble').textContent.includes('saved game')")
    assert "/tables/" not in browser_page.url
    assert all("status of 400" in text for text in browser_page.complaints)
    browser_page.complaints.clear()


def test_people_who_share_the_screen(browser_page, server):
    browser_page.goto(server.address)
    browser_page.click("#game-launch")
    browser_page.check("[name=who][value=people]")
    assert browser_page.locator("#agents select").count() == 0
    browser_page.click("#begin")
    browser_page.wait_for_url(re.compile("/tables/"))
    settle(browser_page)
    seen = []
    for _ in range(12):
        if browser_page.locator("#cover").is_visible():
            seen.append(browser_page.inner_text("#cover-words"))
            browser_page.click("#uncover")
        take(browser_page)
    assert len(seen) >= 2 and "Player 0" in seen[0] and "Player 1" in seen[1]


def test_the_end_leads_to_the_replay(browser_page, server):
    begin(browser_page, server, players=1)
    while browser_page.evaluate("document.body.dataset.status") != "over":
        take(browser_page)
    with browser_page.context.expect_page() as opened:
        browser_page.locator("#replay a").click()
    opened.value.wait_for_load_state()
    assert "Launch" in opened.value.title()
    assert opened.value.locator("svg").first.is_visible()


@pytest.mark.parametrize("what", ["rules", "actions", "features"])
def test_pages_about_a_game(browser_page, server, what):
    browser_page.goto(server.address)
    choose(browser_page)
    with browser_page.context.expect_page() as opened:
        browser_page.locator("#form .links a", has_text=what).click()
    opened.value.wait_for_load_state()
    assert opened.value.inner_text("h1") == f"Welcome to the Moon: Launch: {what}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [600, 1600])
def test_narrow_and_wide(browser_page, server, width, scheme):
    """Nothing is cut off at the side; on a wide screen the question, the choices and what has happened stand beside
    the picture, on a narrow one the question and the choices above it, and what has happened below it."""
    browser_page.set_viewport_size({"width": width, "height": 900})
    browser_page.emulate_media(color_scheme=scheme)
    begin(browser_page, server)
    take(browser_page)
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= width
    names = ("#board", "#picture svg", "#deciding", "#log-part")
    board, picture, deciding, log = (browser_page.locator(name).bounding_box() for name in names)
    assert picture["x"] >= board["x"] and picture["x"] + picture["width"] <= board["x"] + board["width"] + 1
    for part in (deciding, log):
        assert part["x"] >= 0 and part["x"] + part["width"] <= width
    if width > 900:
        assert min(deciding["x"], log["x"]) >= board["x"] + board["width"] and deciding["y"] < 200
        assert picture["y"] + picture["height"] <= 900 and log["y"] + log["height"] <= 900
    else:
        assert deciding["y"] + deciding["height"] <= board["y"] + 1
        assert log["y"] >= board["y"] + board["height"]
    page = browser_page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert page == ("rgb(251, 250, 247)" if scheme == "light" else "rgb(21, 24, 29)")


def test_an_unknown_game_is_told(browser_page, server):
    begin(browser_page, server)
    server.tables._tables.clear()
    browser_page.locator("#actions button").first.click()
    browser_page.wait_for_selector("#trouble:not([hidden])")
    assert "no such game" in browser_page.inner_text("#trouble")
    assert all("status of 404" in text for text in browser_page.complaints)
    browser_page.complaints.clear()


def test_another_page_cannot_play(browser_page, server):
    """A page of another origin that even knows the token: the browser's Origin gives it away, and nothing moves."""
    begin(browser_page, server)
    table = server.tables.find(browser_page.url.split("/tables/")[1].split("?")[0])
    view = table.view
    api = f"http://127.0.0.1:{server.port}/api/tables/{table.id}"
    evil = browser_page.context.new_page()
    evil.goto("data:text/html,<title>evil</title>")
    for kind in ("text/plain", "application/json"):
        evil.evaluate(
            """([api, token, kind]) => fetch(`${api}/decide?token=${token}`, {method: "POST", mode: "no-cors",
              headers: {"Content-Type": kind}, body: JSON.stringify({seen: 1, action: 0})}).catch(() => 0)""",
            [api, server.token, kind],
        )
    assert table.view is view
    browser_page.complaints.clear()
