"""The state record of connect four: two boards of 42 bits.

Cell `row * 7 + column` is one bit of a board; row 0 is the bottom row:

    35 36 37 38 39 40 41
    28 29 30 31 32 33 34
    21 22 23 24 25 26 27
    14 15 16 17 18 19 20
     7  8  9 10 11 12 13
     0  1  2  3  4  5  6
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.entry import STATE_HEADER
from moon_envs.engine.records import record_dtype

ROWS, COLUMNS, PLAYERS = 6, 7, 2
CELLS = ROWS * COLUMNS

NOBODY = -1

STATE = record_dtype(
    [
        *STATE_HEADER,
        ("stones", np.uint64, PLAYERS),  # bit c of stones[p]: player p has a stone in cell c
        ("actor", np.int8),  # NOBODY when the game is over
        ("winner", np.int8),  # NOBODY while the game runs and after a draw
        ("player_count", np.int8),
    ]
)
