"""The state record of MLEM: the rocket and its move, the mat, the variants, and what each player has."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.records import IN_PART, Field, Record, StateRecord
from moon_envs.games.mlem.components import (
    ALL_ASTRONAUTS,
    ASTRONAUTS,
    DEEP_SPACE,
    DICE,
    EXPEDITION_TOKENS,
    EXPLORATION_POINTS,
    EXPLORATION_TOKENS,
    EXPLORATIONS_REVEALED,
    FACE_COUNT,
    FAILURES,
    GOALS,
    MAX_PLAYERS,
    MISSION_TOKENS,
    MOON_SPACE_COUNT,
    MOONS,
    MOONS_OF_SPACE,
    MOST_DEEP_SPACE_POINTS,
    MOST_DISTANCE,
    MOST_EXPEDITIONS,
    MOST_MOON_POINTS,
    MOST_PLANET_POINTS,
    PLANETS,
    UFO_TOKENS,
    UFO_VALUES,
)

# The phases of an expedition (mlem 3.1); missions are chosen before the first one.
PHASE_MISSIONS, PHASE_TAKE_OFF, PHASE_TRAVEL, PHASE_LANDING, PHASE_DEEP_SPACE, PHASE_CRASH, PHASE_END = range(7)

# The decisions.
NO_DECISION, DECIDE_MISSION, DECIDE_ASTRONAUT, DECIDE_MOVE, DECIDE_LANDING, DECIDE_PARACHUTE = range(6)
DECISION_NAMES = ("none", "mission", "astronaut", "move", "landing", "parachute")

# The answers to a landing or parachute decision, as bits in the order of their actions.
CAN_STAY, CAN_DISEMBARK, CAN_DISEMBARK_LOWER, CAN_DISEMBARK_HIGHER = 1, 2, 4, 8

# The places of an exploration token.
GONE, IN_PILE, ON_MAT = range(3)

NOBODY = -1
NO_FUNCTION = -1
NO_TOKEN = -1
NO_PLANET = -1

_slots = (1 << MAX_PLAYERS) - 1
_faces = (1 << FACE_COUNT) - 1

CONFIGURATION = (
    Field("player_count", np.int8, 2, MAX_PLAYERS, "number of players"),
    Field("ufo", np.int8, 0, 1, "1: played with expedition tokens and the UFO"),
    Field("explorations", np.int8, 0, 1, "1: played with exploration tokens"),
    Field("secret_missions", np.int8, 0, 1, "1: played with secret missions"),
)

GAME_FIELDS = (
    Field("expedition", np.int8, 0, MOST_EXPEDITIONS, "number of the expedition from 1; 0 while missions are chosen"),
    Field("failures", np.int8, 0, FAILURES, "crashes so far"),
    Field("starter", np.int8, 0, MAX_PLAYERS - 1, "who starts this expedition"),
    Field("phase", np.int8, PHASE_MISSIONS, PHASE_END, "the phase of the expedition"),
    Field("decision", np.int8, NO_DECISION, DECIDE_PARACHUTE, "what is to be decided"),
    Field("seat", np.int8, 0, MAX_PLAYERS - 1, "whose decision it is"),
    Field("over", np.int8, 0, 1, "1: the game is over"),
    Field(
        "slot",
        np.int8,
        0,
        MAX_PLAYERS,
        "the rocket slot that is asked; for missions counted from the starter",
    ),
)

# Slot k of the rocket belongs to the k-th player from the starter on (mlem 3.2); the commander is a slot (mlem 3.4).
ROCKET_FIELDS = (
    Field("space", np.int8, 0, DEEP_SPACE, "where the rocket is"),
    Field("pool", np.int8, 0, DICE, "dice the commander has"),
    Field("commander", np.int8, 0, MAX_PLAYERS - 1, "the slot of the commander"),
    Field("functions", np.int8, NO_FUNCTION, ASTRONAUTS - 1, "the astronaut's function in each slot", size=MAX_PLAYERS),
    Field("on_board", np.uint8, 0, _slots, "bit k: the astronaut of slot k is on board"),
    Field("boosters_used", np.uint8, 0, _slots, "bit k: the booster of slot k is flipped"),
)

MOVE_FIELDS = (
    Field("rolled", np.int8, 0, DICE, "the last roll, dice by face", size=FACE_COUNT),
    Field("matching", np.uint8, 0, _faces, "bit f: face f was rolled and is allowed on the space"),
    Field("usable_boosters", np.uint8, 0, _slots, "bit k: the booster of slot k may be added to this move"),
    Field("added_groups", np.uint8, 0, _faces, "bit f: the dice showing f were added"),
    Field("added_boosters", np.uint8, 0, _slots, "bit k: the booster of slot k was added"),
    Field("distance", np.int8, 0, MOST_DISTANCE, "spaces that the added elements move; 0 while nothing is added"),
    Field("used_dice", np.int8, 0, DICE, "number dice added, which will be discarded"),
    Field("keeps_dice", np.int8, 0, 1, "1: the dice of this move will be kept"),
    Field("rerolled", np.int8, 0, 1, "1: the roll is a reroll, so a matching group must be used"),
    Field("landing_choices", np.uint8, 0, 15, "bits: the answers to this landing or parachute decision"),
)

MAT_FIELDS = (
    Field("free_moons", np.int8, 0, MOONS_OF_SPACE, "free moons of each space with moons", size=MOON_SPACE_COUNT),
    Field("moon_owner", np.int8, NOBODY, MAX_PLAYERS - 1, "who is on each moon", size=MOONS),
    Field("rows_on_planet", np.int8, 0, MAX_PLAYERS, "players on each planet", size=PLANETS),
    Field("goal_owner", np.int8, NOBODY, MAX_PLAYERS - 1, "who has won each goal", size=len(GOALS)),
)

# The expedition token in play is at index `tokens_drawn` - 1 of the pile; the tokens after it lie face down.
VARIANT_FIELDS = (
    Field("token", np.int8, NO_TOKEN, EXPEDITION_TOKENS - 1, "the expedition token in play"),
    Field("token_used", np.int8, 0, 1, "1: its ability was used"),
    Field("ufo_space", np.int8, 0, DEEP_SPACE, "where the UFO is"),
    Field("ufo_tokens_taken", np.int8, 0, UFO_TOKENS, "UFO tokens taken"),
    Field("tokens_drawn", np.int8, 0, EXPEDITION_TOKENS, "expedition tokens drawn"),
    Field(
        "token_pile",
        np.int8,
        0,
        EXPEDITION_TOKENS - 1,
        "expedition tokens in their order",
        size=EXPEDITION_TOKENS,
        known_to=IN_PART,
    ),
    Field("token_in_pile", np.int8, 0, 1, "1: the token lies face down in the pile", size=EXPEDITION_TOKENS),
    Field("explorations_drawn", np.int8, 0, EXPLORATION_TOKENS, "exploration tokens drawn"),
    Field("explorations_on_mat", np.int8, 0, EXPLORATIONS_REVEALED, "exploration tokens on the mat"),
    Field(
        "exploration_pile",
        np.int8,
        0,
        EXPLORATION_TOKENS - 1,
        "exploration tokens in their order",
        size=EXPLORATION_TOKENS,
        known_to=IN_PART,
    ),
    Field("exploration_place", np.int8, GONE, ON_MAT, "where each token is", size=EXPLORATION_TOKENS),
    Field(
        "missions",
        np.int8,
        0,
        MISSION_TOKENS - 1,
        "secret missions: four for each seat, a returned one behind the three kept, then those not dealt",
        size=MISSION_TOKENS,
        known_to=IN_PART,
    ),
)

# Points as they stand; the supply of tokens never limits them (mlem 2.5).
PLAYER = Record(
    [
        Field("available", np.uint8, 0, ALL_ASTRONAUTS, "bit f: the astronaut with function f is on the player board"),
        Field("on_mat", np.int8, 0, ASTRONAUTS, "astronauts on the mat"),
        Field("on_moons", np.int8, 0, ASTRONAUTS, "astronauts on moons"),
        Field("in_deep_space", np.int8, 0, ASTRONAUTS, "astronauts in deep space"),
        Field("moons", np.int8, 0, MOONS_OF_SPACE, "astronauts on the moons of each space", size=MOON_SPACE_COUNT),
        Field("on_planet", np.int8, 0, ASTRONAUTS, "astronauts on each planet", size=PLANETS),
        Field("planet_row", np.int8, 0, MAX_PLAYERS, "row on each planet, 1 is the upper one, 0 none", size=PLANETS),
        Field("double_planet", np.int8, NO_PLANET, PLANETS - 1, "planet of the astronaut with this function"),
        Field("has_returned_mission", np.int8, 0, 1, "1: a mission was returned"),
        Field("planet_points", np.int16, 0, MOST_PLANET_POINTS, "points of each planet", size=PLANETS),
        Field("moon_points", np.int16, 0, MOST_MOON_POINTS, "points of moons"),
        Field("deep_space_points", np.int16, 0, MOST_DEEP_SPACE_POINTS, "points of deep space"),
        Field("ufo_points", np.int16, 0, int(UFO_VALUES.sum()), "points of UFO tokens"),
        Field("exploration_points", np.int16, 0, int(EXPLORATION_POINTS.sum()), "points of exploration tokens"),
    ]
)

BLANK_PLAYER = np.zeros(1, dtype=PLAYER.dtype)
"""A player at the start of the game (mlem 2.2)."""
BLANK_PLAYER["available"] = ALL_ASTRONAUTS
BLANK_PLAYER["double_planet"] = NO_PLANET

STATE = StateRecord(
    "mlem",
    configuration=CONFIGURATION,
    table=[
        *GAME_FIELDS,
        *ROCKET_FIELDS,
        *MOVE_FIELDS,
        *MAT_FIELDS,
        *VARIANT_FIELDS,
        Field("players", PLAYER, meaning="what each player has", size=MAX_PLAYERS),
    ],
)


@kernel
def actor(state):
    """Return whose decision it is, -1 when the game is over."""
    if state.over:
        return -1
    return np.int64(state.seat)


@kernel
def player_in_slot(state, slot):
    """Return the player of a rocket slot (mlem 3.2)."""
    player = state.starter + slot
    return player if player < state.player_count else player - state.player_count


@kernel
def slot_of_player(state, player):
    """Return the rocket slot of a player (mlem 3.2)."""
    slot = player - state.starter
    return slot if slot >= 0 else slot + state.player_count


@kernel
def is_on_board(state, slot):
    """Return whether the astronaut of a slot is on board."""
    return (state.on_board >> slot) & 1 != 0


@kernel
def ask(state, player, decision):
    """Ask a player for a decision."""
    state.seat = player
    state.decision = decision
