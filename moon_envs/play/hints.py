"""Hints for people: what the best actions lead to in whole games, in points, in victories and in words.

A value network chooses a few actions. From each of them the same futures are played to the end, by the network on all
seats. What the person cannot know is redrawn in every future, so a hint depends only on what the person knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from moon_envs import events
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game
from moon_envs.core.hidden import order_what_is_hidden
from moon_envs.networks import BASELINE, Goal, ValueNetwork, find_value_network
from moon_envs.search import LookAhead

CANDIDATES = 3
FUTURES, FUTURES_OF_MANY_PLAYERS = 48, 24  # games from three players on take longer
MOST_LINES_AT_ONCE = 3
REDRAWS = 16  # of the look ahead that chooses the candidates

# A difference of two actions is told if it is this many times as large as its standard error, and this many points.
ERRORS_OF_A_DIFFERENCE, LEAST_DIFFERENCE = 2.0, 0.5


@dataclass(frozen=True, repr=False)
class Advice(Shown):
    """What an action leads to.

    Attributes:
        action: the action.
        points: the mean final points of the seat.
        opponent: the mean final points of its best opponent.
        chance: the share of the victories.
        at_once: what the action changes at once, in words; only what is certain.
        reason: in words, how its games differ from those of the best action, or for the best action from those of the
            second: points by category, the best opponent, victories. Only what is more than chance.
    """

    action: int
    points: float
    opponent: float
    chance: float
    at_once: tuple[str, ...]
    reason: str

    def _repr_facts_(self) -> Facts:
        return {"action": self.action, "points": round(self.points, 1), "chance": round(self.chance, 2)}


def games_of_a_hint(configuration: Configuration) -> int:
    """How many games are played from each action for a hint."""
    return FUTURES if configuration.players < 3 else FUTURES_OF_MANY_PLAYERS


def network_for_hints(game: Game, configuration: Configuration) -> ValueNetwork | None:
    """The network in the box that hints are made with; None if there is none for this game and mode."""
    try:
        return find_value_network(BASELINE, game, configuration)
    except ConfigurationError:
        return None


def advise(game: Game, configuration: Configuration, record: np.void, network: ValueNetwork) -> list[Advice]:
    """Advise the seat that decides in a record: up to `CANDIDATES` actions, the best first.

    Args:
        game: the game.
        configuration: players and options.
        record: a running game.
        network: a value network for this game and mode.

    Example:
        >>> import moon_envs
        >>> from moon_envs.networks import find_value_network
        >>> batch = moon_envs.Batch("mlem", players=2, seed=3)
        >>> network = find_value_network("baseline", batch.game, batch.configuration)
        >>> best = advise(batch.game, batch.configuration, batch.record(), network)
        >>> best[0].action in batch.legal_actions(), 0 <= best[0].chance <= 1
        (True, True)
    """
    futures = _Futures(game, configuration, record, network)
    chosen = futures.candidates()
    ends = futures.play(chosen)
    order = sorted(range(len(chosen)), key=lambda place: -ends[place].worths(network.goal).mean())
    best = [ends[place] for place in order]
    found, used = [], list(game.used_categories(configuration).items())
    for rank, place in enumerate(order):
        other = best[0] if rank else best[1] if len(best) > 1 else None
        end = ends[place]
        found.append(
            Advice(
                action=chosen[place],
                points=float(end.points.sum(axis=1).mean()),
                opponent=float(end.opponent.mean()),
                chance=float(end.victories.mean()),
                at_once=tuple(futures.at_once(chosen[place])),
                reason=_reason(end, other, used, network.goal, is_best=rank == 0),
            )
        )
    return found


@dataclass(frozen=True)
class _Ends:
    """How games end, by game: the seat's points by category, the points of the best opponent, and victories."""

    points: np.ndarray
    opponent: np.ndarray
    victories: np.ndarray
    scale: float

    def worths(self, goal: Goal) -> np.ndarray:
        """How good each end is for a goal."""
        margin = goal.points * self.points.sum(axis=1) - goal.opponent * self.opponent
        return margin / self.scale + goal.chance * self.victories


class _Futures:
    """Redrawn copies of a position, and what becomes of them."""

    def __init__(self, game: Game, configuration: Configuration, record: np.void, network: ValueNetwork):
        self.game, self.configuration, self.network = game, configuration, network
        self.count = count = games_of_a_hint(configuration)
        self.batch = self._batch(count)
        records = np.array([record] * count, dtype=game.state_dtype)
        records["decisions"] = 0  # it would tell how many decisions the others have taken out of sight
        self.batch.set_states(records)
        self.seat = int(self.batch.actor[0])
        order_what_is_hidden(game, records, np.full(count, self.seat))
        self.batch.set_states(records)
        self.root = self.batch.states[:1].copy()
        self.batch.resample(None, self.seat, 0)
        self.records = self.batch.states.copy()
        self.points = self.batch.points()[:, self.seat]

    def _batch(self, rows: int) -> Batch:
        mode = self.configuration
        return Batch(self.game, rows, mode.players, 0, autoreset="disabled", **mode.options)

    def _looking(self, redraws: int) -> LookAhead:
        mode = self.configuration
        return LookAhead(self.game, mode.players, network=self.network, redraws=redraws, **mode.options)

    def candidates(self) -> list[int]:
        """The actions that are worth most one action ahead."""
        values = self._looking(REDRAWS).search(self.root).values[0]
        order = np.argsort(-np.nan_to_num(values, nan=-np.inf), kind="stable")
        return [int(action) for action in order[:CANDIDATES] if not np.isnan(values[action])]

    def play(self, actions: Sequence[int]) -> list[_Ends]:
        """Play every future to its end after each of the actions."""
        batch, looking = self._batch(self.count * len(actions)), self._looking(1)
        batch.set_states(np.tile(self.records, len(actions)))
        batch.step(np.repeat(actions, self.count))
        number = 0
        while len(running := np.flatnonzero(batch.actor >= 0)):
            number += self.count
            # The same random numbers for the same future of every action.
            chosen = looking.search(batch.states[running], (number + running % self.count).tolist()).choices
            batch.step(chosen, running)
        points = batch.points()
        others = np.delete(points.sum(axis=2), self.seat, axis=1).max(axis=1)
        victories = (batch.final_outcome[:, self.seat] + 1) / 2
        parts = [slice(place * self.count, (place + 1) * self.count) for place in range(len(actions))]
        return [_Ends(points[part, self.seat], others[part], victories[part], self.game.points_scale) for part in parts]

    def at_once(self, action: int) -> list[str]:
        """What is certain to follow from an action at once: points, and events that every future tells."""
        self.batch.set_states(self.records)
        self.batch.step([action] * self.count)
        if (self.batch.actor < 0).any():
            return []  # the end of the game counts everything, which says little of this action
        gained = self.batch.points()[:, self.seat] - self.points
        words = [
            f"{gained[0, index]:+d} {_words(name)}"
            for name, index in self.game.used_categories(self.configuration).items()
            if gained[0, index] and (gained[:, index] == gained[0, index]).all()
        ]
        decision = _Taken(self.seat, action)
        told: Counter[str] = Counter()
        for before, after in zip(self.records, self.batch.states, strict=True):
            told.update(list(dict.fromkeys(events.tell(self.game, before, after, decision, self.seat))))
        points = [f"points: {', '.join(words)}"] if words else []
        return points + [line for line, times in told.items() if times == self.count][:MOST_LINES_AT_ONCE]


@dataclass(frozen=True)
class _Taken:
    """A decision as `events.tell` asks for it."""

    actor: int
    action: int


def _words(category: str) -> str:
    return category.replace("_", " ")


def _reason(end: _Ends, other: _Ends | None, used: Sequence[tuple[str, int]], goal: Goal, *, is_best: bool) -> str:
    """Compare the ends with those of another action on the same futures: what differs by more than chance."""
    if other is None:
        return "It is the only legal action."
    than = f"{'better than the second' if is_best else 'worse than the first'}"
    is_clear = _difference(end.worths(goal) - other.worths(goal), 0.0) != 0
    verdict = than.capitalize() if is_clear else f"Not clearly {than}"
    differences = [(_difference(end.points[:, index] - other.points[:, index]), _words(name)) for name, index in used]
    told = [f"{value:+.1f} {words}" for value, words in sorted(differences, key=lambda one: -abs(one[0])) if value]
    opponent = _difference(end.opponent - other.opponent)
    told += [f"the best opponent {opponent:+.1f}"] if opponent else []
    wins = _difference(end.victories - other.victories, 0.0)
    told += [f"victories {100 * wins:+.0f} %"] if wins else []
    return f"{verdict}: {', '.join(told)}." if told else f"{verdict}."


def _difference(differences: np.ndarray, least: float = LEAST_DIFFERENCE) -> float:
    """The mean of differences, or 0 if it may well be chance."""
    mean = float(differences.mean())
    error = float(differences.std(ddof=1)) / len(differences) ** 0.5
    return mean if abs(mean) >= max(least, ERRORS_OF_A_DIFFERENCE * error) else 0.0
