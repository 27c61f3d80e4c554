"""Looking one action ahead: the positions after all legal actions, for a value function of the user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from moon_envs.base.checks import as_array, described_array, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch.rows import BatchRows, Rows
from moon_envs.core.hidden import order_what_is_hidden

BYTES_OF_ACTION = 33  # of everything but the observation


@dataclass(frozen=True, repr=False)
class LookedAhead(Shown):
    """The positions after every legal action of some rows, as the seat that decides sees them.

    All arrays have one entry for each legal action of each row: sorted by row as given, then by action.

    Attributes:
        row: (k,) int64, the row of the batch.
        action: (k,) int64, the legal action.
        seat: (k,) int64, the seat that decides in the row; everything below is from its view.
        observation: (k, columns) float32, what the seat knows after the action, in the encoding of the batch.
        points: (k,) int32, the seat's points then as far as it knows them; all of them if the game is over.
        done: (k,) bool, the action ends the game.
        outcome: (k,) float32, the seat's outcome where the game is over, else 0.
    """

    row: np.ndarray
    action: np.ndarray
    seat: np.ndarray
    observation: np.ndarray
    points: np.ndarray
    done: np.ndarray
    outcome: np.ndarray

    def _repr_facts_(self) -> Facts:
        return {"rows": len(self._begins()), "actions": len(self.action), "done": int(self.done.sum())}

    def best(self, values: Sequence[float] | np.ndarray) -> np.ndarray:
        """Return the action with the highest value in each row, the first of equals: (rows,) int64.

        Args:
            values: (k,) finite numbers, one for each action that was looked at.

        Raises:
            ConfigurationError: the values are something else.
        """
        count = len(self.action)
        given = as_array(values, count)
        is_list = given.shape == (count,) and (given.dtype.kind in "iuf" or not count)
        if not is_list or not np.isfinite(given).all():
            raise ConfigurationError(
                f"values={described_array(values)} is not allowed; allowed: {count} finite numbers, one for each "
                "action."
            )
        begins = self._begins()
        if not count:
            return np.zeros(0, dtype=np.int64)
        highest = np.repeat(np.maximum.reduceat(given, begins), np.diff(begins, append=count))
        places = np.where(given == highest, np.arange(count), count)
        return self.action[np.minimum.reduceat(places, begins)]

    def _begins(self) -> np.ndarray:
        """Return where the actions of each row begin."""
        return np.flatnonzero(np.diff(self.row, prepend=-1))


class RowsAhead(BatchRows):
    """The rows of a batch, and what they look like one action later."""

    def look_ahead(self, rows: Rows = None, seed: int | Sequence[int] | np.ndarray = 0) -> LookedAhead:
        """Show the position after every legal action; the batch does not change.

        A value function of yours can then choose the actions: `best` of the result finds the highest value of each row.
        (`moon_envs.LookAhead` chooses with a `ValueNetwork`, which needs no Python in between.)
        What the deciding seat cannot know and all future chance is redrawn first, once for each row, so that all
        actions of a row lead into the same future. Games that the seat cannot tell apart give equal results.

        A position is shown right after the action, also when another seat decides next: opponents do not answer, not
        even those in `random_seats`. Where players decide simultaneously, the decisions of the others are still open.

        Args:
            rows: which rows, whose games are not over; None for all of these.
            seed: row i is redrawn with seed + i; a list has one seed for each of the rows, and for rows=None one for
                every row of the batch.

        Raises:
            ConfigurationError: the game of a row is over, or the positions need too much memory.

        Example:
            >>> import moon_envs
            >>> batch = moon_envs.Batch("launch", num_games=4, players=1, seed=0)
            >>> ahead = batch.look_ahead(seed=1)
            >>> values = ahead.points + ahead.observation.mean(axis=1)  # your network knows better
            >>> batch.step(ahead.best(values))
        """
        given = self.row_numbers(rows)
        seeds = self._seeds_to_draw(seed, given, "look_ahead")
        with self._guard:
            is_running = self.actor[given] >= 0
            if rows is None:
                given, seeds = given[is_running], seeds[is_running]
            elif not is_running.all():
                raise ConfigurationError(
                    f"rows={shown(rows)} is not allowed: the game of row {given[~is_running][0]} is over."
                )
            return self._look_ahead(given, seeds, f"rows={shown(rows)}")

    def _look_ahead(self, rows: np.ndarray, seeds: np.ndarray, argument: str) -> LookedAhead:
        from moon_envs.engine.batch.memory import check_fits

        masks, columns = self.mask[rows], self.observation.shape[1]
        counts = np.count_nonzero(masks, axis=1)
        count = int(counts.sum())
        check_fits(argument, self._memory.size + count * (BYTES_OF_ACTION + 4 * columns))
        actions = np.flatnonzero(masks)
        actions %= self._action_count
        found = LookedAhead(
            row=np.repeat(rows, counts),
            action=actions,
            seat=np.repeat(self.actor[rows], counts),
            observation=np.zeros((count, columns), dtype=np.float32),
            points=np.zeros(count, dtype=np.int32),
            done=np.zeros(count, dtype=np.bool_),
            outcome=np.zeros(count, dtype=np.float32),
        )
        begins = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(counts)))
        arrays = (rows, seeds, begins, found)
        self._threads.run_in_pieces(self._look_at_piece, *arrays, rows=len(rows), arrays=(self._memory, arrays))
        return found

    def _look_at_piece(
        self, rows: np.ndarray, seeds: np.ndarray, begins: np.ndarray, found: LookedAhead, first: int, last: int
    ) -> None:
        """Look ahead in the rows at the places first..last-1, with working space of its own."""
        from moon_envs.engine.batch.ahead import ACTION_ARRAYS, AHEAD

        seats, roots = self.actor[rows[first:last]], self._memory.state_bytes[rows[first:last]]
        order_what_is_hidden(self.game, roots.view(self.game.state_dtype)[:, 0], seats)
        arrays = {name: getattr(found, name) for name in ACTION_ARRAYS} | {
            "roots": roots,
            "seats": seats,
            "seeds": seeds[first:last],
            "begins": begins[first : last + 1],
            "state": np.zeros_like(roots[0]),
            "features": np.zeros(self._arrays["features"].shape[1], dtype=np.int16),
            "outcomes": np.zeros(max(self.configuration.players, 2), dtype=np.float32),
        }
        ahead = np.zeros(1, dtype=AHEAD)
        ahead["buffers"] = self._buffers
        for name, array in arrays.items():
            ahead[name] = array.ctypes.data
        self._loops.look_ahead_rows(ahead.ctypes.data, last - first)
