"""What was written, circled and crossed off on a sheet between two moments, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from moon_envs.base.words import a_few
from moon_envs.core.tables import ActionTable
from moon_envs.games.welcome_to_the_moon.cells import INFECTED, X_MARK

# The verbs of actions and their past tense.
PAST = {
    "activate": "activated",
    "build": "built",
    "circle": "circled",
    "close": "closed",
    "cross": "crossed",
    "cut": "cut",
    "draw": "drew",
}


@dataclass(frozen=True)
class Mark:
    """Says changes of a field of the sheet in words.

    Attributes:
        words: (place, before, after) -> what the player did at one place of the field.
        is_set: whether the field is a set of bits; its members are the places.
    """

    words: Callable[[int, int, int], str]
    is_set: bool = False


Marks = Mapping[str, Mark]


def done(words: str) -> str:
    """The words of an action that has been carried out: "circle a plant" becomes "circled a plant"."""
    verb, _, rest = words.partition(" ")
    return f"{PAST[verb]} {rest}"


def counted(verb: str, thing: str) -> Mark:
    """A field that counts things: "crossed off 2 rockets"."""

    def words(place: int, before: int, after: int) -> str:
        return f"{verb} {a_few(after - before, thing)}"

    return Mark(words)


def counted_at(verb: str, thing: str, places: Sequence[str]) -> Mark:
    """A field that counts things at several places: "circled 2 plants of station 3"."""

    def words(place: int, before: int, after: int) -> str:
        return f"{verb} {a_few(after - before, thing)} {places[place]}"

    return Mark(words)


def acted(actions: ActionTable, name: str, is_set: bool = False) -> Mark:
    """A field whose places are the actions of a range; each is told in the words of its action."""

    def words(place: int, before: int, after: int) -> str:
        times = f" ({after - before} times)" if after - before > 1 else ""
        return done(actions.describe(actions.first(name) + place)) + times

    return Mark(words, is_set)


def told(sentences: Sequence[str], is_set: bool = False) -> Mark:
    """A field with a sentence for each of its places."""
    return Mark(lambda place, before, after: sentences[place], is_set)


def valued(sentences: Sequence[Mapping[int, str]]) -> Mark:
    """A field with a sentence for each place and each of its values."""
    return Mark(lambda place, before, after: sentences[place].get(after, ""))


def written(cell_names: Sequence[str]) -> Mark:
    """The field of the cells."""

    def words(place: int, before: int, after: int) -> str:
        if after == INFECTED:
            return f"infected {cell_names[place]}"
        return f"wrote {'an X' if after == X_MARK else after} on {cell_names[place]}"

    return Mark(words)


SYSTEM_ERRORS = {"system_errors": Mark(lambda place, before, after: "took a System Error")}
ASTRONAUTS = {"astronauts": counted("crossed off", "astronaut")}
PLANNINGS = {"plannings": counted("crossed off", "planning")}
WILDS = {"wilds_earned": counted("circled", "wild action"), "wilds_used": counted("used", "wild action")}
"""Fields that several adventures have."""


def changes(before: np.void, after: np.void, marks: Marks) -> list[str]:
    """What was done on a sheet, field by field in the order of the marks."""
    lines: list[str] = []
    for name, mark in marks.items():
        if mark.is_set:
            new = int(after[name]) & ~int(before[name])
            # Two members can have the same words, like the halves of a section.
            lines += dict.fromkeys(mark.words(place, 0, 1) for place in range(new.bit_length()) if new >> place & 1)
            continue
        old, now = np.ravel(before[name]), np.ravel(after[name])
        for place in np.flatnonzero(old != now).tolist():
            lines.append(mark.words(place, int(old[place]), int(now[place])))
    return [line for line in lines if line]
