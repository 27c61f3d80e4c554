"""The city of a player of Luna Capital, card by card: as large as its place allows while it grows."""

from __future__ import annotations

import functools

import numpy as np

from moon_envs.games.luna_capital.actions import CARD_TARGET, CELL
from moon_envs.games.luna_capital.frame import CELL_COLUMNS, COLUMN_CODES, COLUMNS, ROW_CODES, ROWS, TURNS
from moon_envs.games.luna_capital.state import FACE_DOWN, NO_CARD
from moon_envs.render.games.luna_capital.pieces import card_height, card_width, draw_back, draw_played_card
from moon_envs.render.picture import Picture

GAP = 1
LARGEST_CELL, SMALLEST_CELL = 60, 8
# A click on a strip beside the city begins a new row or column.
STRIP = 24


@functools.cache
def _largest_size(rows: int, columns: int, width: float, height: float) -> int:
    """The size of the cells of a city, in whole units, so that cities of many shapes share their stamps."""
    for size in range(LARGEST_CELL, SMALLEST_CELL, -1):
        is_wide = columns * (card_width(size) + GAP) - GAP > width
        if not is_wide and rows * (card_height(size) + GAP) - GAP <= height:
            return size
    return SMALLEST_CELL


class City:
    """Where the cards of a city lie in the picture: in the middle of its place.

    Args:
        own: what the player has.
        width: of the place for it.
        height: of the place for it.
        is_large: whether there is room around it for new rows and columns, where cards can be put.
    """

    def __init__(self, own: np.void, width: float, height: float, is_large: bool):
        self.own = own
        self.rows, self.columns = max(1, int(own["rows"])), max(1, int(own["columns"]))
        self.strip = STRIP if is_large and own["card_count"] < TURNS else 0
        beside = self.strip + GAP if self.strip else 0
        above = beside if self.rows < ROWS else 0
        self.size = _largest_size(self.rows, self.columns, width - 2 * beside, height - 2 * above)
        self.step, self.line = card_width(self.size) + GAP, card_height(self.size) + GAP
        self.left = (width - self.columns * self.step + GAP) // 2
        self.top = (height - self.rows * self.line + GAP) // 2

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the upper left corner of a position; -1 and the one after the last are the strips."""
        x = self.left - self.strip - GAP if column < 0 else self.left + column * self.step
        y = self.top - self.strip - GAP if row < 0 else self.top + row * self.line
        return x, y

    def draw(self, picture: Picture, x: float, y: float) -> None:
        """Draw all cards, and the places where the named card can be put."""
        marks, cells = self.own["marks"].tolist(), self.own["cells"].tolist()
        last = picture.decisions.last_action
        # The place of the last card: a row or column that was new then is the first or the last one now.
        row_code, column_code = divmod(last - CARD_TARGET, COLUMN_CODES)
        last_target = (max(0, row_code - 1), max(0, column_code - 1)) if 0 <= row_code < ROW_CODES else ()
        for row in range(int(self.own["rows"])):
            for column in range(int(self.own["columns"])):
                mark = marks[row * COLUMNS + column]
                if mark != NO_CARD:
                    left, top = self.corner(row, column)
                    first = 2 * row * CELL_COLUMNS + 2 * column
                    targets = (last,) if (row, column) == last_target else ()
                    self._draw_position(picture, x + left, y + top, mark, cells, first, targets)
        if not self.own["rows"]:
            left, top = self.corner(0, 0)
            picture.cell(x + left, y + top, "", card_width(self.size), card_height(self.size), note="no card yet")
        if self.strip:
            self._draw_targets(picture, x, y)

    def _draw_position(
        self, picture: Picture, x: float, y: float, mark: int, cells: list[int], first: int, targets: tuple[int, ...]
    ) -> None:
        if mark == FACE_DOWN:
            draw_back(picture, x, y, self.size, "a card that lies face down", "", targets)
            return
        places = (first, first + 1, first + CELL_COLUMNS, first + CELL_COLUMNS + 1)
        contents = tuple(cells[place] for place in places)
        draw_played_card(picture, x, y, self.size, mark, contents, [CELL + place for place in places], targets)

    def _draw_targets(self, picture: Picture, x: float, y: float) -> None:
        for row in range(ROW_CODES):
            for column in range(COLUMN_CODES):
                action = CARD_TARGET + row * COLUMN_CODES + column
                if not picture.can(action):  # Only the player who decides can put cards, even when all cities are open.
                    continue
                left, top = self.corner(row - 1, column - 1)
                is_narrow = column == 0 or column > self.columns
                is_flat = row == 0 or row > self.rows
                width = self.strip if is_narrow else card_width(self.size)
                height = self.strip if is_flat else card_height(self.size)
                picture.cell(x + left, y + top, "+", width, height, "empty", [action])
