"""The state record of Mine."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.records import ACTOR, Field
from moon_envs.games.welcome_to_the_moon.fitting_cells import fitting_cells_field
from moon_envs.games.welcome_to_the_moon.mine.components import (
    CAPACITY,
    CELLS,
    COLUMNS,
    FACTORIES,
    FACTORY_ENERGIES,
    FACTORY_ROBOTS,
    MISSIONS,
    MOST_TURNS,
    POCKETS,
    PRINTED,
    RESOURCES,
    ROBOTS_OF_ROBOT_FACTORY,
)
from moon_envs.games.welcome_to_the_moon.state import blank_sheet, state_record
from moon_envs.games.welcome_to_the_moon.use_action import (
    FIRST_OWN_DECISION,
    USE_ACTION_DECISION_NAMES,
    use_action_sheet_fields,
    use_action_table_fields,
)

# A robot of the combination may be passed, those that the robot factory brings are compulsory.
DECIDE_POCKET, DECIDE_ENERGY, DECIDE_ROBOT, DECIDE_BONUS_ROBOT = range(FIRST_OWN_DECISION, FIRST_OWN_DECISION + 4)
DECISION_NAMES = (*USE_ACTION_DECISION_NAMES, "pocket", "energy", "robot", "bonus_robot")

STATE = state_record(
    "mine",
    PRINTED,
    MISSIONS,
    DECISION_NAMES,
    most_turns=MOST_TURNS,
    cells=CELLS,
    table=(
        *use_action_table_fields(CELLS),
        fitting_cells_field(CELLS),
        Field("pending_robots", np.int8, 0, ROBOTS_OF_ROBOT_FACTORY, "robots still to be crossed off", known_to=ACTOR),
    ),
    sheet=(
        *use_action_sheet_fields(PRINTED),
        Field("pockets", np.int32, 0, (1 << POCKETS) - 1, "bit p: the plant or water of pocket p is circled"),
        Field("pumps", np.int16, 0, (1 << COLUMNS) - 1, "bit c: column c is extracted"),
        Field("energies", np.int8, 0, FACTORY_ENERGIES, "energies crossed off in each factory", size=FACTORIES),
        Field("robots", np.int8, 0, FACTORY_ROBOTS, "robots crossed off in each factory", size=FACTORIES),
        Field("resources", np.int8, 0, CAPACITY, "resources circled in the main factories", size=RESOURCES),
        Field("filling_bonuses", np.int8, 0, 1, "1: the filling bonus is circled", size=RESOURCES),
    ),
)
BLANK_SHEET = blank_sheet(STATE)
