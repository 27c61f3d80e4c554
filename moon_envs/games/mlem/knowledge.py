"""The piles and missions that a player cannot know (mlem 15.3)."""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import UnknownOrder
from moon_envs.games.mlem.components import EXPEDITION_TOKENS, EXPLORATION_TOKENS, MISSION_TOKENS, MISSIONS_DEALT


def unknown_orders(state: np.void, seat: int) -> list[UnknownOrder]:
    """Return the places a seat cannot know: face-down piles, and until the end all missions not dealt to it."""
    orders = []
    if state["ufo"]:
        orders.append(UnknownOrder("token_pile", np.arange(state["tokens_drawn"], EXPEDITION_TOKENS)))
    if state["explorations"]:
        orders.append(UnknownOrder("exploration_pile", np.arange(state["explorations_drawn"], EXPLORATION_TOKENS)))
    if state["secret_missions"] and not state["over"]:
        own = range(seat * MISSIONS_DEALT, (seat + 1) * MISSIONS_DEALT)
        others = [place for place in range(MISSION_TOKENS) if place not in own]
        orders.append(UnknownOrder("missions", np.array(others)))
    return orders
