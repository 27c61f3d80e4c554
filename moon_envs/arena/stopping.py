"""Stops an arena whose sequential test is decided: pairs count in the order of their seeds, not of their ends."""

from __future__ import annotations

from typing import Any

import numpy as np

from moon_envs.arena.run_file import PlayedSeeds
from moon_envs.arena.sequential import Sprt, SprtOutcome
from moon_envs.base.checks import check_kind
from moon_envs.base.errors import ConfigurationError


class Decided(Exception):
    """Ends a portion of games after the pair that decided."""


def check_test(test: Any, agents: int, players: int) -> Sprt:
    """Check that an arena can have a sequential test, and return the test.

    Raises:
        ConfigurationError: it is no `Sprt`, or there are not two agents with two players.
    """
    test = check_kind("sprt", test, Sprt, "a test like moon_envs.arena.Sprt(0, 20), or None")
    if agents != 2 or players != 2:
        are = f"{agents} agent{'s' if agents > 1 else ''} with players={players}"
        raise ConfigurationError(f"sprt is not allowed for {are}; it compares two agents with players=2.")
    return test


def half_points(outcome: np.ndarray) -> np.ndarray:
    """Twice the points of the first agent in each pair, (pairs,), 0 to 4; a game in which both lose is a draw.

    Args:
        outcome: (pairs, 2, 2) as in `ArenaResult`; the first agent has seat 0 in the first game, seat 1 in the second.

    Example:
        >>> import numpy as np
        >>> half_points(np.array([[[1, -1], [-1, 1]], [[1, -1], [1, -1]], [[0, 0], [-1, 1]]])).tolist()
        [4, 2, 3]
    """
    leads = (outcome[:, :, 0] - outcome[:, :, 1]) / 2
    return np.rint(2 + leads[:, 0] - leads[:, 1]).astype(np.int64)


class Stopping:
    """Watches the complete pairs of an arena.

    Args:
        test: the test.
        seed: the first seed of the arena.
    """

    def __init__(self, test: Sprt, seed: int):
        self._test = test
        self._first = np.uint64(seed % 2**64)
        self._undecided = 0

    def outcome(self, complete: PlayedSeeds, wanted: int) -> SprtOutcome:
        """What the test says about the first `wanted` seeds: about those before the first that is not complete."""
        return self._test.decide(self._pairs(complete, wanted))

    def is_decided(self, complete: PlayedSeeds, wanted: int) -> bool:
        """Whether the test is decided; cheap if only few pairs are new since the last call."""
        pairs = self._pairs(complete, wanted)
        if len(pairs) <= self._undecided:
            return False
        is_decided = self._test.decide(pairs, self._undecided).accepted is not None
        self._undecided = 0 if is_decided else len(pairs)
        return is_decided

    def _pairs(self, complete: PlayedSeeds, wanted: int) -> np.ndarray:
        places = complete.seeds - self._first
        order = np.argsort(places)
        in_order = order[: np.count_nonzero(places[order] == np.arange(len(order), dtype=np.uint64))][:wanted]
        return half_points(complete.outcome[in_order])
