"""Wrappers that record games of the environments during training, for `moon-envs replay`.

A recording needs every decision of a game. The wrapper sees the caller's actions, and a callback reports those of
agents. Random opponents decide inside compiled code, but their choices depend only on the seed of the game and the
decision number, so the recorder computes them again after the game. Before it writes a recording, it replays it and
compares its end with the end in the environment.
"""

from __future__ import annotations

import os
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorWrapper
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import BaseParallelWrapper, BaseWrapper

from moon_envs.agents import SeatBatch
from moon_envs.base.checks import as_array, check_whole_number, shown
from moon_envs.base.errors import ConfigurationError, SaveError
from moon_envs.base.files.disk import as_path, check_new_folder, write_file
from moon_envs.base.showing import Facts, Shown
from moon_envs.base.splitmix import decision_words
from moon_envs.batch import Batch
from moon_envs.envs.aec import MoonAEC
from moon_envs.envs.parallel import MoonParallel
from moon_envs.envs.reports import environment_facts
from moon_envs.envs.single_agent import MoonEnv
from moon_envs.envs.vector import MoonVectorEnv
from moon_envs.records.recording import Recording

CHANGED = (
    "was changed without the wrapper that records it, or a wrapper inside it changed the actions. Loaded games cannot "
    "be recorded; wrappers that change actions must be around this one, not inside it."
)


class RecordGames(gymnasium.Wrapper):
    """Records some of the games of an environment of this package, with all decisions of the opponents.

    Every recorded game becomes one file like `game-00000100.json`, a `Recording`; `moon-envs replay FILE` shows it.
    A game that `reset` breaks off is not written. A game that an illegal action ends is written without that action.

    Args:
        env: an environment of `gymnasium.make("moon_envs/...")`; its other wrappers must not change actions.
        folder: the folder of the files; it is made, or must be empty.
        every: 100 records the first game and every 100th after it.

    Raises:
        ConfigurationError: `env` is not an environment of this package, or the folder cannot be written to or is not
            empty.

    Example:
        >>> import pathlib, tempfile, gymnasium, moon_envs
        >>> from moon_envs.envs.recorders import RecordGames
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     env = RecordGames(gymnasium.make("moon_envs/Launch-v0", players=2), folder, every=2)
        ...     for seed in range(3):
        ...         _, info = env.reset(seed=seed)
        ...         is_over = False
        ...         while not is_over:
        ...             _, _, is_over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        ...     print(sorted(path.name for path in pathlib.Path(folder).iterdir()))
        ['game-00000000.json', 'game-00000002.json']
    """

    def __init__(self, env: gymnasium.Env, folder: str | os.PathLike[str], every: int = 100):
        super().__init__(env)
        if not isinstance(env.unwrapped, MoonEnv):
            raise _not_ours("RecordGames", env, "gymnasium.make")
        self._games = RecordedRows(env.unwrapped.seat_batch, folder, every)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game."""
        self._games.begin([0])
        return super().reset(seed=seed, options=options)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Carry out an action.

        Raises:
            SaveError: the game that ended cannot be recorded.
        """
        self._games.decide(as_array([action]))
        result = super().step(action)
        self._games.end()
        return result


class RecordVectorGames(VectorWrapper):
    """Records some of the games of a vector environment of this package, counted in the order in which they begin.

    Args:
        env: an environment of `gymnasium.make_vec("moon_envs/...")`.
        folder: as for `RecordGames`.
        every: as for `RecordGames`.

    Raises:
        ConfigurationError: as `RecordGames`.
    """

    def __init__(self, env: gymnasium.vector.VectorEnv, folder: str | os.PathLike[str], every: int = 100):
        super().__init__(env)
        if not isinstance(env.unwrapped, MoonVectorEnv):
            raise _not_ours("RecordVectorGames", env, "gymnasium.make_vec")
        self._mode = env.unwrapped.autoreset_mode
        self._waiting = np.zeros(env.num_envs, dtype=np.bool_)  # rows whose next step only begins a new game
        self._games = RecordedRows(env.unwrapped.seat_batch, folder, every)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start new games."""
        rows = (options or {}).get("reset_mask")
        begun = np.arange(self.num_envs) if rows is None else np.flatnonzero(rows)
        self._games.begin(begun.tolist())
        self._waiting[begun] = False
        seeds: Any = seed  # Gymnasium's wrapper declares one number, but passes on any value
        return super().reset(seed=seeds, options=options)

    def step(self, actions: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out one action in every game.

        Raises:
            SaveError: a game that ended cannot be recorded.
        """
        self._games.begin(np.flatnonzero(self._waiting).tolist())
        self._games.decide(as_array(actions, len(self._waiting)), ~self._waiting)
        result = super().step(actions)
        ended = self._games.end()
        self._waiting[:] = False
        if self._mode == AutoresetMode.SAME_STEP:
            self._games.begin(ended.tolist(), has_begun=True)
        elif self._mode == AutoresetMode.NEXT_STEP:
            self._waiting[ended] = True
        return result


class RecordAECGames(Shown, BaseWrapper):
    """Records some of the games of an AEC environment of this package.

    A game that an illegal action ends is not written.

    Args:
        env: an environment of `moon_envs.pettingzoo.launch_v0.env()` or `raw_env()`.
        folder: as for `RecordGames`.
        every: as for `RecordGames`.

    Raises:
        ConfigurationError: as `RecordGames`.
    """

    def __init__(self, env: AECEnv, folder: str | os.PathLike[str], every: int = 100):
        super().__init__(env)
        if not isinstance(env.unwrapped, MoonAEC):
            raise _not_ours("RecordAECGames", env, "moon_envs.pettingzoo.launch_v0.env", "")
        self._games = RecordedRows(env.unwrapped.batch, folder, every)

    def _repr_facts_(self) -> Facts:
        return environment_facts(self.unwrapped.batch)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game."""
        self._games.begin([0])
        super().reset(seed=seed, options=options)

    def step(self, action: Any) -> None:
        """Carry out an action.

        Raises:
            SaveError: the game that ended cannot be recorded.
        """
        batch: Batch = self.unwrapped.batch
        is_running = not batch.done[0] and action is not None
        if is_running:
            self._games.decide(as_array([action]))
        super().step(action)
        if is_running:
            self._games.end()


class RecordParallelGames(Shown, BaseParallelWrapper):
    """Records some of the games of a parallel environment of this package.

    A recording has the decisions of a phase in the game's own order.

    Args:
        env: an environment of `moon_envs.pettingzoo.launch_v0.parallel_env()`.
        folder: as for `RecordGames`.
        every: as for `RecordGames`.

    Raises:
        ConfigurationError: as `RecordGames`.
    """

    def __init__(self, env: ParallelEnv, folder: str | os.PathLike[str], every: int = 100):
        super().__init__(env)
        if not isinstance(env.unwrapped, MoonParallel):
            raise _not_ours("RecordParallelGames", env, "moon_envs.pettingzoo.launch_v0.parallel_env", "")
        self._games = RecordedRows(env.unwrapped.batch, folder, every)
        env.unwrapped.deciders.on_action = lambda action: self._games.decide(as_array([action]))

    def _repr_facts_(self) -> Facts:
        return environment_facts(self.unwrapped.batch)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game."""
        self._games.begin([0])
        return super().reset(seed=seed, options=options)

    def step(self, actions: dict[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        """Carry out the actions of the agents who decide.

        Raises:
            SaveError: the game that ended cannot be recorded.
        """
        result = super().step(actions)
        self._games.end()
        return result


class RecordedRows:
    """Records some of the games of a batch; the wrappers tell it about resets and actions.

    Args:
        games: a `SeatBatch`, or a `Batch` in which the caller plays all seats.
        folder: the folder of the files.
        every: as for `RecordGames`.
    """

    def __init__(self, games: Batch | SeatBatch, folder: str | os.PathLike[str], every: int):
        self._games = games
        self._batch = games.batch if isinstance(games, SeatBatch) else games
        self._every = check_whole_number("every", every, 1)
        self._folder = as_path(folder, ConfigurationError)
        check_new_folder(self._folder, ConfigurationError)
        self._begun = 0
        # By row: the number of the game, and its actions by seed of the game and decision number. By seed, because in
        # one step a game may end and the agents begin the next one.
        self._numbers: dict[int, int] = {}
        self._decided: dict[int, dict[int, dict[int, int]]] = {}
        self._seeds: dict[int, int] = {}
        self._agents = ["learner"] * games.configuration.players
        self._random_seats: frozenset[int] = frozenset()
        if isinstance(games, SeatBatch):
            opponents = games.opponents
            self._random_seats = frozenset(opponents.random_seats)
            named = dict.fromkeys(self._random_seats, "random")
            named |= {seat: agent.name for seat, agent in opponents.agents.items()}
            for seat, name in named.items():
                self._agents[seat] = name
            opponents.on_actions = self._hear

    def begin(self, rows: list[int], has_begun: bool = False) -> None:
        """Note that new games begin in these rows: with the next call, or already (agents may have played in them)."""
        with self._batch.asking():  # an agent cannot begin a game while it is asked for an action
            for row in rows:
                self._numbers.pop(row, None)
                heard, seed = self._decided.pop(row, {}), int(self._batch.states[row]["seed"])
                self._decided[row] = {seed: heard.get(seed, {})} if has_begun else {}
                if self._begun % self._every == 0:
                    self._numbers[row] = self._begun
                self._begun += 1

    def decide(self, actions: np.ndarray, running: np.ndarray | None = None) -> None:
        """Note the caller's actions in all rows, or in the running ones; call it before they are carried out."""
        for row in self._numbers:
            if running is None or running[row]:
                self._seeds[row] = self._note(row, int(actions[row]))
            else:
                self._seeds.pop(row, None)

    def _hear(self, rows: np.ndarray, actions: np.ndarray) -> None:
        for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
            self._note(row, action)

    def _note(self, row: int, action: int) -> int:
        state = self._batch.states[row]
        seed = int(state["seed"])
        self._decided.setdefault(row, {}).setdefault(seed, {})[int(state["decisions"])] = action
        return seed

    def end(self) -> np.ndarray:
        """Write the recorded games that ended in the last step, and return the rows of all games that ended in it."""
        ended = np.flatnonzero(self._games.done)
        for row in ended.tolist():
            if row in self._numbers and row in self._seeds:
                self._write(row)
        return ended

    def _write(self, row: int) -> None:
        batch, seed = self._batch, self._seeds[row]
        configuration = batch.configuration
        recording = Recording.begin(batch.game, configuration.players, seed, **configuration.given_options)
        again = recording.replay(game=batch.game)
        made = self._decided[row].get(seed, {})
        while not again.done[0]:
            action = self._action(again, made)
            if action is None or not again.mask[0, action]:
                break
            recording.actions.append(action)
            again.step(action)
        is_same = int(again.states["decisions"][0]) == batch.final_decisions[row]
        if not is_same or not np.array_equal(again.points()[0], batch.final_points[row]):
            raise SaveError(f"{batch.game.id}: the game of row {row} {CHANGED}")
        recording.agents = list(self._agents)
        write_file(self._folder / f"game-{self._numbers[row]:08d}.json", recording.to_bytes())

    def _action(self, again: Batch, made: dict[int, int]) -> int | None:
        """Return the action that was chosen in a position; None if it is unknown."""
        decisions = int(again.states["decisions"][0])
        if int(again.actor[0]) in self._random_seats:
            return random_opponent(int(again.states["seed"][0]), decisions, again.legal_actions().tolist())
        action = made.get(decisions)
        return action if action is not None and 0 <= action < len(again.game.actions) else None


def random_opponent(seed: int, decisions: int, legal: list[int]) -> int:
    """Return the action of a random opponent, as `opponent_random` and `random_legal_action` of the engine do."""
    (word,) = decision_words(np.array([seed], dtype=np.uint64), np.array([decisions])).tolist()
    return legal[(word >> 32) * len(legal) >> 32]


def _not_ours(name: str, env: Any, maker: str, argument: str = '"moon_envs/..."') -> ConfigurationError:
    return ConfigurationError(
        f"{name} records environments that {maker}({argument}) makes; {shown(env.unwrapped)} is none of them."
    )
