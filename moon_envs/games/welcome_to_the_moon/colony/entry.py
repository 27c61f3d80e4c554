"""The compiled entry points of Colony (see engine/entry.py). Importing this module compiles the game."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compile import entry_point
from moon_envs.engine.entry import array_at, record_at, table_at
from moon_envs.games.welcome_to_the_moon import scoring as shared_scoring
from moon_envs.games.welcome_to_the_moon import turn
from moon_envs.games.welcome_to_the_moon.colony import features as colony_features
from moon_envs.games.welcome_to_the_moon.colony import missions, rules, scoring
from moon_envs.games.welcome_to_the_moon.colony.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.colony.features import FEATURES
from moon_envs.games.welcome_to_the_moon.colony.state import STATE
from moon_envs.games.welcome_to_the_moon.state import MAX_PLAYERS
from moon_envs.games.welcome_to_the_moon.state import actor as acting_seat

RULES = (rules.STATE, missions.STATE)  # the adventure's rules are registered by importing them
ACTION_COUNT = len(ACTIONS)
CATEGORIES = len(scoring.CATEGORIES)
TABLE_FEATURES = FEATURES.size(0)
PLAYER_FEATURES = FEATURES.size(1) - FEATURES.size(0)


@entry_point
def start(state, seed, unused):
    """Deal a new game."""
    turn.start(record_at(state, STATE), seed)
    return 0


@entry_point
def actor(state, unused, unused_too):
    """Whose decision it is."""
    return acting_seat(record_at(state, STATE))


@entry_point
def legal(state, mask, unused):
    """The legal actions of the actor."""
    turn.legal(record_at(state, STATE), array_at(mask, ACTION_COUNT, np.int8))
    return 0


@entry_point
def apply(state, action, unused):
    """Carry an action out."""
    turn.apply(record_at(state, STATE), action)
    return 0


@entry_point
def observe(state, player, features):
    """What the player knows."""
    record = record_at(state, STATE)
    size = TABLE_FEATURES + PLAYER_FEATURES * record.player_count
    colony_features.observe(record, player, array_at(features, size, np.int16))
    return 0


@entry_point
def points(state, out, unused):
    """Points by side and category."""
    scoring.points(record_at(state, STATE), table_at(out, MAX_PLAYERS, CATEGORIES, np.int32))
    return 0


@entry_point
def outcome(state, out, unused):
    """The result for each player."""
    shared_scoring.outcome(record_at(state, STATE), array_at(out, MAX_PLAYERS, np.float32))
    return 0


@entry_point
def resample(state, player, unused):
    """Redraw what the player cannot know."""
    turn.resample(record_at(state, STATE), player)
    return 0
