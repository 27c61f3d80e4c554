"""The printed facts of Crater. Source: made up for this package."""

from __future__ import annotations

MAX_PLAYERS = 4
FACES = 6
ROUNDS = 4
FUEL = 6
MOST_BID = 3
BONUS_FACTOR = 2
