"""Exact statistics of many games, independent of the portions in which they arrive."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from moon_envs.agents import SeatBatch
from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game

WON_ALONE, LOST = 1.0, -1.0


@dataclass
class Spread:
    """The mean, minimum and maximum of whole numbers."""

    count: int = 0
    total: int = 0
    lowest: int = 0
    highest: int = 0

    def add(self, values: np.ndarray) -> None:
        """Add numbers."""
        lowest, highest = int(values.min()), int(values.max())
        self.lowest = min(self.lowest, lowest) if self.count else lowest
        self.highest = max(self.highest, highest) if self.count else highest
        self.count += len(values)
        self.total += int(values.sum(dtype=np.int64))

    def summary(self) -> dict[str, Any]:
        """Mean, min and max as JSON values."""
        return {"mean": self.total / self.count, "min": self.lowest, "max": self.highest}


class GameStatistics:
    """Counts the lengths, points and results of games with one configuration.

    Args:
        game: the game.
        configuration: players and options.
    """

    def __init__(self, game: Game, configuration: Configuration):
        self.games = 0
        self.decisions = Spread()
        self.turns = Spread() if "turn" in (game.state_dtype.names or ()) else None
        self._is_solo = configuration.is_solo
        self._categories = game.used_categories(configuration)
        self._points = [{name: Spread() for name in self._categories} for _ in range(configuration.sides)]
        self._totals = [Spread() for _ in range(configuration.sides)]
        # Counts of each result: sums of fractions would depend on the order.
        self._outcomes: list[Counter[float]] = [Counter() for _ in range(configuration.players)]

    def add(self, batch: Batch | SeatBatch, rows: np.ndarray) -> None:
        """Add the games in these rows of a batch, which must be over."""
        if not rows.any():
            return
        self.games += int(rows.sum())
        self.decisions.add(batch.final_decisions[rows])
        if self.turns:
            self.turns.add(batch.states["turn"][rows])
        points = batch.final_points[rows]
        for side, (spreads, total) in enumerate(zip(self._points, self._totals, strict=True)):
            for name, place in self._categories.items():
                spreads[name].add(points[:, side, place])
            total.add(points[:, side].sum(axis=1))
        for seat, outcomes in enumerate(self._outcomes):
            values, counts = np.unique(batch.final_outcome[rows, seat], return_counts=True)
            outcomes.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))

    def points(self, side: int) -> dict[str, Any]:
        """The points of a side by category and in total."""
        return {
            "categories": {name: spread.summary() for name, spread in self._points[side].items()},
            "total": self._totals[side].summary(),
        }

    def results(self, seat: int) -> dict[str, Any]:
        """The results of a seat: against the solo opponent, or its share of the victories."""
        outcomes = self._outcomes[seat]
        if self._is_solo:
            return {
                "wins": sum(count for value, count in outcomes.items() if value > 0),
                "draws": outcomes[0.0],
                "losses": sum(count for value, count in outcomes.items() if value < 0),
            }
        shares = math.fsum((value + 1) / 2 * count for value, count in outcomes.items())
        wins, losses = outcomes[WON_ALONE], outcomes[LOST]
        return {
            "win_share": shares / self.games,
            "wins": wins,
            "ties": self.games - wins - losses,
            "losses": losses,
        }
