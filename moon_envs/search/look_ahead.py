"""`LookAhead`: one action ahead with a value network, for many positions at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.checks import check_whole_number
from moon_envs.base.errors import BrokenGameError
from moon_envs.base.showing import Facts
from moon_envs.core.game import Game
from moon_envs.engine.loading import look_ahead_engine
from moon_envs.networks import ValueNetwork, find_value_network
from moon_envs.search.positions import MOST_ROWS, PositionSearch

DEFAULT_REDRAWS, MOST_REDRAWS = 4, 1 << 12

# An interrupt is heard between two pieces: so many redraws of rows, or one row.
REDRAWS_OF_A_PIECE = 1024


class LookAhead(PositionSearch):
    """Tries every legal action on redrawn chance, and asks a value network what the position after it is worth.

    All actions of a position are tried on the same redraws, so that luck does not decide between them. What the
    deciding player cannot know is redrawn, too. An action that only selects what the next decision carries out
    (`ActionRange.selects`) is worth what its best continuation is worth.

    Args:
        game: a game id or a `Game`.
        players: the number of players; 1 is the solo mode.
        network: a `ValueNetwork`, the name of its file, or "baseline" for the one in the box.
        redraws: how often chance is redrawn.
        threads: None for all cores. The result never depends on it.
        **options: the options of the game.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> from moon_envs.networks import ValueInputs, ValueNetwork, value_parameter_shapes
        >>> inputs = ValueInputs(moon_envs.game("launch"), solo=True)
        >>> weights = {name: np.zeros(shape) for name, shape in value_parameter_shapes(inputs).items()}
        >>> batch = moon_envs.Batch("launch", num_games=2, players=1, seed=0, opponent=1)
        >>> ahead = moon_envs.LookAhead("launch", 1, network=ValueNetwork(inputs, weights), redraws=2, opponent=1)
        >>> found = ahead.search(batch.states, seed=7)
        >>> bool(batch.mask[np.arange(2), found.choices].all())
        True
    """

    def __init__(
        self,
        /,
        game: str | Game,
        players: int | None = None,
        *,
        network: ValueNetwork | str | Path,
        redraws: int = DEFAULT_REDRAWS,
        threads: int | None = None,
        **options: Any,
    ):
        super().__init__(game, players, **options)
        self.redraws = check_whole_number("redraws", redraws, 1, MOST_REDRAWS)
        self.network = network
        self._allocate(threads)

    def _repr_facts_(self) -> Facts:
        return {**super()._repr_facts_(), "network": self.network, "redraws": self.redraws}

    def _allocate(self, threads: int | None) -> None:
        from moon_envs.engine.look_ahead.memory import LookerMemory
        from moon_envs.engine.threads import RowThreads, available_cores, thread_count

        network = find_value_network(self.network, self.game, self.configuration)
        count = thread_count(available_cores() if threads is None else threads, MOST_ROWS)
        memory = LookerMemory(count, MOST_ROWS, self.game, self.configuration.players, network.layers)
        memory.settle(**network.goal.weights(), **self._looker_settings())
        self._take_memory(memory, look_ahead_engine(), RowThreads(count, MOST_ROWS))

    def _looker_settings(self) -> dict[str, int]:
        return {"redraws": self.redraws}

    def _find(self, rows: np.ndarray) -> None:
        memory, count = self._memory, len(rows)
        with memory.looker() as looker:
            self._loops.find_players_to_move(looker, 0, count)
        self._order_what_is_hidden(count)
        self._threads.run_in_pieces(self._decide_rows, rows=count, arrays=memory, piece=self._rows_of_a_piece())
        if memory.stuck[0]:
            raise BrokenGameError(f"{self.game.id}: a rollout found no legal action, or no end of the game.")

    def _rows_of_a_piece(self) -> int:
        return max(1, REDRAWS_OF_A_PIECE // self.redraws)

    def _decide_rows(self, first: int, last: int) -> Iterator[None] | None:
        with self._memory.looker() as looker:
            self._loops.decide_rows(looker, first, last)
        return None
