"""The printed facts of the Mine sheet, its missions and its ASTRA card.

Source: a public implementation, read again on pictures of the sheet and the cards. Nothing is reconstructed.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet
from moon_envs.games.welcome_to_the_moon.fitting_cells import neighbours_in_rows

# The cells of the three levels (P pearl, R ruby) and the pockets between them (p plant, w water), from top to bottom
# (mine 1.1, 1.2). Cell = level * 12 + column.
MINERALS_PRINTED = ("PP-R-RRRPRPP", "R-P-R-RP-P-P", "PRRRPR--R-PR")
POCKETS_PRINTED = ("pwpw-p-wppwp", "pp-pw-wwpwpp")
LEVELS = len(MINERALS_PRINTED)
COLUMNS = len(MINERALS_PRINTED[0])
CELLS = LEVELS * COLUMNS

# Sets of cells, as bits: for each cell those of its level before and after it (mine 2.1).
ZONE_NEIGHBOURS = neighbours_in_rows([COLUMNS] * LEVELS)

# Resources and the factories that hold them have the same numbers.
RESOURCE_NAMES = ("plants", "water", "pearls", "rubies")
PLANTS, WATERS, PEARLS, RUBIES = range(4)
RESOURCES = len(RESOURCE_NAMES)

MINERALS_OF_COLUMN = np.array(
    [[sum(level[column] == mineral for level in MINERALS_PRINTED) for mineral in "PR"] for column in range(COLUMNS)],
    dtype=np.int8,
)

# Pockets are counted column by column, the upper one first: column, level above, kind. Sets of pockets are bits.
POCKETS_BY_PLACE = tuple(
    (column, above, kinds[column])
    for column in range(COLUMNS)
    for above, kinds in enumerate(POCKETS_PRINTED)
    if kinds[column] != "-"
)
POCKETS = len(POCKETS_BY_PLACE)
PLANT_POCKETS = sum(1 << pocket for pocket, (_, _, kind) in enumerate(POCKETS_BY_PLACE) if kind == "p")
WATER_POCKETS = sum(1 << pocket for pocket, (_, _, kind) in enumerate(POCKETS_BY_PLACE) if kind == "w")
POCKETS_OF_COLUMN = np.array(
    [sum(1 << pocket for pocket, place in enumerate(POCKETS_BY_PLACE) if place[0] == c) for c in range(COLUMNS)],
    dtype=np.int64,
)
POCKETS_BESIDE_CELL = np.array(
    [
        sum(
            1 << pocket
            for pocket, (place, above, _) in enumerate(POCKETS_BY_PLACE)
            if place == column and level in (above, above + 1)
        )
        for level in range(LEVELS)
        for column in range(COLUMNS)
    ],
    dtype=np.int64,
)

# Name, energies, robots, value and upgraded value of every factory (mine 1.3, 1.4, 1.5, 6.2).
FACTORIES_PRINTED = (
    ("plant factory", 1, 3, 2, 4),
    ("water factory", 1, 2, 3, 5),
    ("pearl factory", 2, 1, 2, 3),
    ("ruby factory", 2, 2, 2, 3),
    ("astronaut centre", 1, 1, 0, 3),
    ("planning centre", 1, 1, -3, 0),
    ("secondary plant factory", 1, 1, 0, 0),
    ("secondary water factory", 1, 2, 0, 0),
    ("secondary pearl factory", 1, 2, 0, 0),
    ("secondary ruby factory", 1, 1, 0, 0),
    ("secondary robot factory", 2, 0, 0, 0),
)
FACTORIES = len(FACTORIES_PRINTED)
FACTORY_NAMES = tuple(factory[0] for factory in FACTORIES_PRINTED)
FACTORY_ENERGIES = np.array([factory[1] for factory in FACTORIES_PRINTED], dtype=np.int8)
FACTORY_ROBOTS = np.array([factory[2] for factory in FACTORIES_PRINTED], dtype=np.int8)
FACTORY_VALUE = np.array([factory[3:] for factory in FACTORIES_PRINTED], dtype=np.int8)
ASTRONAUT_CENTRE, PLANNING_CENTRE = 4, 5
FIRST_SECONDARY_FACTORY = 6
SECONDARY_FACTORIES = FACTORIES - FIRST_SECONDARY_FACTORY
ROBOT_FACTORY = 10
RESOURCES_OF_SECONDARY_FACTORY = 2
ROBOTS_OF_ROBOT_FACTORY = 3

# Resource factories: capacity, count that reaches the filling bonus, and points of the bonus (mine 1.3, 4.2).
CAPACITY = np.array([14, 10, 14, 16], dtype=np.int8)
FILLING_TRIGGER = np.array([8, 6, 10, 12], dtype=np.int8)
FILLING_POINTS = np.array([8, 10, 8, 12], dtype=np.int8)

PRINTED = PrintedSheet(
    system_error_boxes=3,
    races=RESOURCES,
    solo_bonus_symbols=8,
    solo_bonuses_per_race=2,  # mine 7.1
    letters_with_effect=2,
    astronauts=8,
    plannings=6,
    astra_fixed_points=5,  # mine 7.3
    astra_points_per_level=2,
)

# Missions by letter, two cards each: printed card, first value, later value, words (mine 5.1).
PUMPS_FOR_MISSION = 5
NEIGHBOURING_PUMPS_FOR_MISSION = 4
FACTORIES_FOR_MISSION = 6
PLANTS_FOR_MISSION = 8
WATERS_FOR_MISSION = 5
MISSIONS = (
    (
        (82, 8, 4, f"{PUMPS_FOR_MISSION} pumps circled"),
        (83, 9, 4, f"{NEIGHBOURING_PUMPS_FOR_MISSION} neighbouring pumps circled"),
    ),
    (
        (84, 11, 6, f"the {SECONDARY_FACTORIES} secondary factories complete"),
        (85, 10, 4, f"{FACTORIES_FOR_MISSION} factories complete"),
    ),
    (
        (86, 8, 3, f"{PLANTS_FOR_MISSION} plants circled in the mine"),
        (87, 10, 4, f"{WATERS_FOR_MISSION} waters circled in the mine"),
    ),
)
MOST_TURNS = 38
