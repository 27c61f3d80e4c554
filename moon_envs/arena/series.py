"""The linked series of Welcome to the Moon: the same seats play the eight adventures in order and collect stars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moon_envs.agents import Agent, find_agents, play_games
from moon_envs.agents.names import MOST_AGENTS
from moon_envs.agents.playing import OnStep
from moon_envs.base.checks import as_list, check_whole_number, is_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown, Table
from moon_envs.batch.batch import Batch, random_seed
from moon_envs.core.registry import game as find_game
from moon_envs.games.welcome_to_the_moon.stars import ADVENTURES, final_places, solo_places, stars_of_places

# How far the seeds of one adventure are from those of the next: no run of series is long enough to come there.
SEEDS_OF_AN_ADVENTURE = 2**60


@dataclass(frozen=True, eq=False, repr=False)
class SeriesResult(Shown):
    """What came of N series: by adventure in the order of `adventures`, and by side in the order of `sides`.

    Attributes:
        adventures: the ids of the eight adventures.
        sides: the names of those who collect stars: the players, or the player and ASTRA.
        opponent: ASTRA's level in each adventure, None without ASTRA.
        seed: series i was dealt from seed + i.
        points: (N, 8, sides) int64.
        places: (N, 8, sides) int64, 1 is the first; equal results share a place, and the next has the next place.
        stars: (N, 8, sides) int64.
    """

    adventures: tuple[str, ...]
    sides: tuple[str, ...]
    opponent: tuple[int, ...] | None
    seed: int
    points: np.ndarray = field(repr=False)
    places: np.ndarray = field(repr=False)
    stars: np.ndarray = field(repr=False)

    def __len__(self) -> int:
        return len(self.stars)

    def _repr_facts_(self) -> Facts:
        stars = dict(zip(self.sides, self.total_stars.mean(axis=0), strict=True))
        level = {} if self.opponent is None else {"opponent": self.opponent}
        return {"num_series": len(self), **level, "seed": self.seed, "total_stars": stars}

    def _repr_table_(self) -> Table:
        columns = (self.total_stars, self.adventures_won, self.victory_share, self.points.mean(axis=1))
        rows = zip(self.sides, *(column.mean(axis=0) for column in columns), strict=True)
        return ("side", "stars", "adventures won", "share of victories", "points of an adventure"), list(rows)

    @property
    def total_stars(self) -> np.ndarray:
        """The stars of the whole series, (N, sides) int64."""
        return self.stars.sum(axis=1)

    @property
    def adventures_won(self) -> np.ndarray:
        """How many adventures ended with a first place, alone or shared, (N, sides) int64."""
        return (self.places == 1).sum(axis=1)

    @property
    def victory_share(self) -> np.ndarray:
        """The share of each side in the victory, (N, sides) float64: those with the most stars share 1 equally."""
        total = self.total_stars
        is_winner = total == total.max(axis=1, keepdims=True)
        return is_winner / is_winner.sum(axis=1, keepdims=True)


class Series(Shown):
    """Many linked series at once: the adventures 1 to 8 in order, stars for the places in each, most stars win.

    This is not the campaign of the printed game. The Campaign Book with its story, cards and branches is not among the
    sources of this project and not implemented: each adventure is played by its own rules, and nothing but stars is
    carried over. The stars by place are printed on the sheets. What they mean, who shares them and who wins are
    *rulings* of ours: the places follow each adventure's own tie-breaks, players who stay tied share a place and all
    get its stars, the next ones have the next place; in solo mode you and ASTRA have a seat each, the winner of an
    adventure is first and the other second, a draw makes both first; the most stars win, and tied sides share the
    victory.

    Args:
        num_series: the number of series N.
        players: the number of players, 2 to 6; 1 is the solo mode. None is solo where `opponent` is given, else 2.
        seed: series i is dealt from seed + i, whatever N and the threads are; None takes a random seed.
        opponent: ASTRA's level in the solo mode, or a list of eight levels, one for each adventure; None is level 1.
        agents: who plays: a name, a function `(observations, masks) -> actions`, an agent (see `moon_envs.agents`), or
            a list of these, one for each seat. The adventures differ in their observations and actions: a dict by
            adventure, like `{"launch": ..., "journey": ...}` with all eight, may stand for any of them.
        threads: as in `Batch`.

    Example:
        >>> import moon_envs
        >>> result = moon_envs.Series(num_series=3, players=2, seed=1).play()
        >>> result.stars.shape, result.total_stars.shape, result.victory_share.sum(axis=1).tolist()
        ((3, 8, 2), (3, 2), [1.0, 1.0, 1.0])
    """

    def __init__(
        self,
        num_series: int = 1,
        players: int | None = None,
        seed: int | None = 0,
        *,
        opponent: int | Sequence[int] | None = None,
        agents: Any = "random",
        threads: int | None = None,
    ):
        self.num_series = check_whole_number("num_series", num_series, 1)
        if players is None:
            players = 2 if opponent is None else 1
        self.players = check_whole_number("players", players, 1, max(find_game(ADVENTURES[0]).player_counts))
        self.seed = random_seed() if seed is None else check_whole_number("seed", seed, 0, also="None")
        self.opponent = _levels(self.players, opponent)
        self.threads = self._check_threads(threads)
        self._agents = {
            adventure: find_agents("agents", _of_adventure(agents, adventure), self.players) for adventure in ADVENTURES
        }

    def _repr_facts_(self) -> Facts:
        level = {} if self.opponent is None else {"opponent": self.opponent}
        facts = {"num_series": self.num_series, "players": self.players, **level}
        return {**facts, "agents": self.agent_names, "seed": self.seed}

    def _check_threads(self, threads: int | None) -> int:
        from moon_envs.engine.threads import thread_count

        return thread_count(threads, self.num_series)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of those who collect stars: the players, or the player and ASTRA."""
        if self.players == 1:
            return "player 0", find_game(ADVENTURES[0]).rival
        return tuple(f"player {seat}" for seat in range(self.players))

    @property
    def agent_names(self) -> list[str]:
        """Who plays the seats, as the agents of the first adventure are called."""
        return [agent.name for agent in self._agents[ADVENTURES[0]]]

    @property
    def agents(self) -> list[Agent]:
        """Who plays, in any adventure and seat."""
        return [agent for agents in self._agents.values() for agent in agents]

    def play(self, on_step: OnStep = lambda games, decisions: None) -> SeriesResult:
        """Play all series from their first adventure to their last.

        Args:
            on_step: called after every step with the numbers of games that it has ended and of decisions it has made.

        Raises:
            AgentError: an agent raised, or did not return one legal action for each game it was asked for.
        """
        played = [self._play(number, adventure, on_step) for number, adventure in enumerate(ADVENTURES)]
        points, places, stars = (np.stack(arrays, axis=1) for arrays in zip(*played, strict=True))
        return SeriesResult(
            adventures=ADVENTURES,
            sides=self.sides,
            opponent=self.opponent,
            seed=self.seed,
            points=points,
            places=places,
            stars=stars,
        )

    def _play(self, number: int, adventure: str, on_step: OnStep) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """One adventure of all series: points, places and stars."""
        batch = Batch(
            adventure,
            self.num_series,
            self.players,
            self.seed + number * SEEDS_OF_AN_ADVENTURE,
            autoreset="disabled",
            threads=self.threads,
            opponent=None if self.opponent is None else self.opponent[number],
        )
        play_games(batch, self._agents[adventure], on_step=on_step)
        places = places_in(batch)
        return batch.final_points.sum(axis=2, dtype=np.int64), places, stars_of_places(adventure, places)


def places_in(batch: Batch) -> np.ndarray:
    """The places in the finished games of a batch, (N, sides): of the players, or of the player and ASTRA."""
    if batch.configuration.is_solo:
        return solo_places(batch.final_outcome[:, 0])
    sheets = batch.states["players"][:, : batch.configuration.players]
    return final_places(batch.game.id, sheets, batch.final_points)


def _levels(players: int, opponent: Any) -> tuple[int, ...] | None:
    """ASTRA's level in each adventure."""
    from moon_envs.games.welcome_to_the_moon.opponents import LEVELS

    if players > 1:
        if opponent is not None:
            raise ConfigurationError(
                f"opponent={shown(opponent)} is ASTRA's level and needs the solo mode, players=1, not {players}."
            )
        return None
    levels = opponent
    if opponent is None or is_whole_number(opponent):
        levels = [1 if opponent is None else opponent] * len(ADVENTURES)
    given = as_list(levels, len(ADVENTURES))
    if given is None or len(given) != len(ADVENTURES):
        raise ConfigurationError(
            f"opponent={shown(opponent)} is not allowed; allowed: 1 to {LEVELS}, or a list of {len(ADVENTURES)} of "
            "these, one for each adventure."
        )
    return tuple(
        check_whole_number("opponent", level, 1, LEVELS, where=f"{adventure}: ")
        for adventure, level in zip(ADVENTURES, given, strict=True)
    )


def _of_adventure(agents: Any, adventure: str) -> Any:
    """What was given as agents, for one adventure."""
    if isinstance(agents, Mapping):
        if set(agents) != set(ADVENTURES):
            raise ConfigurationError(
                f"agents has a dict for {shown(list(agents))}; it needs an agent for each adventure: "
                f"{', '.join(ADVENTURES)}."
            )
        return agents[adventure]
    if isinstance(agents, Sequence) and not isinstance(agents, str):
        given = as_list(agents, MOST_AGENTS)
        if given is None:
            raise ConfigurationError(f"agents={shown(agents)} is not allowed; allowed: one agent, or one a seat.")
        return [_of_adventure(agent, adventure) for agent in given]
    return agents
