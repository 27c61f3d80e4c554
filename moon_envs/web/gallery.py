"""What the cards of the start page say of a game: its picture, how long it takes, and how complex it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moon_envs.core.game import Game
from moon_envs.web import levels

SECONDS_OF_A_DECISION = 12  # of a person who knows the rules; the agents need next to none
ROUNDED_TO = 5  # minutes
MOST_COMPLEX = 5


@dataclass(frozen=True)
class Card:
    """Facts about a game that the game itself does not have.

    Attributes:
        decisions: how many a person takes in a game of the fewest players above one, where all play like `baseline`.
        complexity: from 1 (explained in five minutes) to `MOST_COMPLEX`, a judgement.
    """

    decisions: int
    complexity: int


# The decisions are means of ten games each.
CARDS = {
    "launch": Card(53, 1),
    "journey": Card(88, 2),
    "colony": Card(74, 2),
    "mine": Card(90, 3),
    "dome": Card(84, 3),
    "virus": Card(125, 4),
    "escape": Card(86, 4),
    "battle": Card(91, 3),
    "mlem": Card(50, 1),
    "luna_capital": Card(85, 2),
    "from_the_moon": Card(197, 5),
}


def minutes_of(decisions: int) -> int:
    """How long a person takes for so many decisions, roughly.

    Example:
        >>> minutes_of(50), minutes_of(197)
        (10, 40)
    """
    return max(ROUNDED_TO, ROUNDED_TO * round(decisions * SECONDS_OF_A_DECISION / 60 / ROUNDED_TO))


def card(game: Game) -> dict[str, Any]:
    """What the start page shows of a game beside its rules, as JSON can hold it. A game of a plugin has less."""
    known = CARDS.get(game.id)
    return {
        "minutes": minutes_of(known.decisions) if known else None,
        "complexity": known.complexity if known else None,
        "most_complex": MOST_COMPLEX,
        "picture": known is not None,
        "levels": [
            {"name": name, "agent": agent} for name, agent in zip(levels.NAMES, levels.agents_of(game.id), strict=True)
        ],
        "solo_levels": levels.solo_levels(game),
    }
