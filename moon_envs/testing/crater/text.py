"""Crater in words."""

from __future__ import annotations

import numpy as np

from moon_envs.testing.crater.actions import ACTIONS
from moon_envs.testing.crater.components import FACES
from moon_envs.testing.crater.state import NO_BID


def describe_action(state: np.void, action: int) -> str:
    """Return an action in words."""
    return f"{ACTIONS.describe(action)} for the crater of size {state['die']}"


def render(state: np.void, seat: int) -> str:
    """Return the table as a player at a seat sees it, with all cards when the game is over."""
    lines = [f"Round {state['round']}, crater of size {state['die']}" + (", the game is over" if state["over"] else "")]
    for player in range(state["player_count"]):
        won = [str(face + 1) for face in range(FACES) for _ in range(int(state["won"][player, face]))]
        line = f"Player {player}" + (" (you)" if player == seat else "")
        line += f": {state['fuel'][player]} fuel, craters: {', '.join(won) or 'none'}"
        if player == seat and state["bids"][player] != NO_BID:
            line += f", bid {state['bids'][player]}"
        if player == seat or state["over"]:
            line += f", card {state['cards'][player]}"
        lines.append(line)
    return "\n".join(lines)
