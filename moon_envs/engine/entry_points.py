"""From the kernels of a game to its C entry points.

The first half of this file is the contract: the kernels and sizes that every game gives. The second half are the entry
points, written once; `compile_entry_points` compiles them with a game's kernels in the place of these stubs. (They are
plain functions with other globals: a closure over compiled functions would never be found in numba's cache.)
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import numpy as np

from moon_envs.engine.compile import entry_point
from moon_envs.engine.entry import STATE_HEADER, array_at, record_at, table_at

STATE = np.dtype([*STATE_HEADER, ("player_count", np.int8)])
"""The state record: it begins with STATE_HEADER and has a field `player_count`."""

ACTION_COUNT = TABLE_FEATURES = PLAYER_FEATURES = MOST_SIDES = CATEGORY_COUNT = 1


def start(state, seed):
    """Deal a new game from the configuration already in the record."""


def actor(state):
    """Whose decision it is; -1 when the game is over."""


def legal(state, mask):
    """Set 1 for every legal action of the actor, 0 elsewhere; never all 0 while the game runs."""


def apply(state, action):
    """Carry the action out, then everything that follows without a choice, up to the next decision."""


def observe(state, player, features):
    """Write what `player` may know, from that player's seat, as raw int16 features."""


def points(state, out):
    """Write every side's points as they stand, by scoring category; final when the game is over."""


def outcome(state, out):
    """Write the result for each player: 2 x share of the victory - 1."""


def resample(state, player):
    """Redraw uniformly everything `player` cannot know, consistent with what the player knows."""


def start_entry(state, seed, unused):
    """Entry point START."""
    record = record_at(state, STATE)
    start(record, seed)
    return actor(record)


def actor_entry(state, unused, unused_too):
    """Entry point ACTOR."""
    return actor(record_at(state, STATE))


def legal_entry(state, mask, unused):
    """Entry point LEGAL."""
    legal(record_at(state, STATE), array_at(mask, ACTION_COUNT, np.int8))
    return 0


def apply_entry(state, action, unused):
    """Entry point APPLY."""
    record = record_at(state, STATE)
    apply(record, action)
    return actor(record)


def view_entry(state, mask, features):
    """Entry point VIEW."""
    record = record_at(state, STATE)
    legal(record, array_at(mask, ACTION_COUNT, np.int8))
    size = TABLE_FEATURES + PLAYER_FEATURES * record.player_count
    observe(record, actor(record), array_at(features, size, np.int16))
    return 0


def observe_entry(state, player, features):
    """Entry point OBSERVE."""
    record = record_at(state, STATE)
    size = TABLE_FEATURES + PLAYER_FEATURES * record.player_count
    observe(record, player, array_at(features, size, np.int16))
    return 0


def points_entry(state, out, unused):
    """Entry point POINTS."""
    points(record_at(state, STATE), table_at(out, MOST_SIDES, CATEGORY_COUNT, np.int32))
    return 0


def outcome_entry(state, out, unused):
    """Entry point OUTCOME."""
    outcome(record_at(state, STATE), array_at(out, MOST_SIDES, np.float32))
    return 0


def resample_entry(state, player, unused):
    """Entry point RESAMPLE."""
    resample(record_at(state, STATE), player)
    return 0


# In the order of the addresses in engine/entry.py.
ENTRY_POINTS = (
    start_entry,
    actor_entry,
    legal_entry,
    apply_entry,
    view_entry,
    observe_entry,
    points_entry,
    outcome_entry,
    resample_entry,
)
ENTRY_NAMES = tuple(function.__name__ for function in ENTRY_POINTS)


def compile_entry_points(
    file: str,
    *,
    state: np.dtype,
    actions: int,
    table_features: int,
    player_features: int,
    most_sides: int,
    categories: int,
    **kernels: Callable,
) -> tuple:
    """Compile the entry points of a game, or find them in the cache.

    Args:
        file: the entry module of the game, `__file__`; the cache follows everything in its folder and the engine.
        state: the state record.
        actions: the number of actions.
        table_features: the number of features of the table.
        player_features: the number of features of each player.
        most_sides: the most sides that have points.
        categories: the number of scoring categories.
        **kernels: start, actor, legal, apply, observe, points, outcome and resample.
    """
    sizes = {
        "STATE": state,
        "ACTION_COUNT": actions,
        "TABLE_FEATURES": table_features,
        "PLAYER_FEATURES": player_features,
        "MOST_SIDES": most_sides,
        "CATEGORY_COUNT": categories,
    }
    names = {**globals(), **sizes, **kernels}
    return tuple(
        entry_point(FunctionType(function.__code__, names, function.__name__), Path(file)) for function in ENTRY_POINTS
    )
