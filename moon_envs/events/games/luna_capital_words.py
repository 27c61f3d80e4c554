"""Cards and concessions of Luna Capital in words for people, instead of the short signs of the game's own text."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

import numpy as np

from moon_envs.base.words import count_text
from moon_envs.core.game import Game
from moon_envs.games.luna_capital.actions import ACTIONS, PICK_TAKEN_TILE
from moon_envs.games.luna_capital.components import CARD_CELLS, CARD_NUMBER, COMPONENTS
from moon_envs.games.luna_capital.frame import CARD_COUNT, CELL_COLUMNS, COLUMNS, NONE, NUMBERS
from moon_envs.games.luna_capital.kinds import CELL_NAMES, EMPTY, PART_OF_PLOT_ABOVE, PART_OF_PLOT_LEFT
from moon_envs.games.luna_capital.state import DECIDE_CELL, NO_CARD
from moon_envs.games.luna_capital.words import card_text, concession_text, tile_text

CORNERS = ("at the top left", "at the top right", "at the bottom left", "at the bottom right")
WIDE = ("at the top", "", "at the bottom", "")
HIGH = ("on the left", "on the right", "", "")
PATTERN = "card_pattern"
IN_PATTERN, MUST_BE_EMPTY, ANYTHING = "#", "o", "-"


@functools.cache
def card_words(card: int) -> str:
    """A card by its number and what is printed on it: "card 7 (scaffold at the bottom left)"."""
    if card == NONE:
        return "no card"
    return f"card {CARD_NUMBER[card]} ({', '.join(_plots(CARD_CELLS[card].tolist())) or 'four empty plots'})"


def cards_words(cards: Sequence[int]) -> str:
    """Several cards in words."""
    return ", ".join(map(card_words, cards)) or "none"


def _plots(cells: Sequence[int]) -> list[str]:
    """The plots of a card that are not just empty, with their places."""
    words = []
    for place, content in enumerate(cells):
        if content in (PART_OF_PLOT_LEFT, PART_OF_PLOT_ABOVE):
            continue
        is_wide = place % 2 == 0 and cells[place + 1] == PART_OF_PLOT_LEFT
        is_high = place < 2 and cells[place + 2] == PART_OF_PLOT_ABOVE
        where = (WIDE if is_wide else HIGH if is_high else CORNERS)[place]
        what = ("double " if is_wide or is_high else "") + CELL_NAMES[content]
        if content != EMPTY or is_wide or is_high:
            words.append(f"{what.replace('empty plot', 'plot')} {where}")
    return words


@functools.cache
def concession_words(concession: int) -> str:
    """A concession by its points and its condition; a pattern of cards is drawn in signs."""
    row = COMPONENTS["concessions"]["rows"][concession]
    words = concession_text(concession).partition(", ")[2]
    if row["condition"] != PATTERN:
        return words
    points = words.partition(":")[0]
    return f"{points}: {count_text(len(row['pattern_cells']), 'card')} in this pattern: {pattern_words(concession)}"


def pattern_words(concession: int) -> str:
    """The pattern of a concession, row by row: "##- / -##"; empty if it has none."""
    row = COMPONENTS["concessions"]["rows"][concession]
    signs = {(y, x): MUST_BE_EMPTY for y, x in row.get("pattern_must_be_empty", ())}
    signs |= {(y, x): IN_PATTERN for y, x in row.get("pattern_cells", ())}
    if not signs:
        return ""
    first, last = ([of(place[axis] for place in signs) for axis in (0, 1)] for of in (min, max))
    rows = (
        "".join(signs.get((y, x), ANYTHING) for x in range(first[1], last[1] + 1)) for y in range(first[0], last[0] + 1)
    )
    return " / ".join(rows)


@functools.cache
def _dictionary() -> tuple[re.Pattern[str], dict[str, str]]:
    """The game's own words for cards and concessions, and those for people."""
    words = {card_text(card): card_words(card) for card in range(CARD_COUNT)}
    for concession in range(len(COMPONENTS["concessions"]["rows"])):
        words[f"Concession {concession_text(concession)}"] = f"Concession for {concession_words(concession)}"
    return re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True)))), words


def in_words(text: str) -> str:
    """A text of the game with cards and concessions in words."""
    pattern, words = _dictionary()
    return pattern.sub(lambda found: words[found[0]], text)


def choice(game: Game, state: np.void, action: int) -> str:
    """An action in words for people."""
    name, index = ACTIONS.locate(action)
    if name == "cell" and state["decision"] == DECIDE_CELL:
        return _cell_words(state, index) or game.describe(action, state)
    return in_words(game.describe(action, state))


def _cell_words(state: np.void, cell: int) -> str:
    """Where a tile would be placed: the plot, and the row and column of its card in the city."""
    own = state["players"][state["seat"]]
    y, x = divmod(cell, CELL_COLUMNS)
    place = y // 2 * COLUMNS + x // 2
    if own["cards"][place] == NONE:
        return ""
    tile = tile_text(int(state["phase"]), int(state["taken"][int(state["named"]) - PICK_TAKEN_TILE]))
    mark = int(own["marks"][place])
    card = f"card {mark}" if NO_CARD < mark <= NUMBERS else "the card"
    return (
        f"place the {tile} on the {CELL_NAMES[own['cells'][cell]]} {CORNERS[2 * (y % 2) + x % 2]} "
        f"of {card} in row {y // 2 + 1}, column {x // 2 + 1}"
    )
