"""The mat: where astronauts can land, what a landing brings, and the goals (mlem 6, 7 and 9)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.mlem.components import (
    BODY,
    DOUBLE_DEEP_SPACE,
    DOUBLE_MOON,
    DOUBLE_PLANET,
    FIRST_MOON,
    FOUR_MOONS,
    FOUR_PLANETS,
    GOAL_THRESHOLD,
    MOON_POINTS,
    MOON_SPACE_OF_SPACE,
    MOONS_BODY,
    PLANET_BODY,
    PLANET_OF_SPACE,
    PLANETS,
    THREE_ON_ONE_PLANET,
    TWO_DEEP_SPACE,
)
from moon_envs.games.mlem.scoring import rank_planet
from moon_envs.games.mlem.state import NOBODY, player_in_slot


@kernel
def can_land(state, space):
    """Return whether an astronaut can land: always on a planet, on moons while one is free (mlem 6.3, 6.4)."""
    if BODY[space] == MOONS_BODY:
        return state.free_moons[MOON_SPACE_OF_SPACE[space]] > 0
    return BODY[space] == PLANET_BODY


@kernel
def leave_rocket(state, slot):
    """Move the astronaut of a slot from the rocket to the mat; return its player."""
    player = player_in_slot(state, slot)
    state.on_board &= ~(1 << slot)
    state.players[player].on_mat += 1
    return player


@kernel
def land(state, slot, space):
    """Land the astronaut of a slot on the moons or the planet of a space (mlem 6.3, 6.4, 6.5)."""
    player = leave_rocket(state, slot)
    if BODY[space] == PLANET_BODY:
        land_on_planet(state, player, state.functions[slot], PLANET_OF_SPACE[space])
    else:
        land_on_moon(state, player, state.functions[slot], MOON_SPACE_OF_SPACE[space])
    claim_goals(state, player)


@kernel
def land_on_moon(state, player, function, moon_space):
    """Take the best free moon and score it at once (mlem 6.3, 11.6, 11.9)."""
    moon = FIRST_MOON[moon_space + 1] - state.free_moons[moon_space]
    state.free_moons[moon_space] -= 1
    state.moon_owner[moon] = player
    own = state.players[player]
    own.moons[moon_space] += 1
    own.on_moons += 1
    own.moon_points += MOON_POINTS[moon] * (2 if function == DOUBLE_MOON else 1)


@kernel
def land_on_planet(state, player, function, planet):
    """Join the own row, or open a new one below the others (mlem 6.4, 11.7)."""
    own = state.players[player]
    if own.on_planet[planet] == 0:
        state.rows_on_planet[planet] += 1
        own.planet_row[planet] = state.rows_on_planet[planet]
    own.on_planet[planet] += 1
    if function == DOUBLE_PLANET:
        own.double_planet = planet
    rank_planet(state, planet)


@kernel
def land_in_deep_space(state, slot, points):
    """Move the astronaut of a slot to the comet or the galaxy for these points (mlem 7.1, 11.2)."""
    player = leave_rocket(state, slot)
    own = state.players[player]
    own.in_deep_space += 1
    own.deep_space_points += points * (2 if state.functions[slot] == DOUBLE_DEEP_SPACE else 1)
    claim_goals(state, player)


@kernel
def claim_goals(state, player):
    """Give the player who has just landed every free goal whose condition holds (mlem 9.1, 9.2, 9.3)."""
    own = state.players[player]
    planets, most_on_a_planet = 0, 0
    for planet in range(PLANETS):
        planets += own.on_planet[planet] > 0
        most_on_a_planet = max(most_on_a_planet, own.on_planet[planet])
    claim_goal(state, player, FOUR_PLANETS, planets)
    claim_goal(state, player, THREE_ON_ONE_PLANET, most_on_a_planet)
    claim_goal(state, player, FOUR_MOONS, own.on_moons)
    claim_goal(state, player, TWO_DEEP_SPACE, own.in_deep_space)


@kernel
def claim_goal(state, player, goal, reached):
    """Give the goal to the player if it is free and reached (mlem 9.1)."""
    if state.goal_owner[goal] == NOBODY and reached >= GOAL_THRESHOLD[goal]:
        state.goal_owner[goal] = player
