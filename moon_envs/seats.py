"""One seat of many games against policies: what the single-agent environments play on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from moon_envs.agents import RANDOM, Policy, find_opponents
from moon_envs.batch import Batch
from moon_envs.game import Game
from moon_envs.registry import game as find_game


def seated_batch(
    game: str | Game, num_games: int, players: int | None, seat: int, opponents: Any, **settings: Any
) -> Batch:
    """A batch in which the caller plays one seat and the opponents the others.

    Random opponents play inside the compiled loops; other policies are asked for all waiting games at once.

    Args:
        game: a game id or a `Game`.
        num_games: the number of games.
        players: the number of players; None for the solo mode, or the default of games that have none.
        seat: the caller's seat.
        opponents: a name, a function, or a list of these, see `moon_envs.agents`.
        **settings: the other arguments of `Batch`.
    """
    found = find_game(game)
    if players is None:
        players = 1 if found.has_solo_mode else found.default_players
    policies = find_opponents(opponents, max(players - 1, 0) if isinstance(players, int) else 0)
    if all(policy == RANDOM for policy in policies):
        return Batch(found, num_games, players, seat=seat, **settings)
    return PolicyBatch(found, num_games, players, seat, policies, **settings)


class PolicyBatch(Batch):
    """A batch in which policies play every seat but the caller's; it looks like a `Batch` with that one seat."""

    def __init__(
        self, game: Game, num_games: int, players: int, seat: int, policies: Sequence[str | Policy], **settings: Any
    ):
        self._own_seat = seat
        self._policies = {(seat + 1 + place) % players: policy for place, policy in enumerate(policies)}
        self._carried = np.zeros((num_games, players), dtype=np.float32)
        super().__init__(game, num_games, players, **settings)

    def reset(self, seed: int | Sequence[int] | np.ndarray | None = None, rows: np.ndarray | None = None) -> None:
        """Start new games and let the opponents play until the caller decides."""
        super().reset(seed, rows)
        self._begin(rows)

    def reset_following(self, rows: np.ndarray | None = None) -> None:
        """Start the games that follow the present ones and let the opponents play until the caller decides."""
        super().reset_following(rows)
        self._begin(rows)

    def _begin(self, rows: np.ndarray | None) -> None:
        started = np.ones(len(self), dtype=np.bool_) if rows is None else np.asarray(rows)
        self._carried[started] = 0.0
        self._let_opponents_play(started, started & False)
        self._arrays["reward"][started] = 0.0

    def _refresh(self) -> None:
        super()._refresh()
        self._begin(None)

    def step(self, actions: np.ndarray | Sequence[int]) -> None:
        """Carry out the caller's actions, then the opponents' until the caller decides again."""
        super().step(actions)
        self._answer()

    def step_or_forfeit(self, actions: np.ndarray | Sequence[int]) -> None:
        """Like `step`, but an illegal action ends its game with the lowest reward."""
        super().step_or_forfeit(actions)
        self._answer()

    def step_single(self, action: int, strict: bool = True) -> None:
        """Like `step` in a batch of one game."""
        super().step_single(action, strict)
        self._answer()

    def _answer(self) -> None:
        everywhere = np.ones(len(self), dtype=np.bool_)
        self._let_opponents_play(everywhere, self.done.copy())

    def _let_opponents_play(self, rows: np.ndarray, finished: np.ndarray) -> None:
        """Ask the policies until the caller decides in all rows.

        The reward of a step is what its own moves and the answers to them paid; what is paid in a new game before the
        caller's first decision belongs to the caller's first step in it.
        """
        reward = self._carried + self._arrays["reward"]
        self._carried[rows] = 0.0
        illegal = self.illegal.copy()
        while True:
            asked = rows & (self.actor >= 0) & (self.actor != self._own_seat)
            if not asked.any():
                break
            actions = self.sample().copy()
            for seat, policy in self._policies.items():
                theirs = np.flatnonzero(asked & (self.actor == seat))
                if policy != RANDOM and len(theirs):
                    actions[theirs] = policy(self.observation[theirs], self.mask[theirs])
            before = finished.copy()
            self.step_rows(actions, asked)
            reward[asked & ~before] += self._arrays["reward"][asked & ~before]
            self._carried[asked & before] += self._arrays["reward"][asked & before]
            finished |= asked & self.done
        self._arrays["reward"][rows] = reward[rows]
        self._arrays["done"][rows] = finished[rows]
        self._arrays["illegal"][:] = illegal
