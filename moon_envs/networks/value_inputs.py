"""The inputs of a value network: raw features, with a row of weights for every value of every column.

A column adds the row of its value to the first layer. The rows are made from learned steps: a number climbs one step
after the other, and its row is the sum of the steps below it. So neighbouring values are alike, and yet each may count
differently. A number with a wide range has fewer steps than values and climbs each in parts. A category has one step
for each value. Where that would be too many, its values have learned codes of a few numbers, shared by its columns.

Each row of the table follows from the row before it: `row = carried * row before + part * step`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from moon_envs.base.checks import check_flag
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.core.game import Game
from moon_envs.core.registry import game as find_game
from moon_envs.core.tables import CATEGORY, Feature

# A number of a feature has at most this many steps, and a feature with all its numbers this many.
MOST_STEPS, MOST_STEPS_OF_A_FEATURE = 24, 700
CODE_WIDTH = 8


@dataclass(frozen=True)
class Coded:
    """A category whose values have learned codes.

    Attributes:
        name: of the feature.
        columns: how many columns it has.
        values: how many values each column has, without the lowest, which adds nothing.
        first_row: the first row of the table that belongs to it.
        first_step: the first of its steps: CODE_WIDTH for each column.
    """

    name: str
    columns: int
    values: int
    first_row: int
    first_step: int


@dataclass(frozen=True)
class ValueBlock:
    """The columns that one table of weights is for.

    Attributes:
        columns: how many columns there are.
        rows: how many rows the table has: one for each value of each column.
        steps: how many learned steps the rows are made from.
        first_row: the row of the lowest value of each column; it is zero.
        low: the lowest value of each column.
        high: the highest.
        step: the step that each row adds.
        part: how much of the step it adds.
        carried: 1 where a row begins with the row before it, else 0.
        coded: the categories with learned codes.
    """

    columns: int
    rows: int
    steps: int
    first_row: np.ndarray = field(repr=False)
    low: np.ndarray = field(repr=False)
    high: np.ndarray = field(repr=False)
    step: np.ndarray = field(repr=False)
    part: np.ndarray = field(repr=False)
    carried: np.ndarray = field(repr=False)
    coded: tuple[Coded, ...]


class ValueInputs(Shown):
    """The inputs of a value network for one game: solo, or any number of players from two on.

    Args:
        game: a game id or a `Game`.
        solo: whether the network is for the solo mode.

    Attributes:
        own: the `ValueBlock` of the table and the observer's own columns.
        opponent: the `ValueBlock` of each opponent.
        most_players: the most players of the mode.
    """

    def __init__(self, game: str | Game, solo: bool):
        self.game, self.solo = find_game(game), check_flag("solo", solo)
        counts = [count for count in self.game.player_counts if (count == 1) == self.solo]
        if not counts:
            raise ConfigurationError(f"{self.game.id} is not played {'alone' if solo else 'by several players'}.")
        self.most_players = max(counts)
        self.table = self.game.features.table_of(1 if self.solo else 2)
        self.own = _block([*self.table, *self.game.features.player])
        self.opponent = _block(self.game.features.player)

    def _repr_facts_(self) -> Facts:
        return {"game": self.game.id, "solo": self.solo, "own": self.own.steps, "opponent": self.opponent.steps}

    def columns(self, players: int) -> int:
        """Return how many raw features an observation has with this many players."""
        return self.own.columns + (players - 1) * self.opponent.columns

    def fingerprint(self) -> str:
        """Return a checksum of the meaning of all columns."""
        words = [self.game.id, str(self.game.version), str(self.solo)]
        for block in (self.table, self.game.features.player):
            words += [f"{one.name} {one.size} {one.low} {one.high} {one.kind}" for one in block]
        return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def own_inputs(given: ValueInputs) -> ValueInputs:
    """Return new inputs of the same game and mode: users can change theirs, and compiled code uses them as indexes.

    Raises:
        ConfigurationError: the given ones were changed.
    """
    own = ValueInputs(given.game, given.solo)
    for block, other in ((own.own, given.own), (own.opponent, given.opponent)):
        found = getattr(other, "__dict__", {})
        if not all(name in found and np.array_equal(value, found[name]) for name, value in vars(block).items()):
            raise ConfigurationError("These inputs were changed: their blocks do not fit the game any more.")
    return own


def _block(features: Sequence[Feature]) -> ValueBlock:
    first_row: list[int] = []
    low: list[int] = []
    high: list[int] = []
    step: list[int] = []
    part: list[float] = []
    carried: list[int] = []
    coded: list[Coded] = []
    steps = 0
    for feature in features:
        span = feature.high - feature.low
        is_coded = feature.kind == CATEGORY and span * feature.size > MOST_STEPS_OF_A_FEATURE
        if is_coded:
            coded.append(Coded(feature.name, feature.size, span, len(step), steps))
        for _ in range(feature.size):
            first_row.append(len(step))
            low.append(feature.low)
            high.append(feature.high)
            if is_coded:
                step += [steps] * (span + 1)
                part += [0.0] * (span + 1)
                carried += [0] * (span + 1)
                steps += CODE_WIDTH
                continue
            step.append(steps)
            part.append(0.0)
            carried.append(0)
            if feature.kind == CATEGORY:
                step += range(steps, steps + span)
                part += [1.0] * span
                carried += [0] * span
                steps += span
                continue
            count = _steps_of_a_number(feature)
            climbed = (np.arange(span) * count) // max(span, 1)
            step += (steps + climbed).tolist()
            part += (1.0 / np.bincount(climbed, minlength=count)[climbed]).tolist()
            carried += [1] * span
            steps += count
    return ValueBlock(
        columns=len(low),
        rows=len(step),
        steps=steps,
        first_row=np.array(first_row, dtype=np.int64),
        low=np.array(low, dtype=np.int64),
        high=np.array(high, dtype=np.int64),
        step=np.array(step, dtype=np.int64),
        part=np.array(part, dtype=np.float32),
        carried=np.array(carried, dtype=np.float32),
        coded=tuple(coded),
    )


def _steps_of_a_number(feature: Feature) -> int:
    """Return how many steps each number of a feature has; what it says about actions needs no detail here."""
    if feature.of_actions:
        return 1
    return max(1, min(feature.high - feature.low, MOST_STEPS, MOST_STEPS_OF_A_FEATURE // feature.size))
