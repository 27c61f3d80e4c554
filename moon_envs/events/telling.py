"""What happened between two positions of any game, in words."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from moon_envs.base.checks import is_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.game import Game
from moon_envs.core.registry import game as find_game


class Taken(Protocol):
    """A decision: its player and its action."""

    @property
    def actor(self) -> int:
        """The player who decided."""

    @property
    def action(self) -> int:
        """The action."""


@dataclass(frozen=True, eq=False)
class Moment:
    """One decision with its effects, from the view of a seat.

    Attributes:
        game: the game.
        before: the record before the decision.
        after: the record after it.
        actor: the player who decided.
        action: the action. Words for other seats may depend on it only if it is announced (`Game.is_announced`).
        seat: the reader; None for the open table, which learns every decision from `describe`.
    """

    game: Game
    before: np.void
    after: np.void
    actor: int
    action: int
    seat: int | None

    @property
    def is_own(self) -> bool:
        """Whether the reader knows the decision itself: it is the seat's own, or the table is open."""
        return self.seat in (None, self.actor)


@dataclass(frozen=True)
class GameEvents:
    """How a game tells its events. Its module of events names this object `EVENTS`.

    Attributes:
        happened: the effects of a decision in words; an announced decision itself is told before them.
        closed: the effects that close or open something for the players, a part of `happened`.
        note: a note to an action: (game, state, action) -> words, empty for no note.
        choice: an action in words for people, if the game's own words are too short for them.
        in_words: the game's table with words instead of signs that only the game's own text explains.
        legend: the meaning of the signs in the game's text: (game) -> lines.
    """

    happened: Callable[[Moment], list[str]] = lambda moment: []
    closed: Callable[[Moment], list[str]] = lambda moment: []
    note: Callable[[Game, np.void, int], str] = lambda game, state, action: ""
    choice: Callable[[Game, np.void, int], str] = lambda game, state, action: game.describe(action, state)
    in_words: Callable[[str], str] = lambda text: text
    legend: Callable[[Game], list[str]] = lambda game: []


@functools.cache
def events_of(game: Game) -> GameEvents:
    """The events of a game: `EVENTS` in its `Game.events_module`."""
    return importlib.import_module(game.events_module).EVENTS if game.events_module else GameEvents()


def tell(game: Game, before: np.void, after: np.void, decision: Taken, seat: int | None) -> list[str]:
    """Say in words what a seat learns from one decision. All news about decisions come from here.

    Another player's decision is told if the game announces it; its effects are told as far as the seat sees them. The
    seat's own decision is not repeated: `describe` puts it into words.

    Args:
        game: the game.
        before: the record before a decision.
        after: the record after it.
        decision: the decision.
        seat: the reader; None for the open table.

    Returns:
        Lines that hold only what the seat may know.
    """
    moment = Moment(game, before, after, int(decision.actor), int(decision.action), seat)
    is_told = not moment.is_own and game.is_announced(moment.action)
    events = events_of(game)
    decided = [f"Player {moment.actor}: {events.choice(game, before, moment.action)}."] if is_told else []
    return [*decided, *events.happened(moment)]


def closed(moment: Moment) -> list[str]:
    """What a decision closes or opens for the players, as far as its reader knows it; `tell` says this and more."""
    return events_of(moment.game).closed(moment)


def is_noticed(game: Game, decision: Taken, seat: int) -> bool:
    """Whether a seat knows a decision: its own ones, and those that the game announces."""
    return int(decision.actor) == seat or game.is_announced(int(decision.action))


def describe(game: str | Game, state: np.void, action: int) -> str:
    """An action in words, with facts that help to judge it."""
    game = find_game(game)
    if state is None or not is_whole_number(action) or not 0 <= action < len(game.actions):
        return game.describe(action, _record(game, state))
    events = events_of(game)
    words, note = events.choice(game, state, action), events.note(game, state, action)
    return f"{words} ({note})" if note else words


def _record(game: Game, state: Any) -> np.void:
    if getattr(state, "dtype", None) != game.state_dtype:
        raise ConfigurationError(f"{game.id}: {shown(state)} is not a record of this game.")
    return state


def table(game: str | Game, state: np.void, seat: int) -> str:
    """The table as a seat sees it, as text for people."""
    game = find_game(game)
    return events_of(game).in_words(game.render(state, seat))


def legend(game: str | Game) -> list[str]:
    """The meaning of the letters and signs in the text of a game, as lines."""
    game = find_game(game)
    return events_of(game).legend(game)
