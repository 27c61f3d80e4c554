"""The printed facts of the Journey sheet, its missions and its ASTRA card.

Source: a public implementation, read again on pictures of the sheet and the cards. Nothing is reconstructed.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet

CELLS = 36
GAPS = CELLS - 1  # gap g lies between the cells g and g + 1

# Cell and points of every water tank (journey 1.2).
TANKS_PRINTED = (
    (1, 4),
    (4, 4),
    (6, 5),
    (10, 6),
    (13, 7),
    (17, 8),
    (18, 8),
    (22, 7),
    (25, 6),
    (29, 5),
    (31, 4),
    (34, 4),
)
TANKS = len(TANKS_PRINTED)
NO_TANK = -1
TANK_OF_CELL = np.full(CELLS, NO_TANK, dtype=np.int8)
TANK_OF_CELL[[cell for cell, _ in TANKS_PRINTED]] = np.arange(TANKS)
TANK_POINTS = np.array([points for _, points in TANKS_PRINTED], dtype=np.int8)

# Cell, robots, plants, high and low multiplier of every station (journey 1.3).
STATIONS_PRINTED = ((5, 2, 5, 6, 5), (15, 3, 3, 9, 7), (20, 3, 4, 8, 6), (30, 4, 4, 10, 7))
STATIONS = len(STATIONS_PRINTED)
STATION_CELL = np.array([station[0] for station in STATIONS_PRINTED], dtype=np.int8)
STATION_ROBOTS = np.array([station[1] for station in STATIONS_PRINTED], dtype=np.int8)
STATION_PLANTS = np.array([station[2] for station in STATIONS_PRINTED], dtype=np.int8)

# What a multiplier can be: not circled yet, circled high, circled low; MULTIPLIER_VALUE[station, multiplier].
NOT_CIRCLED, HIGH, LOW = range(3)
MULTIPLIER_VALUE = np.array([[0, station[3], station[4]] for station in STATIONS_PRINTED], dtype=np.int8)

ENERGIES = 12
ENERGIES_AT_START = 1
ENERGIES_PER_LINE = 2
MOST_LINES = ENERGIES // ENERGIES_PER_LINE
MOST_WILDS = 6
SYSTEM_ERRORS_WITH_ENERGY = 2

PRINTED = PrintedSheet(
    system_error_boxes=3,
    races=STATIONS,
    solo_bonus_symbols=10,
    solo_bonuses_per_race=2,  # journey 7.1
    letters_with_effect=2,
    astronauts=6,
    plannings=6,
    astra_fixed_points=5,  # journey 7.3
    astra_points_per_level=1,
)

# Missions by letter, two cards each: printed card, first value, later value, words (journey 5.1).
MULTIPLIERS_FOR_MISSION = 3
FULL_STATIONS_FOR_MISSION = 2
EQUAL_ZONES_FOR_MISSION, LENGTH_OF_EQUAL_ZONES = 2, 6
LENGTHS_OF_ZONES_FOR_MISSION = (6, 4, 2)
TANKS_FOR_MISSION = 6
TANKS_IN_A_ROW_FOR_MISSION = 4
MISSIONS = (
    (
        (70, 9, 5, f"a multiplier circled at {MULTIPLIERS_FOR_MISSION} stations"),
        (71, 10, 5, f"all plants circled at {FULL_STATIONS_FOR_MISSION} stations"),
    ),
    (
        (72, 11, 6, f"{EQUAL_ZONES_FOR_MISSION} complete zones of exactly {LENGTH_OF_EQUAL_ZONES}"),
        (73, 12, 6, f"complete zones of exactly {', '.join(map(str, LENGTHS_OF_ZONES_FOR_MISSION))}"),
    ),
    (
        (74, 9, 5, f"{TANKS_FOR_MISSION} tanks circled"),
        (75, 11, 6, f"{TANKS_IN_A_ROW_FOR_MISSION} tanks in a row circled"),
    ),
)
MOST_TURNS = 38
