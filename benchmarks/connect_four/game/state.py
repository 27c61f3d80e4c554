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

from moon_envs.engine.records import Field, StateRecord

ROWS, COLUMNS, PLAYERS = 6, 7, 2
CELLS = ROWS * COLUMNS

NOBODY = -1

STATE = StateRecord(
    "connect_four",
    configuration=[Field("player_count", np.int8, PLAYERS, PLAYERS, "number of players")],
    table=[
        Field("actor", np.int8, NOBODY, PLAYERS - 1, "whose decision it is, -1 when the game is over"),
        Field("winner", np.int8, NOBODY, PLAYERS - 1, "-1 while the game runs and after a draw"),
        Field("stones", np.uint64, 0, (1 << CELLS) - 1, "bit c: the player has a stone in cell c", size=PLAYERS),
    ],
)
