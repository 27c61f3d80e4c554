"""The printed facts of the Dome sheet, its missions and its ASTRA card.

Source: a public implementation, read again on pictures of the sheet and the cards. Nothing is reconstructed.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet
from moon_envs.games.welcome_to_the_moon.fitting_cells import neighbours_in_rows

# The lowest and the highest row of each skyscraper; row 1 is the first level above the surface, row -1 the first one
# below, and there is no row 0. Cells are counted skyscraper by skyscraper, each from the bottom to the top (dome 1.1).
SKYSCRAPERS_PRINTED = ((-6, 3), (-4, 6), (-3, 7), (-5, 4))
SKYSCRAPERS = len(SKYSCRAPERS_PRINTED)
STARTING_ROWS = (-1, 1)
ROWS_BY_SKYSCRAPER = tuple(
    tuple(row for row in range(lowest, highest + 1) if row != 0) for lowest, highest in SKYSCRAPERS_PRINTED
)
LEVELS = tuple((skyscraper, row) for skyscraper, rows in enumerate(ROWS_BY_SKYSCRAPER) for row in rows)
CELLS = len(LEVELS)
FIRST_CELL = tuple(LEVELS.index((skyscraper, rows[0])) for skyscraper, rows in enumerate(ROWS_BY_SKYSCRAPER))

# Sets of cells, as bits: for each cell those of its skyscraper below and above it (dome 2.1); the levels directly below
# and above it (dome 2.2); and the levels of each skyscraper.
ZONE_NEIGHBOURS = neighbours_in_rows(len(rows) for rows in ROWS_BY_SKYSCRAPER)
NEXT_LEVELS = np.array(
    [
        sum(1 << other for other in (cell - 1, cell + 1) if 0 <= other < CELLS and LEVELS[other][0] == skyscraper)
        for cell, (skyscraper, _) in enumerate(LEVELS)
    ],
    dtype=np.int64,
)
LEVELS_OF_SKYSCRAPER = np.array(
    [sum(1 << cell for cell, level in enumerate(LEVELS) if level[0] == s) for s in range(SKYSCRAPERS)], dtype=np.int64
)
STARTING_LEVELS = sum(1 << cell for cell, (_, row) in enumerate(LEVELS) if row in STARTING_ROWS)

# The ends of the skyscrapers, for each the top and then the bottom: high and low bonus (dome 1.2).
ENDS_PRINTED = (((6, 3), (20, 10)), ((20, 10), (10, 5)), ((25, 12), (6, 3)), ((10, 5), (15, 7)))
ENDS = 2 * SKYSCRAPERS
END_NAMES = tuple(f"the {end} of skyscraper {s + 1}" for s in range(SKYSCRAPERS) for end in ("top", "bottom"))
END_CELLS = tuple(
    cell for first, rows in zip(FIRST_CELL, ROWS_BY_SKYSCRAPER, strict=True) for cell in (first + len(rows) - 1, first)
)
TOP_CELLS = END_CELLS[::2]
NO_END = -1
END_OF_CELL = np.full(CELLS, NO_END, dtype=np.int8)
END_OF_CELL[list(END_CELLS)] = np.arange(ENDS)

# What an end has brought: nothing yet, the high or the low bonus; END_VALUE[end, bonus].
NOT_GAINED, HIGH, LOW = range(3)
END_VALUE = np.array([[0, *values] for pair in ENDS_PRINTED for values in pair], dtype=np.int8)

# The tower has a level for each of these rows, each with plants and one water (dome 1.3).
TOWER_ROWS = (4, 3, 2, 1, -1, -2, -3, -4)
TOWER_LEVELS = len(TOWER_ROWS)
PLANTS_PER_LEVEL = 2
WATERS_PER_LEVEL = 1
NOT_LINKED = -1
TOWER_LEVEL_OF_CELL = np.array(
    [TOWER_ROWS.index(row) if row in TOWER_ROWS else NOT_LINKED for _, row in LEVELS], dtype=np.int8
)

# The dome: sections from left to right, odd and even in turn; the halves of section s are 2s and 2s + 1 (dome 1.4).
SECTIONS = 8
HALVES = 2 * SECTIONS
ALL_SECTIONS = (1 << SECTIONS) - 1
ALL_HALVES = (1 << HALVES) - 1
LEFT_HALVES = sum(1 << 2 * section for section in range(SECTIONS))
# The halves of a set of sections, as bits: [set].
HALVES_OF_SECTIONS = np.array(
    [
        sum(3 << 2 * section for section in range(SECTIONS) if sections >> section & 1)
        for sections in range(1 << SECTIONS)
    ],
    dtype=np.int64,
)
ODD, EVEN = 1, 0
PARITY_OF_SECTION = np.array([ODD, EVEN] * (SECTIONS // 2), dtype=np.int8)

# The energy tracks: the values that are valid with 0, 1, ... boxes crossed off (dome 1.5).
TRACK_NAMES = ("missions", "tower", "astronauts", "dome")
MISSION_TRACK, TOWER_TRACK, ASTRONAUT_TRACK, DOME_TRACK = range(4)
TRACKS = len(TRACK_NAMES)
MISSION_VALUES = np.array([[8, 4], [10, 6], [12, 8], [15, 9], [18, 10]], dtype=np.int8)
TOWER_VALUES = np.array([[0, 2, 5, 9], [0, 2, 6, 10], [0, 3, 7, 12], [0, 3, 8, 15], [0, 4, 10, 18]], dtype=np.int8)
ASTRONAUT_VALUES = np.array([[-10, 0], [0, 2], [10, 4], [20, 7], [30, 10]], dtype=np.int8)
PIECE_LOSSES = np.array([6, 5, 4, 3, 2], dtype=np.int8)
BOXES = len(PIECE_LOSSES) - 1
TRACK_BOXES = np.full(TRACKS, BOXES, dtype=np.int8)

PRINTED = PrintedSheet(
    system_error_boxes=3,
    races=ENDS,
    solo_bonus_symbols=8,
    solo_bonuses_per_race=1,  # dome 7.1
    letters_with_effect=3,
    astronauts=8,
    astra_fixed_points=10,  # dome 7.3
    astra_points_per_level=2,
)

# Missions by letter, two cards each: printed card, first and later value without an energy, words (dome 5.1, 5.2).
FIRST_VALUE, LATER_VALUE = (int(value) for value in MISSION_VALUES[0])
SKYSCRAPERS_FOR_MISSION = 1
TOPS_FOR_MISSION = 2
LEVELS_WITH_TWO_FOR_MISSION = 3
LEVELS_WITH_ALL_FOR_MISSION = 2
X_FOR_MISSION = 4
MISSIONS = tuple(
    tuple((card, FIRST_VALUE, LATER_VALUE, words) for card, words in pair)
    for pair in (
        (
            (88, f"all levels filled of {SKYSCRAPERS_FOR_MISSION} skyscraper"),
            (89, f"the top level filled of {TOPS_FOR_MISSION} skyscrapers"),
        ),
        (
            (90, f"2 symbols or more circled in {LEVELS_WITH_TWO_FOR_MISSION} levels of the tower"),
            (91, f"all symbols circled in {LEVELS_WITH_ALL_FOR_MISSION} levels of the tower"),
        ),
        (
            (92, "the whole dome built"),
            (93, f"{X_FOR_MISSION} levels filled with an X"),
        ),
    )
)
MOST_TURNS = 40
