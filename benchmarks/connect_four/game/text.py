"""Connect four in words and as text."""

from __future__ import annotations

import numpy as np

from benchmarks.connect_four.game.actions import ACTIONS
from benchmarks.connect_four.game.state import COLUMNS, ROWS

SYMBOLS = "XO"


def describe_action(state: np.void, action: int) -> str:
    """Return an action in words."""
    return ACTIONS.describe(action)


def render(state: np.void, seat: int) -> str:
    """Return the board, top row first, and whose turn it is."""
    lines = [" ".join(_symbol(state, row * COLUMNS + column) for column in range(COLUMNS)) for row in range(ROWS)]
    lines = [*reversed(lines), " ".join(str(column + 1) for column in range(COLUMNS))]
    if state["actor"] >= 0:
        lines.append(f"Player {state['actor']} ({SYMBOLS[state['actor']]}) decides.")
    elif state["winner"] >= 0:
        lines.append(f"Player {state['winner']} ({SYMBOLS[state['winner']]}) has won.")
    else:
        lines.append("A draw.")
    return "\n".join(lines)


def _symbol(state: np.void, cell: int) -> str:
    for player, stones in enumerate(state["stones"]):
        if int(stones) >> cell & 1:
            return SYMBOLS[player]
    return "."
