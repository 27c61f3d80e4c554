"""The printed facts of the Escape sheet, its missions and its ASTRA card.

Source: a public implementation, read again on pictures of the sheet and the cards. Nothing is reconstructed.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet
from moon_envs.games.welcome_to_the_moon.fitting_cells import neighbours_in_rows

# The starships from the lowest to the highest, each a row of blocks from left to right. A letter is a cell: "." plain,
# "w" below a water tank, "r" with a Robot bonus, "g" a greenhouse, which is a block of one cell (escape 1.1).
STARSHIPS_PRINTED = (
    ("r.w.", "g", ".wr."),
    (".wr", ".w.", "g", ".wr"),
    ("g", ".w.", "r.w"),
    ("wr", "g", ".w."),
    (".w.", "g", "wr"),
    ("wr", "w.", "g"),
)
PLAIN, TANK, ROBOT_BONUS, GREENHOUSE = ".wrg"
STARSHIPS = len(STARSHIPS_PRINTED)
BLOCKS_PRINTED = tuple(block for blocks in STARSHIPS_PRINTED for block in blocks)
BLOCKS = len(BLOCKS_PRINTED)
SYMBOLS = "".join(BLOCKS_PRINTED)
CELLS = len(SYMBOLS)

BLOCK_OF_CELL = np.array([block for block, cells in enumerate(BLOCKS_PRINTED) for _ in cells], dtype=np.int8)
STARSHIP_OF_BLOCK = np.array([ship for ship, blocks in enumerate(STARSHIPS_PRINTED) for _ in blocks], dtype=np.int8)
STARSHIP_OF_CELL = STARSHIP_OF_BLOCK[BLOCK_OF_CELL]
MODULES = tuple(block for block, cells in enumerate(BLOCKS_PRINTED) if cells != GREENHOUSE)

# A starship is a zone: for each cell those before and after it, as bits (escape 2.1).
ZONE_NEIGHBOURS = neighbours_in_rows(sum(len(block) for block in blocks) for blocks in STARSHIPS_PRINTED)

# Sets of cells, as bits: those of each block and of each starship.
CELLS_OF_BLOCK = np.array(
    [sum(1 << cell for cell in range(CELLS) if BLOCK_OF_CELL[cell] == block) for block in range(BLOCKS)], dtype=np.int64
)
CELLS_OF_STARSHIP = np.array(
    [sum(1 << cell for cell in range(CELLS) if STARSHIP_OF_CELL[cell] == ship) for ship in range(STARSHIPS)],
    dtype=np.int64,
)
ROBOT_BONUS_CELLS = sum(1 << cell for cell in range(CELLS) if SYMBOLS[cell] == ROBOT_BONUS)

# Water tanks are counted in the order of their cells, one for each module (escape 1.2).
TANK_CELLS = tuple(cell for cell in range(CELLS) if SYMBOLS[cell] == TANK)
TANKS = len(TANK_CELLS)
NO_TANK = -1
TANK_OF_CELL = np.full(CELLS, NO_TANK, dtype=np.int8)
TANK_OF_CELL[list(TANK_CELLS)] = np.arange(TANKS)
TANK_OF_BLOCK = np.full(BLOCKS, NO_TANK, dtype=np.int8)
TANK_OF_BLOCK[BLOCK_OF_CELL[list(TANK_CELLS)]] = np.arange(TANKS)
TANKS_OF_STARSHIP = np.array(
    [sum(1 << tank for tank, cell in enumerate(TANK_CELLS) if STARSHIP_OF_CELL[cell] == s) for s in range(STARSHIPS)],
    dtype=np.int16,
)

# Every starship has one greenhouse, of the same number, with plants and a x2 bonus, and reactors; some plants and
# reactors are circled from the start (escape 1.3).
GREENHOUSES = STARSHIPS
GREENHOUSE_CELLS = np.array([cell for cell in range(CELLS) if SYMBOLS[cell] == GREENHOUSE], dtype=np.int8)
NO_GREENHOUSE = -1
GREENHOUSE_OF_CELL = np.full(CELLS, NO_GREENHOUSE, dtype=np.int8)
GREENHOUSE_OF_CELL[GREENHOUSE_CELLS] = np.arange(GREENHOUSES)
PLANTS = 3
REACTORS = 3
PLANTS_AT_START = np.array([0, 0, 1, 1, 1, 2], dtype=np.int8)
REACTORS_AT_START = np.array([0, 0, 0, 1, 1, 2], dtype=np.int8)

# The x2 bonus of a greenhouse: not reached yet, circled, or missed because it was crossed off before.
NOT_FILLED, DOUBLED, MISSED = range(3)

# The airlocks, each between two blocks (escape 1.4). The blocks on the ground can be reached from the start.
AIRLOCKS_PRINTED = (
    *((0, 1), (1, 2), (0, 3), (0, 4), (2, 6)),
    *((3, 4), (4, 5), (5, 6), (3, 8), (4, 9)),
    *((7, 8), (8, 9), (8, 10), (9, 12)),
    *((10, 11), (11, 12), (10, 13), (12, 15)),
    *((13, 14), (14, 15), (13, 16), (15, 17)),
    *((16, 17), (17, 18)),
)
AIRLOCKS = len(AIRLOCKS_PRINTED)
ALL_AIRLOCKS = (1 << AIRLOCKS) - 1
AIRLOCK_BLOCKS = np.array(AIRLOCKS_PRINTED, dtype=np.int8)
AIRLOCKS_OF_BLOCK = np.array(
    [sum(1 << airlock for airlock, ends in enumerate(AIRLOCKS_PRINTED) if block in ends) for block in range(BLOCKS)],
    dtype=np.int64,
)
BLOCKS_ON_THE_GROUND = (0, 2)
REACHED_AT_START = sum(1 << block for block in BLOCKS_ON_THE_GROUND)
OPEN_AT_START = int(sum(CELLS_OF_BLOCK[block] for block in BLOCKS_ON_THE_GROUND))

# What a greenhouse is worth by its plants, and a module by the reactors of its starship; the x2 bonus and the tank
# double it (escape 6.1). The penalty of the planning boxes by the number crossed off (escape 3.5).
SYMBOL_VALUES = np.array([0, 2, 4, 7], dtype=np.int8)
PLANNING_PENALTIES = np.array([0, 1, 3, 6, 9, 12, 16, 20, 24, 28], dtype=np.int8)
MOST_WILDS = 3

# The first two System Errors let the player activate an airlock (escape 2.4).
ERRORS_WITH_COMPENSATION = 2

# Marks of the score area (escape 1.6) and the ASTRA card.
PRINTED = PrintedSheet(
    system_error_boxes=3,
    races=GREENHOUSES,
    solo_bonus_symbols=6,
    solo_bonuses_per_race=1,  # escape 7.1
    letters_with_effect=3,
    astronauts=6,
    plannings=len(PLANNING_PENALTIES) - 1,
    astra_fixed_points=15,  # escape 7.3
    astra_points_per_level=1,
)

# Missions by letter, two cards each: printed card, first and later value, words (escape 5.1).
GREENHOUSES_FOR_MISSION = 3
HIGHEST_STARSHIP = STARSHIPS - 1
MODULES_FOR_MISSION = 7
FILLED_STARSHIPS_FOR_MISSION = 3
STARSHIPS_WITH_REACTORS_FOR_MISSION = 3
STARSHIPS_WITH_TANKS_FOR_MISSION = 3
MISSIONS = (
    (
        (100, 10, 5, f"{GREENHOUSES_FOR_MISSION} greenhouses filled and with all plants circled"),
        (101, 7, 3, "the greenhouse of the highest starship filled and with all plants circled"),
    ),
    (
        (102, 9, 4, f"{MODULES_FOR_MISSION} modules filled"),
        (103, 10, 5, f"{FILLED_STARSHIPS_FOR_MISSION} starships filled"),
    ),
    (
        (104, 10, 5, f"all reactors circled on {STARSHIPS_WITH_REACTORS_FOR_MISSION} starships"),
        (105, 10, 5, f"all water tanks circled on {STARSHIPS_WITH_TANKS_FOR_MISSION} starships"),
    ),
)
MOST_TURNS = 45
