"""Finds messages that are hard to read, because they repeat their subject or end twice."""

from __future__ import annotations

import re


def faults_of(message: str) -> list[str]:
    """Return the faults in the words of an error.

    Example:
        >>> faults_of("'games': cannot be read: games: no games were recorded here..")
        ['it ends twice', "it repeats 'games'"]
    """
    message = message.strip()
    faults = ["it ends twice"] if re.search(r"[.!?;,:]\.$", message) and not message.endswith("...") else []
    parts = [part.strip(" '\"") for part in message.split(": ")[:-1]]
    repeated = sorted({part for part in parts if parts.count(part) > 1})
    faults += [f"it repeats {part!r}" for part in repeated]
    verbs = re.findall(r"\b(cannot \w+|is not allowed)\b", message)
    return faults + [f"it says {verb!r} twice" for verb in sorted(set(verbs)) if verbs.count(verb) > 1]
