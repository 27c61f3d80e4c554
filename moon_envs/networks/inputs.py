"""What a network sees: a compact observation by blocks, its categories as one column for each value or embedded.

An observation has a block for the table and one for every player, the observer's first. A network that treats all
rivals alike plays with any number of them; only the solo mode, whose table is another one, needs its own.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from moon_envs.errors import ConfigurationError
from moon_envs.game import Game
from moon_envs.tables import CATEGORY, Feature

# A category of more values is embedded in a few numbers that are learned, or the first layer would be mostly zeros.
MOST_VALUES_ONE_HOT = 8
EMBEDDING_WIDTH = 4


@dataclass(frozen=True)
class Category:
    """A feature of the kind "category" in a block.

    Attributes:
        name: of the feature.
        columns: of the block, in a compact observation.
        values: how many values it has.
        width: how many numbers stand for a value.
    """

    name: str
    columns: np.ndarray
    values: int
    width: int

    @property
    def is_one_hot(self) -> bool:
        """Whether every value has a column of its own, so that there is nothing to learn."""
        return self.width == self.values


@dataclass(frozen=True)
class Block:
    """The columns of the table, or of one player.

    Attributes:
        size: columns in a compact observation.
        plain: those that are numbers and flags.
        categories: the others.
    """

    size: int
    plain: np.ndarray
    categories: tuple[Category, ...]

    @functools.cached_property
    def plain_spans(self) -> list[tuple[int, int]]:
        """The same as pairs of a first column and the one after the last."""
        parts = np.split(self.plain, np.flatnonzero(np.diff(self.plain) > 1) + 1)
        return [(int(part[0]), int(part[-1]) + 1) for part in parts if len(part)]

    @property
    def width(self) -> int:
        """How many numbers a network gets."""
        return len(self.plain) + sum(len(category.columns) * category.width for category in self.categories)


class Inputs:
    """The inputs of a network for one game: solo, or any number of players from two on.

    Args:
        game: the `Game`.
        solo: whether the network is for the solo mode.

    Attributes:
        table: the `Block` of the table.
        player: the `Block` that every player has.
        actions: how many actions there are; the mask is an input, too.
    """

    def __init__(self, game: Game, solo: bool):
        fewest = 1 if solo else 2
        counts = [count for count in game.player_counts if (count == 1) == solo]
        if not counts:
            raise ConfigurationError(f"{game.id} is not played {'alone' if solo else 'by several players'}.")
        self.game, self.solo = game, solo
        self.most_players = max(counts)
        self.table = _block(game.features.table_of(fewest))
        self.player = _block(game.features.player)
        self.actions = len(game.actions)

    @property
    def columns(self) -> int:
        """Columns of an observation with the most players; those of players who are not there are zeros."""
        return self.table.size + self.most_players * self.player.size

    def fingerprint(self) -> str:
        """Changes with anything that the numbers of an observation or an action mean."""
        words = [self.game.id, str(self.game.version), str(self.solo), str(self.actions)]
        for block in (self.game.features.table_of(1 if self.solo else 2), self.game.features.player):
            words += [f"{f.name} {f.size} {f.low} {f.high} {f.kind}" for f in block]
        return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def _block(features: Sequence[Feature]) -> Block:
    plain: list[int] = []
    categories = []
    first = 0
    for feature in features:
        columns = np.arange(first, first + feature.size)
        first += feature.size
        if feature.kind == CATEGORY:
            values = feature.high - feature.low + 1
            width = values if values <= MOST_VALUES_ONE_HOT else EMBEDDING_WIDTH
            categories.append(Category(feature.name, columns, values, width))
        else:
            plain += columns.tolist()
    return Block(first, np.array(plain, dtype=np.int64), tuple(categories))
