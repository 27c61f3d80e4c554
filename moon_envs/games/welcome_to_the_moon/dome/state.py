"""The state record of Dome."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.records import ACTOR, Field
from moon_envs.games.welcome_to_the_moon.astronaut import kept_astronaut_field
from moon_envs.games.welcome_to_the_moon.dome.components import (
    ALL_HALVES,
    ALL_SECTIONS,
    CELLS,
    ENDS,
    LOW,
    MISSIONS,
    MOST_TURNS,
    NOT_GAINED,
    PLANTS_PER_LEVEL,
    PRINTED,
    STARTING_LEVELS,
    TOWER_LEVELS,
    TRACK_BOXES,
    TRACKS,
    WATERS_PER_LEVEL,
)
from moon_envs.games.welcome_to_the_moon.fitting_cells import fitting_cells_field
from moon_envs.games.welcome_to_the_moon.state import blank_sheet, state_record
from moon_envs.games.welcome_to_the_moon.use_action import (
    FIRST_OWN_DECISION,
    USE_ACTION_DECISION_NAMES,
    use_action_sheet_fields,
    use_action_table_fields,
)

DECIDE_PIECE, DECIDE_TRACK, DECIDE_CUT = range(FIRST_OWN_DECISION, FIRST_OWN_DECISION + 3)
DECISION_NAMES = (*USE_ACTION_DECISION_NAMES, "piece", "track", "cut")

STATE = state_record(
    "dome",
    PRINTED,
    MISSIONS,
    DECISION_NAMES,
    most_turns=MOST_TURNS,
    cells=CELLS,
    table=(
        *use_action_table_fields(CELLS),
        kept_astronaut_field(),
        fitting_cells_field(CELLS),
        Field("pending_cut", np.int8, 0, 1, "1: an X demands a cut", known_to=ACTOR),
    ),
    sheet=(
        *use_action_sheet_fields(PRINTED),
        Field("plants", np.int8, 0, PLANTS_PER_LEVEL, "plants circled in each tower level", size=TOWER_LEVELS),
        Field("waters", np.int8, 0, WATERS_PER_LEVEL, "waters circled in each tower level", size=TOWER_LEVELS),
        Field("energies", np.int8, 0, TRACK_BOXES, "boxes of the energy tracks crossed off", size=TRACKS),
        Field("ends", np.int8, NOT_GAINED, LOW, "bonus of each end: 0 none yet, 1 high, 2 low", size=ENDS),
        Field("cuts", np.uint8, 0, ALL_SECTIONS, "bit s: section s is cut"),
        Field("built", np.uint16, 0, ALL_HALVES, "bit h: half h is built, an uncut section with both halves"),
        # Follows from the cells, kept up to date by note_filled_cell.
        Field("open_levels", np.int64, 0, (1 << CELLS) - 1, "bit c: level c is open"),
    ),
)
BLANK_SHEET = blank_sheet(STATE, open_levels=STARTING_LEVELS)
