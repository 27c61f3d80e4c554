"""Agents with a network: playing what it scores highest, or searching with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.agents.contract import Agent, Waiting, mix_all
from moon_envs.agents.searching import MOST_SEED, SearchAgent
from moon_envs.checks import check_flag, check_number, check_whole_number, shown
from moon_envs.errors import ConfigurationError
from moon_envs.game import Configuration, Game
from moon_envs.network_search import EXPLORATION_BY_PRIOR, NetworkSearch
from moon_envs.networks import BASELINE, Network, find_network, load_network

LOWEST_TEMPERATURE, HIGHEST_TEMPERATURE = 1e-3, 1e3
BITS_OF_A_FRACTION, FRACTION = np.uint64(11), 2.0**-53


def _known(network: Any) -> tuple[str, tuple[str, ...] | None]:
    """What an agent with a network is called, and the games it plays; a file is read here, to say early what is wrong.

    Raises:
        NetworkError: the file cannot be read, is damaged, or is for another version of its game.
        ConfigurationError: it is none of these.
    """
    if isinstance(network, Network):
        return "network", (network.game.id,)
    if not isinstance(network, (str, Path)):
        raise ConfigurationError(f"network={shown(network)} is not allowed; allowed: a Network, a file, baseline.")
    return (BASELINE, None) if network == BASELINE else (str(network), (load_network(network).game.id,))


class NetworkAgent(Agent):
    """What a network scores highest; equals: the first action.

    Args:
        network: a `Network`, the name of its file, or "baseline" for the one in the box.
        sample: draw the action from the network's policy instead.
        temperature: of the policy that is drawn from; below 1 the best actions come more often.
        seed: another seed draws differently.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> from moon_envs.networks import Inputs, Network, parameter_shapes
        >>> inputs = Inputs(moon_envs.game("launch"), solo=False)
        >>> weights = {name: np.zeros(shape) for name, shape in parameter_shapes(inputs).items()}
        >>> agent = moon_envs.agents.NetworkAgent(Network(inputs, weights))
        >>> batch = moon_envs.Batch("launch", num_games=8, players=2, seat=0, opponents=agent)
    """

    def __init__(self, network: Network | str | Path, *, sample: bool = False, temperature: float = 1.0, seed: int = 0):
        self.name, self.games = _known(network)
        self._given = network
        self._sample = check_flag("sample", sample)
        self._temperature = check_number("temperature", temperature, LOWEST_TEMPERATURE, HIGHEST_TEMPERATURE)
        self._seed = check_whole_number("seed", seed, 0, MOST_SEED)

    def prepare(self, game: Game, configuration: Configuration) -> None:
        """Find the network for a game and configuration."""
        super().prepare(game, configuration)
        find_network(self._given, game, configuration)

    def act(self, waiting: Waiting) -> np.ndarray:
        """The actions with the highest scores, or drawn ones."""
        network = find_network(self._given, waiting.game, waiting.configuration)
        scores, _ = network.evaluate(waiting.compact_observation, waiting.mask)
        return self._drawn(scores, waiting) if self._sample else scores.argmax(axis=1)

    def shares(self, waiting: Waiting) -> np.ndarray:
        """The network's policy."""
        network = find_network(self._given, waiting.game, waiting.configuration)
        scores, _ = network.evaluate(waiting.compact_observation, waiting.mask)
        weights = self._weights(scores, waiting)
        return weights / weights.sum(axis=1, keepdims=True)

    def _weights(self, scores: np.ndarray, waiting: Waiting) -> np.ndarray:
        scores = scores.astype(np.float64)
        return np.exp((scores - scores.max(axis=1, keepdims=True)) / self._temperature) * (waiting.mask != 0)

    def _drawn(self, scores: np.ndarray, waiting: Waiting) -> np.ndarray:
        """Drawn from the random numbers of these decisions."""
        shares = np.cumsum(self._weights(scores, waiting), axis=1)
        words = mix_all(waiting.seeds + np.uint64(self._seed))
        # Above 0 and at most 1: no word may choose the first action whatever its share.
        fractions = ((words >> BITS_OF_A_FRACTION) + np.uint64(1)) * FRACTION
        return (shares >= (fractions * shares[:, -1])[:, None]).argmax(axis=1)


class NetworkTreeSearch(SearchAgent):
    """Monte-Carlo tree search that asks a network which actions to try, and what positions are worth.

    Args:
        simulations: simulations for each decision.
        network: a `Network`, the name of its file, or "baseline" for the one in the box.
        exploration: as in `NetworkSearch`.
        in_flight: as in `NetworkSearch`.
        seed: another seed plays the same games differently.
        threads: None for all cores.
    """

    _kind = NetworkSearch

    def __init__(
        self,
        simulations: int = 100,
        network: Network | str | Path = BASELINE,
        *,
        exploration: float = EXPLORATION_BY_PRIOR,
        in_flight: int | None = None,
        seed: int = 0,
        threads: int | None = None,
    ):
        name, self.games = _known(network)
        settings = {"simulations": simulations, "exploration": exploration, "in_flight": in_flight}
        super().__init__(f"mcts:{simulations}+{name}", seed, threads, network=network, **settings)
