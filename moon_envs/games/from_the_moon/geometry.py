"""The grid of the Moon for every number of players, as sets of places: bit p of a set is place p.

Terrain position p is in row p // columns; building space s is a corner of tiles, in row s // (columns + 1)
(from_the_moon 1.2, 1.3). With two players, and in the solo mode:

    spaces   0   1   2   3        tiles   0  1  2
             4   5   6   7                3  4  5
             8   9  10  11                6  7  8
            12  13  14  15
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.vocabulary import BUILDING_SPACES, COUNT_KEYS, TERRAIN_TILES

# Rows and columns of tiles with 2, 3 and 4 players (from_the_moon 1.2).
GRIDS = ((3, 3), (3, 4), (4, 4))
CORNER, EDGE, INTERIOR = range(3)
KIND_OF_TOUCHED = {1: CORNER, 2: EDGE, 4: INTERIOR}


def _neighbours(rows: int, columns: int, place: int) -> int:
    """Return the set of orthogonal neighbours of a place in a grid."""
    row, column = divmod(place, columns)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return sum(1 << (r * columns + c) for r, c in steps if 0 <= r < rows and 0 <= c < columns)


def _touched(rows: int, columns: int, space: int) -> int:
    """Return the set of tiles that a building space touches."""
    row, column = divmod(space, columns + 1)
    tiles = ((r, c) for r in (row - 1, row) for c in (column - 1, column))
    return sum(1 << (r * columns + c) for r, c in tiles if 0 <= r < rows and 0 <= c < columns)


TILE_COUNT = np.array([rows * columns for rows, columns in GRIDS], dtype=np.int64)
SPACE_COUNT = np.array([(rows + 1) * (columns + 1) for rows, columns in GRIDS], dtype=np.int64)
COLUMNS = np.array([columns for _, columns in GRIDS], dtype=np.int64)

TILE_NEIGHBOURS = np.zeros((len(COUNT_KEYS), TERRAIN_TILES), dtype=np.int64)
TILE_SPACES = np.zeros((len(COUNT_KEYS), TERRAIN_TILES), dtype=np.int64)
CORNER_TILES = np.zeros(len(COUNT_KEYS), dtype=np.int64)
SPACE_NEIGHBOURS = np.zeros((len(COUNT_KEYS), BUILDING_SPACES), dtype=np.int64)
SPACE_TILES = np.zeros((len(COUNT_KEYS), BUILDING_SPACES), dtype=np.int64)
SPACE_KIND = np.zeros((len(COUNT_KEYS), BUILDING_SPACES), dtype=np.int8)

for _grid, (_rows, _columns) in enumerate(GRIDS):
    for _space in range(SPACE_COUNT[_grid]):
        SPACE_NEIGHBOURS[_grid, _space] = _neighbours(_rows + 1, _columns + 1, _space)
        SPACE_TILES[_grid, _space] = _touched(_rows, _columns, _space)
        SPACE_KIND[_grid, _space] = KIND_OF_TOUCHED[int(SPACE_TILES[_grid, _space]).bit_count()]
    for _tile in range(TILE_COUNT[_grid]):
        TILE_NEIGHBOURS[_grid, _tile] = _neighbours(_rows, _columns, _tile)
        TILE_SPACES[_grid, _tile] = sum(
            1 << space for space in range(SPACE_COUNT[_grid]) if int(SPACE_TILES[_grid, space]) >> _tile & 1
        )
    for _tile in (0, _columns - 1, (_rows - 1) * _columns, _rows * _columns - 1):
        CORNER_TILES[_grid] |= 1 << _tile
