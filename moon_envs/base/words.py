"""Numbers with their nouns, as sentences need them."""

from __future__ import annotations

IRREGULAR = {"die": "dice", "insignia": "insignia", "water": "waters"}


def plural(noun: str) -> str:
    """Several of something: "boxes", "energies", "dice"."""
    if noun in IRREGULAR:
        return IRREGULAR[noun]
    if noun.endswith("y"):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x")) else f"{noun}s"


def count_text(count: int, noun: str) -> str:
    """A number of things: "1 box", "2 boxes".

    Example:
        >>> count_text(2, "planning box"), count_text(1, "die")
        ('2 planning boxes', '1 die')
    """
    return f"{count} {noun if count == 1 else plural(noun)}"


def a_few(count: int, noun: str) -> str:
    """The same with an article for one: "an energy", "2 energies"."""
    return with_article(noun) if count == 1 else f"{count} {plural(noun)}"


def with_article(noun: str) -> str:
    """One of something: "an astronaut", "a plant"."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
