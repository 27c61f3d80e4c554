"""The result of an arena: ratings, shares of the victories, points and paired comparisons, with intervals."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from moon_envs.arena.bootstrap import CONFIDENCE, Estimate, bootstrap_means, interval
from moon_envs.arena.comparisons import Comparison, paired_difference
from moon_envs.arena.ratings import INSTALL, estimate_ratings
from moon_envs.arena.sequential import SprtOutcome
from moon_envs.base.errors import MissingExtraError
from moon_envs.base.showing import Facts, Shown, Table
from moon_envs.core.game import Configuration, Game, mode_facts

FEW_SEEDS = 20


@dataclass(frozen=True)
class Timing:
    """The speed of play. The time includes resets, but no compilation and no statistics.

    Attributes:
        threads: the threads of the batch; agents that search use all cores.
        batch: the number of games played at once.
        wall_seconds: the time of play.
        games: the number of games in this time, without those of a resumed run.
        decisions: the number of decisions in these games.
    """

    threads: int
    batch: int
    wall_seconds: float
    games: int
    decisions: int

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
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
    """The standing of one agent.

    Attributes:
        agent: the agent's name.
        rating: the rating of `moon_envs.arena.ratings`: a lead of 400 means odds of ten to one, the mean is 0. None in
            the solo mode, where the agents do not meet, and without the extra `arena`, which brings choix.
        win_share: the mean share of the victory over the seats it held; a victory shared by n counts 1/n, a draw with
            the solo opponent 1/2.
        seats: `win_share` in each seat.
        held: the number of seats it held in all games; with fewer agents than players it holds several in one game.
        wins: the number of seats that won alone.
        ties: the number of seats that shared a victory.
        losses: the number of seats that did not win.
        categories: mean points by scoring category that the configuration uses.
        points: mean total points.
        opponent_points: the mean points of the solo opponent in the same games; None with several players.
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
    opponent_points: Estimate | None = None

    def _repr_facts_(self) -> Facts:
        rating = {} if self.rating is None else {"rating": self.rating.mean}
        means = {**rating, "win_share": self.win_share.mean, "points": self.points.mean}
        return {"agent": self.agent, **means, "seats_held": self.held}

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
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
            "opponent_points": self.opponent_points.as_json() if self.opponent_points else None,
        }


@dataclass(frozen=True, eq=False, repr=False)
class ArenaResult(Shown):
    """The games of an arena with their statistics.

    Intervals have a confidence of 95 %. They come from a bootstrap over seeds: a seed with all of its games is the
    independent unit. An interval of width 0 only says that all seeds had the same result.

    Attributes:
        game: the `Game`.
        configuration: players and options.
        agents: the names of the agents.
        seed: the first seed.
        seatings: (B, players), the agent in each seat in the games of a seed.
        seeds: (K,) uint64, the complete seeds, counted from `seed`.
        outcome: (K, B, players) float32, 2 x share of the victory - 1, by seat.
        points: (K, B, sides, categories) int32: the players and, in the solo mode, the opponent last.
        decisions: (K, B) int64, the number of decisions.
        interrupted: whether games are missing.
        timing: the speed of play.
        sequential: what the sequential test says, None without one.
    """

    game: Game
    configuration: Configuration
    agents: tuple[str, ...]
    seed: int
    seatings: np.ndarray
    seeds: np.ndarray
    outcome: np.ndarray
    points: np.ndarray
    decisions: np.ndarray
    interrupted: bool
    timing: Timing
    sequential: SprtOutcome | None = None

    def _repr_facts_(self) -> Facts:
        shares = {agent: share for agent, share, _ in self._means()}
        counts = {"games": self.games, "seeds": len(self.seeds), "seed": self.seed}
        cut = {"interrupted": True} if self.interrupted else {}
        return {**mode_facts(self.game, self.configuration), **counts, **cut, "win_share": shares}

    def _repr_table_(self) -> Table:
        return ("agent", "share of victories", "points"), self._means()

    def _means(self) -> list[tuple[str, float, float]]:
        """Agents, shares and points, best first. Ratings and intervals take seconds, so only `standings` has them."""
        shares = self._shares.sum(axis=1).mean(axis=0).tolist()
        points = self._points.sum(axis=(1, 3)).mean(axis=0).tolist()
        return sorted(zip(self.agents, shares, points, strict=True), key=lambda means: -means[1])

    @property
    def games(self) -> int:
        """The number of games."""
        return self.decisions.size

    @property
    def notes(self) -> list[str]:
        """Sentences about the limits of the numbers."""
        found = []
        if not self.has_ratings and not self.configuration.is_solo:
            found.append(f"No ratings: they need choix, {INSTALL}.")
        if len(self.seeds) < FEW_SEEDS:
            found.append(f"Fewer than {FEW_SEEDS} seeds: the intervals are too narrow.")
        for standing in self.standings:
            if standing.held in (standing.wins, standing.losses):
                word = "won" if standing.wins else "lost"
                unknown = "the distance to the others is unknown"
                more = "the points say more" if self.configuration.is_solo else unknown
                found.append(f"{standing.agent} {word} every game: {more}.")
        if self.interrupted:
            found.append("Interrupted: incomplete seeds are left out, which have long games more often.")
        return found

    @functools.cached_property
    def standings(self) -> list[Standing]:
        """The standings by rating, highest first; without ratings by victories, then points."""
        ratings = self._ratings
        if ratings is None:
            unrated = [self._standing(agent, None) for agent in range(len(self.agents))]
            return sorted(unrated, key=lambda standing: (-standing.win_share.mean, -standing.points.mean))
        order = sorted(range(len(self.agents)), key=lambda agent: -ratings[agent].mean)
        return [self._standing(agent, ratings[agent]) for agent in order]

    @property
    def has_ratings(self) -> bool:
        """Whether the standings have ratings: with several players, and if the extra `arena` is installed."""
        return self._ratings is not None

    @functools.cached_property
    def _ratings(self) -> list[Estimate] | None:
        """The ratings of the agents; None in the solo mode and without choix."""
        if self.configuration.is_solo:
            return None
        count = len(self.seeds)
        try:
            return estimate_ratings(self._victories.mean(axis=0) * count, self._draws[2] * count)
        except MissingExtraError:
            return None

    @functools.cached_property
    def comparisons(self) -> list[Comparison]:
        """Every two agents compared, in the order of the standings; see `moon_envs.arena.comparisons`."""
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
        """The result without the single games, as JSON values. Every run gives the same, except `timing`."""
        return {
            "game": self.game.id,
            "version": self.game.version,
            "players": self.configuration.players,
            "options": self.configuration.options,
            "seed": self.seed,
            "games": self.games,
            "seeds": len(self.seeds),
            "games_per_seed": len(self.seatings),
            "interrupted": self.interrupted,
            "decisions": {
                "mean": float(self.decisions.mean()),
                "min": int(self.decisions.min()),
                "max": int(self.decisions.max()),
            },
            "confidence": CONFIDENCE,
            "agents": [standing.as_json() for standing in self.standings],
            "comparisons": [comparison.as_json() for comparison in self.comparisons],
            "sequential": None if self.sequential is None else self.sequential.as_json(),
            "notes": self.notes,
            "timing": self.timing.as_json(),
        }

    # All agents hold the same number of seats in a seed: sums over its games divided by this number are means.

    @functools.cached_property
    def _held(self) -> np.ndarray:
        """1 where an agent holds a seat, else 0, (B, players, agents)."""
        return (self.seatings[:, :, None] == np.arange(len(self.agents))).astype(np.float64)

    @functools.cached_property
    def _seats_of_a_seed(self) -> float:
        return float(self._held[:, :, 0].sum())

    @functools.cached_property
    def _seat_shares(self) -> np.ndarray:
        """The share of the victory of each seat, (K, B, players)."""
        return (self.outcome.astype(np.float64) + 1) / 2

    @functools.cached_property
    def _shares(self) -> np.ndarray:
        """The part of each game in the mean share of each agent in its seed, (K, B, agents)."""
        return np.einsum("kbp,bpa->kba", self._seat_shares, self._held) / self._seats_of_a_seed

    @functools.cached_property
    def _points(self) -> np.ndarray:
        """The same for the points by category, (K, B, agents, categories)."""
        own = self.points[:, :, : self.configuration.players].astype(np.float64)
        return np.einsum("kbpc,bpa->kbac", own, self._held) / self._seats_of_a_seed

    @functools.cached_property
    def _victories(self) -> np.ndarray:
        """How often each agent won over each other agent in each seed, (K, agents, agents)."""
        return np.einsum("kba,bo->kao", self._shares * self._seats_of_a_seed, self._held.sum(axis=1))

    @functools.cached_property
    def _draws(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Bootstrap draws of the mean shares, points and victories, all three from the same draws."""
        by_seed = [self._shares.sum(axis=1), self._points.sum(axis=1), self._victories]
        columns = [values.reshape(len(self.seeds), -1) for values in by_seed]
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
            opponent_points=self._opponent_points(holds) if self.configuration.is_solo else None,
        )

    def _opponent_points(self, holds: np.ndarray) -> Estimate:
        """The solo opponent's points in the games of the agent with these seats."""
        points = self.points[:, holds[:, 0], -1].sum(axis=(1, 2)).astype(np.float64)
        return interval(float(points.mean()), bootstrap_means(points))


def _between(by_game: np.ndarray, one: int, other: int) -> np.ndarray:
    return by_game[:, :, one] - by_game[:, :, other]
