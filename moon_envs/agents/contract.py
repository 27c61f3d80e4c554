"""The contract of an agent: it sees the games that wait for it, and returns one action for each of them."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from moon_envs.agents.fingerprints import source_digest
from moon_envs.base.checks import check_choice
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.base.splitmix import decision_words
from moon_envs.batch import Batch
from moon_envs.batch.rows import why_illegal
from moon_envs.core.game import SOLO, Configuration, Game, mode_facts
from moon_envs.core.tables import COMPACT, ENCODINGS, ONE_HOT

Policy = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""A plain function: observations (k, columns) float32 and masks (k, actions) int8 to k actions."""


MANY_GAMES = 1_000_000


class Waiting(Shown):
    """The rows of a batch in which one agent decides now. Its properties return copies.

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
        """Return whether each action is legal in its row, (k,) bool, even if the agent has changed its copies."""
        mask = self._batch.mask
        known = (actions >= 0) & (actions < mask.shape[1])
        return known & (mask[self._rows, np.where(known, actions, 0)] != 0)

    def why_illegal(self, row: int, action: int) -> str:
        """Return in words why an action is not legal in a row of the batch: game, row, action and the legal actions."""
        return why_illegal(self._batch, row, action)

    @functools.cached_property
    def observation(self) -> np.ndarray:
        """The observations of the deciding players, (k, columns) float32."""
        return self._batch.observation[self._rows]

    @functools.cached_property
    def compact_observation(self) -> np.ndarray:
        """The observations in the encoding "compact", which networks take, for any encoding of the batch."""
        return self.game.features.as_compact(self.observation, self.configuration.players, self._batch.encoding)

    def observation_in(self, encoding: str) -> np.ndarray:
        """Return the observations in an encoding, "compact" or "one_hot", for any encoding of the batch.

        Raises:
            ConfigurationError: there is no such encoding.
        """
        check_choice("encoding", encoding, ENCODINGS)
        if encoding == self._batch.encoding:
            return self.observation
        return self.compact_observation if encoding == COMPACT else self._one_hot_observation

    @functools.cached_property
    def _one_hot_observation(self) -> np.ndarray:
        compact, widths = self.compact_observation, self.game.features.widths(self.configuration.players, ONE_HOT)
        starts, category = np.cumsum(widths) - widths, widths > 1
        columns = np.zeros((len(compact), int(widths.sum())), dtype=np.float32)
        columns[:, starts[~category]] = compact[:, ~category]
        values = np.rint(compact[:, category] * (widths[category] - 1)).astype(np.int64)
        columns[np.arange(len(compact))[:, np.newaxis], starts[category] + values] = 1
        return columns

    @functools.cached_property
    def mask(self) -> np.ndarray:
        """1 for every legal action, (k, actions) int8."""
        return self._batch.mask[self._rows]

    @functools.cached_property
    def states(self) -> np.ndarray:
        """The records of the games, (k,), for agents that search. They also hold what the player cannot know."""
        return self._batch.states[self._rows]

    def untouched_states(self, places: np.ndarray) -> np.ndarray:
        """Return the records at some places of `rows` for compiled code, even if the agent has changed its copies."""
        return self._batch.states[self._rows[places]]

    @functools.cached_property
    def seeds(self) -> np.ndarray:
        """Random numbers for these decisions, (k,) uint64. They depend only on game and decision number.

        So agents that use them play a saved and resumed game in the same way.
        """
        headers = self._batch.states
        return decision_words(headers["seed"][self._rows], headers["decisions"][self._rows])


def mode_in_words(*modes: str) -> str:
    """Return a mode in words.

    Example:
        >>> mode_in_words("solo"), mode_in_words("several")
        ('alone', 'with several players')
    """
    return " or ".join("alone" if mode == SOLO else "with several players" for mode in modes)


class Agent(Shown, ABC):
    """Base class of agents.

    Attributes:
        name: the name of the agent in errors and tables.
        games: the ids of the games it can play; None for all.
        modes: the modes it can play, "solo" and "several" (players); None for both.
        games_at_once: how many games to play at once when many are requested. A small number suits an agent that thinks
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
        """Prepare for a game and configuration; called before the first decision, maybe several times.

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
        """Return one legal action for each waiting row, whole numbers (k,)."""

    def shares(self, waiting: Waiting) -> np.ndarray | None:
        """Return the agent's probability of each action, (k, actions); None if only `act` says what it does."""
        return None

    def fingerprint(self, game: Game, configuration: Configuration) -> str:
        """Return a text that changes when the agent's choices may change though its name stays the same.

        Saved ladders compare it before they continue. It is a digest of the file in which the class is written, empty
        for agents of this package without settings. Override it for an agent with weights of its own.
        """
        return source_digest(type(self))


class RandomAgent(Agent):
    """Plays uniformly random legal actions. A batch plays it inside its compiled loops, without Python."""

    name = "random"
    games_at_once = MANY_GAMES

    def act(self, waiting: Waiting) -> np.ndarray:
        """Return actions drawn with `Waiting.seeds`."""
        legal = waiting.mask != 0
        counts = legal.sum(axis=1).astype(np.uint64)
        chosen = ((waiting.seeds >> np.uint64(32)) * counts) >> np.uint64(32)
        return (np.cumsum(legal, axis=1) > chosen[:, None].astype(np.int64)).argmax(axis=1)


class PolicyAgent(Agent):
    """Plays by a function.

    Args:
        policy: the function (observations, masks) -> actions. An attribute `encoding` of it, "compact" or "one_hot",
            chooses the observations; else they are those of the batch, which is "compact" in arena and ladder.
        name: its name; None for the name of the function.

    Raises:
        ConfigurationError: the attribute names no encoding.
    """

    def __init__(self, policy: Policy, name: str | None = None):
        self.policy = policy
        self.encoding = getattr(policy, "encoding", None)
        if self.encoding is not None:
            check_choice("encoding", self.encoding, ENCODINGS)
        self.name = name if name is not None else str(getattr(policy, "__name__", type(policy).__name__))

    def act(self, waiting: Waiting) -> Any:
        """Return what the function returns; the caller checks it."""
        shown = waiting.observation if self.encoding is None else waiting.observation_in(self.encoding)
        return self.policy(shown, waiting.mask)

    def fingerprint(self, game: Game, configuration: Configuration) -> str:
        """Return a digest of the file in which the function is written."""
        return source_digest(self.policy)
