"""The search in plain Python, for one position: a tree of objects over a batch of one game.

It follows the words of `Search`, with the same random numbers, so that visits and values must be equal to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moon_envs import Batch, Game, Search
from moon_envs.core.rewards import Rewards

GAMMA = 0x9E3779B97F4A7C15
WORD = 2**64


def mix(word: int) -> int:
    """SplitMix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
    return word ^ (word >> 31)


class Numbers:
    """A sequence of 64 random bits."""

    def __init__(self, start: int):
        self._state = start

    def next(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + GAMMA) % WORD
        return mix(self._state)

    def choose(self, actions: list[int]) -> int:
        """One of some actions."""
        return actions[((self.next() >> 32) * len(actions)) >> 32]


def known_part(game: Game, state: np.void, player: int) -> np.void:
    """A copy of a record in which orders that the player does not know are sorted, and the decisions start at 0."""
    root = state.copy()
    root["decisions"] = 0
    for order in game.unknown_orders(root, player):
        root[order.field][order.places] = np.sort(root[order.field][order.places])
    return root


@dataclass
class Node:
    """A decision in the tree."""

    actor: int = -1
    action: int = -1
    value: float = 0.0
    visits: int = 0
    available: int = 1
    children: list[Node] = field(default_factory=list)  # the newest first


class Reference:
    """One search in one position.

    Args:
        search: whose settings are taken.
        state: the record.
        seed: of the random numbers.
        mode: players and options.
    """

    def __init__(self, search: Search, state: np.void, seed: int, mode: dict[str, Any]):
        self._search, self._seed = search, seed
        self._trial = Batch(search.game, 1, autoreset="disabled", threads=1, **mode)
        self._trial.set_states(np.array([state]))
        self.player = int(self._trial.actor[0])
        self.legal = self._trial.legal_actions().tolist()
        self._root = np.array([known_part(search.game, state, self.player)])
        self.tree = Node()
        self._low, self._high = [np.inf] * 9, [-np.inf] * 9
        self._logarithms = np.log(np.maximum(np.arange(2 * search.simulations + 2), 1.0))
        count = search.tries * len(self.legal) if search.tries else search.simulations
        for number in range(count):
            self._simulate(mix((seed + number * GAMMA) % WORD))

    def _simulate(self, seed: int) -> None:
        trial = self._trial
        trial.set_states(self._root)
        trial.resample(0, self.player, seed)
        start = mix((seed + GAMMA) % WORD)
        numbers, node, path = Numbers(start), self.tree, []
        while trial.actor[0] >= 0 and len(path) < self._search.depth:
            node = self._choose(node, int(trial.actor[0]), numbers)
            path.append(node)
            trial.step(node.action)
            if node.visits == 0:
                break
        numbers = Numbers(mix(start))
        while self._search.play_out and trial.actor[0] >= 0:
            trial.step(numbers.choose(trial.legal_actions().tolist()))
        payoffs = self._payoffs(self._search.rewards)
        for player, payoff in enumerate(payoffs):
            self._low[player] = min(self._low[player], payoff)
            self._high[player] = max(self._high[player], payoff)
        for node in path:
            node.visits += 1
            node.value += payoffs[node.actor]

    def _payoffs(self, rewards: Rewards) -> list[float]:
        trial, weight = self._trial, (rewards.points + rewards.points_delta) / self._search.game.points_scale
        payoffs = []
        for player in range(trial.configuration.players):
            payoff = rewards.outcome * float(trial.final_outcome[0, player]) if rewards.outcome else 0.0
            payoffs.append(payoff + weight * trial.known_points(player) if weight else payoff)
        return payoffs

    def _choose(self, parent: Node, actor: int, numbers: Numbers) -> Node:
        legal = self._trial.legal_actions().tolist()
        tried = [child for child in parent.children if child.actor == actor and child.action in legal]
        for child in tried:
            child.available += 1
        untried = [action for action in legal if action not in [child.action for child in tried]]
        if untried:
            child = Node(actor, numbers.choose(untried))
            parent.children.insert(0, child)
            return child
        numbers.next()
        if self._search.tries:
            return min(tried, key=lambda child: child.visits)
        return max(tried, key=lambda child: self._bound(child, actor))

    def _bound(self, child: Node, actor: int) -> float:
        low, high = self._low[actor], self._high[actor]
        mean = (child.value / child.visits - low) * (1.0 / (high - low) if high > low else 0.0)
        logarithm = self._logarithms[min(child.available, len(self._logarithms) - 1)]
        return mean + self._search.exploration * np.sqrt(logarithm / child.visits)

    @property
    def best(self) -> list[int]:
        """The actions tried most often, and of these those that paid most."""
        most = max((child.visits, child.value) for child in self.tree.children)
        return [child.action for child in self.tree.children if (child.visits, child.value) == most]
