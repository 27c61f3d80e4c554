"""Buildings: choose, pay, place, then use a terrain effect (from_the_moon 5.8 to 5.10)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.components import FACTION_BUILDING_COST, LARGE_COST, LARGE_PLACE_BONUS, SMALL_COST
from moon_envs.games.from_the_moon.geometry import EDGE, SPACE_KIND, SPACE_TILES
from moon_envs.games.from_the_moon.laboratories import gain_foundation
from moon_envs.games.from_the_moon.moon import free_spaces, lowest_of, size_of, tiles_of
from moon_envs.games.from_the_moon.resources import (
    NONE_MORE,
    NOW,
    can_pay_more,
    gain,
    has_faction_building,
    has_power,
    note,
    pay_more,
)
from moon_envs.games.from_the_moon.solo import latch_objectives
from moon_envs.games.from_the_moon.state import SECOND, TERRAIN_PICK_FRAME, players_of, push, set_argument, table_of
from moon_envs.games.from_the_moon.vocabulary import (
    ARCHITECTS,
    BUILDING_CHOICES,
    FACTION_BUILDING,
    FIRST_LARGE,
    LARGE_PLACES,
    OWN_FACTION_BUILDING,
    PIONEERS,
    PLACE_BUILDING,
)

PIONEERS_PICKS = 2  # from_the_moon 9.1


@kernel
def cost_of(state, own, building):
    """Return the row of a building's cost."""
    if building < FIRST_LARGE:
        return SMALL_COST + np.int64(state.small_tiles[building])
    if building < OWN_FACTION_BUILDING:
        return LARGE_COST + building - FIRST_LARGE
    return FACTION_BUILDING_COST + np.int64(own.faction)


@kernel
def available_buildings(state, own):
    """Return the set of buildings that are not built yet (from_the_moon 5.8)."""
    found = ~np.int64(own.small) & ((1 << FIRST_LARGE) - 1)
    if size_of(np.int64(own.large)) < LARGE_PLACES:
        taken = np.int64(own.large)
        for player in range(players_of(state)):
            # The last bit is each player's own faction building.
            taken |= np.int64(state.players[player].large) & ((1 << FACTION_BUILDING) - 1)
        found |= (~taken & ((2 << FACTION_BUILDING) - 1)) << FIRST_LARGE
    return found


@kernel
def discount(state, own, space):
    """Return the energy Architects save on a space: one for each own rover around it (from_the_moon 9.5)."""
    if not has_faction_building(own, ARCHITECTS):
        return 0
    return size_of(SPACE_TILES[table_of(state), space] & tiles_of(own))


@kernel
def largest_discount(state, own, spaces):
    """Return the largest discount of some spaces."""
    largest = 0
    if has_faction_building(own, ARCHITECTS):
        while spaces:
            largest = max(largest, discount(state, own, lowest_of(spaces)))
            spaces &= spaces - 1
    return largest


@kernel
def constructible_buildings(state, own):
    """Return the set of buildings that the player can pay on at least one empty space (from_the_moon 5.8)."""
    spaces = free_spaces(state)
    if spaces == 0:
        return 0
    less, available, found = largest_discount(state, own, spaces), available_buildings(state, own), 0
    for building in range(BUILDING_CHOICES):
        if (available >> building) & 1 and can_pay_more(own, cost_of(state, own, building), -less, NONE_MORE, NOW):
            found |= 1 << building
    return found


@kernel
def can_construct_building(state, own):
    """Return whether the player can construct any building."""
    return constructible_buildings(state, own) != 0


@kernel
def spaces_for(state, own, building):
    """Return the set of empty spaces where the player can pay a building (from_the_moon 5.8)."""
    left, found, cost = free_spaces(state), 0, cost_of(state, own, building)
    while left:
        space = lowest_of(left)
        left &= left - 1
        if can_pay_more(own, cost, -discount(state, own, space), NONE_MORE, NOW):
            found |= 1 << space
    return found


@kernel
def construct_building(state, own, building, space):
    """Pay, place the tile and the miniature; a terrain effect may follow (from_the_moon 5.9, 5.10)."""
    pay_more(own, cost_of(state, own, building), -discount(state, own, space), NONE_MORE)
    if building < FIRST_LARGE:
        own.small |= 1 << building
    else:
        own.large |= 1 << (building - FIRST_LARGE)
        gain(state, own, LARGE_PLACE_BONUS)
    own.buildings |= 1 << space
    note(state, own, PLACE_BUILDING)
    latch_objectives(state)
    if has_power(own, ARCHITECTS):  # from_the_moon 9.5
        gain_foundation(state, own)
    is_double = has_faction_building(own, PIONEERS) and SPACE_KIND[table_of(state), space] == EDGE
    push(state, TERRAIN_PICK_FRAME, SPACE_TILES[table_of(state), space])
    set_argument(state, SECOND, PIONEERS_PICKS if is_double else 1)
