"""The printed facts of the Virus sheet, its missions and its ASTRA card.

Source: a public implementation, read again on pictures of the sheet and the cards. Nothing is reconstructed.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet
from moon_envs.games.welcome_to_the_moon.fitting_cells import neighbours_in_rows

# The quarters of each floor from top to bottom; quarter q has the cells 5q to 5q + 4 (virus 1.1).
FLOORS_PRINTED = ((0, 1), (2, 3), (4, 5, 6), (7, 8), (9, 10))
FLOORS = len(FLOORS_PRINTED)
QUARTERS = sum(len(floor) for floor in FLOORS_PRINTED)
CELLS_PER_QUARTER = 5
CELLS = QUARTERS * CELLS_PER_QUARTER
ALL_CELLS_OF_A_QUARTER = (1 << CELLS_PER_QUARTER) - 1

# Sets of cells, as bits: for each cell those of its floor before and after it (virus 2.1).
ZONE_NEIGHBOURS = neighbours_in_rows(CELLS_PER_QUARTER * len(floor) for floor in FLOORS_PRINTED)

# Sets of quarters, as bits: those of each floor.
QUARTERS_OF_FLOOR = np.array([sum(1 << quarter for quarter in floor) for floor in FLOORS_PRINTED], dtype=np.int64)

# Cells of the water tanks; plants and energies by quarter (virus 1.2).
TANK_CELLS = (0, 6, 12, 19, 22, 33, 36, 42, 46, 52)
TANKS = len(TANK_CELLS)
NO_TANK = -1
TANK_OF_CELL = np.full(CELLS, NO_TANK, dtype=np.int8)
TANK_OF_CELL[list(TANK_CELLS)] = np.arange(TANKS)
TANKS_OF_QUARTER = np.array(
    [
        sum(1 << tank for tank, cell in enumerate(TANK_CELLS) if cell // CELLS_PER_QUARTER == quarter)
        for quarter in range(QUARTERS)
    ],
    dtype=np.int64,
)
PLANTS_PRINTED = np.array([1, 1, 2, 1, 2, 2, 2, 1, 2, 1, 1], dtype=np.int8)
PLANTS = int(PLANTS_PRINTED.sum())
ENERGIES_AT_START = 1
ENERGIES_TO_CIRCLE = np.full(QUARTERS, 2, dtype=np.int8)

# The quarters that each walkway joins; sets of walkways are bits (virus 1.3).
WALKWAYS_PRINTED = (
    *((0, 1), (0, 4), (0, 7)),
    *((1, 2), (1, 4), (1, 5)),
    *((2, 3), (2, 5), (2, 6)),
    *((3, 6), (3, 10)),
    *((4, 5), (4, 7), (4, 8)),
    *((5, 6), (5, 8), (5, 9)),
    *((6, 9), (6, 10)),
    *((7, 8), (8, 9), (9, 10)),
)
WALKWAYS = len(WALKWAYS_PRINTED)
ALL_WALKWAYS = (1 << WALKWAYS) - 1
WALKWAYS_OF_QUARTER = np.array(
    [sum(1 << walkway for walkway, ends in enumerate(WALKWAYS_PRINTED) if q in ends) for q in range(QUARTERS)],
    dtype=np.int64,
)
# The walkway between two quarters as a set, empty if they are no neighbours: [quarter, quarter].
WALKWAY_BETWEEN = np.zeros((QUARTERS, QUARTERS), dtype=np.int64)
for _walkway, (_one, _other) in enumerate(WALKWAYS_PRINTED):
    WALKWAY_BETWEEN[_one, _other] = WALKWAY_BETWEEN[_other, _one] = 1 << _walkway

# Where the grey virus can be put, and the quarters of the coloured ones (virus 1.4).
GREY_QUARTERS = (0, 3, 7, 10)
NO_QUARTER = -1
GREEN_QUARTER, BLUE_QUARTER = 2, 8
MISSION_VIRUSES = ("red", "purple", "yellow")  # of the letters A, B, C
QUARTER_OF_MISSION_VIRUS = np.array([1, 5, 9], dtype=np.int8)
MISSION_VIRUS_SETS = (1 << len(MISSION_VIRUSES)) - 1

# What the two tracks can start, for all players and only once, is kept as races (virus 1.5): the green and the blue
# virus, then the four Propagation symbols.
RACE_NAMES = ("the green virus", "the blue virus", *(f"Propagation symbol {symbol + 1}" for symbol in range(4)))
GREEN, BLUE, FIRST_SYMBOL = range(3)
RACES = len(RACE_NAMES)
TRACK_VIRUSES = 1 << GREEN | 1 << BLUE
SYMBOLS = ((1 << RACES) - 1) & ~TRACK_VIRUSES
NO_RACE = -1

# The tracks: the last position of each line, what the first positions start, values by complete lines (virus 1.5).
PLANT_LINE_ENDS = (2, 4, 7, 10, 13, 16)
PLANT_RACES = {5: GREEN, 8: FIRST_SYMBOL, 11: FIRST_SYMBOL + 1}
PLANT_VALUES = (0, 5, 10, 20, 35, 55, 80)
WATER_LINE_ENDS = (2, 4, 6, 8, 10)
WATER_RACES = {3: BLUE, 5: FIRST_SYMBOL + 2, 7: FIRST_SYMBOL + 3}
WATER_VALUES = (0, 10, 20, 35, 55, 80)


def _by_position(line_ends: tuple[int, ...], races: dict[int, int], values: tuple[int, ...]) -> np.ndarray:
    """For each number of crossed-off symbols: the race that the last one starts, whether it ends a line, the value."""
    return np.array(
        [
            (races.get(position, NO_RACE), position in line_ends, values[sum(end <= position for end in line_ends)])
            for position in range(line_ends[-1] + 1)
        ],
        dtype=np.int8,
    )


PLANT_TRACK = _by_position(PLANT_LINE_ENDS, PLANT_RACES, PLANT_VALUES)
WATER_TRACK = _by_position(WATER_LINE_ENDS, WATER_RACES, WATER_VALUES)
STARTED_RACE, IS_LINE_END, TRACK_VALUE = range(3)  # the columns of a track

# The System Error boxes from which on a box brings a propagation (virus 2.3).
FIRST_BOX_WITH_PROPAGATION = 2
MOST_WILDS = 6

# The most propagations of a player in one phase: all viruses and symbols at once, and a System Error.
MOST_PROPAGATIONS = RACES + len(MISSION_VIRUSES) + 1

PRINTED = PrintedSheet(
    system_error_boxes=3,
    races=RACES,
    solo_bonus_symbols=9,
    solo_bonuses_per_race=1,  # virus 7.1
    letters_with_effect=3,
    astronauts=6,
    plannings=6,
    astra_fixed_points=5,  # virus 7.4
    astra_points_per_level=4,
)

# Missions by letter, two cards each: printed card, first value, later value, words (virus 5.1).
EVACUATED_FOR_MISSION = 2
FLOORS_EVACUATED_FOR_MISSION = 1
QUARANTINED_FOR_MISSION = 3
FLOORS_FOR_MISSION = 2
MISSIONS = (
    (
        (94, 8, 3, f"{EVACUATED_FOR_MISSION} quarters evacuated"),
        (95, 8, 3, f"all quarters of {FLOORS_EVACUATED_FOR_MISSION} floor evacuated"),
    ),
    (
        (96, 11, 4, f"{QUARANTINED_FOR_MISSION} quarters quarantined"),
        (97, 12, 5, f"quarters {GREEN_QUARTER + 1} (green) and {BLUE_QUARTER + 1} (blue) quarantined"),
    ),
    (
        (98, 10, 4, f"all energies circled on {FLOORS_FOR_MISSION} floors"),
        (99, 10, 4, f"all plants and water tanks circled on {FLOORS_FOR_MISSION} floors"),
    ),
)
MOST_TURNS = 56
