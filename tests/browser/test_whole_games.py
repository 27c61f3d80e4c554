"""Whole games in a real browser: one of each game, at several sizes, light and dark, by mouse and by keyboard.

`python -m tests.browser.whole_games` plays many more of them.
"""

from __future__ import annotations

import re

import pytest

import moon_envs

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from tests.browser.playing import open_table, resize
from tests.browser.test_text_in_boxes import modes_of
from tests.browser.whole_games import CLICKS, KEYS, LOOK, SIZES, THEMES, WAYS, Case, cases_of, few_cases, play
from tests.web.conftest import served

CHECKS = 20  # positions between looks at all boxes
TALL = ("battle", "from_the_moon")  # for a laptop: two sheets, or a table with very much on it
ENDS = {True: r"^(You win against|You lose against|A draw with) .*\.$", False: r"(wins?|share the victory)\.$"}

SPOIL = """() => {
  document.querySelector("#status").style.fontSize = "8px";
  document.querySelector("h1").style.cssText = "width: 3000px; flex: none";
  document.querySelector("#picture svg").style.width = "4000px";
  document.querySelector("#picture svg").style.maxWidth = "none";
  document.querySelector("#picture [data-actions]").remove();
}"""


@pytest.fixture(scope="module")
def server():
    with served() as made:
        yield made


def case_of(game):
    """Modes, sizes, themes and ways take turns."""
    place = moon_envs.game_ids().index(game)
    modes = modes_of(moon_envs.game(game))
    return Case(game, modes[place % len(modes)], list(SIZES)[place % 3], THEMES[place // 2 % 2], WAYS[place % 2])


def check(page, server, case):
    """Play a game and read its end."""
    played = play(page, server, case, CHECKS)
    print(case, dict(played.how))
    assert not played.faults, "\n".join([str(case), *played.faults])
    assert page.locator("#end").is_visible()
    game = moon_envs.game(case.game)
    configuration = game.configuration(**case.mode)
    assert re.search(ENDS[configuration.is_solo], page.inner_text("#result"))
    assert page.locator("#points tr").count() == len(game.used_categories(configuration)) + 2
    return played


@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_a_whole_game(browser_page, server, game):
    case = case_of(game)
    played = check(browser_page, server, case)
    assert played.scrolls == (game in TALL and case.size == "laptop")


@pytest.mark.parametrize(
    ("game", "players", "size", "way"),
    [("launch", 2, "screen", KEYS), ("mlem", 3, "phone", KEYS), ("luna_capital", 1, "laptop", CLICKS)],
)
def test_the_other_way(browser_page, server, game, players, size, way):
    assert way != case_of(game).way
    check(browser_page, server, Case(game, {"players": players}, size, "light", way))


def test_faults_are_found(browser_page, server):
    """The tests above would notice what they are there for."""
    open_table(browser_page, server)
    seen = browser_page.evaluate(LOOK)
    assert not seen["small"] and not seen["isWide"] and not seen["missing"] and not seen["outside"]
    browser_page.evaluate(SPOIL)
    seen = browser_page.evaluate(LOOK)
    assert seen["small"] == ["small letters, 8.0 px: Your decision"]
    assert seen["isWide"] and len(seen["missing"]) == 1 and seen["outside"] and seen["focus"] == "lost"
    resize(browser_page, 300, 600)
    assert len(browser_page.evaluate(LOOK)["small"]) > 10


def test_the_command_plays_everything():
    cases = list(cases_of(moon_envs.game_ids(), list(SIZES), THEMES, WAYS))
    assert len(cases) == len({str(case) for case in cases})
    few = list(few_cases(cases))
    assert len(cases) == 12 * len(few)
    for size, theme, way in ((size, theme, way) for size in SIZES for theme in THEMES for way in WAYS):
        assert sum((case.size, case.theme, case.way) == (size, theme, way) for case in few) >= len(few) // 12 - 1
    tested = [case_of(game) for game in moon_envs.game_ids()]
    for names in (SIZES, THEMES, WAYS):
        assert {getattr(case, name) for case in tested for name in ("size", "theme", "way")} >= set(names)
    assert {moon_envs.game(case.game).configuration(**case.mode).is_solo for case in tested} == {True, False}
