"""The cards of hands and deck as lists of a record, for words and pictures."""

from __future__ import annotations

import numpy as np

from moon_envs.games.luna_capital.frame import CARD_COUNT, DRAWN_CARDS, HAND_LIMIT, TURNS
from moon_envs.games.luna_capital.state import CARDS_FACE_DOWN, DECIDE_DRAWN_CARD, HANDS


def hand_cards(state: np.void, player: int) -> list[int]:
    """Return the cards in a player's hand."""
    first = HANDS + player * HAND_LIMIT
    return state["cards"][first : first + int(state["players"][player]["hand_size"])].tolist()


def known_hand_cards(state: np.void, player: int) -> list[int]:
    """Return the hand cards that all players know (luna_capital 11.7), sorted: only the owner knows their order."""
    known = int(state["players"][player]["hand_known"])
    return sorted(card for place, card in enumerate(hand_cards(state, player)) if known >> place & 1)


def face_down_cards(state: np.void, player: int) -> list[int]:
    """Return the cards that a player has played face down."""
    first = CARDS_FACE_DOWN + player * TURNS
    return state["cards"][first : first + int(state["players"][player]["face_down_count"])].tolist()


def deck_cards(state: np.void) -> list[tuple[int, int]]:
    """Return the cards of the deck from the top, each with the player who put it there or -1."""
    ring = list(zip(state["cards"][:CARD_COUNT].tolist(), state["returned_by"].tolist(), strict=True))
    top = int(state["deck_top"])
    return (ring[top:] + ring[:top])[: int(state["deck_count"])]


def drawn_cards(state: np.void, player: int) -> list[int]:
    """Return the cards that a landing pad has drawn for the player (luna_capital 5.4)."""
    if state["decision"] != DECIDE_DRAWN_CARD or state["seat"] != player or state["over"]:
        return []
    return [card for card, _ in deck_cards(state)[:DRAWN_CARDS]]
