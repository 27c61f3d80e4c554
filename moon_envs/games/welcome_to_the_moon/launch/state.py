"""The state record of Launch."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.records import ACTOR, Field
from moon_envs.games.welcome_to_the_moon.fitting_cells import fitting_cells_field
from moon_envs.games.welcome_to_the_moon.launch.components import (
    ASTRA_BOXES,
    CELLS,
    INACTIVE_COUNT,
    MISSIONS,
    MOST_PENDING,
    MOST_TURNS,
    PRINTED,
    QUARTER_CELLS,
    QUARTERS,
    SABOTAGES,
    TIE_ROCKETS,
    TRACK_ROCKETS,
)
from moon_envs.games.welcome_to_the_moon.state import (
    FIRST_SHEET_DECISION,
    SHARED_DECISION_NAMES,
    blank_sheet,
    state_record,
)

DECIDE_ACTIVATION, DECIDE_X, DECIDE_SABOTAGE = range(FIRST_SHEET_DECISION, FIRST_SHEET_DECISION + 3)
DECISION_NAMES = (*SHARED_DECISION_NAMES, "activation", "x", "sabotage")

STATE = state_record(
    "launch",
    PRINTED,
    MISSIONS,
    DECISION_NAMES,
    most_turns=MOST_TURNS,
    cells=CELLS,
    table=(
        fitting_cells_field(CELLS),
        Field("pending_activations", np.int8, 0, MOST_PENDING, "activations yet to be carried out", known_to=ACTOR),
        Field("pending_x", np.int8, 0, MOST_PENDING, "X marks that may yet be written", known_to=ACTOR),
        Field("astra_boxes", np.int8, 0, ASTRA_BOXES, "boxes crossed off ASTRA's track"),
    ),
    sheet=(
        Field("empty_in_quarter", np.int8, 0, QUARTER_CELLS, "empty cells of each quarter", size=QUARTERS),
        Field("arrows", np.int8, 0, 1, "1: the inactive rocket has been activated", size=INACTIVE_COUNT),
        Field("rockets", np.int8, 0, TRACK_ROCKETS, "rockets crossed off the track"),
        Field("tie_rockets", np.int8, 0, TIE_ROCKETS, "tie rockets crossed off"),
        Field("repaired", np.int8, 0, PRINTED.system_error_boxes, "of the circled System Error boxes"),
        Field("x_marks", np.int8, 0, CELLS, "X written"),
        Field("triggered", np.uint8, 0, (1 << SABOTAGES) - 1, "bit s: this player triggered sabotage s"),
    ),
)
BLANK_SHEET = blank_sheet(STATE, empty_in_quarter=QUARTER_CELLS)
