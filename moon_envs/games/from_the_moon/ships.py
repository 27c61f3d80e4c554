"""Approvals, ship parts and launches (from_the_moon 7.8 to 7.12)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.components import (
    IMPROVE_PART_COST,
    IMPROVE_PART_POINTS,
    LAUNCH_MAIN,
    LAUNCH_SECOND,
    MAIN_NEEDS_IMPROVED,
    MISSION_TILE_COST,
    MISSION_TILE_POINTS,
    PARTS_IN_PLAY,
    RESEARCH_AFTER_CONSTRUCT,
    RESEARCH_AFTER_IMPROVE,
    SECOND_NEEDS_IMPROVED,
)
from moon_envs.games.from_the_moon.effects import improvements_of
from moon_envs.games.from_the_moon.resources import can_pay, has_power, note, pay
from moon_envs.games.from_the_moon.state import (
    FREE,
    NOBODY,
    NOTHING,
    RECRUIT_FRAME,
    RESOURCE_FRAME,
    SPECIAL_RESEARCH_FRAME,
    players_of,
    push,
    table_of,
)
from moon_envs.games.from_the_moon.vocabulary import (
    CONSTRUCT_ONLY,
    CONSTRUCT_SHIP_PART,
    IMPROVE_ONLY,
    IMPROVE_SHIP_PART,
    IMPROVEMENT_CUBES,
    MISSION_COUNT,
    MISSION_TILES,
    PARTS,
    TRACK_SPACES,
    UNIFIERS,
    WORKERS,
)

WORKERS_RESOURCES = np.int64(1)  # from_the_moon 9.3


@kernel
def tile_cost(state, mission, part):
    """Return the row of the cost of the mission tile on a part."""
    return MISSION_TILE_COST + mission * MISSION_TILES + state.part_tile[mission, part]


@kernel
def ship_parts(state, own, missions, mode, converting):
    """Return the set of parts (mission * 5 + part) that an approval can construct or improve (from_the_moon 7.8)."""
    found = 0
    can_construct = mode != IMPROVE_ONLY
    can_improve = mode != CONSTRUCT_ONLY and improvements_of(state, np.int64(state.seat)) < IMPROVEMENT_CUBES
    for mission in range(MISSION_COUNT):
        if (missions >> mission) & 1 == 0 or state.launch_space[mission]:
            continue
        for part in range(PARTS_IN_PLAY[table_of(state)]):
            if state.part_owner[mission, part] == NOBODY:
                can = can_construct and can_pay(own, tile_cost(state, mission, part), converting)
            else:
                is_free = state.part_improver[mission, part] == NOBODY
                cost = IMPROVE_PART_COST + mission * PARTS + part
                can = can_improve and is_free and can_pay(own, cost, converting)
            if can:
                found |= 1 << (mission * PARTS + part)
    return found


@kernel
def work_on(state, own, mission, part):
    """Construct a part that still has its tile, or improve a part without one."""
    if state.part_owner[mission, part] == NOBODY:
        construct_part(state, own, mission, part)
    else:
        improve_part(state, own, mission, part)


@kernel
def construct_part(state, own, mission, part):
    """Pay for a mission tile and keep it; the last one launches the ship (from_the_moon 7.9)."""
    pay(own, tile_cost(state, mission, part))
    own.score += MISSION_TILE_POINTS[mission * MISSION_TILES + state.part_tile[mission, part]]
    state.part_owner[mission, part] = state.seat
    note(state, own, CONSTRUCT_SHIP_PART)
    if is_complete(state, mission):
        launch(state, mission)
    if RESEARCH_AFTER_CONSTRUCT:
        push(state, SPECIAL_RESEARCH_FRAME, NOTHING)
    if has_power(own, UNIFIERS):  # from_the_moon 9.4
        push(state, RECRUIT_FRAME, FREE)


@kernel
def improve_part(state, own, mission, part):
    """Pay for an improvement and place a cube; special research may follow (from_the_moon 7.10)."""
    pay(own, IMPROVE_PART_COST + mission * PARTS + part)
    own.score += IMPROVE_PART_POINTS[mission * PARTS + part]
    state.part_improver[mission, part] = state.seat
    note(state, own, IMPROVE_SHIP_PART)
    if RESEARCH_AFTER_IMPROVE:
        push(state, SPECIAL_RESEARCH_FRAME, NOTHING)
    if has_power(own, WORKERS):  # The resource is gained before the special research.
        push(state, RESOURCE_FRAME, WORKERS_RESOURCES)


@kernel
def is_complete(state, mission):
    """Return whether all tiles of a ship are taken."""
    for part in range(PARTS_IN_PLAY[table_of(state)]):
        if state.part_owner[mission, part] == NOBODY:
            return False
    return True


@kernel
def tiles_left(state):
    """Count the mission tiles that are not taken yet."""
    count = 0
    for mission in range(MISSION_COUNT):
        for part in range(PARTS_IN_PLAY[table_of(state)]):
            count += state.part_owner[mission, part] == NOBODY
    return count


@kernel
def launched(state):
    """Count the launched missions."""
    count = 0
    for mission in range(MISSION_COUNT):
        count += state.launch_space[mission] > 0
    return count


@kernel
def launch(state, mission):
    """Close a mission and give its bonus; the third launch triggers the end (from_the_moon 7.12, 3.2)."""
    # A player whose pawn left the track has no further turn, so this is a space of the track.
    state.launch_space[mission] = min(max(np.int64(state.players[state.seat].space), 1), TRACK_SPACES)
    if state.player_count == 1:
        give_solo_launch_bonus(state, mission)
    else:
        give_launch_bonus(state, mission)
    if launched(state) == MISSION_COUNT:
        state.end_triggered = 1


@kernel
def tiles_of_mission(state, player, mission):
    """Count the tiles of a mission that a player has taken."""
    count = 0
    for part in range(PARTS):
        count += state.part_owner[mission, part] == player
    return count


@kernel
def give_launch_bonus(state, mission):
    """Rank the players by their tiles of this mission; players without one are not ranked (from_the_moon 7.12)."""
    for player in range(players_of(state)):
        own_count = tiles_of_mission(state, player, mission)
        ahead, level = 0, 0
        for other in range(players_of(state)):
            other_count = tiles_of_mission(state, other, mission)
            ahead += other_count > own_count
            level += other_count == own_count
        if own_count > 0:
            first, second = np.int64(LAUNCH_MAIN[mission]), np.int64(LAUNCH_SECOND[mission])
            state.players[player].score += prize(ahead, level, first, second)


@kernel
def prize(ahead, level, first, second):
    """Return a player's share of two prizes: `ahead` players are better, `level` are equal, the player included.

    Players tied for first share both prizes; players tied for second, behind one player, share the second prize.
    """
    if ahead == 0:
        return first if level == 1 else (first + second) // level
    return second // level if ahead == 1 else 0


@kernel
def give_solo_launch_bonus(state, mission):
    """Give the solo player the bonus for the own improvements of this ship (from_the_moon 11.5)."""
    improved = 0
    for part in range(PARTS):
        improved += state.part_improver[mission, part] == 0
    if improved >= MAIN_NEEDS_IMPROVED:
        state.players[0].score += LAUNCH_MAIN[mission]
    elif improved >= SECOND_NEEDS_IMPROVED:
        state.players[0].score += LAUNCH_SECOND[mission]
