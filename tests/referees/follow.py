"""Follow compiled games with an independent referee: step the kernels, feed the referee, compare everything.

Nothing here belongs to a game. What a game has to give is a `Translation`; its referee has `actor`, `legal()`,
`apply(action)`, `points()` and `outcome()`, and plays with the shuffles the kernels made.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import moon_envs

DECISIONS_SHOWN = 12


@dataclass(frozen=True)
class Translation:
    """How the records and actions of a game read in the terms of its referee.

    Attributes:
        referee: builds the referee of a row from a function that returns the row's record as it is at that moment.
            The kernels are always one step ahead, so the record holds every shuffle the referee asks for.
        state: everything comparable in a record, as plain data.
        position: the same from the referee, as plain data.
        names: the ranges of actions that the referee calls otherwise. Several may have the same name, if they are
            never legal at once.
        points: the kernels' points by side and category as the referee tells them, with the record they belong to.
    """

    referee: Callable[[Callable[[], np.void]], Any]
    state: Callable[[np.void], dict]
    position: Callable[[Any], dict]
    names: dict[str, str] = field(default_factory=dict)
    points: Callable[[list[dict[str, int]], np.void], list[dict[str, int]]] = lambda sides, record: sides

    def actions(self, game: moon_envs.Game) -> list[tuple]:
        """Every action of the game as the referee's tuple: a name, and an index where the range has several."""
        tuples = []
        for action_range in game.actions.ranges:
            name = self.names.get(action_range.name, action_range.name)
            count = len(action_range.meanings)
            tuples += [(name,)] if count == 1 else [(name, index) for index in range(count)]
        return tuples


class FollowedGames:
    """A batch of games, each followed by a referee decision by decision until all are over.

    Args:
        batch: new games, without autoreset.
        translation: how the records read in the referee's terms.
        choose: gives an action for (row, referee), or None for a random one.
        prepare: changes the first position of a row alike in the batch's records and in the referees: (records,
            referees). The first decision of every row must stay the same kind of decision.
    """

    def __init__(
        self,
        batch: moon_envs.Batch,
        translation: Translation,
        choose: Callable[[int, Any], tuple | None] = lambda row, referee: None,
        prepare: Callable[[np.ndarray, Sequence[Any]], None] | None = None,
    ):
        self.batch = batch
        self.translation = translation
        self.choose = choose
        self.tuples = translation.actions(batch.game)
        self.numbers: dict[tuple, list[int]] = {}
        for number, action in enumerate(self.tuples):
            self.numbers.setdefault(action, []).append(number)
        self.referees = [translation.referee(self._record_of(row)) for row in range(len(batch))]
        self.histories = [deque(maxlen=DECISIONS_SHOWN) for _ in range(len(batch))]
        self.decisions = 0
        if prepare is not None:
            records = batch.states.copy()
            prepare(records, self.referees)
            batch.set_states(records)

    def _record_of(self, row: int) -> Callable[[], np.void]:
        return lambda: self.batch.states[row]

    def play(self) -> list[Any]:
        """Play all games to their ends, comparing at every decision.

        Returns:
            The referees, whose games are over.
        """
        running = list(range(len(self.batch)))
        standing = self.batch.points()
        for row in running:
            self._compare(row, standing[row])
        while running:
            actions = self.batch.sample().copy()
            for row in running:
                wanted = self.choose(row, self.referees[row])
                if wanted is not None:
                    actions[row] = self._number_of(row, wanted)
                self._note(row, int(actions[row]))
            self.batch.step(actions)
            self.decisions += len(running)
            standing = self.batch.points()
            for row in running:
                self.referees[row].apply(self.tuples[actions[row]])
                self._compare(row, standing[row])
            for row in running:
                if self.batch.done[row]:
                    self._compare_result(row)
            running = [row for row in running if not self.batch.done[row]]
        return self.referees

    def _number_of(self, row: int, wanted: tuple) -> int:
        """Return the kernels' action. Several may have the same name for the referee; at most one of them is legal."""
        numbers = self.numbers[wanted]
        return next((number for number in numbers if self.batch.mask[row, number]), numbers[0])

    def _note(self, row: int, action: int) -> None:
        """Keep the last decisions for the message; words would cost more than the game."""
        self.histories[row].append((int(self.batch.actor[row]), action))

    def _compare(self, row: int, standing: np.ndarray) -> None:
        referee, record = self.referees[row], self.batch.states[row]
        actor = None if self.batch.actor[row] < 0 else int(self.batch.actor[row])
        if actor != referee.actor:
            self._fail(row, f"actor: the kernels ask {actor}, the referee {referee.actor}")
        if actor is not None:
            numbers = np.flatnonzero(self.batch.mask[row]).tolist()
            legal = {self.tuples[number] for number in numbers}
            if len(legal) != len(numbers):
                self._fail(row, f"legal actions: the kernels allow two of the same name {sorted(legal)}")
            allowed = referee.legal()
            if legal != allowed:
                self._fail(
                    row,
                    f"legal actions: only the kernels allow {sorted(legal - allowed)}, "
                    f"only the referee {sorted(allowed - legal)}",
                )
        state, position = self.translation.state(record), self.translation.position(referee)
        if state != position:
            self._fail(row, "position: " + "; ".join(differences(state, position)))
        points = self._points(row, standing)
        if points != referee.points():
            self._fail(row, f"points: kernels {points}, referee {referee.points()}")

    def _points(self, row: int, standing: np.ndarray) -> list[dict[str, int]]:
        categories = self.batch.game.categories
        sides = [dict(zip(categories, side, strict=True)) for side in standing.tolist()]
        return self.translation.points(sides, self.batch.states[row])

    def _compare_result(self, row: int) -> None:
        outcome = self.batch.reward[row].tolist()
        if not np.allclose(outcome, self.referees[row].outcome(), rtol=0, atol=1e-6):
            self._fail(row, f"outcome: kernels {outcome}, referee {self.referees[row].outcome()}")
        final_points = self._points(row, self.batch.final_points[row])
        if final_points != self.referees[row].points():
            self._fail(row, f"final points: kernels {final_points}, referee {self.referees[row].points()}")

    def _fail(self, row: int, what: str) -> None:
        batch = self.batch
        lines = [f"{batch.game.id}, {batch.configuration.describe()}, seed {batch.states[row]['seed']}", what]
        decisions = [f"player {actor}: {self.tuples[action]}" for actor, action in self.histories[row]]
        lines += ["The last decisions:", *decisions, "The kernels' position:"]
        raise AssertionError("\n".join([*lines, batch.game.render(batch.states[row], max(batch.actor[row], 0))]))


def differences(kernels: Any, referee: Any, path: str = "") -> list[str]:
    """Where two trees of plain data differ, one line each."""
    if isinstance(kernels, dict) and isinstance(referee, dict) and kernels.keys() == referee.keys():
        pairs = [(f"{path}.{key}" if path else str(key), kernels[key], referee[key]) for key in kernels]
    elif isinstance(kernels, list) and isinstance(referee, list) and len(kernels) == len(referee):
        pairs = [(f"{path}[{index}]", *pair) for index, pair in enumerate(zip(kernels, referee, strict=True))]
    else:
        return [] if kernels == referee else [f"{path}: kernels {kernels}, referee {referee}"]
    return [line for name, one, other in pairs for line in differences(one, other, name)]
