"""What of the cards a player cannot know (crater 1.2)."""

from __future__ import annotations

import numpy as np

from moon_envs.game import UnknownOrder
from moon_envs.testing.crater.components import FACES


def unknown_orders(state: np.void, seat: int) -> list[UnknownOrder]:
    """All cards but the own, until the end (crater 1.2, 3.2)."""
    if state["over"]:
        return []
    return [UnknownOrder("cards", np.array([place for place in range(FACES) if place != seat]))]
