"""The state record of Escape."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.records import ACTOR, Field
from moon_envs.games.welcome_to_the_moon.escape.components import (
    ALL_AIRLOCKS,
    BLOCKS,
    CELLS,
    GREENHOUSES,
    MISSED,
    MISSIONS,
    MOST_TURNS,
    MOST_WILDS,
    NOT_FILLED,
    OPEN_AT_START,
    PLANTS,
    PLANTS_AT_START,
    PRINTED,
    REACHED_AT_START,
    REACTORS,
    REACTORS_AT_START,
    STARSHIPS,
    TANKS,
)
from moon_envs.games.welcome_to_the_moon.fitting_cells import fitting_cells_field
from moon_envs.games.welcome_to_the_moon.state import blank_sheet, state_record
from moon_envs.games.welcome_to_the_moon.use_action import (
    FIRST_OWN_DECISION,
    USE_ACTION_DECISION_NAMES,
    use_action_sheet_fields,
    use_action_table_fields,
)
from moon_envs.games.welcome_to_the_moon.wild_actions import wild_sheet_fields

# An airlock of the action or of a System Error may be passed, one of a filled cell is compulsory.
DECIDE_AIRLOCK, DECIDE_BONUS_AIRLOCK, DECIDE_COMPENSATION = range(FIRST_OWN_DECISION, FIRST_OWN_DECISION + 3)
DECISION_NAMES = (*USE_ACTION_DECISION_NAMES, "airlock", "bonus_airlock", "compensation")

STATE = state_record(
    "escape",
    PRINTED,
    MISSIONS,
    DECISION_NAMES,
    most_turns=MOST_TURNS,
    cells=CELLS,
    table=(
        *use_action_table_fields(CELLS),
        fitting_cells_field(CELLS),
        Field("pending_robot_bonus", np.int8, 0, 1, "1: a filled cell brings an airlock", known_to=ACTOR),
        Field("pending_planning_box", np.int8, 0, 1, "1: an X is still to be paid for", known_to=ACTOR),
        Field("pending_compensation", np.int8, 0, 1, "1: a System Error offers an airlock", known_to=ACTOR),
    ),
    sheet=(
        *use_action_sheet_fields(PRINTED),
        *wild_sheet_fields(MOST_WILDS),
        Field("airlocks", np.int32, 0, ALL_AIRLOCKS, "bit a: airlock a is activated"),
        Field("tanks", np.int16, 0, (1 << TANKS) - 1, "bit t: water tank t is circled"),
        Field("plants", np.int8, 0, PLANTS, "plants circled in each greenhouse", size=GREENHOUSES),
        Field("reactors", np.int8, 0, REACTORS, "reactors circled on each starship", size=STARSHIPS),
        Field("doubles", np.int8, NOT_FILLED, MISSED, "x2 bonuses: 0 none yet, 1 circled, 2 missed", size=GREENHOUSES),
        # Sets that follow from airlocks and cells, kept up to date by activate_airlock and note_filled_cell.
        Field("reached_blocks", np.int32, 0, (1 << BLOCKS) - 1, "bit b: block b is accessible"),
        Field("open_cells", np.int64, 0, (1 << CELLS) - 1, "bit c: cell c is accessible and empty"),
    ),
)
BLANK_SHEET = blank_sheet(
    STATE,
    plants=PLANTS_AT_START,
    reactors=REACTORS_AT_START,
    reached_blocks=REACHED_AT_START,
    open_cells=OPEN_AT_START,
)
