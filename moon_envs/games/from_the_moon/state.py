"""The state record of From the Moon: the Moon, the main board, what each player has, and the stack of decisions."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.records import IN_PART, Field, Record, StateRecord
from moon_envs.games.from_the_moon.components import CHEAP_GREENHOUSES, LABORATORY_KINDS, MEDALS
from moon_envs.games.from_the_moon.vocabulary import (
    BEYOND_TRACK,
    BUILDING_SPACES,
    COLOR_COUNT,
    CUBES,
    DISPLAY_SPACES,
    FACTION_COUNT,
    FOUNDATIONS,
    GREENHOUSES,
    LABORATORY_SPACES,
    LABORATORY_TILES,
    LARGE_BUILDINGS,
    MAX_PLAYERS,
    MISSION_COUNT,
    MISSION_TILES,
    MOST_BATTERIES,
    MOST_CUBES_OF_A_TILE,
    MOST_OBJECTIVES,
    NONE,
    OBJECTIVES,
    PARTS,
    PROGRESS_TILES,
    RESOURCE_COUNT,
    ROVER_CAPACITY,
    ROVERS,
    SMALL_SLOTS,
    SMALL_TILES,
    SOLO_TILES,
    TERRAIN_TILES,
    TRACK_SPACES,
    numbered,
)

# The frames of the stack: the kinds of decisions (from_the_moon 12.1).
FRAMES = (
    "draft",
    "crew",
    "main",
    "rover",
    "tile",
    "tasks",
    "resource",
    "greenhouse_action",
    "team_action",
    "research_action",
    "recruit",
    "train",
    "building",
    "building_space",
    "terrain_pick",
    "laboratory_pick",
    "laboratory_place",
    "laboratory_activate",
    "effect",
    "approval",
    "special_research",
    "greenhouse_gain",
    "greenhouse_improve",
    "income",
    "feed",
    "end_turn",
)
(
    DRAFT_FRAME,
    CREW_FRAME,
    MAIN_FRAME,
    ROVER_FRAME,
    TILE_FRAME,
    TASKS_FRAME,
    RESOURCE_FRAME,
    GREENHOUSE_ACTION_FRAME,
    TEAM_ACTION_FRAME,
    RESEARCH_ACTION_FRAME,
    RECRUIT_FRAME,
    TRAIN_FRAME,
    BUILDING_FRAME,
    BUILDING_SPACE_FRAME,
    TERRAIN_PICK_FRAME,
    LABORATORY_PICK_FRAME,
    LABORATORY_PLACE_FRAME,
    LABORATORY_ACTIVATE_FRAME,
    EFFECT_FRAME,
    APPROVAL_FRAME,
    SPECIAL_RESEARCH_FRAME,
    GREENHOUSE_GAIN_FRAME,
    GREENHOUSE_IMPROVE_FRAME,
    INCOME_FRAME,
    FEED_FRAME,
    END_TURN_FRAME,
) = numbered(len(FRAMES))

# The packaged tables need at most 11 frames. With an owner's tables, in the worst case each of 12 laboratories leaves
# its activation and one more decision, above the two frames of a gathering and below three others.
MOST_FRAMES = 32
# The longest arguments: a rover, its tasks and powers by colour, and its place in their order.
ARGUMENTS = 8
(
    TASK_ROVER,
    FIRST_TASKS,
    FIRST_POWERS,
    NEXT_TASK,
) = (0, 1, 4, 7)

# Short arguments: nothing, something without its normal cost, a greenhouse from the market.
NOTHING, FREE = numbered(2)
FROM_MARKET = FREE
# The place of a second argument.
SECOND = FREE

BASE = -1
NOBODY = -1
DRAFTED = -1
# No game reaches these numbers; they still fit into their fields.
MOST_RESOURCES = 999
MOST_SCORE = 9999
MOST_ACHIEVEMENTS = 999

CONFIGURATION = (
    Field("player_count", np.int8, 1, MAX_PLAYERS, "number of players, 1: solo"),
    Field("objective_count", np.int8, 0, MOST_OBJECTIVES, "objectives of the solo mode"),
    Field("given_factions", np.int8, DRAFTED, FACTION_COUNT - 1, "faction of each seat, -1: drafted", size=MAX_PLAYERS),
)

TURN_FIELDS = (
    Field("seat", np.int8, 0, MAX_PLAYERS - 1, "whose turn, or decision in the set-up, it is"),
    Field("over", np.int8, 0, 1, "1: the game is over"),
    Field("end_triggered", np.int8, 0, 1, "1: the game ends with this round"),
    Field("depth", np.int8, 0, MOST_FRAMES, "pending frames; the last one is the decision"),
    Field("frames", np.int8, 0, len(FRAMES) - 1, "kinds of the pending frames", size=MOST_FRAMES),
    Field("arguments", np.uint16, 0, 2**16 - 1, "what the frames are about", size=(MOST_FRAMES, ARGUMENTS)),
)

MOON_FIELDS = (
    Field("terrain", np.int8, NONE, TERRAIN_TILES - 1, "terrain tile at each position", size=TERRAIN_TILES),
    Field("cubes", np.int8, 0, MOST_CUBES_OF_A_TILE, "cubes by colour", size=(TERRAIN_TILES, COLOR_COUNT)),
    Field("bag", np.int8, 0, CUBES, "cubes in the bag by colour", size=COLOR_COUNT),
    Field("powers", np.int8, 0, COLOR_COUNT - 1, "specialist power of each colour", size=COLOR_COUNT),
)

BOARD_FIELDS = (
    Field("progress", np.int8, 0, PROGRESS_TILES - 1, "progress tile of each space", size=TRACK_SPACES),
    Field("small_tiles", np.int8, 0, SMALL_TILES - 1, "small building of each slot", size=SMALL_SLOTS),
    Field("cheap", np.int8, 0, int(CHEAP_GREENHOUSES.max()), "greenhouses without surcharge"),
    Field("part_tile", np.int8, NONE, MISSION_TILES - 1, "mission tile of each part", size=(MISSION_COUNT, PARTS)),
    Field(
        "part_owner", np.int8, NOBODY, MAX_PLAYERS - 1, "who took the tile of each part", size=(MISSION_COUNT, PARTS)
    ),
    Field("part_improver", np.int8, NOBODY, MAX_PLAYERS - 1, "who improved each part", size=(MISSION_COUNT, PARTS)),
    Field("launch_space", np.int8, 0, TRACK_SPACES, "pawn's space at the launch, 0: none yet", size=MISSION_COUNT),
    Field("display", np.int8, 0, LABORATORY_KINDS - 1, "laboratories on display, by rows", size=DISPLAY_SPACES),
    Field("laboratories_drawn", np.int8, DISPLAY_SPACES, LABORATORY_TILES, "laboratories drawn from the stack"),
    Field(
        "laboratory_stack",
        np.int8,
        0,
        LABORATORY_KINDS - 1,
        "all laboratories in the order of the stack",
        size=LABORATORY_TILES,
        known_to=IN_PART,
    ),
)

# Solo (from_the_moon 11): the record of player 1, who never acts, holds the opponent's rovers and buildings.
SOLO_FIELDS = (
    Field("objectives", np.uint16, 0, (1 << OBJECTIVES) - 1, "bit k: objective k + 1 was drawn"),
    Field("latched", np.uint16, 0, (1 << OBJECTIVES) - 1, "bit k: objective k + 1 was met when it counted"),
    Field("starved", np.int8, 0, 1, "1: lost because not every astronaut could be fed"),
    Field("medal", np.int8, 0, len(MEDALS), "medal of a finished game; 0: lost, then bronze, silver, gold"),
    Field("rover_cards_drawn", np.int8, 0, SOLO_TILES, "rover location cards drawn"),
    Field(
        "rover_cards",
        np.int8,
        0,
        SOLO_TILES - 1,
        "rover location cards in their order",
        size=SOLO_TILES,
        known_to=IN_PART,
    ),
)

PLAYER = Record(
    [
        Field("buildings", np.uint32, 0, (1 << BUILDING_SPACES) - 1, "bit s: a miniature stands on space s"),
        Field("resources", np.int16, 0, MOST_RESOURCES, "metal, water, polymer, food", size=RESOURCE_COUNT),
        Field("score", np.int16, -MOST_SCORE, MOST_SCORE, "victory points on the score track"),
        Field("achievements", np.int16, 0, MOST_ACHIEVEMENTS, "achievement tokens"),
        Field("large", np.uint16, 0, (2 << LARGE_BUILDINGS) - 1, "bit k: large building k, the last bit: faction's"),
        Field("faction", np.int8, NONE, FACTION_COUNT - 1, "the faction, -1: none yet"),
        Field("batteries", np.int8, 0, MOST_BATTERIES, "batteries"),
        Field("energy", np.int8, 0, MOST_BATTERIES, "energy"),
        Field("offered_energy", np.int8, 0, MOST_BATTERIES, "energy that the last offer of conversions could take"),
        Field("space", np.int8, 0, BEYOND_TRACK, "progress pawn, 7: beyond the track"),
        Field("greenhouses", np.int8, 0, GREENHOUSES, "greenhouses, improved ones included"),
        Field("improved", np.int8, 0, GREENHOUSES, "improved greenhouses"),
        Field("foundations", np.int8, 0, FOUNDATIONS, "foundations"),
        Field("small", np.uint8, 0, (1 << SMALL_SLOTS) - 1, "bit k: the small building of slot k is built"),
        Field("laboratories", np.int8, NONE, LABORATORY_KINDS - 1, "by space, -1: none", size=LABORATORY_SPACES),
        Field("rover_tile", np.int8, BASE, TERRAIN_TILES - 1, "where each rover is, -1: at the base", size=ROVERS),
        Field("basics", np.int8, 0, ROVER_CAPACITY, "basic astronauts by rover, colour", size=(ROVERS, COLOR_COUNT)),
        Field("specialists", np.int8, 0, ROVER_CAPACITY, "specialists by rover, colour", size=(ROVERS, COLOR_COUNT)),
    ]
)

BLANK_PLAYER = np.zeros(1, dtype=PLAYER.dtype)
"""A player before the choice of a faction (from_the_moon 2.6)."""
BLANK_PLAYER["faction"] = NONE
BLANK_PLAYER["space"] = 1
BLANK_PLAYER["laboratories"] = NONE
BLANK_PLAYER["rover_tile"] = BASE

STATE = StateRecord(
    "from_the_moon",
    configuration=CONFIGURATION,
    table=[
        *TURN_FIELDS,
        *MOON_FIELDS,
        *BOARD_FIELDS,
        *SOLO_FIELDS,
        Field("players", PLAYER, meaning="what each player has", size=MAX_PLAYERS),
    ],
)


@kernel
def actor(state):
    """Return whose decision it is, -1 when the game is over."""
    return -1 if state.over else np.int64(state.seat)


@kernel
def players_of(state):
    """Return the number of players as int64, because numba compiles kernels once for each width."""
    return np.int64(state.player_count)


@kernel
def table_of(state):
    """Return the index into tables by number of players; the solo mode uses that of two players (from_the_moon 1.1)."""
    return max(players_of(state), 2) - 2


@kernel
def sides_of(state):
    """Return how many sides have rovers and buildings: the players, and in the solo mode the opponent."""
    return max(players_of(state), 2)


@kernel
def push(state, frame, first):
    """Put a frame on the stack; it is resolved before all frames below it (from_the_moon 12.1)."""
    depth = np.int64(state.depth)
    # The stack is deep enough for every game (see MOST_FRAMES); this check keeps even impossible records inside it.
    if depth < MOST_FRAMES:
        state.frames[depth] = frame
        for place in range(ARGUMENTS):
            state.arguments[depth, place] = 0
        state.arguments[depth, 0] = first
        state.depth = depth + 1


@kernel
def pop(state):
    """Remove the top frame and clear its arguments, so that equal games have equal bytes."""
    depth = np.int64(state.depth) - 1
    state.depth = depth
    state.frames[depth] = 0
    for place in range(ARGUMENTS):
        state.arguments[depth, place] = 0


@kernel
def top_frame(state):
    """Return the kind of the top frame."""
    return np.int64(state.frames[state.depth - 1])


@kernel
def argument(state, place):
    """Return an argument of the top frame."""
    return np.int64(state.arguments[state.depth - 1, place])


@kernel
def set_argument(state, place, value):
    """Change an argument of the top frame."""
    state.arguments[state.depth - 1, place] = value
