"""Set-up: the Moon, the main board, the draft of factions, the crews (from_the_moon 2)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import shuffle
from moon_envs.games.from_the_moon.components import (
    CHEAP_GREENHOUSES,
    CREW_COLOR,
    CREW_IS_SPECIALIST,
    CREW_SIZE,
    CUBES_IN_BAG,
    FACTION_BATTERIES,
    FACTION_FOUNDATIONS,
    FACTION_GREENHOUSES,
    FACTION_RESOURCES,
    LABORATORY_STACK,
    LEAST_PLAYERS_OF_TERRAIN,
    PARTS_IN_PLAY,
    SMALL_IS_SPECIAL,
    SMALL_LEVEL,
    SPECIAL_SMALL_TILE,
)
from moon_envs.games.from_the_moon.geometry import TILE_COUNT
from moon_envs.games.from_the_moon.moon import random_member, refill_moon
from moon_envs.games.from_the_moon.solo import set_up_solo
from moon_envs.games.from_the_moon.state import (
    BLANK_PLAYER,
    CREW_FRAME,
    DRAFT_FRAME,
    DRAFTED,
    MAIN_FRAME,
    NOBODY,
    NOTHING,
    players_of,
    push,
    sides_of,
    table_of,
)
from moon_envs.games.from_the_moon.team import crew_of
from moon_envs.games.from_the_moon.vocabulary import (
    COLOR_COUNT,
    DISPLAY_SPACES,
    FACTION_COUNT,
    LABORATORY_TILES,
    MISSION_COUNT,
    MISSION_TILES,
    NONE,
    PARTS,
    PROGRESS_TILES,
    RESOURCE_COUNT,
    ROVER_CAPACITY,
    ROVERS,
    SMALL_SLOTS,
    SMALL_TILES,
    TERRAIN_TILES,
    TRACK_SPACES,
)

ALL_FACTIONS = (1 << FACTION_COUNT) - 1
FIRST_SPACE, NO_TILES = np.int64(1), np.int64(0)


@kernel
def set_up(state):
    """Set up the board, then begin the draft, or the crews if the factions are given (from_the_moon 2)."""
    for player in range(sides_of(state)):
        state.players[player] = BLANK_PLAYER[0]
    lay_out_terrain(state)
    lay_out_missions(state)
    for color in range(COLOR_COUNT):
        state.powers[color] = color
    shuffle(state, state.powers, 0, COLOR_COUNT)  # from_the_moon 2.3
    state.cheap = CHEAP_GREENHOUSES[table_of(state)]  # from_the_moon 2.4
    lay_out_laboratories(state)
    lay_out_progress(state)
    draw_small_buildings(state)
    for color in range(COLOR_COUNT):
        state.bag[color] = CUBES_IN_BAG[color]
    refill_moon(state, FIRST_SPACE, NO_TILES)  # from_the_moon 2.8
    if state.player_count == 1:
        set_up_solo(state)
    if state.given_factions[0] == DRAFTED:
        begin_draft(state)
    else:
        for player in range(players_of(state)):
            state.players[player].faction = state.given_factions[player]
        begin_crews(state)


@kernel
def lay_out_terrain(state):
    """Place the tiles of this number of players at random on the grid (from_the_moon 2.1)."""
    position = 0
    for tile in range(TERRAIN_TILES):
        if LEAST_PLAYERS_OF_TERRAIN[tile] <= sides_of(state):
            state.terrain[position] = tile
            position += 1
    for unused in range(position, TERRAIN_TILES):
        state.terrain[unused] = NONE
    shuffle(state, state.terrain, 0, TILE_COUNT[table_of(state)])


@kernel
def lay_out_missions(state):
    """Place a random tile of the mission on each part in play (from_the_moon 2.2)."""
    for mission in range(MISSION_COUNT):
        left = (1 << MISSION_TILES) - 1
        for part in range(PARTS):
            state.part_owner[mission, part] = NOBODY
            state.part_improver[mission, part] = NOBODY
            state.part_tile[mission, part] = NONE
            if part < PARTS_IN_PLAY[table_of(state)]:
                tile = random_member(state, left)
                left &= ~(1 << tile)
                state.part_tile[mission, part] = tile


@kernel
def lay_out_laboratories(state):
    """Shuffle the laboratories and display the first ones (from_the_moon 2.5)."""
    for place in range(LABORATORY_TILES):
        state.laboratory_stack[place] = LABORATORY_STACK[place]
    shuffle(state, state.laboratory_stack, 0, LABORATORY_TILES)
    for space in range(DISPLAY_SPACES):
        state.display[space] = state.laboratory_stack[space]
    state.laboratories_drawn = DISPLAY_SPACES


@kernel
def lay_out_progress(state):
    """Place a random progress tile on each space of the track (from_the_moon 2.6)."""
    left = (1 << PROGRESS_TILES) - 1
    for space in range(TRACK_SPACES):
        tile = random_member(state, left)
        left &= ~(1 << tile)
        state.progress[space] = tile


@kernel
def draw_small_buildings(state):
    """Draw two tiles of level 1, two of level 2 and one of level 3, and add the special one (from_the_moon 2.7)."""
    left = 0
    for slot in range(SMALL_SLOTS - 1):
        level = 1 + slot // 2
        if slot % 2 == 0:
            left = ordinary_tiles(level)
        tile = random_member(state, left)
        left &= ~(1 << tile)
        state.small_tiles[slot] = tile
    state.small_tiles[SMALL_SLOTS - 1] = SPECIAL_SMALL_TILE


@kernel
def ordinary_tiles(level):
    """Return the set of small buildings of a level that are not special."""
    found = 0
    for tile in range(SMALL_TILES):
        if SMALL_LEVEL[tile] == level and not SMALL_IS_SPECIAL[tile]:
            found |= 1 << tile
    return found


@kernel
def begin_draft(state):
    """Offer one faction more than players to the last seat; in the solo mode all (from_the_moon 2.9, 11.2)."""
    offered = ALL_FACTIONS
    if state.player_count > 1:
        offered = 0
        for _ in range(players_of(state) + 1):
            offered |= 1 << random_member(state, ALL_FACTIONS & ~offered)
    state.seat = state.player_count - 1
    push(state, DRAFT_FRAME, offered)


@kernel
def choose_faction(state, offered, faction):
    """Choose a faction and pass the rest on, down to the first seat (from_the_moon 2.9)."""
    state.players[state.seat].faction = faction
    if state.seat > 0:
        state.seat -= 1
        push(state, DRAFT_FRAME, offered & ~(1 << faction))
    else:
        begin_crews(state)


@kernel
def begin_crews(state):
    """Give every player the faction's components, then let the crews board (from_the_moon 2.10)."""
    for player in range(players_of(state)):
        own = state.players[player]
        for resource in range(RESOURCE_COUNT):
            own.resources[resource] = FACTION_RESOURCES[own.faction, resource]
        own.batteries = FACTION_BATTERIES[own.faction]
        own.energy = own.batteries
        own.greenhouses = FACTION_GREENHOUSES[own.faction]
        own.foundations = FACTION_FOUNDATIONS[own.faction]
    state.seat = 0
    push(state, CREW_FRAME, NOTHING)


@kernel
def rovers_for_member(own, member):
    """Return the set of rovers that the next member of the crew can board (from_the_moon 2.11, 12.5)."""
    found, empty = 0, 0
    for rover in range(ROVERS):
        crew = crew_of(own, rover)
        if crew == 0:
            empty += 1
            if empty == 1:
                found |= 1 << rover
        elif crew < ROVER_CAPACITY:
            found |= 1 << rover
    if CREW_SIZE[own.faction] - member > empty:
        return found
    # All members left are needed for the empty rovers, which come last.
    return 1 << (ROVERS - empty)


@kernel
def board(state, own, member, rover):
    """Put a member of the crew into a rover; after the last one ask the next seat (from_the_moon 2.11, 2.12)."""
    color = np.int64(CREW_COLOR[own.faction, member])
    if CREW_IS_SPECIALIST[own.faction, member]:
        own.specialists[rover, color] += 1
    else:
        own.basics[rover, color] += 1
    if member + 1 < CREW_SIZE[own.faction]:
        push(state, CREW_FRAME, member + 1)
    elif state.seat + 1 < state.player_count:
        state.seat += 1
        push(state, CREW_FRAME, NOTHING)
    else:
        state.seat = 0
        push(state, MAIN_FRAME, NOTHING)
