"""Where a turn of a person begins, for taking it back as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from moon_envs.core.game import Configuration, Game
from moon_envs.replays.walk import COUNTERS


class Taken(Protocol):
    """A decision that was taken."""

    @property
    def actor(self) -> int:
        """Who took it."""

    @property
    def before(self) -> np.void:
        """The record before it."""


def first_of_turn(game: Game, configuration: Configuration, decisions: Sequence[Taken], place: int) -> int:
    """The place of the first decision of the turn that the decision at `place` belongs to.

    Where all players decide at once, the record counts turns. Else a turn is what a player decides while no other
    player does; alone, a turn lasts while no counter of the record moves, and without a counter it is one decision.
    """
    actor, turn = decisions[place].actor, _turn(game, configuration, decisions[place])
    first = place
    for earlier in range(place - 1, -1, -1):
        decision = decisions[earlier]
        if decision.actor != actor:
            if game.simultaneous:
                continue
            break
        if turn is None or _turn(game, configuration, decision) != turn:
            break
        first = earlier
    return first


def _turn(game: Game, configuration: Configuration, decision: Taken) -> tuple[int, ...] | None:
    """What tells turns of one player apart; None if nothing does."""
    record = decision.before
    if game.simultaneous:
        return (int(record[game.simultaneous[0]]),)
    if not configuration.is_solo:
        return ()
    names = [name for name in COUNTERS if name in (record.dtype.names or ())]
    return tuple(int(record[name]) for name in names) if names else None
