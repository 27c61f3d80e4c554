"""Check that the values of a record from outside fit each other; bounds are checked elsewhere.

The check covers everything the kernels rely on, so no record leads to a wrong index, an empty mask or an endless loop.
Unreachable but safe positions are accepted.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.components import (
    CREW_SIZE,
    LABORATORY_COPIES,
    LABORATORY_KINDS,
    LEAST_PLAYERS_OF_TERRAIN,
    OPENED_SPACES,
    PARTS_IN_PLAY,
    SMALL_IS_SPECIAL,
    SMALL_LEVEL,
)
from moon_envs.games.from_the_moon.effects import improvements_of
from moon_envs.games.from_the_moon.geometry import SPACE_COUNT, TILE_COUNT
from moon_envs.games.from_the_moon.greenhouses import greenhouses_left
from moon_envs.games.from_the_moon.laboratories import occupied_spaces
from moon_envs.games.from_the_moon.moon import size_of, tiles_of
from moon_envs.games.from_the_moon.ships import is_complete, launched
from moon_envs.games.from_the_moon.solo import OPPONENT
from moon_envs.games.from_the_moon.stack_faults import is_stack_possible
from moon_envs.games.from_the_moon.state import (
    CREW_FRAME,
    DRAFT_FRAME,
    DRAFTED,
    LABORATORY_PLACE_FRAME,
    NOBODY,
    argument,
    players_of,
    sides_of,
    table_of,
    top_frame,
)
from moon_envs.games.from_the_moon.team import astronauts_of, astronauts_of_color, crew_of, specialists_of_color
from moon_envs.games.from_the_moon.vocabulary import (
    ASTRONAUTS_PER_COLOR,
    BEYOND_TRACK,
    COLOR_COUNT,
    DISPLAY_SPACES,
    FACTION_BUILDING,
    FEWEST_OBJECTIVES,
    IMPROVEMENT_CUBES,
    LABORATORY_SPACES,
    LABORATORY_TILES,
    LARGE_PLACES,
    MARKERS_PER_COLOR,
    MAX_PLAYERS,
    MISSION_COUNT,
    MOST_CUBES_OF_A_TILE,
    NONE,
    OPPONENT_BUILDINGS,
    PARTS,
    ROVER_CAPACITY,
    ROVERS,
    SMALL_SLOTS,
    SOLO_TILES,
    TERRAIN_TILES,
)

FAULTS = (
    "the factions or objectives that are given do not fit the number of players",
    "the terrain is not made of the tiles of this number of players, or has too many cubes",
    "powers, progress tiles or small buildings are not those of one draw",
    "mission tiles, improvements and launches do not fit each other",
    "laboratories are missing or doubled, or lie where no foundation is",
    "rovers or buildings stand where they cannot stand",
    "a player has an impossible faction, crew or board",
    "cards or objectives of the solo mode do not fit each other",
    "the pending decisions do not fit the turn",
)
(
    WRONG_CONFIGURATION,
    WRONG_TERRAIN,
    WRONG_BOARD,
    WRONG_MISSIONS,
    WRONG_LABORATORIES,
    WRONG_PLACES,
    WRONG_PLAYER,
    WRONG_SOLO,
    WRONG_STACK,
) = range(1, len(FAULTS) + 1)
NO_FAULT = 0


@kernel
def find_fault(state):
    """Return the first fault of a record, or NO_FAULT."""
    if not is_configuration_possible(state):
        return WRONG_CONFIGURATION
    if not is_terrain_complete(state):
        return WRONG_TERRAIN
    if not is_board_possible(state):
        return WRONG_BOARD
    if not are_missions_possible(state):
        return WRONG_MISSIONS
    if state.seat >= state.player_count or (state.over == 0) != (state.depth > 0):
        return WRONG_STACK
    if not are_places_possible(state):
        return WRONG_PLACES
    if not are_players_possible(state):
        return WRONG_PLAYER
    if not are_laboratories_complete(state):
        return WRONG_LABORATORIES
    if state.player_count == 1 and not is_solo_possible(state):
        return WRONG_SOLO
    return NO_FAULT if state.over or is_stack_possible(state) else WRONG_STACK


@kernel
def is_configuration_possible(state):
    """Return whether either every seat has a given faction, all different, or no seat has one."""
    given = 0
    for seat in range(MAX_PLAYERS):
        faction = np.int64(state.given_factions[seat])
        if faction == DRAFTED:
            continue
        if seat >= state.player_count or (given >> faction) & 1:
            return False
        given |= 1 << faction
    if given != 0 and size_of(given) != state.player_count:
        return False
    if state.player_count == 1:
        return state.objective_count >= FEWEST_OBJECTIVES
    return state.objective_count == 0 and state.objectives == 0 and state.medal == 0


@kernel
def is_terrain_complete(state):
    """Return whether each tile of this number of players lies on the grid, with no more cubes than it can hold."""
    found = 0
    for position in range(TERRAIN_TILES):
        tile, cubes = np.int64(state.terrain[position]), 0
        for color in range(COLOR_COUNT):
            cubes += state.cubes[position, color]
        if position >= TILE_COUNT[table_of(state)]:
            if tile != NONE or cubes != 0:
                return False
            continue
        if tile == NONE or LEAST_PLAYERS_OF_TERRAIN[tile] > sides_of(state) or cubes > MOST_CUBES_OF_A_TILE:
            return False
        found |= 1 << tile
    return size_of(found) == TILE_COUNT[table_of(state)]


@kernel
def are_different(numbers):
    """Return whether numbers from 0 on are all different."""
    found = 0
    for place in range(numbers.shape[0]):
        found |= 1 << np.int64(numbers[place])
    return size_of(found) == numbers.shape[0]


@kernel
def is_board_possible(state):
    """Return whether powers, progress tiles and small buildings are different, and buildings fit their slots."""
    if not (are_different(state.powers) and are_different(state.progress) and are_different(state.small_tiles)):
        return False
    for slot in range(SMALL_SLOTS):
        tile = np.int64(state.small_tiles[slot])
        if SMALL_LEVEL[tile] != 1 + slot // 2 or SMALL_IS_SPECIAL[tile] != (slot == SMALL_SLOTS - 1):
            return False
    return state.cheap <= greenhouses_left(state)


@kernel
def are_missions_possible(state):
    """Return whether the parts in play have different tiles, and only taken ones are improved and launched."""
    for mission in range(MISSION_COUNT):
        found = 0
        for part in range(PARTS):
            tile, owner = np.int64(state.part_tile[mission, part]), state.part_owner[mission, part]
            improver = state.part_improver[mission, part]
            if (tile != NONE) != (part < PARTS_IN_PLAY[table_of(state)]):
                return False
            if owner >= state.player_count or improver >= state.player_count:
                return False
            if (tile == NONE and owner != NOBODY) or (owner == NOBODY and improver != NOBODY):
                return False
            if tile != NONE:
                found |= 1 << tile
        if size_of(found) != PARTS_IN_PLAY[table_of(state)]:
            return False
        if is_complete(state, mission) != (state.launch_space[mission] > 0):
            return False
    for player in range(players_of(state)):
        if improvements_of(state, player) > IMPROVEMENT_CUBES:
            return False
    return state.end_triggered != 0 or launched(state) < MISSION_COUNT


@kernel
def are_places_possible(state):
    """Return whether all rovers and buildings are on the grid, each alone on its tile or space."""
    tiles, spaces, rovers, buildings = 0, 0, 0, 0
    for player in range(sides_of(state)):
        own = state.players[player]
        for rover in range(ROVERS):
            rovers += own.rover_tile[rover] >= 0
        tiles |= tiles_of(own)
        spaces |= np.int64(own.buildings)
        buildings += size_of(np.int64(own.buildings))
    if size_of(tiles) != rovers or size_of(spaces) != buildings:
        return False
    return tiles >> TILE_COUNT[table_of(state)] == 0 and spaces >> SPACE_COUNT[table_of(state)] == 0


@kernel
def are_players_possible(state):
    """Return whether the players have different factions and buildings, and each a possible board and crew."""
    factions, large = 0, 0
    in_draft = state.depth > 0 and state.frames[0] == DRAFT_FRAME
    for player in range(players_of(state)):
        own = state.players[player]
        is_chosen = not in_draft or player > state.seat
        if (own.faction != NONE) != is_chosen or not is_player_possible(state, own):
            return False
        if is_chosen and state.given_factions[player] != DRAFTED and state.given_factions[player] != own.faction:
            return False
        if own.space == BEYOND_TRACK and player > state.seat:
            return False
        common = np.int64(own.large) & ((1 << FACTION_BUILDING) - 1)
        if (is_chosen and (factions >> np.int64(own.faction)) & 1) or large & common:
            return False
        factions |= 1 << np.int64(own.faction) if is_chosen else 0
        large |= common
        if not is_crew_possible(state, own, player):
            return False
    return True


@kernel
def is_player_possible(state, own):
    """Return whether a player board keeps to its limits."""
    if own.energy > own.batteries or own.improved > own.greenhouses or own.space == 0:
        return False
    if own.space == BEYOND_TRACK and not state.end_triggered:
        return False
    built = size_of(np.int64(own.small)) + size_of(np.int64(own.large))
    return size_of(np.int64(own.large)) <= LARGE_PLACES and built == size_of(np.int64(own.buildings))


@kernel
def is_crew_possible(state, own, player):
    """Return whether the rovers hold exactly the crew that has boarded by now."""
    for rover in range(ROVERS):
        if crew_of(own, rover) > ROVER_CAPACITY:
            return False
    if state.depth > 0:
        if state.frames[0] == DRAFT_FRAME:
            return astronauts_of(own) == 0
        if state.frames[0] == CREW_FRAME and player > state.seat:
            return astronauts_of(own) == 0
        if state.frames[0] == CREW_FRAME and player == state.seat:
            return is_boarding_possible(own, np.int64(state.arguments[0, 0]))
    for rover in range(ROVERS):
        if crew_of(own, rover) == 0:
            return False
    for color in range(COLOR_COUNT):
        astronauts = astronauts_of_color(own, color)
        if not 1 <= astronauts <= ASTRONAUTS_PER_COLOR or specialists_of_color(own, color) > MARKERS_PER_COLOR:
            return False
    return True


@kernel
def is_boarding_possible(own, member):
    """Return whether the asked members have boarded, rover by rover, and enough are left for the empty rovers."""
    empty = 0
    for rover in range(ROVERS):
        if crew_of(own, rover) == 0:
            empty += 1
        elif empty > 0:
            return False
    left = CREW_SIZE[own.faction] - member
    return astronauts_of(own) == member and left > 0 and left >= empty


@kernel
def are_laboratories_complete(state):
    """Return whether the stack has all tiles, and display and players hold exactly those drawn from it."""
    for kind in range(LABORATORY_KINDS):
        in_stack, drawn, seen = 0, 0, 0
        for place in range(LABORATORY_TILES):
            in_stack += state.laboratory_stack[place] == kind
            drawn += state.laboratory_stack[place] == kind and place < state.laboratories_drawn
        for space in range(DISPLAY_SPACES):
            seen += state.display[space] == kind
        for player in range(players_of(state)):
            for space in range(LABORATORY_SPACES):
                seen += state.players[player].laboratories[space] == kind
        if state.depth > 0 and top_frame(state) == LABORATORY_PLACE_FRAME:
            seen += argument(state, 0) == kind
        if in_stack != LABORATORY_COPIES[kind] or drawn != seen:
            return False
    for player in range(players_of(state)):
        own = state.players[player]
        if occupied_spaces(own) & ~OPENED_SPACES[own.foundations] != 0:
            return False
    return True


@kernel
def is_solo_possible(state):
    """Return whether the rover cards are complete, and the opponent's rovers stand on the last three drawn."""
    if not are_different(state.rover_cards) or state.rover_cards_drawn % ROVERS != 0 or state.rover_cards_drawn == 0:
        return False
    if size_of(np.int64(state.objectives)) != state.objective_count or state.rover_cards_drawn > SOLO_TILES:
        return False
    if state.medal and (not state.over or state.starved):
        return False
    opponent = state.players[OPPONENT]
    for rover in range(ROVERS):
        if opponent.rover_tile[rover] != state.rover_cards[state.rover_cards_drawn - ROVERS + rover]:
            return False
    return size_of(np.int64(opponent.buildings)) == OPPONENT_BUILDINGS
