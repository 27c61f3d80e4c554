"""Playing in a real browser: from the start page to the end of a game of each environment, by clicking."""

from __future__ import annotations

import random
import re
import threading
import time
from collections import Counter

import pytest

import moon_envs

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.web.server import Server, listen, runner

MOST_DECISIONS = 1500

# A thing that can be clicked on, where the mouse would meet it; null if there is none that is not covered by another.
CHOOSE_THING = """chance => {
  const things = [...document.querySelectorAll("#picture [data-actions]")];
  for (let left = things.length; left; left -= 1) {
    const [thing] = things.splice(Math.floor(chance * things.length), 1);
    thing.scrollIntoView({block: "center"});
    const box = thing.querySelector(".box").getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const met = document.elementFromPoint(x, y)?.closest("[data-actions]");
    if (met === thing) return {x, y, actions: thing.dataset.actions.split(" ").map(Number)};
  }
  return null;
}"""
NOT_DRAWN = """() => [...document.querySelectorAll("#actions [data-action]")].map(button => Number(button.dataset.action))
  .filter(action => !document.querySelector(`#picture [data-actions~="${action}"]`))"""
HAS_CHANGED = """before => {
  const {changes, status} = document.body.dataset;
  return changes && changes !== before && status !== "thinking";
}"""


@pytest.fixture(scope="module")
def server():
    """A server on a free port, in a thread."""
    with listen(0) as listener:
        made = Server(listener.getsockname()[1])
        running = runner(made)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
        thread.start()
        while not running.started:
            time.sleep(0.01)
        yield made
        running.should_exit = True
        thread.join()


def begin(page, server, game="launch", players=2, seed="5", agent="random"):
    """From the start page to a table."""
    page.goto(server.address)
    page.click(f"#game-{game}")
    page.select_option("#players", str(players))
    for field in page.locator("#agents input").all():
        field.fill(agent)
    page.fill("#seed", seed)
    page.click("#begin")
    page.wait_for_url(re.compile("/tables/"), timeout=180_000)
    settle(page)


def settle(page, before=None):
    """Wait until it is the person's turn, or the game is over."""
    page.wait_for_function(HAS_CHANGED, arg=before, timeout=60_000)
    assert page.evaluate("document.body.dataset.status") in ("yours", "over")


def changes(page):
    return page.evaluate("document.body.dataset.changes")


def first_action(page):
    before = changes(page)
    page.locator("#actions button").first.click()
    settle(page, before)


def click_on_something(page, chance):
    """Decide by a click on the picture; False if nothing in it stands for a legal action."""
    thing = page.evaluate(CHOOSE_THING, chance.random())
    if thing is None:
        return False
    page.mouse.click(thing["x"], thing["y"])
    if len(thing["actions"]) > 1:
        offered = page.locator("#menu button")
        assert offered.count() == len(thing["actions"])
        offered.nth(chance.randrange(offered.count())).click()
    return True


@pytest.mark.slow
@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_a_whole_game_by_clicking(browser_page, server, game):
    begin(browser_page, server, game)
    chance, how, missing = random.Random(game), Counter(), set()
    for _ in range(MOST_DECISIONS):
        if browser_page.evaluate("document.body.dataset.status") == "over":
            break
        missing.update(browser_page.evaluate(NOT_DRAWN))
        before = changes(browser_page)
        if click_on_something(browser_page, chance):
            how["picture"] += 1
        else:
            buttons = browser_page.locator("#actions button")
            buttons.nth(chance.randrange(buttons.count())).click()
            how["list"] += 1
        settle(browser_page, before)
    print(game, dict(how), "not drawn:", [moon_envs.game(game).describe(action) for action in sorted(missing)])
    assert browser_page.locator("#end").is_visible()
    assert re.search(r"(wins|share the victory)\.$", browser_page.inner_text("#result"))
    assert browser_page.locator("#points tr").count() == len(moon_envs.game(game).categories) + 2
    assert how["picture"] > 9 * how["list"] and not missing
