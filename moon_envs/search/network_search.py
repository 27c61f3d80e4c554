"""`NetworkSearch`: tree search with a network, which gives priors of actions and values of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.checks import any_array, check_number, check_whole_number, shown
from moon_envs.base.errors import BrokenGameError, ConfigurationError
from moon_envs.base.showing import Facts
from moon_envs.core.game import Game
from moon_envs.core.rewards import check_reward, reward_fact
from moon_envs.engine.loading import network_search_engine
from moon_envs.networks import Network, ValueNetwork, find_network
from moon_envs.search.positions import (
    FEWEST_ROWS,
    MOST_DEPTH,
    MOST_EXPLORATION,
    MOST_ROWS,
    MOST_SIMULATIONS,
    PositionSearch,
)

Evaluator = Callable[[np.ndarray, np.ndarray], tuple[Any, Any]]
"""Compact observations (k, columns) float32 and masks (k, actions) int8 to logits (k, actions) and values (k,)."""

EXPLORATION_BY_PRIOR = 1.25
MOST_IN_FLIGHT, SIMULATIONS_FOR_EACH_IN_FLIGHT = 8, 25
# Room in a tree for so many new actions at every position that is evaluated, and in all trees of one call together.
ACTIONS_OF_A_POSITION, MOST_NODES, NODES_AT_ONCE = 32, 1 << 20, 1 << 22


class NetworkSearch(PositionSearch):
    """Monte-Carlo tree search with a network, for one game and configuration.

    Every simulation first redraws what the deciding player cannot know, and the future. It walks the tree by PUCT; the
    actions of the other players are drawn from the network's policy. A simulation ends with the game, or at a decision
    of the player that has a legal action without a prior in the tree. There it pays the player's points and the value
    that the network gives. The positions of many roots are evaluated in one call.

    The result depends on what the player knows and on the seed. With a `Network` it is the same to the last bit,
    whatever else is searched in the same call.

    Args:
        game: a game id or a `Game`.
        players: the number of players; 1 is the solo mode.
        simulations: how many simulations each position gets, besides the evaluation of the position itself.
        network: a `Network`, the name of its file, or any function `(observations, masks) -> (logits, values)`:
            compact observations in, logits of the policy and the expected future reward of the deciding player out. The
            arrays that it is given are overwritten later.
        reward: the reward that the values of a function predict, as in `Batch`; a `Network` knows its own.
        exploration: the weight of the priors; payoffs are scaled to 0..1 within what was seen.
        in_flight: how many simulations of a position run at the same time. More are faster when few positions are
            searched, but each knows less; None for one in 25 simulations, up to 8.
        noise: the share of Dirichlet noise in the policy of the root, for training; 0 for none.
        noise_concentration: the parameter of this noise, the same for all legal actions.
        threads: None for all cores, or a number. Several threads call the network at once: a function of your own is
            called by one unless you say otherwise. The result never depends on it.
        **options: the options of the game.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> def network(observation, mask):  # it knows nothing
        ...     return np.zeros(mask.shape), np.zeros(len(mask))
        >>> batch = moon_envs.Batch("launch", num_games=2, players=1, seed=0, opponent=1)
        >>> search = moon_envs.NetworkSearch(
        ...     "launch", players=1, simulations=20, network=network, reward="points_delta", opponent=1
        ... )
        >>> found = search.search(batch.states, seed=7)
        >>> found.visits.sum(axis=1)
        array([20, 20])
    """

    _left_out = (*PositionSearch._left_out, "_evaluate")

    def __init__(
        self,
        /,
        game: str | Game,
        players: int | None = None,
        simulations: int = 100,
        *,
        network: Network | str | Path | Evaluator,
        reward: str | Mapping[str, float] | None = None,
        exploration: float = EXPLORATION_BY_PRIOR,
        in_flight: int | None = None,
        noise: float = 0.0,
        noise_concentration: float = 0.3,
        threads: int | None = None,
        **options: Any,
    ):
        super().__init__(game, players, **options)
        self.simulations = check_whole_number("simulations", simulations, 1, MOST_SIMULATIONS)
        self.exploration = check_number("exploration", exploration, 0, MOST_EXPLORATION)
        if in_flight is None:
            in_flight = min(MOST_IN_FLIGHT, max(1, self.simulations // SIMULATIONS_FOR_EACH_IN_FLIGHT))
        self.in_flight = check_whole_number("in_flight", in_flight, 1, MOST_IN_FLIGHT, also="None")
        self.noise = check_number("noise", noise, 0, 1)
        self.noise_concentration = check_number("noise_concentration", noise_concentration, 1e-3, 1e3)
        self.network = network
        if isinstance(network, (Network, ValueNetwork, str, Path)):
            if reward is not None:
                raise ConfigurationError("reward= is for functions; a Network knows what its values are about.")
            self.rewards = find_network(network, self.game, self.configuration).rewards
        elif not callable(network):
            raise ConfigurationError(
                f"network={shown(network)} is not allowed; allowed: a Network, the name of its file, a function "
                "(observations, masks) -> (logits, values)."
            )
        elif reward is None:
            raise ConfigurationError("reward= is needed: what the values of the function are about.")
        else:
            self.rewards = check_reward(reward)
            threads = 1 if threads is None else threads
        self._allocate(threads)

    def _repr_facts_(self) -> Facts:
        settings = {"simulations": self.simulations, "network": self.network, "reward": reward_fact(self.rewards)}
        return {**super()._repr_facts_(), **settings, "exploration": self.exploration, "noise": self.noise}

    def _allocate(self, threads: int | None) -> None:
        from moon_envs.engine.search.memory import NetworkSearchers
        from moon_envs.engine.threads import RowThreads, available_cores, thread_count

        network = self.network
        if isinstance(network, (Network, str, Path)):
            network = find_network(network, self.game, self.configuration).evaluate
        self._evaluate: Evaluator = network
        game, players, rewards = self.game, self.configuration.players, self.rewards
        actions = len(game.actions)
        capacity = min(MOST_NODES, self.simulations * min(actions, ACTIONS_OF_A_POSITION)) + actions + 1
        rows = min(MOST_ROWS, max(FEWEST_ROWS, NODES_AT_ONCE // capacity))
        memory = NetworkSearchers(
            rows,
            self.in_flight,
            game.features.bounds(players),
            state_size=game.state_dtype.itemsize,
            players=players,
            actions=actions,
            features=game.features.size(players),
            capacity=capacity,
            most_depth=MOST_DEPTH,
            simulations=self.simulations,
            exploration=self.exploration,
            noise_share=self.noise,
            outcome_weight=rewards.outcome,
            points_weight=(rewards.points + rewards.points_delta) / game.points_scale,
            delta_weight=rewards.points_delta / game.points_scale,
            entry=game.entry,
        )
        count = thread_count(available_cores() if threads is None else threads, rows)
        self._take_memory(memory, network_search_engine(), RowThreads(count, rows))

    def _find(self, rows: np.ndarray) -> None:
        memory, count = self._memory, len(rows)
        self._loops.begin_rows(memory.address, 0, count)
        self._order_what_is_hidden(count)
        if self.noise:
            for row in range(count):
                chance = np.random.default_rng(memory.seeds[row])
                memory.noise[row] = chance.standard_gamma(self.noise_concentration, memory.noise.shape[1])
        self._threads.run_in_pieces(self._search_rows, rows=count, arrays=memory, piece=-(-count // self.threads))

    def _search_rows(self, first: int, last: int) -> Iterator[None]:
        """Run the simulations of some rows to their end, with the evaluations they ask for; yields now and then."""
        memory, loops = self._memory, self._loops
        progress = np.zeros(3, dtype=np.int64)
        progress[:] = begin = (first, loops.BEGINS, 0)
        while True:
            count = loops.go_on_rows(memory.address, first, last, progress.ctypes.data)
            self._check(memory.stuck[0])
            if count == loops.NOT_YET:
                yield
                continue
            if not count:
                break
            progress[:] = begin
            places = slice(first * self.in_flight, first * self.in_flight + count)
            logits, values = self._evaluate(memory.observations[places], memory.masks[places])
            memory.scores[places] = _checked("logits", logits, (count, memory.scores.shape[1]))
            memory.position_values[places] = _checked("values", values, (count,))
            yield
        loops.answer_rows(memory.address, first, last)

    def _check(self, stuck: int) -> None:
        from moon_envs.engine.search.simulations import NO_WAY_ON

        if stuck == NO_WAY_ON:
            raise BrokenGameError(f"{self.game.id}: a simulation found no legal action, or no end of the game.")
        if stuck:
            raise ConfigurationError(f"{self.game.id}: the network gave a logit or a value that is not a number.")


def _checked(what: str, given: Any, shape: tuple[int, ...]) -> np.ndarray:
    array = any_array(given)
    if array.shape != shape or array.dtype.kind not in "fiu":
        raise ConfigurationError(
            f"The network must return {what} of shape {shape}; it returned {array.shape} of {array.dtype}."
        )
    return array
