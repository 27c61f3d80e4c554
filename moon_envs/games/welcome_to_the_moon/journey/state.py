"""The state record of Journey."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.records import ACTOR, Field
from moon_envs.games.welcome_to_the_moon.fitting_cells import fitting_cells_field
from moon_envs.games.welcome_to_the_moon.journey.components import (
    CELLS,
    ENERGIES,
    ENERGIES_AT_START,
    GAPS,
    LOW,
    MISSIONS,
    MOST_TURNS,
    MOST_WILDS,
    NOT_CIRCLED,
    PRINTED,
    STATION_PLANTS,
    STATION_ROBOTS,
    STATIONS,
    TANKS,
)
from moon_envs.games.welcome_to_the_moon.state import blank_sheet, state_record
from moon_envs.games.welcome_to_the_moon.use_action import (
    FIRST_OWN_DECISION,
    USE_ACTION_DECISION_NAMES,
    use_action_sheet_fields,
    use_action_table_fields,
)
from moon_envs.games.welcome_to_the_moon.wild_actions import wild_sheet_fields

# An energy that completes a pair needs a line: with the action it may be passed, with a System Error it may not.
DECIDE_ENERGY, DECIDE_LINE, DECIDE_COMPULSORY_LINE, DECIDE_ROBOT, DECIDE_PLANT = range(
    FIRST_OWN_DECISION, FIRST_OWN_DECISION + 5
)
DECISION_NAMES = (*USE_ACTION_DECISION_NAMES, "energy", "line", "compulsory_line", "robot", "plant")

STATE = state_record(
    "journey",
    PRINTED,
    MISSIONS,
    DECISION_NAMES,
    most_turns=MOST_TURNS,
    cells=CELLS,
    table=(
        *use_action_table_fields(CELLS),
        fitting_cells_field(CELLS),
        Field("pending_line", np.int8, 0, 1, "1: a System Error has completed a pair of energies", known_to=ACTOR),
    ),
    sheet=(
        *use_action_sheet_fields(PRINTED),
        *wild_sheet_fields(MOST_WILDS),
        Field("lines", np.int8, 0, 1, "1: a line is drawn in the gap", size=GAPS),
        Field("tanks", np.int8, 0, 1, "1: the water tank is circled", size=TANKS),
        Field("robots", np.int8, 0, STATION_ROBOTS, "robots circled at each station", size=STATIONS),
        Field("plants", np.int8, 0, STATION_PLANTS, "plants circled at each station", size=STATIONS),
        Field("multipliers", np.int8, NOT_CIRCLED, LOW, "0 not circled, 1 high, 2 low", size=STATIONS),
        Field("energies", np.int8, 0, ENERGIES, "energies circled"),
    ),
)
BLANK_SHEET = blank_sheet(STATE, energies=ENERGIES_AT_START)  # journey 1.4
