"""What the people at a table are called: names instead of seat numbers, and "you" for the reader.

Games say "player 1" everywhere, in words and in pictures. `People.told` puts names in its place, so games need not know
them. Their sentences stay right because they are in the past tense ("Anna wrote 7") or name the player before a colon.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from moon_envs.base.checks import shown
from moon_envs.base.errors import ConfigurationError

YOU = "You"
MOST_CHARACTERS = 16  # as much as pictures have room for
ALSO_ALLOWED = " .'-_\u2019"
RESERVED = re.compile(r"you|(player|bot) ?\d+", re.IGNORECASE)

NUMBERED = re.compile(
    r"(?:\b(?P<article>[Tt]he |[Aa] )?(?P<thing>[a-z]+) of )?"
    r"\b(?P<player>[Pp])layer (?P<seat>\d+)\b(?: \(you\))?"
    r"(?: (?P<verb>[a-z]+s)\b)?"
)
ALONE = re.compile(r"player (?P<seat>\d+)(?: \(you\))?")
IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
NO_VERBS = ("as", "across", "plus", "this")


@dataclass(frozen=True)
class People:
    """The names of the players of one table.

    Attributes:
        names: by seat, as sentences say them: "Anna", "bot 1", "player 2".
        agents: by seat, the agent that plays there; empty for people.

    Example:
        >>> people = people_at(3, ["Anna"], ["", "", "greedy"])
        >>> people.names
        ('Anna', 'player 1', 'bot 2')
        >>> people.told("Player 2 gained 3 points; player 0 (you) starts.", viewer=0)
        'Bot 2 gained 3 points; you start.'
        >>> people.told("The new commander is player 0.", viewer=1)
        'The new commander is Anna.'
    """

    names: tuple[str, ...]
    agents: tuple[str, ...]

    def name(self, seat: int, viewer: int | None = None) -> str:
        """The name of a seat for a viewer, who is "You"; `long_name` also says which agent plays there."""
        return YOU if seat == viewer else self.names[seat]

    def long_name(self, seat: int, viewer: int | None = None) -> str:
        """The name with the agent that plays: "bot 1 (greedy)"."""
        agent = self.agents[seat]
        return self.name(seat, viewer) + (f" ({agent})" if agent and seat != viewer else "")

    def told(self, words: str, viewer: int | None) -> str:
        """Words of a game with names for seat numbers.

        Args:
            words: lines of events, choices, a table or a picture.
            viewer: the seat that reads them and is called "you"; None for the open table.
        """
        alone = ALONE.fullmatch(words)
        if alone and int(alone["seat"]) == viewer:
            return YOU
        return NUMBERED.sub(lambda found: self._named(found, viewer), words)

    def _named(self, found: re.Match[str], viewer: int | None) -> str:
        seat, verb = int(found["seat"]), found["verb"]
        if seat >= len(self.names):
            return found[0]
        if seat != viewer:
            thing = f"{found['article'] or ''}{found['thing']} of " if found["thing"] else ""
            name = self.names[seat]
            name = name[0].upper() + name[1:] if found["player"] == "P" else name
            return thing + name + (f" {verb}" if verb else "")
        if found["thing"]:
            your = "Your" if (found["article"] or "").istitle() else "your"
            return f"{your} {found['thing']}" + (f" {verb}" if verb else "")
        you = YOU if found["player"] == "P" else YOU.lower()
        return you + (f" {_of_you(verb)}" if verb else "")


def people_at(players: int, names: Any = (), agents: Sequence[str] = (), rival: str = "") -> People:
    """The people at a table.

    Args:
        players: the number of seats.
        names: chosen names by seat; None, an empty name and missing ones become "player 1", and "bot 1" for agents.
            `People` are taken as they are.
        agents: the agent of each seat, empty for people; nothing if there are none.
        rival: the opponent of the solo mode, whose name is taken.

    Raises:
        ConfigurationError: names that are not allowed.
    """
    if isinstance(names, People) and len(names.names) == players:
        return names
    played_by = tuple(agents) or ("",) * players
    chosen = checked_names(names, players, rival)
    called = (name or f"{'bot' if played_by[seat] else 'player'} {seat}" for seat, name in enumerate(chosen))
    return People(tuple(called), played_by)


def checked_names(names: Any, players: int, rival: str = "") -> list[str | None]:
    """Check chosen names; the list has one for each seat, None where none was chosen.

    Raises:
        ConfigurationError: names that are not allowed.
    """
    if not isinstance(names, (list, tuple)) or len(names) > players:
        raise ConfigurationError(f"names={shown(names)} is not allowed; allowed: a list of up to {players} names.")
    checked = [_checked(name, rival) for name in names]
    given = [name.casefold() for name in checked if name]
    for name in checked:
        if name and given.count(name.casefold()) > 1:
            raise ConfigurationError(f"The name {name!r} is there twice; every player needs another one.")
    return [*checked, *[None] * (players - len(checked))]


def _checked(given: Any, rival: str) -> str | None:
    if given is None:
        return None
    name = " ".join(unicodedata.normalize("NFC", given).split()) if isinstance(given, str) else ""
    if isinstance(given, str) and not name:
        return None
    is_fine = (
        0 < len(name) <= MOST_CHARACTERS
        and all(unicodedata.category(sign)[0] in "LMN" or sign in ALSO_ALLOWED for sign in name)
        and any(sign.isalpha() for sign in name)
    )
    if not is_fine:
        raise ConfigurationError(
            f"{shown(given)} is not allowed as a name; allowed: up to {MOST_CHARACTERS} letters, digits, spaces and "
            f"{' '.join(ALSO_ALLOWED[1:-1])}, with a letter among them."
        )
    if RESERVED.fullmatch(name) or (rival and name.casefold() == rival.casefold()):
        raise ConfigurationError(f"The name {name!r} is taken; choose another one.")
    return name


def _of_you(verb: str) -> str:
    """The form of a verb that goes with "you": "starts" becomes "start"."""
    if verb in NO_VERBS:
        return verb
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes")) else verb[:-1]
