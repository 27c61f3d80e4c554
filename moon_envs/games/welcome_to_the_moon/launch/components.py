"""The printed facts of the Launch sheet, its missions and ASTRA's track.

Source: a public implementation, read again on pictures of the sheet and the cards. Nothing is reconstructed.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.cards import ACTION_NAMES
from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet
from moon_envs.games.welcome_to_the_moon.fitting_cells import neighbours_in_rows

WILD = "wild"

# Floors from the top (launch 1.1, 1.2), and their quarters from left to right (launch 1.3): cells, active rockets,
# inactive rockets, activations, buildings, sabotages.
FLOORS: tuple[tuple[str, tuple[tuple[int, int, int, int, int, int], ...]], ...] = (
    ("astronaut", ((3, 3, 0, 1, 1, 0),)),
    ("astronaut", ((3, 2, 2, 0, 0, 1),)),
    ("water", ((2, 2, 0, 0, 0, 1), (3, 3, 3, 0, 0, 0))),
    ("robot", ((2, 0, 0, 1, 1, 0), (3, 3, 0, 0, 1, 0))),
    ("robot", ((5, 3, 3, 0, 0, 2),)),
    ("planning", ((6, 4, 4, 0, 1, 1),)),
    ("energy", ((5, 4, 4, 0, 0, 2), (2, 3, 0, 0, 0, 0), (3, 2, 0, 1, 1, 0))),
    ("plant", ((2, 2, 2, 0, 0, 0), (2, 2, 0, 1, 0, 0), (2, 2, 2, 0, 0, 0), (2, 0, 0, 0, 1, 1))),
    (WILD, ((2, 2, 0, 0, 1, 0), (2, 2, 0, 0, 1, 0), (2, 2, 0, 0, 1, 0), (2, 0, 0, 1, 1, 0))),
)

_quarters = [(floor, *quarter) for floor, (_, quarters) in enumerate(FLOORS) for quarter in quarters]
_cells_of_floors = [sum(quarter[0] for quarter in quarters) for _, quarters in FLOORS]

FLOOR_COUNT = len(FLOORS)
FLOOR_NAMES = tuple(f"floor {FLOOR_COUNT - floor}" for floor in range(FLOOR_COUNT))
QUARTERS = len(_quarters)
CELLS = sum(_cells_of_floors)

# Cells of floor f: FLOOR_FIRST[f] to FLOOR_FIRST[f + 1] - 1.
FLOOR_FIRST = np.cumsum([0, *_cells_of_floors]).astype(np.int8)
FLOOR_OF_CELL = np.repeat(np.arange(FLOOR_COUNT), _cells_of_floors).astype(np.int8)

QUARTER_CELLS = np.array([quarter[1] for quarter in _quarters], dtype=np.int8)
QUARTER_OF_CELL = np.repeat(np.arange(QUARTERS), QUARTER_CELLS).astype(np.int8)
ACTIVE_ROCKETS = np.array([quarter[2] for quarter in _quarters], dtype=np.int8)
ACTIVATIONS = np.array([quarter[4] for quarter in _quarters], dtype=np.int8)
BUILDINGS = np.array([quarter[5] for quarter in _quarters], dtype=np.int8)

# Inactive rockets and sabotages are numbered in the order of their quarters.
INACTIVE_ROCKET_QUARTER = np.flatnonzero([quarter[3] for quarter in _quarters]).astype(np.int8)
INACTIVE_ROCKETS = np.array([quarter[3] for quarter in _quarters if quarter[3]], dtype=np.int8)
INACTIVE_COUNT = len(INACTIVE_ROCKETS)
NO_INACTIVE_ROCKET = -1
INACTIVE_ROCKET_OF_QUARTER = np.full(QUARTERS, NO_INACTIVE_ROCKET, dtype=np.int8)
INACTIVE_ROCKET_OF_QUARTER[INACTIVE_ROCKET_QUARTER] = np.arange(INACTIVE_COUNT)

SABOTAGE_QUARTER = np.repeat(np.arange(QUARTERS), [quarter[6] for quarter in _quarters]).astype(np.int8)
SABOTAGES = len(SABOTAGE_QUARTER)
SABOTAGES_OF_QUARTER = np.zeros(QUARTERS, dtype=np.uint8)
for _sabotage, _quarter in enumerate(SABOTAGE_QUARTER):
    SABOTAGES_OF_QUARTER[_quarter] |= 1 << _sabotage

# The cells of the floors that accept an action, as a set (launch 1.2).
_floors_of_actions = [
    [floor for floor, (accepts, _) in enumerate(FLOORS) if accepts in (WILD, action)] for action in ACTION_NAMES
]
CELLS_OF_ACTION = np.array(
    [sum(1 << cell for cell in range(CELLS) if FLOOR_OF_CELL[cell] in floors) for floors in _floors_of_actions],
    dtype=np.int64,
)

# For each cell the sets of the cells of its floor before and after it (launch 1.1).
ZONE_NEIGHBOURS = neighbours_in_rows(_cells_of_floors)

# Rockets in each row of the track from the bottom up, and the score boxes (launch 1.4).
TRACK_ROWS = ((5, 0), (4, 15), (3, 30), (3, 45), (3, 60), (3, 75), (3, 90), (3, 105), (2, 120), (2, 135))
LAUNCH_SCORE = 150
TRACK_ROCKETS = sum(rockets for rockets, _ in TRACK_ROWS)
TRACK_SCORE = np.array(
    [score for rockets, score in TRACK_ROWS for _ in range(rockets)] + [LAUNCH_SCORE], dtype=np.int16
)

TIE_ROCKETS = 8

PRINTED = PrintedSheet(
    system_error_boxes=8,  # launch 1.5
    races=SABOTAGES,
    solo_bonus_symbols=9,
    solo_bonuses_per_race=1,
    letters_with_effect=3,
)

# The floors that the missions 64 to 67 ask for, and what 68 and 69 ask for.
MISSION_FLOORS = ((0, 1, 2), (3, 4, 5), (6,), (7, 8))
X_FOR_MISSION = 10
OPEN_ERRORS_FOR_MISSION = 5
_full_floors = [f"full floors: {', '.join(FLOORS[floor][0] for floor in floors)}" for floors in MISSION_FLOORS]

# Missions by letter, two cards each: printed card, first value, later value, words (launch 5.2).
MISSIONS = (
    ((64, 3, 2, _full_floors[0]), (65, 4, 2, _full_floors[1])),
    ((66, 3, 2, _full_floors[2]), (67, 3, 2, _full_floors[3])),
    ((68, 2, 1, f"{X_FOR_MISSION} X written"), (69, 3, 2, f"at least {OPEN_ERRORS_FOR_MISSION} open System Errors")),
)

# ASTRA's track (launch 7.1, 7.2): boxes crossed off before the game by level (index 0: no ASTRA).
ASTRA_BOXES = 81
ASTRA_BOXES_AT_START = np.array([0, 15, 12, 10, 8, 6, 4, 2, 0], dtype=np.int8)
ASTRA_BOXES_WITHOUT_SCORE = 15
ASTRA_BOXES_PER_SCORE = 5
ASTRA_SCORE_STEP = 10
MOST_TURNS = 60

# A chain leaves at most this many effects pending at once: one for each building.
MOST_PENDING = int(BUILDINGS.sum())
