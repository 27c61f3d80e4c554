"""Batch, the native interface: many games at once, arrays it owns and writes in place, no Python per decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from moon_envs import saves
from moon_envs.checks import check_choice, check_whole_number, is_whole_number, shown
from moon_envs.compiling import engine
from moon_envs.errors import BrokenGameError, ConfigurationError, IllegalActionError, SaveError
from moon_envs.game import Configuration, Game
from moon_envs.guard import UseGuard
from moon_envs.opponents import Opponents, ask_policies, check_no_opponents
from moon_envs.registry import game as find_game

AUTORESET_NAMES = ("disabled", "same_step", "next_step")
REWARD_NAMES = ("outcome", "points", "points_delta")
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


class Batch:
    """Many games of one kind, played in lockstep, one decision per game and step.

    The arrays below belong to the batch and are overwritten by every step; copy what you keep. They are read-only. A
    batch is used by one thread at a time; `copy.deepcopy`, `pickle` and `clone` give independent batches.

    Attributes:
        game: the `Game`.
        configuration: players and options.
        states: (N,) records, the games themselves. Change them with `set_states`.
        actor: (N,) int64, the seat that decides; -1 in a finished game.
        mask: (N, actions) int8, 1 for every legal action of the actor; all ones in a finished game.
        observation: (N, features) float32 from 0 to 1, what the actor knows.
        features: (N, features) int16, the same before scaling, written when asked for; `game.features` names them.
        reward: (N, players) float32, of the last step.
        done: (N,) bool, the game ended in the last step (with autoreset "same_step" the next one has begun already).
        illegal: (N,) bool, the game was ended by an illegal action (`step_or_forfeit` only).
        final_points: (N, sides, categories) int32, points of the last finished game of each row.
        final_outcome: (N, players) float32, its result.
        final_decisions: (N,) int64, its decisions.
        final_observation: (N, features) float32, the last observation of the game that ended ("same_step" only).

    Args:
        game: a game id or a `Game`.
        num_games: the number of games N.
        players: the number of players; 1 is the solo mode.
        seed: row i is dealt from seed + i; None takes a random seed.
        reward: "outcome" (2 x share of the victory - 1, at the end), "points" (final points, scaled) or
            "points_delta" (every change of the points, scaled, as far as the player may know of it).
        autoreset: what happens to finished games: "same_step", "next_step" or "disabled".
        threads: None for all cores when the batch is large, or a number. The result never depends on it.
        seat: None to decide for every seat, or the one seat you play.
        opponents: who plays the other seats then: "random", a name, a function, or a list (see `moon_envs.agents`).
        **options: the options of the game, for example `opponent=3`.

    Example:
        >>> import moon_envs
        >>> batch = moon_envs.Batch("launch", num_games=64, players=2, seed=0)
        >>> for _ in range(100):
        ...     batch.step(batch.sample())
        >>> batch.observation.shape[0], batch.mask.shape[0], batch.reward.shape
        (64, 64, (64, 2))
    """

    states: np.ndarray
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

    def __init__(
        self,
        /,
        game: str | Game,
        num_games: int = 1,
        players: int | None = None,
        seed: int | None = 0,
        *,
        reward: str = "outcome",
        autoreset: str = "same_step",
        threads: int | None = None,
        seat: int | None = None,
        opponents: Any = "random",
        **options: Any,
    ):
        self.game = find_game(game)
        self.configuration: Configuration = self.game.configuration(players, **options)
        self._rows = check_whole_number("num_games", num_games, 1)
        self.reward_name = check_choice("reward", reward, REWARD_NAMES)
        self.autoreset = check_choice("autoreset", autoreset, AUTORESET_NAMES)
        self.seat = seat
        self._opponents: Opponents | None = None
        if seat is None:
            check_no_opponents(opponents)
        else:
            self.seat = self._check_seat(seat, "seat", also="None for all seats")
            self._opponents = Opponents(self.seat, self.configuration.players, opponents)
        self._allocate(threads)
        self.reset(seed if seed is not None else _random_seed())

    def _allocate(self, threads: int | None) -> None:
        self._loops = engine()
        from moon_envs.engine.memory import BatchMemory, check_memory
        from moon_envs.engine.threads import RowThreads, thread_count

        players, game = self.configuration.players, self.game
        self._threads = RowThreads(thread_count(threads, self._rows), self._rows)
        sizes = {
            "N": self._rows,
            "P": players,
            "S": self.configuration.sides,
            "C": len(game.categories),
            "A": len(game.actions),
            "F": game.features.size(players),
        }
        check_memory(game.state_dtype.itemsize, sizes)
        states = game.new_states(self.configuration, self._rows)
        self._memory = BatchMemory(states, sizes, game.features.bounds(players))
        self._guard = UseGuard(game.id)
        self._arrays, self._buffers = self._memory.arrays, self._memory.buffers
        self._actions, self._action_count = self._arrays["actions"], len(game.actions)
        self._has_policies = self._opponents is not None and bool(self._opponents.policies)
        self._memory.settle(
            entry=game.entry,
            rows=self._rows,
            state_size=game.state_dtype.itemsize,
            players=players,
            sides=self.configuration.sides,
            categories=len(game.categories),
            action_count=len(game.actions),
            feature_count=sizes["F"],
            random_seats=sum(1 << seat for seat in self._opponents.random_seats) if self._opponents else 0,
            observer=self.seat or 0,
            autoreset=AUTORESET_NAMES.index(self.autoreset),
            reward_kind=REWARD_NAMES.index(self.reward_name),
            points_scale=game.points_scale,
            lowest_reward=self.lowest_reward,
        )
        self.states = _read_only(states)
        for name in SHOWN_ARRAYS:
            setattr(self, name, _read_only(self._arrays[name]))

    def __len__(self) -> int:
        return self._rows

    @property
    def num_games(self) -> int:
        """The number of games N."""
        return self._rows

    @property
    def threads(self) -> int:
        """How many threads a step uses."""
        return self._threads.count

    @property
    def lowest_reward(self) -> float:
        """What a player gets for an illegal action where that ends the game."""
        return -1.0 if self.reward_name == "outcome" else self.game.lowest_points / self.game.points_scale

    @property
    def features(self) -> np.ndarray:
        """What the actors know as raw numbers, (N, features) int16; written when asked for, read-only."""
        with self._guard:
            self._run(self._loops.feature_rows)
        return _read_only(self._arrays["features"])

    def _run(self, loop: Any) -> None:
        if self._threads.count == 1:
            loop(self._buffers, 0, self._rows)
        else:
            self._threads.run(loop, self._buffers, arrays=self._memory)

    # New games

    def reset(self, seed: int | Sequence[int] | np.ndarray | None = None, rows: np.ndarray | None = None) -> None:
        """Start new games.

        Args:
            seed: row i is dealt from seed + i; an array gives every row its own seed; None takes a random seed.
            rows: a bool array of the rows to reset, None for all.
        """
        seeds = self._seeds(_random_seed() if seed is None else seed)
        with self._guard:
            self._select(rows)
            self._arrays["seeds"][:] = seeds
            self._begin(self._loops.reset_rows)

    def reset_following(self, rows: np.ndarray | None = None) -> None:
        """Start the games that follow the present ones: the same that autoreset would deal."""
        with self._guard:
            self._select(rows)
            self._begin(self._loops.restart_rows)

    def _seeds(self, seed: Any) -> np.ndarray:
        if is_whole_number(seed):
            first = check_whole_number("seed", seed, 0, also="None")
            return np.uint64(first % 2**64) + np.arange(self._rows, dtype=np.uint64)
        given = np.asarray(seed)
        if given.shape != (self._rows,) or given.dtype.kind not in "iu" or (given < 0).any():
            raise ConfigurationError(f"seed needs {self._rows} whole numbers, 0 or more, one for each row.")
        return given.astype(np.uint64)

    def _select(self, rows: np.ndarray | None) -> None:
        if rows is None:
            self._arrays["selected"][:] = True
            return
        chosen = np.asarray(rows)
        if chosen.shape != (self._rows,) or chosen.dtype != np.bool_:
            raise ConfigurationError(f"rows needs {self._rows} bools, one for each row.")
        self._arrays["selected"][:] = chosen

    def _begin(self, loop: Any) -> None:
        """Start games in the selected rows, and let policies play until the caller decides."""
        with self._taken_back_on_failure():
            self._run(loop)
            if self._has_policies:
                started = self._arrays["selected"].copy()
                self._arrays["carried"][started] = 0.0
                self._let_policies_play(started, started.copy())
            self._check_stuck()

    # Steps

    def step(self, actions: np.ndarray | Sequence[int]) -> None:
        """Carry out one action in every game.

        Args:
            actions: (N,) whole numbers. Finished games take anything; with autoreset they start anew.

        Raises:
            IllegalActionError: names the row, the action and the legal ones. No game has moved.
        """
        guard = self._guard
        if not guard.acquire(False) or guard.is_asking:
            guard.refuse()
        try:
            self._take(actions)
            self._refuse_illegal(self._loops.first_illegal_row(self._buffers))
            self._step(self._loops.step_rows)
        finally:
            guard.release()

    def step_or_forfeit(self, actions: np.ndarray | Sequence[int]) -> None:
        """Like `step`, but an illegal action ends its game with the lowest reward, and `illegal` is set.

        For adapters to ecosystems whose checkers act without masks.
        """
        with self._guard:
            self._take(actions)
            self._step(self._loops.step_rows)

    def step_rows(self, actions: np.ndarray | Sequence[int], rows: np.ndarray) -> None:
        """Carry out one action in some of the games; the others do not move.

        Args:
            actions: (N,) whole numbers; those of other rows are ignored.
            rows: a bool array of the rows to step.

        Raises:
            IllegalActionError: names the row, the action and the legal ones. No game has moved.
        """
        with self._guard:
            self._take(actions)
            self._select(rows)
            self._refuse_illegal(self._loops.first_illegal_selected_row(self._buffers))
            self._step(self._loops.step_selected_rows)

    def step_single(self, action: int, strict: bool = True) -> None:
        """Carry out one action in a batch of one game, without the cost of making an array.

        Args:
            action: the action.
            strict: raise on an illegal action, as `step` does; otherwise end the game, as `step_or_forfeit` does.
        """
        if self._rows != 1:
            raise ConfigurationError(f"step_single is for a batch of one game; this one has {self._rows}.")
        if type(action) is not int and not is_whole_number(action):
            raise IllegalActionError(f"{self.game.id}: an action is a whole number, not {shown(action)}.")
        guard = self._guard
        if not guard.acquire(False) or guard.is_asking:
            guard.refuse()
        try:
            self._actions[0] = action if 0 <= action < self._action_count else -1
            if strict and self._loops.first_illegal_row(self._buffers) >= 0:
                raise IllegalActionError(self.explain_illegal(0, int(action)))
            if self._opponents is None:
                self._loops.step_rows(self._buffers, 0, 1)
            else:
                self._step(self._loops.step_rows)
        finally:
            guard.release()

    def _take(self, actions: np.ndarray | Sequence[int]) -> None:
        if actions is self._actions:
            return
        given = np.asarray(actions)
        if given.shape != (self._rows,) or given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"{self.game.id}: step needs {self._rows} whole numbers, one action for each row; "
                f"got shape {given.shape} of {given.dtype}."
            )
        self._actions[:] = given

    def _refuse_illegal(self, row: int) -> None:
        if row >= 0:
            raise IllegalActionError(self.explain_illegal(row, int(self._actions[row])))

    def _step(self, loop: Any) -> None:
        if not self._has_policies:
            self._run(loop)
            if self._opponents is not None:
                self._check_stuck()
            return
        with self._taken_back_on_failure():
            stepped = self._arrays["selected"] if loop is self._loops.step_selected_rows else np.True_
            fresh = self.actor < 0
            self._run(loop)
            self._let_policies_play(np.broadcast_to(stepped, self._rows).copy(), fresh)
            self._check_stuck()

    def _let_policies_play(self, rows: np.ndarray, fresh: np.ndarray) -> None:
        """Ask the policies until the caller decides in all these rows.

        The reward of a step is what its own moves and the answers to them paid; what is paid in a game before the
        caller's first decision is carried over and given with that one.

        Args:
            rows: which rows were stepped or started.
            fresh: in which of them a game began in which the caller has not decided yet.
        """
        arrays, policies = self._arrays, self._opponents.policies
        reward = np.where(fresh[:, None], 0.0, arrays["carried"] + arrays["reward"]).astype(np.float32)
        arrays["carried"][rows & ~fresh] = 0.0
        ended, illegal = arrays["done"].copy(), arrays["illegal"].copy()
        fresh = fresh | ended
        while True:
            asked = rows & (self.actor >= 0) & (self.actor != self.seat)
            if not asked.any():
                break
            self._guard.is_asking = True
            try:
                actions = ask_policies(policies, asked, self.actor, self.observation, self.mask, self.explain_illegal)
            finally:
                self._guard.is_asking = False
            arrays["actions"][:] = actions
            arrays["selected"][:] = asked
            self._run(self._loops.step_selected_rows)
            reward[asked & ~fresh] += arrays["reward"][asked & ~fresh]
            arrays["carried"][asked & fresh] += arrays["reward"][asked & fresh]
            over = asked & arrays["done"]
            arrays["carried"][over & fresh] = 0.0
            ended |= over & ~fresh
            fresh = fresh | over
        arrays["reward"][rows] = reward[rows]
        arrays["done"][rows] = ended[rows]
        arrays["illegal"][:] = illegal

    @contextmanager
    def _taken_back_on_failure(self) -> Iterator[None]:
        """Let a policy that fails, or an interrupt, leave the batch as it was."""
        if not self._has_policies:
            yield
            return
        before = self._memory.contents()
        try:
            yield
        except BaseException:
            self._memory.restore(before)
            raise

    def _check_stuck(self) -> None:
        stuck = self._arrays["stuck"]
        if stuck[0]:
            row, stuck[0] = int(stuck[0]) - 1, 0
            raise BrokenGameError(
                f"{self.game.id}, row {row}: random play found no legal action, or no end of the game."
            )

    def sample(self) -> np.ndarray:
        """A uniformly random legal action for every row, in an array that the next call overwrites."""
        guard = self._guard
        if not guard.acquire(False) or guard.is_asking:
            guard.refuse()
        try:
            self._run(self._loops.sample_rows)
        finally:
            guard.release()
        return self._actions

    def play_out(self) -> None:
        """Play every game to its end: random legal actions for the caller, and the opponents as ever.

        See `reward`, `final_points`, `final_outcome`, `final_decisions`. Finished games are left alone. An interrupt
        leaves some games finished and the others as they were.
        """
        with self._guard:
            if self._has_policies:
                self._play_out_with_policies()
                return
            self._threads.run_in_pieces(self._loops.play_out_rows, self._buffers, arrays=self._memory)
            self._check_stuck()

    def _play_out_with_policies(self) -> None:
        running = self.actor >= 0
        reward = np.zeros_like(self._arrays["reward"])
        self._memory.settle(autoreset=AUTORESET_NAMES.index("disabled"))
        try:
            while (self.actor >= 0).any():
                self._run(self._loops.sample_rows)
                self._select(self.actor >= 0)
                played = self._arrays["selected"].copy()
                self._step(self._loops.step_selected_rows)
                reward[played] += self._arrays["reward"][played]
        finally:
            self._memory.settle(autoreset=AUTORESET_NAMES.index(self.autoreset))
        self._arrays["reward"][running] = reward[running]

    # Questions

    def points(self) -> np.ndarray:
        """Points as they stand, (N, sides, categories): the players and, in solo mode, the rival last."""
        with self._guard:
            self._run(self._loops.count_rows)
            return self._arrays["standing"].copy()

    def observe(self, player: int, row: int = 0) -> np.ndarray:
        """What a player knows in a row, whoever decides: float32 features from 0 to 1."""
        player, row = self._check_seat(player, "player"), self._check_row(row)
        features = np.zeros(self.observation.shape[1], dtype=np.int16)
        observation = np.empty(self.observation.shape[1], dtype=np.float32)
        with self._guard:
            self._loops.observe_seat(self._buffers, row, player, features, observation)
        return observation

    def known_points(self, player: int, row: int = 0) -> int:
        """A player's points in a row as the player may know them: what `points_delta` pays the changes of."""
        player, row = self._check_seat(player, "player"), self._check_row(row)
        with self._guard:
            return int(self._loops.known_points(self._buffers, row, player))

    def legal_actions(self, row: int = 0) -> np.ndarray:
        """The legal actions of a row."""
        return np.flatnonzero(self.mask[self._check_row(row)])

    def describe(self, action: int, row: int = 0) -> str:
        """An action in words, as it would be carried out in a row."""
        return self.game.describe(action, self._memory.states[self._check_row(row)])

    def explain_illegal(self, row: int, action: int) -> str:
        """Why an action cannot be carried out in a row: names game, row, action and what is legal."""
        legal = self.legal_actions(row)
        shown = "; ".join(f"{choice}: {self.describe(int(choice), row)}" for choice in legal[:ACTIONS_SHOWN_IN_ERRORS])
        more = f"; and {len(legal) - ACTIONS_SHOWN_IN_ERRORS} more" if len(legal) > ACTIONS_SHOWN_IN_ERRORS else ""
        return (
            f"{self.game.id}, row {row}: action {action} ({self.game.actions.describe(action)}) is not legal for "
            f"player {self.actor[row]} now. Legal: {shown or 'nothing'}{more}."
        )

    def _check_row(self, row: Any) -> int:
        return check_whole_number("row", row, 0, self._rows - 1)

    def _check_seat(self, seat: Any, name: str, also: str = "") -> int:
        return check_whole_number(name, seat, 0, self.configuration.players - 1, also=also)

    # States that come and go

    def set_states(self, states: np.ndarray) -> None:
        """Replace all games; masks and observations follow.

        Args:
            states: (N,) records of the game's `state_dtype`, with this batch's number of players.

        Raises:
            ConfigurationError: a record that no game can go on from, or of another game; nothing has changed.
        """
        is_array = isinstance(states, np.ndarray) and states.dtype == self.game.state_dtype
        if not is_array or states.shape != (self._rows,):
            raise ConfigurationError(f"set_states needs {self._rows} records of the state type of {self.game.id}.")
        states = np.ascontiguousarray(states).copy()
        self.game.check_states(states, self.configuration.players)
        with self._guard:
            self._replace(states, slice(0, self._rows))

    def _replace(self, states: np.ndarray, rows: slice) -> None:
        """Put records into rows as they are, and let opponents play until the caller decides."""
        replaced = np.zeros(self._rows, dtype=np.bool_)
        replaced[rows] = True
        with self._taken_back_on_failure():
            self._memory.state_bytes[rows] = states.view(np.uint8).reshape(len(states), -1)
            self._loops.take_over_rows(self._buffers, rows.start, rows.stop)
            if self._has_policies:
                self._arrays["carried"][replaced] = 0.0
                self._let_policies_play(replaced, replaced.copy())
            self._check_stuck()

    def record(self, row: int = 0) -> np.void:
        """The record of a row, a copy."""
        return self._memory.states[self._check_row(row)].copy()

    def save(self, row: int = 0) -> bytes:
        """The game of a row as bytes."""
        return saves.pack(self.game, self._memory.states[self._check_row(row)])

    def load(self, data: bytes, row: int = 0) -> None:
        """Put a saved game into a row; the other rows are left alone.

        Raises:
            SaveError: the bytes are damaged, or belong to another game, version or number of players.
        """
        row = self._check_row(row)
        state, _ = saves.unpack(self.game, data)
        if state["player_count"] != self.configuration.players:
            raise SaveError(f"This save has {state['player_count']} players, this batch {self.configuration.players}.")
        with self._guard:
            self._replace(np.array([state], dtype=self.game.state_dtype), slice(row, row + 1))

    def resample(self, row: int, player: int, seed: int) -> None:
        """Redraw everything `player` cannot know in a row, consistent with what the player knows (for search)."""
        row, player = self._check_row(row), self._check_seat(player, "player")
        seed = check_whole_number("seed", seed, 0)
        with self._guard, self._taken_back_on_failure():
            self._loops.resample_row(self._buffers, row, player, np.uint64(seed % 2**64))
            if self._has_policies:
                redrawn = np.arange(self._rows) == row
                self._arrays["carried"][row] = 0.0
                self._let_policies_play(redrawn, redrawn.copy())
            self._check_stuck()

    # Copies

    def clone(self) -> Batch:
        """An independent batch in the same position, which will deal, sample and play opponents the same."""
        return self.__deepcopy__({})

    def __copy__(self) -> Batch:
        """Copies never share memory."""
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict) -> Batch:
        """An independent batch. Policies are functions of the caller's and are shared."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Everything but addresses, threads and views, which belong to this object."""
        with self._guard:
            return {
                "game": self.game,
                "configuration": self.configuration,
                "rows": self._rows,
                "reward_name": self.reward_name,
                "autoreset": self.autoreset,
                "threads": self.threads,
                "seat": self.seat,
                "opponents": self._opponents,
                "contents": self._memory.contents(),
            }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make a batch of what `__getstate__` gave, maybe in another process."""
        self.game, self.configuration = state["game"], state["configuration"]
        self._rows, self.seat, self._opponents = state["rows"], state["seat"], state["opponents"]
        self.reward_name, self.autoreset = state["reward_name"], state["autoreset"]
        self._allocate(state["threads"])
        self._memory.restore(state["contents"])


def _random_seed() -> int:
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view
