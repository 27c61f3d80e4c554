"""What no player can know: the order of the laboratory stack and of the rover cards (from_the_moon 12.7)."""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import UnknownOrder
from moon_envs.games.from_the_moon.vocabulary import LABORATORY_TILES, SOLO_TILES


def unknown_orders(state: np.void, seat: int) -> list[UnknownOrder]:
    """Return the places that are not drawn yet; players know their contents, but not their order."""
    orders = [UnknownOrder("laboratory_stack", np.arange(state["laboratories_drawn"], LABORATORY_TILES))]
    if state["player_count"] == 1:
        orders.append(UnknownOrder("rover_cards", np.arange(state["rover_cards_drawn"], SOLO_TILES)))
    return orders
