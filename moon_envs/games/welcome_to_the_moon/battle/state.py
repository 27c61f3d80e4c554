"""The state record of Battle.

A sheet lies with the player who writes on it in this turn, and is passed on before the next turn (battle 2.2). So
`players` hold what only their owner changes, and `shown` what the others see of it, as in all adventures. The marks of
a half are kept as [half, ...].
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.records import ACTOR, Field
from moon_envs.games.welcome_to_the_moon.battle.components import (
    ALL_FLAGS,
    ASTEROIDS,
    ASTRA_MOONS,
    ASTRONAUTS_PER_HALF,
    CELLS,
    ENERGY_BOXES,
    ERROR_BOXES_PER_HALF,
    HALF_B,
    HALVES,
    KINDS,
    MISSIONS,
    MOON_SPOTS,
    MOST_ENERGIES,
    MOST_MOONS,
    MOST_TURNS,
    NO_FLAG,
    PLANETS,
    PLANT_BOXES,
    PLANTS_PRINTED,
    PRINTED,
    WATER_BOXES,
    WATERS_PRINTED,
)
from moon_envs.games.welcome_to_the_moon.state import (
    FIRST_SHEET_DECISION,
    SHARED_DECISION_NAMES,
    blank_sheet,
    state_record,
)

# A robot of the action or of a cell, and the moon of a planning, may be declined; columns and the moons of asteroids
# are compulsory. The last two are ASTRA's.
(
    DECIDE_ROBOT,
    DECIDE_ROBOT_BONUS,
    DECIDE_COLUMN,
    DECIDE_PLANNING,
    DECIDE_MOON,
    DECIDE_ASTRA_PLANET,
    DECIDE_ASTRA_MOON,
) = range(FIRST_SHEET_DECISION, FIRST_SHEET_DECISION + 7)
DECISION_NAMES = (
    *SHARED_DECISION_NAMES,
    "robot",
    "robot_bonus",
    "column",
    "planning",
    "moon",
    "astra_planet",
    "astra_moon",
)

STATE = state_record(
    "battle",
    PRINTED,
    MISSIONS,
    DECISION_NAMES,
    most_turns=MOST_TURNS,
    cells=CELLS,
    last_mark=HALF_B,
    has_resting_sheet=True,
    table=(
        Field("drawn_planet", np.int8, 0, PLANETS - 1, "the planet just drawn on", known_to=ACTOR),
        Field("pending_action", np.int8, 0, 1, "1: the action has not been used or passed yet", known_to=ACTOR),
        Field("pending_robot_bonus", np.int8, 0, 1, "1: a cell offers an asteroid", known_to=ACTOR),
        Field("energies_left", np.int8, 0, MOST_ENERGIES, "boxes of columns to be crossed off", known_to=ACTOR),
        Field("moons_left", np.int8, 0, MOST_MOONS, "insignia to be drawn on moons", known_to=ACTOR),
        Field("astra_has_moved", np.int8, 0, 1, "solo: 1 when ASTRA has drawn on the sheet of this turn"),
        Field("astra_moons_left", np.int8, 0, ASTRA_MOONS, "solo: insignia that an effect draws on moons"),
    ),
    sheet=(
        Field("moons", np.int8, 0, MOON_SPOTS, "insignia on each moon", size=(HALVES, PLANETS)),
        Field("flags", np.int8, NO_FLAG, ALL_FLAGS, "bit h: half h has the flag of the planet", size=PLANETS),
        Field("plant_symbols", np.int8, 0, PLANTS_PRINTED, "plant symbols crossed off", size=PLANETS),
        Field("water_symbols", np.int8, 0, WATERS_PRINTED, "water symbols crossed off", size=PLANETS),
        Field("asteroids", np.int8, 0, ASTEROIDS, "asteroids taken", size=HALVES),
        Field("plants", np.int8, 0, PLANT_BOXES, "boxes of the plant track crossed off", size=HALVES),
        Field("waters", np.int8, 0, WATER_BOXES, "boxes of the water track crossed off", size=HALVES),
        Field("energies", np.int8, 0, ENERGY_BOXES, "boxes of the columns crossed off", size=(HALVES, KINDS)),
        Field("plannings", np.int8, 0, PRINTED.plannings, "planning boxes crossed off", size=HALVES),
        Field("errors", np.int8, 0, ERROR_BOXES_PER_HALF, "System Error boxes crossed off", size=HALVES),
        Field("astronauts", np.int8, 0, ASTRONAUTS_PER_HALF, "astronauts circled", size=HALVES),
        Field("astronauts_spent", np.int8, 0, ASTRONAUTS_PER_HALF, "astronauts crossed off", size=HALVES),
    ),
)
BLANK_SHEET = blank_sheet(STATE)
