"""Batch, the native interface: many games at once, arrays it owns and writes in place, no Python per decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from moon_envs import saves
from moon_envs.compiling import compiled_module
from moon_envs.errors import ConfigurationError, IllegalActionError
from moon_envs.game import Configuration, Game
from moon_envs.registry import game as find_game

AUTORESET_NAMES = ("disabled", "same_step", "next_step")
REWARD_NAMES = ("outcome", "points", "points_delta")
ACTIONS_SHOWN_IN_ERRORS = 12


class Batch:
    """Many games of one kind, played in lockstep, one decision per game and step.

    The arrays below belong to the batch and are overwritten by every step; copy what you keep. They are read-only.

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
        final_decisions: (N,) int64, decisions of the last finished game of each row.
        final_observation: (N, features) float32, the last observation of the game that ended ("same_step" only).

    Args:
        game: a game id or a `Game`.
        num_games: the number of games N.
        players: the number of players; 1 is the solo mode.
        seed: row i is dealt from seed + i; None takes a random seed.
        reward: "outcome" (2 x share of the victory - 1, at the end), "points" (final points, scaled) or
            "points_delta" (every change of the points, scaled).
        autoreset: what happens to finished games: "same_step", "next_step" or "disabled".
        threads: None for all cores when the batch is large, or a number. The result never depends on it.
        seat: None to decide for every seat, or the one seat you play; the others then play randomly.
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
    final_decisions: np.ndarray
    final_observation: np.ndarray

    def __init__(
        self,
        game: str | Game,
        num_games: int = 1,
        players: int | None = None,
        seed: int | None = 0,
        *,
        reward: str = "outcome",
        autoreset: str = "same_step",
        threads: int | None = None,
        seat: int | None = None,
        **options: Any,
    ):
        from moon_envs.engine.threads import RowThreads, thread_count

        self.game = find_game(game)
        self.configuration: Configuration = self.game.configuration(players, **options)
        if isinstance(num_games, bool) or not isinstance(num_games, (int, np.integer)) or num_games < 1:
            raise ConfigurationError(f"num_games={num_games!r} is not allowed; allowed: 1 or more.")
        self.reward_name = _one_of("reward", reward, REWARD_NAMES)
        self.autoreset = _one_of("autoreset", autoreset, AUTORESET_NAMES)
        if seat is not None and seat not in range(self.configuration.players):
            raise ConfigurationError(
                f"seat={seat!r} is not allowed; allowed: 0 to {self.configuration.players - 1}, or None for all seats."
            )
        self.seat = seat
        self._rows = int(num_games)
        self._threads = RowThreads(thread_count(threads, self._rows), self._rows)
        self._entry = self.game.entry
        self._allocate()
        self.reset(seed)

    def _allocate(self) -> None:
        loops = self._loops = compiled_module("moon_envs.engine.batch", "the engine")
        from moon_envs.engine.buffers import ARRAYS, BUFFERS
        from moon_envs.engine.sampling import BYTES_OF_WORD

        players, game = self.configuration.players, self.game
        sizes = {
            "N": self._rows,
            "P": players,
            "S": self.configuration.sides,
            "C": len(game.categories),
            "A": len(game.actions),
            "F": game.features.size(players),
        }
        self._states = game.new_states(self.configuration, self._rows)
        low, high = game.features.bounds(players)
        self._feature_low = low.astype(np.float32)
        self._feature_scale = (1.0 / np.maximum(high - low, 1)).astype(np.float32)
        self._arrays = {name: np.zeros([sizes[axis] for axis in axes], dtype) for name, dtype, axes in ARRAYS}
        masks = np.zeros(self._rows * sizes["A"] + BYTES_OF_WORD, dtype=np.int8)  # read by words, so beyond the end
        self._arrays["mask"] = masks[: self._rows * sizes["A"]].reshape(self._rows, sizes["A"])
        self._buffers = np.zeros(1, dtype=BUFFERS)
        for name, array in self._arrays.items():
            self._buffers[name] = array.ctypes.data
        self._buffers["states"] = self._states.ctypes.data
        self._buffers["feature_low"] = self._feature_low.ctypes.data
        self._buffers["feature_scale"] = self._feature_scale.ctypes.data
        settings = {
            "rows": self._rows,
            "state_size": game.state_dtype.itemsize,
            "players": players,
            "sides": self.configuration.sides,
            "categories": len(game.categories),
            "action_count": len(game.actions),
            "feature_count": sizes["F"],
            "features_are_scaled": (low == 0).all() and (high == 1).all(),
            "seat": loops.ALL_SEATS if self.seat is None else self.seat,
            "autoreset": AUTORESET_NAMES.index(self.autoreset),
            "reward_kind": REWARD_NAMES.index(self.reward_name),
            "points_scale": game.points_scale,
            "lowest_reward": self.lowest_reward,
        }
        for name, value in settings.items():
            self._buffers[name] = value
        self.states = _read_only(self._states)
        for name in ("actor", "mask", "observation", "reward", "done", "illegal", "final_points",
                     "final_decisions", "final_observation"):  # fmt: skip
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
        self._threads.run(self._loops.feature_rows, self._entry, self._buffers)
        return _read_only(self._arrays["features"])

    def reset(self, seed: int | Sequence[int] | np.ndarray | None = None, rows: np.ndarray | None = None) -> None:
        """Start new games.

        Args:
            seed: row i is dealt from seed + i; an array gives every row its own seed; None takes a random seed.
            rows: a bool array of the rows to reset, None for all.
        """
        seeds = self._arrays["seeds"]
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))
        if isinstance(seed, (int, np.integer)):
            if seed < 0:
                raise ConfigurationError(f"seed={seed} is not allowed; allowed: 0 or more, or None.")
            seeds[:] = np.uint64(int(seed) % 2**64) + np.arange(self._rows, dtype=np.uint64)
        else:
            given = np.asarray(seed)
            if given.shape != (self._rows,) or given.dtype.kind not in "iu":
                raise ConfigurationError(f"seed needs {self._rows} whole numbers, one for each row.")
            seeds[:] = given.astype(np.uint64)
        self._select(rows)
        self._threads.run(self._loops.reset_rows, self._entry, self._buffers)

    def reset_following(self, rows: np.ndarray | None = None) -> None:
        """Start the games that follow the present ones: the same that autoreset would deal."""
        self._select(rows)
        self._threads.run(self._loops.restart_rows, self._entry, self._buffers)

    def _select(self, rows: np.ndarray | None) -> None:
        if rows is None:
            self._arrays["selected"][:] = True
            return
        chosen = np.asarray(rows)
        if chosen.shape != (self._rows,) or chosen.dtype != np.bool_:
            raise ConfigurationError(f"rows needs {self._rows} bools, one for each row.")
        self._arrays["selected"][:] = chosen

    def step(self, actions: np.ndarray | Sequence[int]) -> None:
        """Carry out one action in every game.

        Args:
            actions: (N,) whole numbers. Rows that wait for their reset take anything.

        Raises:
            IllegalActionError: names the row, the action and the legal ones. No game has moved.
        """
        self._take(actions)
        row = self._loops.first_illegal_row(self._buffers)
        if row >= 0:
            raise IllegalActionError(self.explain_illegal(row, int(self._arrays["actions"][row])))
        self._threads.run(self._loops.step_rows, self._entry, self._buffers)

    def step_or_forfeit(self, actions: np.ndarray | Sequence[int]) -> None:
        """Like `step`, but an illegal action ends its game with the lowest reward, and `illegal` is set.

        For adapters to ecosystems whose checkers act without masks.
        """
        self._take(actions)
        self._threads.run(self._loops.step_rows, self._entry, self._buffers)

    def step_rows(self, actions: np.ndarray | Sequence[int], rows: np.ndarray) -> None:
        """Carry out one action in some of the games; the others do not move.

        Args:
            actions: (N,) whole numbers; those of other rows are ignored.
            rows: a bool array of the rows to step.

        Raises:
            IllegalActionError: names the row, the action and the legal ones. No game has moved.
        """
        self._take(actions)
        self._select(rows)
        for row in np.flatnonzero(self._arrays["selected"]):
            action = int(self._arrays["actions"][row])
            if not self.done[row] and not (0 <= action < len(self.game.actions) and self.mask[row, action]):
                raise IllegalActionError(self.explain_illegal(int(row), action))
        self._threads.run(self._loops.step_selected_rows, self._entry, self._buffers)

    def step_single(self, action: int, strict: bool = True) -> None:
        """Carry out one action in a batch of one game, without the cost of making an array.

        Args:
            action: the action.
            strict: raise on an illegal action, as `step` does; otherwise end the game, as `step_or_forfeit` does.
        """
        self._arrays["actions"][0] = action if 0 <= action < len(self.game.actions) else -1
        if strict and self._loops.first_illegal_row(self._buffers) >= 0:
            raise IllegalActionError(self.explain_illegal(0, action))
        self._loops.step_rows(self._entry, self._buffers, 0, 1)

    def _take(self, actions: np.ndarray | Sequence[int]) -> None:
        if actions is self._arrays["actions"]:
            return
        given = np.asarray(actions)
        if given.shape != (self._rows,) or given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"{self.game.id}: step needs {self._rows} whole numbers, one action for each row; "
                f"got shape {given.shape} of {given.dtype}."
            )
        self._arrays["actions"][:] = given

    def sample(self) -> np.ndarray:
        """A uniformly random legal action for every row, in an array that the next call overwrites."""
        self._threads.run(self._loops.sample_rows, self._entry, self._buffers)
        return self._arrays["actions"]

    def play_out(self) -> None:
        """Play every game to its end with random legal actions; see `reward`, `final_points`, `final_decisions`."""
        self._threads.run(self._loops.play_out_rows, self._entry, self._buffers)
        self._refresh()

    def points(self) -> np.ndarray:
        """Points as they stand, (N, sides, categories): the players and, in solo mode, the rival last."""
        self._threads.run(self._loops.count_rows, self._entry, self._buffers)
        return self._arrays["standing"].copy()

    def observe(self, player: int, row: int = 0) -> np.ndarray:
        """What a player knows in a row, whoever decides: float32 features from 0 to 1."""
        features = np.zeros(self.observation.shape[1], dtype=np.int16)
        observation = np.empty(self.observation.shape[1], dtype=np.float32)
        self._loops.observe_seat(self._entry, self._buffers, row, player, features, observation)
        return observation

    def set_states(self, states: np.ndarray) -> None:
        """Replace all games; masks and observations follow.

        Args:
            states: (N,) records of the game's `state_dtype`, with this batch's number of players.
        """
        if states.shape != (self._rows,) or states.dtype != self.game.state_dtype:
            raise ConfigurationError(f"set_states needs {self._rows} records of the state type of {self.game.id}.")
        if (states["player_count"] != self.configuration.players).any():
            raise ConfigurationError(f"set_states needs records of games with {self.configuration.players} players.")
        self._bytes()[:] = np.ascontiguousarray(states).view(np.uint8).reshape(self._rows, -1)
        self._refresh()

    def _bytes(self) -> np.ndarray:
        """The records byte by byte; numpy's own copy of records leaves out the padding between fields."""
        return self._states.view(np.uint8).reshape(self._rows, -1)

    def _refresh(self) -> None:
        self._threads.run(self._loops.view_rows, self._entry, self._buffers)

    def record(self, row: int = 0) -> np.void:
        """The record of a row, an exact copy down to the padding between its fields."""
        return np.frombuffer(bytearray(self._bytes()[row]), dtype=self.game.state_dtype)[0]

    def save(self, row: int = 0) -> bytes:
        """The game of a row as bytes."""
        return saves.pack(self.game, self._states[row])

    def load(self, data: bytes, row: int = 0) -> None:
        """Put a saved game into a row.

        Raises:
            SaveError: the bytes are damaged, or belong to another game, version or number of players.
        """
        state, _ = saves.unpack(self.game, data)
        if state["player_count"] != self.configuration.players:
            raise saves.SaveError(
                f"This save has {state['player_count']} players, this batch {self.configuration.players}."
            )
        self._bytes()[row] = np.frombuffer(state.tobytes(), dtype=np.uint8)
        self._refresh()

    def clone(self) -> Batch:
        """An independent batch in the same position, which will deal and sample the same."""
        twin = Batch(
            self.game,
            self._rows,
            self.configuration.players,
            reward=self.reward_name,
            autoreset=self.autoreset,
            threads=self.threads,
            seat=self.seat,
            **self.configuration.options,
        )
        twin._bytes()[:] = self._bytes()
        for name, array in self._arrays.items():
            twin._arrays[name][...] = array
        return twin

    def resample(self, row: int, player: int, seed: int) -> None:
        """Redraw everything `player` cannot know in a row, consistent with what the player knows (for search)."""
        address = self._states.ctypes.data + row * self._states.itemsize
        self._loops.resample_state(self._entry, address, player, seed)
        self._refresh()

    def legal_actions(self, row: int = 0) -> np.ndarray:
        """The legal actions of a row."""
        return np.flatnonzero(self.mask[row])

    def describe(self, action: int, row: int = 0) -> str:
        """An action in words, as it would be carried out in a row."""
        return self.game.describe(action, self._states[row])

    def explain_illegal(self, row: int, action: int) -> str:
        """Why an action cannot be carried out in a row: names game, row, action and what is legal."""
        legal = self.legal_actions(row)
        shown = "; ".join(f"{choice}: {self.describe(int(choice), row)}" for choice in legal[:ACTIONS_SHOWN_IN_ERRORS])
        more = f"; and {len(legal) - ACTIONS_SHOWN_IN_ERRORS} more" if len(legal) > ACTIONS_SHOWN_IN_ERRORS else ""
        return (
            f"{self.game.id}, row {row}: action {action} ({self.game.actions.describe(action)}) is not legal for "
            f"player {self.actor[row]} now. Legal: {shown}{more}."
        )


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def _one_of(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ConfigurationError(f"{name}={value!r} is not allowed; allowed: {', '.join(allowed)}.")
    return str(value)
