"""Buildings and tunnels: what is filled, what is connected, and the antennas (colony 3).

Sets of cells, buildings and places for tunnels are kept as bits.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.colony.components import (
    ANTENNA_CELLS,
    ANTENNAS_OF_OBSERVATORY,
    CONNECTED_BY_TUNNEL,
    OBSERVATORY,
    PLACES_BESIDE_TUNNEL,
    TUNNELS,
    TUNNELS_AT_START,
)


@kernel
def build_tunnel(sheet, tunnel):
    """Build a tunnel: both its ends are connected now (colony 3.3, 3.4)."""
    sheet.tunnels |= 1 << tunnel
    sheet.connected |= CONNECTED_BY_TUNNEL[tunnel]
    sheet.places_in_reach |= PLACES_BESIDE_TUNNEL[tunnel]


@kernel
def are_connections_right(sheet):
    """Whether the sets agree with the tunnels, and those of the rocket are built."""
    connected, places = 0, 0
    for tunnel in range(TUNNELS):
        if (sheet.tunnels >> tunnel) & 1:
            connected |= CONNECTED_BY_TUNNEL[tunnel]
            places |= PLACES_BESIDE_TUNNEL[tunnel]
    has_start = sheet.tunnels & TUNNELS_AT_START == TUNNELS_AT_START
    return has_start and connected == sheet.connected and places == sheet.places_in_reach


@kernel
def free_places_in_reach(sheet):
    """The places without a tunnel and with a connected end (colony 3.3)."""
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
    """The filled and connected buildings: their antennas are circled, if they have any (colony 3.5)."""
    return sheet.connected & (sheet.filled | 1 << OBSERVATORY)


@kernel
def circled_antennas(sheet):
    """How many antennas are circled (colony 3.5)."""
    antennas = count_bits(working_buildings(sheet) & ANTENNA_CELLS)
    return antennas + ANTENNAS_OF_OBSERVATORY if is_observatory_connected(sheet) else antennas
