"""How long a click at the web table takes until the answer is painted: server and page, measured in the browser.

    python -m benchmarks.clicks
    python -m benchmarks.clicks launch mlem --clicks 100

It needs `pip install "moon_envs[web,browser]"` and Chromium or Chrome. It plays each game without bots, alone or with
people on all seats, by clicking on a random choice of the list. The time of a click begins when the page hears it and
ends with the second frame that the browser begins after the new position is shown.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from benchmarks.reference_scores import machine_in_words
from moon_envs import game, game_ids
from moon_envs.base.text_tables import text_table
from moon_envs.play.opening import new_session

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
AIM = 100  # milliseconds
SECONDS_TO_START = 20

CLICK = """chance => new Promise(resolve => {
  document.querySelector("#cover:not([hidden]) #uncover")?.click();
  const buttons = [...document.querySelectorAll("#actions button")];
  const begin = performance.now();
  new MutationObserver((seen, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begin)));
  }).observe(document.body, {attributes: true, attributeFilter: ["data-changes"]});
  buttons[Math.floor(chance * buttons.length)].click();
})"""
IS_SHOWN = "() => document.body.dataset.changes"
IS_OVER = "() => document.body.dataset.status === 'over'"


@contextmanager
def running() -> Iterator[Any]:
    """A server on a free port."""
    from moon_envs.web.server import Runner, Server, listen

    with listen(0) as listener:
        server = Server(listener.getsockname()[1])
        runner = Runner(server)
        thread = threading.Thread(target=runner.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        begin = time.monotonic()
        while not runner.started and time.monotonic() - begin < SECONDS_TO_START:
            time.sleep(0.01)
        try:
            yield server
        finally:
            runner.should_exit = True
            thread.join()


def clicks_of(page: Any, server: Any, id_: str, players: int, count: int) -> list[float]:
    """The milliseconds of some clicks in games of one mode."""
    found: list[float] = []
    seed = 0
    while len(found) < count:
        seed += 1
        table = server.tables.open(new_session(id_, players, seed, hotseat=players > 1))
        page.goto(f"http://127.0.0.1:{server.port}/tables/{table.id}?token={server.token}")
        page.wait_for_function(IS_SHOWN)
        while len(found) < count and not page.evaluate(IS_OVER):
            found.append(page.evaluate(CLICK, (len(found) * 0.618) % 1))
    return found


def measured(ids: Sequence[str], count: int) -> list[list[str]]:
    """The rows of the table: game, players, median, nine in ten, slowest."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)))
    rows = []
    with running() as server, sync_playwright() as playwright:
        # Chromium's sandbox does not start for root, as which containers run; the pages are our own.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        for id_ in ids:
            players = game(id_).default_players
            times = sorted(clicks_of(page, server, id_, players, count))
            shown = (statistics.median(times), times[int(0.9 * (len(times) - 1))], times[-1])
            rows.append([id_, str(players), *(f"{value:.0f}" for value in shown)])
        browser.close()
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=game_ids(), help="game ids; all by default")
    parser.add_argument("--clicks", type=int, default=50, help="clicks of each game (default: %(default)s)")
    arguments = parser.parse_args()
    rows = measured(arguments.games, arguments.clicks)
    print(
        f"{arguments.clicks} clicks of each game, in milliseconds; the aim is a median of {AIM}. {machine_in_words()}"
    )
    print(text_table(("game", ">players", ">median", ">9 in 10 below", ">slowest"), rows))


if __name__ == "__main__":
    main()
