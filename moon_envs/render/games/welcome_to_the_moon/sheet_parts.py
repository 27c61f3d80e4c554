"""Parts of sheets that several adventures draw: cells, races, System Errors, missions, wild actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from moon_envs.games.welcome_to_the_moon.adventure_tables import printed_worth
from moon_envs.games.welcome_to_the_moon.cards import LETTERS
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, INFECTED, X_MARK
from moon_envs.render.panels import MARGIN
from moon_envs.render.picture import Picture


def draw_cell(
    picture: Picture,
    x: float,
    y: float,
    value: int,
    actions: Iterable[int],
    kind: str = "empty",
    width: float = 26,
    height: float = 26,
    filled: str = "filled",
) -> None:
    """A cell that holds nothing, a number, an X or an infection; `kind` while it is empty, then `filled`."""
    if value == EMPTY:
        picture.cell(x, y, "", width, height, kind, actions)
    elif value == X_MARK:
        picture.cell(x, y, "", width, height, filled, actions, is_crossed=True)
    else:
        picture.cell(x, y, "#" if value == INFECTED else value, width, height, filled, actions)


def draw_race(
    picture: Picture,
    x: float,
    y: float,
    text: object,
    is_won: bool,
    is_closed: bool,
    action: int,
    width: float = 28,
    height: float = 20,
) -> None:
    """A bonus that is raced for: open, won, or lost (welcome 5.2)."""
    kind = "filled bold" if is_won else "closed" if is_closed else "k7"
    note = "gained" if is_won else "closed" if is_closed else "still open"
    picture.cell(x, y, text, width, height, kind, (action,), is_closed and not is_won, note)


POINTS_LOST = ("-5", "-10", "-15")
"""What the System Errors of most adventures cost in all."""


def draw_system_errors(
    picture: Picture,
    x: float,
    y: float,
    used: int,
    boxes: int,
    actions: Iterable[int] = (),
    words: Sequence[str] = (),
) -> float:
    """The System Error boxes, the used ones crossed off, with words below them; returns the x behind them."""
    picture.icon(x, y, "error", 16)
    step = 28 if words else 18
    for place in range(boxes):
        is_used = place < used
        left = x + 22 + step * place
        picture.cell(left, y, "", step - 2, 16, "filled" if is_used else "empty", actions, is_used, round_by=2)
    for place, text in enumerate(words):
        picture.label(x + 22 + step * (place + 0.5) - 1, y + 26, text, 11, "muted", "middle")
    return x + 22 + step * boxes + MARGIN


def draw_missions_taken(
    picture: Picture, x: float, y: float, sheet: np.void, worth: Callable = printed_worth, is_column: bool = False
) -> None:
    """What the missions paid on a sheet, side by side or in a column."""
    right, down = (0, 23) if is_column else (46, 0)
    for place, (letter, value) in enumerate(zip(LETTERS, sheet["missions"], strict=True)):
        kind = "filled" if value else "empty"
        words = f"{letter} {worth(sheet, int(value)) if value else ''}"
        picture.cell(x + right * place, y + down * place, words, 42, 20, kind)


def draw_wilds(picture: Picture, x: float, y: float, sheet: np.void, count: int) -> float:
    """The wild actions, circled and crossed off; returns the x behind them."""
    earned, used = int(sheet["wilds_earned"]), int(sheet["wilds_used"])
    for place in range(count):
        kind = "done" if place < used else "k7 filled" if place < earned else "empty"
        note = "used" if place < used else "ready" if place < earned else "a wild action"
        picture.cell(x + 20 * place, y, "", 18, 18, kind, note=note, round_by=9, icon="star")
    return x + 20 * count
