"""Whole random games at the table in a real browser, by mouse or by keyboard, looking at the page in every position.

    python -m tests.browser.whole_games
    python -m tests.browser.whole_games --games mlem battle --sizes phone --quick

It plays every game in several modes at three sizes, light and dark, by clicks and by keys, and prints the decisions,
the seconds and what is wrong. That takes hours; with --quick every mode is played once, at one size in one theme.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import moon_envs
from moon_envs.base.text_tables import text_table
from moon_envs.render.drawing import drawing_of
from moon_envs.render.panels import DECISION, OWN
from tests.browser.conftest import started_browser, watched_page
from tests.browser.playing import changes, open_table, settle
from tests.browser.test_text_in_boxes import FIND_FAULTS, modes_of
from tests.web.conftest import served

SIZES = {"phone": (390, 844), "laptop": (1366, 768), "screen": (1920, 1080)}
THEMES = ("light", "dark")
CLICKS, KEYS = WAYS = ("clicks", "keys")
ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
MOST_DECISIONS = 1500
SEED = 5

# What is wrong with the page that can be found quickly, and what the next decision needs.
LOOK = """() => {
  const isShown = thing => thing.getClientRects().length && !thing.closest(".unseen");
  const things = [...document.querySelectorAll("#picture [data-actions]")];
  const small = new Set();
  const check = (thing, size) => {
    if (size < 8.98) small.add(`small letters, ${size.toFixed(1)} px: ${thing.textContent.trim().slice(0, 60)}`);
  };
  for (const text of document.querySelectorAll("svg text")) {
    if (text.textContent.trim() && isShown(text)) {
      check(text, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentNode;
    if (!node.data.trim() || around.closest("svg") || !isShown(around)) continue;
    check(around, parseFloat(getComputedStyle(around).fontSize));
  }
  const drawn = new Set(things.flatMap(thing => thing.dataset.actions.split(" ")));
  const rows = [...document.querySelectorAll("#actions button")];
  const panels = [...document.querySelectorAll("#picture [data-panel]")].filter(isShown);
  const isInWindow = panel => {
    const box = panel.getBoundingClientRect();
    return box.right + scrollX <= innerWidth + 1 && box.bottom + scrollY <= innerHeight + 1;
  };
  return {
    status: document.body.dataset.status,
    small: [...small],
    isWide: document.documentElement.scrollWidth > innerWidth,
    missing: rows.filter(row => !drawn.has(row.dataset.action)).map(row => row.textContent),
    choices: rows.length,
    hidden: things.filter(thing => !isShown(thing)).length,
    focus: ["menu", "picture", "actions", "end"].find(id => document.activeElement.closest(`#${id}`)) ?? "lost",
    outside: panels.filter(panel => !isInWindow(panel)).map(panel => Number(panel.dataset.panel)),
  };
}"""
# Whether all panels but those of the others would have room in the window beside the choices, with letters of 9 px.
HAS_ROOM = """() => {
  const layouts = JSON.parse(document.querySelector("#picture svg").dataset.layouts ?? "[]");
  const few = layouts.filter(layout => !layout.others);
  const width = innerWidth - 364, height = innerHeight - document.querySelector("#board").offsetTop - 10;
  return (few.length ? few : layouts).some(one => Math.min(width / one.width, height / one.height) >= 9 / 11);
}"""
# A thing that can be clicked on, where the mouse would meet it; null if there is none that is not covered by another.
CHOOSE_THING = """chance => {
  const things = [...document.querySelectorAll("#picture [data-actions]")].filter(one => one.getClientRects().length);
  for (let left = things.length; left; left -= 1) {
    const [thing] = things.splice(Math.floor(chance * things.length), 1);
    const box = () => thing.querySelector(".box").getBoundingClientRect();
    if (box().top < 0 || box().bottom > innerHeight) thing.scrollIntoView({block: "center"});
    const x = box().left + box().width / 2, y = box().top + box().height / 2;
    const met = document.elementsFromPoint(x, y).map(one => one.closest("[data-actions]")).find(one => one);
    if (met === thing) return {x, y, count: thing.dataset.actions.split(" ").length};
  }
  return null;
}"""


@dataclass(frozen=True)
class Case:
    """A game to play: its mode, and how."""

    game: str
    mode: dict[str, Any]
    size: str
    theme: str
    way: str


@dataclass
class Played:
    """A game that was played.

    Attributes:
        how: how often a decision was taken on the picture, by the list, or by which keys; "opened" are the times that
            the sheets of the others had to be shown first.
        faults: what was wrong, and in how many positions.
        scrolls: whether the window has no room for all panels but those of the others. What is decided with, and the
            first of one's own, stands in it all the same.
    """

    how: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    scrolls: bool = False

    @property
    def decisions(self) -> int:
        """How many decisions were taken."""
        return self.how.total() - self.how["opened"]


def cases_of(ids: Sequence[str], sizes: Sequence[str], themes: Sequence[str], ways: Sequence[str]) -> Iterator[Case]:
    """Every game in several modes, in all ways to play."""
    for id_ in ids:
        for mode in modes_of(moon_envs.game(id_)):
            for size, theme, way in itertools.product(sizes, themes, ways):
                yield Case(id_, mode, size, theme, way)


def few_cases(cases: Sequence[Case]) -> Iterator[Case]:
    """One of the cases of each mode; sizes, themes and ways take turns."""
    modes = [list(group) for _, group in itertools.groupby(cases, key=lambda case: (case.game, str(case.mode)))]
    # Games have four modes; the sum of quotient and rest lets every game have other ways for its modes.
    return (group[(5 * place + place // 4) % len(group)] for place, group in enumerate(modes))


def play(page: Any, server: Any, case: Case, checks: int) -> Played:
    """Play a game from its first position to its end.

    Args:
        page: an empty page.
        server: of the tables.
        case: the game.
        checks: every so many positions all texts are compared with their boxes, which takes long.
    """
    width, height = SIZES[case.size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=case.theme, reduced_motion="reduce")
    table = open_table(page, server, case.game, **{"seed": SEED, **case.mode})
    chance, played, begin = random.Random(str(case)), Played(), time.monotonic()
    decide = click if case.way == CLICKS else press
    played.scrolls = case.size != "phone" and not page.evaluate(HAS_ROOM)
    in_window = {} if case.size == "phone" else panels_in_window(table, played.scrolls)
    if case.way == KEYS:
        page.keyboard.press("ArrowDown")
    while True:
        seen = page.evaluate(LOOK)
        is_over = seen["status"] == "over"
        played.faults.update(seen["small"])
        played.faults.update(f"not on the picture: {words}" for words in seen["missing"])
        if seen["isWide"]:
            played.faults["the page scrolls sideways"] += 1
        if not played.how["opened"]:
            outside = in_window.keys() & seen["outside"]
            played.faults.update(f"does not stand in the window: {in_window[panel]}" for panel in outside)
        if case.way == KEYS and seen["focus"] not in (("end",) if is_over else ("picture", "actions")):
            played.faults[f"the focus is not where it should be: {seen['focus']}"] += 1
        if is_over or played.decisions % checks == checks // 2:
            played.faults.update(fault_in_words(fault) for fault in page.evaluate(FIND_FAULTS))
        if is_over:
            break
        if played.decisions == MOST_DECISIONS:
            played.faults["the game does not end"] += 1
            break
        before = changes(page)
        decide(page, seen, chance, played)
        settle(page, before)
    played.faults.update(f"the page complains: {complaint}" for complaint in page.complaints)
    page.complaints.clear()
    played.seconds = time.monotonic() - begin
    return played


def panels_in_window(table: Any, scrolls: bool) -> dict[int, str]:
    """The names of the panels that stand in the window: all, or what is decided with and the first of one's own."""
    session = table._session
    panels = list(enumerate(drawing_of(session.game).panels(session.game, session.batch.record(), session.viewer)))
    if scrolls:
        own = [one for one in panels if one[1].kind == OWN]
        panels = [one for one in panels if one[1].kind == DECISION] + own[:1]
    return {number: panel.name for number, panel in panels}


def fault_in_words(fault: Sequence[Any]) -> str:
    """A fault of `FIND_FAULTS` without its picture."""
    return " ".join(map(str, fault[1:]))


def click(page: Any, seen: dict[str, Any], chance: random.Random, played: Played) -> None:
    """Decide by a click on the picture; in the list if nothing of the picture stands for a legal action."""
    thing = page.evaluate(CHOOSE_THING, chance.random())
    if thing is None and seen["hidden"]:
        page.click("#others")
        played.how["opened"] += 1
        thing = page.evaluate(CHOOSE_THING, chance.random())
    if thing is None:
        page.locator("#actions button").nth(chance.randrange(seen["choices"])).click()
        played.how["list"] += 1
        played.faults["nothing on the picture can be clicked"] += 1
        return
    page.mouse.click(thing["x"], thing["y"])
    if thing["count"] > 1:
        offered = page.locator("#menu button")
        if offered.count() != thing["count"]:
            played.faults["a menu lacks choices"] += 1
        offered.nth(chance.randrange(offered.count())).click()
    played.how["picture"] += 1


def press(page: Any, seen: dict[str, Any], chance: random.Random, played: Played) -> None:
    """Decide by numbers, or by arrows and Enter; menus by both, too."""
    if chance.random() < 0.4:
        press_number(page, chance.randrange(seen["choices"]) + 1, seen["choices"])
        played.how["numbers"] += 1
        return
    for _ in range(chance.randrange(4)):
        page.keyboard.press(chance.choice(ARROWS))
    page.keyboard.press("Enter")
    played.how["arrows"] += 1
    offered = page.locator("#menu button").count()
    if offered and chance.random() < 0.5:
        press_number(page, chance.randrange(offered) + 1, offered)
    elif offered:
        for _ in range(chance.randrange(3)):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")


def press_number(page: Any, number: int, count: int) -> None:
    """Type the number of a choice. Where more digits could follow, Enter ends it."""
    if number == 10 and count > 10:
        page.keyboard.press("0")
        return
    for digit in str(number):
        page.keyboard.press(digit)
    if count > 10 and number * 10 <= count:
        page.keyboard.press("Enter")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=moon_envs.game_ids(), help="game ids; all by default")
    for name, values in (("sizes", tuple(SIZES)), ("themes", THEMES), ("ways", WAYS)):
        parser.add_argument(f"--{name}", nargs="+", default=values, choices=values, help="all by default")
    parser.add_argument("--quick", action="store_true", help="play every mode once")
    parser.add_argument("--checks", type=int, default=10, help="positions between checks of boxes (default: 10)")
    asked = parser.parse_args()
    cases = list(cases_of(asked.games, asked.sizes, asked.themes, asked.ways))
    rows, faults = [], {}
    with started_browser() as browser, served() as server:
        for case in few_cases(cases) if asked.quick else cases:
            with watched_page(browser) as page:
                try:
                    played = play(page, server, case, asked.checks)
                except Exception as error:  # the others are played all the same
                    played = Played(faults=Counter([f"it failed: {error}"]))
            settings = ", ".join(f"{name}={value}" for name, value in case.mode.items())
            shown = (case.game, settings, case.size, case.theme, case.way, "yes" if played.scrolls else "")
            rows.append([*shown, played.decisions, f"{played.seconds:.0f}", len(played.faults)])
            print(*rows[-1], dict(played.how), flush=True)
            for fault in played.faults:
                faults.setdefault((case.game, fault), f"{settings}, {case.size}, {case.theme}, {case.way}")
    columns = ("game", "mode", "size", "theme", "by", "scrolls", ">decisions", ">seconds", ">faults")
    print(f"\n{text_table(columns, rows)}\n\n{len(faults)} faults, each with the first game that has it")
    for (id_, fault), where in faults.items():
        print(f"{id_} ({where}): {fault}")


if __name__ == "__main__":
    main()
