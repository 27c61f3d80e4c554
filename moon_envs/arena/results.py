"""What came of an arena: ratings, shares of the victories, points and paired comparisons, with their intervals."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from moon_envs.arena.bootstrap import CONFIDENCE, Estimate, bootstrap_means, interval
from moon_envs.arena.comparisons import Comparison, paired_difference
from moon_envs.arena.ratings import estimate_ratings
from moon_envs.base.showing import Facts, Shown, Table
from moon_envs.core.game import Configuration, Game, mode_facts

FEW_DEALS = 20


@dataclass(frozen=True)
class Timing:
    """How fast games were played: dealing is in the time; compilation and statistics are not.

    Attributes:
        threads: of the batch; agents that search use all cores.
        batch: how many games were played at once.
        wall_seconds: of playing.
        games: how many were played in this time; those of a resumed run are not among them.
        decisions: how many decisions.
    """

    threads: int
    batch: int
    wall_seconds: float
    games: int
    decisions: int

    def as_json(self) -> dict[str, Any]:
        """As JSON can hold it."""
        seconds = self.wall_seconds
        return {
            "threads": self.threads,
            "batch": self.batch,
            "wall_seconds": seconds,
            "games": self.games,
            "games_per_second": self.games / seconds if seconds else None,
            "decisions_per_second": self.decisions / seconds if seconds else None,
        }


@dataclass(frozen=True, repr=False)
class Standing(Shown):
    """How one agent did.

    Attributes:
        agent: its name.
        rating: as in `moon_envs.arena.ratings`: 400 more are odds of ten to one, the mean of all agents is 0. None in
            the solo mode, where the agents do not meet.
        win_share: its share of the victories for each seat it held; shared victories count in parts. A draw with the
            rival of a solo mode is half a victory.
        seats: the same for each seat.
        held: how many seats it held: in a game it may hold several, if there are fewer agents than players.
        wins: how many of them won alone.
        ties: how many shared a victory.
        losses: how many did not win.
        categories: points by scoring category, of those that the configuration uses.
        points: points in all.
        rival_points: the points of the solo mode's rival in the same games; None with several players.
    """

    agent: str
    rating: Estimate | None
    win_share: Estimate
    seats: tuple[float, ...]
    held: int
    wins: int
    ties: int
    losses: int
    categories: dict[str, Estimate]
    points: Estimate
    rival_points: Estimate | None = None

    def _repr_facts_(self) -> Facts:
        rating = {} if self.rating is None else {"rating": self.rating.mean}
        means = {**rating, "win_share": self.win_share.mean, "points": self.points.mean}
        return {"agent": self.agent, **means, "seats_held": self.held}

    def as_json(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {
            "agent": self.agent,
            "rating": self.rating.as_json() if self.rating else None,
            "win_share": self.win_share.as_json(),
            "win_share_by_seat": list(self.seats),
            "seats_held": self.held,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "categories": {name: estimate.as_json() for name, estimate in self.categories.items()},
            "points": self.points.as_json(),
            "rival_points": self.rival_points.as_json() if self.rival_points else None,
        }


@dataclass(frozen=True, eq=False, repr=False)
class ArenaResult(Shown):
    """The games of an arena, and what they say about the agents.

    Intervals hold with a confidence of 95 %. They come from drawing the deals anew (bootstrap): a deal with all of its
    games is what is independent. An interval without width says that all deals came out the same, no more.

    Attributes:
        game: the `Game`.
        configuration: players and options.
        agents: their names.
        seed: deal i was dealt from seed + i.
        seatings: (B, players), the agents that sat in the games of a deal.
        deals: (K,) int64, the numbers of the deals, in ascending order.
        outcome: (K, B, players) float32, 2 x share of the victory - 1, by seat.
        points: (K, B, sides, categories) int32: the players and, in the solo mode, the rival last.
        decisions: (K, B) int64.
        interrupted: whether more games were asked for.
        timing: how fast they were played.
    """

    game: Game
    configuration: Configuration
    agents: tuple[str, ...]
    seed: int
    seatings: np.ndarray
    deals: np.ndarray
    outcome: np.ndarray
    points: np.ndarray
    decisions: np.ndarray
    interrupted: bool
    timing: Timing

    def _repr_facts_(self) -> Facts:
        shares = {agent: share for agent, share, _ in self._means()}
        counts = {"games": self.games, "deals": len(self.deals), "seed": self.seed}
        cut = {"interrupted": True} if self.interrupted else {}
        return {**mode_facts(self.game, self.configuration), **counts, **cut, "win_share": shares}

    def _repr_table_(self) -> Table:
        return ("agent", "share of victories", "points"), self._means()

    def _means(self) -> list[tuple[str, float, float]]:
        """Agents, shares and points, the best first. Ratings and intervals take seconds: `standings` has them."""
        shares = self._shares.sum(axis=1).mean(axis=0).tolist()
        points = self._points.sum(axis=(1, 3)).mean(axis=0).tolist()
        return sorted(zip(self.agents, shares, points, strict=True), key=lambda means: -means[1])

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.decisions.size

    @property
    def notes(self) -> list[str]:
        """What to keep in mind when reading the numbers, in words."""
        found = []
        if len(self.deals) < FEW_DEALS:
            found.append(f"Fewer than {FEW_DEALS} deals: the intervals are too narrow.")
        for standing in self.standings:
            if standing.held in (standing.wins, standing.losses):
                word = "won" if standing.wins else "lost"
                unknown = "how far it is from the others cannot be said"
                more = "the points say more" if self.configuration.is_solo else unknown
                found.append(f"{standing.agent} {word} every game: {more}.")
        if self.interrupted:
            found.append("Interrupted: deals that were cut off are left out, which are more often those of long games.")
        return found

    @functools.cached_property
    def standings(self) -> list[Standing]:
        """The agents, the highest rating first; in the solo mode the most victories, then the most points."""
        if self.configuration.is_solo:
            alone = [self._standing(agent, None) for agent in range(len(self.agents))]
            return sorted(alone, key=lambda standing: (-standing.win_share.mean, -standing.points.mean))
        ratings = estimate_ratings(self._victories.mean(axis=0) * len(self.deals), self._draws[2] * len(self.deals))
        order = sorted(range(len(ratings)), key=lambda agent: -ratings[agent].mean)
        return [self._standing(agent, ratings[agent]) for agent in order]

    @functools.cached_property
    def comparisons(self) -> list[Comparison]:
        """Every two agents, in the order of the standings: see `moon_envs.arena.comparisons`."""
        order = [self.agents.index(standing.agent) for standing in self.standings]
        shares, points, _ = self._draws
        return [
            Comparison(
                self.agents[one],
                self.agents[other],
                paired_difference(_between(self._shares, one, other), shares[:, one] - shares[:, other]),
                paired_difference(
                    _between(self._points.sum(axis=3), one, other),
                    points[:, one].sum(axis=1) - points[:, other].sum(axis=1),
                ),
            )
            for place, one in enumerate(order)
            for other in order[place + 1 :]
        ]

    def as_json(self) -> dict[str, Any]:
        """The whole result but for the single games, as JSON can hold it. All but `timing` is the same in every run."""
        return {
            "game": self.game.id,
            "version": self.game.version,
            "players": self.configuration.players,
            "options": self.configuration.options,
            "seed": self.seed,
            "games": self.games,
            "deals": len(self.deals),
            "games_per_deal": len(self.seatings),
            "interrupted": self.interrupted,
            "decisions": {
                "mean": float(self.decisions.mean()),
                "min": int(self.decisions.min()),
                "max": int(self.decisions.max()),
            },
            "confidence": CONFIDENCE,
            "agents": [standing.as_json() for standing in self.standings],
            "comparisons": [comparison.as_json() for comparison in self.comparisons],
            "notes": self.notes,
            "timing": self.timing.as_json(),
        }

    # All agents hold equally many seats in a deal: sums over its games, divided by that number, are means.

    @functools.cached_property
    def _held(self) -> np.ndarray:
        """Which agent holds which seat, (B, players, agents) of 0 and 1."""
        return (self.seatings[:, :, None] == np.arange(len(self.agents))).astype(np.float64)

    @functools.cached_property
    def _seats_of_a_deal(self) -> float:
        return float(self._held[:, :, 0].sum())

    @functools.cached_property
    def _seat_shares(self) -> np.ndarray:
        """The share of the victory of each seat, (K, B, players)."""
        return (self.outcome.astype(np.float64) + 1) / 2

    @functools.cached_property
    def _shares(self) -> np.ndarray:
        """What each game adds to the mean share of each agent in its deal, (K, B, agents)."""
        return np.einsum("kbp,bpa->kba", self._seat_shares, self._held) / self._seats_of_a_deal

    @functools.cached_property
    def _points(self) -> np.ndarray:
        """The same for points by category, (K, B, agents, categories)."""
        own = self.points[:, :, : self.configuration.players].astype(np.float64)
        return np.einsum("kbpc,bpa->kbac", own, self._held) / self._seats_of_a_deal

    @functools.cached_property
    def _victories(self) -> np.ndarray:
        """How often each agent won over each other in each deal, (K, agents, agents)."""
        return np.einsum("kba,bo->kao", self._shares * self._seats_of_a_deal, self._held.sum(axis=1))

    @functools.cached_property
    def _draws(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Bootstrap draws of the mean shares, points and victories of a deal, all from the same deals."""
        by_deal = [self._shares.sum(axis=1), self._points.sum(axis=1), self._victories]
        columns = [values.reshape(len(self.deals), -1) for values in by_deal]
        draws = bootstrap_means(np.concatenate(columns, axis=1))
        shares, points, victories = np.split(draws, np.cumsum([values.shape[1] for values in columns])[:2], axis=1)
        count = len(self.agents)
        return shares, points.reshape(len(draws), count, -1), victories.reshape(len(draws), count, count)

    def _standing(self, agent: int, rating: Estimate | None) -> Standing:
        shares, points, _ = self._draws
        share, by_category = self._shares.sum(axis=1)[:, agent], self._points.sum(axis=1)[:, agent]
        holds = self.seatings == agent
        outcome = self.outcome[:, holds]
        wins, losses = int((outcome == 1).sum()), int((outcome == -1).sum())
        return Standing(
            agent=self.agents[agent],
            rating=rating,
            win_share=interval(float(share.mean()), shares[:, agent]),
            seats=tuple(float(self._seat_shares[:, holds[:, seat], seat].mean()) for seat in range(holds.shape[1])),
            held=outcome.size,
            wins=wins,
            ties=outcome.size - wins - losses,
            losses=losses,
            categories={
                name: interval(float(by_category[:, category].mean()), points[:, agent, category])
                for name, category in self.game.used_categories(self.configuration).items()
            },
            points=interval(float(by_category.sum(axis=1).mean()), points[:, agent].sum(axis=1)),
            rival_points=self._rival_points(holds) if self.configuration.is_solo else None,
        )

    def _rival_points(self, holds: np.ndarray) -> Estimate:
        """Those of the rival in the games of one agent, whose seats are given."""
        points = self.points[:, holds[:, 0], -1].sum(axis=(1, 2)).astype(np.float64)
        return interval(float(points.mean()), bootstrap_means(points))


def _between(by_game: np.ndarray, one: int, other: int) -> np.ndarray:
    return by_game[:, :, one] - by_game[:, :, other]
