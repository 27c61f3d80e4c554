"""From the kernels of a game to its C entry points.

The first half of this file is the contract: the kernels that every game gives. The second half holds the entry points,
written once. `compile_game` compiles them with other globals: `start`, `apply` and so on then name the kernels that the
game's `entry.py` passes (see `games/mlem/entry.py`; for adventures `welcome_to_the_moon/adventure_entry.py`). Closures
over the kernels would be simpler, but numba never finds such functions in the cache again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_envs.base.errors import CompilationError
from moon_envs.engine.compiler.compile import entry_file_name, entry_point, kernel
from moon_envs.engine.compiler.sources import sources_of
from moon_envs.engine.entry import array_at, record_at, table_at
from moon_envs.engine.random import seed_random
from moon_envs.engine.records import HEADER

if TYPE_CHECKING:
    from moon_envs.core.game import Game

# Placeholders: `compile_game` puts the values of `sizes_of(game)` in their place.
STATE = HEADER
STATE_SIZE = CLEARED_FROM = ACTION_COUNT = MOST_SIDES = CATEGORY_COUNT = 1
SOLO_FEATURES = TABLE_FEATURES = PLAYER_FEATURES = 1


def start(state):
    """Deal a new game. The record holds its configuration, a seed and random numbers; everything else is zero."""


def actor(state):
    """Return whose decision it is; -1 when the game is over."""


def legal(state, mask):
    """Set 1 for every legal action of the actor, 0 elsewhere; never all 0 while the game runs."""


def apply(state, action):
    """Carry out the action, then everything that follows without a choice, up to the next decision."""


def observe(state, player, features):
    """Write what `player` may know, from that player's seat, as raw int16 features."""


def points(state, out):
    """Write every side's present points by scoring category; final when the game is over."""


def known_points(state, player):
    """Return a player's present points as far as the player may know them; all of them when the game is over."""


def outcome(state, out):
    """Write the result for each player: 2 x share of the victory - 1."""


def resample(state, player):
    """Redraw uniformly everything `player` cannot know, consistent with what the player knows."""


def find_fault(state):
    """Return which values contradict each other, though each is within its bounds: counted from 1; 0 is no fault.

    Records from outside are refused if they have a fault. Check everything here that other kernels rely on, so that no
    record can cause an index outside of an array, an empty mask or an endless loop.
    """


@kernel
def closeness(state, player):
    """Return how near a player came to winning where points do not decide, in thousandths of all that it takes.

    A game need not give this kernel. Then points decide: -1.
    """
    return -1


KERNELS = (start, actor, legal, apply, observe, points, known_points, outcome, resample, find_fault)


def start_entry(state, seed, unused):
    """Entry point START."""
    array_at(state + CLEARED_FROM, STATE_SIZE - CLEARED_FROM, np.uint8)[:] = 0
    record = record_at(state, STATE)
    seed_random(record, seed)
    record.decisions = 0
    start(record)
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
    record.decisions += 1
    apply(record, action)
    return actor(record)


def view_entry(state, mask, features):
    """Entry point VIEW."""
    record = record_at(state, STATE)
    legal(record, array_at(mask, ACTION_COUNT, np.int8))
    table = SOLO_FEATURES if record.player_count == 1 else TABLE_FEATURES
    size = table + PLAYER_FEATURES * record.player_count
    observe(record, actor(record), array_at(features, size, np.int16))
    return 0


def observe_entry(state, player, features):
    """Entry point OBSERVE."""
    record = record_at(state, STATE)
    table = SOLO_FEATURES if record.player_count == 1 else TABLE_FEATURES
    size = table + PLAYER_FEATURES * record.player_count
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


def known_points_entry(state, player, unused):
    """Entry point KNOWN_POINTS."""
    return known_points(record_at(state, STATE), player)


def find_fault_entry(state, unused, unused_too):
    """Entry point FIND_FAULT."""
    return find_fault(record_at(state, STATE))


def closeness_entry(state, player, unused):
    """Entry point CLOSENESS."""
    return closeness(record_at(state, STATE), player)


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
    known_points_entry,
    find_fault_entry,
    closeness_entry,
)


def entry_file_names(game: str) -> list[str]:
    """The names of a game's entry points in the cache."""
    return [entry_file_name(game, function.__name__) for function in ENTRY_POINTS]


@dataclass(frozen=True)
class EntryPoints:
    """The compiled entry points of a game, and the sizes they were compiled for."""

    compiled: tuple[Any, ...]
    sizes: dict[str, Any]

    def addresses(self) -> np.ndarray:
        """Their machine addresses: `call_entry` in the loops calls them."""
        return np.array([entry.address for entry in self.compiled], dtype=np.int64)


def sizes_of(game: Game) -> dict[str, Any]:
    """The values that the entry points need from the tables of a game."""
    return {
        "STATE": game.state.dtype,
        "STATE_SIZE": game.state.dtype.itemsize,
        "CLEARED_FROM": game.state.cleared_from,
        "ACTION_COUNT": len(game.actions),
        "SOLO_FEATURES": game.features.table_size(1),
        "TABLE_FEATURES": game.features.table_size(2),
        "PLAYER_FEATURES": game.features.player_size,
        "MOST_SIDES": max(2 if players == 1 else players for players in game.player_counts),
        "CATEGORY_COUNT": len(game.categories),
    }


def compile_game(file: str, game: Game, **kernels: Callable) -> EntryPoints:
    """Compile the entry points of a game, or take them from the cache. Each game's `entry.py` calls this.

    Args:
        file: the entry module of the game, `__file__`; the cache follows everything that it imports.
        game: the tables of the game.
        **kernels: all of KERNELS, by name; `closeness` as well if it has one.

    Raises:
        CompilationError: a kernel is missing or unknown, or cannot be compiled.
    """
    wanted = [stub.__name__ for stub in KERNELS]
    missing, unknown = sorted(set(wanted) - set(kernels)), sorted(set(kernels) - {*wanted, closeness.__name__})
    if missing or unknown:
        raise CompilationError(
            f"{game.id}: a game gives the kernels {', '.join(wanted)}; "
            f"missing: {', '.join(missing) or 'none'}; unknown: {', '.join(unknown) or 'none'}."
        )
    sizes = sizes_of(game)
    names = {**globals(), **sizes, **kernels}
    sources = sources_of(Path(file))
    compiled = [
        entry_point(FunctionType(function.__code__, names, function.__name__), sources, game.id)
        for function in ENTRY_POINTS
    ]
    return EntryPoints(tuple(compiled), sizes)
