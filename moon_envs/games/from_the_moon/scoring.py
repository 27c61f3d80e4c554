"""Points and results (from_the_moon 10, 11.7, 12.9)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.components import (
    ACHIEVEMENT_FIRST,
    ACHIEVEMENT_SECOND,
    IMPROVEMENT_FIRST,
    IMPROVEMENT_SECOND,
    LARGE_COUNTED,
    LARGE_POINTS,
    MEDAL_FROM,
    POINTS_PER_ACHIEVEMENT,
    RESOURCES_PER_POINT,
    SOLO_ACHIEVEMENT_POINTS,
    SOLO_ACHIEVEMENT_STEP,
    SOLO_IMPROVEMENT_POINTS,
)
from moon_envs.games.from_the_moon.effects import count, improvements_of
from moon_envs.games.from_the_moon.ships import prize
from moon_envs.games.from_the_moon.solo import OPPONENT, PLAYER, is_won
from moon_envs.games.from_the_moon.state import MOST_SCORE, players_of
from moon_envs.games.from_the_moon.vocabulary import LARGE_BUILDINGS, MISSION_COUNT, PARTS, RESOURCE_COUNT

CATEGORIES = (
    "score_track",
    "achievement_majority",
    "improvement_majority",
    "resources",
    "achievements",
    "large_buildings",
)
# The solo mode has no prize for the most achievements (from_the_moon 10.1).
CATEGORY_CONDITIONS = {"achievement_majority": lambda record: int(record["player_count"]) > 1}
TRACK, ACHIEVEMENT_PRIZE, IMPROVEMENT_PRIZE, CUBES, ACHIEVEMENT_POINTS, LARGE = range(6)
WIN, LOSS = 1.0, -1.0


@kernel
def achievement_prize(state, player):
    """Return the prize for achievements; none solo, no second prize with two players (from_the_moon 10.1)."""
    own = np.int64(state.players[player].achievements)
    ahead, level = 0, 0
    for other in range(players_of(state)):
        ahead += state.players[other].achievements > own
        level += state.players[other].achievements == own
    second = ACHIEVEMENT_SECOND if state.player_count > 2 else 0
    return prize(ahead, level, ACHIEVEMENT_FIRST, second) if own > 0 and state.player_count > 1 else 0


@kernel
def solo_achievement_points(achievements):
    """Return the points of the highest step that is reached (from_the_moon 11.7)."""
    points = 0
    for step in range(SOLO_ACHIEVEMENT_STEP.shape[0]):
        if achievements >= SOLO_ACHIEVEMENT_STEP[step]:
            points = np.int64(SOLO_ACHIEVEMENT_POINTS[step])
    return points


@kernel
def improvement_prize(state, player):
    """Return the prize for improvements; solo, for the number of improved ships (from_the_moon 10.2, 11.7)."""
    if state.player_count == 1:
        return np.int64(SOLO_IMPROVEMENT_POINTS[ships_improved(state)])
    own = improvements_of(state, player)
    ahead, level = 0, 0
    for other in range(players_of(state)):
        others = improvements_of(state, other)
        ahead += others > own
        level += others == own
    second = IMPROVEMENT_SECOND if state.player_count > 2 else 0
    return prize(ahead, level, IMPROVEMENT_FIRST, second) if own > 0 else 0


@kernel
def ships_improved(state):
    """Count the ships with an improvement of the solo player."""
    ships = 0
    for mission in range(MISSION_COUNT):
        improved = 0
        for part in range(PARTS):
            improved += state.part_improver[mission, part] == 0
        ships += improved > 0
    return ships


@kernel
def resource_points(state, player):
    """Return the points for resources of any kind (from_the_moon 10.3)."""
    cubes = 0
    for resource in range(RESOURCE_COUNT):
        cubes += state.players[player].resources[resource]
    return cubes // RESOURCES_PER_POINT


@kernel
def achievement_points(state, player):
    """Return the points for achievements: each one, solo in steps (from_the_moon 10.4, 11.7)."""
    achievements = np.int64(state.players[player].achievements)
    if state.player_count == 1:
        return solo_achievement_points(achievements)
    return POINTS_PER_ACHIEVEMENT * achievements


@kernel
def large_building_points(state, player):
    """Return the points of a player's common large buildings (from_the_moon 10.5)."""
    total, large = 0, np.int64(state.players[player].large)
    for building in range(LARGE_BUILDINGS):
        if (large >> building) & 1:
            total += LARGE_POINTS[building] * count(state, player, np.int64(LARGE_COUNTED[building]))
    return total


@kernel
def score(state, player):
    """Return a player's points as if the game ended now (from_the_moon 12.9)."""
    total = achievement_prize(state, player) + improvement_prize(state, player)
    total += resource_points(state, player) + achievement_points(state, player)
    return total + large_building_points(state, player) + state.players[player].score


@kernel
def award_medal(state):
    """Give a won solo game its medal by points (from_the_moon 11.6, 11.7)."""
    total = score(state, PLAYER)
    for medal in range(MEDAL_FROM.shape[0]):
        if is_won(state) and (medal == 0 or total >= MEDAL_FROM[medal]):
            state.medal = medal + 1


@kernel
def known_points(state, player):
    """Return a player's points, which are all public."""
    return score(state, player)


@kernel
def points(state, out):
    """Write every player's points by category; the solo opponent has none."""
    if state.player_count == 1:
        for category in range(out.shape[1]):
            out[OPPONENT, category] = 0
    for player in range(players_of(state)):
        out[player, TRACK] = state.players[player].score
        out[player, ACHIEVEMENT_PRIZE] = achievement_prize(state, player)
        out[player, IMPROVEMENT_PRIZE] = improvement_prize(state, player)
        out[player, CUBES] = resource_points(state, player)
        out[player, ACHIEVEMENT_POINTS] = achievement_points(state, player)
        out[player, LARGE] = large_building_points(state, player)


@kernel
def outcome(state, out):
    """Write the results: the most points win, ties share, 2 x share - 1 (from_the_moon 10.6); solo by the medal."""
    if state.player_count == 1:
        out[0] = WIN if state.medal else LOSS
        return
    best, winners = -MOST_SCORE, 0
    for player in range(players_of(state)):
        total = score(state, player)
        if total > best:
            best, winners = total, 0
        winners += total == best
    for player in range(players_of(state)):
        out[player] = 2.0 / winners - 1.0 if score(state, player) == best else LOSS
