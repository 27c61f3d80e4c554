"""Agents of Crater whose games can be foreseen, and results made up from numbers."""

from __future__ import annotations

import numpy as np

from moon_envs.agents import Agent
from moon_envs.arena import ArenaResult, Timing
from moon_envs.arena.seatings import balanced_seatings
from moon_envs.core.game import Configuration
from moon_envs.testing.crater.game import GAME as CRATER


class Bidder(Agent):
    """Bids the same fuel in every round, as long as it lasts (crater 2.2)."""

    def __init__(self, fuel: int, name: str = ""):
        self.fuel = fuel
        self.name = name or f"bid {fuel}"
        self.calls: list[int] = []

    def act(self, waiting):
        self.calls.append(len(waiting))
        most = waiting.mask.shape[1] - 1 - np.argmax(waiting.mask[:, ::-1], axis=1)
        return np.minimum(most, self.fuel)


class Failing(Agent):
    """Bids 0, but does something else from one of its calls on."""

    def __init__(self, call: int, what):
        self.name = "failing"
        self.left = call
        self.what = what

    def act(self, waiting):
        self.left -= 1
        if self.left >= 0:
            return waiting.mask.argmax(axis=1)
        if isinstance(self.what, BaseException):
            raise self.what
        return self.what(waiting)


def made_up_result(shares: np.ndarray, agents: int, points: np.ndarray | None = None) -> ArenaResult:
    """A result of Crater with these shares of the victory, (seeds, games of a seed, players)."""
    seeds, games, players = shares.shape
    if points is None:
        points = np.zeros((seeds, games, players, len(CRATER.categories)), dtype=np.int32)
    return ArenaResult(
        game=CRATER,
        configuration=Configuration(players),
        agents=tuple(f"agent {number}" for number in range(agents)),
        seed=0,
        seatings=balanced_seatings(agents, players),
        seeds=np.arange(seeds),
        outcome=(2 * shares - 1).astype(np.float32),
        points=points,
        decisions=np.ones((seeds, games), dtype=np.int64),
        interrupted=False,
        timing=Timing(1, games, 1.0, seeds * games, seeds * games),
    )
