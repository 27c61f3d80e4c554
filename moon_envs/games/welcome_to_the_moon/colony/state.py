"""The state record of Colony."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.records import Field
from moon_envs.games.welcome_to_the_moon.colony.components import (
    BUILDINGS,
    CELLS,
    CONNECTED_AT_START,
    GREENHOUSES,
    MISSIONS,
    MOST_TURNS,
    NOT_PAID,
    PAID_LATER,
    PLACES_AT_START,
    PRINTED,
    QUARTERS,
    TANKS,
    TRACK_BOXES,
    TRACKS,
    TUNNELS,
    TUNNELS_AT_START,
)
from moon_envs.games.welcome_to_the_moon.fitting_cells import fitting_cells_field
from moon_envs.games.welcome_to_the_moon.state import blank_sheet, state_record
from moon_envs.games.welcome_to_the_moon.use_action import (
    FIRST_OWN_DECISION,
    USE_ACTION_DECISION_NAMES,
    use_action_sheet_fields,
    use_action_table_fields,
)

DECIDE_TUNNEL, DECIDE_TRACK = range(FIRST_OWN_DECISION, FIRST_OWN_DECISION + 2)
DECISION_NAMES = (*USE_ACTION_DECISION_NAMES, "tunnel", "track")

STATE = state_record(
    "colony",
    PRINTED,
    MISSIONS,
    DECISION_NAMES,
    most_turns=MOST_TURNS,
    cells=CELLS,
    table=(*use_action_table_fields(CELLS), fitting_cells_field(CELLS)),
    sheet=(
        *use_action_sheet_fields(PRINTED),
        Field("tunnels", np.int64, 0, (1 << TUNNELS) - 1, "bit t: tunnel t is built"),
        Field("tanks", np.uint8, 0, (1 << TANKS) - 1, "bit t: tank t is circled"),
        Field("greenhouses", np.int8, 0, GREENHOUSES, "how many are circled in each quarter", size=QUARTERS),
        Field("track_boxes", np.int8, 0, TRACK_BOXES, "boxes of the multipliers crossed off", size=TRACKS),
        # A quarter completed this turn is still unpaid.
        Field("quarters", np.int8, NOT_PAID, PAID_LATER, "what each quarter has paid", size=QUARTERS),
        # Sets that follow from the cells and tunnels, kept up to date by note_filled_cell and build_tunnel.
        Field("filled", np.uint32, 0, (1 << CELLS) - 1, "bit c: cell c is filled"),
        Field("connected", np.int64, 0, (1 << BUILDINGS) - 1, "bit b: building b is connected to the rocket"),
        Field("places_in_reach", np.int64, 0, (1 << TUNNELS) - 1, "bit t: an end of place t is connected"),
    ),
)
BLANK_SHEET = blank_sheet(
    STATE, tunnels=TUNNELS_AT_START, connected=CONNECTED_AT_START, places_in_reach=PLACES_AT_START
)
