"""Playing at the table: by keys, by fingers, with hints and undo, and what is told and shown."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from tests.browser.playing import changes, open_table, settle, take
from tests.web.conftest import served

WHERE = """() => {
  const has = document.activeElement;
  return ["menu", "picture", "actions", "end"].find(id => has.closest(`#${id}`)) ?? has.tagName;
}"""
MIDDLE = """() => {
  const box = document.activeElement.querySelector(".box").getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""

# A list of 120 choices, which only tell that they were chosen.
LENGTHEN = """() => {
  window.chosen = [];
  const buttons = Array.from({length: 120}, (_, place) => {
    const button = document.createElement("button");
    button.addEventListener("click", () => window.chosen.push(place + 1));
    return button;
  });
  document.querySelector("#actions").replaceChildren(...buttons);
}"""
MOVING = "() => document.getAnimations().filter(one => one.effect.target.closest('#picture')).length"


@pytest.fixture(scope="module")
def server():
    with served() as made:
        yield made


def status(page):
    return page.evaluate("document.body.dataset.status")


def press(page, *keys):
    """Press keys of which the last one decides."""
    before = changes(page)
    for key in keys:
        page.keyboard.press(key)
    settle(page, before)


def test_arrows_go_to_the_nearest_thing(browser_page, server):
    open_table(browser_page, server)
    browser_page.keyboard.press("ArrowRight")
    places = [browser_page.evaluate(MIDDLE)]
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        browser_page.keyboard.press(key)
        places.append(browser_page.evaluate(MIDDLE))
    first, second, third, at_the_edge, back = places
    assert first[0] < second[0] < third[0] and first[1] == second[1] == third[1]
    assert at_the_edge == third and back == second


def test_arrows_in_the_list(browser_page, server):
    open_table(browser_page, server)
    browser_page.keyboard.press("l")
    browser_page.keyboard.press("ArrowDown")
    assert browser_page.evaluate("document.activeElement.dataset.key") == "2"
    browser_page.keyboard.press("ArrowUp")
    browser_page.keyboard.press("ArrowUp")
    assert browser_page.evaluate("document.activeElement.dataset.key") == "1"
    browser_page.keyboard.press("ArrowLeft")
    assert browser_page.evaluate(WHERE) == "picture"


def test_numbers_choose(browser_page, server):
    open_table(browser_page, server)
    words = browser_page.locator("#actions button").nth(1).inner_text()
    press(browser_page, "2")
    assert f"You: {words}." in browser_page.inner_text("#log")


def test_numbers_of_long_lists(browser_page, server):
    open_table(browser_page, server)
    buttons = browser_page.locator("#actions button")
    while buttons.count() < 20:
        press(browser_page, "1")
    words = buttons.nth(11).inner_text()
    press(browser_page, "1", "2")
    assert f"You: {words}." in browser_page.inner_text("#log")
    press(browser_page, "u")
    # One digit waits: it is marked, and Escape forgets it, Enter or a moment takes it.
    before = changes(browser_page)
    browser_page.keyboard.press("1")
    assert "1 or more" in browser_page.inner_text("#typed") and browser_page.locator("#actions .marked").count() == 1
    browser_page.keyboard.press("Escape")
    browser_page.wait_for_timeout(1100)
    assert changes(browser_page) == before and browser_page.locator("#actions .marked").count() == 0
    tens, ones = divmod(buttons.count(), 10)
    assert tens < 10 and ones < 9
    browser_page.keyboard.press(str(tens))
    browser_page.keyboard.press("9")
    assert "There are" in browser_page.inner_text("#typed") and changes(browser_page) == before
    words = buttons.nth(0).inner_text()
    press(browser_page, "1", "Enter")
    assert f"You: {words}." in browser_page.inner_text("#log")
    press(browser_page, "u")
    words = buttons.nth(9).inner_text()
    press(browser_page, "0")
    assert f"You: {words}." in browser_page.inner_text("#log")
    press(browser_page, "u")
    press(browser_page, "1")  # the moment


def test_numbers_with_three_digits(browser_page, server):
    open_table(browser_page, server)
    browser_page.evaluate(LENGTHEN)
    for number in (100, 10, 105, 9):
        for key in (*str(number), "Enter"):
            browser_page.keyboard.press(key)
    browser_page.keyboard.press("0")
    assert browser_page.evaluate("window.chosen") == [100, 10, 105, 9, 10]


def test_letters(browser_page, server):
    open_table(browser_page, server, players=1)
    first = browser_page.inner_text("#actions")
    browser_page.keyboard.press("u")
    assert changes(browser_page) == "1"
    press(browser_page, "1")
    press(browser_page, "1")
    press(browser_page, "U")
    assert browser_page.inner_text("#actions") == first and browser_page.inner_text("#log") == ""
    browser_page.keyboard.press("h")
    browser_page.wait_for_selector("#best-part:not([hidden])")
    browser_page.keyboard.press("?")
    assert browser_page.locator("#keys").is_visible()
    browser_page.keyboard.press("1")
    assert changes(browser_page) == "4"
    browser_page.keyboard.press("Escape")
    assert not browser_page.locator("#keys").is_visible()


def test_single_keys_can_be_turned_off(browser_page, server):
    open_table(browser_page, server)
    browser_page.click("#show-keys")
    browser_page.uncheck("#single-keys")
    browser_page.reload()
    settle(browser_page)
    before = changes(browser_page)
    for key in ("1", "h", "?"):
        browser_page.keyboard.press(key)
    browser_page.wait_for_timeout(300)
    assert changes(browser_page) == before and not browser_page.locator("#keys").is_visible()
    browser_page.keyboard.press("ArrowDown")
    assert browser_page.evaluate(WHERE) == "picture"


def test_a_mouse_leaves_the_focus_alone(browser_page, server):
    open_table(browser_page, server)
    take(browser_page)
    assert browser_page.evaluate(WHERE) == "BODY"


def test_undo_of_a_whole_turn(browser_page, server):
    open_table(browser_page, server, players=1)
    first = browser_page.inner_text("#actions")
    assert browser_page.locator("#undo-turn").is_disabled()
    take(browser_page)
    take(browser_page)
    before = changes(browser_page)
    browser_page.click("#undo-turn")
    settle(browser_page, before)
    assert browser_page.inner_text("#actions") == first


def test_hints_tell_points_victories_and_why(browser_page, server):
    open_table(browser_page, server, "mlem", 2)
    browser_page.click("#hint")
    browser_page.wait_for_selector("#best-part:not([hidden])")
    told = browser_page.inner_text("#best-part")
    assert "points expected" in told and "wins" in told and "better than the second" in told.lower()
    assert browser_page.inner_text("#heard").startswith("Hint: ")


def test_fingers_confirm(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    open_table(page, server)
    thing = page.locator("#picture [data-actions]").first
    thing.tap()
    assert page.inner_text("#meaning") == thing.get_attribute("aria-label")
    page.tap("#do-not")
    assert not page.locator("#confirm").is_visible() and changes(page) == "1"
    thing.tap()
    page.locator("#picture [data-actions]").last.tap()  # another one: nothing is done yet
    assert changes(page) == "1" and page.locator("#picture .marked").count() == 1
    page.tap("#do-it")
    settle(page, "1")
    row = page.locator("#actions button").first
    words, before = row.inner_text(), changes(page)
    row.tap()
    assert changes(page) == before and page.inner_text("#meaning") == words
    row.tap()
    settle(page, before)
    assert f"You: {words}." in page.inner_text("#log")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_news_are_heard(browser_page, server):
    open_table(browser_page, server)
    take(browser_page)
    take(browser_page)
    heard = browser_page.locator("#heard")
    assert heard.get_attribute("aria-live") == "polite"
    for line in browser_page.locator("#news li").all_inner_texts():
        assert line in heard.inner_text()
    assert "Your decision. " in heard.inner_text() and "choices" in heard.inner_text()


def test_what_the_others_did_is_shown_and_can_be_skipped(browser_page, server):
    open_table(browser_page, server, "mlem", 2)
    shown = 0
    while not shown:
        take(browser_page)
        shown = browser_page.evaluate(MOVING)
    browser_page.keyboard.press("Escape")
    assert browser_page.evaluate(MOVING) == 0
    browser_page.emulate_media(reduced_motion="reduce")
    for _ in range(6):
        if status(browser_page) == "yours":
            take(browser_page)
            assert browser_page.evaluate(MOVING) == 0


def test_progress_while_others_think(browser_page, server):
    from moon_envs.agents import register_agent
    from tests.web.test_hosted_games import Waits

    agent = Waits()
    register_agent("waits", agent)
    table = open_table(browser_page, server, "luna_capital", 2, opponents="waits")
    while not table.is_thinking:
        browser_page.locator("#actions button").first.click()
        browser_page.wait_for_timeout(500)
    browser_page.wait_for_selector("#progress:not([hidden])")
    assert "Bot 1 (waits) is thinking" in browser_page.inner_text("#progress")
    agent.may_go_on.set()
    browser_page.wait_for_selector("#progress", state="hidden")


def test_the_end_and_play_again(browser_page, server):
    table = open_table(browser_page, server, "mlem", 2)
    while status(browser_page) != "over":
        take(browser_page)
    chart = browser_page.locator("#course svg.chart")
    end = table.view["end"]
    assert chart.locator("path[stroke-dasharray]").count() == 2
    for row in end["rows"]:
        assert f"{row['name']} from 0 to {row['total']}" in chart.get_attribute("aria-label")
    assert browser_page.locator("#points th[scope=row]").count() == len(end["categories"]) + 1
    before = browser_page.url
    browser_page.click("#play-again")
    browser_page.wait_for_url(lambda url: url != before)
    settle(browser_page)
    assert "2 players" in browser_page.inner_text("#configuration")
    assert browser_page.locator("#undo").is_disabled()
