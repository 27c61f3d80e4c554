"""`Rollouts`: games that a value network plays on from the best actions, all on the same futures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from moon_envs.base.checks import check_whole_number
from moon_envs.base.showing import Facts
from moon_envs.core.game import Game
from moon_envs.networks import ValueNetwork
from moon_envs.search.look_ahead import LookAhead
from moon_envs.search.positions import MOST_SIMULATIONS

DEFAULT_CANDIDATES, MOST_CANDIDATES = 8, 1 << 16
DEFAULT_DEPTH, MOST_DECISIONS = 8, 1 << 16

# An interrupt is heard after rollouts of so many decisions, or after one rollout.
DECISIONS_AT_ONCE = 4096


class Rollouts(LookAhead):
    """Plays on after the best actions of `LookAhead`, and asks the value network what the positions there are worth.

    In a rollout every seat looks one action ahead. All candidates are tried on the same redrawn futures. The rollouts
    are shared out by sequential halving: after each round the better half of the candidates goes on.

    Args:
        game: a game id or a `Game`.
        players: the number of players; 1 is the solo mode.
        rollouts: how many rollouts each position gets, about.
        network: a `ValueNetwork`, the name of its file, or "baseline" for the one in the box.
        candidates: how many actions are tried.
        depth: how many decisions a rollout has, of all seats; it ends with a decision of the seat it is for.
        threads: None for all cores. The result never depends on it.
        **options: the options of the game.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> from moon_envs.networks import ValueInputs, ValueNetwork, value_parameter_shapes
        >>> inputs = ValueInputs(moon_envs.game("launch"), solo=True)
        >>> weights = {name: np.zeros(shape) for name, shape in value_parameter_shapes(inputs).items()}
        >>> batch = moon_envs.Batch("launch", num_games=2, players=1, seed=0, opponent=1)
        >>> search = moon_envs.Rollouts("launch", 1, 32, network=ValueNetwork(inputs, weights), opponent=1)
        >>> found = search.search(batch.states, seed=7)
        >>> bool((found.visits.sum(axis=1) > 0).all())
        True
    """

    def __init__(
        self,
        /,
        game: str | Game,
        players: int | None = None,
        rollouts: int = 100,
        *,
        network: ValueNetwork | str | Path,
        candidates: int = DEFAULT_CANDIDATES,
        depth: int = DEFAULT_DEPTH,
        threads: int | None = None,
        **options: Any,
    ):
        self.rollouts = check_whole_number("rollouts", rollouts, 1, MOST_SIMULATIONS)
        self.candidates = check_whole_number("candidates", candidates, 1, MOST_CANDIDATES)
        self.depth = check_whole_number("depth", depth, 0, MOST_DECISIONS)
        super().__init__(game, players, network=network, redraws=1, threads=threads, **options)

    def _repr_facts_(self) -> Facts:
        settings = {"rollouts": self.rollouts, "candidates": self.candidates, "depth": self.depth}
        return {**super()._repr_facts_(), **settings}

    def _looker_settings(self) -> dict[str, int]:
        settings = {"rollouts": self.rollouts, "candidates": self.candidates, "depth": self.depth}
        return super()._looker_settings() | settings

    def _rows_of_a_piece(self) -> int:
        return 1

    def _decide_rows(self, first: int, last: int) -> Iterator[None]:
        """Decide in some positions; pauses now and then, so that an interrupt is heard soon."""
        most = max(1, DECISIONS_AT_ONCE // (self.depth + 1))
        with self._memory.looker() as looker:
            for row in range(first, last):
                has_begun = False
                while not self._loops.roll_out_row(looker, row, has_begun, most):
                    has_begun = True
                    yield
