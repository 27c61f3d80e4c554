"""The places of deck, hands and tower that a player cannot know (luna_capital 11.6)."""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import UnknownOrder
from moon_envs.games.luna_capital.components import TILE_COUNT
from moon_envs.games.luna_capital.frame import CARD_COUNT, DRAWN_CARDS, HAND_LIMIT, TURNS
from moon_envs.games.luna_capital.state import CARDS_FACE_DOWN, DECIDE_DRAWN_CARD, HANDS


def unknown_orders(state: np.void, seat: int) -> list[UnknownOrder]:
    """Return the places a seat cannot know: the tower, and all unknown cards, which could change places."""
    tiles = int(TILE_COUNT[state["player_count"], state["phase"]])
    cards = [*_in_deck(state, seat), *_in_hands(state, seat), *_face_down(state, seat)]
    return [
        UnknownOrder("tower", np.arange(int(state["tiles_drawn"]), tiles)),
        UnknownOrder("cards", np.array(cards, dtype=np.int64)),
    ]


def _in_deck(state: np.void, seat: int) -> list[int]:
    """The deck without the cards that the seat put under it (luna_capital 11.8) or has just drawn."""
    has_drawn = state["decision"] == DECIDE_DRAWN_CARD and state["seat"] == seat
    first = min(DRAWN_CARDS, int(state["deck_count"])) if has_drawn else 0
    places = (int(state["deck_top"]) + np.arange(first, int(state["deck_count"]))) % CARD_COUNT
    return places[state["returned_by"][places] != seat].tolist()


def _in_hands(state: np.void, seat: int) -> list[int]:
    """The cards of other hands that did not come from the board; solo all hands are open (luna_capital 11.7)."""
    places = []
    for player in range(state["player_count"]):
        own = state["players"][player]
        if player != seat:
            unknown = [index for index in range(own["hand_size"]) if not int(own["hand_known"]) >> index & 1]
            places += [HANDS + player * HAND_LIMIT + index for index in unknown]
    return places


def _face_down(state: np.void, seat: int) -> list[int]:
    """The cards that others have played face down."""
    return [
        CARDS_FACE_DOWN + player * TURNS + index
        for player in range(state["player_count"])
        if player != seat
        for index in range(state["players"][player]["face_down_count"])
    ]
