"""A player of Luna Capital: the city card by card, the hand as far as the viewer knows it, and the player's secrets."""

from __future__ import annotations

import math

import numpy as np

from moon_envs.games.luna_capital.actions import (
    CARD_TARGET,
    CELL,
    HAND_CARD_FACE_DOWN,
    HAND_CARD_PLAIN,
    HAND_CARD_WITH_ROBOT,
    KEEP_DRAWN_CARD,
)
from moon_envs.games.luna_capital.card_lists import (
    deck_cards,
    drawn_cards,
    face_down_cards,
    hand_cards,
    known_hand_cards,
)
from moon_envs.games.luna_capital.frame import CELL_COLUMNS, COLUMN_CODES, COLUMNS, HAND_LIMIT, NONE, ROW_CODES, ROWS
from moon_envs.games.luna_capital.state import DECIDE_EXCHANGE_SLOT, DECIDE_TARGET, FACE_DOWN, NO_CARD
from moon_envs.render.games.luna_capital.pieces import card_height, card_width, draw_back, draw_card, draw_played_card
from moon_envs.render.picture import Picture

TITLE_HEIGHT = 26
PADDING = 10
GAP = 3
# The cells of a city are large while it is small, and have these sizes when it has all its rows.
LARGEST_CELL, LARGEST_SMALL_CELL = 48, 34
CELL_OF_THREE_ROWS, SMALL_CELL_OF_THREE_ROWS = 34, 24
HAND_CELL, KNOWN_CELL, SECRET_CELL = 24, 14, 14
MOST_CARDS_BESIDE, MOST_COLUMNS_BESIDE = 4, 3
SECRET_STEP = card_width(SECRET_CELL) + 15
# A click on a strip beside the city begins a new row or column.
STRIP = 22
# The ways to play a hand card other than plainly.
WAYS = ((HAND_CARD_WITH_ROBOT, "robot"), (HAND_CARD_FACE_DOWN, "down"))


class City:
    """Where the cards of a city lie in the picture: in the middle of its place.

    Args:
        own: what the player has.
        width: of the place for it.
        is_large: whether there is room around it for new rows and columns, where cards can be put.
    """

    def __init__(self, own: np.void, width: float, is_large: bool):
        self.own = own
        self.rows, self.columns = max(1, int(own["rows"])), max(1, int(own["columns"]))
        self.strip = STRIP if is_large else 0
        largest = LARGEST_CELL if is_large else LARGEST_SMALL_CELL
        lowest = card_height(CELL_OF_THREE_ROWS if is_large else SMALL_CELL_OF_THREE_ROWS) + GAP
        room = (width - 2 * (self.strip + GAP)) / self.columns - GAP - card_width(0)
        height = ROWS * lowest / self.rows - GAP - card_height(0)
        # In whole units, so that cities of many shapes share their stamps.
        self.size = math.floor(min(largest, room / 2, height / 2))
        self.step = card_width(self.size) + GAP
        self.line = card_height(self.size) + GAP
        self.can_grow = is_large and self.rows < ROWS
        self.top = self.strip + GAP if self.can_grow else 0
        self.left = (width - self.columns * self.step + GAP) // 2
        self.height = 2 * self.top + self.rows * self.line

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the upper left corner of a position; -1 and the one after the last are the strips."""
        x = self.left - self.strip - GAP if column < 0 else self.left + column * self.step
        y = 0 if row < 0 else self.top + row * self.line
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


def draw_open_player(
    picture: Picture, state: np.void, player: int, title: str, x: float, y: float, width: float
) -> float:
    """Draw a player with all cards visible; return the y below. The panel comes first, so its height is counted."""
    own = state["players"][player]
    hand_width = _width_beside_city(own)
    city = City(own, width - 2 * PADDING - hand_width, is_large=True)
    secrets = _secrets(state, player)
    per_row = int((width - 2 * PADDING) / SECRET_STEP)
    secrets_height = -(-len(secrets) // per_row) * (card_height(SECRET_CELL) + 18)
    hand_height = card_height(HAND_CELL) + 4 + 19 * sum(_is_asked(picture, state, player, way) for way, _ in WAYS)
    hand_height *= bool(own["hand_size"])
    drawn = drawn_cards(state, player)
    drawn_height = card_height(HAND_CELL) + 8 if drawn else 0
    city_top = 0 if hand_width else hand_height
    city_bottom = max(hand_height, city_top + city.height)
    height = TITLE_HEIGHT + drawn_height + city_bottom + secrets_height + 10
    picture.sheet(x, y, width, height, title, player)
    _draw_supplies(picture, own, x + width, y)
    left, top = x + PADDING, y + TITLE_HEIGHT
    with picture.owner(player):
        if drawn:
            picture.label(left + 2, top + 34, "drawn, keep one", 12, "muted")
            for place, card in enumerate(drawn):
                start = left + 112 + place * (card_width(HAND_CELL) + 5)
                draw_card(picture, start, top, HAND_CELL, card, [KEEP_DRAWN_CARD + place], "k7")
            top += drawn_height
        _draw_hand(picture, state, player, left, top)
        city.draw(picture, left + hand_width, top + city_top + 4)
    top += city_bottom + 8
    for place, (words, card) in enumerate(secrets):
        row, column = divmod(place, per_row)
        start, line = left + column * SECRET_STEP, top + row * (card_height(SECRET_CELL) + 18)
        draw_card(picture, start, line, SECRET_CELL, card, kind="closed")
        picture.label(
            start + card_width(SECRET_CELL) / 2, line + card_height(SECRET_CELL) + 11, words, 9.5, "muted", "middle"
        )
    return y + height


def _width_beside_city(own: np.void) -> float:
    """The width of the hand if it lies beside the city: a small hand beside a narrow city; otherwise 0."""
    cards = int(own["hand_size"])
    is_beside = cards <= MOST_CARDS_BESIDE and int(own["columns"]) <= MOST_COLUMNS_BESIDE
    return cards * (card_width(HAND_CELL) + 4) if is_beside else 0


def _is_asked(picture: Picture, state: np.void, player: int, way: int) -> bool:
    """Whether a hand card can be played in this way now."""
    return state["seat"] == player and any(way + place in picture.decisions.legal for place in range(HAND_LIMIT))


def _draw_supplies(picture: Picture, own: np.void, end: float, y: float) -> None:
    """Draw a player's robots and redistribution tokens at the right of the title."""
    for icon, count in (("swap", int(own["tokens"])), ("robot", int(own["robots"]))):
        picture.label(end - 10, y + 18, count, 13, "bold" if count else "muted", "end")
        picture.icon(end - 38, y + 6, icon, 15, "ink" if count else "muted")
        end -= 46


def _draw_hand(picture: Picture, state: np.void, player: int, x: float, y: float) -> None:
    """Draw the own hand; below each card the other ways to play it."""
    is_named = state["seat"] == player and state["decision"] in (DECIDE_TARGET, DECIDE_EXCHANGE_SLOT)
    named = (int(state["named"]) - HAND_CARD_PLAIN) % HAND_LIMIT if is_named else NONE
    width = card_width(HAND_CELL)
    for place, card in enumerate(hand_cards(state, player)):
        left, top = x + place * (width + 4), y + card_height(HAND_CELL) + 3
        # The other cards close the gap of a played card, so its place cannot be marked.
        actions = [HAND_CARD_PLAIN + place] if HAND_CARD_PLAIN + place in picture.decisions.legal else []
        if place == named:
            actions = [way + place for way in (HAND_CARD_PLAIN, HAND_CARD_WITH_ROBOT, HAND_CARD_FACE_DOWN)]
        draw_card(picture, left, y, HAND_CELL, card, actions, "filled" if place == named else "k6")
        for way, words in WAYS:
            if _is_asked(picture, state, player, way):
                picture.cell(left, top, words, width, 16, "plain", [way + place], round_by=8)
                top += 19


def _secrets(state: np.void, player: int) -> list[tuple[str, int]]:
    """The cards only the player knows: played face down, or put under the deck (luna_capital 11.6, 11.8)."""
    secrets = [("down", card) for card in face_down_cards(state, player)]
    for number, (card, returned_by) in enumerate(deck_cards(state), start=1):
        if returned_by == player:
            secrets.append((f"deck {number}", card))
    return secrets


def draw_hidden_player(
    picture: Picture, state: np.void, player: int, title: str, x: float, y: float, width: float
) -> float:
    """Draw another player: the city and the public cards of the hand (luna_capital 11.7); return the y below."""
    own = state["players"][player]
    city = City(own, width - 2 * PADDING, is_large=False)
    hand, known = hand_cards(state, player), known_hand_cards(state, player)
    hand_height = card_height(KNOWN_CELL) + 6 if hand else 2
    height = TITLE_HEIGHT + hand_height + city.height + 6
    picture.sheet(x, y, width, height, title, player)
    _draw_supplies(picture, own, x + width, y)
    step = min(card_width(KNOWN_CELL) + 3, (width - 50) / max(1, len(hand)))
    picture.label(x + width - 104, y + 18, f"hand {len(hand)}", 12, "muted", "end")
    for place in range(len(hand)):
        left, top = x + PADDING + place * step, y + TITLE_HEIGHT
        if place < len(known):
            draw_card(picture, left, top, KNOWN_CELL, known[place], kind="k6")
        else:
            draw_back(picture, left, top, KNOWN_CELL, "a hand card that only its player knows")
    with picture.owner(player):
        city.draw(picture, x + PADDING, y + TITLE_HEIGHT + hand_height)
    return y + height
