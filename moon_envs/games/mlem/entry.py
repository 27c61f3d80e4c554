"""The compiled entry points of MLEM (see engine/entry.py). Importing this module compiles the game."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compile import entry_point
from moon_envs.engine.entry import array_at, record_at, table_at
from moon_envs.games.mlem import features as mlem_features
from moon_envs.games.mlem import rules, scoring
from moon_envs.games.mlem.actions import ACTIONS
from moon_envs.games.mlem.components import MAX_PLAYERS
from moon_envs.games.mlem.features import PLAYER_FEATURES, TABLE_FEATURES
from moon_envs.games.mlem.state import STATE
from moon_envs.games.mlem.state import actor as acting_seat

ACTION_COUNT = len(ACTIONS)
CATEGORIES = len(scoring.CATEGORIES)


@entry_point
def start(state, seed, unused):
    """Deal a new game."""
    rules.start(record_at(state, STATE), seed)
    return 0


@entry_point
def actor(state, unused, unused_too):
    """Whose decision it is."""
    return acting_seat(record_at(state, STATE))


@entry_point
def legal(state, mask, unused):
    """The legal actions of the actor."""
    rules.legal(record_at(state, STATE), array_at(mask, ACTION_COUNT, np.int8))
    return 0


@entry_point
def apply(state, action, unused):
    """Carry an action out."""
    rules.apply(record_at(state, STATE), action)
    return 0


@entry_point
def observe(state, player, features):
    """What the player knows."""
    record = record_at(state, STATE)
    size = TABLE_FEATURES + PLAYER_FEATURES * record.player_count
    mlem_features.observe(record, player, array_at(features, size, np.int16))
    return 0


@entry_point
def points(state, out, unused):
    """Points by side and category."""
    scoring.points(record_at(state, STATE), table_at(out, MAX_PLAYERS, CATEGORIES, np.int32))
    return 0


@entry_point
def outcome(state, out, unused):
    """The result for each player."""
    scoring.outcome(record_at(state, STATE), array_at(out, MAX_PLAYERS, np.float32))
    return 0


@entry_point
def resample(state, player, unused):
    """Redraw what the player cannot know."""
    rules.resample(record_at(state, STATE), player)
    return 0
