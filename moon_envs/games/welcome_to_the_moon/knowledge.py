"""Which cards lie in an order that players cannot know (welcome 2.4, 8.12)."""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import UnknownOrder
from moon_envs.games.welcome_to_the_moon.actions import PILES
from moon_envs.games.welcome_to_the_moon.cards import CARD_FACE
from moon_envs.games.welcome_to_the_moon.piles import LAST, PILE_SIZE


def unknown_orders(state: np.void, seat: int) -> list[UnknownOrder]:
    """The groups of places whose cards lie in an order that no player knows."""
    orders = _orders_of_deck(state) if state["player_count"] == 1 else _orders_of_piles(state)
    return [UnknownOrder("cards", places) for places in orders]


def _orders_of_piles(state: np.void) -> list[np.ndarray]:
    """All hidden cards together at first; each pile by itself once its cards are known."""
    hidden = [np.arange(pile * PILE_SIZE + int(state["position"]) + 2, (pile + 1) * PILE_SIZE) for pile in range(PILES)]
    return hidden if state["turn"] > LAST else [np.concatenate(hidden)]


def _orders_of_deck(state: np.void) -> list[np.ndarray]:
    """The deck below its top card, and the top card among those that show the same face."""
    top, size = int(state["position"]), int(state["deck_size"])
    if top == size:
        return []
    faces = CARD_FACE[state["cards"][top:size]]
    return [top + np.flatnonzero(faces == faces[0]), np.arange(top + 1, size)]
