"""The state record of Colony."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.acting import (
    ACTING_DECISION_NAMES,
    ACTING_SHEET_FIELDS,
    ACTING_TABLE_FIELDS,
    FIRST_OWN_DECISION,
)
from moon_envs.games.welcome_to_the_moon.colony.sheet import (
    CELLS,
    CONNECTED_AT_START,
    PLACES_AT_START,
    QUARTERS,
    TRACKS,
    TUNNELS_AT_START,
)
from moon_envs.games.welcome_to_the_moon.room import ROOM_TABLE_FIELDS
from moon_envs.games.welcome_to_the_moon.state import blank_sheet, state_dtype

DECIDE_TUNNEL, DECIDE_TRACK = range(FIRST_OWN_DECISION, FIRST_OWN_DECISION + 2)
DECISION_NAMES = (*ACTING_DECISION_NAMES, "tunnel", "track")

SHEET = [
    *ACTING_SHEET_FIELDS,
    ("cells", np.int8, CELLS),
    ("tunnels", np.int64),  # bit t: tunnel t is built
    ("tanks", np.uint8),  # bit t: tank t is circled
    ("greenhouses", np.int8, QUARTERS),  # how many are circled
    ("track_boxes", np.int8, TRACKS),  # boxes of the multipliers crossed off
    ("quarters", np.int8, QUARTERS),  # what each quarter has paid; a quarter completed this turn is still unpaid
    # Sets that follow from the cells and tunnels, kept up to date by note_filled_cell and build_tunnel.
    ("filled", np.uint32),  # bit c: cell c is filled
    ("connected", np.int64),  # bit b: building b is connected to the rocket
    ("places_in_reach", np.int64),  # bit t: an end of tunnel t, built or not, is connected
]

STATE = state_dtype([*ACTING_TABLE_FIELDS, *ROOM_TABLE_FIELDS], SHEET)
BLANK_SHEET = blank_sheet(
    STATE, tunnels=TUNNELS_AT_START, connected=CONNECTED_AT_START, places_in_reach=PLACES_AT_START
)
