"""Agents that look ahead: greedy, flat Monte Carlo and Monte-Carlo tree search, all with the same compiled search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from moon_envs.agents.contract import Agent, Waiting
from moon_envs.agents.fingerprints import digest, network_digest, source_digest
from moon_envs.base.checks import check_whole_number, is_whole_number
from moon_envs.base.splitmix import mix
from moon_envs.core.game import Configuration, Game
from moon_envs.networks import find_any_network
from moon_envs.search.positions import MOST_SIMULATIONS, PositionSearch, Searched
from moon_envs.search.search import EXPLORATION, Search

Reward = str | Mapping[str, float]

# The outcome counts most; points separate actions whose few random rollouts have equal outcomes.
SEARCH_REWARD: Mapping[str, float] = {"outcome": 1.0, "points": 1.0}
GREEDY_TRIES = 8
MOST_SEED = 2**63 - 1

# One call takes a fraction of a second, and has enough games to keep all threads busy.
SIMULATIONS_AT_ONCE = 4096
GAMES_OF_A_THREAD = 8
DEFAULT_SIMULATIONS = 1000


class SearchAgent(Agent):
    """An agent that searches in the positions that wait for it, unless only one action is legal.

    Args:
        name: what it is called.
        budget: how many simulations or rollouts each decision takes.
        seed: another seed plays the same games differently.
        threads: as in `Search`.
        **settings: of the search, the simulations included.
    """

    _kind: type[PositionSearch] = Search

    def __init__(self, name: str, budget: int, seed: int, threads: int | None, **settings: Any):
        self.name = name
        self._budget = check_whole_number("simulations", budget, 1, MOST_SIMULATIONS)
        self._seed = check_whole_number("seed", seed, 0, MOST_SEED)
        self._settings = settings
        self.use_threads(threads)

    def use_threads(self, threads: int | None) -> None:
        """Search with this many threads from now on, None for all cores; the choices do not depend on it."""
        from moon_envs.engine.threads import available_cores

        self._threads = threads
        self._search: PositionSearch | None = None
        wanted = available_cores() if not is_whole_number(threads) else int(threads or 1)
        self.games_at_once = max(GAMES_OF_A_THREAD * wanted, SIMULATIONS_AT_ONCE // self._budget)

    def prepare(self, game: Game, configuration: Configuration) -> None:
        """Allocate the memory of the search."""
        super().prepare(game, configuration)
        search = self._search
        if search is None or search.game is not game or search.configuration != configuration:
            self._search = self._kind(
                game, configuration.players, threads=self._threads, **self._settings, **configuration.options
            )

    def act(self, waiting: Waiting) -> np.ndarray:
        """Return the best actions that the search finds."""
        actions = waiting.mask.argmax(axis=1)
        open_rows = np.flatnonzero((waiting.mask != 0).sum(axis=1) > 1)
        if len(open_rows):
            seeds = self._seeds(waiting, open_rows)
            actions[open_rows] = self._chosen(self._searched(waiting, open_rows, seeds), seeds)
        return actions

    def shares(self, waiting: Waiting) -> np.ndarray | None:
        """Return the share of the simulations that tried each action."""
        places = np.arange(len(waiting))
        visits = self._searched(waiting, places, self._seeds(waiting, places)).visits
        return visits / visits.sum(axis=1, keepdims=True)

    def fingerprint(self, game: Game, configuration: Configuration) -> str:
        """Return a digest of the settings and of the network, if there is one."""
        settings = dict(self._settings)
        if "network" in settings:
            settings["network"] = network_digest(find_any_network(settings["network"], game, configuration))
        return digest(source_digest(type(self)), self.name, self._budget, self._seed, sorted(settings.items()))

    def _seeds(self, waiting: Waiting, places: np.ndarray) -> np.ndarray:
        return mix(waiting.seeds[places] + np.uint64(self._seed))

    def _chosen(self, found: Searched, seeds: np.ndarray) -> np.ndarray:
        """Return one action for each position that was searched with these seeds."""
        return found.choices

    def _searched(self, waiting: Waiting, places: np.ndarray, seeds: np.ndarray) -> Searched:
        """Search some of the waiting rows, and return the result."""
        self.prepare(waiting.game, waiting.configuration)
        assert self._search is not None
        return self._search.search_checked(waiting.untouched_states(places), seeds, waiting.rows[places])


class Greedy(SearchAgent):
    """Plays for the most points right after the own decision, averaged over redrawn chance; ties are broken at random.

    Args:
        tries: how often chance is redrawn for each legal action.
        seed: another seed breaks ties differently.
        threads: None for all cores.
    """

    def __init__(self, tries: int = GREEDY_TRIES, *, seed: int = 0, threads: int | None = None):
        tries = check_whole_number("tries", tries, 1, MOST_SIMULATIONS)
        super().__init__(
            "greedy", 1, seed, threads, simulations=1, tries=tries, depth=1, play_out=False, reward="points"
        )

    def shares(self, waiting: Waiting) -> None:
        """Return None: every action is tried equally often."""
        return None


class FlatMonteCarlo(SearchAgent):
    """Plays the action whose random rollouts end best; promising actions get more rollouts (UCB).

    Args:
        simulations: rollouts for each decision.
        reward: the reward of a rollout, as in `Search`.
        exploration: as in `Search`.
        seed: another seed plays the same games differently.
        threads: None for all cores.
    """

    def __init__(
        self,
        simulations: int = DEFAULT_SIMULATIONS,
        *,
        reward: Reward = SEARCH_REWARD,
        exploration: float = EXPLORATION,
        seed: int = 0,
        threads: int | None = None,
    ):
        settings = {"simulations": simulations, "reward": reward, "exploration": exploration}
        super().__init__(f"flat:{simulations}", simulations, seed, threads, depth=1, **settings)


class TreeSearch(SearchAgent):
    """Information-set Monte-Carlo tree search.

    Args:
        simulations: simulations for each decision.
        reward: the reward of a simulation, as in `Search`.
        exploration: as in `Search`.
        reuse: begin with the tree of the previous decision, if the same player took it. A game that is saved and
            resumed begins without a tree.
        seed: another seed plays the same games differently.
        threads: None for all cores.
    """

    def __init__(
        self,
        simulations: int = DEFAULT_SIMULATIONS,
        *,
        reward: Reward = SEARCH_REWARD,
        exploration: float = EXPLORATION,
        reuse: bool = False,
        seed: int = 0,
        threads: int | None = None,
    ):
        settings = {"simulations": simulations, "reward": reward, "exploration": exploration}
        super().__init__(f"mcts:{simulations}", simulations, seed, threads, reuse=reuse, **settings)
