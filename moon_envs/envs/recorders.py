"""Games of the environments recorded while somebody trains in them, for `moon-envs replay`.

A recording needs every decision of a game. The caller's pass through the wrapper, and agents that are asked say theirs.
Random opponents decide inside compiled code; but their choices follow from the seed of the game and the number of the
decision alone, and are found again when a game has ended. Every recording is then compared with what the environment
says of the end of the game, before it is written.
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
    "was changed beside the wrapper that records it, or actions were changed behind it. Loaded games cannot be "
    "recorded; wrappers that change actions must be around this one, not inside it."
)


class RecordGames(gymnasium.Wrapper):
    """Records some of the games that are played in an environment of this package, opponents' decisions included.

    Every game that is recorded becomes one file, `game-00000100.json`, a `Recording`: `moon-envs replay FILE` shows it.
    A game that is given up by `reset` is not written. A game that ends by an illegal action is, without that action.

    Args:
        env: made by `gymnasium.make("moon_envs/...")`; other wrappers may be around it that leave actions alone.
        folder: where to; it is made, or must be empty.
        every: the first game is recorded, and every so many-th after it.

    Raises:
        ConfigurationError: this is no environment of this package, or the folder cannot be written to or is in use.

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
    """The same for vector environments of this package: games are counted in the order of their beginnings.

    Args:
        env: made by `gymnasium.make_vec("moon_envs/...")`.
        folder: where to; it is made, or must be empty.
        every: the first game is recorded, and every so many-th after it.

    Raises:
        ConfigurationError: as `RecordGames`.
    """

    def __init__(self, env: gymnasium.vector.VectorEnv, folder: str | os.PathLike[str], every: int = 100):
        super().__init__(env)
        if not isinstance(env.unwrapped, MoonVectorEnv):
            raise _not_ours("RecordVectorGames", env, "gymnasium.make_vec")
        self._mode = env.unwrapped.autoreset_mode
        self._waiting = np.zeros(env.num_envs, dtype=np.bool_)  # for the new game that the next step begins
        self._games = RecordedRows(env.unwrapped.seat_batch, folder, every)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start new games."""
        rows = (options or {}).get("reset_mask")
        begun = np.arange(self.num_envs) if rows is None else np.flatnonzero(rows)
        self._games.begin(begun.tolist())
        self._waiting[begun] = False
        seeds: Any = seed  # Gymnasium's wrapper is declared for one number, and hands on what it is given
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
            self._games.begin(ended.tolist(), is_dealt=True)
        elif self._mode == AutoresetMode.NEXT_STEP:
            self._waiting[ended] = True
        return result


class RecordAECGames(Shown, BaseWrapper):
    """The same for PettingZoo's environments of this package in which agents act one after the other.

    A game that ends by an illegal action is not written.

    Args:
        env: made by `moon_envs.pettingzoo.launch_v0.env()` or `raw_env()`.
        folder: where to; it is made, or must be empty.
        every: the first game is recorded, and every so many-th after it.

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
    """The same for PettingZoo's environments of this package in which agents act at once.

    The decisions of a phase are recorded in the order in which the game asks for them.

    Args:
        env: made by `moon_envs.pettingzoo.launch_v0.parallel_env()`.
        folder: where to; it is made, or must be empty.
        every: the first game is recorded, and every so many-th after it.

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
    """The games of some rows, of which every so many-th is recorded.

    Args:
        games: a batch whose seats are all the caller's, or a `SeatBatch`.
        folder: where to.
        every: which games are recorded.
    """

    def __init__(self, games: Batch | SeatBatch, folder: str | os.PathLike[str], every: int):
        self._games = games
        self._batch = games.batch if isinstance(games, SeatBatch) else games
        self._every = check_whole_number("every", every, 1)
        self._folder = as_path(folder, ConfigurationError)
        check_new_folder(self._folder, ConfigurationError)
        self._begun = 0
        # By row: the number of the game and, by the seeds of games, what was decided when. In one step a game may end
        # and the agents begin the next one.
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

    def begin(self, rows: list[int], is_dealt: bool = False) -> None:
        """New games begin in these rows with the next call of the batch; or were dealt, and agents may have begun."""
        with self._batch.asking():  # an agent that is asked cannot begin a game
            for row in rows:
                self._numbers.pop(row, None)
                heard, seed = self._decided.pop(row, {}), int(self._batch.states[row]["seed"])
                self._decided[row] = {seed: heard.get(seed, {})} if is_dealt else {}
                if self._begun % self._every == 0:
                    self._numbers[row] = self._begun
                self._begun += 1

    def decide(self, actions: np.ndarray, running: np.ndarray | None = None) -> None:
        """The caller's actions are about to be carried out in all rows, or in those that are running."""
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
        """Write the recorded games that have ended in the last step; returns the rows of all games that have."""
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
        """What was decided in a position, None for nothing that is known."""
        decisions = int(again.states["decisions"][0])
        if int(again.actor[0]) in self._random_seats:
            return random_opponent(int(again.states["seed"][0]), decisions, again.legal_actions().tolist())
        action = made.get(decisions)
        return action if action is not None and 0 <= action < len(again.game.actions) else None


def random_opponent(seed: int, decisions: int, legal: list[int]) -> int:
    """What a random opponent decides: as `opponent_random` and `random_legal_action` of the compiled engine do."""
    (word,) = decision_words(np.array([seed], dtype=np.uint64), np.array([decisions])).tolist()
    return legal[(word >> 32) * len(legal) >> 32]


def _not_ours(name: str, env: Any, maker: str, argument: str = '"moon_envs/..."') -> ConfigurationError:
    return ConfigurationError(
        f"{name} records environments that {maker}({argument}) makes; {shown(env.unwrapped)} is none of them."
    )
