"""`ValueGames`: many games that a value network plays against itself by looking one action ahead, for learning.

Whole stretches of games are played inside one compiled call, without Python for each decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from moon_envs.base.checks import any_array, check_kind, check_number, check_whole_number
from moon_envs.base.errors import BrokenGameError, ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch import Batch
from moon_envs.batch.guard import UseGuard
from moon_envs.core.game import Game, mode_facts
from moon_envs.core.registry import game as find_game
from moon_envs.engine.loading import look_ahead_engine
from moon_envs.networks import ValueNetwork, find_value_network

MOST_GAMES, MOST_STEPS = 1 << 20, 1 << 12
MOST_TEMPERATURE = 1e6


@dataclass(frozen=True, repr=False)
class Played(Shown):
    """What happened in some steps of many games: (steps, games) arrays that the next call overwrites.

    Attributes:
        seats: who decided, int8; -1 where only one action was legal, and where the game was not asked.
        features: what this seat saw right after its decision, (steps, games, features) int16.
        points: the seat's points then, as far as it knew them, int32.
        opponent_points: in the solo mode the opponent's points then; 0 with several players, int32.
        ended: whether the decision ended the game, bool; the next game has begun then.
        final_outcome: (steps, games, players) float32, the outcome where a game ended.
        final_points: (steps, games, players) int32, the points there.
        final_opponent_points: (steps, games, players) int32, the points of each seat's best opponent there.
        final_chance: (steps, games, players) float32, the chance to win there, from 0 to 1: partly the outcome, partly
            how near each seat came to winning, see `Goal.nearness`.
    """

    seats: np.ndarray
    features: np.ndarray
    points: np.ndarray
    opponent_points: np.ndarray
    ended: np.ndarray
    final_outcome: np.ndarray
    final_points: np.ndarray
    final_opponent_points: np.ndarray
    final_chance: np.ndarray

    def _repr_facts_(self) -> Facts:
        steps, games = self.seats.shape
        return {"steps": steps, "games": games, "decisions": int((self.seats >= 0).sum())}


class ValueGames(Shown):
    """Games of one configuration in which every seat looks one action ahead with the same value network.

    Args:
        game: a game id or a `Game`.
        players: the number of players; 1 is the solo mode.
        num_games: how many games are played at once.
        network: the `ValueNetwork`; `take_network` exchanges it. `copy.deepcopy` and `pickle` copy the games with it.
        steps: the decisions of each game in one call of `play`.
        seed: game i starts from seed + i.
        threads: how many threads play; the games do not depend on it.
        **options: the options of the game.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> from moon_envs.networks import ValueInputs, ValueNetwork, value_parameter_shapes
        >>> from moon_envs.search import ValueGames
        >>> inputs = ValueInputs(moon_envs.game("launch"), solo=True)
        >>> weights = {name: np.zeros(shape) for name, shape in value_parameter_shapes(inputs).items()}
        >>> games = ValueGames("launch", 1, 16, ValueNetwork(inputs, weights), steps=8, opponent=1)
        >>> games.play(temperature=0.01).seats.shape
        (8, 16)
    """

    def __init__(
        self,
        /,
        game: str | Game,
        players: int,
        num_games: int,
        network: ValueNetwork,
        *,
        steps: int = 32,
        seed: int = 0,
        threads: int = 1,
        **options: Any,
    ):
        from moon_envs.engine.batch.memory import check_fits
        from moon_envs.engine.look_ahead.memory import LookerMemory, PlayedMemory, bytes_of_games
        from moon_envs.engine.threads import RowThreads, thread_count

        self.game = find_game(game)
        self.game.check_arguments(options, type(self))
        self.configuration = self.game.configuration(players, **options)
        players = self.configuration.players
        count = check_whole_number("num_games", num_games, 1, MOST_GAMES)
        steps = check_whole_number("steps", steps, 1, MOST_STEPS)
        seed = check_whole_number("seed", seed, 0)
        check_fits(f"num_games={count} with steps={steps}", bytes_of_games(self.game, players, count, steps))
        batch = Batch(self.game, count, players, seed, autoreset="disabled", threads=1, **options)
        network = find_value_network(
            check_kind("network", network, ValueNetwork, "a ValueNetwork"), self.game, self.configuration
        )
        threads = thread_count(threads, count)
        self._memory = LookerMemory(threads, count, self.game, players, network.layers)
        self._memory.settle(**network.goal.weights())
        self._memory.roots[:] = batch.states.view(np.uint8).reshape(count, -1)
        self._notes = PlayedMemory(steps, count, players, self.game.features.size(players), seed)
        self._threads = RowThreads(threads, count)
        self._guard = UseGuard(self.game.id, "search")
        self.network = network
        self._settings = {"players": players, "steps": steps, "threads": threads, **options}

    def __getstate__(self) -> dict[str, Any]:
        """The settings and the games; a copy has its own memory and threads."""
        with self._guard:
            settings = {**self._settings, "game": self.game, "num_games": self.num_games, "network": self.network}
            return {"settings": settings, "states": self.states, "random": self.random}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Allocate memory and threads, and go on from the games."""
        ValueGames.__init__(self, **state["settings"])
        self.go_on_from(state["states"], state["random"])

    def _repr_facts_(self) -> Facts:
        return {**mode_facts(self.game, self.configuration), "num_games": self.num_games}

    @property
    def num_games(self) -> int:
        """How many games are played at once."""
        return self._memory.rows

    @property
    def states(self) -> np.ndarray:
        """The records of the games, a copy."""
        return self._memory.roots.copy().view(self.game.state_dtype)[:, 0]

    @property
    def random(self) -> np.ndarray:
        """The random states of the decisions by game, a copy."""
        return self._notes.random.copy()

    def go_on_from(self, states: np.ndarray, random: np.ndarray) -> None:
        """Continue with these records and random states, which an earlier object of the same settings had.

        Raises:
            ConfigurationError: they are not, or the game of a record is over.
        """
        given, count = any_array(random), self.num_games
        is_list = isinstance(states, np.ndarray) and states.shape == given.shape == (count,)
        if not is_list or given.dtype != np.uint64:
            raise ConfigurationError(f"go_on_from needs {count} records and as many random states (uint64).")
        # A batch checks the records. In the compiled loop every game has a decision, so finished ones are refused.
        batch = Batch(self.game, count, self.configuration.players, threads=1, **self.configuration.options)
        batch.set_states(states)
        over = np.flatnonzero(batch.actor < 0)
        if len(over):
            raise ConfigurationError(f"go_on_from needs running games; the game of row {over[0]} is over.")
        with self._guard:
            self._memory.roots[:] = batch.states.view(np.uint8).reshape(count, -1)
            self._notes.random[:] = given

    def take_network(self, network: ValueNetwork) -> None:
        """Play with another network of the same widths from now on."""
        check_kind("network", network, ValueNetwork, "a ValueNetwork")
        network = find_value_network(network, self.game, self.configuration)
        if network.widths != self.network.widths:
            raise ConfigurationError(f"The network has the widths {network.widths}, not {self.network.widths}.")
        with self._guard:
            self._memory.take_layers(network.layers)
            self._memory.settle(**network.goal.weights())
            self.network = network

    def play(self, *, temperature: float = 0.0, redraws: int = 1) -> Played:
        """Play some decisions of each game for the goal of the network.

        Args:
            temperature: the size of the Gumbel noise that is added to the worth of each action.
            redraws: how often chance is redrawn for each decision.

        Raises:
            BrokenGameError: the game breaks its contract: a running game has no legal action.
        """
        temperature = check_number("temperature", temperature, 0, MOST_TEMPERATURE)
        redraws = check_whole_number("redraws", redraws, 1, MOST_STEPS)
        with self._guard:
            self._memory.settle(temperature=temperature, redraws=redraws)
            self._memory.stuck[0] = 0
            self._threads.run(self._play_rows, rows=self.num_games, arrays=self._memory)
            if self._memory.stuck[0]:
                raise BrokenGameError(f"{self.game.id}: a running game has no legal action.")
        notes = self._notes
        return Played(
            *(notes.seats, notes.features, notes.points, notes.opponent_points, notes.ended.view(np.bool_)),
            *(notes.final_outcome, notes.final_points, notes.final_opponent_points, notes.final_chance),
        )

    def _play_rows(self, first: int, last: int) -> None:
        with self._memory.looker() as looker:
            look_ahead_engine().play_rows(looker, self._notes.address, first, last)
