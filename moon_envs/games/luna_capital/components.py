"""The printed facts of Luna Capital as numpy arrays, from `components.json` or the owner's file that replaces it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from moon_envs.base.files.component_files import describe_reconstructed, load_components
from moon_envs.games.luna_capital.component_checks import CONDITIONS, FACTORS, PLAYERS_OF_KEY, validate
from moon_envs.games.luna_capital.frame import (
    CONCESSION_COUNT,
    MAX_PLAYERS,
    NONE,
    PHASE_COUNT,
    ROUNDS,
    SHORT_TERM,
    TILES_OF_PHASE,
)
from moon_envs.games.luna_capital.kinds import (
    DOUBLE_PLOTS,
    EMPTY,
    KINDS,
    LANDING_PAD,
    PART_OF_PLOT_ABOVE,
    PART_OF_PLOT_LEFT,
    TARGET_NAMES,
)

FAMILY = "luna_capital"
COMPONENTS = load_components(FAMILY, Path(__file__).with_name("components.json"), validate)
RECONSTRUCTED_TABLES = describe_reconstructed(FAMILY, COMPONENTS)


def _column(table: str, name: str) -> list:
    return [row[name] for row in COMPONENTS[table]["rows"]]


PLAYER_COUNTS = tuple(range(1, MAX_PLAYERS + 1))
# The common supply (luna_capital 1.5).
ROBOTS = COMPONENTS["supply"]["robot_markers"]
TOKENS = COMPONENTS["supply"]["redistribution_tokens"]

# Construction cards (luna_capital 1.1). CARD_CELLS holds what is printed on the first cell of every plot; the second
# cell of a double plot points to its first. CARD_PLOTS counts the plots of a card by kind, all of them at index 0.
CARD_IDS = tuple(_column("construction_cards", "id"))
CARD_NUMBER = np.array(_column("construction_cards", "number"), dtype=np.int8)
CARD_CELLS = np.array(
    [[KINDS.index(kind) for kind in cells] for cells in _column("construction_cards", "cells")], dtype=np.int8
)
for _card, _code in enumerate(_column("construction_cards", "double_plot")):
    if _code:
        _first, _second = DOUBLE_PLOTS[_code]
        CARD_CELLS[_card, _second] = PART_OF_PLOT_LEFT if _second == _first + 1 else PART_OF_PLOT_ABOVE
CONTENTS = len(KINDS) - 1  # A plot can hold everything but a demolition.
ALL_PLOTS = 0
CARD_PLOTS = np.array([[(cells == kind).sum() for kind in range(CONTENTS)] for cells in CARD_CELLS], dtype=np.int8)
CARD_PLOTS[:, ALL_PLOTS] = CARD_PLOTS[:, EMPTY:].sum(axis=1)

# Project tiles (luna_capital 1.2): tile t of phase p. Those in play depend on the number of players (luna_capital 2.3).
TILE_KIND = np.array([KINDS.index(kind) for kind in _column("project_tiles", "kind")], dtype=np.int8)
TILE_KIND = TILE_KIND.reshape(PHASE_COUNT, TILES_OF_PHASE)
TILE_ROBOTS = np.array(_column("project_tiles", "robots"), dtype=np.int8).reshape(PHASE_COUNT, TILES_OF_PHASE)
_dots = np.array(_column("project_tiles", "dots"), dtype=np.int8).reshape(PHASE_COUNT, TILES_OF_PHASE)
TILES_IN_PLAY = np.full((MAX_PLAYERS + 1, PHASE_COUNT, TILES_OF_PHASE), NONE, dtype=np.int8)
TILE_COUNT = np.zeros((MAX_PLAYERS + 1, PHASE_COUNT), dtype=np.int8)
for _players in PLAYER_COUNTS:
    for _phase in range(PHASE_COUNT):
        # Solo is set up as for two players (luna_capital 10.1).
        _used = np.flatnonzero(_dots[_phase] < max(_players, 2))
        TILES_IN_PLAY[_players, _phase, : len(_used)] = _used
        TILE_COUNT[_players, _phase] = len(_used)
# Landing pads in play in all phases before a phase.
PADS_BEFORE = np.zeros((MAX_PLAYERS + 1, PHASE_COUNT), dtype=np.int8)
for _players in PLAYER_COUNTS:
    for _phase in range(1, PHASE_COUNT):
        _before = TILES_IN_PLAY[_players, _phase - 1, : TILE_COUNT[_players, _phase - 1]]
        _pads = (TILE_KIND[_phase - 1, _before] == LANDING_PAD).sum()
        PADS_BEFORE[_players, _phase] = PADS_BEFORE[_players, _phase - 1] + _pads
MOST_TILES_OF_A_KIND = int(max(np.bincount(kinds, minlength=len(KINDS)).max() for kinds in TILE_KIND))

# Concessions (luna_capital 8): the short-term ones first.
CONCESSION_IDS = tuple(_column("concessions", "id"))
CONCESSION_POINTS = np.array(_column("concessions", "points"), dtype=np.int16)
_rows = COMPONENTS["concessions"]["rows"]
CONDITION = np.array([CONDITIONS.index(row["condition"]) for row in _rows], dtype=np.int8)
CONCESSION_TARGET = np.array(
    [TARGET_NAMES.index(row["target"]) if "target" in row else NONE for row in _rows], dtype=np.int8
)
CONCESSION_MINIMUM = np.array([row.get("minimum", 0) for row in _rows], dtype=np.int8)
CONCESSION_BRIDGING = np.array([row.get("bridging", False) for row in _rows], dtype=np.bool_)
# Long-term concessions of a solo game: "fewest rows" needs other players (luna_capital 10.1).
_alone = [index for index in range(SHORT_TERM, CONCESSION_COUNT) if _rows[index]["condition"] != "fewest_rows"]
SOLO_LONG_TERM = np.array(_alone, dtype=np.int8)


def _offsets(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the cells of each card pattern as offsets from its first cell, and their number."""
    cells = [row.get(name, []) for row in _rows]
    origins = [row["pattern_cells"][0] if "pattern_cells" in row else (0, 0) for row in _rows]
    offsets = np.zeros((len(_rows), max(1, *map(len, cells)), 2), dtype=np.int8)
    for index, (listed, origin) in enumerate(zip(cells, origins, strict=True)):
        for place, cell in enumerate(listed):
            offsets[index, place] = np.subtract(cell, origin)
    return offsets, np.array(list(map(len, cells)), dtype=np.int8)


PATTERN, PATTERN_SIZE = _offsets("pattern_cells")
PATTERN_EMPTY, PATTERN_EMPTY_SIZE = _offsets("pattern_must_be_empty")

# Points (luna_capital 9).
_scoring = COMPONENTS["scoring"]
GROUP_POINTS = np.array(_scoring["basic_module_group"], dtype=np.int16)
LARGEST_GROUP = len(GROUP_POINTS) - 1
SET_POINTS = np.array(_scoring["greenhouse_sets"], dtype=np.int16)
MOST_SETS = len(SET_POINTS) - 1
SALES_OFFICE_POINTS = _scoring["sales_office"]
RESIDENTIAL_POINTS = _scoring["residential_per_plot"]
COMPLEX_POINTS = _scoring["complex_per_plot"]
HAND_POINTS = _scoring["card_in_hand"]
METEORITE_MINIMUM = _scoring["meteorite_minimum"]
METEORITE_PLACES = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS), dtype=np.int16)
for _key, _players in PLAYERS_OF_KEY.items():
    _places = _scoring["meteorite_places"][_key]
    METEORITE_PLACES[_players, : len(_places)] = _places

# Solo (luna_capital 10).
_solo = COMPONENTS["solo"]
_factors = [list(map(FACTORS.index, _solo["concession_factor_by_phase"][term])) for term in ("short", "long")]
SOLO_FACTOR = np.array([_factors[index >= SHORT_TERM] for index in range(CONCESSION_COUNT)], dtype=np.int8)
"""The worth of a solo concession in halves, by the phase in which it is satisfied."""
AUTOMATON_BUILDING_POINTS = _solo["building_points"]
AUTOMATON_SPECIAL_POINTS = _solo["special_points"]
AUTOMATON_HAND_POINTS = _solo["hand_points"]
AUTOMATON_TILES = PHASE_COUNT * ROUNDS * (ROUNDS + 1) // 2
