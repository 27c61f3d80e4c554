"""How long a table of the web takes to appear: from the navigation to the first paint, and to the painted picture.

    python -m benchmarks.first_paint
    python -m benchmarks.first_paint launch mlem --times 20

It needs `pip install "moon_envs[web,browser]"` and Chromium or Chrome. Games are compiled before. Every time a browser
that has kept nothing opens a new table. The first contentful paint is the browser's own measure; the picture is painted
with the second frame that the browser begins after it stands on the page.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
from collections.abc import Sequence
from typing import Any

from benchmarks.clicks import BROWSERS, running
from benchmarks.reference_scores import machine_in_words
from moon_envs import game, game_ids
from moon_envs.base.text_tables import text_table
from moon_envs.play.opening import new_session

AIM = 500  # milliseconds

WATCH = """new MutationObserver((seen, observer) => {
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.shownAt = performance.now(); }));
}).observe(document, {subtree: true, attributes: true, attributeFilter: ["data-changes"]});"""
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]"
IS_SHOWN = f"() => window.shownAt && {FIRST_PAINT}"
TIMES = f"() => [{FIRST_PAINT}.startTime, window.shownAt]"


def paints_of(browser: Any, server: Any, id_: str, players: int, count: int) -> list[tuple[float, float]]:
    """Milliseconds to the first paint and to the picture, for some new games of one mode."""
    found = []
    for seed in range(count):
        table = server.tables.open(new_session(id_, players, seed))
        with browser.new_context(viewport={"width": 1366, "height": 768}) as context:
            context.add_init_script(WATCH)
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{server.port}/tables/{table.id}?token={server.token}")
            page.wait_for_function(IS_SHOWN)
            first, picture = page.evaluate(TIMES)
            found.append((first, picture))
    return found


def measured(ids: Sequence[str], count: int) -> list[list[str]]:
    """The rows of the table: game, players, and of both times the median and the slowest."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)))
    rows = []
    with running() as server, sync_playwright() as playwright:
        # Chromium's sandbox does not start for root, as which containers run; the pages are our own.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for id_ in ids:
            players = game(id_).default_players
            paints_of(browser, server, id_, players, 1)  # loads the game
            first, picture = zip(*paints_of(browser, server, id_, players, count), strict=True)
            shown = (statistics.median(first), max(first), statistics.median(picture), max(picture))
            rows.append([id_, str(players), *(f"{value:.0f}" for value in shown)])
        browser.close()
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=game_ids(), help="game ids; all by default")
    parser.add_argument("--times", type=int, default=20, help="tables of each game (default: %(default)s)")
    arguments = parser.parse_args()
    rows = measured(arguments.games, arguments.times)
    print(f"{arguments.times} tables of each game, in milliseconds; the aim is {AIM}. {machine_in_words()}")
    print(text_table(("game", ">players", ">first paint", ">slowest", ">picture", ">slowest"), rows))


if __name__ == "__main__":
    main()
