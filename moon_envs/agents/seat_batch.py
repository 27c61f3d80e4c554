"""One seat of many games, played against agents."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from moon_envs.agents.opponents import Opponents
from moon_envs.base.checks import check_choice, check_whole_number
from moon_envs.base.errors import AgentError
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch.batch import Batch
from moon_envs.batch.guard import UseGuard
from moon_envs.batch.rows import AUTORESET_NAMES, DISABLED, SAME_STEP, FirstRow, Rows, read_only
from moon_envs.core.game import Configuration, Game
from moon_envs.core.registry import game as find_game
from moon_envs.core.tables import COMPACT


class SeatBatch(Shown):
    """Many games in which you play one seat and opponents the others: a step is your decision and all answers to it.

    It holds a `Batch`, in which it is your turn whenever a call returns. The arrays have the names, shapes and meanings
    of `Batch`; `reward` is the reward of your decision and of the answers to it. Rewards before your first decision
    are added to that decision. If an agent fails or is interrupted, no game has moved.

    Random opponents play inside the compiled loops. Other agents are called from Python, once for all games that wait
    for the same agent.

    Attributes:
        batch: the games: read points, words, pictures and saves from it, but move them with this object only.
        seat: the seat you play.
        opponents: who plays the other seats, with their names.
        states, actor, mask, observation, reward, done, illegal: as in `Batch`, after every step.
        final_points, final_outcome, final_decisions, final_observation: as in `Batch`, of finished games.

    Args:
        game: a game id or a `Game`.
        num_games: the number of games.
        players: the number of players; 1 is the solo mode.
        seed: row i starts from seed + i; None takes a random seed.
        seat: the seat you play.
        opponents: who plays the other seats: "random", a name, a function, or a list (see `moon_envs.agents`).
        reward: as in `Batch`.
        encoding: as in `Batch`.
        autoreset: as in `Batch`.
        threads: as in `Batch`.
        **options: the options of the game, for example `opponent=3`.

    Example:
        >>> import moon_envs
        >>> games = moon_envs.SeatBatch("mlem", num_games=16, players=3, seat=1, opponents=["greedy", "random"])
        >>> games.step(games.sample())
        >>> set(games.actor.tolist()), games.reward.shape
        ({1}, (16, 3))
    """

    def __init__(
        self,
        /,
        game: str | Game,
        num_games: int = 1,
        players: int | None = None,
        seed: int | None = 0,
        *,
        seat: int = 0,
        opponents: Any = "random",
        reward: str | Mapping[str, float] = "outcome",
        encoding: str = COMPACT,
        autoreset: str = "same_step",
        threads: int | None = None,
        **options: Any,
    ):
        found = find_game(game)
        found.check_arguments(options, SeatBatch)
        configuration = found.configuration(players, **options)
        self.seat = check_whole_number("seat", seat, 0, configuration.players - 1)
        self.opponents = Opponents(found, configuration, self.seat, opponents)
        self.autoreset = check_choice("autoreset", autoreset, AUTORESET_NAMES)
        self.batch = Batch(
            found,
            num_games,
            configuration.players,
            seed,
            reward=reward,
            encoding=encoding,
            autoreset=DISABLED if self.opponents.agents else autoreset,  # `_play_on` restarts games between agents
            threads=threads,
            random_seats=self.opponents.random_seats,
            observer=self.seat,
            **configuration.given_options,
        )
        self._results = Results.of(self.batch) if self.opponents.agents else None
        self._share_arrays()
        if self._results is not None:
            with self._guard:
                self._play_on(np.arange(len(self)), is_new=True)

    def _share_arrays(self) -> None:
        batch = self.batch
        self._guard = UseGuard(batch.game.id)
        self.states, self.actor, self.mask, self.observation = batch.states, batch.actor, batch.mask, batch.observation
        self.final_points, self.final_outcome = batch.final_points, batch.final_outcome
        self.final_decisions = batch.final_decisions
        shown = batch if self._results is None else self._results
        self.reward, self.done = read_only(shown.reward), read_only(shown.done)
        self.illegal, self.final_observation = read_only(shown.illegal), read_only(shown.final_observation)
        self.first_row = FirstRow(self.observation[0], self.mask[0], self.reward[0], self.done[:1])

    def __len__(self) -> int:
        return len(self.batch)

    @property
    def num_games(self) -> int:
        """The number of games."""
        return len(self.batch)

    @property
    def threads(self) -> int:
        """How many threads a step uses."""
        return self.batch.threads

    @property
    def game(self) -> Game:
        """The game."""
        return self.batch.game

    @property
    def configuration(self) -> Configuration:
        """Players and options."""
        return self.batch.configuration

    def _repr_facts_(self) -> Facts:
        who = {"seat": self.seat, "opponents": self.opponents.names}
        return {**self.batch._repr_facts_(), "autoreset": self.autoreset, **who}

    # Playing

    def reset(self, seed: int | Sequence[int | None] | np.ndarray | None = None, rows: Rows = None) -> None:
        """Start new games, as `Batch.reset`; opponents who come first play until it is your turn."""
        if self._results is None:
            self.batch.reset(seed, rows)
            return
        with self._taken_back_on_failure(rows) as given:
            self.batch.reset(seed, rows)
            self._play_on(given, is_new=True)

    def step(self, actions: int | Sequence[int] | np.ndarray, rows: Rows = None, on_illegal: str = "raise") -> None:
        """Carry out your action in every game, or in some of them, and the answers of the opponents.

        Args:
            actions: as in `Batch.step`.
            rows: as in `Batch.step`.
            on_illegal: as in `Batch.step`.

        Raises:
            IllegalActionError: names the row, the action and the legal ones. No game has moved.
            AgentError: an opponent failed. No game has moved.
        """
        if self._results is None:
            self.batch.step(actions, rows, on_illegal)
            return
        with self._taken_back_on_failure(rows) as given:
            over = self.actor[given] < 0
            self.batch.step(actions, rows, on_illegal)
            starts = over if self.autoreset != DISABLED else np.zeros_like(over)
            if starts.any():
                self.batch.reset(None, given[starts])
            self._play_on(given, is_new=starts)

    def sample(self, rows: Rows = None) -> np.ndarray:
        """Return a uniformly random legal action for every row, as `Batch.sample`."""
        actions = self.batch.sample(rows)
        return actions if self._results is None else actions.copy()  # agents' actions pass through the batch's array

    def play_out(self) -> None:
        """Play every game to its end with random legal actions for you; finished games are left alone.

        An interrupt leaves some games finished and the others as they were.
        """
        if self._results is None:
            self.batch.play_out()
            return
        paid = np.zeros_like(self.reward)
        started = running = np.flatnonzero(self.actor >= 0)
        while len(running):
            with self._taken_back_on_failure(running):
                self.batch.step(self.batch.sample(running), running)
                self._play_on(running, restarts=False)
            paid[running] += self.reward[running]
            running = running[self.actor[running] >= 0]
        self._results.reward[started] = paid[started]

    def set_states(self, states: np.ndarray, rows: Rows = None) -> None:
        """Replace games, as `Batch.set_states`; opponents whose turn it is play until it is yours."""
        with self._taken_back_on_failure(rows) as given:
            self.batch.set_states(states, rows)
            self._play_on(given, is_new=True)

    def load(self, data: bytes, row: int = 0) -> None:
        """Put a saved game into a row, as `Batch.load`; opponents whose turn it is play until it is yours."""
        with self._taken_back_on_failure(row) as given:
            self.batch.load(data, row)
            self._play_on(given, is_new=True)

    # Answers

    @contextmanager
    def _taken_back_on_failure(self, rows: Rows) -> Iterator[np.ndarray]:
        """Let one call at a time in, and bring these rows back if an agent fails or the call is interrupted."""
        with self._guard:
            given = np.sort(self.batch.row_numbers(rows))
            before = self.batch.checkpoint(given)
            try:
                yield given
            except BaseException:
                self.batch.restore(before)
                raise

    def _play_on(self, rows: np.ndarray, is_new: bool | np.ndarray = False, restarts: bool = True) -> None:
        """Let agents decide until it is the caller's turn in these rows, then publish the results of the whole step.

        Args:
            rows: the rows in which the caller has decided, or a game has begun.
            is_new: whether a game has begun in which the caller has not decided yet, for all rows or each of them.
            restarts: whether finished games start anew as `autoreset` says.
        """
        results, batch = self._results, self.batch
        if results is None:
            return
        new = np.broadcast_to(np.asarray(is_new), rows.shape).copy()
        reward = np.where(new[:, None], np.float32(0.0), results.carried[rows] + batch.reward[rows])
        carried = np.zeros_like(reward)
        done, illegal = batch.done[rows] & ~new, batch.illegal[rows]
        over, finals = done.copy(), []
        while True:
            if over.any() and restarts and self.autoreset == SAME_STEP:
                ended = rows[over]
                finals.append((ended, batch.observation[ended]))
                batch.reset(None, ended)
            new |= over
            asked = np.flatnonzero((batch.actor[rows] >= 0) & (batch.actor[rows] != self.seat))
            if not len(asked):
                break
            waiting, was_new = rows[asked], new[asked]
            batch.step(self.opponents.ask(batch, waiting), waiting)
            paid, ended_now = batch.reward[waiting], batch.done[waiting]
            reward[asked[~was_new]] += paid[~was_new]
            carried[asked[was_new]] += paid[was_new]
            carried[asked[was_new & ended_now]] = 0.0
            done[asked] |= ended_now & ~was_new
            over[:] = False
            over[asked] = ended_now
        results.reward[rows], results.done[rows], results.illegal[rows] = reward, done, illegal
        results.carried[rows] = carried
        for ended, observation in finals:
            results.final_observation[ended] = observation

    # Copies

    def clone(self) -> SeatBatch:
        """An independent object in the same position; opponents with a state of their own are copied, too."""
        return copy.deepcopy(self)

    def __copy__(self) -> SeatBatch:
        """Copies never share games."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict) -> SeatBatch:
        """An independent object.

        Raises:
            AgentError: an opponent cannot be copied.
        """
        state = self.__getstate__()
        try:
            opponents = copy.deepcopy(self.opponents, memo)
        except Exception as error:
            raise AgentError(f"{self.game.id}: an agent of the opponents cannot be copied: {error}") from error
        twin = object.__new__(type(self))
        twin.__setstate__({**copy.deepcopy({**state, "opponents": None}, memo), "opponents": opponents})
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Return everything except views and the guard, which belong to this object."""
        names = ("batch", "seat", "opponents", "autoreset")
        with self._guard:
            return {**{name: getattr(self, name) for name in names}, "_results": self._results}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Set up an object from what `__getstate__` returned, in this or another process."""
        vars(self).update(state)
        self._share_arrays()


class Results(NamedTuple):
    """The results of a step with agents, which is several steps of the batch.

    `carried` has the rewards from before the caller's first decision in a game.
    """

    reward: np.ndarray
    carried: np.ndarray
    done: np.ndarray
    illegal: np.ndarray
    final_observation: np.ndarray

    @classmethod
    def of(cls, batch: Batch) -> Results:
        """Blank results for a batch."""
        reward, final_observation = np.zeros_like(batch.reward), np.zeros_like(batch.final_observation)
        return cls(reward, reward.copy(), np.zeros_like(batch.done), np.zeros_like(batch.illegal), final_observation)
