"""The state record of Journey."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.acting import (
    ACTING_DECISION_NAMES,
    ACTING_SHEET_FIELDS,
    ACTING_TABLE_FIELDS,
    FIRST_OWN_DECISION,
)
from moon_envs.games.welcome_to_the_moon.journey.sheet import CELLS, ENERGIES_AT_START, GAPS, STATIONS, TANKS
from moon_envs.games.welcome_to_the_moon.room import ROOM_TABLE_FIELDS
from moon_envs.games.welcome_to_the_moon.state import blank_sheet, state_dtype
from moon_envs.games.welcome_to_the_moon.wild_actions import WILD_SHEET_FIELDS

# An energy that completes a pair needs a line: with the action it may be passed, with a System Error it may not.
DECIDE_ENERGY, DECIDE_LINE, DECIDE_COMPULSORY_LINE, DECIDE_ROBOT, DECIDE_PLANT = range(
    FIRST_OWN_DECISION, FIRST_OWN_DECISION + 5
)
DECISION_NAMES = (*ACTING_DECISION_NAMES, "energy", "line", "compulsory_line", "robot", "plant")

TABLE = [
    *ACTING_TABLE_FIELDS,
    *ROOM_TABLE_FIELDS,
    ("pending_line", np.int8),  # a System Error has completed a pair of energies
]

SHEET = [
    *ACTING_SHEET_FIELDS,
    *WILD_SHEET_FIELDS,
    ("cells", np.int8, CELLS),
    ("lines", np.int8, GAPS),
    ("tanks", np.int8, TANKS),
    ("robots", np.int8, STATIONS),
    ("plants", np.int8, STATIONS),
    ("multipliers", np.int8, STATIONS),
    ("energies", np.int8),
]

STATE = state_dtype(TABLE, SHEET)
BLANK_SHEET = blank_sheet(STATE, energies=ENERGIES_AT_START)  # journey 1.4
