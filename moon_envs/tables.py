"""The tables a game declares once: actions, features, options. Spaces, descriptions, pages and tests come from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moon_envs.checks import check_choice, check_whole_number, is_whole_number, shown

# No game of the collection has more players; a table asked for more would fill the memory with their features.
MOST_PLAYERS = 16


@dataclass(frozen=True)
class ActionRange:
    """Consecutive actions of one kind: a name and, for each of them, what it means in words."""

    name: str
    meanings: tuple[str, ...]


class ActionTable:
    """All actions of a game. An action index has one fixed meaning.

    Args:
        ranges: the kinds of actions, in the order of their indexes.
    """

    def __init__(self, ranges: Sequence[ActionRange]):
        self.ranges = tuple(ranges)
        self._first: dict[str, int] = {}
        self._meanings: list[str] = []
        for action_range in self.ranges:
            self._first[action_range.name] = len(self._meanings)
            self._meanings += action_range.meanings

    def __len__(self) -> int:
        return len(self._meanings)

    def first(self, name: str) -> int:
        """The index of the first action of a range."""
        return self._first[check_choice("name", name, self._first)]

    def locate(self, action: int) -> tuple[str, int]:
        """The name of the range an action belongs to, and its place in it."""
        action = check_whole_number("action", action, 0, len(self) - 1)
        for action_range in reversed(self.ranges):
            first = self._first[action_range.name]
            if action >= first:
                return action_range.name, action - first
        raise AssertionError("the first range begins at 0")

    def describe(self, action: int) -> str:
        """What an action means, in words, whatever the state."""
        if not is_whole_number(action) or not 0 <= action < len(self):
            return f"action {shown(action)}, which does not exist (allowed: 0 to {len(self) - 1})"
        return self._meanings[action]


@dataclass(frozen=True)
class Feature:
    """Numbers of one kind in an observation, each from `low` to `high`."""

    name: str
    size: int
    low: int
    high: int
    meaning: str


class FeatureTable:
    """What an observation consists of: features of the table, then a block of features for every player.

    The first block is the observer's own, the others follow in seating order.
    """

    def __init__(self, table: Sequence[Feature], player: Sequence[Feature]):
        self.table = tuple(table)
        self.player = tuple(player)

    def size(self, players: int) -> int:
        """How many numbers an observation has in a game with this many players."""
        players = check_whole_number("players", players, 0, MOST_PLAYERS)
        return sum(f.size for f in self.table) + players * sum(f.size for f in self.player)

    def layout(self, players: int) -> list[tuple[str, int, Feature]]:
        """Name, first index and feature of everything in an observation, in order."""
        players = check_whole_number("players", players, 0, MOST_PLAYERS)
        named = [(feature.name, feature) for feature in self.table]
        for seat in range(players):
            whose = "own" if seat == 0 else f"opponent_{seat}"
            named += [(f"{whose}_{feature.name}", feature) for feature in self.player]
        layout, first = [], 0
        for name, feature in named:
            layout.append((name, first, feature))
            first += feature.size
        return layout

    def bounds(self, players: int) -> tuple[np.ndarray, np.ndarray]:
        """The lowest and the highest raw value of every number."""
        features = [feature for _, _, feature in self.layout(players)]
        low = np.concatenate([np.full(f.size, f.low, dtype=np.int16) for f in features])
        high = np.concatenate([np.full(f.size, f.high, dtype=np.int16) for f in features])
        return low, high


@dataclass(frozen=True)
class Option:
    """A setting of a game beyond the number of players.

    Attributes:
        name: the keyword.
        default: what is used when it is not given.
        allowed: the allowed values, in words.
        meaning: what it does.
        choices: the allowed values themselves, where they are a short list.
    """

    name: str
    default: Any
    allowed: str
    meaning: str
    choices: tuple[Any, ...] = field(default=())
