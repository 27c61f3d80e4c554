"""Many games as a native stable-baselines3 `VecEnv`, with masks for sb3-contrib's MaskablePPO.

This module needs stable-baselines3 (`pip install "moon_envs[sb3]"`); nothing else in the package imports it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from moon_envs.agents import SeatBatch
from moon_envs.base.checks import as_array
from moon_envs.base.errors import MissingExtraError
from moon_envs.base.showing import Facts, Shown
from moon_envs.core.game import Configuration, Game
from moon_envs.core.registry import game as find_game
from moon_envs.core.tables import COMPACT
from moon_envs.envs.arguments import check_on_illegal, check_seed, default_players
from moon_envs.envs.errors import ResetNeededError
from moon_envs.envs.rendering import RGB_ARRAY, Display, LastActions, check_render_mode
from moon_envs.envs.reports import describe_illegal, environment_facts, final_info, warn_of_illegal_action

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise MissingExtraError(f'moon_envs.sb3 needs stable-baselines3 ({error}): pip install "moon_envs[sb3]"') from error


class OneGame(Shown):
    """One row of a `MoonVecEnv`; stable-baselines3 treats it as a single environment.

    `get_attr`, `set_attr` and `env_method` read, set and call its attributes. You can set attributes of your own.

    Attributes:
        render_mode: None, "ansi", "human", "rgb_array" or "svg".
        action_space: the space of the actions.
        observation_space: the space of the observations.
    """

    def __init__(self, environments: MoonVecEnv, row: int, render_mode: str | None):
        self._batch, self._row, self._seat = environments.batch, row, environments.seat
        self._display, self._last_actions = Display(self.game, self.configuration), environments.last_actions
        self.render_mode = render_mode
        self.action_space = environments.action_space
        self.observation_space = environments.observation_space

    @property
    def game(self) -> Game:
        """The game."""
        return self._batch.game

    @property
    def configuration(self) -> Configuration:
        """Players and options of the game."""
        return self._batch.configuration

    @property
    def state(self) -> np.void:
        """The record of the game (a copy)."""
        return self._batch.record(self._row)

    def action_masks(self) -> np.ndarray:
        """Return the legal actions as bools."""
        return self._batch.mask[self._row] != 0

    def describe(self, action: int) -> str:
        """Return an action in words, with its effect in the current state."""
        return self._batch.describe(action, self._row)

    def render(self) -> str | np.ndarray | None:
        """Render the game as `render_mode` says, seen from your seat."""
        last = self._last_actions.decision(self._row)
        return self._display.show(self.render_mode, self._batch.states[self._row], self._seat, self._seat, last)

    def save(self) -> bytes:
        """Return the game as bytes, see `moon_envs.saves`."""
        return self._batch.save(self._row)


class MoonVecEnv(Shown, VecEnv):
    """A batch of games as a stable-baselines3 `VecEnv`: solo, or one seat against opponents.

    Row i plays, bit for bit, the game of the single environment seeded with seed + i; finished games restart at once.
    MaskablePPO gets the masks through `env_method("action_masks")`. When a game ends, the row's info has
    `terminal_observation`, `episode` (`r`, `l` and `t`, as sb3's `Monitor` reports them), `outcome`, `points` and
    `opponent_points`. Every info has `TimeLimit.truncated`, which is always False.

    Because the infos report episodes, `env_is_wrapped(Monitor)` is true, and `evaluate_policy` and the evaluation
    callbacks need no wrapper. Use `VecMonitor` only for its files.

    Attributes:
        batch: the games.
        games: a `OneGame` for each row.
        seat: the seat you play.
        last_actions: your last action in each row, for pictures.

    Args:
        game: the game id.
        num_envs: the number of games.
        players: the number of players; 1 is the solo mode, the default of games that have one.
        seat: the seat you play when there are several players.
        opponents: who plays the other seats: "random", a name, a function, or a list (see `moon_envs.agents`).
        reward: "outcome", "points", "points_delta", or a dict of weights like `{"points_delta": 1.0, "outcome": 0.5}`.
        on_illegal: "end" the game with the lowest reward, or "raise" an error before any game changes.
        encoding: "compact" (one column for each feature) or "one_hot" (one for each value of a category).
        seed: the first game of row i has the seed seed + i; None takes a random seed. `seed()` and a trainer's own
            `seed=` do the same for the next `reset`.
        threads: None for all cores when the batch is large, or a number.
        render_mode: None, "ansi" (`env_method("render")` returns texts), "human" (prints them, or shows pictures in a
            notebook), "rgb_array" (`get_images` returns 1280 x 720 pixels, and `render` all in one; needs
            `pip install "moon_envs[render]"`) or "svg" (`env_method("render")` returns texts that notebooks show as
            pictures).
        **options: the options of the game, for example `opponent=3`.

    Example:
        >>> from moon_envs.sb3 import MoonVecEnv
        >>> environments = MoonVecEnv("launch", 8, opponent=3, reward={"points_delta": 1.0, "outcome": 0.5}, seed=1)
        >>> observations = environments.reset()
        >>> actions = [mask.argmax() for mask in environments.env_method("action_masks")]
        >>> observations, rewards, dones, infos = environments.step(actions)
    """

    def __init__(
        self,
        /,
        game: str | Game,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: Any = "random",
        reward: str | Mapping[str, float] = "outcome",
        on_illegal: str = "end",
        encoding: str = COMPACT,
        seed: int | None = None,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ):
        one_game = find_game(game)
        one_game.check_arguments(options, MoonVecEnv)
        check_render_mode(render_mode)
        self._on_illegal = check_on_illegal(on_illegal)
        self.seat_batch = SeatBatch(
            one_game,
            num_envs,
            default_players(one_game, players),
            None,
            seat=seat,
            opponents=opponents,
            reward=reward,
            encoding=encoding,
            autoreset="same_step",
            threads=threads,
            **options,
        )
        self.batch, self.seat = self.seat_batch.batch, self.seat_batch.seat
        self.last_actions = LastActions(self.seat_batch)
        num_envs = len(self.batch)
        self.observation_space = spaces.Box(0.0, 1.0, self.batch.observation.shape[1:], np.float32)
        self.action_space = spaces.Discrete(len(one_game.actions))
        self.games = [OneGame(self, row, render_mode) for row in range(num_envs)]
        super().__init__(num_envs, self.observation_space, self.action_space)
        self._actions: Any = None
        self._started = False
        self._start_time = time.time()
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, dtype=np.int64)
        if seed is not None:
            self.seed(seed)

    def _repr_facts_(self) -> Facts:
        return {"num_envs": self.num_envs, **environment_facts(self.seat_batch)}

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Let row i begin with the seed seed + i at the next `reset`, and return these seeds."""
        return super().seed(check_seed(seed))

    def reset(self) -> np.ndarray:
        """Start new games from the seeds of `seed()`, or from those that follow the last games'."""
        is_seeded = any(seed is not None for seed in self._seeds)
        self.seat_batch.reset(self._seeds if is_seeded else None)
        self._reset_seeds()
        self._reset_options()
        self.last_actions.forget()
        self._started = True
        self._returns[:] = 0.0
        self._lengths[:] = 0
        return self.batch.observation.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = as_array(actions, self.num_envs).copy()

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Carry out the actions and the opponents' answers to them; finished games restart at once.

        Raises:
            IllegalActionError: an action is not legal and `on_illegal="raise"`; no game has changed.
            ResetNeededError: the games have not begun.
        """
        if not self._started:
            raise ResetNeededError("The games have not begun: call reset() first.")
        games = self.seat_batch
        if self.render_mode is None:
            games.step(self._actions, on_illegal=self._on_illegal)
        else:
            self.last_actions.step(self._actions, self._on_illegal)
        rewards, dones = games.reward[:, self.seat].copy(), games.done.copy()
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in range(self.num_envs)]
        for row in np.flatnonzero(dones).tolist():
            infos[row].update(self._report(row))
        self._returns[dones] = 0.0
        self._lengths[dones] = 0
        return games.observation.copy(), rewards, dones, infos

    def _report(self, row: int) -> dict[str, Any]:
        """Return the info of a game that has just ended."""
        seconds = round(time.time() - self._start_time, 6)
        report = {
            "terminal_observation": self.seat_batch.final_observation[row].copy(),
            "episode": {"r": round(float(self._returns[row]), 6), "l": int(self._lengths[row]), "t": seconds},
            **final_info(self.batch, row, self.seat),
        }
        if self.seat_batch.illegal[row]:
            report["illegal_action"] = describe_illegal(self.batch.game, row, int(self._actions[row]))
            warn_of_illegal_action(report["illegal_action"])
        return report

    def get_images(self) -> Sequence[Any]:
        """Return every game as pixels, seen from your seat; None for each game without `render_mode="rgb_array"`."""
        return [game.render() if game.render_mode == RGB_ARRAY else None for game in self.games]

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method of single games, see `OneGame`; MaskablePPO calls `action_masks`."""
        if method_name == "action_masks" and indices is None:
            return list(self.batch.mask != 0)
        return [getattr(game, method_name)(*method_args, **method_kwargs) for game in self._chosen(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of single games, see `OneGame`."""
        return [getattr(game, attr_name) for game in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of single games."""
        for game in self._chosen(indices):
            setattr(game, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Return True for `Monitor`, because infos report episodes; False for any other wrapper."""
        return [wrapper_class is Monitor for _ in self._chosen(indices)]

    def _chosen(self, indices: Any) -> list[OneGame]:
        if indices is None:
            return self.games
        return [self.games[index] for index in np.atleast_1d(indices).tolist()]

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
