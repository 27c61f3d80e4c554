"""The printed facts of the Colony sheet, its missions and its ASTRA card.

Source: a public implementation, read again on pictures of the sheet and the cards. Nothing is reconstructed.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet

# The buildings, top row first (colony 1.1, 1.3): A antenna, W water tank, B both, X already numbered, R rocket,
# O observatory with its three antennas. Columns and rows count from 0 at the bottom left.
GRID = (
    "WA.A.O",
    "..B.B.",
    "A.XA.W",
    ".B.XA.",
    "A.WAWA",
    "RA.WA.",
)
SIDE = len(GRID)
SPECIAL = "RXO"
_places = [(column, row) for row in range(SIDE) for column in range(SIDE)]


def symbol_at(column: int, row: int) -> str:
    """What is printed on a building."""
    return GRID[SIDE - 1 - row][column]


# Buildings are counted row by row from the bottom left: first the 32 cells, then the four special ones.
CELL_PLACES = tuple(place for place in _places if symbol_at(*place) not in SPECIAL)
BUILDING_PLACES = CELL_PLACES + tuple(place for place in _places if symbol_at(*place) in SPECIAL)
BUILDING_AT = {place: building for building, place in enumerate(BUILDING_PLACES)}
CELLS = len(CELL_PLACES)
BUILDINGS = len(BUILDING_PLACES)
ROCKET = BUILDING_AT[0, 0]
OBSERVATORY = BUILDING_AT[SIDE - 1, SIDE - 1]


def _cells_where(condition) -> int:
    """The set of cells, as bits, whose column and row meet a condition."""
    return sum(1 << cell for cell, (column, row) in enumerate(CELL_PLACES) if condition(column, row))


# Sets of cells. The neighbours of a cell are those of its row and column, before and after it (colony 2.1).
ROW_CELLS = np.array([_cells_where(lambda c, r, row=row: r == row) for row in range(SIDE)], dtype=np.int64)
COLUMN_CELLS = np.array([_cells_where(lambda c, r, col=col: c == col) for col in range(SIDE)], dtype=np.int64)
ZONE_NEIGHBOURS = np.array(
    [
        (
            _cells_where(lambda c, r, column=column, row=row: (r == row and c < column) or (c == column and r < row)),
            _cells_where(lambda c, r, column=column, row=row: (r == row and c > column) or (c == column and r > row)),
        )
        for column, row in CELL_PLACES
    ],
    dtype=np.int64,
)

# Quarters: top left, top right, bottom left, bottom right (colony 1.2).
QUARTER_NAMES = ("top left", "top right", "bottom left", "bottom right")
QUARTERS = len(QUARTER_NAMES)


def _quarter_at(column: int, row: int) -> int:
    return (0 if row >= SIDE // 2 else 2) + (1 if column >= SIDE // 2 else 0)


QUARTER_OF_CELL = np.array([_quarter_at(*place) for place in CELL_PLACES], dtype=np.int8)
QUARTER_CELLS = np.array(
    [_cells_where(lambda c, r, quarter=quarter: _quarter_at(c, r) == quarter) for quarter in range(QUARTERS)],
    dtype=np.int64,
)

# What a quarter has paid: nothing yet, the points of the race, those for everybody else (colony 4.1, 4.2).
NOT_PAID, PAID_FIRST, PAID_LATER = range(3)
QUARTER_POINTS = np.array([0, 15, 5], dtype=np.int8)
FIRST_POINTS, LATER_POINTS = int(QUARTER_POINTS[PAID_FIRST]), int(QUARTER_POINTS[PAID_LATER])

# PLANTS[n]: plants in the first n greenhouses of a quarter (colony 1.2).
PLANTS = np.array([0, 1, 2, 3, 5], dtype=np.int8)
GREENHOUSES = len(PLANTS) - 1

_tank_cells = [cell for cell, place in enumerate(CELL_PLACES) if symbol_at(*place) in "WB"]
TANKS = len(_tank_cells)
NO_TANK = -1
TANK_OF_CELL = np.full(CELLS, NO_TANK, dtype=np.int8)
TANK_OF_CELL[_tank_cells] = np.arange(TANKS)
TANKS_OF_QUARTER = np.array(
    [sum(1 << tank for tank, cell in enumerate(_tank_cells) if QUARTER_OF_CELL[cell] == q) for q in range(QUARTERS)],
    dtype=np.int64,
)

ANTENNA_CELLS = _cells_where(lambda c, r: symbol_at(c, r) in "AB")
ANTENNAS_OF_OBSERVATORY = 3
ANTENNAS = ANTENNA_CELLS.bit_count() + ANTENNAS_OF_OBSERVATORY
# The buildings of a quarter that have antennas, the observatory included (colony 5.2).
ANTENNA_BUILDINGS_OF_QUARTER = ANTENNA_CELLS & QUARTER_CELLS
ANTENNA_BUILDINGS_OF_QUARTER[_quarter_at(*BUILDING_PLACES[OBSERVATORY])] |= 1 << OBSERVATORY

# Tunnels: horizontal ones row by row, then vertical ones column by column; both ends as buildings (colony 1.4).
TUNNEL_ENDS = tuple(
    (BUILDING_AT[column, row], BUILDING_AT[column + 1, row]) for row in range(SIDE) for column in range(SIDE - 1)
) + tuple((BUILDING_AT[column, row], BUILDING_AT[column, row + 1]) for column in range(SIDE) for row in range(SIDE - 1))
TUNNELS = len(TUNNEL_ENDS)

# What building a tunnel connects, and the places for tunnels at its two ends, as sets.
CONNECTED_BY_TUNNEL = np.array([1 << one | 1 << other for one, other in TUNNEL_ENDS], dtype=np.int64)
PLACES_BESIDE_TUNNEL = np.array(
    [
        sum(1 << near for near, near_ends in enumerate(TUNNEL_ENDS) if set(ends) & set(near_ends))
        for ends in TUNNEL_ENDS
    ],
    dtype=np.int64,
)

# The two tunnels of the rocket are built from the start (colony 1.4, 1.5).
_tunnels_of_rocket = [tunnel for tunnel, ends in enumerate(TUNNEL_ENDS) if ROCKET in ends]
TUNNELS_AT_START = sum(1 << tunnel for tunnel in _tunnels_of_rocket)
CONNECTED_AT_START = int(np.bitwise_or.reduce(CONNECTED_BY_TUNNEL[_tunnels_of_rocket]))
PLACES_AT_START = int(np.bitwise_or.reduce(PLACES_BESIDE_TUNNEL[_tunnels_of_rocket]))

# Multipliers by track and boxes crossed off (colony 6.2).
TRACK_NAMES = ("plants", "water", "antennas")
PLANT_TRACK, WATER_TRACK, ANTENNA_TRACK = range(3)
TRACKS = len(TRACK_NAMES)
MULTIPLIER = np.array([[0, 1, 2, 3, 4], [0, 2, 4, 6, 8], [0, 1, 2, 4, 6]], dtype=np.int8)
TRACK_BOXES = np.full(TRACKS, MULTIPLIER.shape[1] - 1, dtype=np.int8)

PLANNING_PENALTY = np.array([0, 1, 3, 6, 9, 12, 16, 20, 24, 28], dtype=np.int8)

PRINTED = PrintedSheet(
    system_error_boxes=3,
    races=QUARTERS,
    solo_bonus_symbols=8,
    solo_bonuses_per_race=2,  # colony 7.1
    letters_with_effect=2,
    astronauts=9,
    plannings=len(PLANNING_PENALTY) - 1,
    astra_fixed_points=10,  # colony 7.3
    astra_points_per_level=3,
)

# Missions by letter, two cards each: printed card, first value, later value, words (colony 5.1).
ZONES_FOR_MISSION = 3
QUARTERS_FOR_MISSION = 2
PLANTS_FOR_MISSION = 10
MISSIONS = (
    ((76, 12, 6, f"{ZONES_FOR_MISSION} columns filled"), (77, 12, 5, f"{ZONES_FOR_MISSION} rows filled")),
    ((78, 9, 4, "the observatory connected"), (79, 9, 4, f"all antennas circled in {QUARTERS_FOR_MISSION} quarters")),
    (
        (80, 8, 4, f"{PLANTS_FOR_MISSION} plants in circled greenhouses"),
        (81, 9, 5, f"all tanks circled in {QUARTERS_FOR_MISSION} quarters"),
    ),
)
MOST_TURNS = 34
