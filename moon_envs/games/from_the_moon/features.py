"""The features of From the Moon: everything except the order of the stacks (from_the_moon 12.7)."""

from __future__ import annotations

import numpy as np

from moon_envs.core.tables import CATEGORY, SOLO, Feature, FeatureTable
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.features import clear, put, put_all, put_bits, put_one_hot
from moon_envs.games.from_the_moon.components import CHEAP_GREENHOUSES, EFFECTS, LABORATORY_COPIES, LABORATORY_KINDS
from moon_envs.games.from_the_moon.effects import improvements_of
from moon_envs.games.from_the_moon.scoring import score
from moon_envs.games.from_the_moon.ships import tiles_of_mission
from moon_envs.games.from_the_moon.solo import is_objective_met
from moon_envs.games.from_the_moon.state import (
    APPROVAL_FRAME,
    BASE,
    BUILDING_SPACE_FRAME,
    EFFECT_FRAME,
    FIRST_POWERS,
    FIRST_TASKS,
    FRAMES,
    LABORATORY_PLACE_FRAME,
    RESOURCE_FRAME,
    TASKS_FRAME,
    TILE_FRAME,
    argument,
    players_of,
    sides_of,
    top_frame,
)
from moon_envs.games.from_the_moon.vocabulary import (
    BEYOND_TRACK,
    BUILDING_CHOICES,
    BUILDING_SPACES,
    COLOR_COUNT,
    COLORS,
    CUBES,
    DISPLAY_SPACES,
    FACTION_COUNT,
    FACTIONS,
    FOUNDATIONS,
    GREENHOUSES,
    IMPROVEMENT_CUBES,
    LABORATORY_SPACES,
    LARGE_BUILDINGS,
    MAX_PLAYERS,
    MISSION_COUNT,
    MISSION_TILES,
    MISSIONS,
    MODES,
    MOST_BATTERIES,
    MOST_CUBES_OF_A_TILE,
    OBJECTIVES,
    PARTS,
    POWERS,
    PROGRESS_TILES,
    RESOURCE_COUNT,
    RESOURCES,
    ROVER_CAPACITY,
    ROVERS,
    SMALL_SLOTS,
    SMALL_TILES,
    SOLO_TILES,
    TERRAIN_TILES,
    TRACK_SPACES,
)

FRAME_COUNT = len(FRAMES)
POWER_COUNT = len(POWERS)
MODE_COUNT = len(MODES)
SHIP_PARTS = MISSION_COUNT * PARTS
# Play rarely goes beyond these bounds, so that usual values use the whole scale; more is clipped.
PENDING_SHOWN = 4
RESOURCES_SHOWN = 20
CHOICES_SHOWN = 3
ACHIEVEMENTS_SHOWN = 24
LOWEST_SHOWN, POINTS_SHOWN = -100, 200
MOST_TASKS = 2 * ROVER_CAPACITY
CHEAP_SHOWN = max(1, int(CHEAP_GREENHOUSES.max()))
OWNERS = ("nobody", "own", *(f"opponent {distance}" for distance in range(1, MAX_PLAYERS)))
_by_color = ", ".join(COLORS)

DECISION_FEATURES = (
    Feature("decision", FRAME_COUNT, 0, 1, "what is to be decided now, one-hot: " + ", ".join(FRAMES)),
    Feature("pending", FRAME_COUNT, 0, PENDING_SHOWN, "decisions of each kind that wait below it"),
    Feature("tasks_left", COLOR_COUNT, 0, MOST_TASKS, f"tasks left to the rover that was sent: {_by_color}"),
    Feature("powers_left", COLOR_COUNT, 0, ROVER_CAPACITY, f"powers left to its specialists: {_by_color}"),
    Feature("rover", 1, 0, ROVERS, "the rover that is being sent, 0: none", CATEGORY),
    Feature("effect", 1, 0, EFFECTS, "the effect that is offered, terrain, laboratories, buildings; 0: none", CATEGORY),
    Feature("laboratory", 1, 0, LABORATORY_KINDS, "the laboratory to be placed, 0: none", CATEGORY),
    Feature("building", 1, 0, BUILDING_CHOICES, "the building to be placed, 0: none", CATEGORY),
    Feature("approval", MISSION_COUNT, 0, 1, "missions of the approval: " + ", ".join(MISSIONS)),
    Feature("approval_mode", MODE_COUNT, 0, 1, "what the approval is for, one-hot: " + ", ".join(MODES)),
    Feature("choices_left", 1, 0, CHOICES_SHOWN, f"resources still to be chosen, {CHOICES_SHOWN}: as many or more"),
)
MOON_FEATURES = (
    Feature("terrain", TERRAIN_TILES, 0, TERRAIN_TILES, "terrain tile at each position, 0: none", CATEGORY),
    Feature("cubes", TERRAIN_TILES * COLOR_COUNT, 0, MOST_CUBES_OF_A_TILE, f"at each position {_by_color}"),
    Feature("rovers", TERRAIN_TILES, 0, MAX_PLAYERS, "whose rover is at each position", CATEGORY, OWNERS),
    Feature("buildings", BUILDING_SPACES, 0, MAX_PLAYERS, "whose building is on each space", CATEGORY, OWNERS),
    Feature("bag", COLOR_COUNT, 0, CUBES, f"cubes in the bag: {_by_color}"),
    Feature("powers", COLOR_COUNT, 0, POWER_COUNT - 1, f"specialist power of {_by_color}", CATEGORY, POWERS),
)
BOARD_FEATURES = (
    Feature("progress", TRACK_SPACES, 0, PROGRESS_TILES - 1, "progress tile of each space", CATEGORY),
    Feature("small_tiles", SMALL_SLOTS, 0, SMALL_TILES - 1, "small building of each slot", CATEGORY),
    Feature("cheap", 1, 0, CHEAP_SHOWN, "greenhouses without surcharge"),
    Feature("part_tile", SHIP_PARTS, 0, MISSION_TILES, "mission tile of each ship part, 0: not in play", CATEGORY),
    Feature("part_owner", SHIP_PARTS, 0, MAX_PLAYERS, "who took it", CATEGORY, OWNERS),
    Feature("part_improver", SHIP_PARTS, 0, MAX_PLAYERS, "who improved the part", CATEGORY, OWNERS),
    Feature("launch_space", MISSION_COUNT, 0, TRACK_SPACES, "space of the pawn at the launch, 0: not launched"),
    Feature("display", DISPLAY_SPACES, 0, LABORATORY_KINDS - 1, "laboratories on display, by rows", CATEGORY)
    if LABORATORY_KINDS > 1
    else Feature("display", DISPLAY_SPACES, 0, 1, "laboratories on display, by rows"),
    Feature("in_stack", LABORATORY_KINDS, 0, int(LABORATORY_COPIES.max()), "laboratories of each kind in the stack"),
)
SOLO_FEATURES = (
    Feature("objectives", OBJECTIVES, 0, 1, "objectives drawn", only=SOLO),
    Feature("objectives_met", OBJECTIVES, 0, 1, "objectives met as things stand", only=SOLO),
    Feature("rover_cards", SOLO_TILES, 0, 1, "positions whose rover location card is in the deck", only=SOLO),
)

FEATURES = FeatureTable(
    table=(
        Feature("players", 1, 1, MAX_PLAYERS, "number of players"),
        Feature("end_triggered", 1, 0, 1, "1: the game ends with this round"),
        *DECISION_FEATURES,
        *MOON_FEATURES,
        *BOARD_FEATURES,
        *SOLO_FEATURES,
    ),
    player=(
        Feature("deciding", 1, 0, 1, "1: this player decides now"),
        Feature("faction", 1, 0, FACTION_COUNT, "the faction", CATEGORY, ("none", *FACTIONS)),
        Feature("resources", RESOURCE_COUNT, 0, RESOURCES_SHOWN, ", ".join(RESOURCES)),
        Feature("energy", 1, 0, MOST_BATTERIES, "energy"),
        Feature("batteries", 1, 0, MOST_BATTERIES, "batteries"),
        Feature("achievements", 1, 0, ACHIEVEMENTS_SHOWN, f"achievements, {ACHIEVEMENTS_SHOWN}: as many or more"),
        Feature("score", 1, LOWEST_SHOWN, POINTS_SHOWN, "victory points on the score track"),
        Feature("points", 1, LOWEST_SHOWN, POINTS_SHOWN, "points as if the game were over now"),
        Feature("space", 1, 0, BEYOND_TRACK, "space of the progress pawn"),
        Feature("greenhouses", 1, 0, GREENHOUSES, "greenhouses"),
        Feature("improved", 1, 0, GREENHOUSES, "improved greenhouses"),
        Feature("foundations", 1, 0, FOUNDATIONS, "foundations"),
        Feature("laboratories", LABORATORY_SPACES, 0, LABORATORY_KINDS, "laboratory on each space, 0: none", CATEGORY),
        Feature("rover_tile", ROVERS, 0, TERRAIN_TILES, "position of each rover, from 1 on, 0: at the base", CATEGORY),
        Feature("basics", ROVERS * COLOR_COUNT, 0, ROVER_CAPACITY, f"basic astronauts of each rover: {_by_color}"),
        Feature("specialists", ROVERS * COLOR_COUNT, 0, ROVER_CAPACITY, f"specialists of each rover: {_by_color}"),
        Feature("small_built", SMALL_SLOTS, 0, 1, "small buildings built"),
        Feature("large_built", LARGE_BUILDINGS + 1, 0, 1, "large buildings built, the own faction building last"),
        Feature("mission_tiles", MISSION_COUNT, 0, PARTS, "tiles of each mission: " + ", ".join(MISSIONS)),
        Feature("improvements", 1, 0, IMPROVEMENT_CUBES, "ship parts improved"),
    ),
)

PLAYER_FEATURES = FEATURES.player_size
SOLO_TABLE, TABLE = FEATURES.table_size(1), FEATURES.table_size(2)


@kernel
def observe(state, player, features):
    """Write what the player knows: the table, the own block, then the other players in seating order."""
    clear(features)
    cursor = put(features, 0, state.player_count)
    cursor = put(features, cursor, state.end_triggered)
    cursor = observe_decision(state, features, cursor)
    cursor = observe_moon(state, player, features, cursor)
    cursor = observe_board(state, player, features, cursor)
    first = TABLE
    if state.player_count == 1:
        observe_solo(state, features, cursor)
        first = SOLO_TABLE
    for distance in range(players_of(state)):
        other = player + distance
        if other >= state.player_count:
            other -= state.player_count
        start = first + distance * PLAYER_FEATURES
        observe_player(state, other, features[start : start + PLAYER_FEATURES])


@kernel
def observe_decision(state, features, cursor):
    """Write the top frame, its arguments, and the kinds of the frames below it."""
    if state.over or state.depth == 0:
        return cursor + 2 * FRAME_COUNT + 2 * COLOR_COUNT + 4 + MISSION_COUNT + MODE_COUNT + 1
    frame, first = top_frame(state), argument(state, 0)
    cursor = put_one_hot(features, cursor, frame, FRAME_COUNT)
    for depth in range(state.depth - 1):
        place = cursor + state.frames[depth]
        features[place] = min(features[place] + 1, PENDING_SHOWN)
    cursor += FRAME_COUNT
    if frame == TASKS_FRAME:
        for color in range(COLOR_COUNT):
            features[cursor + color] = argument(state, FIRST_TASKS + color)
            features[cursor + COLOR_COUNT + color] = argument(state, FIRST_POWERS + color)
    cursor += 2 * COLOR_COUNT
    cursor = put(features, cursor, first + 1 if frame == TILE_FRAME or frame == TASKS_FRAME else 0)
    cursor = put(features, cursor, first + 1 if frame == EFFECT_FRAME else 0)
    cursor = put(features, cursor, first + 1 if frame == LABORATORY_PLACE_FRAME else 0)
    cursor = put(features, cursor, first + 1 if frame == BUILDING_SPACE_FRAME else 0)
    if frame == APPROVAL_FRAME:
        put_bits(features, cursor, first, MISSION_COUNT)
        put_one_hot(features, cursor + MISSION_COUNT, argument(state, 1), MODE_COUNT)
    cursor += MISSION_COUNT + MODE_COUNT
    return put(features, cursor, min(first, CHOICES_SHOWN) if frame == RESOURCE_FRAME else 0)


@kernel
def whose(state, player, owner):
    """Return an owner as seen from a seat: 0 none, 1 the own seat, then the others in seating order."""
    if owner < 0:
        return 0
    distance = owner - player
    return distance + 1 if distance >= 0 else distance + 1 + sides_of(state)


@kernel
def observe_moon(state, player, features, cursor):
    """Write terrain, cubes, rovers, buildings, the bag, and the powers of this game."""
    for tile in range(TERRAIN_TILES):
        features[cursor + tile] = state.terrain[tile] + 1
    cursor += TERRAIN_TILES
    for tile in range(TERRAIN_TILES):
        cursor = put_all(features, cursor, state.cubes[tile])
    for owner in range(sides_of(state)):
        seen = whose(state, player, owner)
        for rover in range(ROVERS):
            tile = np.int64(state.players[owner].rover_tile[rover])
            if tile != BASE:
                features[cursor + tile] = seen
        buildings = np.int64(state.players[owner].buildings)
        spaces = features[cursor + TERRAIN_TILES : cursor + TERRAIN_TILES + BUILDING_SPACES]
        for space in range(BUILDING_SPACES):
            spaces[space] += seen * ((buildings >> space) & 1)
    cursor += TERRAIN_TILES + BUILDING_SPACES
    cursor = put_all(features, cursor, state.bag)
    return put_all(features, cursor, state.powers)


@kernel
def observe_board(state, player, features, cursor):
    """Write progress tiles, small buildings, ships, and laboratories."""
    cursor = put_all(features, cursor, state.progress)
    cursor = put_all(features, cursor, state.small_tiles)
    cursor = put(features, cursor, state.cheap)
    for mission in range(MISSION_COUNT):
        for part in range(PARTS):
            place = cursor + mission * PARTS + part
            features[place] = state.part_tile[mission, part] + 1
            features[place + SHIP_PARTS] = whose(state, player, state.part_owner[mission, part])
            features[place + 2 * SHIP_PARTS] = whose(state, player, state.part_improver[mission, part])
    cursor = put_all(features, cursor + 3 * SHIP_PARTS, state.launch_space)
    cursor = put_all(features, cursor, state.display)
    return observe_stack(state, features, cursor)


@kernel
def observe_stack(state, features, cursor):
    """Write how many laboratories of each kind are in the stack: all that are in no other place."""
    cursor_after = put_all(features, cursor, LABORATORY_COPIES)
    for space in range(DISPLAY_SPACES):
        features[cursor + state.display[space]] -= 1
    for player in range(players_of(state)):
        for space in range(LABORATORY_SPACES):
            kind = np.int64(state.players[player].laboratories[space])
            if kind >= 0:
                features[cursor + kind] -= 1
    if state.depth > 0 and top_frame(state) == LABORATORY_PLACE_FRAME:
        features[cursor + argument(state, 0)] -= 1
    return cursor_after


@kernel
def observe_solo(state, features, cursor):
    """Write objectives and the deck of rover location cards."""
    cursor = put_bits(features, cursor, np.int64(state.objectives), OBJECTIVES)
    for objective in range(OBJECTIVES):
        cursor = put(features, cursor, is_objective_met(state, objective))
    for card in range(state.rover_cards_drawn, SOLO_TILES):
        features[cursor + state.rover_cards[card]] = 1


@kernel
def observe_player(state, player, block):
    """Write one player's block, which is all public."""
    own = state.players[player]
    cursor = put(block, 0, player == state.seat and not state.over)
    cursor = put(block, cursor, own.faction + 1)
    for resource in range(RESOURCE_COUNT):
        cursor = put(block, cursor, min(own.resources[resource], RESOURCES_SHOWN))
    cursor = put(block, cursor, own.energy)
    cursor = put(block, cursor, own.batteries)
    cursor = put(block, cursor, min(own.achievements, ACHIEVEMENTS_SHOWN))
    cursor = put(block, cursor, min(max(own.score, LOWEST_SHOWN), POINTS_SHOWN))
    cursor = put(block, cursor, min(max(score(state, player), LOWEST_SHOWN), POINTS_SHOWN))
    cursor = put(block, cursor, own.space)
    cursor = put(block, cursor, own.greenhouses)
    cursor = put(block, cursor, own.improved)
    cursor = put(block, cursor, own.foundations)
    for space in range(LABORATORY_SPACES):
        cursor = put(block, cursor, own.laboratories[space] + 1)
    for rover in range(ROVERS):
        cursor = put(block, cursor, own.rover_tile[rover] + 1)
    for rover in range(ROVERS):
        cursor = put_all(block, cursor, own.basics[rover])
    for rover in range(ROVERS):
        cursor = put_all(block, cursor, own.specialists[rover])
    cursor = put_bits(block, cursor, np.int64(own.small), SMALL_SLOTS)
    cursor = put_bits(block, cursor, np.int64(own.large), LARGE_BUILDINGS + 1)
    for mission in range(MISSION_COUNT):
        cursor = put(block, cursor, tiles_of_mission(state, player, mission))
    put(block, cursor, improvements_of(state, player))
