"""Sending a rover: the tile, the reactions, and the tasks of the astronauts (from_the_moon 5.1 to 5.5)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.geometry import CORNER_TILES, TILE_NEIGHBOURS, TILE_SPACES
from moon_envs.games.from_the_moon.moon import size_of, tiles_of, tiles_of_others
from moon_envs.games.from_the_moon.resources import gain_energy, has_faction_building, has_power
from moon_envs.games.from_the_moon.state import (
    BASE,
    FIRST_POWERS,
    FIRST_TASKS,
    NEXT_TASK,
    RESOURCE_FRAME,
    TASK_ROVER,
    TASKS_FRAME,
    argument,
    push,
    set_argument,
    table_of,
)
from moon_envs.games.from_the_moon.vocabulary import (
    COLOR_COUNT,
    ENERGY_PER_ENEMY_ROVER,
    FOOD,
    FOOD_PER_OWN_BUILDING,
    PIONEERS,
    ROVERS,
    WORKERS,
)

PIONEERS_ENERGY = np.int64(1)  # from_the_moon 9.1
WORKERS_ENERGY = 2  # from_the_moon 9.3
# The tasks in order: collect by colour, powers by colour, the terrain effect.
TERRAIN_EFFECT_TASK = 2 * COLOR_COUNT


@kernel
def rovers_at_base(own):
    """Return the set of rovers at the base."""
    found = 0
    for rover in range(ROVERS):
        if own.rover_tile[rover] == BASE:
            found |= 1 << rover
    return found


@kernel
def rovers_to_send(own):
    """Return the set of rovers at the base, but only the first of equal crews (from_the_moon 12.5)."""
    found = rovers_at_base(own)
    for rover in range(1, ROVERS):
        for earlier in range(rover):
            if (found >> earlier) & 1 and have_same_crews(own, rover, earlier):
                found &= ~(1 << rover)
    return found


@kernel
def have_same_crews(own, rover, other):
    """Return whether two rovers hold the same astronauts."""
    for color in range(COLOR_COUNT):
        if own.basics[rover, color] != own.basics[other, color]:
            return False
        if own.specialists[rover, color] != own.specialists[other, color]:
            return False
    return True


@kernel
def place_rover(state, own, rover, tile):
    """Place a rover, resolve the reactions, then ask for its tasks (from_the_moon 5.1, 5.2)."""
    table = table_of(state)
    own.rover_tile[rover] = tile
    if has_power(own, PIONEERS) and (CORNER_TILES[table] >> tile) & 1:
        gain_energy(own, PIONEERS_ENERGY)
    if has_faction_building(own, WORKERS):
        gain_energy(own, WORKERS_ENERGY * size_of(TILE_NEIGHBOURS[table, tile] & tiles_of(own)))
    push(state, TASKS_FRAME, rover)
    for color in range(COLOR_COUNT):
        specialists = np.int64(own.specialists[rover, color])
        set_argument(state, FIRST_TASKS + color, own.basics[rover, color] + 2 * specialists)
        set_argument(state, FIRST_POWERS + color, specialists)


@kernel
def tasks(state, own):
    """Return the set of tasks left to the rover of the top frame (from_the_moon 5.3, 5.4, 5.5)."""
    tile = np.int64(own.rover_tile[argument(state, TASK_ROVER)])
    found, left = 0, 0
    for color in range(COLOR_COUNT):
        if argument(state, FIRST_TASKS + color) == 0:
            continue
        left = 1
        if state.cubes[tile, color] > 0:
            found |= 1 << color
        if argument(state, FIRST_POWERS + color) > 0 and power_yield(state, own, color, tile) > 0:
            found |= 1 << (COLOR_COUNT + color)
    # Tasks before the last one are no longer offered: a fixed order removes equivalent sequences.
    return (found & ~((1 << argument(state, NEXT_TASK)) - 1)) | left << TERRAIN_EFFECT_TASK


@kernel
def power_yield(state, own, color, tile):
    """Return what the specialist power of a colour yields on a tile (from_the_moon 5.4)."""
    table, power = table_of(state), state.powers[color]
    if power == FOOD_PER_OWN_BUILDING:
        return size_of(TILE_SPACES[table, tile] & np.int64(own.buildings))
    if power == ENERGY_PER_ENEMY_ROVER:
        return size_of(TILE_NEIGHBOURS[table, tile] & tiles_of_others(state))
    return size_of(TILE_NEIGHBOURS[table, tile] & tiles_of(own))


@kernel
def do_task(state, own, task):
    """Collect a cube, or use a power (from_the_moon 5.3, 5.4)."""
    tile = np.int64(own.rover_tile[argument(state, TASK_ROVER)])
    color = task if task < COLOR_COUNT else task - COLOR_COUNT
    set_argument(state, NEXT_TASK, task)
    set_argument(state, FIRST_TASKS + color, argument(state, FIRST_TASKS + color) - 1)
    if task < COLOR_COUNT:
        state.cubes[tile, color] -= 1
        own.resources[color] += 1
        return
    set_argument(state, FIRST_POWERS + color, argument(state, FIRST_POWERS + color) - 1)
    amount = power_yield(state, own, color, tile)
    if state.powers[color] == FOOD_PER_OWN_BUILDING:
        own.resources[FOOD] += amount
    elif state.powers[color] == ENERGY_PER_ENEMY_ROVER:
        gain_energy(own, amount)
    else:
        push(state, RESOURCE_FRAME, amount)
