"""Exact statistics of many linked series, independent of the portions in which they arrive."""

from __future__ import annotations

from typing import Any

import numpy as np

from moon_envs.arena.series import SeriesResult
from moon_envs.cli.selfplay_statistics import Spread
from moon_envs.games.welcome_to_the_moon.stars import ADVENTURES, STARS_BY_PLACE


class SeriesStatistics:
    """Counts the points, stars and victories of series with the same sides.

    Args:
        sides: the names of the sides, which collect stars.
    """

    def __init__(self, sides: tuple[str, ...]):
        self.series = 0
        self._sides = sides
        self._points = [[Spread() for _ in sides] for _ in ADVENTURES]
        self._stars = [[Spread() for _ in sides] for _ in ADVENTURES]
        self._first_places = np.zeros((len(ADVENTURES), len(sides)), dtype=np.int64)
        self._total_stars = [Spread() for _ in sides]
        self._adventures_won = [Spread() for _ in sides]
        # Wins of each side by the number of winners (0: lost): sums of fractions would depend on the order.
        self._victories = np.zeros((len(sides), len(sides) + 1), dtype=np.int64)

    def add(self, result: SeriesResult) -> None:
        """Add finished series."""
        self.series += len(result)
        self._first_places += (result.places == 1).sum(axis=0)
        total_stars, adventures_won, share = result.total_stars, result.adventures_won, result.victory_share
        winners = (share > 0).sum(axis=1)
        for side in range(len(self._sides)):
            for number in range(len(ADVENTURES)):
                self._points[number][side].add(result.points[:, number, side])
                self._stars[number][side].add(result.stars[:, number, side])
            self._total_stars[side].add(total_stars[:, side])
            self._adventures_won[side].add(adventures_won[:, side])
            won_among = np.where(share[:, side] > 0, winners, 0)
            self._victories[side] += np.bincount(won_among, minlength=len(self._sides) + 1)

    def adventures(self) -> list[dict[str, Any]]:
        """The points, stars and first places of the sides in each adventure, as JSON values."""
        return [
            {
                "adventure": adventure,
                "stars_by_place": STARS_BY_PLACE[adventure],
                "sides": [self._side(number, side) for side in range(len(self._sides))],
            }
            for number, adventure in enumerate(ADVENTURES)
        ]

    def _side(self, number: int, side: int) -> dict[str, Any]:
        first_places = int(self._first_places[number, side])
        return {
            "side": self._sides[side],
            "points": self._points[number][side].summary(),
            "stars": self._stars[number][side].summary(),
            "first_places": first_places,
            "first_place_share": first_places / self.series,
        }

    def total(self) -> list[dict[str, Any]]:
        """The stars, adventures won and victories of the sides in whole series, as JSON values."""
        return [self._total(side) for side in range(len(self._sides))]

    def _total(self, side: int) -> dict[str, Any]:
        losses, wins, *shared = self._victories[side].tolist()
        parts = sum(count / winners for winners, count in enumerate(shared, start=2))
        return {
            "side": self._sides[side],
            "stars": self._total_stars[side].summary(),
            "adventures_won": self._adventures_won[side].summary(),
            "win_share": (wins + parts) / self.series,
            "wins": wins,
            "ties": sum(shared),
            "losses": losses,
        }
