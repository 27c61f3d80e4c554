"""Agents with a network: they play by its logits, look one action ahead, or search; all can draw actions at random."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from moon_envs.agents.contract import MANY_GAMES, Agent, Waiting
from moon_envs.agents.fingerprints import digest, network_digest, source_digest
from moon_envs.agents.searching import MOST_SEED, SearchAgent
from moon_envs.agents.temperature import BEST_ONLY, check_temperature, draw, with_temperature
from moon_envs.base.checks import check_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.splitmix import mix
from moon_envs.core.game import Configuration, Game
from moon_envs.networks import BASELINE, AnyNetwork, Network, ValueNetwork, find_any_network, load_network
from moon_envs.search.look_ahead import DEFAULT_REDRAWS, MOST_REDRAWS, LookAhead
from moon_envs.search.network_search import EXPLORATION_BY_PRIOR, NetworkSearch
from moon_envs.search.positions import MOST_SIMULATIONS, Searched
from moon_envs.search.rollouts import DEFAULT_CANDIDATES, DEFAULT_DEPTH, Rollouts


class _Known(NamedTuple):
    name: str
    games: tuple[str, ...] | None = None
    modes: tuple[str, ...] | None = None


def _known(network: Any) -> _Known:
    """Return the name of an agent with this network, and what it plays. It reads a file now, to report errors early.

    Raises:
        NetworkError: the file cannot be read, is damaged, or is for another version of its game.
        ConfigurationError: it is none of these.
    """
    if isinstance(network, AnyNetwork):
        return _Known("network", (network.game.id,), (network.mode,))
    if not isinstance(network, (str, Path)):
        raise ConfigurationError(f"network={shown(network)} is not allowed; allowed: a network, a file, baseline.")
    if network == BASELINE:
        return _Known(BASELINE)
    loaded = load_network(network)
    return _Known(str(network), (loaded.game.id,), (loaded.mode,))


# With a value network an action that is worth so much more has a logit that is 1 higher. So much is 1 to 2 points.
WORTH_OF_A_LOGIT = 0.01


class NetworkAgent(Agent):
    """Plays the action with the highest logit (the first of equals), or draws from the policy.

    A `Network` gives the logits. With a `ValueNetwork` the agent looks one action ahead, see `LookAhead`.

    Args:
        network: a `Network` or a `ValueNetwork`, the name of its file, or "baseline" for the packaged one.
        temperature: 0 for the highest logit. Above 0 actions are drawn from the policy: 1 is the policy itself, below
            1 the best actions come more often.
        redraws: how often a value network looks ahead on redrawn chance.
        seed: another seed draws differently.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> from moon_envs.networks import Inputs, Network, parameter_shapes
        >>> inputs = Inputs(moon_envs.game("launch"), solo=False)
        >>> weights = {name: np.zeros(shape) for name, shape in parameter_shapes(inputs).items()}
        >>> agent = moon_envs.agents.NetworkAgent(Network(inputs, weights), temperature=0.5)
        >>> games = moon_envs.SeatBatch("launch", num_games=8, players=2, opponents=agent)
    """

    def __init__(
        self,
        network: AnyNetwork | str | Path,
        *,
        temperature: float = BEST_ONLY,
        redraws: int = DEFAULT_REDRAWS,
        seed: int = 0,
    ):
        name, self.games, self.modes = _known(network)
        self._redraws = check_whole_number("redraws", redraws, 1, MOST_REDRAWS)
        self._ahead: LookAhead | None = None
        self.games_at_once = MANY_GAMES
        self._given = network
        self._temperature = check_temperature(temperature)
        self._seed = check_whole_number("seed", seed, 0, MOST_SEED)
        self.name = with_temperature(name, self._temperature)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the look-ahead: it holds the network, and a copy takes the name of the file instead."""
        return {**vars(self), "_ahead": None}

    def prepare(self, game: Game, configuration: Configuration) -> None:
        """Find the network for a game and configuration."""
        super().prepare(game, configuration)
        network = find_any_network(self._given, game, configuration)
        if isinstance(network, ValueNetwork):
            ahead = self._ahead
            if ahead is None or (ahead.game, ahead.configuration, ahead.network) != (game, configuration, network):
                players, redraws = configuration.players, self._redraws
                self._ahead = LookAhead(
                    game, players, network=network, redraws=redraws, threads=1, **configuration.options
                )

    def act(self, waiting: Waiting) -> np.ndarray:
        """Return the actions with the highest logits, or drawn ones."""
        scores = self._scores(waiting)
        if self._temperature == BEST_ONLY:
            return scores.argmax(axis=1)
        return draw(self._weights(scores, waiting), mix(waiting.seeds + np.uint64(self._seed)))

    def shares(self, waiting: Waiting) -> np.ndarray:
        """Return the policy that the agent draws from; the network's own policy if it plays the highest logit."""
        weights = self._weights(self._scores(waiting), waiting)
        return weights / weights.sum(axis=1, keepdims=True)

    def fingerprint(self, game: Game, configuration: Configuration) -> str:
        """Return a digest of the network and the settings."""
        network = network_digest(find_any_network(self._given, game, configuration))
        return digest(source_digest(type(self)), network, self._temperature, self._redraws, self._seed)

    def _scores(self, waiting: Waiting) -> np.ndarray:
        network = find_any_network(self._given, waiting.game, waiting.configuration)
        if isinstance(network, Network):
            return network.evaluate(waiting.compact_observation, waiting.mask)[0]
        self.prepare(waiting.game, waiting.configuration)
        assert self._ahead is not None
        scores = np.where(waiting.mask != 0, 0.0, -np.inf)
        places = np.flatnonzero((waiting.mask != 0).sum(axis=1) > 1)
        if len(places):
            seeds = mix(waiting.seeds[places] + np.uint64(self._seed))
            found = self._ahead.search_checked(waiting.untouched_states(places), seeds)
            scores[places] = np.where(np.isnan(found.values), -np.inf, found.values / WORTH_OF_A_LOGIT)
        return scores

    def _weights(self, scores: np.ndarray, waiting: Waiting) -> np.ndarray:
        scores = scores.astype(np.float64)
        below_best = scores - scores.max(axis=1, keepdims=True)
        return np.exp(below_best / (self._temperature or 1.0)) * (waiting.mask != 0)


class NetworkTreeSearch(SearchAgent):
    """Monte-Carlo tree search with a network, which gives the prior of actions and the value of positions.

    Args:
        simulations: simulations for each decision.
        network: a `Network` or the name of its file; value networks play with `RolloutAgent`.
        temperature: 0 for the best action. Above 0 actions are drawn: at 1 in proportion to their simulations, below 1
            the best actions come more often.
        exploration: as in `NetworkSearch`.
        in_flight: as in `NetworkSearch`.
        seed: another seed plays the same games differently.
        threads: None for all cores.
    """

    _kind = NetworkSearch

    def __init__(
        self,
        simulations: int,
        network: Network | str | Path,
        *,
        temperature: float = BEST_ONLY,
        exploration: float = EXPLORATION_BY_PRIOR,
        in_flight: int | None = None,
        seed: int = 0,
        threads: int | None = None,
    ):
        name, self.games, self.modes = _known(network)
        settings = {"simulations": simulations, "exploration": exploration, "in_flight": in_flight}
        self._temperature = check_temperature(temperature)
        name = with_temperature(f"mcts:{simulations}+{name}", self._temperature)
        super().__init__(name, simulations, seed, threads, network=network, **settings)

    def _chosen(self, found: Searched, seeds: np.ndarray) -> np.ndarray:
        return _drawn(found, self._temperature, seeds)


class RolloutAgent(SearchAgent):
    """Plays on after the best actions of the look-ahead, on common futures; see `Rollouts`.

    Args:
        rollouts: rollouts for each decision.
        network: a `ValueNetwork`, the name of its file, or "baseline" for the packaged one.
        temperature: 0 for the best action. Above 0 actions are drawn: at 1 in proportion to their rollouts, below 1 the
            best actions come more often.
        candidates: as in `Rollouts`.
        depth: as in `Rollouts`.
        seed: another seed plays the same games differently.
        threads: None for all cores.
    """

    _kind = Rollouts

    def __init__(
        self,
        rollouts: int = 100,
        network: ValueNetwork | str | Path = BASELINE,
        *,
        temperature: float = BEST_ONLY,
        candidates: int = DEFAULT_CANDIDATES,
        depth: int = DEFAULT_DEPTH,
        seed: int = 0,
        threads: int | None = None,
    ):
        name, self.games, self.modes = _known(network)
        check_whole_number("rollouts", rollouts, 1, MOST_SIMULATIONS)
        settings = {"network": network, "rollouts": rollouts, "candidates": candidates, "depth": depth}
        self._temperature = check_temperature(temperature)
        name = with_temperature(f"rollouts:{rollouts}+{name}", self._temperature)
        super().__init__(name, rollouts, seed, threads, **settings)

    def _chosen(self, found: Searched, seeds: np.ndarray) -> np.ndarray:
        return _drawn(found, self._temperature, seeds)


def _drawn(found: Searched, temperature: float, seeds: np.ndarray) -> np.ndarray:
    """Return the best actions, or draw some by how often they were tried."""
    if temperature == BEST_ONLY:
        return found.choices
    shares = found.visits / found.visits.max(axis=1, keepdims=True)
    return draw(shares ** (1 / temperature), mix(seeds))
