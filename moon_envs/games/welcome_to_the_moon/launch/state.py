"""The state record of Launch."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.launch.sheet import CELLS, INACTIVE_COUNT, QUARTER_CELLS, QUARTERS
from moon_envs.games.welcome_to_the_moon.room import ROOM_TABLE_FIELDS
from moon_envs.games.welcome_to_the_moon.state import FIRST_SHEET_DECISION, blank_sheet, state_dtype

DECIDE_ACTIVATION, DECIDE_X, DECIDE_SABOTAGE = range(FIRST_SHEET_DECISION, FIRST_SHEET_DECISION + 3)
DECISION_NAMES = ("none", "combination", "cell", "mission", "card", "activation", "x", "sabotage")

TABLE = [
    *ROOM_TABLE_FIELDS,
    ("pending_activations", np.int8),  # of the player who is asked
    ("pending_x", np.int8),
    ("astra_boxes", np.int8),
]

SHEET = [
    ("cells", np.int8, CELLS),
    ("empty_in_quarter", np.int8, QUARTERS),
    ("arrows", np.int8, INACTIVE_COUNT),
    ("rockets", np.int8),
    ("tie_rockets", np.int8),
    ("repaired", np.int8),  # of the circled boxes, which `system_errors` counts
    ("x_marks", np.int8),
    ("triggered", np.uint8),  # bit s: this player triggered sabotage s
]

STATE = state_dtype(TABLE, SHEET)
BLANK_SHEET = blank_sheet(STATE, empty_in_quarter=QUARTER_CELLS)
