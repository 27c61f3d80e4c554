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
    """A decision that was taken: by whom, and which action."""

    @property
    def actor(self) -> int:
        """Who decided."""

    @property
    def action(self) -> int:
        """What was decided."""


@dataclass(frozen=True, eq=False)
class Moment:
    """One decision and what it brought about, as a seat looks at it.

    Attributes:
        game: the game.
        before: the record before the decision.
        after: the record after it.
        actor: who decided.
        action: what was decided; what is told of it to other seats depends on it only if it is announced
            (`Game.is_announced`).
        seat: whom it is told; None at the open table, where every decision is told by `describe`.
    """

    game: Game
    before: np.void
    after: np.void
    actor: int
    action: int
    seat: int | None

    @property
    def is_own(self) -> bool:
        """Whether who looks knows the decision itself: the seat decided, or everything is open."""
        return self.seat in (None, self.actor)


@dataclass(frozen=True)
class GameEvents:
    """How the events of a game are told.

    Attributes:
        happened: what a decision brought about. Decisions that are announced are told before it.
        note: what to add to a choice: (game, state, action) -> words, empty for nothing.
        legend: what the signs in the game's text mean: (game) -> lines.
    """

    happened: Callable[[Moment], list[str]] = lambda moment: []
    note: Callable[[Game, np.void, int], str] = lambda game, state, action: ""
    legend: Callable[[Game], list[str]] = lambda game: []


@functools.cache
def events_of(game: Game) -> GameEvents:
    """What tells of a game: `EVENTS` of its `Game.events_module`."""
    return importlib.import_module(game.events_module).EVENTS if game.events_module else GameEvents()


def tell(game: Game, before: np.void, after: np.void, decision: Taken, seat: int | None) -> list[str]:
    """What a seat may know of what happened between two records: the only source of such words.

    Another player's decision is told if the game announces it; what it brought about, as far as the seat sees it. The
    seat's own decision is told by `describe`.

    Args:
        game: the game.
        before: the record before a decision.
        after: the record after it.
        decision: the decision.
        seat: whom it is told; nothing is told that this player cannot know. None for the open table.
    """
    moment = Moment(game, before, after, int(decision.actor), int(decision.action), seat)
    is_told = not moment.is_own and game.is_announced(moment.action)
    decided = [f"Player {moment.actor}: {game.describe(moment.action, before)}."] if is_told else []
    return [*decided, *events_of(game).happened(moment)]


def is_noticed(game: Game, decision: Taken, seat: int) -> bool:
    """Whether a seat knows that a decision was taken, and which: its own, and those that the game announces."""
    return int(decision.actor) == seat or game.is_announced(int(decision.action))


def describe(game: str | Game, state: np.void, action: int) -> str:
    """An action in words, with what the player would have to look up to judge it."""
    game = find_game(game)
    if state is None or not is_whole_number(action) or not 0 <= action < len(game.actions):
        return game.describe(action, _record(game, state))
    words, note = game.describe(action, state), events_of(game).note(game, state, action)
    return f"{words} ({note})" if note else words


def _record(game: Game, state: Any) -> np.void:
    if getattr(state, "dtype", None) != game.state_dtype:
        raise ConfigurationError(f"{game.id}: {shown(state)} is not a record of this game.")
    return state


def legend(game: str | Game) -> list[str]:
    """What the letters and signs in the text of a game mean, as lines."""
    game = find_game(game)
    return events_of(game).legend(game)
