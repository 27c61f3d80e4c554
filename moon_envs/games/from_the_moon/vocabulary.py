"""The names and numbers of From the Moon that a file of components cannot change."""

from __future__ import annotations

import numpy as np


def numbered(count: int) -> tuple[np.int64, ...]:
    """Return the numbers from 0 on, for constants that kernels take as arguments.

    Numba compiles a kernel again for every different Python number it is called with, but not for these.
    """
    return tuple(np.arange(count))


MAX_PLAYERS = 4
# Tables have entries for these numbers of players; the solo mode uses those of two (from_the_moon 1.1).
COUNT_KEYS = ("2", "3", "4")

# Cubes; the first three are also the colours of astronauts.
COLORS = ("metal", "water", "polymer")
RESOURCES = (*COLORS, "food")
METAL, WATER, POLYMER, FOOD = range(4)
COLOR_COUNT, RESOURCE_COUNT = len(COLORS), len(RESOURCES)
# The names of costs and of gains.
COST_NAMES = (*RESOURCES, "energy", "battery")
GAIN_NAMES = (*COST_NAMES, "vp", "achievement")
ENERGY, BATTERY, VP, ACHIEVEMENT = range(4, 8)

MISSIONS = ("europa", "titan", "mars")
MISSION_COUNT = len(MISSIONS)
MISSION_TILES = 6
PARTS = 5

FACTIONS = ("pioneers", "cyborgs", "workers", "unifiers", "architects", "biofarmers", "survivors", "scholars")
PIONEERS, CYBORGS, WORKERS, UNIFIERS, ARCHITECTS, BIOFARMERS, SURVIVORS, SCHOLARS = numbered(8)
FACTION_COUNT = len(FACTIONS)

# The events that a progress tile can reward (from_the_moon 7.13).
EVENTS = (
    "gain_foundation",
    "construct_ship_part",
    "gain_greenhouse",
    "improve_greenhouse",
    "recruit_astronaut",
    "train_specialist",
    "place_building",
    "gain_laboratory",
    "improve_ship_part",
    "gain_battery",
)
(
    GAIN_FOUNDATION,
    CONSTRUCT_SHIP_PART,
    GAIN_GREENHOUSE,
    IMPROVE_GREENHOUSE,
    RECRUIT_ASTRONAUT,
    TRAIN_SPECIALIST,
    PLACE_BUILDING,
    GAIN_LABORATORY,
    IMPROVE_SHIP_PART,
    GAIN_BATTERY,
) = numbered(10)
PROGRESS_TILES = len(EVENTS)
TRACK_SPACES = 6
BEYOND_TRACK = TRACK_SPACES + 1

# Specialist powers (from_the_moon 5.4).
POWERS = ("food_per_own_building", "energy_per_enemy_rover", "resource_per_own_rover")
FOOD_PER_OWN_BUILDING, ENERGY_PER_ENEMY_ROVER, RESOURCE_PER_OWN_ROVER = range(3)

# The operations of effects (from_the_moon 8.2).
OPERATIONS = (
    "none",
    "gain",
    "vp_per",
    "foundation",
    "gain_choice",
    "approval",
    "recruit",
    "train",
    "greenhouse",
    "improve_greenhouse",
    "laboratory",
)
(
    NO_OPERATION,
    GAIN,
    VP_PER,
    FOUNDATION,
    GAIN_CHOICE,
    APPROVAL,
    RECRUIT,
    TRAIN,
    GREENHOUSE,
    IMPROVE,
    LABORATORY,
) = range(11)
MODES = ("any", "construct", "improve")
ANY_MODE, CONSTRUCT_ONLY, IMPROVE_ONLY = numbered(3)

# The things that effects count for points (from_the_moon 8.4).
COUNTED = (
    "laboratory",
    "building",
    "specialist",
    "improved_part",
    "connection",
    "battery",
    "improved_greenhouse",
    "mission_tile",
    "achievement",
)
(
    LABORATORIES,
    BUILDINGS,
    SPECIALISTS,
    IMPROVED_PARTS,
    CONNECTIONS,
    BATTERIES,
    IMPROVED_GREENHOUSES,
    MISSION_TILES_TAKEN,
    ACHIEVEMENTS,
) = range(9)
# The objectives; all but the last two count something (from_the_moon 11.6).
OBJECTIVE_COUNTS = {
    "achievements": ACHIEVEMENTS,
    "buildings": BUILDINGS,
    "improved_parts": IMPROVED_PARTS,
    "improved_greenhouses": IMPROVED_GREENHOUSES,
    "laboratories": LABORATORIES,
    "batteries": BATTERIES,
    "specialists": SPECIALISTS,
}
LAUNCH_SCHEDULE, CONNECTED_BUILDINGS = len(COUNTED), len(COUNTED) + 1
OBJECTIVES = 9
FEWEST_OBJECTIVES, MOST_OBJECTIVES = 2, 5

# Limits that follow from the components (from_the_moon 1.6).
TERRAIN_TILES = 16
BUILDING_SPACES = 25
CUBES = 40
MOST_CUBES_OF_A_TILE = 4
ROVERS = 3
ROVER_CAPACITY = 3
ASTRONAUTS_PER_COLOR = 4
MARKERS_PER_COLOR = 3
MOST_ASTRONAUTS = ROVERS * ROVER_CAPACITY
MOST_BATTERIES = 9
GREENHOUSES = 6
GREENHOUSE_TILES = 24
FOUNDATIONS = 6
LABORATORY_SPACES = 12
LABORATORY_COLUMNS = 4
LABORATORY_TILES = 54
DISPLAY_ROWS, DISPLAY_COLUMNS = 3, 2
DISPLAY_SPACES = DISPLAY_ROWS * DISPLAY_COLUMNS
SMALL_SLOTS = 6
SMALL_TILES = 13
LARGE_BUILDINGS = 8
LARGE_PLACES = 2
FACTION_BUILDING = LARGE_BUILDINGS
IMPROVEMENT_CUBES = 6
OPPONENT_BUILDINGS = 6
SOLO_TILES = 9

# The choices of a building in order: the small slots, the large ones, the own faction building.
FIRST_LARGE = SMALL_SLOTS
OWN_FACTION_BUILDING = FIRST_LARGE + LARGE_BUILDINGS
BUILDING_CHOICES = OWN_FACTION_BUILDING + 1

# The items of the income after the small buildings (from_the_moon 6.2).
RECHARGE, GREENHOUSE_FOOD = SMALL_SLOTS, SMALL_SLOTS + 1
INCOME_ITEMS = SMALL_SLOTS + 2

ALTERNATIVES = 2
NONE = -1
