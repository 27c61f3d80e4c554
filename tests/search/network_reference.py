"""The search with a network in plain Python, for one position: a tree of objects, simulations as generators.

It follows the words of `NetworkSearch`, with the same random numbers, so that visits and values must be equal to the
last bit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moon_envs import Batch, NetworkSearch
from tests.search.reference import GAMMA, WORD, Numbers, known_part, mix


@dataclass
class Node:
    """A decision of the player in the tree."""

    action: int = -1
    prior: float = 0.0
    value: float = 0.0
    visits: int = 0
    available: int = 0
    pending: int = 0
    children: list[Node] = field(default_factory=list)  # the newest first


class NetworkReference:
    """One search in one position.

    Args:
        search: whose settings are taken.
        state: the record.
        seed: of the random numbers.
        mode: players and options.
    """

    def __init__(self, search: NetworkSearch, state: np.void, seed: int, mode: dict[str, Any]):
        self._search, self._seed, self._mode = search, seed, mode
        trial = self._trial_of(np.array([state]))
        self.player = int(trial.actor[0])
        self._root = np.array([known_part(search.game, state, self.player)])
        self.tree = Node()
        self._low, self._high = math.inf, -math.inf
        self._begun = 0
        self.evaluations = 0
        self._run()

    def _trial_of(self, states: np.ndarray) -> Batch:
        trial = Batch(self._search.game, 1, autoreset="disabled", threads=1, **self._mode)
        trial.set_states(states)
        return trial

    def _run(self) -> None:
        """Rounds: all that was asked is taken, then all simulations go on until they ask."""
        places: list[Iterator[None] | None] = [None] * self._search.in_flight
        while True:
            for simulation in places:
                if simulation is not None:
                    next(simulation)
            for place in range(len(places)):
                while places[place] is not None or self._may_begin():
                    simulation = places[place] or self._simulate()
                    places[place] = simulation if next(simulation, "over") is None else None
                    if places[place] is not None:
                        break
            if all(simulation is None for simulation in places):
                return

    def _may_begin(self) -> bool:
        return self._begun == 0 or (self._begun <= self._search.simulations and bool(self.tree.children))

    def _simulate(self) -> Iterator[None]:
        """Yields where it asks, and again when it has taken what it asked for."""
        seed = mix((self._seed + self._begun * GAMMA) % WORD)
        self._begun += 1
        trial = self._trial_of(self._root)
        trial.resample(0, self.player, seed)
        numbers, path = Numbers(mix((seed + GAMMA) % WORD)), [self.tree]
        while trial.actor[0] >= 0:
            legal = trial.legal_actions().tolist()
            if len(legal) == 1 and len(path) > 1:
                trial.step(legal[0])
                continue
            child = self._choose(path[-1], legal) if trial.actor[0] == self.player else None
            if child is not None:
                child.pending += 1
                path.append(child)
                trial.step(child.action)
                continue
            yield None
            policy, value = self._evaluate(trial, legal)
            if trial.actor[0] != self.player:
                trial.step(_draw(policy, numbers.next()))
                yield None
                continue
            tried = [one.action for one in path[-1].children]
            for action in legal:
                if action not in tried:
                    path[-1].children.insert(0, Node(action, float(np.float32(policy[action]))))
            delta = self._search.rewards.points_delta / self._search.game.points_scale
            self._settle(path, value + delta * trial.known_points(self.player))
            yield None
            return
        self._settle(path, self._payoff(trial))

    def _evaluate(self, trial: Batch, legal: list[int]) -> tuple[dict[int, float], float]:
        self.evaluations += 1
        scores, values = self._search._evaluate(trial.observation, trial.mask)
        highest = max(float(scores[0, action]) for action in legal)
        weights = [math.exp(float(scores[0, action]) - highest) for action in legal]
        total = 0.0
        for weight in weights:
            total += weight
        return {action: weight / total for action, weight in zip(legal, weights, strict=True)}, float(values[0])

    def _payoff(self, trial: Batch) -> float:
        rewards = self._search.rewards
        payoff = rewards.outcome * float(trial.final_outcome[0, self.player]) if rewards.outcome else 0.0
        weight = (rewards.points + rewards.points_delta) / self._search.game.points_scale
        return payoff + weight * trial.known_points(self.player) if weight else payoff

    def _settle(self, path: list[Node], payoff: float) -> None:
        self._low, self._high = min(self._low, payoff), max(self._high, payoff)
        for node in path:
            node.visits += 1
            node.value += payoff
        for node in path[1:]:
            node.pending -= 1

    def _choose(self, parent: Node, legal: list[int]) -> Node | None:
        candidates = [child for child in parent.children if child.action in legal]
        if len(candidates) < len(legal):
            return None
        total, mean = 0.0, parent.value / parent.visits
        for child in candidates:
            child.available += 1
            total += child.prior
        return max(candidates, key=lambda child: (self._bound(child, mean, total), -child.action))

    def _bound(self, child: Node, mean: float, total: float) -> float:
        scale = 1.0 / (self._high - self._low) if self._high > self._low else 0.0
        mean = child.value / child.visits if child.visits else mean
        tried = 1 + child.visits + child.pending
        weight = self._search.exploration * (child.prior / total) * math.sqrt(child.available)
        return (mean - self._low) * scale + weight / tried


def _draw(policy: dict[int, float], word: int) -> int:
    left = (word >> 11) * 2.0**-53
    for action, share in policy.items():
        left -= share
        if left < 0.0:
            return action
    return max(policy)
