"""Points and results of MLEM (mlem 10)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.mlem.components import (
    GOAL_POINTS,
    GOALS,
    MISSION_MOONS,
    MISSION_PLANET,
    MISSION_POINTS,
    MISSIONS_DEALT,
    MISSIONS_KEPT,
    MOON_SPACE_COUNT,
    NONE,
    PLANET_POINTS,
    PLANETS,
)

CATEGORIES = ("moons", "deep_space", "planets", "goals", "ufo", "explorations", "missions")
MOON_CATEGORY, DEEP_SPACE_CATEGORY, PLANET_CATEGORY, GOAL_CATEGORY = range(4)
UFO_CATEGORY, EXPLORATION_CATEGORY, MISSION_CATEGORY = range(4, 7)
# The categories of the variants count only if the record says that the variant is played (mlem 12.1).
CATEGORY_CONDITIONS = {
    "ufo": lambda record: bool(record["ufo"]),
    "explorations": lambda record: bool(record["explorations"]),
    "missions": lambda record: bool(record["secret_missions"]),
}

LOSS = -1.0
GOAL_COUNT = len(GOALS)


@kernel
def rank_planet(state, planet):
    """Give every player on a planet the points of the player's present rank (mlem 10.2, 10.3)."""
    for player in range(state.player_count):
        own = state.players[player]
        if own.on_planet[planet] > 0:
            rank = min(players_ahead(state, own, planet), 2)
            own.planet_points[planet] = PLANET_POINTS[planet, rank] * (2 if own.double_planet == planet else 1)


@kernel
def players_ahead(state, own, planet):
    """Count the players with more astronauts there, or with as many and a row above (mlem 10.2)."""
    ahead = 0
    for player in range(state.player_count):
        other = state.players[player]
        count, own_count = other.on_planet[planet], own.on_planet[planet]
        upper = 0 < other.planet_row[planet] < own.planet_row[planet]
        ahead += count > own_count or (count == own_count and upper)
    return ahead


@kernel
def planet_total(own):
    """Return a player's points for all planets."""
    total = 0
    for planet in range(PLANETS):
        total += own.planet_points[planet]
    return total


@kernel
def goal_points(state, player):
    """Return a player's points for goals (mlem 10.1)."""
    points = 0
    for goal in range(GOAL_COUNT):
        if state.goal_owner[goal] == player:
            points += GOAL_POINTS
    return points


@kernel
def is_mission_completed(own, token):
    """Return whether the player has an astronaut on the planet or a moon that the token names (mlem 14.2)."""
    planet = MISSION_PLANET[token]
    if planet != NONE:
        return own.on_planet[planet] > 0
    for moon_space in range(MOON_SPACE_COUNT):
        if MISSION_MOONS[token, moon_space] != 0 and own.moons[moon_space] > 0:
            return True
    return False


@kernel
def completed_missions(state, player):
    """Count the kept missions that are completed, each token by itself (mlem 14.3)."""
    completed = 0
    if state.secret_missions and state.players[player].has_returned_mission:
        for place in range(MISSIONS_KEPT):
            token = state.missions[player * MISSIONS_DEALT + place]
            completed += is_mission_completed(state.players[player], token)
    return completed


@kernel
def public_points(state, player):
    """Return a player's points without secret missions, which all players may know."""
    own = state.players[player]
    immediate = own.moon_points + own.deep_space_points
    return immediate + planet_total(own) + goal_points(state, player) + own.ufo_points + own.exploration_points


@kernel
def score(state, player):
    """Return a player's points (mlem 10.1)."""
    return public_points(state, player) + MISSION_POINTS[completed_missions(state, player)]


@kernel
def known_points(state, player):
    """Return a player's points; the player knows all of them, because everything but the missions is public."""
    return score(state, player)


@kernel
def points(state, out):
    """Write every player's points by category."""
    for player in range(state.player_count):
        own = state.players[player]
        out[player, MOON_CATEGORY] = own.moon_points
        out[player, DEEP_SPACE_CATEGORY] = own.deep_space_points
        out[player, PLANET_CATEGORY] = planet_total(own)
        out[player, GOAL_CATEGORY] = goal_points(state, player)
        out[player, UFO_CATEGORY] = own.ufo_points
        out[player, EXPLORATION_CATEGORY] = own.exploration_points
        out[player, MISSION_CATEGORY] = MISSION_POINTS[completed_missions(state, player)]


@kernel
def outcome(state, out):
    """Write the results: the highest total wins, ties share, 2 x share - 1 (mlem 10.4)."""
    best, winners = -1, 0
    for player in range(state.player_count):
        total = score(state, player)
        if total > best:
            best, winners = total, 0
        winners += total == best
    for player in range(state.player_count):
        out[player] = 2.0 / winners - 1.0 if score(state, player) == best else LOSS
