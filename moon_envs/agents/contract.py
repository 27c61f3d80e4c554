"""The contract of an agent: it is shown the games that wait for it, and returns one action for each of them."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.base.splitmix import decision_words
from moon_envs.batch import Batch
from moon_envs.batch.rows import why_illegal
from moon_envs.core.game import SOLO, Configuration, Game, mode_facts

Policy = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""A plain function: observations (k, columns) float32 and masks (k, actions) int8 to k actions."""


MANY_GAMES = 1_000_000


class Waiting(Shown):
    """The rows of a batch in which one agent is to decide. Everything is copied when it is asked for.

    Attributes:
        game: the `Game`.
        configuration: players and options.
        rows: (k,) int64, which rows of the batch wait, in ascending order.
        seats: (k,) int64, for which seat the agent decides in each of them.
    """

    def __init__(self, batch: Batch, rows: np.ndarray):
        self._batch = batch
        self._rows = rows
        self.game: Game = batch.game
        self.configuration: Configuration = batch.configuration
        self.rows = rows.copy()
        self.seats = batch.actor[rows]

    def __len__(self) -> int:
        return len(self._rows)

    def _repr_facts_(self) -> Facts:
        return {**mode_facts(self.game, self.configuration), "rows": len(self)}

    def are_legal(self, actions: np.ndarray) -> np.ndarray:
        """Whether each action is legal in its row, (k,) bool, whatever was done to the copies."""
        mask = self._batch.mask
        known = (actions >= 0) & (actions < mask.shape[1])
        return known & (mask[self._rows, np.where(known, actions, 0)] != 0)

    def why_illegal(self, row: int, action: int) -> str:
        """Why an action cannot be carried out in a row of the batch: names game, row, action and what is legal."""
        return why_illegal(self._batch, row, action)

    @functools.cached_property
    def observation(self) -> np.ndarray:
        """What the deciding player knows, (k, columns) float32."""
        return self._batch.observation[self._rows]

    @functools.cached_property
    def compact_observation(self) -> np.ndarray:
        """The same in the encoding "compact", whichever the batch has: what networks take."""
        return self.game.features.as_compact(self.observation, self.configuration.players, self._batch.encoding)

    @functools.cached_property
    def mask(self) -> np.ndarray:
        """1 for every legal action, (k, actions) int8."""
        return self._batch.mask[self._rows]

    @functools.cached_property
    def states(self) -> np.ndarray:
        """The games themselves, (k,) records, for agents that search. They hold what the player cannot know, too."""
        return self._batch.states[self._rows]

    def untouched_states(self, places: np.ndarray) -> np.ndarray:
        """The games at some places of `rows`, whatever was done to the copies: compiled code relies on them."""
        return self._batch.states[self._rows[places]]

    @functools.cached_property
    def seeds(self) -> np.ndarray:
        """Random numbers for these decisions, (k,) uint64: functions of each game and of how far it has come.

        So a game that is saved and resumed goes on with the same agents.
        """
        headers = self._batch.states
        return decision_words(headers["seed"][self._rows], headers["decisions"][self._rows])


def mode_in_words(*modes: str) -> str:
    """How a mode is played.

    Example:
        >>> mode_in_words("solo"), mode_in_words("several")
        ('alone', 'with several players')
    """
    return " or ".join("alone" if mode == SOLO else "with several players" for mode in modes)


class Agent(Shown, ABC):
    """Somebody who plays.

    Attributes:
        name: what errors and tables call the agent.
        games: the ids of the games it can play; None for all.
        modes: the modes it can play, "solo" and "several" (players); None for both.
        games_at_once: how many games to play at once where many are wanted. A small number suits an agent that thinks
            long: its games end one after the other, and an interrupt loses few of them. None: few at first, then more
            and more, see `Pace`.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> class FirstLegal(moon_envs.agents.Agent):
        ...     name = "first legal"
        ...
        ...     def act(self, waiting):
        ...         return np.argmax(waiting.mask, axis=1)
        >>> games = moon_envs.SeatBatch("launch", num_games=8, players=2, opponents=FirstLegal())
    """

    name: str = "agent"
    games: tuple[str, ...] | None = None
    modes: tuple[str, ...] | None = None
    games_at_once: int | None = None

    def _repr_facts_(self) -> Facts:
        return {"name": self.name} if self.games is None else {"name": self.name, "games": self.games}

    def prepare(self, game: Game, configuration: Configuration) -> None:
        """Get ready for a game and configuration; called before the first decision, maybe several times.

        Raises:
            ConfigurationError: the agent cannot play this.
        """
        if self.games is not None and game.id not in self.games:
            raise ConfigurationError(f"The agent {self.name!r} plays {', '.join(self.games)}, not {game.id}.")
        if self.modes is not None and configuration.mode not in self.modes:
            raise ConfigurationError(
                f"The agent {self.name!r} plays {game.id} {mode_in_words(*self.modes)}, not {game.id} "
                f"{mode_in_words(configuration.mode)}; solo=AGENT,several=AGENT names one for each mode."
            )

    @abstractmethod
    def act(self, waiting: Waiting) -> np.ndarray:
        """One legal action for each row that waits, whole numbers (k,)."""

    def shares(self, waiting: Waiting) -> np.ndarray | None:
        """How much the agent leans to each action, (k, actions), the sum of a row is 1; None: only `act` tells."""
        return None


class RandomAgent(Agent):
    """Uniformly random legal actions. Where it plays inside of a batch, no Python is entered for it."""

    name = "random"
    games_at_once = MANY_GAMES

    def act(self, waiting: Waiting) -> np.ndarray:
        """Drawn from the random numbers of these decisions."""
        legal = waiting.mask != 0
        counts = legal.sum(axis=1).astype(np.uint64)
        chosen = ((waiting.seeds >> np.uint64(32)) * counts) >> np.uint64(32)
        return (np.cumsum(legal, axis=1) > chosen[:, None].astype(np.int64)).argmax(axis=1)


class PolicyAgent(Agent):
    """A plain function as an agent.

    Args:
        policy: observations and masks to actions.
        name: what it is called; None for the name of the function.
    """

    def __init__(self, policy: Policy, name: str | None = None):
        self.policy = policy
        self.name = name if name is not None else str(getattr(policy, "__name__", type(policy).__name__))

    def act(self, waiting: Waiting) -> Any:
        """Whatever the function returns; it is checked by who asks."""
        return self.policy(waiting.observation, waiting.mask)
