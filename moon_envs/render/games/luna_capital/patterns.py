"""What the concessions of Luna Capital ask for, as small pictures beside their words (luna_capital 8.2 to 8.9)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from moon_envs.games.luna_capital.components import COMPONENTS
from moon_envs.games.luna_capital.kinds import HYDROGEN, METEORITE, MIXED, OXYGEN, SALES_OFFICE, SCAFFOLD, WATER
from moon_envs.render.games.luna_capital.pieces import draw_kind
from moon_envs.render.picture import Picture

SIZE = 58
CARD, CARD_STEP = 17, 19
PLOT = 18
KIND_OF_TARGET = {
    "hydrogen": HYDROGEN,
    "oxygen": OXYGEN,
    "water": WATER,
    "greenhouse": MIXED,
    "sales_office": SALES_OFFICE,
    "meteorite": METEORITE,
}
BASIC_KINDS = (HYDROGEN, OXYGEN, WATER, MIXED)


def draw_pattern(picture: Picture, x: float, y: float, concession: int) -> None:
    """Draw what a concession asks for, SIZE high and not much wider."""
    picture.put(x, y, _printed_pattern(concession))


@functools.cache
def _printed_pattern(concession: int) -> str:
    picture = Picture(SIZE)
    row = COMPONENTS["concessions"]["rows"][concession]
    DRAWN[row["condition"]](picture, row)
    return picture.drawn


def _draw_target(picture: Picture, x: float, y: float, size: float, target: str) -> None:
    """Draw a plot with a target; residential modules of all kinds are a house."""
    if target in KIND_OF_TARGET:
        draw_kind(picture, x, y, size, KIND_OF_TARGET[target])
    else:
        picture.cell(x, y, "", size, size, "k1", round_by=size / 8, icon="home")


def _draw_card_pattern(picture: Picture, row: dict[str, Any]) -> None:
    """Draw cards where they must lie, and crosses where no card may lie."""
    cards, gaps = row.get("pattern_cells", []), row.get("pattern_must_be_empty", [])
    most = max(1 + max(place) for place in [*cards, *gaps])
    step = min(CARD_STEP, SIZE / most)
    top = (SIZE - step * (1 + max(down for down, _ in [*cards, *gaps]))) / 2
    for down, right in cards:
        picture.cell(right * step, top + down * step, "", step - 2, step - 2, "filled", round_by=2)
    for down, right in gaps:
        picture.icon(right * step + 2, top + down * step + 2, "cross", step - 6, "muted")


def _draw_no_scaffold(picture: Picture, row: dict[str, Any]) -> None:
    draw_kind(picture, 2, 8, 42, SCAFFOLD)
    picture.line([(2, 50), (44, 8)], "strong")


def _draw_basic_kinds(picture: Picture, row: dict[str, Any]) -> None:
    for place, kind in enumerate(BASIC_KINDS):
        draw_kind(picture, place % 2 * 28, 2 + place // 2 * 28, 26, kind)


def _draw_column(picture: Picture, row: dict[str, Any]) -> None:
    """Draw three cards, one below the other, each with a plot of the target."""
    for place in range(3):
        y = place * CARD_STEP + 1
        picture.cell(0, y, "", 42, PLOT, "plain", round_by=2)
        _draw_target(picture, 1, y + 1, PLOT - 2, row["target"])


def _draw_line(picture: Picture, row: dict[str, Any]) -> None:
    for place in range(3):
        _draw_target(picture, place * (PLOT + 1), 20, PLOT, row["target"])


def _draw_fewest_rows(picture: Picture, row: dict[str, Any]) -> None:
    """Draw a row of cards, and a second one that is crossed off."""
    for right in range(3):
        picture.cell(right * CARD_STEP, 10, "", CARD, CARD, "filled", round_by=2)
        picture.cell(right * CARD_STEP, 10 + CARD_STEP, "", CARD, CARD, "empty", is_crossed=True, round_by=2)


def _draw_at_least(picture: Picture, row: dict[str, Any]) -> None:
    _draw_target(picture, 0, 13, 32, row["target"])
    picture.label(38, 35, f"{row.get('minimum')}+", 16, "bold")


def _draw_row(picture: Picture, row: dict[str, Any]) -> None:
    """Draw cards side by side."""
    count = max(1, int(row.get("minimum", 1)))
    step = min(CARD_STEP, 76 / count)
    for right in range(count):
        picture.cell(right * step, 20, "", step - 2, CARD, "filled", round_by=2)


DRAWN: dict[str, Callable[[Picture, dict[str, Any]], None]] = {
    "card_pattern": _draw_card_pattern,
    "no_visible_scaffold": _draw_no_scaffold,
    "four_basic_kinds_connected": _draw_basic_kinds,
    "column_of_3_cards": _draw_column,
    "line_of_3_plots": _draw_line,
    "fewest_rows": _draw_fewest_rows,
    "at_least": _draw_at_least,
    "cards_in_one_row": _draw_row,
}
