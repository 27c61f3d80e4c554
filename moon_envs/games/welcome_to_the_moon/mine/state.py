"""The state record of Mine."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.acting import (
    ACTING_DECISION_NAMES,
    ACTING_SHEET_FIELDS,
    ACTING_TABLE_FIELDS,
    FIRST_OWN_DECISION,
)
from moon_envs.games.welcome_to_the_moon.mine.sheet import CELLS, FACTORIES, RESOURCES
from moon_envs.games.welcome_to_the_moon.room import ROOM_TABLE_FIELDS
from moon_envs.games.welcome_to_the_moon.state import blank_sheet, state_dtype

DECIDE_POCKET, DECIDE_ENERGY, DECIDE_ROBOT = range(FIRST_OWN_DECISION, FIRST_OWN_DECISION + 3)
DECISION_NAMES = (*ACTING_DECISION_NAMES, "pocket", "energy", "robot")

TABLE = [
    *ACTING_TABLE_FIELDS,
    *ROOM_TABLE_FIELDS,
    ("pending_robots", np.int8),  # robots that the player who is asked has still to cross off
]

SHEET = [
    *ACTING_SHEET_FIELDS,
    ("cells", np.int8, CELLS),
    ("pockets", np.int32),  # bit p: the plant or water of pocket p is circled
    ("pumps", np.int16),  # bit c: column c is extracted
    ("energies", np.int8, FACTORIES),  # crossed off
    ("robots", np.int8, FACTORIES),  # crossed off
    ("resources", np.int8, RESOURCES),  # circled in the main factories
    ("filling_bonuses", np.int8, RESOURCES),  # 1: circled
]

STATE = state_dtype(TABLE, SHEET)
BLANK_SHEET = blank_sheet(STATE)
