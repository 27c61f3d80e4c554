"""Symbols on the sheets of adventures with viruses, starships and planets: circled, crossed off, earned and spent."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet
from moon_envs.games.welcome_to_the_moon.wild_actions import SYMBOLS_PER_WILD
from moon_envs.render.picture import Picture

SYMBOL = 15
WILD_KIND = "k1"


def draw_symbol(
    picture: Picture,
    x: float,
    y: float,
    icon: str,
    is_circled: bool,
    kind: str,
    actions: Iterable[int] = (),
    note: str = "",
    size: float = SYMBOL,
) -> None:
    """A printed symbol: pale and muted until it is circled, which gives it its kind's colour."""
    picture.cell(x, y, "", size, size, f"filled {kind}" if is_circled else "empty", actions, note=note, round_by=size / 2)
    picture.icon(x + size * 0.2, y + size * 0.2, icon, size * 0.6, "ink" if is_circled else "muted")


def draw_wild_rows(picture: Picture, x: float, y: float, sheet: np.void, printed: PrintedSheet, most: int) -> None:
    """Astronauts and, where they earn anything, plannings in pairs, each of which circles a wild action; the wilds."""
    rows = [("astronaut", printed.astronauts, int(sheet["astronauts"]))]
    if most * SYMBOLS_PER_WILD > printed.astronauts:
        rows.append(("planning", printed.plannings, int(sheet["plannings"])))
    for icon, symbols, crossed_off in rows:
        picture.icon(x, y, icon, 15, "ink")
        for place in range(symbols):
            picture.cell(
                x + 22 + 17 * place + 5 * (place // SYMBOLS_PER_WILD),
                y,
                "",
                15,
                15,
                "filled" if place < crossed_off else "empty",
                is_crossed=place < crossed_off,
                note=f"{icon}: every second one circles a wild action",
                round_by=2,
            )
        y += 20
    earned, used = int(sheet["wilds_earned"]), int(sheet["wilds_used"])
    picture.icon(x, y, "star", 15, "ink")
    for place in range(most):
        kind = "closed" if place < used else f"filled {WILD_KIND}" if place < earned else "empty"
        words = "spent" if place < used else "can be spent" if place < earned else "not earned yet"
        picture.cell(x + 22 + 19.5 * place, y, "", 15, 15, kind, is_crossed=place < used, note=f"wild action: {words}")
