"""Merging of sequences: one sequence that contains all of them, so that what they share is written once."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


@dataclass
class Merged(Generic[Item]):
    """One thing of a merged sequence, and the numbers of the sequences that contain it here."""

    item: Item
    members: list[int] = field(default_factory=list)


def merged(sequences: Iterable[Sequence[Item]]) -> list[Merged[Item]]:
    """Merge sequences: the things with a number in their `members` are, in order, the sequence of this number.

    Each sequence shares as many things as possible with what the sequences before it have become.

    Example:
        >>> [(one.item, one.members) for one in merged(["abc", "axc"])]
        [('a', [0, 1]), ('b', [0]), ('x', [1]), ('c', [0, 1])]
    """
    result: list[Merged[Item]] = []
    for number, sequence in enumerate(sequences):
        new: list[Merged[Item]] = []
        taken = used = 0
        for old, place in [*common_places([one.item for one in result], sequence), (len(result), len(sequence))]:
            new += result[taken:old]
            new += [Merged(item, [number]) for item in sequence[used:place]]
            if old < len(result):
                result[old].members.append(number)
                new.append(result[old])
            taken, used = old + 1, place + 1
        result = new
    return result


def common_places(one: Sequence[Item], other: Sequence[Item]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence in both sequences.

    This is the algorithm of Hunt and Szymanski. It is fast if most things occur once, as those of pictures do.

    Example:
        >>> common_places("abcd", "xbda")
        [(1, 1), (3, 2)]
    """
    places: dict[Item, list[int]] = defaultdict(list)
    for place in range(len(one) - 1, -1, -1):
        places[one[place]].append(place)
    # ends[k] is the first place where a common subsequence of k + 1 things can end, chains[k] such a subsequence.
    ends: list[int] = []
    chains: list[_Chain] = []
    for position, item in enumerate(other):
        for place in places.get(item, ()):
            length = bisect_left(ends, place)
            chain = _Chain(place, position, chains[length - 1] if length else None)
            ends[length : length + 1] = [place]
            chains[length : length + 1] = [chain]
    found: list[tuple[int, int]] = []
    link = chains[-1] if chains else None
    while link is not None:
        found.append((link.place, link.position))
        link = link.before
    return found[::-1]


@dataclass(frozen=True)
class _Chain:
    """A common subsequence: the places of its last thing, and the chain before it."""

    place: int
    position: int
    before: _Chain | None
