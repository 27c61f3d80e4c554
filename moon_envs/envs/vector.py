"""Many games as a Gymnasium vector environment: truly batched, no Python per game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from moon_envs.batch import Batch
from moon_envs.checks import check_choice, is_whole_number
from moon_envs.envs.spaces import (
    OBSERVATION_FORMATS,
    ON_ILLEGAL,
    RENDER_MODES,
    box_space,
    check_render_mode,
    check_reset_options,
    check_seed,
    default_players,
    masked_space,
    show,
)
from moon_envs.errors import ConfigurationError, ResetNeededError
from moon_envs.registry import game as find_game

AUTORESETS = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class MoonVectorEnv(VectorEnv):
    """A batch of games; made by `gymnasium.make_vec("moon_envs/Launch-v0", num_envs=1024)`.

    Row i plays, bit for bit, the game of the single environment seeded with seed + i. `info["action_mask"]` is one int8
    array (num_envs, actions); rows that wait for their reset show all ones. When games end, `info["points"]` has an
    array for every scoring category, valid where `info["_points"]` is true (in same-step mode inside
    `info["final_info"]`, beside `info["final_obs"]`).

    Args:
        game: the game id.
        num_envs: the number of games.
        players: the number of players; 1 is the solo mode, the default of games that have one.
        seat: the seat you play when there are several players.
        opponents: who plays the other seats: "random", a name, a function, or a list (see `moon_envs.agents`).
        reward: "outcome", "points" or "points_delta".
        on_illegal: "end" the game with the lowest reward, or "raise" before any game has moved.
        obs_format: "box" or "dict".
        autoreset_mode: one of Gymnasium's `AutoresetMode`s or its value.
        copy: False returns the environment's own arrays, which the next step overwrites.
        threads: None for all cores when the batch is large, or a number.
        render_mode: None, "ansi" (`render` returns texts) or "human" (prints them).
        **options: the options of the game, for example `opponent=3`.

    Example:
        >>> import gymnasium, moon_envs
        >>> envs = gymnasium.make_vec("moon_envs/Launch-v0", num_envs=64, opponent=3)
        >>> observations, info = envs.reset(seed=1)
        >>> observations, rewards, terminations, truncations, info = envs.step(envs.unwrapped.sample())
    """

    def __init__(
        self,
        /,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: Any = "random",
        reward: str = "outcome",
        on_illegal: str = "end",
        obs_format: str = "box",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ):
        self.game = find_game(game)
        self.render_mode = check_render_mode(render_mode)
        mode = _autoreset_mode(autoreset_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4, "autoreset_mode": mode}
        self._mode = mode
        self._raises = check_choice("on_illegal", on_illegal, ON_ILLEGAL) == "raise"
        self._as_dict = check_choice("obs_format", obs_format, OBSERVATION_FORMATS) == "dict"
        self._copy = copy
        self._started = False
        self._batch = Batch(
            self.game,
            num_envs,
            default_players(self.game, players),
            seat=seat,
            opponents=opponents,
            reward=reward,
            autoreset=AUTORESETS[mode],
            threads=threads,
            **options,
        )
        self._seat = self._batch.seat
        self.num_envs = num_envs = len(self._batch)
        configuration, actions = self._batch.configuration, len(self.game.actions)
        self.single_action_space = spaces.Discrete(actions)
        self.single_observation_space = (
            masked_space(self.game, configuration, actions) if self._as_dict else box_space(self.game, configuration)
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._everywhere = np.ones(num_envs, dtype=np.bool_)
        self._nowhere = np.zeros(num_envs, dtype=np.bool_)

    @property
    def configuration(self) -> Any:
        """Players and options of the games."""
        return self._batch.configuration

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start new games: dealt from seed + row, from a list of seeds, or those that follow the last games.

        Args:
            seed: a number, a list with one number for each row, or None.
            options: `{"reset_mask": bools}` resets only these rows.
        """
        rows = check_reset_options(options).get("reset_mask")
        if is_whole_number(seed):
            seed = check_seed(seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is not None:
            self._batch.reset(seed, rows)
        elif self._started:
            self._batch.reset_following(rows)
        else:
            self._batch.reset(int(self.np_random.integers(2**62)), rows)
        self._started = True
        return self._observations(), self._masks()

    def step(self, actions: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out one action in every game.

        Raises:
            IllegalActionError: with `on_illegal="raise"`; nothing has moved.
            ResetNeededError: the games have not begun.
        """
        if not self._started:
            raise ResetNeededError("The games have not begun: call reset() first.")
        batch = self._batch
        given = np.asarray(actions) if self._raises else np.array(actions)
        if self._raises:
            batch.step(given)
        else:
            batch.step_or_forfeit(given)
        info = self._masks()
        terminations = batch.done.copy()
        if terminations.any():
            self._report_finished(info, terminations, given)
        truncations = self._nowhere.copy() if self._copy else self._nowhere
        return self._observations(), batch.reward[:, self._seat].astype(np.float64), terminations, truncations, info

    def _report_finished(self, info: dict[str, Any], finished: np.ndarray, actions: np.ndarray) -> None:
        batch = self._batch
        points = batch.final_points[:, self._seat]
        report: dict[str, Any] = {name: points[:, index].copy() for index, name in enumerate(self.game.categories)}
        report["total"] = points.sum(axis=1)
        about_end = info
        if self._mode == AutoresetMode.SAME_STEP:
            info["final_obs"] = self._with_mask(batch.final_observation.copy(), np.ones_like(batch.mask))
            info["_final_obs"] = finished.copy()
            about_end = {"action_mask": np.ones_like(batch.mask), "_action_mask": finished.copy()}
            info["final_info"] = about_end
            info["_final_info"] = finished.copy()
        about_end["points"] = report
        about_end["_points"] = finished.copy()
        if batch.illegal.any():
            words = np.full(self.num_envs, None, dtype=object)
            for row in np.flatnonzero(batch.illegal):
                action = int(actions[row])
                words[row] = f"{self.game.id}, row {row}: action {action} ({self.game.actions.describe(action)})"
            about_end["illegal_action"] = words
            about_end["_illegal_action"] = batch.illegal.copy()

    def _masks(self) -> dict[str, Any]:
        mask = self._batch.mask
        return {"action_mask": mask.copy() if self._copy else mask, "_action_mask": self._everywhere.copy()}

    def _observations(self) -> Any:
        observation = self._batch.observation
        mask = self._batch.mask
        if self._copy:
            return self._with_mask(observation.copy(), mask.copy() if self._as_dict else mask)
        return self._with_mask(observation, mask)

    def _with_mask(self, observation: np.ndarray, mask: np.ndarray) -> Any:
        return {"observation": observation, "action_mask": mask} if self._as_dict else observation

    def action_masks(self) -> np.ndarray:
        """The legal actions of all rows as bools."""
        return self._batch.mask != 0

    def sample(self) -> np.ndarray:
        """A uniformly random legal action for every row, compiled."""
        return self._batch.sample().copy()

    def render(self) -> tuple[str, ...] | str | None:
        """Every game as text, returned or printed, by `render_mode`."""
        if self.render_mode is None:
            return None
        texts = tuple(self.game.render(state, self._seat) for state in self._batch.states)
        return texts if self.render_mode == "ansi" else show("\n\n".join(texts), self.render_mode)


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    for candidate in AUTORESETS:
        if mode in (candidate, candidate.value):
            return candidate
    allowed = ", ".join(candidate.value for candidate in AUTORESETS)
    raise ConfigurationError(f"autoreset_mode={mode!r} is not allowed; allowed: {allowed}.")
