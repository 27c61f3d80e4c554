"""The tables of a game: actions, features, options. Spaces, descriptions, pages and tests are made from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moon_envs.base.checks import check_choice, check_whole_number, is_whole_number, shown
from moon_envs.base.errors import ConfigurationError, TableIndexError
from moon_envs.base.text_tables import text_table

COMPACT, ONE_HOT = ENCODINGS = ("compact", "one_hot")
"""The encodings of an observation: one column for each feature, or one for each value of a category."""

# No game has more players. The bound keeps a wrong number of players from filling the memory.
MOST_PLAYERS = 16


@dataclass(frozen=True)
class ActionRange:
    """Consecutive actions of one kind.

    Attributes:
        name: the name of the kind.
        meanings: the meaning of each action in words.
        selects: whether the actions only select what the next decision of the same player carries out, like a card that
            is placed then. Looking ahead goes on to that decision.
    """

    name: str
    meanings: tuple[str, ...]
    selects: bool = False


@dataclass(frozen=True)
class Action:
    """One action of a game.

    Attributes:
        index: the number that `step` takes.
        range_name: the kind of action.
        meaning: what it means in words, in every state.
    """

    index: int
    range_name: str
    meaning: str

    def __str__(self) -> str:
        return self.meaning


class ActionTable:
    """All actions of a game. An action index means the same in every state.

    The table can be indexed, iterated and printed.

    Args:
        ranges: the kinds of actions, in the order of their indexes.

    Example:
        >>> actions = ActionTable([ActionRange("bid", ("bid 0", "bid 1")), ActionRange("pass", ("pass",))])
        >>> actions
        <ActionTable: 3 actions in 2 ranges>
        >>> actions[1]
        Action(index=1, range_name='bid', meaning='bid 1')
        >>> print(actions)
        action  range  meaning
             0  bid    bid 0
             1  bid    bid 1
             2  pass   pass
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

    def __getitem__(self, action: int) -> Action:
        """Return the action with this index.

        Raises:
            TableIndexError: there is no such action; it is also an `IndexError`.
        """
        index = check_whole_number("action", action, 0, len(self) - 1, error=TableIndexError)
        return Action(index, self.locate(index)[0], self._meanings[index])

    def __iter__(self) -> Iterator[Action]:
        index = 0
        for action_range in self.ranges:
            for meaning in action_range.meanings:
                yield Action(index, action_range.name, meaning)
                index += 1

    def __repr__(self) -> str:
        return f"<ActionTable: {len(self)} actions in {len(self.ranges)} ranges>"

    def __str__(self) -> str:
        """Return a text with a line for every action."""
        return text_table((">action", "range", "meaning"), [(a.index, a.range_name, a.meaning) for a in self])

    def selecting(self) -> np.ndarray:
        """Return for each action whether it only selects, see `ActionRange.selects`: (actions,) int8."""
        return np.concatenate([np.full(len(one.meanings), one.selects, dtype=np.int8) for one in self.ranges])

    def summary(self) -> str:
        """Return a text with a line for every range: its name, its first and its last action."""
        rows = []
        for action_range in self.ranges:
            first, count = self.first(action_range.name), len(action_range.meanings)
            rows.append((span(first, count), action_range.name, " ... ".join(_ends(action_range.meanings))))
        return text_table(("actions", "range", "meaning"), rows)

    def first(self, name: str) -> int:
        """Return the index of the first action of a range."""
        return self._first[check_choice("name", name, self._first)]

    def count(self, name: str) -> int:
        """Return the number of actions in a range."""
        check_choice("name", name, self._first)
        return next(len(one.meanings) for one in self.ranges if one.name == name)

    def locate(self, action: int) -> tuple[str, int]:
        """Return the name of an action's range, and its index in this range."""
        action = check_whole_number("action", action, 0, len(self) - 1)
        for action_range in reversed(self.ranges):
            first = self._first[action_range.name]
            if action >= first:
                return action_range.name, action - first
        raise AssertionError("the first range begins at 0")

    def describe(self, action: int) -> str:
        """Return the meaning of an action in words, which is the same in every state."""
        if not is_whole_number(action) or not 0 <= action < len(self):
            return f"action {shown(action)}, which does not exist (allowed: 0 to {len(self) - 1})"
        return self._meanings[action]


def span(first: int, count: int) -> str:
    """Return consecutive numbers in short: "3" or "3-7"."""
    return str(first) if count == 1 else f"{first}-{first + count - 1}"


def _ends(words: tuple[str, ...]) -> tuple[str, ...]:
    return words if len(words) < 2 else (words[0], words[-1])


NUMBER, FLAG, CATEGORY = FEATURE_KINDS = ("number", "flag", "category")
SOLO, SEVERAL = GAMES_WITH_A_FEATURE = ("solo", "several")
WHERE = {"": "table", SOLO: "table, solo", SEVERAL: "table, not solo"}


@dataclass(frozen=True)
class Feature:
    """Numbers of one kind in an observation, each from `low` to `high`.

    Attributes:
        name: what it is called.
        size: how many numbers there are.
        low: the lowest value.
        high: the highest.
        meaning: what a value says.
        kind: "number" (ordered values), "flag" (0 or 1) or "category" (values without an order, which a network should
            embed or see as one column each). Only categories need it; the other two follow from the bounds.
        values: the meaning of each value of a category, from `low` to `high`; empty where `meaning` says it.
        only: "solo" for features of the table that only the solo mode has, "several" for those of the other modes.
        of_actions: the range of actions that it describes, with one number for each action; a network can add each
            number to the logit of its action. Empty for the other features.
    """

    name: str
    size: int
    low: int
    high: int
    meaning: str
    kind: str = ""
    values: tuple[str, ...] = ()
    only: str = ""
    of_actions: str = ""

    def __post_init__(self) -> None:
        if not self.kind:
            object.__setattr__(self, "kind", FLAG if (self.low, self.high) == (0, 1) else NUMBER)
        check_choice(f"{self.name}: kind", self.kind, FEATURE_KINDS)
        if self.only:
            check_choice(f"{self.name}: only", self.only, GAMES_WITH_A_FEATURE)
        if self.values and (self.kind != CATEGORY or len(self.values) != self.high - self.low + 1):
            raise ConfigurationError(f"{self.name}: values are for categories, one for each from low to high.")

    def columns(self, encoding: str) -> int:
        """Return how many columns of an observation each number of this feature takes in an encoding."""
        return self.high - self.low + 1 if encoding == ONE_HOT and self.kind == CATEGORY else 1


FEATURE_COLUMNS = ("name", ">size", "values", "kind", "meaning")


def _feature_cells(name: str, feature: Feature) -> tuple[str, int, str, str, str]:
    values = f": {', '.join(feature.values)}" if feature.values else ""
    return name, feature.size, f"{feature.low} to {feature.high}", feature.kind, feature.meaning + values


class FeatureTable:
    """The layout of an observation: features of the table, then a block of features for every player.

    The first block is the observer's own; the others follow in seating order. The table can be indexed, iterated and
    printed: `print(game.features)` shows each feature once, `print(game.features.describe(players=2))` shows every
    column of an observation.

    Args:
        table: the features of the table.
        player: the features of every player.

    Example:
        >>> features = FeatureTable([Feature("turn", 1, 1, 9, "the turn")], [Feature("won", 2, 0, 1, "craters won")])
        >>> features
        <FeatureTable: 1 of the table, 1 of every player>
        >>> features[1].name, features[1].size
        ('won', 2)
        >>> print(features.describe(players=2))
        columns  name            size  values  kind    meaning
        0        turn               1  1 to 9  number  the turn
        1-2      own_won            2  0 to 1  flag    craters won
        3-4      opponent_1_won     2  0 to 1  flag    craters won
    """

    def __init__(self, table: Sequence[Feature], player: Sequence[Feature]):
        self.table = tuple(table)
        self.player = tuple(player)
        if any(feature.only or feature.of_actions for feature in self.player):
            raise ConfigurationError(
                "only= and of_actions= are for features of the table; every player has the same features."
            )

    def table_of(self, players: int) -> list[Feature]:
        """Return the features of the table in a game with this many players."""
        other = SEVERAL if check_whole_number("players", players, 1, MOST_PLAYERS) == 1 else SOLO
        return [feature for feature in self.table if feature.only != other]

    def table_size(self, players: int) -> int:
        """Return how many raw numbers of an observation belong to the table in a game with this many players."""
        return sum(feature.size for feature in self.table_of(players))

    @property
    def player_size(self) -> int:
        """How many raw numbers of an observation belong to each player."""
        return sum(feature.size for feature in self.player)

    def __len__(self) -> int:
        """The number of declared features; `size` returns how many numbers they have in an observation."""
        return len(self.table) + len(self.player)

    def __getitem__(self, index: int) -> Feature:
        """Return the feature with this index; the features of the table come first.

        Raises:
            TableIndexError: there is no such feature; it is also an `IndexError`.
        """
        return (*self.table, *self.player)[
            check_whole_number("feature", index, 0, len(self) - 1, error=TableIndexError)
        ]

    def __iter__(self) -> Iterator[Feature]:
        yield from self.table
        yield from self.player

    def __repr__(self) -> str:
        return f"<FeatureTable: {len(self.table)} of the table, {len(self.player)} of every player>"

    def __str__(self) -> str:
        """Return a text with a line for every feature: those of the table, then those of every player."""
        rows = [(WHERE[feature.only], *_feature_cells(feature.name, feature)) for feature in self.table]
        rows += [("every player", *_feature_cells(feature.name, feature)) for feature in self.player]
        return text_table(("of", *FEATURE_COLUMNS), rows)

    def describe(self, players: int, encoding: str = COMPACT) -> str:
        """Return a text with a line for every feature of an observation and its columns, for a number of players."""
        rows = [
            (span(first, feature.size * feature.columns(encoding)), *_feature_cells(name, feature))
            for name, first, feature in self.layout(players, encoding)
        ]
        return text_table(("columns", *FEATURE_COLUMNS), rows)

    def size(self, players: int, encoding: str = COMPACT) -> int:
        """Return how many numbers an observation has in a game with this many players."""
        check_choice("encoding", encoding, ENCODINGS)
        table = sum(f.size * f.columns(encoding) for f in self.table_of(players))
        return table + players * sum(f.size * f.columns(encoding) for f in self.player)

    def layout(self, players: int, encoding: str = COMPACT) -> list[tuple[str, int, Feature]]:
        """Return name, first column and feature of every entry of an observation, in order."""
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
        """Return how many columns each raw number takes in an observation."""
        features = [feature for _, _, feature in self.layout(players)]
        return np.repeat([f.columns(encoding) for f in features], [f.size for f in features])

    def as_compact(self, observation: np.ndarray, players: int, encoding: str) -> np.ndarray:
        """Convert observations of an encoding to compact ones, equal to the last bit to those of a compact batch."""
        if encoding == COMPACT:
            return observation
        widths = self.widths(players, encoding)
        starts, wide = np.cumsum(widths) - widths, np.repeat(widths, widths)
        value = (np.arange(len(wide)) - np.repeat(starts, widths)).astype(np.float32)
        scale = (1.0 / np.maximum(wide - 1, 1)).astype(np.float32)
        # Exactly one column of a category is 1, so the sum of its columns needs no rounding.
        weights = np.where(wide == 1, np.float32(1), value * scale)
        return np.add.reduceat(observation * weights, starts, axis=1)

    def categories(self, players: int) -> list[tuple[int, int]]:
        """Return column and number of values of every category in a compact observation, for networks that embed them.

        The value, from 0 on, is `round(observation[column] * (values - 1))`.
        """
        return [
            (first + place, feature.high - feature.low + 1)
            for _, first, feature in self.layout(players)
            if feature.kind == CATEGORY
            for place in range(feature.size)
        ]

    def bounds(self, players: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the lowest and the highest raw value of every number of an observation."""
        features = [feature for _, _, feature in self.layout(players)]
        low = np.concatenate([np.full(f.size, f.low, dtype=np.int16) for f in features])
        high = np.concatenate([np.full(f.size, f.high, dtype=np.int16) for f in features])
        return low, high


@dataclass(frozen=True)
class Option:
    """A setting of a game beyond the number of players.

    Attributes:
        name: the keyword argument.
        default: its default value.
        allowed: the allowed values, in words.
        meaning: what it does.
        choices: the allowed values themselves, if there are only a few.
    """

    name: str
    default: Any
    allowed: str
    meaning: str
    choices: tuple[Any, ...] = field(default=())


def option_value(text: str) -> Any:
    """Return the value of an option that the user typed: a number, true, false, none, a comma-separated list, or text.

    Example:
        >>> option_value("3"), option_value("none"), option_value("64,67,69"), option_value("long")
        (3, None, (64, 67, 69), 'long')
    """
    if "," in text:
        return tuple(option_value(part) for part in text.split(",") if part.strip())
    text = text.strip()
    words = {"none": None, "true": True, "false": False}
    if text.lower() in words:
        return words[text.lower()]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text
