"""The arrays of a `Batch`, the compiled loops over chosen rows, checkpoints and copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from moon_envs.base.checks import as_array, as_list, check_whole_number, is_whole_number, shown
from moon_envs.base.errors import BrokenGameError, ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch.guard import UseGuard
from moon_envs.core.game import Configuration, Game, mode_facts
from moon_envs.core.rewards import Rewards, reward_fact
from moon_envs.engine.loading import engine

if TYPE_CHECKING:
    from moon_envs.batch.batch import Batch

DISABLED, SAME_STEP, NEXT_STEP = AUTORESET_NAMES = ("disabled", "same_step", "next_step")
ACTIONS_SHOWN_IN_ERRORS = 12
Rows = int | Sequence[int] | np.ndarray | None
SHOWN_ARRAYS = (
    "actor",
    "mask",
    "observation",
    "reward",
    "done",
    "illegal",
    "final_points",
    "final_outcome",
    "final_decisions",
    "final_observation",
)
# What a step writes for a row and no later call can compute again.
RESULTS = ("reward", "done", "illegal", "final_points", "final_outcome", "final_decisions")


class FirstRow(NamedTuple):
    """Views of the arrays of row 0. A batch of one game reads them every step, and making a view costs a copy."""

    observation: np.ndarray
    mask: np.ndarray
    reward: np.ndarray
    done: np.ndarray


class Checkpoint(NamedTuple):
    """Games and their last results, from which `BatchRows.restore` computes everything else again."""

    rows: np.ndarray
    states: np.ndarray
    results: dict[str, np.ndarray]


class BatchRows(Shown):
    """The rows of a batch: arrays, loops over some of the rows, copies.

    Every call first chooses the rows it works on, then runs loops over them.
    """

    game: Game
    configuration: Configuration
    rewards: Rewards
    encoding: str
    autoreset: str
    random_seats: tuple[int, ...]
    observer: int
    states: np.ndarray
    first_row: FirstRow
    actor: np.ndarray
    mask: np.ndarray
    observation: np.ndarray
    reward: np.ndarray
    done: np.ndarray
    illegal: np.ndarray
    final_points: np.ndarray
    final_outcome: np.ndarray
    final_decisions: np.ndarray
    final_observation: np.ndarray
    _rows: int

    def _repr_facts_(self) -> Facts:
        facts = {**mode_facts(self.game, self.configuration), "num_games": self._rows}
        more = {"reward": reward_fact(self.rewards), "encoding": self.encoding, "autoreset": self.autoreset}
        return {**facts, **more, "finished": int((self.actor < 0).sum())}

    def _allocate(self, threads: int | None) -> None:
        self._loops = engine()
        from moon_envs.engine.batch.memory import BatchMemory, check_memory
        from moon_envs.engine.threads import RowThreads, thread_count

        players, game = self.configuration.players, self.game
        self._threads = RowThreads(thread_count(threads, self._rows), self._rows)
        self._has_one_thread = self._threads.count == 1
        sizes = {
            "N": self._rows,
            "P": players,
            "S": self.configuration.sides,
            "C": len(game.categories),
            "A": len(game.actions),
            "F": game.features.size(players),
            "E": game.features.size(players, self.encoding),
        }
        check_memory(game.state_dtype.itemsize, sizes)
        states = game.new_states(self.configuration, self._rows)
        widths = game.features.widths(players, self.encoding)
        self._memory = BatchMemory(states, sizes, game.features.bounds(players), widths)
        self._guard = UseGuard(game.id)
        self._arrays: dict[str, Any] = self._memory.arrays
        self._buffers = self._memory.buffers.ctypes.data
        self._actions, self._action_count = self._arrays["actions"], len(game.actions)
        self._steps_alone = self._has_one_thread and not self.random_seats
        self._memory.settle(
            entry=game.entry,
            rows=self._rows,
            state_size=game.state_dtype.itemsize,
            players=players,
            sides=self.configuration.sides,
            categories=len(game.categories),
            action_count=len(game.actions),
            feature_count=sizes["F"],
            observed_count=sizes["E"],
            random_seats=sum(1 << seat for seat in self.random_seats),
            observer=self.observer,
            autoreset=AUTORESET_NAMES.index(self.autoreset),
            outcome_weight=self.rewards.outcome,
            points_weight=self.rewards.points,
            delta_weight=self.rewards.points_delta,
            points_scale=game.points_scale,
            lowest_reward=self.rewards.lowest(game),
        )
        self._every_row = np.arange(self._rows)
        self._chosen = 0
        self.states = read_only(states)
        for name in SHOWN_ARRAYS:
            setattr(self, name, read_only(self._arrays[name]))
        self.first_row = FirstRow(self.observation[0], self.mask[0], self.reward[0], self.done[:1])

    # Rows

    def _check_rows(self, rows: Any, most: int | None = None) -> np.ndarray:
        """Return the row numbers that None (all), a number, an array of numbers or a bool for every row mean.

        Args:
            rows: the argument of the caller.
            most: the longest list of row numbers that is allowed; None for the number of rows.
        """
        if rows is None:
            return self._every_row
        if is_whole_number(rows):
            return np.array([self._check_row(rows)])
        given = as_array(rows, self._rows if most is None else max(most, self._rows))
        if given.dtype == np.bool_ and given.shape == (self._rows,):
            return np.flatnonzero(given)
        is_list = given.ndim == 1 and (given.dtype.kind in "iu" or not given.size)
        if not is_list or (given.size and (given.min() < 0 or given.max() >= self._rows)):
            raise ConfigurationError(
                f"rows={shown(rows)} is not allowed; allowed: row numbers from 0 to {self._rows - 1}, {self._rows} "
                "bools, or None for all."
            )
        return given.astype(np.int64)

    def _choose(self, rows: np.ndarray) -> None:
        """Let the loops work on these rows, in ascending order."""
        if rows is self._every_row and self._chosen == self._rows:
            return
        self._chosen = len(rows)
        self._arrays["chosen"][: len(rows)] = rows

    def _run(self, loop: Any) -> None:
        """Call a loop for the chosen rows."""
        if self._has_one_thread:
            loop(self._buffers, 0, self._chosen)
        else:
            self._threads.run(loop, self._buffers, rows=self._chosen, arrays=self._memory)

    def _check_row(self, row: Any) -> int:
        return check_whole_number("row", row, 0, self._rows - 1)

    def _check_seat(self, seat: Any, name: str, also: str = "") -> int:
        return check_whole_number(name, seat, 0, self.configuration.players - 1, also=also)

    def asking(self) -> UseGuard:
        """`with batch.asking():` refuses every call of the batch, so that an agent cannot change what it is shown."""
        return self._guard

    def row_numbers(self, rows: Any) -> np.ndarray:
        """Return the row numbers that an argument `rows` means.

        Raises:
            ConfigurationError: a row does not exist, or is named twice.
        """
        given = self._check_rows(rows)
        if given is not self._every_row and len(np.unique(given)) != len(given):
            raise ConfigurationError(f"rows={shown(rows)} is not allowed: a row is named twice.")
        return given

    def _seeds(self, seed: Any, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the seed of each of the rows, and in which of them the following game starts instead."""
        if seed is None:
            return np.zeros(len(rows), dtype=np.uint64), np.ones(len(rows), dtype=np.bool_)
        if is_whole_number(seed):
            first = check_whole_number("seed", seed, 0, also="None")
            return np.uint64(first % 2**64) + rows.astype(np.uint64), np.zeros(len(rows), dtype=np.bool_)
        if isinstance(seed, np.ndarray) and seed.dtype.kind in "iu" and seed.shape == rows.shape and (seed >= 0).all():
            return seed.astype(np.uint64), np.zeros(len(rows), dtype=np.bool_)
        given = as_list(seed, len(rows))
        is_list = given is not None and len(given) == len(rows)
        if not is_list or not all(one is None or (is_whole_number(one) and one >= 0) for one in given or ()):
            raise ConfigurationError(
                f"seed={shown(seed)} is not allowed; allowed: a whole number, 0 or more, None, or a list of "
                f"{len(rows)} of these, one for each row."
            )
        follows = np.array([one is None for one in given or ()], dtype=np.bool_)
        return np.array([0 if one is None else int(one) % 2**64 for one in given or ()], dtype=np.uint64), follows

    def _seeds_to_draw(self, seed: Any, rows: np.ndarray, method: str) -> np.ndarray:
        """Return the seed of each of the rows for a method that redraws what is hidden."""
        seeds, follows = self._seeds(seed, rows)
        if follows.any():
            raise ConfigurationError(f"{method} needs a seed for every row, not None.")
        return seeds

    def checkpoint(self, rows: np.ndarray) -> Checkpoint:
        """Remember the games and last results of some rows, so that `restore` can bring them back."""
        names = (*RESULTS, "final_observation") if self.autoreset == SAME_STEP else RESULTS
        rows = self.row_numbers(rows)
        return Checkpoint(rows, self._memory.state_bytes[rows], {name: self._arrays[name][rows] for name in names})

    def restore(self, checkpoint: Checkpoint) -> None:
        """Bring the rows of a checkpoint of this batch back; actors, masks and observations are computed again."""
        rows = self.row_numbers(checkpoint.rows)
        with self._guard:
            self._memory.state_bytes[rows] = checkpoint.states
            self._choose(np.sort(rows))
            self._run(self._loops.take_over_rows)
            for name, values in checkpoint.results.items():
                self._arrays[name][rows] = values

    def _check_stuck(self) -> None:
        stuck = self._arrays["stuck"]
        if stuck[0]:
            row, stuck[0] = int(stuck[0]) - 1, 0
            raise BrokenGameError(
                f"{self.game.id}, row {row}: random play found no legal action, or no end of the game."
            )

    # Copies

    def __copy__(self) -> Any:
        """Copies never share memory."""
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict) -> Any:
        """An independent batch."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Return everything except addresses, threads and views, which belong to this object."""
        with self._guard:
            return {
                "game": self.game,
                "configuration": self.configuration,
                "rows": self._rows,
                "rewards": self.rewards,
                "encoding": self.encoding,
                "autoreset": self.autoreset,
                "threads": self._threads.count,
                "random_seats": self.random_seats,
                "observer": self.observer,
                "contents": self._memory.contents(),
            }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Set up a batch from what `__getstate__` returned, in this or another process."""
        self.game, self.configuration = state["game"], state["configuration"]
        self._rows, self.random_seats, self.observer = state["rows"], state["random_seats"], state["observer"]
        self.rewards, self.encoding, self.autoreset = state["rewards"], state["encoding"], state["autoreset"]
        self._allocate(state["threads"])
        self._memory.restore(state["contents"])


def why_illegal(batch: Batch, row: int, action: int) -> str:
    """Say why an action is not legal in a row: names game, row, action and the legal actions."""
    game, state, legal = batch.game, batch.states[row], np.flatnonzero(batch.mask[row])
    shown = "; ".join(f"{one}: {game.describe(int(one), state)}" for one in legal[:ACTIONS_SHOWN_IN_ERRORS])
    more = f"; and {len(legal) - ACTIONS_SHOWN_IN_ERRORS} more" if len(legal) > ACTIONS_SHOWN_IN_ERRORS else ""
    return (
        f"{game.id}, row {row}: action {action} ({game.actions.describe(action)}) is not legal for "
        f"player {batch.actor[row]} now. Legal: {shown or 'nothing'}{more}."
    )


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a read-only view."""
    view = array.view()
    view.flags.writeable = False
    return view
