"""Buildings and tunnels: which cells have room for a number, what is connected, and the antennas (colony 2, 3).

Sets of cells, buildings and places for tunnels are kept as bits.
"""

from __future__ import annotations

from moon_envs.engine.compile import kernel
from moon_envs.games.welcome_to_the_moon.acting import write_in_cell
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.colony.sheet import (
    AFTER,
    ALL_CELLS,
    ANTENNA_CELLS,
    ANTENNAS_OF_OBSERVATORY,
    BEFORE,
    CONNECTED_BY_TUNNEL,
    OBSERVATORY,
    PLACES_BESIDE_TUNNEL,
    TUNNELS_AT_START,
)
from moon_envs.games.welcome_to_the_moon.room import take_room
from moon_envs.games.welcome_to_the_moon.zones import EMPTY


@kernel
def lay_out_colony(sheet):
    """Nothing is written, and only the tunnels of the rocket are built (colony 1.4)."""
    sheet.cells[:] = EMPTY
    sheet.filled = 0
    sheet.room[:] = ALL_CELLS
    sheet.tunnels = 0
    sheet.connected = 0
    sheet.places_in_reach = 0
    for tunnel in TUNNELS_AT_START:
        build_tunnel(sheet, tunnel)


@kernel
def fill_cell(sheet, cell, value):
    """Fill a cell with a number or an X (colony 2.1)."""
    write_in_cell(sheet, cell, value)
    sheet.filled |= 1 << cell
    take_room(sheet.room, cell, value, BEFORE, AFTER)


@kernel
def build_tunnel(sheet, tunnel):
    """Build a tunnel: both its ends are connected now (colony 3.3, 3.4)."""
    sheet.tunnels |= 1 << tunnel
    sheet.connected |= CONNECTED_BY_TUNNEL[tunnel]
    sheet.places_in_reach |= PLACES_BESIDE_TUNNEL[tunnel]


@kernel
def free_places_in_reach(sheet):
    """The places without a tunnel of which an end is connected (colony 3.3)."""
    return sheet.places_in_reach & ~sheet.tunnels


@kernel
def is_filled(sheet, cells):
    """Whether all cells of a set are filled."""
    return sheet.filled & cells == cells


@kernel
def is_observatory_connected(sheet):
    """Whether a chain of tunnels leads to the observatory (colony 3.4)."""
    return (sheet.connected >> OBSERVATORY) & 1 == 1


@kernel
def working_buildings(sheet):
    """The buildings whose antennas are circled if they have any: filled and connected (colony 3.5)."""
    return sheet.connected & (sheet.filled | 1 << OBSERVATORY)


@kernel
def circled_antennas(sheet):
    """How many antennas are circled (colony 3.5)."""
    antennas = count_bits(working_buildings(sheet) & ANTENNA_CELLS)
    return antennas + ANTENNAS_OF_OBSERVATORY if is_observatory_connected(sheet) else antennas
