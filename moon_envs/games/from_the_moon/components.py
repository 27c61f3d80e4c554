"""The printed facts of From the Moon as numpy arrays, read from `components.json` or the owner's file that replaces it.

Costs, gains and effects are one table each, with a row for every cost, gain or effect; the names below give the first
row of each kind of thing. Effects are data: kernels run their operations and know no tile.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.files.component_files import describe_reconstructed, load_components
from moon_envs.games.from_the_moon.component_checks import MOST_OPERATIONS, validate
from moon_envs.games.from_the_moon.vocabulary import (
    ALTERNATIVES,
    APPROVAL,
    COLORS,
    CONNECTED_BUILDINGS,
    COST_NAMES,
    COUNT_KEYS,
    COUNTED,
    EVENTS,
    FACTIONS,
    FOUNDATIONS,
    GAIN,
    GAIN_CHOICE,
    GAIN_NAMES,
    GREENHOUSE,
    LABORATORY,
    LABORATORY_COLUMNS,
    LABORATORY_SPACES,
    LAUNCH_SCHEDULE,
    MISSIONS,
    MODES,
    MOST_ASTRONAUTS,
    NONE,
    OBJECTIVE_COUNTS,
    OPERATIONS,
    RESOURCES,
    TERRAIN_TILES,
    TRACK_SPACES,
    VP_PER,
)

FAMILY = "from_the_moon"

COMPONENTS = load_components(FAMILY, Path(__file__).with_name("components.json"), validate)
RECONSTRUCTED_TABLES = describe_reconstructed(FAMILY, COMPONENTS)

_board = COMPONENTS["player_board"]
_factions = COMPONENTS["factions"]["factions"]
_terrain = COMPONENTS["terrain_tiles"]["tiles"]
_kinds = COMPONENTS["laboratory_tiles"]["kinds"]
_small = COMPONENTS["small_buildings"]["tiles"]
_large = COMPONENTS["large_buildings"]["tiles"]


def _row(amounts: dict[str, int], names: tuple[str, ...]) -> list[int]:
    return [amounts.get(name, 0) for name in names]


def _by_count(table: dict[str, int]) -> np.ndarray:
    return np.array([table[key] for key in COUNT_KEYS], dtype=np.int64)


# Effects of terrain tiles, then of laboratories, then of small buildings (from_the_moon 8.1).
EFFECT_ROWS = [row["effect"] for row in (*_terrain, *_kinds, *_small)]
EFFECTS = len(EFFECT_ROWS)
LABORATORY_KINDS = len(_kinds)
FIRST_LABORATORY_EFFECT = TERRAIN_TILES
FIRST_SMALL_EFFECT = TERRAIN_TILES + LABORATORY_KINDS
EFFECT_ALTERNATIVES = np.array([len(effect["choices"]) for effect in EFFECT_ROWS], dtype=np.int8)
EFFECT_IS_FREE = np.array([not any(effect["cost"].values()) for effect in EFFECT_ROWS], dtype=np.int8)

# Costs (from_the_moon 4.1): a row of COST_NAMES for everything that costs something.
_costs: list[list[int]] = []
_gains: list[list[int]] = []


def _add(table: list[list[int]], names: tuple[str, ...], rows: list[dict[str, int]]) -> np.int64:
    """Add rows to a table; return the index of the first one."""
    table += [_row(row, names) for row in rows]
    return np.int64(len(table) - len(rows))


_NOTHING: dict[str, int] = {}
NO_COST = _add(_costs, COST_NAMES, [_NOTHING])
GREENHOUSE_COST = _add(_costs, COST_NAMES, [COMPONENTS["greenhouses"]["construct_cost"]])
IMPROVE_GREENHOUSE_COST = _add(_costs, COST_NAMES, [COMPONENTS["greenhouses"]["improve_cost"]])
RECRUIT_COST = _add(_costs, COST_NAMES, [_board["recruit_cost"]])
TRAIN_COST = _add(_costs, COST_NAMES, [_board["train_cost"]])
FOUNDATION_COST = _add(_costs, COST_NAMES, [COMPONENTS["foundations"]["construct_cost"]])
LABORATORY_COST = _add(_costs, COST_NAMES, [COMPONENTS["foundations"]["laboratory_cost"]])
SPECIAL_RESEARCH_COST = _add(_costs, COST_NAMES, [COMPONENTS["foundations"]["special_research_cost"]])
SMALL_COST = _add(_costs, COST_NAMES, [_board["small_building_cost_by_level"][str(row["level"])] for row in _small])
LARGE_COST = _add(_costs, COST_NAMES, [row["cost"] for row in _large])
FACTION_BUILDING_COST = _add(_costs, COST_NAMES, [row["building_cost"] for row in _factions])
MISSION_TILE_COST = _add(_costs, COST_NAMES, [row["cost"] for row in COMPONENTS["mission_tiles"]["tiles"]])
_parts = [part for board in COMPONENTS["mission_boards"]["boards"] for part in board["parts"]]
IMPROVE_PART_COST = _add(_costs, COST_NAMES, [part["improve_cost"] for part in _parts])
EFFECT_COST = _add(_costs, COST_NAMES, [effect["cost"] for effect in EFFECT_ROWS])
COSTS = np.array(_costs, dtype=np.int8)

# Surcharges in energy (from_the_moon 7.3, 7.6), and the Cyborgs' price of a recruit (from_the_moon 9.2).
STACK_SURCHARGE = COMPONENTS["greenhouses"]["stack_surcharge_energy"]
ROW_SURCHARGE = np.array(COMPONENTS["laboratory_display"]["row_surcharge_energy"], dtype=np.int8)
LOWEST_ROW_SURCHARGE = np.int64(ROW_SURCHARGE.min())
CYBORG_RECRUIT_ENERGY, CYBORG_RECRUIT_METAL = 1, 1

# Gains: a row of GAIN_NAMES for every bonus, then for every operation that gains.
GREENHOUSE_BONUS = _add(_gains, GAIN_NAMES, COMPONENTS["greenhouses"]["space_bonus_bottom_to_top"])
RECRUIT_BONUS = _add(_gains, GAIN_NAMES, _board["recruit_column_bonus"])
TRAIN_BONUS = _add(_gains, GAIN_NAMES, _board["train_bonus_per_color"])
THIRD_ROW_BONUS = _add(_gains, GAIN_NAMES, [COMPONENTS["foundations"]["third_row_bonus"]])
LARGE_PLACE_BONUS = _add(_gains, GAIN_NAMES, [_board["large_building_slot_bonus"]])

# Operations (from_the_moon 8.2): a kind and two numbers.
OPERATION = np.zeros((EFFECTS, ALTERNATIVES, MOST_OPERATIONS), dtype=np.int8)
FIRST_ARGUMENT = np.zeros((EFFECTS, ALTERNATIVES, MOST_OPERATIONS), dtype=np.int16)
SECOND_ARGUMENT = np.zeros((EFFECTS, ALTERNATIVES, MOST_OPERATIONS), dtype=np.int16)


def _arguments(operation: dict[str, Any], code: int) -> tuple[int, int]:
    if code == GAIN:
        return int(_add(_gains, GAIN_NAMES, [{name: n for name, n in operation.items() if name != "op"}])), 0
    if code == VP_PER:
        return COUNTED.index(operation["what"]), operation["vp"]
    if code == GAIN_CHOICE:
        return operation["count"], 0
    if code == APPROVAL:
        missions = sum(1 << MISSIONS.index(mission) for mission in operation["missions"])
        return missions, MODES.index(operation["mode"])
    if code in (GREENHOUSE, LABORATORY):
        return int(operation["surcharge"]), 0
    return 0, 0


for _effect, _rows in enumerate(EFFECT_ROWS):
    for _alternative, _operations in enumerate(_rows["choices"]):
        for _place, _operation in enumerate(_operations):
            _where = (_effect, _alternative, _place)
            OPERATION[_where] = OPERATIONS.index(_operation["op"])
            FIRST_ARGUMENT[_where], SECOND_ARGUMENT[_where] = _arguments(_operation, int(OPERATION[_where]))
GAINS = np.array(_gains, dtype=np.int8)
# Loops over operations stop at the length of the longest alternative.
LONGEST_ALTERNATIVE = int((OPERATION != 0).sum(axis=2).max())

# The Moon (from_the_moon 2.1, 2.6, 2.8).
LEAST_PLAYERS_OF_TERRAIN = np.array([row["min_players"] for row in _terrain], dtype=np.int8)
REFILL = np.array([row["refill"] for row in COMPONENTS["progress"]["tiles"]], dtype=np.int8)
PROGRESS_EVENT = np.array([EVENTS.index(row["achievement_for"]) for row in COMPONENTS["progress"]["tiles"]], np.int8)
CUBES_IN_BAG = np.array([COMPONENTS["cubes"]["in_bag_at_start"][color] for color in COLORS], dtype=np.int8)
CUBES_KEPT = COMPONENTS["cubes"]["kept_in_supply_when_bag_is_refilled"]

# Missions (from_the_moon 2.2, 7.9, 7.10, 7.12).
PARTS_IN_PLAY = _by_count(COMPONENTS["mission_boards"]["parts_in_play"])
MISSION_TILE_POINTS = np.array([row["vp"] for row in COMPONENTS["mission_tiles"]["tiles"]], dtype=np.int16)
IMPROVE_PART_POINTS = np.array([part["improve_vp"] for part in _parts], dtype=np.int16)
LAUNCH_MAIN = np.array([row["launch"]["main"] for row in COMPONENTS["mission_boards"]["boards"]], dtype=np.int16)
LAUNCH_SECOND = np.array([row["launch"]["secondary"] for row in COMPONENTS["mission_boards"]["boards"]], np.int16)
RESEARCH_AFTER_IMPROVE = COMPONENTS["rule_switches"]["special_research_after_improve"]
RESEARCH_AFTER_CONSTRUCT = COMPONENTS["rule_switches"]["special_research_after_construct"]

# Greenhouses and laboratories (from_the_moon 2.4, 2.5, 6.2, 7.5, 7.7).
CHEAP_GREENHOUSES = _by_count(COMPONENTS["greenhouses"]["cheap_tiles_at_setup_and_refill"])
BASIC_FOOD = COMPONENTS["greenhouses"]["income_food"]["basic"]
IMPROVED_FOOD = COMPONENTS["greenhouses"]["income_food"]["improved"]
LABORATORY_COPIES = np.array([row["copies"] for row in _kinds], dtype=np.int8)
LABORATORY_STACK = np.repeat(np.arange(LABORATORY_KINDS), LABORATORY_COPIES).astype(np.int8)


def _opened_spaces(foundations: int) -> int:
    """Return the set of laboratory spaces that this many foundations open."""
    slots = COMPONENTS["foundations"]["fill_order"][:foundations]
    return sum(3 << (row * LABORATORY_COLUMNS + 2 * column) for row, column in slots)


OPENED_SPACES = np.array([_opened_spaces(count) for count in range(FOUNDATIONS + 1)], dtype=np.int64)
THIRD_ROW = 2 * LABORATORY_COLUMNS
ROW_AND_COLUMN = np.zeros(LABORATORY_SPACES, dtype=np.int64)
for _one in range(LABORATORY_SPACES):
    for _other in range(LABORATORY_SPACES):
        _same_row = _one // LABORATORY_COLUMNS == _other // LABORATORY_COLUMNS
        if _same_row or _one % LABORATORY_COLUMNS == _other % LABORATORY_COLUMNS:
            ROW_AND_COLUMN[_one] |= 1 << _other

# Buildings (from_the_moon 2.7, 5.8, 10.5).
SMALL_LEVEL = np.array([row["level"] for row in _small], dtype=np.int8)
SMALL_IS_SPECIAL = np.array([row["special"] for row in _small], dtype=np.int8)
SPECIAL_SMALL_TILE = int(SMALL_IS_SPECIAL.argmax())
LARGE_COUNTED = np.array([COUNTED.index(row["end_of_game"]["what"]) for row in _large], dtype=np.int8)
LARGE_POINTS = np.array([row["end_of_game"]["vp"] for row in _large], dtype=np.int16)

# Factions (from_the_moon 2.10): each member of the crew has a colour and may be a specialist.
CREW_SIZE = np.array([len(row["crew"]) for row in _factions], dtype=np.int8)
CREW_COLOR = np.full((len(FACTIONS), MOST_ASTRONAUTS), NONE, dtype=np.int8)
CREW_IS_SPECIALIST = np.zeros((len(FACTIONS), MOST_ASTRONAUTS), dtype=np.int8)
for _faction, _facts in enumerate(_factions):
    for _place, (_color, _kind) in enumerate(_facts["crew"]):
        CREW_COLOR[_faction, _place] = COLORS.index(_color)
        CREW_IS_SPECIALIST[_faction, _place] = _kind == "specialist"
FACTION_BATTERIES = np.array([row["batteries"] for row in _factions], dtype=np.int8)
FACTION_RESOURCES = np.array([_row(row["resources"], RESOURCES) for row in _factions], dtype=np.int16)
FACTION_GREENHOUSES = np.array([row["tile"] == "greenhouse" for row in _factions], dtype=np.int8)
FACTION_FOUNDATIONS = np.array([row["tile"] == "foundation" for row in _factions], dtype=np.int8)
LOST_PER_UNFED = _board["vp_lost_per_unfed"]

# Scoring (from_the_moon 10, 11.7).
_scoring = COMPONENTS["end_scoring"]
ACHIEVEMENT_FIRST = np.int64(_scoring["achievement_majority"]["first"])
ACHIEVEMENT_SECOND = _scoring["achievement_majority"]["second"]
IMPROVEMENT_FIRST = np.int64(_scoring["improvement_majority"]["first"])
IMPROVEMENT_SECOND = _scoring["improvement_majority"]["second"]
RESOURCES_PER_POINT = _scoring["resources_per_vp"]
POINTS_PER_ACHIEVEMENT = _scoring["vp_per_achievement"]

_solo = COMPONENTS["solo"]
MAIN_NEEDS_IMPROVED = _solo["launch_main_needs_improved_parts"]
SECOND_NEEDS_IMPROVED = _solo["launch_secondary_needs_improved_parts"]
SOLO_ACHIEVEMENT_STEP = np.array([row["at_least"] for row in _solo["achievement_steps"]], dtype=np.int16)
SOLO_ACHIEVEMENT_POINTS = np.array([row["vp"] for row in _solo["achievement_steps"]], dtype=np.int16)
SOLO_IMPROVEMENT_POINTS = np.array(_solo["improvement_steps"], dtype=np.int16)
MEDALS = tuple((row["name"], row["from"]) for row in _solo["medals"])
MEDAL_FROM = np.array([row["from"] or 0 for row in _solo["medals"]], dtype=np.int16)

# Objectives (from_the_moon 11.6): what counts, how much of it is needed, and on which space.
_objectives = COMPONENTS["objectives"]["objectives"]
_checks = {**OBJECTIVE_COUNTS, "launch_schedule": LAUNCH_SCHEDULE, "connected_buildings": CONNECTED_BUILDINGS}
OBJECTIVE_CHECK = np.array([_checks[row["check"]] for row in _objectives], dtype=np.int8)
OBJECTIVE_AT_LEAST = np.array([row.get("at_least", 0) for row in _objectives], dtype=np.int16)
OBJECTIVE_SPACE = np.array([row.get("on_space", 0) for row in _objectives], dtype=np.int8)
LAUNCH_SPACES = np.array(
    [[row.get("launch_on_space", {}).get(mission, 0) for mission in MISSIONS] for row in _objectives], dtype=np.int8
)

# Lower bound of points: no astronaut is ever fed (from_the_moon 6.3).
LOWEST_SCORE = -TRACK_SPACES * MOST_ASTRONAUTS * LOST_PER_UNFED
