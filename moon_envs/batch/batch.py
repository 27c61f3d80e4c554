"""`Batch`, the native interface: many games at once, in arrays that compiled loops write in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_envs.base.checks import (
    as_array,
    as_list,
    check_choice,
    check_whole_number,
    described_array,
    is_whole_number,
    shown,
)
from moon_envs.base.errors import ConfigurationError, IllegalActionError, SaveError
from moon_envs.batch.look_ahead import RowsAhead
from moon_envs.batch.rows import AUTORESET_NAMES, Rows, read_only, why_illegal
from moon_envs.core import saves
from moon_envs.core.game import Game
from moon_envs.core.registry import game as find_game
from moon_envs.core.rewards import check_reward
from moon_envs.core.tables import COMPACT, ENCODINGS

if TYPE_CHECKING:
    from moon_envs.render import Picture

ON_ILLEGAL = ("raise", "forfeit")
MOST_GAMES = 2**40  # far beyond any memory, which is checked later


class Batch(RowsAhead):
    """Many games of one kind, played in lockstep: one decision per game and step.

    Every step overwrites the arrays below; copy what you keep. You cannot write to them. Use a batch from one thread at
    a time; `copy.deepcopy`, `pickle` and `clone` give independent batches.

    Attributes:
        game: the `Game`.
        configuration: players and options.
        states: (N,) records, the games themselves. Change them with `set_states`.
        actor: (N,) int64, the seat that decides; -1 in a finished game.
        mask: (N, actions) int8, 1 for every legal action of the actor; all ones in a finished game.
        observation: (N, columns) float32 from 0 to 1, what the actor knows.
        features: (N, features) int16, the same before scaling, computed on request; `game.features` names them.
        reward: (N, players) float32, of the last step.
        done: (N,) bool, the last step ended the game; with autoreset "same_step" the next game has begun already.
        illegal: (N,) bool, an illegal action ended the game (`on_illegal="forfeit"` only).
        final_points: (N, sides, categories) int32, points of the last finished game of each row.
        final_outcome: (N, players) float32, the result of that game.
        final_decisions: (N,) int64, the number of decisions in that game.
        final_observation: (N, columns) float32, the last observation of the game that ended ("same_step" only).

    Args:
        game: a game id or a `Game`.
        num_games: the number of games N.
        players: the number of players; 1 is the solo mode.
        seed: row i starts from seed + i; None takes a random seed.
        reward: "outcome" (2 x share of the victory - 1, at the end), "points" (final points, scaled) or
            "points_delta" (every change of the points that the player may know, scaled); or a mixture, a dict of
            weights like `{"points_delta": 1.0, "outcome": 0.5}`.
        autoreset: what happens to finished games: "same_step", "next_step" or "disabled".
        encoding: "compact" (one column for each feature) or "one_hot" (one for each value of a category).
        threads: a number, or None for all cores when the batch is large. Results do not depend on it.
        random_seats: seats that random players take inside the compiled loops; you decide for the others.
            `moon_envs.SeatBatch` plays one seat against any agents.
        observer: the seat whose view of a finished game `observation` and `final_observation` show.
        **options: the options of the game, for example `opponent=3`.

    Methods that take `rows` accept row numbers in any order, a bool for every row, or None for all rows. Actions, seeds
    and states then have one entry for each of these rows. The cost grows with the number of these rows.

    Example:
        >>> import moon_envs
        >>> batch = moon_envs.Batch("launch", num_games=64, players=2, seed=0)
        >>> for _ in range(100):
        ...     batch.step(batch.sample())
        >>> batch.observation.shape[0], batch.mask.shape[0], batch.reward.shape
        (64, 64, (64, 2))
    """

    def __init__(
        self,
        /,
        game: str | Game,
        num_games: int = 1,
        players: int | None = None,
        seed: int | None = 0,
        *,
        reward: str | Mapping[str, float] = "outcome",
        encoding: str = COMPACT,
        autoreset: str = "same_step",
        threads: int | None = None,
        random_seats: Sequence[int] = (),
        observer: int = 0,
        **options: Any,
    ):
        self.game = find_game(game)
        self.game.check_arguments(options, Batch)
        self.configuration = self.game.configuration(players, **options)
        self._rows = check_whole_number("num_games", num_games, 1, MOST_GAMES)
        self.rewards = check_reward(reward)
        self.encoding = check_choice("encoding", encoding, ENCODINGS)
        self.autoreset = check_choice("autoreset", autoreset, AUTORESET_NAMES)
        self.random_seats = self._check_random_seats(random_seats)
        self.observer = self._check_seat(observer, "observer")
        self._allocate(threads)
        self.reset(seed if seed is not None else random_seed())

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
        """The reward for an illegal action that ends the game."""
        return self.rewards.lowest(self.game)

    @property
    def features(self) -> np.ndarray:
        """What the actors know as raw numbers, (N, features) int16; computed on request, read-only."""
        with self._guard:
            self._choose(self._every_row)
            self._run(self._loops.feature_rows)
        return read_only(self._arrays["features"])

    def _check_random_seats(self, given: Any) -> tuple[int, ...]:
        seats = as_list(given, self.configuration.players)
        if seats is None:
            raise ConfigurationError(f"random_seats={shown(given)} is not allowed; allowed: a list of seats.")
        seats = sorted({self._check_seat(seat, "random_seats") for seat in seats})
        if len(seats) == self.configuration.players:
            raise ConfigurationError("random_seats: one seat at least is the caller's; `play_out` plays all at random.")
        return tuple(seats)

    # Playing

    def reset(self, seed: int | Sequence[int | None] | np.ndarray | None = None, rows: Rows = None) -> None:
        """Start new games.

        Args:
            seed: row i starts from seed + i; a list has one seed for each of the rows. None, alone or in a list,
                starts the game that autoreset would start: the one that follows the present game.
            rows: which rows; None for all.
        """
        given = self.row_numbers(rows)
        seeds, follows = self._seeds(seed, given)
        if given is not self._every_row:
            order = np.argsort(given)
            given, seeds, follows = given[order], seeds[order], follows[order]
        with self._guard:
            self._choose(given)
            self._arrays["seeds"][: len(given)] = seeds
            self._arrays["follows"][: len(given)] = follows
            self._run(self._loops.reset_rows)
            self._check_stuck()

    def step(self, actions: int | Sequence[int] | np.ndarray, rows: Rows = None, on_illegal: str = "raise") -> None:
        """Carry out one action in every game, or in some of them; the others do not move.

        Args:
            actions: whole numbers, one for each of the rows; a batch of one game takes a plain number, too. Finished
                games ignore their action; with autoreset they start anew.
            rows: which rows; None for all.
            on_illegal: "raise" an error before anything moves, or "forfeit": the game ends, the player who chose gets
                the lowest reward, and `illegal` is set. Checkers that act without masks need the second.

        Raises:
            IllegalActionError: names the row, the action and the legal ones. No game has moved.
        """
        guard = self._guard
        if not guard.acquire(False) or guard.is_busy:
            guard.refuse()
        try:
            guard.is_busy = True
            if rows is None:
                if self._chosen != self._rows:
                    self._choose(self._every_row)
                if actions is not self._actions:
                    self._take(actions)
            else:
                self._take_rows(actions, rows)
            if type(on_illegal) is not str:
                check_choice("on_illegal", on_illegal, ON_ILLEGAL)
            if on_illegal == "raise":
                row = self._loops.first_illegal_row(self._buffers, self._chosen)
                if row >= 0:
                    raise IllegalActionError(why_illegal(self, row, int(self._actions[row])))
            elif on_illegal != "forfeit":
                check_choice("on_illegal", on_illegal, ON_ILLEGAL)
            if self._steps_alone:
                self._loops.step_rows(self._buffers, 0, self._chosen)
            else:
                self._run(self._loops.step_rows)
                self._check_stuck()
        finally:
            guard.is_busy = False
            guard.release()

    def _take(self, actions: Any) -> None:
        """Copy one action for every row into the batch's own array."""
        if self._rows == 1 and (type(actions) is int or is_whole_number(actions)):
            self._actions[0] = actions if 0 <= actions < self._action_count else -1
            return
        self._actions[:] = self._checked_actions(actions, self._rows)

    def _take_rows(self, actions: Any, rows: Rows) -> None:
        given = self.row_numbers(rows)
        if is_whole_number(actions) and len(given) == 1:
            actions = [actions]
        self._actions[given] = self._checked_actions(actions, len(given))
        self._choose(np.sort(given))

    def _checked_actions(self, actions: Any, count: int) -> np.ndarray:
        given = as_array(actions, count)
        if given.shape != (count,) or (given.dtype.kind not in "iu" and count):
            if given.ndim == 0 and count == 1:
                raise IllegalActionError(f"{self.game.id}: an action is a whole number, not {shown(actions)}.")
            raise IllegalActionError(
                f"{self.game.id}: step needs {count} whole numbers, one action for each row; "
                f"got {described_array(actions)}."
            )
        return given

    def sample(self, rows: Rows = None) -> np.ndarray:
        """Return a uniformly random legal action for every row, in an array that the next call overwrites.

        Args:
            rows: which rows; None for all. The random numbers of the other rows stay as they are.
        """
        guard = self._guard
        if not guard.acquire(False) or guard.is_busy:
            guard.refuse()
        try:
            guard.is_busy = True
            if rows is None:
                if self._chosen != self._rows:
                    self._choose(self._every_row)
            else:
                rows = self.row_numbers(rows)
                self._choose(np.sort(rows))
            self._run(self._loops.sample_rows)
        finally:
            guard.is_busy = False
            guard.release()
        return self._actions if rows is None else self._actions[rows]

    def play_out(self) -> None:
        """Play every game to its end with random legal actions; finished games are left alone.

        `reward`, `final_points`, `final_outcome` and `final_decisions` show the results. After an interrupt some games
        are finished and the others have not moved.
        """
        with self._guard:
            self._choose(self._every_row)
            loop = self._loops.play_out_rows
            self._threads.run_in_pieces(loop, self._buffers, rows=self._rows, arrays=self._memory)
            self._check_stuck()

    # Questions

    def points(self) -> np.ndarray:
        """Return the points as they stand, (N, sides, categories): the players, then the opponent of the solo mode."""
        with self._guard:
            self._choose(self._every_row)
            self._run(self._loops.count_rows)
            return self._arrays["standing"].copy()

    def observe(self, player: int, row: int = 0) -> np.ndarray:
        """Return what any player of a row knows, encoded like `observation`; it need not be the player's turn."""
        player, row = self._check_seat(player, "player"), self._check_row(row)
        features = np.zeros(self._arrays["features"].shape[1], dtype=np.int16)
        observation = np.empty(self.observation.shape[1], dtype=np.float32)
        with self._guard:
            self._loops.observe_seat(self._buffers, row, player, features, observation)
        return observation

    def known_points(self, player: int, row: int = 0) -> int:
        """Return a player's points as far as the player may know them; `points_delta` rewards changes in this value."""
        player, row = self._check_seat(player, "player"), self._check_row(row)
        with self._guard:
            return int(self._loops.known_points(self._buffers, row, player))

    def legal_actions(self, row: int = 0) -> np.ndarray:
        """Return the legal actions of a row."""
        row = self._check_row(row)
        with self._guard:
            return np.flatnonzero(self.mask[row])

    def describe(self, action: int, row: int = 0) -> str:
        """Say in words what an action would do in a row now."""
        return self.game.describe(action, self.record(row))

    def explain_illegal(self, action: int, row: int = 0) -> str:
        """Say why an action is not legal in a row: names game, row, action and the legal actions."""
        row = self._check_row(row)
        with self._guard:
            return why_illegal(self, row, action)

    def render(self, row: int = 0, seat: int | None = None) -> Picture:
        """Draw the game of a row; notebooks show the picture. `moon_envs.draw` has more options.

        Args:
            row: which game.
            seat: the player who looks, and sees only what this player may know; None shows everything.
        """
        from moon_envs.render import draw

        return draw(self.game, self.record(row), seat)

    def render_grid(
        self,
        rows: Rows = None,
        columns: int | None = None,
        seat: int | None = None,
        *,
        cell_width: int = 320,
    ) -> Picture:
        """Draw the games of several rows as one picture; notebooks show it.

        Every game is in a cell with its row, its points, and its result when it is over.

        Args:
            rows: which games, at most 100; None for the first 16.
            columns: the number of cells side by side; None for about as many as below each other.
            seat: the player who looks, the same in all games; None shows everything.
            cell_width: of each cell, in units of the picture.

        Raises:
            ConfigurationError: an argument is not allowed.

        Example:
            >>> import moon_envs
            >>> batch = moon_envs.Batch("mlem", num_games=64, players=2)
            >>> picture = batch.render_grid(rows=[0, 3, 5], columns=3)
            >>> picture.width
            992.0
        """
        from moon_envs.batch.pictures import grid_of_rows

        return grid_of_rows(self, rows, columns, seat, cell_width)

    # States that come and go

    def set_states(self, states: np.ndarray, rows: Rows = None) -> None:
        """Replace games; masks and observations follow.

        Args:
            states: records of the game's `state_dtype`, one for each of the rows, with this batch's number of players.
            rows: which rows; None for all.

        Raises:
            ConfigurationError: a record is of another game, or no game can go on from it; nothing has changed.
        """
        given = self.row_numbers(rows)
        states = self._own_records(states, given).copy()
        self.game.check_states(states, self.configuration.players)
        self.game.check_configuration(states, self.configuration)
        self.set_checked_states(states, given)

    def set_checked_states(self, states: np.ndarray, rows: np.ndarray) -> None:
        """Replace games by records that `Game.check_states` has accepted, or that a test has broken on purpose.

        Args:
            states: records of the game's `state_dtype`, one for each of the rows.
            rows: row numbers.
        """
        self.overwrite_records(states, rows)
        with self._guard:
            self._choose(np.sort(self.row_numbers(rows)))
            self._run(self._loops.take_over_rows)
            self._check_stuck()

    def overwrite_records(self, states: np.ndarray, rows: np.ndarray) -> None:
        """Write records, but neither masks nor observations: for tests with records that no game can reach."""
        given = self.row_numbers(rows)
        records = self._own_records(states, given)
        with self._guard:
            self._memory.state_bytes[given] = records.view(np.uint8).reshape(len(records), -1)

    def _own_records(self, states: Any, rows: np.ndarray) -> np.ndarray:
        """Return the records side by side in memory, if they are of this game and one for each row."""
        is_array = isinstance(states, np.ndarray) and states.dtype == self.game.state_dtype
        if not is_array or states.shape != rows.shape:
            raise ConfigurationError(f"set_states needs {len(rows)} records of the state type of {self.game.id}.")
        return np.ascontiguousarray(states)

    def record(self, row: int = 0) -> np.void:
        """Return a copy of the record of a row."""
        row = self._check_row(row)
        with self._guard:
            # Byte by byte: numpy copies a record field by field, which takes twenty times as long.
            return np.frombuffer(bytearray(self._memory.state_bytes[row]), dtype=self.game.state_dtype)[0]

    def save(self, row: int = 0) -> bytes:
        """Return the game of a row as bytes, for `load`."""
        configuration = self.configuration
        return saves.pack(self.game, self.record(row), players=configuration.players, options=configuration.options)

    def load(self, data: bytes, row: int = 0) -> None:
        """Put a saved game into a row; the other rows do not change.

        Raises:
            SaveError: the bytes are damaged, or belong to another game, version or number of players.
        """
        row = self._check_row(row)
        state, _ = saves.unpack(self.game, data)
        if state["player_count"] != self.configuration.players:
            raise SaveError(f"This save has {state['player_count']} players, this batch {self.configuration.players}.")
        states = np.array([state], dtype=self.game.state_dtype)
        self.game.check_configuration(states, self.configuration, SaveError)
        self.set_checked_states(states, np.array([row]))

    # What search uses

    def resample(
        self, rows: Rows, player: int | Sequence[int] | np.ndarray, seed: int | Sequence[int] | np.ndarray
    ) -> None:
        """Redraw everything a player cannot know, consistent with what the player knows.

        Args:
            rows: which rows; None for all.
            player: the seat that keeps what it knows, or one seat for each of the rows.
            seed: row i draws with seed + i; a list has one seed for each of the rows.
        """
        given = self.row_numbers(rows)
        seats = self._check_seats(player, len(given))
        seeds = self._seeds_to_draw(seed, given, "resample")
        order = np.argsort(given)
        with self._guard:
            self._choose(given if given is self._every_row else given[order])
            self._arrays["seeds"][: len(given)] = seeds[order]
            self._arrays["seats"][: len(given)] = seats[order]
            self._run(self._loops.resample_rows)
            self._check_stuck()

    def _check_seats(self, player: Any, count: int) -> np.ndarray:
        if is_whole_number(player):
            return np.full(count, self._check_seat(player, "player"))
        seats, last = as_array(player, count), self.configuration.players - 1
        if seats.shape != (count,) or seats.dtype.kind not in "iu" or (seats < 0).any() or (seats > last).any():
            raise ConfigurationError(
                f"player={shown(player)} is not allowed; allowed: 0 to {last}, or a list of {count} of these."
            )
        return seats.astype(np.int64)

    def copy_rows(self, from_rows: Rows, to_rows: Rows, source: Batch | None = None) -> None:
        """Copy games to other rows in one compiled call.

        The random numbers of `sample` and `play_out` are not copied, so copies of one game are played out differently.

        Args:
            from_rows: the rows to copy; a row may be named several times.
            to_rows: the rows to overwrite, one for each row to copy.
            source: the batch to copy from, of the same game, configuration, reward and encoding; None is this one.
        """
        source = self if source is None else self._check_source(source)
        targets = self.row_numbers(to_rows)
        sources = source._check_rows(from_rows, most=len(targets))
        if len(sources) != len(targets):
            raise ConfigurationError(f"copy_rows cannot copy {len(sources)} rows to {len(targets)} rows.")
        if source is self and np.isin(sources, targets).any():
            raise ConfigurationError("copy_rows cannot copy from a row that it overwrites.")
        with self._guard, nullcontext() if source is self else source._guard:
            self._loops.copy_rows(source._memory.rows_table, self._memory.rows_table, sources, targets)

    def _check_source(self, source: Any) -> Batch:
        if not isinstance(source, Batch):
            raise ConfigurationError(f"source={shown(source)} is not allowed; allowed: a Batch, or None for this one.")
        for what in ("game", "configuration", "rewards", "encoding"):
            if getattr(source, what) != getattr(self, what):
                raise ConfigurationError(f"copy_rows: the batches differ in their {what}.")
        # The loops play random seats before they return, so no copied game may wait for one.
        if self.random_seats and self.random_seats != source.random_seats:
            raise ConfigurationError("copy_rows: the batches differ in their random_seats.")
        return source

    def clone(self) -> Batch:
        """Return an independent batch in the same position with the same random numbers."""
        return self.__deepcopy__({})


def random_seed() -> int:
    """Return a random seed from the operating system."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))
