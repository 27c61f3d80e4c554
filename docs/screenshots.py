"""Takes the screenshots of the documentation: the web table, the start page and a replay, in a real browser.

    python docs/screenshots.py
    python docs/screenshots.py --only phone end

A server is started on a free port, and Chromium opens the tables. The agent `baseline` has played the games up to the
moment that is shown; seeds are fixed. The pictures are `docs/play/screenshots/NAME.webp`. Run this after a change of
the pages or the drawings. It needs `pip install ".[web,browser,video]"` and a Chromium.
"""

from __future__ import annotations

import argparse
import io
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from moon_envs.base.files.disk import write_file
from moon_envs.play.opening import new_session
from moon_envs.web.server import Runner, Server, listen

FOLDER = Path(__file__).parent / "play" / "screenshots"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NO_TOUR = "localStorage.setItem('moon-toured', 'yes')"
SETTLED = "() => ['yours', 'over'].includes(document.body.dataset.status)"
AGENT = "baseline"
QUALITY = 70
PATIENCE = 120_000  # milliseconds: games may have to be compiled
LAPTOP, WIDE, PHONE = (1366, 768), (1920, 1080), (390, 844)


@dataclass(frozen=True)
class Shot:
    """What is shown: a game after some decisions (None for its end), or without a game the start page.

    Attributes:
        game: its id; empty for the start page.
        players: how many; 1 for the solo mode.
        decisions: how many are taken before; None for the whole game.
        size: of the window.
        theme: "light" or "dark".
        then: "hint" asks for one, "replay" opens the replay and goes to its middle.
        options: of the game.
    """

    game: str = ""
    players: int = 1
    decisions: int | None = 0
    size: tuple[int, int] = LAPTOP
    theme: str = "light"
    then: str = ""
    seed: int = 7
    options: dict[str, Any] = field(default_factory=dict)


ASTRA = {"opponent": 3}
SHOTS = {
    "start": Shot(),
    "launch": Shot("launch", decisions=40, options=ASTRA),
    "luna_capital": Shot("luna_capital", 2, 77, theme="dark"),
    "wide": Shot("from_the_moon", 2, 275, WIDE, seed=1),
    "wide_dark": Shot("colony", 2, 96, WIDE, "dark"),
    "phone": Shot("mlem", 3, 97, PHONE),
    "phone_dark": Shot("virus", 1, 40, PHONE, "dark", options=ASTRA),
    "hint": Shot("mine", 1, 60, then="hint", options=ASTRA),
    "end": Shot("dome", 1, None, options=ASTRA),
    "replay": Shot("battle", 1, None, then="replay", options=ASTRA),
}


@contextmanager
def served() -> Iterator[Server]:
    """A server on a free port of this machine, in a thread. It keeps no games."""
    with listen(0) as listener:
        server = Server(listener.getsockname()[1])
        running = Runner(server)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
        thread.start()
        while not running.started:
            time.sleep(0.01)
        try:
            yield server
        finally:
            running.should_exit = True
            thread.join()


def address_of(shot: Shot, server: Server) -> str:
    """Where the start page is, or a table at which a game has come to the moment that is shown."""
    if not shot.game:
        return server.address
    opponents = f"{AGENT}:1" if shot.players > 1 else None  # others play other moves
    session = new_session(shot.game, shot.players, shot.seed, opponents=opponents, names=["Anna"], **shot.options)
    session.let_others_play()
    while not session.is_over and (shot.decisions is None or len(session.decisions) < shot.decisions):
        session.decide(session.hint(AGENT)[0][0])
        session.let_others_play()
    table = server.tables.open(session)
    return f"{server.address.partition('/?')[0]}/tables/{table.id}?token={server.token}"


def screenshot(browser: Browser, server: Server, shot: Shot) -> bytes:
    """What a window shows, as WebP."""
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=shot.theme,
        device_scale_factor=2 if shot.size == PHONE else 1,
        has_touch=shot.size == PHONE,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(NO_TOUR)
    page = context.new_page()
    page.goto(address_of(shot, server))
    page = settled(page, shot)
    page.wait_for_timeout(1000)  # movements end
    file = io.BytesIO()
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(file, "webp", quality=QUALITY, method=6)
    context.close()
    return file.getvalue()


def settled(page: Page, shot: Shot) -> Page:
    """The page that is shown, when everything is there."""
    if not shot.game:
        page.wait_for_selector(".card img")
        page.wait_for_load_state("networkidle")
        return page
    page.wait_for_function(SETTLED)
    if shot.then == "hint":
        page.click("#hint")
        page.wait_for_selector("#best-part:not([hidden])")
    elif shot.then == "replay":
        with page.context.expect_page() as opened:
            page.click("#replay a")
        page = opened.value
        page.wait_for_load_state()
        page.set_viewport_size({"width": shot.size[0], "height": shot.size[1]})
        page.evaluate("() => replay.go(Math.floor(document.querySelector('#slider').max * 0.6))")
    return page


def main() -> None:
    """Take the screenshots that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=SHOTS, default=list(SHOTS), metavar="NAME")
    names = parser.parse_args().only
    FOLDER.mkdir(exist_ok=True)
    path = next(filter(None, map(shutil.which, BROWSERS)))
    with served() as server, sync_playwright() as playwright:
        # Chromium's sandbox does not start for root, as which containers run; the pages are our own.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name in names:
            file = FOLDER / f"{name}.webp"
            write_file(file, screenshot(browser, server, SHOTS[name]))
            print(f"{file}: {file.stat().st_size:,} bytes")
        browser.close()


if __name__ == "__main__":
    main()
