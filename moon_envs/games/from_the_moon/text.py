"""From the Moon in words."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.actions import ACTIONS


def describe_action(state: np.void, action: int) -> str:
    """An action in words."""
    return ACTIONS.describe(action)


def render(state: np.void, seat: int) -> str:
    """The game as text."""
    return ""
