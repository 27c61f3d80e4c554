"""What is told of a game in words: each decision, when whoever looks may know of it, and what it brought about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from moon_envs.events.telling import Moment, events_of
from moon_envs.game import Game
from moon_envs.replays.walk import Walk

NEVER = -1
# How far the things are shifted of which a seat does not know which is where, to see what words depend on it.
SHIFTS = (1, 2, 3, 5)


@dataclass(frozen=True)
class Line:
    """One decision in words.

    Attributes:
        words: the decision; empty if whoever looks never learns of it.
        told: the first position in which it is known, NEVER if there is none; 0 with everything open.
        events: what it brought about, known at once.
    """

    words: str
    told: int
    events: tuple[str, ...]


def story(walk: Walk, seat: int | None) -> list[Line]:
    """All decisions as a seat learns of them, or everything, open (None)."""
    return [_line(walk, position, seat) for position in range(len(walk.actions))]


def _line(walk: Walk, position: int, seat: int | None) -> Line:
    game, before, actor, action = walk.game, walk.states[position], walk.actors[position], walk.actions[position]
    moment = Moment(game, before, walk.states[position + 1], actor, action, actor if seat is None else seat)
    happened = tuple(events_of(game).happened(moment))
    if seat is None:
        return Line(game.describe(action, before), 0, happened)
    if seat == actor:
        return Line(game.describe(action, before), position + 1, happened)
    told = _shown(walk, position) if game.simultaneous else position + 1
    return Line("" if told == NEVER else known_words(game, before, action, seat), told, happened)


def _shown(walk: Walk, position: int) -> int:
    """When others learn of a decision of a phase of simultaneous decisions: when the phase is over."""
    for later in range(position + 1, len(walk)):
        if walk.is_turn(later) or walk.actors[later] < 0:
            return later
    return NEVER


def known_words(game: Game, state: np.void, action: int, seat: int) -> str:
    """Somebody else's decision in words that tell a seat nothing new of what lies face down.

    Words that change when the things are shifted of which the seat does not know which is where are not used: the table
    of actions has words that name no such thing.
    """
    words = game.describe(action, state)
    orders = game.unknown_orders(state, seat)
    for shift in SHIFTS if orders else ():
        other = np.array([state])
        for order in orders:
            places = other[0][order.field]
            places[order.places] = np.roll(places[order.places], shift)
        if game.describe(action, other[0]) != words:
            return game.actions.describe(action)
    return words
