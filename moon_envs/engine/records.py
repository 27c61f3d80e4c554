"""State records: each field is declared once, with its type, the values it may hold, who knows it, and its meaning.

The declarations define the numpy record, the check of records from outside, and what the leak check scrambles. Every
byte of a record belongs to a field, so equal games have equal bytes. (Alignment would leave gaps between fields. Numpy
does not copy them and numba leaves random bytes in them, so saves, clones and comparisons would differ at random.)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

# Who knows the contents of a field.
EVERYBODY = "everybody"
NOBODY = "nobody"
ACTOR = "actor"  # the player who decides; no player when the game is over
OWNER = "owner"  # the field has one place for each seat, known to the player in that seat
IN_PART = "in part"  # everybody knows some of it; `Game.unknown_orders` names the parts that seats do not know

ANY_WORD = 2**64 - 1


@dataclass(frozen=True)
class Field:
    """One field of a record.

    Attributes:
        name: its name.
        kind: a numpy integer type, or the `Record` that it holds.
        low: the lowest value it may hold, or an array with the lowest value of each place.
        high: the highest value, as `low`.
        meaning: what it stands for.
        size: how many places it has; () is a single value.
        known_to: EVERYBODY, NOBODY, ACTOR, OWNER or IN_PART.
    """

    name: str
    kind: Any
    low: int | np.ndarray = 0
    high: int | np.ndarray = 0
    meaning: str = ""
    size: int | tuple[int, ...] = ()
    known_to: str = EVERYBODY

    @property
    def shape(self) -> tuple[int, ...]:
        """The size as a tuple."""
        return (self.size,) if isinstance(self.size, int) else tuple(self.size)

    @property
    def dtype(self) -> np.dtype:
        """The numpy type of one place."""
        return self.kind.dtype if isinstance(self.kind, Record) else np.dtype(self.kind)


@dataclass(frozen=True)
class Leaf:
    """A field of numbers with its path: it may be inside a field of records."""

    path: tuple[str, ...]
    field: Field

    def values(self, records: np.ndarray | np.void) -> np.ndarray:
        """The numbers of this field, as a view: (records, places of the fields around it, own places)."""
        for name in self.path:
            records = records[name]
        return np.asarray(records)

    def describe(self, places: Sequence[int], outer: int) -> str:
        """Name a place: `players[2].cells[7]`. The first `outer` numbers of `places` are indexes of outer fields."""
        inside, own = "".join(f"[{p}]" for p in places[:outer]), "".join(f"[{p}]" for p in places[outer:])
        return ".".join([*(name + inside for name in self.path[:-1]), self.path[-1] + own])


class Record:
    """An aligned record with these fields, in this order; gaps become fields named "unused" and a number.

    Example:
        >>> record = Record([Field("turn", np.int8, 1, 20, "the turn"), Field("cards", np.int64, 0, ANY_WORD >> 1)])
        >>> record.dtype.names
        ('turn', 'unused_1', 'cards')
        >>> record.first_fault(np.zeros(3, record.dtype))
        (0, 'turn is 0; allowed: 1 to 20 (the turn)')
    """

    def __init__(self, fields: Sequence[Field]):
        self.fields: tuple[Field, ...] = tuple(_without_gaps(fields))
        self.dtype = np.dtype([(field.name, field.dtype, field.shape) for field in self.fields], align=True)

    def offset(self, name: str) -> int:
        """The offset of a field in bytes."""
        return dict(self.dtype.fields or {})[name][1]

    def leaves(self) -> Iterator[Leaf]:
        """All fields of numbers, also of records inside."""
        for field in self.fields:
            if isinstance(field.kind, Record):
                yield from (Leaf((field.name, *leaf.path), leaf.field) for leaf in field.kind.leaves())
            else:
                yield Leaf((field.name,), field)

    def first_fault(self, records: np.ndarray) -> tuple[int, str] | None:
        """The first row of `records` with a value outside its bounds and a description of that value; None if none."""
        for leaf in self.leaves():
            values = leaf.values(records)
            outside = (values < leaf.field.low) | (values > leaf.field.high)
            if outside.any():
                row, *places = (int(place) for place in np.argwhere(outside)[0])
                where = leaf.describe(places, len(places) - len(leaf.field.shape))
                allowed = _allowed_text(leaf.field, places)
                return row, f"{where} is {values[(row, *places)]}; allowed: {allowed}"
        return None


def _without_gaps(fields: Sequence[Field]) -> Iterator[Field]:
    aligned = np.dtype([(field.name, field.dtype, field.shape) for field in fields], align=True)
    places = dict(aligned.fields or {})
    end = 0
    for field in fields:
        offset = places[field.name][1]
        yield from _filler(end, offset)
        yield field
        end = offset + places[field.name][0].itemsize
    yield from _filler(end, aligned.itemsize)


def _filler(end: int, offset: int) -> Iterator[Field]:
    if offset > end:
        yield Field(f"unused_{end}", np.uint8, 0, 0, "nothing: it fills a gap", size=offset - end)


def _allowed_text(field: Field, places: Sequence[int]) -> str:
    own = tuple(places[len(places) - len(field.shape) :])
    low, high = (int(np.broadcast_to(bound, field.shape)[own]) for bound in (field.low, field.high))
    values = str(low) if low == high else f"{low} to {high}"
    return f"{values} ({field.meaning})" if field.meaning else values


def gaps_of(dtype: np.dtype) -> list[str]:
    """Descriptions of the gaps of a record, also of records inside it."""
    found, end = [], 0
    for name, (field, offset, *_) in dict(dtype.fields or {}).items():
        if offset > end:
            found.append(f"{offset - end} bytes before {name!r}")
        if field.base.names:
            found += [f"{name!r}: {gap}" for gap in gaps_of(field.base)]
        end = offset + field.itemsize
    return found + ([f"{dtype.itemsize - end} bytes at the end"] if dtype.itemsize > end else [])


# Every state record begins with these fields. The engine maintains them.
HEADER_FIELDS = (
    Field("seed", np.uint64, 0, ANY_WORD, "what this game was dealt from", known_to=NOBODY),
    Field("random", np.uint64, 0, ANY_WORD, "the state of the random numbers", known_to=NOBODY),
    Field("decisions", np.int64, 0, 2**40, "decisions made so far, the opponents' included", known_to=NOBODY),
)
HEADER = Record(HEADER_FIELDS).dtype
PLAYER_COUNT = "player_count"


class StateRecord(Record):
    """The record of a game: the header, the configuration, and the table, which is cleared before a game is dealt.

    Args:
        owner: the id of the game.
        configuration: the fields that stay from game to game, `player_count` among them.
        table: everything else that the future of a game depends on.
    """

    def __init__(self, owner: str, *, configuration: Sequence[Field], table: Sequence[Field]):
        names = [field.name for field in configuration]
        if PLAYER_COUNT not in names:
            raise ValueError(f"The configuration of {owner!r} has no field {PLAYER_COUNT!r}.")
        super().__init__([*HEADER_FIELDS, *configuration, *table])
        self.owner = owner
        self.configuration_names = tuple(names)
        last = configuration[-1]
        self.cleared_from = self.offset(last.name) + last.dtype.itemsize * math.prod(last.shape)
