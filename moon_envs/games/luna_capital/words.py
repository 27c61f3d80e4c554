"""Cards, tiles and concessions in words."""

from __future__ import annotations

from moon_envs.base.words import count_text
from moon_envs.games.luna_capital.components import (
    CARD_CELLS,
    CARD_IDS,
    CARD_NUMBER,
    COMPONENTS,
    CONCESSION_IDS,
    CONCESSION_POINTS,
    TILE_KIND,
    TILE_ROBOTS,
)
from moon_envs.games.luna_capital.frame import NONE
from moon_envs.games.luna_capital.kinds import CELL_NAMES, EMPTY, KIND_NAMES

CELL_SIGNS = (
    "  ",
    "..",
    "##",
    "H ",
    "O ",
    "W ",
    "gp",
    "ga",
    "gl",
    "g*",
    "S ",
    "M ",
    "rH",
    "rO",
    "rW",
    "rG",
    "cS",
    "cR",
    "L ",
    "R ",
    "<<",
    "^^",
)
"""Two characters for each content of a cell, in the order of the codes."""
LEGEND = "Cells: " + ", ".join(
    f"{sign.strip()} {name}" for sign, name in zip(CELL_SIGNS[EMPTY:], CELL_NAMES[EMPTY:], strict=True)
)

TARGET_WORDS = {
    "hydrogen": "hydrogen collectors",
    "oxygen": "oxygen collectors",
    "water": "water condensers",
    "greenhouse": "greenhouses",
    "sales_office": "sales offices",
    "meteorite": "meteorites",
    "residential": "residential modules",
}


def card_text(card: int) -> str:
    """Return a card by its id, its number and its cells: "c16 (3: .. ## / .. ..)"."""
    if card == NONE:
        return "no card"
    signs = [CELL_SIGNS[content].strip() for content in CARD_CELLS[card]]
    return f"{CARD_IDS[card]} ({CARD_NUMBER[card]}: {signs[0]} {signs[1]} / {signs[2]} {signs[3]})"


def cards_text(cards: list[int]) -> str:
    """Return several cards in words."""
    return ", ".join(map(card_text, cards)) or "none"


def tile_text(phase: int, tile: int) -> str:
    """Return a tile by its kind and its robots: "meteorite with 2 robots"."""
    robots = int(TILE_ROBOTS[phase, tile])
    return KIND_NAMES[TILE_KIND[phase, tile]] + (f" with {count_text(robots, 'robot')}" if robots else "")


def concession_text(concession: int) -> str:
    """Return a concession by its id, its points and its condition."""
    row = COMPONENTS["concessions"]["rows"][concession]
    target = TARGET_WORDS.get(row.get("target", ""), "")
    words = {
        "card_pattern": f"{len(row.get('pattern_cells', ()))} cards in the printed pattern",
        "no_visible_scaffold": "no visible scaffold",
        "four_basic_kinds_connected": "four different basic modules connected",
        "column_of_3_cards": f"a column of 3 cards with {target} on each",
        "line_of_3_plots": f"3 {target} in a line",
        "fewest_rows": "fewer rows of cards than everybody else",
        "at_least": f"at least {row.get('minimum')} {target}",
        "cards_in_one_row": f"at least {row.get('minimum')} cards in one row",
    }[row["condition"]]
    return f"{CONCESSION_IDS[concession]}, {count_text(int(CONCESSION_POINTS[concession]), 'point')}: {words}"
