"""The tables a game declares once: actions, features, options. Spaces, descriptions, pages and tests come from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moon_envs.checks import check_choice, check_whole_number, is_whole_number, shown
from moon_envs.errors import ConfigurationError

COMPACT, ONE_HOT = ENCODINGS = ("compact", "one_hot")
"""How features become an observation: one column each, or one for every value of a category."""

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


NUMBER, FLAG, CATEGORY = FEATURE_KINDS = ("number", "flag", "category")
SOLO, SEVERAL = GAMES_WITH_A_FEATURE = ("solo", "several")


@dataclass(frozen=True)
class Feature:
    """Numbers of one kind in an observation, each from `low` to `high`.

    Attributes:
        name: what it is called.
        size: how many numbers there are.
        low: the lowest value.
        high: the highest.
        meaning: what a value says.
        kind: "number" (more is more), "flag" (0 or 1) or "category" (values without an order, which a network should
            embed or see as one column each); given only for categories, the other two follow from the bounds.
        values: what each value of a category stands for, from `low` to `high`; empty where the meaning says it.
        only: "solo" for features of the table that only the solo mode has, "several" for those of the other games.
    """

    name: str
    size: int
    low: int
    high: int
    meaning: str
    kind: str = ""
    values: tuple[str, ...] = ()
    only: str = ""

    def __post_init__(self) -> None:
        if not self.kind:
            object.__setattr__(self, "kind", FLAG if (self.low, self.high) == (0, 1) else NUMBER)
        check_choice(f"{self.name}: kind", self.kind, FEATURE_KINDS)
        if self.only:
            check_choice(f"{self.name}: only", self.only, GAMES_WITH_A_FEATURE)
        if self.values and (self.kind != CATEGORY or len(self.values) != self.high - self.low + 1):
            raise ConfigurationError(f"{self.name}: values are for categories, one for each from low to high.")

    def columns(self, encoding: str) -> int:
        """How many columns of an observation each of its numbers takes in an encoding."""
        return self.high - self.low + 1 if encoding == ONE_HOT and self.kind == CATEGORY else 1


class FeatureTable:
    """What an observation consists of: features of the table, then a block of features for every player.

    The first block is the observer's own, the others follow in seating order.
    """

    def __init__(self, table: Sequence[Feature], player: Sequence[Feature]):
        self.table = tuple(table)
        self.player = tuple(player)
        if any(feature.only for feature in self.player):
            raise ConfigurationError("only= is for features of the table; every player has the same features.")

    def table_of(self, players: int) -> list[Feature]:
        """The features of the table in a game with this many players."""
        other = SEVERAL if check_whole_number("players", players, 1, MOST_PLAYERS) == 1 else SOLO
        return [feature for feature in self.table if feature.only != other]

    def table_size(self, players: int) -> int:
        """How many raw numbers of an observation belong to the table in a game with this many players."""
        return sum(feature.size for feature in self.table_of(players))

    @property
    def player_size(self) -> int:
        """How many raw numbers of an observation belong to each player."""
        return sum(feature.size for feature in self.player)

    def size(self, players: int, encoding: str = COMPACT) -> int:
        """How many numbers an observation has in a game with this many players."""
        check_choice("encoding", encoding, ENCODINGS)
        table = sum(f.size * f.columns(encoding) for f in self.table_of(players))
        return table + players * sum(f.size * f.columns(encoding) for f in self.player)

    def layout(self, players: int, encoding: str = COMPACT) -> list[tuple[str, int, Feature]]:
        """Name, first column and feature of everything in an observation, in order."""
        check_choice("encoding", encoding, ENCODINGS)
        named = [(feature.name, feature) for feature in self.table_of(players)]
        for seat in range(players):
            whose = "own" if seat == 0 else f"opponent_{seat}"
            named += [(f"{whose}_{feature.name}", feature) for feature in self.player]
        layout, first = [], 0
        for name, feature in named:
            layout.append((name, first, feature))
            first += feature.size * feature.columns(encoding)
        return layout

    def widths(self, players: int, encoding: str = COMPACT) -> np.ndarray:
        """How many columns each raw number takes in an observation."""
        features = [feature for _, _, feature in self.layout(players)]
        return np.repeat([f.columns(encoding) for f in features], [f.size for f in features])

    def categories(self, players: int) -> list[tuple[int, int]]:
        """Column and number of values of every category in a compact observation: what a network may embed.

        The value is `round(observation[column] * (values - 1))`, from 0 on.
        """
        return [
            (first + place, feature.high - feature.low + 1)
            for _, first, feature in self.layout(players)
            if feature.kind == CATEGORY
            for place in range(feature.size)
        ]

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
