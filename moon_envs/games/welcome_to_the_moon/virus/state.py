"""The state record of Virus."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.records import ACTOR, Field
from moon_envs.games.welcome_to_the_moon.cells import INFECTED
from moon_envs.games.welcome_to_the_moon.fitting_cells import fitting_cells_field
from moon_envs.games.welcome_to_the_moon.state import blank_sheet, state_record
from moon_envs.games.welcome_to_the_moon.use_action import (
    FIRST_OWN_DECISION,
    USE_ACTION_DECISION_NAMES,
    use_action_sheet_fields,
    use_action_table_fields,
)
from moon_envs.games.welcome_to_the_moon.virus.components import (
    ALL_WALKWAYS,
    CELLS,
    ENERGIES_TO_CIRCLE,
    MISSION_VIRUS_SETS,
    MISSIONS,
    MOST_PROPAGATIONS,
    MOST_TURNS,
    MOST_WILDS,
    NO_QUARTER,
    PLANTS_PRINTED,
    PRINTED,
    QUARTERS,
    RACES,
    TANKS,
)
from moon_envs.games.welcome_to_the_moon.wild_actions import wild_sheet_fields

# A walkway closed by the action of the combination may be passed, one at the end of a line is compulsory.
(
    DECIDE_WALKWAY,
    DECIDE_USE,
    DECIDE_BONUS_WALKWAY,
    DECIDE_BONUS_ENERGY,
    DECIDE_INFECTION,
    DECIDE_GREY_VIRUS,
) = range(FIRST_OWN_DECISION, FIRST_OWN_DECISION + 6)
DECISION_NAMES = (
    *USE_ACTION_DECISION_NAMES,
    "walkway",
    "use",
    "bonus_walkway",
    "bonus_energy",
    "infection",
    "grey_virus",
)

# What the end of a line brings (virus 3.7).
NO_BONUS, ROBOT_BONUS, ENERGY_BONUS = range(3)

# The virus that is handled has not begun to spread.
NOT_SPREADING = -1

# What a player has triggered in this turn, as bits: the races, then a System Error with a propagation.
TRIGGERED_BY_SYSTEM_ERROR = 1 << RACES

STATE = state_record(
    "virus",
    PRINTED,
    MISSIONS,
    DECISION_NAMES,
    most_turns=MOST_TURNS,
    cells=CELLS,
    has_set_up=True,
    last_mark=INFECTED,
    table=(
        *use_action_table_fields(CELLS),
        fitting_cells_field(CELLS),
        Field("mission_viruses", np.uint8, 0, MISSION_VIRUS_SETS, "bit l: the virus of mission letter l is active"),
        Field("pending_bonus", np.int8, NO_BONUS, ENERGY_BONUS, "what the end of a line brings", known_to=ACTOR),
        # The propagations of the player who is asked, as a small program (virus 4.3).
        Field("propagations_left", np.int8, 0, MOST_PROPAGATIONS, "with the present one", known_to=ACTOR),
        Field("virus_quarter", np.int8, 0, QUARTERS, "viruses of quarters before it are done", known_to=ACTOR),
        Field("spread_to", np.int8, NOT_SPREADING, QUARTERS, "neighbours before it are done", known_to=ACTOR),
        Field("infected_quarter", np.int8, 0, QUARTERS - 1, "where a space is to be infected", known_to=ACTOR),
    ),
    sheet=(
        *use_action_sheet_fields(PRINTED),
        *wild_sheet_fields(MOST_WILDS),
        Field("grey", np.int8, NO_QUARTER, QUARTERS - 1, "the quarter of the grey virus, -1 before the set-up"),
        Field("energies", np.int8, 0, ENERGIES_TO_CIRCLE, "energies circled besides the printed one", size=QUARTERS),
        Field("plants", np.int8, 0, PLANTS_PRINTED, "plants circled in each quarter", size=QUARTERS),
        Field("tanks", np.int16, 0, (1 << TANKS) - 1, "bit t: tank t is circled"),
        Field("closed_walkways", np.int32, 0, ALL_WALKWAYS, "bit w: walkway w is closed"),
        Field("evacuated", np.int16, 0, (1 << QUARTERS) - 1, "bit q: quarter q is evacuated"),
        Field("triggered", np.uint8, 0, 2 * TRIGGERED_BY_SYSTEM_ERROR - 1, "what the player started in this turn"),
        Field("propagations_due", np.int8, 0, MOST_PROPAGATIONS, "propagations that await the player"),
        # Sets that follow from the cells, kept up to date by note_filled_cell and infect.
        Field("empty_cells", np.int64, 0, (1 << CELLS) - 1, "bit c: cell c is empty"),
        Field("infected_cells", np.int64, 0, (1 << CELLS) - 1, "bit c: cell c is infected"),
    ),
)
BLANK_SHEET = blank_sheet(STATE, grey=NO_QUARTER, empty_cells=(1 << CELLS) - 1)
