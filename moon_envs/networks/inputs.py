"""The inputs of a network: the blocks of a compact observation, with categories and small numbers spread out.

A category has one input for each value, or is embedded. A number with few values becomes a thermometer: one input for
each step above the lowest value, 1 up to the value. So a network can easily treat a 7 and an 8 differently. Features of
actions (the points that a tile would bring on each cell, for example) are inputs and also pointers to their actions.

An observation has a block for the table and one for every player, the observer's first. A network treats all opponents
alike, so it plays with any number of them. Only the solo mode needs its own network, because its table is different.
"""

from __future__ import annotations

import functools
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

# A category with more values is embedded: one-hot inputs of it would be nearly all zeros.
MOST_VALUES_ONE_HOT = 8
EMBEDDING_WIDTH = 4
# Thermometers of longer or more numerous numbers, like those of all cells of a sheet, cost more time than they bring.
FEWEST_STEPS, MOST_STEPS, MOST_THERMOMETERS = 3, 20, 4

ONE_HOT, EMBEDDED, THERMOMETER = "one_hot", "embedded", "thermometer"


@dataclass(frozen=True)
class Spread:
    """A feature of a block whose value is spread over several inputs.

    Attributes:
        name: of the feature.
        columns: its columns in the block of a compact observation.
        values: how many values it has.
        coding: "one_hot", an input for each value; "embedded", a few learned numbers; "thermometer", an input for each
            step above the lowest value, 1 up to the value.
    """

    name: str
    columns: np.ndarray = field(repr=False)
    values: int
    coding: str

    @property
    def width(self) -> int:
        """The number of inputs that each column becomes."""
        return {ONE_HOT: self.values, EMBEDDED: EMBEDDING_WIDTH, THERMOMETER: self.values - 1}[self.coding]


@dataclass(frozen=True)
class Block:
    """The columns of the table, or of one player.

    Attributes:
        size: the number of columns in a compact observation.
        plain: the columns that are inputs as they are: numbers and flags.
        spread: the features of the other columns.
    """

    size: int
    plain: np.ndarray = field(repr=False)
    spread: tuple[Spread, ...]

    @functools.cached_property
    def plain_spans(self) -> list[tuple[int, int]]:
        """The plain columns as spans: pairs of the first column and the one after the last."""
        parts = np.split(self.plain, np.flatnonzero(np.diff(self.plain) > 1) + 1)
        return [(int(part[0]), int(part[-1]) + 1) for part in parts if len(part)]

    @property
    def width(self) -> int:
        """The number of inputs of the network that come from this block."""
        return len(self.plain) + sum(len(feature.columns) * feature.width for feature in self.spread)


@dataclass(frozen=True)
class Pointer:
    """A feature of actions: each of its columns, times a weight, is added to the logit of its own action.

    Attributes:
        column: the first column in a compact observation.
        action: the first action.
        size: the number of columns and actions.
        scale: the difference between the highest and the lowest value.
    """

    column: int
    action: int
    size: int
    scale: int


class Inputs(Shown):
    """The inputs of a network for one game: solo, or any number of players from two on.

    Args:
        game: a game id or a `Game`.
        solo: whether the network is for the solo mode.
        thermometers: whether small numbers become thermometers; older networks take them as they are.

    Attributes:
        table: the `Block` of the table.
        player: the `Block` of every player.
        actions: the number of actions; the mask is an input, too.
        pointers: the features of actions.
    """

    def __init__(self, game: str | Game, solo: bool, thermometers: bool = True):
        game, solo, thermometers = find_game(game), check_flag("solo", solo), check_flag("thermometers", thermometers)
        fewest = 1 if solo else 2
        counts = [count for count in game.player_counts if (count == 1) == solo]
        if not counts:
            raise ConfigurationError(f"{game.id} is not played {'alone' if solo else 'by several players'}.")
        self.game, self.solo, self.thermometers = game, solo, thermometers
        self.most_players = max(counts)
        self.table = _block(game.features.table_of(fewest), thermometers)
        self.player = _block(game.features.player, thermometers)
        self.actions = len(game.actions)
        self.pointers = tuple(
            Pointer(first, game.actions.first(feature.of_actions), feature.size, feature.high - feature.low)
            for _, first, feature in game.features.layout(fewest)
            if feature.of_actions
        )

    def _repr_facts_(self) -> Facts:
        widths = {"table": self.table.width, "player": self.player.width, "actions": self.actions}
        return {"game": self.game.id, "solo": self.solo, **widths}

    @property
    def columns(self) -> int:
        """The columns of an observation with the most players; with fewer players the rest is zeros."""
        return self.table.size + self.most_players * self.player.size

    def fingerprint(self) -> str:
        """Return a checksum of the meaning of all observation columns and actions."""
        words = [self.game.id, str(self.game.version), str(self.solo), str(self.actions)]
        for block in (self.game.features.table_of(1 if self.solo else 2), self.game.features.player):
            words += [f"{f.name} {f.size} {f.low} {f.high} {f.kind} {f.of_actions}".rstrip() for f in block]
        return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def _block(features: Sequence[Feature], thermometers: bool) -> Block:
    plain: list[int] = []
    spread = []
    first = 0
    for feature in features:
        columns = np.arange(first, first + feature.size)
        first += feature.size
        coding = _coding(feature, thermometers)
        if coding is None:
            plain += columns.tolist()
        else:
            spread.append(Spread(feature.name, columns, feature.high - feature.low + 1, coding))
    return Block(first, np.array(plain, dtype=np.int64), tuple(spread))


def _coding(feature: Feature, thermometers: bool) -> str | None:
    """Return how the values of a feature are spread; None if they are inputs as they are."""
    steps = feature.high - feature.low
    if feature.kind == CATEGORY:
        return ONE_HOT if steps < MOST_VALUES_ONE_HOT else EMBEDDED
    if thermometers and feature.size <= MOST_THERMOMETERS and FEWEST_STEPS <= steps <= MOST_STEPS:
        return THERMOMETER
    return None
