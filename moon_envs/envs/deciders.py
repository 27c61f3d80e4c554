"""Who decides in a step of the parallel environment: one player, or all who have a decision in this phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from moon_envs.base.errors import BrokenGameError
from moon_envs.batch import Batch
from moon_envs.core.game import Game


def deciders_of(batch: Batch) -> OneAtATime:
    """Return the deciders for the game in a batch of one."""
    is_simultaneous = bool(batch.game.simultaneous) and batch.configuration.players > 1
    return AllInAPhase(batch) if is_simultaneous else OneAtATime(batch)


class OneAtATime:
    """A game of turns: the player whose turn it is decides, the others wait.

    Attributes:
        seats: the seats that decide now.
        reward: the rewards of the last step, by seat.
        on_action: called with every action before the game carries it out, in the game's own order.
    """

    def __init__(self, batch: Batch):
        self._batch = batch
        self.on_action: Callable[[int], None] | None = None
        self.seats: list[int] = []
        self.reward = np.zeros(batch.configuration.players, dtype=np.float32)

    def __getstate__(self) -> dict[str, Any]:
        """Copies drop the callback."""
        return {**self.__dict__, "on_action": None}

    def begin(self) -> None:
        """Find out who decides now; called after every reset."""
        actor = int(self._batch.actor[0])
        self.seats = [actor] if actor >= 0 else []

    def mask(self, seat: int) -> np.ndarray:
        """Return the mask of a player who decides now."""
        return self._batch.mask[0]

    def observe(self, seat: int) -> np.ndarray:
        """Return a player's observation."""
        return self._batch.observe(seat)

    def explain_illegal(self, seat: int, action: int) -> str:
        """Return in words why an action of a player who decides now is not legal."""
        return self._batch.explain_illegal(action)

    def step(self, actions: dict[int, int]) -> tuple[int, int] | None:
        """Carry out the actions of all who decide, which must be legal.

        Returns:
            Seat and action of the last decision that the game carried out; None if the game waits for other players.
        """
        seat = self.seats[0]
        self._take(actions[seat])
        self.reward[:] = self._batch.reward[0]
        self.begin()
        return seat, actions[seat]

    def _take(self, action: int) -> None:
        if self.on_action is not None:
            self.on_action(action)
        self._batch.step(action)


class AllInAPhase(OneAtATime):
    """A game of simultaneous turns: each player decides for the own sheet without seeing the others' choices.

    The game itself asks one player after the other. Each player gets a copy of the game at the own first decision; in
    it the players before have chosen at random, which is allowed because no player's choices in a phase depend on the
    others'. Each player continues in the own copy. When all have finished the phase, the game carries out their
    actions in its own order.
    """

    def __init__(self, batch: Batch):
        super().__init__(batch)
        self._game: Game = batch.game
        players = batch.configuration.players
        self._spare = players
        self._copies = Batch(
            batch.game,
            players + 1,
            players,
            reward=vars(batch.rewards),
            encoding=batch.encoding,
            autoreset="disabled",
            threads=1,
            **batch.configuration.options,
        )
        self._actions: dict[int, list[int]] = {}
        self._last_observation: dict[int, np.ndarray] = {}

    def _phase(self, record: np.void) -> tuple[int, ...]:
        return tuple(int(record[name]) for name in self._game.simultaneous)

    def begin(self) -> None:
        """Find out who decides in this phase, and make a copy of the game for each of them."""
        self._actions, self._last_observation, self.seats = {}, {}, []
        seat = int(self._batch.actor[0])
        if seat < 0:
            return
        self._now = self._phase(self._batch.states[0])
        self._copies.copy_rows(0, self._spare, self._batch)
        while seat >= 0 and seat not in self._actions:
            self._copies.copy_rows(self._spare, seat)
            self._actions[seat] = []
            seat = self._walk_on(seat)
        self.seats = list(self._actions)

    def _walk_on(self, seat: int) -> int:
        """Let a player decide at random in the spare copy; return who decides next in this phase, -1 at its end."""
        copies = self._copies
        while self._decides(self._spare, seat):
            copies.step(copies.sample()[self._spare], rows=self._spare)
        is_same_phase = copies.actor[self._spare] >= 0 and self._phase(copies.states[self._spare]) == self._now
        return int(copies.actor[self._spare]) if is_same_phase else -1

    def _decides(self, row: int, seat: int) -> bool:
        """Whether the player decides now in this copy, still in this phase."""
        return self._copies.actor[row] == seat and self._phase(self._copies.states[row]) == self._now

    def mask(self, seat: int) -> np.ndarray:
        """Return the mask of a player who decides now."""
        return self._copies.mask[seat]

    def observe(self, seat: int) -> np.ndarray:
        """Return a player's observation; after the player's last decision of the phase, the one before it."""
        if seat in self.seats:
            return self._copies.observation[seat].copy()
        if seat in self._last_observation:
            return self._last_observation[seat].copy()
        return self._batch.observe(seat)

    def explain_illegal(self, seat: int, action: int) -> str:
        """Return in words why an action of a player who decides now is not legal."""
        return self._copies.explain_illegal(action, seat)

    def step(self, actions: dict[int, int]) -> tuple[int, int] | None:
        """Carry out the actions in the players' copies, and in the game once all players have finished the phase."""
        seats = self.seats
        for seat in seats:
            self._actions[seat].append(actions[seat])
            self._last_observation[seat] = self._copies.observation[seat].copy()
        self._copies.step([actions[seat] for seat in seats], rows=seats)
        self.reward[:] = 0.0
        self.seats = [seat for seat in seats if self._decides(seat, seat)]
        if self.seats:
            return None
        last = self._carry_out()
        self.begin()
        return last

    def _carry_out(self) -> tuple[int, int]:
        """Carry out the actions of all players in the game, in its own order; return seat and action of the last."""
        batch, taken = self._batch, dict.fromkeys(self._actions, 0)
        for _ in range(sum(map(len, self._actions.values()))):
            seat = int(batch.actor[0])
            if taken.get(seat, 0) >= len(self._actions.get(seat, ())):
                raise BrokenGameError(f"{self._game.id}: choices of a phase depend on those of other players.")
            self._take(self._actions[seat][taken[seat]])
            taken[seat] += 1
            self.reward += batch.reward[0]
        return seat, self._actions[seat][-1]
