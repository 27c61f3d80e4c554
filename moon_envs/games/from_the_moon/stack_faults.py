"""Check the pending frames of a record from outside: the game must be able to go on from them."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.buildings import available_buildings
from moon_envs.games.from_the_moon.components import EFFECTS
from moon_envs.games.from_the_moon.geometry import TILE_COUNT
from moon_envs.games.from_the_moon.laboratories import BY_ACTION, WITH_SURCHARGE, occupied_spaces
from moon_envs.games.from_the_moon.moon import size_of
from moon_envs.games.from_the_moon.rovers import TERRAIN_EFFECT_TASK, rovers_at_base
from moon_envs.games.from_the_moon.set_up import ALL_FACTIONS
from moon_envs.games.from_the_moon.state import (
    APPROVAL_FRAME,
    BUILDING_FRAME,
    BUILDING_SPACE_FRAME,
    CREW_FRAME,
    DRAFT_FRAME,
    DRAFTED,
    EFFECT_FRAME,
    END_TURN_FRAME,
    FEED_FRAME,
    FIRST_POWERS,
    FIRST_TASKS,
    GREENHOUSE_ACTION_FRAME,
    GREENHOUSE_GAIN_FRAME,
    INCOME_FRAME,
    LABORATORY_ACTIVATE_FRAME,
    LABORATORY_PICK_FRAME,
    LABORATORY_PLACE_FRAME,
    MAIN_FRAME,
    NEXT_TASK,
    RECRUIT_FRAME,
    RESEARCH_ACTION_FRAME,
    RESOURCE_FRAME,
    ROVER_FRAME,
    TASK_ROVER,
    TASKS_FRAME,
    TERRAIN_PICK_FRAME,
    TILE_FRAME,
    TRAIN_FRAME,
    players_of,
    table_of,
)
from moon_envs.games.from_the_moon.vocabulary import (
    BEYOND_TRACK,
    BUILDING_CHOICES,
    COLOR_COUNT,
    INCOME_ITEMS,
    LABORATORY_SPACES,
    MISSION_COUNT,
    MODES,
    RECHARGE,
    ROVER_CAPACITY,
    ROVERS,
)

MOST_CHOICES = 99
MODE_COUNT = len(MODES)
LAST_TASK = TERRAIN_EFFECT_TASK - 1


@kernel
def is_stack_possible(state):
    """Return whether every frame has a possible place and possible arguments."""
    own = state.players[state.seat]
    for depth in range(state.depth):
        if not is_frame_in_place(state, depth) or not is_frame_right(state, own, depth):
            return False
    # A player whose pawn left the track has no further turn.
    return own.space < BEYOND_TRACK or state.frames[0] == END_TURN_FRAME


@kernel
def is_frame_in_place(state, depth):
    """Return whether a frame can have this place: some are alone, some at the bottom, some on top.

    Frames below the top must be answerable after anything that the frames above do, if only by a refusal.
    """
    frame = state.frames[depth]
    is_alone, is_on_top = state.depth == 1, depth == state.depth - 1
    if frame <= TILE_FRAME or frame == BUILDING_FRAME or frame == BUILDING_SPACE_FRAME or frame == END_TURN_FRAME:
        return is_alone
    if frame == TASKS_FRAME or frame == TERRAIN_PICK_FRAME or frame == FEED_FRAME:
        return depth == 0
    if GREENHOUSE_ACTION_FRAME <= frame <= RESEARCH_ACTION_FRAME:
        begun = state.arguments[0, 0] + state.arguments[0, 1] > 0
        return depth == 0 and (is_on_top or begun)
    if frame == INCOME_FRAME:
        return depth == 1 and state.frames[0] == FEED_FRAME
    if frame == LABORATORY_PLACE_FRAME:
        return is_on_top
    if frame == RECRUIT_FRAME or frame == TRAIN_FRAME:
        return is_on_top or state.arguments[depth, 0] != 0
    if frame == LABORATORY_PICK_FRAME:
        return is_on_top or state.arguments[depth, 0] != BY_ACTION
    return True


@kernel
def is_frame_right(state, own, depth):
    """Return whether the arguments of a frame are possible."""
    frame = state.frames[depth]
    first, second = np.int64(state.arguments[depth, 0]), np.int64(state.arguments[depth, 1])
    if frame <= TASKS_FRAME:
        return is_rover_frame_right(state, own, frame, first)
    if frame == RESOURCE_FRAME:
        return 0 < first <= MOST_CHOICES
    if frame <= TRAIN_FRAME:
        return first <= 1 and second <= 1
    if frame == BUILDING_SPACE_FRAME:
        return first < BUILDING_CHOICES and (available_buildings(state, own) >> first) & 1 != 0
    if frame == TERRAIN_PICK_FRAME:
        return first > 0 and first >> TILE_COUNT[table_of(state)] == 0 and 0 < second <= size_of(first)
    if frame == LABORATORY_PICK_FRAME:
        return first <= WITH_SURCHARGE
    if frame == LABORATORY_ACTIVATE_FRAME:
        return 0 < first < 1 << LABORATORY_SPACES and first & ~occupied_spaces(own) == 0
    if frame == EFFECT_FRAME:
        return first < EFFECTS
    if frame == APPROVAL_FRAME:
        return first < 1 << MISSION_COUNT and second < MODE_COUNT
    if frame == GREENHOUSE_GAIN_FRAME:
        return first <= 1
    if frame == INCOME_FRAME:
        is_built = first & ((1 << RECHARGE) - 1) & ~np.int64(own.small) == 0
        return 0 < first < 1 << INCOME_ITEMS and is_built
    return frame != FEED_FRAME or rovers_at_base(own) == (1 << ROVERS) - 1


@kernel
def is_rover_frame_right(state, own, frame, first):
    """Return whether the arguments of a frame of the set-up or of a rover are possible."""
    if frame == DRAFT_FRAME:
        return is_offer_right(state, first)
    if frame == CREW_FRAME or frame == MAIN_FRAME:
        return True
    if frame == ROVER_FRAME:
        return rovers_at_base(own) != 0
    if first >= ROVERS:
        return False
    is_at_base = (rovers_at_base(own) >> first) & 1 != 0
    return is_at_base if frame == TILE_FRAME else not is_at_base and are_tasks_right(state)


@kernel
def are_tasks_right(state):
    """Return whether a rover has no more tasks than its astronauts give; its frame is the lowest."""
    if state.arguments[0, TASK_ROVER] >= ROVERS or state.arguments[0, NEXT_TASK] > LAST_TASK:
        return False
    for color in range(COLOR_COUNT):
        if state.arguments[0, FIRST_TASKS + color] > 2 * ROVER_CAPACITY:
            return False
        if state.arguments[0, FIRST_POWERS + color] > ROVER_CAPACITY:
            return False
    return True


@kernel
def is_offer_right(state, offered):
    """Return whether unchosen factions are offered: two for the first seat, one more for each later seat.

    The solo mode offers all.
    """
    if state.given_factions[0] != DRAFTED or offered > ALL_FACTIONS:
        return False
    for player in range(np.int64(state.seat) + 1, players_of(state)):
        if (offered >> np.int64(state.players[player].faction)) & 1:
            return False
    return offered == ALL_FACTIONS if state.player_count == 1 else size_of(offered) == state.seat + 2
