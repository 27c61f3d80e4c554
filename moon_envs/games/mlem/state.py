"""The state record of MLEM: the rocket and its move, the mat, the variants, and what each player has."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compile import kernel
from moon_envs.engine.entry import STATE_HEADER
from moon_envs.engine.records import record_dtype
from moon_envs.games.mlem.components import (
    EXPEDITION_TOKENS,
    EXPLORATION_TOKENS,
    FACE_COUNT,
    GOALS,
    MAX_PLAYERS,
    MISSION_TOKENS,
    MOON_SPACE_COUNT,
    MOONS,
    PLANETS,
)

# The phases of an expedition (mlem 3.1); missions are chosen before the first one.
PHASE_MISSIONS, PHASE_TAKE_OFF, PHASE_TRAVEL, PHASE_LANDING, PHASE_DEEP_SPACE, PHASE_CRASH, PHASE_END = range(7)

# What is to be decided.
NO_DECISION, DECIDE_MISSION, DECIDE_ASTRONAUT, DECIDE_MOVE, DECIDE_LANDING, DECIDE_PARACHUTE = range(6)
DECISION_NAMES = ("none", "mission", "astronaut", "move", "landing", "parachute")

# The answers to a landing or parachute decision, as bits in the order of their actions.
CAN_STAY, CAN_DISEMBARK, CAN_DISEMBARK_LOWER, CAN_DISEMBARK_HIGHER = 1, 2, 4, 8

# Where an exploration token is.
GONE, IN_PILE, ON_MAT = range(3)

NOBODY = -1
NO_FUNCTION = -1
NO_TOKEN = -1
NO_PLANET = -1

TABLE_FIELDS = [
    *STATE_HEADER,
    # configuration
    ("player_count", np.int8),
    ("ufo", np.int8),
    ("explorations", np.int8),
    ("secret_missions", np.int8),
    # the game
    ("expedition", np.int8),  # beginning with 1; 0 while missions are chosen
    ("failures", np.int8),
    ("starter", np.int8),
    ("phase", np.int8),
    ("decision", np.int8),
    ("seat", np.int8),  # whose decision it is
    ("over", np.int8),
    ("slot", np.int8),  # the rocket slot that is asked; in the choice of missions the place after the starter
    # the rocket: slot k belongs to the k-th player from the starter on
    ("space", np.int8),
    ("pool", np.int8),
    ("commander", np.int8),  # a slot (mlem 3.4)
    ("functions", np.int8, MAX_PLAYERS),  # of the astronaut boarded in each slot in this expedition
    ("on_board", np.uint8),  # bit k: the astronaut of slot k is on board
    ("boosters_used", np.uint8),  # bit k: the booster of slot k is flipped
    # the move of this travel phase
    ("rolled", np.int8, FACE_COUNT),  # the last roll, dice by face
    ("matching", np.uint8),  # bit f: face f was rolled and is allowed on the space
    ("usable_boosters", np.uint8),  # bit k: the booster of slot k may be added to this move
    ("added_groups", np.uint8),
    ("added_boosters", np.uint8),
    ("distance", np.int8),  # of what has been added; 0 while nothing has
    ("used_dice", np.int8),  # number dice added, which will be discarded
    ("keeps_dice", np.int8),
    ("landing_choices", np.uint8),  # bits: the answers to this landing or parachute decision
    # the mat
    ("free_moons", np.int8, MOON_SPACE_COUNT),
    ("moon_owner", np.int8, MOONS),
    ("rows_on_planet", np.int8, PLANETS),
    ("goal_owner", np.int8, len(GOALS)),
    # UFO: the token in play is at index `tokens_drawn` - 1 of the pile, those after it lie face down
    ("token", np.int8),
    ("token_used", np.int8),
    ("ufo_space", np.int8),
    ("ufo_tokens_taken", np.int8),
    ("tokens_drawn", np.int8),
    ("token_pile", np.int8, EXPEDITION_TOKENS),
    ("token_in_pile", np.int8, EXPEDITION_TOKENS),  # the same as a set
    # explorations
    ("explorations_drawn", np.int8),
    ("explorations_on_mat", np.int8),
    ("exploration_pile", np.int8, EXPLORATION_TOKENS),
    ("exploration_place", np.int8, EXPLORATION_TOKENS),
    # secret missions: four for each seat, then those not dealt; a returned one lies behind the three kept
    ("missions", np.int8, MISSION_TOKENS),
]

PLAYER_FIELDS = [
    ("available", np.uint8),  # bit f: the astronaut with function f is on the player board
    ("on_mat", np.int8),
    ("on_moons", np.int8),
    ("in_deep_space", np.int8),
    ("moons", np.int8, MOON_SPACE_COUNT),  # astronauts on the moons of each moon space
    ("on_planet", np.int8, PLANETS),
    ("planet_row", np.int8, PLANETS),  # 1 is the upper one, 0 is none
    ("double_planet", np.int8),  # where the astronaut with this function stands
    ("has_returned_mission", np.int8),
    # points as they stand, never limited by the supply of tokens (mlem 2.5)
    ("planet_points", np.int16, PLANETS),
    ("moon_points", np.int16),
    ("deep_space_points", np.int16),
    ("ufo_points", np.int16),
    ("exploration_points", np.int16),
]

PLAYER = record_dtype(PLAYER_FIELDS)
STATE = record_dtype([*TABLE_FIELDS, ("players", PLAYER, MAX_PLAYERS)])


@kernel
def actor(state):
    """Whose decision it is, -1 when the game is over."""
    if state.over:
        return -1
    return np.int64(state.seat)


@kernel
def player_in_slot(state, slot):
    """The player of a rocket slot (mlem 3.2)."""
    player = state.starter + slot
    return player if player < state.player_count else player - state.player_count


@kernel
def slot_of_player(state, player):
    """The rocket slot of a player (mlem 3.2)."""
    slot = player - state.starter
    return slot if slot >= 0 else slot + state.player_count


@kernel
def is_on_board(state, slot):
    """Whether the astronaut of a slot is on board."""
    return (state.on_board >> slot) & 1 != 0


@kernel
def ask(state, player, decision):
    """Wait for a player's decision."""
    state.seat = player
    state.decision = decision
