"""The compiled entry points of connect four (see engine/entry.py). Importing this module compiles the game."""

from __future__ import annotations

import numpy as np

from benchmarks.connect_four.game import features as planes
from benchmarks.connect_four.game import rules, scoring
from benchmarks.connect_four.game.state import CELLS, COLUMNS, PLAYERS, STATE
from moon_envs.engine.compile import entry_point
from moon_envs.engine.entry import array_at, record_at, table_at

FEATURE_COUNT = PLAYERS * CELLS
CATEGORIES = len(scoring.CATEGORIES)


@entry_point
def start(state, seed, unused):
    """An empty board."""
    rules.start(record_at(state, STATE), seed)
    return 0


@entry_point
def actor(state, unused, unused_too):
    """Whose decision it is."""
    return record_at(state, STATE).actor


@entry_point
def legal(state, mask, unused):
    """The legal actions of the actor."""
    rules.legal(record_at(state, STATE), array_at(mask, COLUMNS, np.int8))
    return 0


@entry_point
def apply(state, action, unused):
    """Carry an action out."""
    rules.apply(record_at(state, STATE), action)
    return 0


@entry_point
def observe(state, player, features):
    """What the player knows."""
    planes.observe(record_at(state, STATE), player, array_at(features, FEATURE_COUNT, np.int16))
    return 0


@entry_point
def points(state, out, unused):
    """Points by side and category."""
    scoring.points(record_at(state, STATE), table_at(out, PLAYERS, CATEGORIES, np.int32))
    return 0


@entry_point
def outcome(state, out, unused):
    """The result for each player."""
    scoring.outcome(record_at(state, STATE), array_at(out, PLAYERS, np.float32))
    return 0


@entry_point
def resample(state, player, unused):
    """Nothing is hidden."""
    return 0
