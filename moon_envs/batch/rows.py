"""What stands behind `Batch`: the arrays it owns, the compiled loops over chosen rows, opponents, copies."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from moon_envs.base.checks import as_array, check_whole_number, is_whole_number, shown
from moon_envs.base.errors import AgentError, BrokenGameError, ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch.guard import UseGuard
from moon_envs.core.game import Configuration, Game, mode_facts
from moon_envs.core.rewards import Rewards, reward_fact
from moon_envs.engine.loading import engine

if TYPE_CHECKING:
    from moon_envs.agents.opponents import Opponents

AUTORESET_NAMES = ("disabled", "same_step", "next_step")
ACTIONS_SHOWN_IN_ERRORS = 12
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


class FirstRow(NamedTuple):
    """Views of what row 0 shows. Making a view costs as much as copying it, and batches of one game need it often."""

    observation: np.ndarray
    mask: np.ndarray
    reward: np.ndarray
    done: np.ndarray


class BatchRows(Shown):
    """The rows of a batch: arrays, loops over some of the rows, agents that play in them, copies.

    Every call first chooses the rows it works on, then runs loops over them.
    """

    game: Game
    configuration: Configuration
    rewards: Rewards
    encoding: str
    autoreset: str
    seat: int | None
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
    _opponents: Opponents | None

    def _repr_facts_(self) -> Facts:
        facts = {**mode_facts(self.game, self.configuration), "num_games": self._rows}
        if self.seat is not None and self._opponents is not None:
            facts |= {"seat": self.seat, "opponents": self._opponents.names}
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
        self._has_agents = self._opponents is not None and bool(self._opponents.agents)
        has_opponents = self._opponents is not None and players > 1
        self._steps_alone = self._has_one_thread and not has_opponents
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
            random_seats=sum(1 << seat for seat in self._opponents.random_seats) if self._opponents else 0,
            observer=self.seat or 0,
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
        """The row numbers meant by None (all), a row number, an array of row numbers, or a bool for every row.

        Args:
            rows: what was given.
            most: how many row numbers there may be; None for as many as there are rows.
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

    def _check_rows_once(self, rows: Any) -> np.ndarray:
        """The same, where no row can be meant twice."""
        given = self._check_rows(rows)
        if given is not self._every_row and len(np.unique(given)) != len(given):
            raise ConfigurationError(f"rows={shown(rows)} is not allowed: a row is named twice.")
        return given

    def _choose(self, rows: np.ndarray) -> None:
        """Let the loops work on these rows, which ascend."""
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

    # Opponents

    def _begin(self, loop: Any) -> None:
        """Change games from outside in the chosen rows, and let agents play until the caller decides."""
        if not self._has_agents:
            self._run(loop)
            self._check_stuck()
            return
        changed = self._chosen_flags()
        self._run(loop)
        self._arrays["carried"][changed] = 0.0
        self._let_agents_play(changed, changed.copy())
        self._check_stuck()

    def asking(self) -> UseGuard:
        """`with batch.asking():` refuses every call while agents are asked; what the arrays show stays as it is."""
        return self._guard

    def _step(self) -> None:
        """One decision in every chosen row, and the answers of the opponents."""
        if not self._has_agents:
            self._run(self._loops.step_rows)
            if self._opponents is not None:
                self._check_stuck()
            return
        with self._taken_back_on_failure():
            stepped, fresh = self._chosen_flags(), self.actor < 0
            self._run(self._loops.step_rows)
            self._let_agents_play(stepped, fresh)
            self._check_stuck()

    def _chosen_flags(self) -> np.ndarray:
        flags = np.zeros(self._rows, dtype=np.bool_)
        flags[self._arrays["chosen"][: self._chosen]] = True
        return flags

    def _let_agents_play(self, rows: np.ndarray, fresh: np.ndarray) -> None:
        """Ask the agents until the caller decides in all these rows.

        The reward of a step is what its own moves and the answers to them paid; what is paid in a game before the
        caller's first decision is carried over and given with that one.

        Args:
            rows: which rows were stepped or started.
            fresh: in which of them a game began in which the caller has not decided yet.
        """
        assert self._opponents is not None
        arrays = self._arrays
        reward = np.where(fresh[:, None], 0.0, arrays["carried"] + arrays["reward"]).astype(np.float32)
        arrays["carried"][rows & ~fresh] = 0.0
        ended, illegal = arrays["done"].copy(), arrays["illegal"].copy()
        fresh = fresh | ended
        while True:
            asked = rows & (self.actor >= 0) & (self.actor != self.seat)
            if not asked.any():
                break
            actions = self._opponents.ask(self, asked)
            arrays["actions"][:] = actions
            self._choose(np.flatnonzero(asked))
            self._run(self._loops.step_rows)
            reward[asked & ~fresh] += arrays["reward"][asked & ~fresh]
            arrays["carried"][asked & fresh] += arrays["reward"][asked & fresh]
            over = asked & arrays["done"]
            arrays["carried"][over & fresh] = 0.0
            ended |= over & ~fresh
            fresh = fresh | over
        arrays["reward"][rows] = reward[rows]
        arrays["done"][rows] = ended[rows]
        arrays["illegal"][:] = illegal

    def _play_out_with_agents(self) -> None:
        running = self.actor >= 0
        reward = np.zeros_like(self._arrays["reward"])
        self._memory.settle(autoreset=AUTORESET_NAMES.index("disabled"))
        try:
            while (self.actor >= 0).any():
                played = np.flatnonzero(self.actor >= 0)
                self._choose(played)
                self._run(self._loops.sample_rows)
                self._step()
                reward[played] += self._arrays["reward"][played]
        finally:
            self._memory.settle(autoreset=AUTORESET_NAMES.index(self.autoreset))
        self._arrays["reward"][running] = reward[running]

    @contextmanager
    def _taken_back_on_failure(self) -> Iterator[None]:
        """Let an agent that fails, or an interrupt, leave the batch as it was."""
        if not self._has_agents:
            yield
            return
        before = self._memory.contents()
        try:
            yield
        except BaseException:
            self._memory.restore(before)
            self._chosen = 0
            raise

    def _check_stuck(self) -> None:
        stuck = self._arrays["stuck"]
        if stuck[0]:
            row, stuck[0] = int(stuck[0]) - 1, 0
            raise BrokenGameError(
                f"{self.game.id}, row {row}: random play found no legal action, or no end of the game."
            )

    def _explain_illegal(self, row: int, action: int) -> str:
        """Why an action cannot be carried out in a row: names game, row, action and what is legal."""
        game, state, legal = self.game, self._memory.states[row], np.flatnonzero(self.mask[row])
        shown = "; ".join(f"{one}: {game.describe(int(one), state)}" for one in legal[:ACTIONS_SHOWN_IN_ERRORS])
        more = f"; and {len(legal) - ACTIONS_SHOWN_IN_ERRORS} more" if len(legal) > ACTIONS_SHOWN_IN_ERRORS else ""
        return (
            f"{game.id}, row {row}: action {action} ({game.actions.describe(action)}) is not legal for "
            f"player {self.actor[row]} now. Legal: {shown or 'nothing'}{more}."
        )

    # Copies

    def __copy__(self) -> Any:
        """Copies never share memory."""
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict) -> Any:
        """An independent batch. Agents with a state of their own are copied, too."""
        twin = object.__new__(type(self))
        state = self.__getstate__()
        try:
            state["opponents"] = copy.deepcopy(state["opponents"], memo)
        except Exception as error:
            raise AgentError(f"{self.game.id}: an agent of the opponents cannot be copied: {error}") from error
        twin.__setstate__(state)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Everything but addresses, threads and views, which belong to this object."""
        with self._guard:
            return {
                "game": self.game,
                "configuration": self.configuration,
                "rows": self._rows,
                "rewards": self.rewards,
                "encoding": self.encoding,
                "autoreset": self.autoreset,
                "threads": self._threads.count,
                "seat": self.seat,
                "opponents": self._opponents,
                "contents": self._memory.contents(),
            }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make a batch of what `__getstate__` gave, maybe in another process."""
        self.game, self.configuration = state["game"], state["configuration"]
        self._rows, self.seat, self._opponents = state["rows"], state["seat"], state["opponents"]
        self.rewards, self.encoding, self.autoreset = state["rewards"], state["encoding"], state["autoreset"]
        self._allocate(state["threads"])
        self._memory.restore(state["contents"])


def read_only(array: np.ndarray) -> np.ndarray:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
