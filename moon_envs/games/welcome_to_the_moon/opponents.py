"""The printed facts of ASTRA's opponent cards (welcome 8.1)."""

from __future__ import annotations

import numpy as np

OPPONENTS = ("Katherine", "Alexei", "Margaret", "Franklin", "Sergei", "Stephanie", "Thomas", "Peggy")
LEVELS = len(OPPONENTS)

# Row: level 0 (no opponent) to 8. Column: points for a given card, by its action in the order of ACTION_NAMES.
# Source: two public implementations, read again on pictures of the cards (welcome 8.1).
OPPONENT_VALUES = np.array(
    [
        [0, 0, 0, 0, 0, 0],
        [2, 3, 2, 3, 1, 4],
        [2, 3, 3, 2, 4, 3],
        [5, 4, 2, 2, 2, 3],
        [2, 6, 4, 3, 3, 2],
        [4, 4, 4, 4, 4, 3],
        [6, 2, 4, 5, 4, 4],
        [5, 4, 3, 6, 5, 4],
        [5, 3, 6, 3, 6, 6],
    ],
    dtype=np.int8,
)
