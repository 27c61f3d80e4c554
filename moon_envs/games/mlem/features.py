"""The features of MLEM: what a player observes."""

from __future__ import annotations

from moon_envs.core.tables import CATEGORY, Feature, FeatureTable
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.features import clear, put, put_all, put_bits, put_one_hot
from moon_envs.games.mlem.components import (
    ABILITIES,
    AFTERBURNER_VALUE,
    ALLOWED_FACES,
    ASTRONAUTS,
    DEEP_SPACE,
    DICE,
    EXPEDITION_TOKENS,
    EXPLORATION_POINTS,
    EXPLORATION_TOKENS,
    FACE_COUNT,
    FAILURES,
    GOAL_POINTS,
    GOALS,
    MAX_PLAYERS,
    MISSION_TOKENS,
    MISSIONS_DEALT,
    MISSIONS_KEPT,
    MOON_SPACE_COUNT,
    MOONS_OF_SPACE,
    MOST_DEEP_SPACE_POINTS,
    MOST_DISTANCE,
    MOST_EXPEDITIONS,
    MOST_MOON_POINTS,
    MOST_PLANET_POINTS,
    PLANETS,
    SPACES,
    TOKEN_ABILITY,
    TOKEN_FACES,
    UFO_TOKENS,
    UFO_VALUES,
)
from moon_envs.games.mlem.scoring import completed_missions, public_points
from moon_envs.games.mlem.state import (
    DECIDE_MISSION,
    DECIDE_MOVE,
    DECIDE_PARACHUTE,
    DECISION_NAMES,
    NO_TOKEN,
    ON_MAT,
    is_on_board,
    slot_of_player,
)

DECISIONS = len(DECISION_NAMES) - 1
ABILITY_COUNT = len(ABILITIES)
GOAL_COUNT = len(GOALS)

MOST_PUBLIC_POINTS = (
    MOST_MOON_POINTS
    + MOST_DEEP_SPACE_POINTS
    + PLANETS * MOST_PLANET_POINTS
    + GOAL_COUNT * GOAL_POINTS
    + int(UFO_VALUES.sum())
    + int(EXPLORATION_POINTS.sum())
)
# Real totals stay far below the possible maximum, so this bound lets them use the whole scale; more is clipped.
POINTS_SHOWN = min(MOST_PUBLIC_POINTS, 100)
RETURNED = MISSIONS_DEALT + 1
ABOARD = 2
MOST_AFTERBURNER = max(1, int(AFTERBURNER_VALUE.max()))

FEATURES = FeatureTable(
    table=(
        Feature("expedition", 1, 0, MOST_EXPEDITIONS, "expedition, beginning with 1; 0 while missions are chosen"),
        Feature("failures", 1, 0, FAILURES, "crashes so far"),
        Feature("players", 1, 2, MAX_PLAYERS, "number of players"),
        Feature("variants", 3, 0, 1, "1: played with UFO, Explorations, Secret missions"),
        Feature("decision", DECISIONS, 0, 1, "what is to be decided now, one-hot: " + ", ".join(DECISION_NAMES[1:])),
        Feature("rocket", SPACES, 0, 1, "space of the rocket marker, one-hot"),
        Feature("allowed_faces", FACE_COUNT, 0, 1, "faces allowed on that space"),
        Feature("afterburner_value", 1, 0, MOST_AFTERBURNER, "what an afterburner moves there, 0 if not allowed"),
        Feature("pool", 1, 0, DICE, "dice the commander has"),
        Feature("rolled", FACE_COUNT, 0, DICE, "the roll, dice by face, while it counts"),
        Feature("added_groups", FACE_COUNT, 0, 1, "1: the rolled group was added to the move"),
        Feature("distance", 1, 0, MOST_DISTANCE, "how far the move goes with what was added"),
        Feature("free_moons", MOON_SPACE_COUNT, 0, int(MOONS_OF_SPACE.max()), "free moons of each space with moons"),
        Feature("ability", ABILITY_COUNT, 0, 1, "ability of the expedition token, one-hot, none when used"),
        Feature("token_faces", FACE_COUNT, 0, 1, "its additional dice"),
        Feature("keeps_dice", 1, 0, 1, "1: the dice of this move are kept"),
        Feature("rerolled", 1, 0, 1, "1: the roll is a reroll, so a matching group must be used"),
        Feature("ufo_ahead", 1, -DEEP_SPACE, DEEP_SPACE, "spaces from the rocket to the UFO marker"),
        Feature("ufo_tokens", 1, 0, UFO_TOKENS, "UFO tokens left"),
        Feature("hidden_tokens", EXPEDITION_TOKENS, 0, 1, "1: the expedition token lies face down in the pile"),
        Feature(
            "explorations",
            EXPLORATION_TOKENS,
            0,
            ON_MAT,
            "2: the token lies on the mat, 1: in the pile, 0: gone",
            CATEGORY,
            ("gone", "in the pile", "on the mat"),
        ),
        Feature(
            "missions",
            MISSION_TOKENS,
            0,
            RETURNED,
            f"place of the mission in the own hand, {RETURNED}: returned, 0: not seen",
            CATEGORY,
        ),
        Feature("completed_missions", 1, 0, MISSIONS_KEPT, "own missions completed"),
    ),
    player=(
        Feature(
            "astronauts",
            ASTRONAUTS,
            0,
            ABOARD,
            "by function, 2: on board, 1: available, 0: on the mat",
            CATEGORY,
            ("on the mat", "available", "on board"),
        ),
        Feature("rocket_slot", 1, 0, MAX_PLAYERS - 1, "place in rocket order"),
        Feature("commander", 1, 0, 1, "1: this player is the commander"),
        Feature("deciding", 1, 0, 1, "1: this player decides now"),
        Feature("booster_used", 1, 0, 1, "1: this player's booster was used in this expedition"),
        Feature("booster_added", 1, 0, 1, "1: this player's booster was added to the move"),
        Feature("on_mat", 1, 0, ASTRONAUTS, "astronauts on the mat"),
        Feature("in_deep_space", 1, 0, ASTRONAUTS, "astronauts in deep space"),
        Feature("double_planet", 1, 0, PLANETS, "planet of the double planet astronaut, 0: none", CATEGORY),
        Feature(
            "points",
            1,
            0,
            POINTS_SHOWN,
            f"points as they stand, without secret missions; {POINTS_SHOWN}: {POINTS_SHOWN} or more",
        ),
        Feature("goals", GOAL_COUNT, 0, 1, "goals won: " + ", ".join(GOALS)),
        Feature("moons", MOON_SPACE_COUNT, 0, int(MOONS_OF_SPACE.max()), "astronauts on the moons of each space"),
        Feature("on_planet", PLANETS, 0, ASTRONAUTS, "astronauts on each planet"),
        Feature("planet_row", PLANETS, 0, MAX_PLAYERS, "row on each planet, 1 is the upper one, 0 none"),
        Feature("planet_points", PLANETS, 0, MOST_PLANET_POINTS, "points of each planet as they stand"),
    ),
)

UFO_FEATURES = ABILITY_COUNT + FACE_COUNT + 4 + EXPEDITION_TOKENS
TABLE_FEATURES = FEATURES.table_size(2)
PLAYER_FEATURES = FEATURES.player_size


@kernel
def observe(state, player, features):
    """Write what the player knows: the table, the own block, then the other players in seating order."""
    clear(features)
    observe_table(state, player, features)
    for distance in range(state.player_count):
        other = player + distance
        if other >= state.player_count:
            other -= state.player_count
        first = TABLE_FEATURES + distance * PLAYER_FEATURES
        # Constant places in a slice spare numba's checks for negative indexes.
        observe_player(state, other, features[first : first + PLAYER_FEATURES])


@kernel
def observe_table(state, player, features):
    """Write the common features and the player's own secret missions."""
    cursor = observe_rocket(state, features)
    cursor = put_all(features, cursor, state.free_moons)
    if state.ufo:
        observe_ufo(state, features, cursor)
    cursor += UFO_FEATURES
    if state.explorations:
        put_all(features, cursor, state.exploration_place)
    cursor += EXPLORATION_TOKENS
    if state.secret_missions:
        observe_missions(state, player, features, cursor)


@kernel
def observe_rocket(state, features):
    """Write the expedition, the decision, the rocket and its move."""
    cursor = put(features, 0, state.expedition)
    cursor = put(features, cursor, state.failures)
    cursor = put(features, cursor, state.player_count)
    cursor = put(features, cursor, state.ufo)
    cursor = put(features, cursor, state.explorations)
    cursor = put(features, cursor, state.secret_missions)
    cursor = put_one_hot(features, cursor, -1 if state.over else state.decision - DECIDE_MISSION, DECISIONS)
    cursor = put_one_hot(features, cursor, state.space, SPACES)
    cursor = put_bits(features, cursor, ALLOWED_FACES[state.space], FACE_COUNT)
    cursor = put(features, cursor, AFTERBURNER_VALUE[state.space])
    cursor = put(features, cursor, state.pool)
    if state.decision == DECIDE_MOVE or state.decision == DECIDE_PARACHUTE:
        put_all(features, cursor, state.rolled)
        put_bits(features, cursor + FACE_COUNT, state.added_groups, FACE_COUNT)
        put(features, cursor + 2 * FACE_COUNT, state.distance)
    return cursor + 2 * FACE_COUNT + 1


@kernel
def observe_ufo(state, features, cursor):
    """Write the token in play, the marker, and which tokens are left, but not their order (mlem 15.3)."""
    if state.token != NO_TOKEN and not state.token_used:
        put_one_hot(features, cursor, TOKEN_ABILITY[state.token], ABILITY_COUNT)
        put_bits(features, cursor + ABILITY_COUNT, TOKEN_FACES[state.token], FACE_COUNT)
    cursor += ABILITY_COUNT + FACE_COUNT
    is_move = state.decision == DECIDE_MOVE
    cursor = put(features, cursor, state.keeps_dice if is_move else 0)
    cursor = put(features, cursor, state.rerolled if is_move else 0)
    cursor = put(features, cursor, state.ufo_space - state.space)
    cursor = put(features, cursor, UFO_TOKENS - state.ufo_tokens_taken)
    put_all(features, cursor, state.token_in_pile)


@kernel
def observe_missions(state, player, features, cursor):
    """Write the player's own secret missions only (mlem 14.4)."""
    first = player * MISSIONS_DEALT
    for place in range(MISSIONS_DEALT):
        put(features, cursor + state.missions[first + place], place + 1)
    if state.players[player].has_returned_mission:
        put(features, cursor + state.missions[first + MISSIONS_KEPT], RETURNED)
    put(features, cursor + MISSION_TOKENS, completed_missions(state, player))


@kernel
def observe_player(state, player, block):
    """Write one player's block, which is all public."""
    own = state.players[player]
    slot = slot_of_player(state, player)
    cursor = put_bits(block, 0, own.available, ASTRONAUTS)
    if is_on_board(state, slot):
        put(block, state.functions[slot], ABOARD)
    cursor = put(block, cursor, slot)
    cursor = put(block, cursor, slot == state.commander)
    cursor = put(block, cursor, player == state.seat and not state.over)
    cursor = put(block, cursor, (state.boosters_used >> slot) & 1)
    cursor = put(block, cursor, (state.added_boosters >> slot) & 1 if state.decision == DECIDE_MOVE else 0)
    cursor = put(block, cursor, own.on_mat)
    cursor = put(block, cursor, own.in_deep_space)
    cursor = put(block, cursor, own.double_planet + 1)
    cursor = put(block, cursor, min(public_points(state, player), POINTS_SHOWN))
    for goal in range(GOAL_COUNT):
        cursor = put(block, cursor, state.goal_owner[goal] == player)
    cursor = put_all(block, cursor, own.moons)
    cursor = put_all(block, cursor, own.on_planet)
    cursor = put_all(block, cursor, own.planet_row)
    put_all(block, cursor, own.planet_points)
