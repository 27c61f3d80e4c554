"""The players of Luna Capital: the hand as far as the viewer knows it, the city, and the player's secrets."""

from __future__ import annotations

import numpy as np

from moon_envs.games.luna_capital.actions import (
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
from moon_envs.games.luna_capital.frame import DRAWN_CARDS, HAND_LIMIT, NONE
from moon_envs.games.luna_capital.state import DECIDE_EXCHANGE_SLOT, DECIDE_TARGET
from moon_envs.render.games.luna_capital.city import City
from moon_envs.render.games.luna_capital.pieces import SMALLEST_SIZE, card_height, card_width, draw_back, draw_card
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

OWN_HEIGHT, OTHER_HEIGHT = 484, 264
PADDING = 8
# The colour of the player is at the left edge.
CITY_LEFT, CITY_WIDTH = 7, PANEL_WIDTH - 12
TITLE_HEIGHT = 26
LARGEST_HAND_CELL, KNOWN_CELL, SECRET_CELL = 28, 18, 18
CARD_GAP = 4
HAND_WIDTH = PANEL_WIDTH - 2 * PADDING
HAND_HEIGHT = card_height(LARGEST_HAND_CELL)
DRAWN_WIDTH = DRAWN_CARDS * (card_width(LARGEST_HAND_CELL) + CARD_GAP)
CITY_TOP = TITLE_HEIGHT + HAND_HEIGHT + 6
SECRET_STEP, SECRET_LINE = card_width(SECRET_CELL) + 8, card_height(SECRET_CELL) + 16
SECRETS_PER_LINE = int(HAND_WIDTH // SECRET_STEP)
# The ways to play a hand card other than plainly stand beside it.
WAYS = (
    (HAND_CARD_WITH_ROBOT, "", "robot", "plain", "play it with a robot"),
    (HAND_CARD_FACE_DOWN, "down", "", "closed", "play it face down"),
)
WAY_WIDTH, WAY_HEIGHT = 32, 34
# Beside more cards than these, ways have room only when they are asked for, and no words.
MOST_CARDS_WITH_WORDS, NARROW_WAY_WIDTH = 5, 26
# Beside the name of another player.
KNOWN_LEFT, KNOWN_TOP = 112, 6
OTHER_CITY_TOP = KNOWN_TOP + card_height(KNOWN_CELL) + 5


def draw_open_player(picture: Picture, state: np.void, player: int, title: str) -> None:
    """Draw a player with all cards visible: the hand, the city below it, and the secrets below the city."""
    own = state["players"][player]
    picture.sheet(0, 0, PANEL_WIDTH, OWN_HEIGHT, title, player)
    _draw_supplies(picture, own, PANEL_WIDTH, 18)
    secrets = _secrets(state, player)
    secrets_top = OWN_HEIGHT - 4 - -(-len(secrets) // SECRETS_PER_LINE) * SECRET_LINE
    with picture.owner(player):
        _draw_hand(picture, state, player)
        City(own, CITY_WIDTH, secrets_top - 4 - CITY_TOP, is_large=True).draw(picture, CITY_LEFT, CITY_TOP)
    for place, (words, card) in enumerate(secrets):
        line, column = divmod(place, SECRETS_PER_LINE)
        x, y = PADDING + column * SECRET_STEP, secrets_top + line * SECRET_LINE
        draw_card(picture, x, y, SECRET_CELL, card, kind="closed")
        middle, base = x + card_width(SECRET_CELL) / 2, y + card_height(SECRET_CELL) + 11
        picture.label(middle, base, words, 11, "muted", "middle")


def _draw_supplies(picture: Picture, own: np.void, end: float, base: float) -> None:
    """Draw a player's robots and redistribution tokens, the last of them at the end of a line."""
    for icon, count in (("swap", int(own["tokens"])), ("robot", int(own["robots"]))):
        picture.label(end - 10, base, count, 14, "bold" if count else "muted", "end")
        picture.icon(end - 40, base - 13, icon, 16, "ink" if count else "muted")
        end -= 46


def _draw_hand(picture: Picture, state: np.void, player: int) -> None:
    """Draw the own hand, beside each card the other ways to play it, and the cards that a landing pad has drawn."""
    is_named = state["seat"] == player and state["decision"] in (DECIDE_TARGET, DECIDE_EXCHANGE_SLOT)
    named = (int(state["named"]) - HAND_CARD_PLAIN) % HAND_LIMIT if is_named else NONE
    hand, drawn = hand_cards(state, player), drawn_cards(state, player)
    ways = [way for way in WAYS if _is_asked(picture, state, player, way[0])]
    is_narrow = len(hand) > MOST_CARDS_WITH_WORDS
    way_width = 0 if drawn or (is_narrow and not ways) else NARROW_WAY_WIDTH if is_narrow else WAY_WIDTH
    width = HAND_WIDTH - DRAWN_WIDTH if drawn else HAND_WIDTH
    size = _hand_size(width / max(1, len(hand)) - way_width - CARD_GAP)
    step = card_width(size) + way_width + CARD_GAP
    if not hand:
        picture.cell(PADDING, TITLE_HEIGHT, "", card_width(size), card_height(size), note="no card in hand")
    for place, card in enumerate(hand):
        x, y = PADDING + place * step, TITLE_HEIGHT
        # The other cards close the gap of a played card, so its place cannot be marked.
        actions = [HAND_CARD_PLAIN + place] if HAND_CARD_PLAIN + place in picture.decisions.legal else []
        if place == named:
            actions = [way + place for way in (HAND_CARD_PLAIN, HAND_CARD_WITH_ROBOT, HAND_CARD_FACE_DOWN)]
        draw_card(picture, x, y, size, card, actions, "filled" if place == named else "k6")
        for way, words, icon, kind, note in ways:
            left, words = x + card_width(size) + 2, "" if is_narrow else words
            picture.cell(left, y, words, way_width, WAY_HEIGHT, kind, [way + place], note=note, icon=icon)
            y += WAY_HEIGHT + 3
    if drawn:
        _draw_drawn_cards(picture, drawn)


def _draw_drawn_cards(picture: Picture, drawn: list[int]) -> None:
    left = PANEL_WIDTH - PADDING + CARD_GAP - DRAWN_WIDTH
    picture.label(left, 18, "drawn, keep one", 12, "muted")
    for place, card in enumerate(drawn):
        x = left + place * (card_width(LARGEST_HAND_CELL) + CARD_GAP)
        draw_card(picture, x, TITLE_HEIGHT, LARGEST_HAND_CELL, card, [KEEP_DRAWN_CARD + place], "k7")


def _hand_size(width: float) -> int:
    """The size of the cells of a hand card that has a width."""
    return max(SMALLEST_SIZE // 2, next(size for size in range(LARGEST_HAND_CELL, 0, -1) if card_width(size) <= width))


def _is_asked(picture: Picture, state: np.void, player: int, way: int) -> bool:
    """Whether a hand card can be played in this way now."""
    return state["seat"] == player and any(way + place in picture.decisions.legal for place in range(HAND_LIMIT))


def _secrets(state: np.void, player: int) -> list[tuple[str, int]]:
    """The cards only the player knows: played face down, or put under the deck (luna_capital 11.6, 11.8)."""
    secrets = [("down", card) for card in face_down_cards(state, player)]
    for number, (card, returned_by) in enumerate(deck_cards(state), start=1):
        if returned_by == player:
            secrets.append((f"deck {number}", card))
    return secrets


def draw_hidden_player(picture: Picture, state: np.void, player: int, title: str) -> None:
    """Draw another player: the city and the public cards of the hand (luna_capital 11.7)."""
    own = state["players"][player]
    hand, known = hand_cards(state, player), known_hand_cards(state, player)
    picture.sheet(0, 0, PANEL_WIDTH, OTHER_HEIGHT, title, player)
    _draw_supplies(picture, own, KNOWN_LEFT - 12, 38)
    picture.label(10, 55, f"hand {len(hand)}", 12, "muted")
    most = PANEL_WIDTH - PADDING - KNOWN_LEFT - card_width(KNOWN_CELL)
    step = min(card_width(KNOWN_CELL) + CARD_GAP, most / max(1, len(hand) - 1))
    for place in range(len(hand)):
        x = KNOWN_LEFT + place * step
        if place < len(known):
            draw_card(picture, x, KNOWN_TOP, KNOWN_CELL, known[place], kind="k6")
        else:
            draw_back(picture, x, KNOWN_TOP, KNOWN_CELL, "a hand card that only its player knows")
    with picture.owner(player):
        city = City(own, CITY_WIDTH, OTHER_HEIGHT - 6 - OTHER_CITY_TOP, is_large=False)
        city.draw(picture, CITY_LEFT, OTHER_CITY_TOP)
