"""What tests of the table do: open one, decide, and wait until it is the person's turn again."""

from __future__ import annotations

import re
from typing import Any

HAS_CHANGED = """before => {
  const {changes, status} = document.body.dataset;
  return changes && changes !== before && status !== "thinking";
}"""

# Events of the window's size come before the next frame.
IS_RESIZED = """width => innerWidth === width && new Promise(
  resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))"""


def begin(
    page: Any, server: Any, game: str = "launch", players: int = 2, seed: str = "5", agent: str = "random"
) -> None:
    """From the start page to a table."""
    page.goto(server.address)
    choose(page, game, players)
    for field in page.locator("#agent-fields input").all():
        field.fill(agent)
    page.fill("#seed", seed)
    page.click("#begin")
    page.wait_for_url(re.compile("/tables/"), timeout=180_000)
    settle(page)


def choose(page: Any, game: str = "launch", players: int = 2) -> None:
    """From the start page to the choices of a game, all of them in view."""
    page.click(f"#game-{game}")
    page.check(f"[name=who][value={'alone' if players == 1 else 'agents'}]")
    if players > 1:
        page.select_option("#players", str(players))
    page.click("#advanced summary")


def open_table(page: Any, server: Any, game: str = "launch", players: int = 2, **settings: Any) -> Any:
    """Open a table without the start page; returns it. Other seats are random."""
    from moon_envs.play.opening import new_session

    table = server.tables.open(new_session(game, players, **{"seed": 5, **settings}))
    page.goto(f"http://127.0.0.1:{server.port}/tables/{table.id}?token={server.token}")
    settle(page)
    return table


def settle(page: Any, before: str | None = None) -> None:
    """Wait until it is the person's turn, or the game is over."""
    page.wait_for_function(HAS_CHANGED, arg=before, timeout=60_000)
    assert page.evaluate("document.body.dataset.status") in ("yours", "over")


def changes(page: Any) -> str:
    """How often the game has changed."""
    return page.evaluate("document.body.dataset.changes")


def take(page: Any, place: int = 0) -> None:
    """Decide by the list; a place beyond its end is the last one."""
    before, buttons = changes(page), page.locator("#actions button")
    count = buttons.count()
    buttons.nth(min(place, count - 1) if place >= 0 else count + place).click()
    settle(page, before)


def resize(page: Any, width: int, height: int) -> None:
    """Give the window a size, and wait until the page has it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(IS_RESIZED, arg=width)
