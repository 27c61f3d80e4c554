"""The room of the table's picture: what is shown at which size, in which order, and the sheets of the others."""

from __future__ import annotations

import pytest

import moon_envs

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.render.drawing import drawing_of
from moon_envs.render.panels import DECISION, OTHER, OWN, TABLE
from tests.browser.playing import changes, open_table, resize, take
from tests.browser.whole_games import LOOK, SIZES
from tests.web.conftest import served

PANELS = """() => [...document.querySelectorAll("#picture [data-panel]")].map(panel => {
  const {left, top, width} = panel.getBoundingClientRect();
  return {panel: Number(panel.dataset.panel), left: left + scrollX, top: top + scrollY, isShown: width > 0};
})"""
COUNT_QUESTIONS = """() => {
  const ask = window.fetch;
  window.asked = 0;
  window.fetch = (path, ...more) => {
    if (path.includes("?seen=")) return new Promise(() => 0); // the regular look
    window.asked += 1;
    return ask(path, ...more);
  };
}"""
# The number of panels with things that can be chosen; on demand the first of them goes.
HIDE_FIRST_PANEL = """isWanted => {
  const things = [...document.querySelectorAll("#picture [data-actions]")];
  const panels = [...new Set(things.map(thing => thing.closest("[data-panel]")))];
  if (isWanted) panels[0].style.display = "none";
  return panels.length;
}"""
MOST_PIXELS_OF_THE_HEAD = 90


@pytest.fixture(scope="module")
def server():
    with served() as made:
        yield made


def panels_of(page, table):
    """The panels on the page by their kind: (left, top, whether it is shown) of each."""
    session = table._session
    kinds = [panel.kind for panel in drawing_of(session.game).panels(session.game, session.batch.record(), 0)]
    found = {kind: [] for kind in (DECISION, TABLE, OWN, OTHER)}
    for one in page.evaluate(PANELS):
        found[kinds[one["panel"]]].append((one["left"], one["top"], one["isShown"]))
    return found


def are_shown(panels, kind):
    return [is_shown for _, _, is_shown in panels[kind]]


def top(page, selector):
    return page.locator(selector).bounding_box()["y"] + page.evaluate("scrollY")


def test_the_button_shows_the_sheets_of_the_others(browser_page, server):
    resize(browser_page, *SIZES["laptop"])
    table = open_table(browser_page, server, "launch", 3)
    button = browser_page.get_by_role("button", name="Show the others’ sheets")
    assert button.get_attribute("aria-expanded") == "false"
    assert are_shown(panels_of(browser_page, table), OTHER) == [False, False]
    button.click()
    button = browser_page.get_by_role("button", name="Hide the others’ sheets")
    assert button.get_attribute("aria-expanded") == "true"
    assert are_shown(panels_of(browser_page, table), OTHER) == [True, True]
    take(browser_page)  # it stays as the reader wants it
    assert are_shown(panels_of(browser_page, table), OTHER) == [True, True]
    button.focus()
    browser_page.keyboard.press("Enter")
    assert are_shown(panels_of(browser_page, table), OTHER) == [False, False]
    assert browser_page.locator("#others").get_attribute("aria-expanded") == "false"


@pytest.mark.parametrize("size", SIZES)
def test_alone_there_are_no_others(browser_page, server, size):
    resize(browser_page, *SIZES[size])
    open_table(browser_page, server, "launch", 1)
    assert not browser_page.locator("#others").is_visible()


def test_the_others_are_shown_where_they_fit(browser_page, server):
    resize(browser_page, *SIZES["screen"])
    table = open_table(browser_page, server, "launch", 2)
    panels = panels_of(browser_page, table)
    assert are_shown(panels, OTHER) == [True]
    assert browser_page.locator("#others").get_attribute("aria-expanded") == "true"
    assert not browser_page.evaluate(LOOK)["outside"]
    # The table, the own sheet and that of the other stand side by side.
    assert max(x for x, _, _ in panels[TABLE]) < panels[OWN][0][0] < panels[OTHER][0][0]
    resize(browser_page, *SIZES["laptop"])
    assert are_shown(panels_of(browser_page, table), OTHER) == [False]
    assert not browser_page.evaluate(LOOK)["outside"]


def test_resizing_places_panels_without_asking_the_server(browser_page, server):
    resize(browser_page, *SIZES["screen"])
    table = open_table(browser_page, server, "colony", 2)
    before = changes(browser_page)
    browser_page.evaluate(COUNT_QUESTIONS)
    places, things = [], browser_page.inner_html("#actions")
    for size in ("laptop", "phone", "screen", "laptop"):
        resize(browser_page, *SIZES[size])
        places.append(panels_of(browser_page, table))
        width, _ = SIZES[size]
        assert browser_page.locator("#picture svg").bounding_box()["width"] <= width
        assert not browser_page.evaluate(LOOK)["small"] and not browser_page.evaluate(LOOK)["isWide"]
    assert places[0] == places[3] and len({str(place) for place in places}) == 3
    assert browser_page.evaluate("window.asked") == 0
    assert changes(browser_page) == before and browser_page.inner_html("#actions") == things


@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_the_order_on_phones(browser_page, server, game):
    """Question, choices, the picture with the own sheet before the table, then the others, and the log."""
    resize(browser_page, *SIZES["phone"])
    table = open_table(browser_page, server, game, 2)
    take(browser_page)
    places = [top(browser_page, one) for one in ("#status", "#actions", "#board", "#log-part")]
    assert places == sorted(places)
    panels = panels_of(browser_page, table)
    shown = [max(y for _, y, _ in panels[DECISION]), *(y for _, y, _ in panels[OWN] + panels[TABLE])]
    assert shown == sorted(shown) and panels[OWN]
    assert not any(are_shown(panels, OTHER))
    if panels[OTHER]:
        assert top(browser_page, "#others") > top(browser_page, "#board") + 300
        browser_page.click("#others")
        panels = panels_of(browser_page, table)
        assert all(are_shown(panels, OTHER))
        assert min(y for _, y, _ in panels[OTHER]) > max(y for _, y, _ in panels[OWN] + panels[TABLE])


@pytest.mark.parametrize("is_touched", [False, True], ids=["mouse", "fingers"])
def test_the_head_is_low_on_phones(browser, server, is_touched):
    """The longest configuration of all games, with buttons for fingers, too."""
    width, height = SIZES["phone"]
    with browser.new_context(
        viewport={"width": width, "height": height}, has_touch=is_touched, is_mobile=is_touched
    ) as context:
        page = context.new_page()
        open_table(page, server, "mlem", 5, ufo=True, explorations=True, secret_missions=True, seed=2**63 - 1)
        assert top(page, "#deciding") <= MOST_PIXELS_OF_THE_HEAD
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("#configuration").get_attribute("title") == page.locator("#configuration").text_content()


def test_a_laptop_has_a_head_of_one_line(browser_page, server):
    resize(browser_page, *SIZES["laptop"])
    open_table(browser_page, server, "mlem", 5, ufo=True, explorations=True, secret_missions=True)
    assert top(browser_page, "main") < 60


def test_arrows_pass_over_panels_that_are_left_out(browser_page, server):
    open_table(browser_page, server, "colony", 1)
    while browser_page.evaluate(HIDE_FIRST_PANEL, False) < 2:
        take(browser_page)
    browser_page.evaluate(HIDE_FIRST_PANEL, True)
    browser_page.keyboard.press("ArrowDown")
    assert browser_page.evaluate("document.activeElement.matches('#picture [data-actions]')")
    assert browser_page.evaluate("document.activeElement.getClientRects().length")
