"""The Moon: places, connections, and the refill of terrain from the bag (from_the_moon 1, 6.5, 6.6)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import random_below
from moon_envs.games.from_the_moon.components import CUBES_KEPT, REFILL
from moon_envs.games.from_the_moon.geometry import SPACE_COUNT, SPACE_NEIGHBOURS, TILE_COUNT
from moon_envs.games.from_the_moon.state import BASE, players_of, sides_of, table_of
from moon_envs.games.from_the_moon.vocabulary import BUILDING_SPACES, COLOR_COUNT, CUBES, MOST_CUBES_OF_A_TILE, ROVERS

SHIFTS_2, SHIFTS_4 = 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
ONES_2, ONES_8 = 0x5555555555555555, 0x0101010101010101


@kernel
def size_of(members):
    """Return the number of members of a set: its one bits, added in pairs."""
    ones = members - ((members >> 1) & ONES_2)
    ones = (ones & SHIFTS_2) + ((ones >> 2) & SHIFTS_2)
    ones = (ones + (ones >> 4)) & SHIFTS_4
    return ((ones * ONES_8) >> 56) & 0xFF


@kernel
def random_member(state, members):
    """Return a random member of a set, all equally likely."""
    skipped = random_below(state, size_of(members))
    for _ in range(skipped):
        members &= members - 1
    return lowest_of(members)


@kernel
def lowest_of(members):
    """Return the lowest member of a non-empty set."""
    return size_of((members & -members) - 1)


@kernel
def tiles_of(own):
    """Return the set of tiles with rovers of a player."""
    tiles = 0
    for rover in range(ROVERS):
        if own.rover_tile[rover] != BASE:
            tiles |= 1 << np.int64(own.rover_tile[rover])
    return tiles


@kernel
def tiles_of_others(state):
    """Return the set of tiles with rovers of the other players."""
    tiles = 0
    for player in range(sides_of(state)):
        if player != state.seat:
            tiles |= tiles_of(state.players[player])
    return tiles


@kernel
def free_tiles(state):
    """Return the set of tiles without a rover (from_the_moon 1.5)."""
    taken = tiles_of_others(state) | tiles_of(state.players[state.seat])
    return ((1 << TILE_COUNT[table_of(state)]) - 1) & ~taken


@kernel
def free_spaces(state):
    """Return the set of building spaces without a miniature (from_the_moon 1.4)."""
    taken = 0
    for player in range(sides_of(state)):
        taken |= np.int64(state.players[player].buildings)
    return ((1 << SPACE_COUNT[table_of(state)]) - 1) & ~taken


@kernel
def connections_of(state, own):
    """Count the pairs of own buildings on neighbouring spaces (from_the_moon 1.4)."""
    table, buildings, ends = table_of(state), np.int64(own.buildings), 0
    for space in range(BUILDING_SPACES):
        if (buildings >> space) & 1:
            ends += size_of(buildings & SPACE_NEIGHBOURS[table, space])
    return ends // 2


@kernel
def largest_group(state, own):
    """Return the size of the largest group of connected own buildings (from_the_moon 1.4)."""
    table, left, largest = table_of(state), np.int64(own.buildings), 0
    while left:
        group, grown = 0, left & -left
        while grown != group:
            group = grown
            for space in range(BUILDING_SPACES):
                if (group >> space) & 1:
                    grown |= SPACE_NEIGHBOURS[table, space] & np.int64(own.buildings)
        largest = max(largest, size_of(group))
        left &= ~group
    return largest


@kernel
def supply_of(state, color):
    """Return the cubes of a colour in the supply: those in no other place, maybe negative (from_the_moon 4.6)."""
    elsewhere = np.int64(state.bag[color])
    for tile in range(TILE_COUNT[table_of(state)]):
        elsewhere += state.cubes[tile, color]
    for player in range(players_of(state)):
        elsewhere += state.players[player].resources[color]
    return CUBES - elsewhere


@kernel
def refill_moon(state, space, left_out):
    """Put as many cubes on every tile as the progress tile of a space says, except on a set of tiles.

    from_the_moon 6.5; the set is where the solo opponent's rovers are (from_the_moon 11.4).
    """
    wanted = REFILL[state.progress[space - 1]]
    for tile in range(TILE_COUNT[table_of(state)]):
        if (left_out >> tile) & 1:
            continue
        room = MOST_CUBES_OF_A_TILE
        for color in range(COLOR_COUNT):
            room -= state.cubes[tile, color]
        for _ in range(min(wanted, room)):
            if not draw_cube(state, tile):
                return


@kernel
def draw_cube(state, tile):
    """Draw a cube from the bag to a tile; return False if there is none (from_the_moon 6.6)."""
    cubes = cubes_in_bag(state)
    if cubes == 0:
        fill_bag(state)
        cubes = cubes_in_bag(state)
        if cubes == 0:
            return False
    drawn = random_below(state, cubes)
    color = 0
    while drawn >= state.bag[color]:
        drawn -= state.bag[color]
        color += 1
    state.bag[color] -= 1
    state.cubes[tile, color] += 1
    if cubes == 1:
        fill_bag(state)
    return True


@kernel
def cubes_in_bag(state):
    """Count the cubes in the bag."""
    cubes = 0
    for color in range(COLOR_COUNT):
        cubes += state.bag[color]
    return cubes


@kernel
def fill_bag(state):
    """Put the supply into the empty bag, except four cubes of each colour (from_the_moon 6.6)."""
    for color in range(COLOR_COUNT):
        state.bag[color] = max(supply_of(state, color) - CUBES_KEPT, 0)
