"""The linked series of Welcome to the Moon: the same players play the eight adventures in order and collect stars."""

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

# The distance between the seeds of one adventure and the next; no run of series is as long.
SEEDS_OF_AN_ADVENTURE = 2**60


@dataclass(frozen=True, eq=False, repr=False)
class SeriesResult(Shown):
    """The result of N series. Arrays follow the order of `adventures` and `sides`.

    Attributes:
        adventures: the ids of the eight adventures.
        sides: who collects stars: the players, or the player and ASTRA.
        opponent: ASTRA's level in each adventure, None without ASTRA.
        seed: the seed of series 0; series i has seed + i.
        points: (N, 8, sides) int64.
        places: (N, 8, sides) int64, 1 is first; equal results share a place, and the next side has the next place.
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
        """The number of adventures that each side won, alone or shared, (N, sides) int64."""
        return (self.places == 1).sum(axis=1)

    @property
    def victory_share(self) -> np.ndarray:
        """The share of the victory, (N, sides) float64: the sides with the most stars share 1 equally."""
        total = self.total_stars
        is_winner = total == total.max(axis=1, keepdims=True)
        return is_winner / is_winner.sum(axis=1, keepdims=True)


class Series(Shown):
    """Plays many linked series: adventures 1 to 8 in order, with stars for the places in each; the most stars win.

    This is not the printed campaign. The Campaign Book with its story, cards and branches is not among our sources and
    not implemented: each adventure follows its own rules, and only stars carry over. The sheets print the stars for
    each place. The rest are our *rulings*. Places follow each adventure's own tie-breaks; tied players share a place
    and all get its stars, and the next player has the next place. In solo mode you and ASTRA each have a seat; the
    winner of an adventure is first, the other second, and a draw makes both first. The side with the most stars wins,
    and tied sides share the victory.

    Args:
        num_series: the number of series N.
        players: the number of players, 2 to 6; 1 is the solo mode. None is 1 if `opponent` is given, else 2.
        seed: the seed of series 0; series i has seed + i, for any N and number of threads. None takes a random seed.
        opponent: ASTRA's level in the solo mode, or a list of eight levels, one for each adventure; None is level 1.
        agents: who plays: a name, a function `(observations, masks) -> actions`, an agent (see `moon_envs.agents`), or
            a list with one for each seat. Because the adventures have different observations and actions, each of
            these may be a dict with all eight adventures, like `{"launch": ..., "journey": ...}`.
        threads: the number of threads, as in `Batch`.

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
        """Who collects stars: the players, or the player and ASTRA."""
        if self.players == 1:
            return "player 0", find_game(ADVENTURES[0]).rival
        return tuple(f"player {seat}" for seat in range(self.players))

    @property
    def agent_names(self) -> list[str]:
        """The names of the agents in the seats of the first adventure."""
        return [agent.name for agent in self._agents[ADVENTURES[0]]]

    @property
    def agents(self) -> list[Agent]:
        """All agents, of every adventure and seat."""
        return [agent for agents in self._agents.values() for agent in agents]

    def play(self, on_step: OnStep = lambda games, decisions: None) -> SeriesResult:
        """Play all series and return their result.

        Args:
            on_step: called after every step with the number of games that ended and of decisions made in it.

        Raises:
            AgentError: an agent raised, or did not return one legal action for each game.
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
        """Play one adventure of all series; returns points, places and stars."""
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
    """The agents of one adventure."""
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
