"""The printed facts of the Battle sheet, its missions and its ASTRA card.

Source: a public implementation, read again on pictures of the sheet and the cards. Nothing is reconstructed.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.cells import LARGEST_WRITTEN
from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet

# The two halves of a sheet.
HALF_A, HALF_B = range(2)
HALVES = 2

# The planets: lowest and highest number they accept, kind, cells in the order of filling (a letter is the bonus of the
# cell: "p" plant, "w" water, "r" robot, "." none), plant and water symbols (battle 1.1, 1.2).
KIND_NAMES = ("green", "blue", "grey")
GREEN, BLUE, GREY = range(3)
KINDS = len(KIND_NAMES)
PLANETS_PRINTED = (
    (0, 3, GREEN, "..p", 1, 1),
    (3, 5, GREY, "....r", 1, 1),
    (5, 7, BLUE, "..r.w", 2, 1),
    (7, 9, GREY, "p...p.r", 2, 1),
    (9, 11, GREEN, "...wp", 2, 1),
    (11, 13, BLUE, "....w", 2, 1),
    (13, LARGEST_WRITTEN, GREEN, "..p", 2, 0),
)
PLANETS = len(PLANETS_PRINTED)
LOWEST_NUMBER = np.array([low for low, *_ in PLANETS_PRINTED], dtype=np.int8)
HIGHEST_NUMBER = np.array([planet[1] for planet in PLANETS_PRINTED], dtype=np.int8)
KIND_OF_PLANET = np.array([planet[2] for planet in PLANETS_PRINTED], dtype=np.int8)
PLANET_NAMES = tuple(
    f"planet {index + 1} ({KIND_NAMES[kind]}, {low} to {high})"
    for index, (low, high, kind, *_) in enumerate(PLANETS_PRINTED)
)

# Cells are counted planet by planet: the cells of planet q are FIRST_CELL[q] to FIRST_CELL[q + 1] - 1.
SYMBOLS = "".join(planet[3] for planet in PLANETS_PRINTED)
CELLS = len(SYMBOLS)
SIZES = np.array([len(planet[3]) for planet in PLANETS_PRINTED], dtype=np.int8)
FIRST_CELL = np.concatenate([[0], np.cumsum(SIZES)]).astype(np.int8)
NO_BONUS, PLANT_BONUS, WATER_BONUS, ROBOT_BONUS = range(4)
BONUS_OF_CELL = np.array([".pwr".index(symbol) for symbol in SYMBOLS], dtype=np.int8)
PLANTS_PRINTED = np.array([planet[4] for planet in PLANETS_PRINTED], dtype=np.int8)
WATERS_PRINTED = np.array([planet[5] for planet in PLANETS_PRINTED], dtype=np.int8)

# The planets that accept each number, as bits (battle 2.1).
PLANETS_OF_NUMBER = np.array(
    [
        sum(1 << planet for planet in range(PLANETS) if LOWEST_NUMBER[planet] <= number <= HIGHEST_NUMBER[planet])
        for number in range(LARGEST_WRITTEN + 1)
    ],
    dtype=np.int64,
)
# How far each number is from the nearest number that a planet accepts: [planet, number] (battle 2.4).
DISTANCE = np.array(
    [
        [max(0, low - number, number - high) for number in range(LARGEST_WRITTEN + 1)]
        for low, high, *_ in PLANETS_PRINTED
    ],
    dtype=np.int8,
)
MOON_SPOTS = 2

# Who has the flag of a planet, as bits by half: nobody yet, one of the halves, or both (battle 4.1).
NO_FLAG, ALL_FLAGS = 0, (1 << HALVES) - 1

# The asteroids from half A to half B, each with plants, waters, energies and moons that it brings (battle 1.3).
ASTEROIDS_PRINTED = ("", "p", "w", "p", "we", "ee", "mm", "ee", "we", "p", "w", "p", "")
ASTEROIDS = len(ASTEROIDS_PRINTED)
ASTEROID_PLANTS, ASTEROID_WATERS, ASTEROID_ENERGIES, ASTEROID_MOONS = (
    np.array([bonus.count(letter) for bonus in ASTEROIDS_PRINTED], dtype=np.int8) for letter in "pwem"
)
MOST_ENERGIES = int(ASTEROID_ENERGIES.max())
MOST_MOONS = int(ASTEROID_MOONS.max())

# What the tracks of a half are worth by the number of boxes crossed off (battle 1.4).
PLANT_VALUES = np.array([0, 2, 4, 7, 10, 13, 17, 21, 25, 30, 35, 40], dtype=np.int8)
WATER_VALUES = np.array([0, 3, 6, 10, 14, 19, 24, 30, 37, 45], dtype=np.int8)
PLANET_VALUES = np.array([[2, 3, 4, 6, 8], [2, 4, 6, 8, 10], [4, 5, 6, 9, 12]], dtype=np.int8)  # by kind
PLANNING_PENALTIES = np.array([0, 3, 6, 10, 15, 21, 28, 36], dtype=np.int8)
PLANT_BOXES = len(PLANT_VALUES) - 1
WATER_BOXES = len(WATER_VALUES) - 1
ENERGY_BOXES = PLANET_VALUES.shape[1] - 1
COLUMN_BOXES = np.full(KINDS, ENERGY_BOXES, dtype=np.int8)
ERROR_BOXES_PER_HALF = 2
ASTRONAUTS_PER_HALF = 6
NUMBERS_PER_ASTRONAUT = 2

PRINTED = PrintedSheet(
    # Boxes of both halves together; those of one half end the game (battle 2.5, 6.1).
    system_error_boxes=HALVES * ERROR_BOXES_PER_HALF,
    races=0,
    solo_bonus_symbols=6,
    solo_bonuses_per_race=0,
    letters_with_effect=3,
    astronauts=ASTRONAUTS_PER_HALF,
    plannings=len(PLANNING_PENALTIES) - 1,
    astra_fixed_points=20,  # battle 7.7
    astra_points_per_level=3,
)
FLAGS_PER_SOLO_BONUS = 2
ASTRA_MOONS = 2

# Missions by letter, two cards each: printed card, first and later value, words (battle 5.1).
FLAGS_FOR_MISSION = 4
ASTEROIDS_FOR_MISSION = 7
BOXES_OF_COLUMNS_FOR_MISSION = 2
PLANTS_FOR_MISSION = 6
WATERS_FOR_MISSION = 4
MOONS_FOR_MISSION = 4
MISSIONS = (
    (
        (106, 12, 5, f"your flags on {FLAGS_FOR_MISSION} planets of one sheet"),
        (107, 9, 4, "your flags on a green, a blue and a grey planet of one sheet"),
    ),
    (
        (108, 9, 5, f"your insignia on {ASTEROIDS_FOR_MISSION} asteroids of one sheet"),
        (109, 11, 6, f"{BOXES_OF_COLUMNS_FOR_MISSION} boxes of each kind of planet values crossed off on one sheet"),
    ),
    (
        (110, 10, 4, f"{PLANTS_FOR_MISSION} plant boxes and {WATERS_FOR_MISSION} water boxes crossed off on one sheet"),
        (111, 10, 6, f"your insignia on the moons of {MOONS_FOR_MISSION} planets of one sheet"),
    ),
)
MOST_TURNS = 35
