"""One game as a Gymnasium environment: the solo mode, or one seat against opponents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from moon_envs.batch import Batch
from moon_envs.checks import check_choice
from moon_envs.envs.spaces import (
    OBSERVATION_FORMATS,
    ON_ILLEGAL,
    RENDER_MODES,
    box_space,
    check_render_mode,
    check_reset_options,
    check_seed,
    default_players,
    final_info,
    masked_space,
    show,
)
from moon_envs.errors import ResetNeededError
from moon_envs.registry import game as find_game


class MoonEnv(gymnasium.Env):
    """A game as a single-agent environment; made by `gymnasium.make("moon_envs/Launch-v0")`.

    ### Action Space
    `Discrete(n)`, the game's action table; `describe(action)` says what an action means now.

    ### Observation Space
    `Box(0, 1, (features,), float32)`, the game's feature table; with `obs_format="dict"` a dict with `observation` and
    `action_mask`.

    ### Legal Actions Mask
    `info["action_mask"]`, int8, at reset and at every step; `action_masks()` gives it as bools.

    ### Rewards
    `reward="outcome"`: 1 for a win, -1 for a loss, in between for a shared victory, at the end. `"points"`: the final
    points, scaled. `"points_delta"`: every change of the points, scaled.

    ### Episode End
    When the game is over; `info["points"]` then has the points by category and `info["opponent_points"]` the others'.
    An illegal action ends the episode with the lowest reward and `info["illegal_action"]` says it in words;
    `on_illegal="raise"` raises `IllegalActionError` instead, and nothing has moved.

    Args:
        game: the game id.
        players: the number of players; 1 is the solo mode, the default of games that have one.
        seat: the seat you play when there are several players.
        opponents: who plays the other seats: "random", a name, a function, or a list (see `moon_envs.agents`).
        reward: "outcome", "points" or "points_delta".
        on_illegal: "end" or "raise".
        obs_format: "box" or "dict".
        render_mode: None, "ansi" (`render` returns text) or "human" (prints it).
        **options: the options of the game, for example `opponent=3`.

    Example:
        >>> import gymnasium, moon_envs
        >>> env = gymnasium.make("moon_envs/Launch-v0", opponent=3)
        >>> observation, info = env.reset(seed=1)
        >>> action = env.action_space.sample(info["action_mask"])
        >>> observation, reward, terminated, truncated, info = env.step(action)
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def __init__(
        self,
        /,
        game: str,
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: Any = "random",
        reward: str = "outcome",
        on_illegal: str = "end",
        obs_format: str = "box",
        render_mode: str | None = None,
        **options: Any,
    ):
        self.game = find_game(game)
        self.render_mode = check_render_mode(render_mode)
        self._raises = check_choice("on_illegal", on_illegal, ON_ILLEGAL) == "raise"
        self._as_dict = check_choice("obs_format", obs_format, OBSERVATION_FORMATS) == "dict"
        self._batch = Batch(
            self.game,
            1,
            default_players(self.game, players),
            seat=seat,
            opponents=opponents,
            reward=reward,
            autoreset="disabled",
            threads=1,
            **options,
        )
        self._seat = self._batch.seat
        self._started = False
        self.action_space = spaces.Discrete(len(self.game.actions))
        configuration = self._batch.configuration
        self.observation_space = (
            masked_space(self.game, configuration, len(self.game.actions))
            if self._as_dict
            else box_space(self.game, configuration)
        )

    @property
    def configuration(self) -> Any:
        """Players and options of the game."""
        return self._batch.configuration

    @property
    def state(self) -> np.void:
        """The record of the game (a copy)."""
        return self._batch.record()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game: dealt from `seed`, or the one that follows the last game."""
        check_reset_options(options)
        seed = check_seed(seed)
        super().reset(seed=seed)
        if seed is not None:
            self._batch.reset(seed)
        elif self._started:
            self._batch.reset_following()
        else:
            self._batch.reset(int(self.np_random.integers(2**62)))
        self._started = True
        if self.render_mode == "human":
            self.render()
        return self._observation(), {"action_mask": self._batch.mask[0].copy()}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action.

        Raises:
            IllegalActionError: with `on_illegal="raise"`; nothing has moved.
            ResetNeededError: the game is over or has not begun.
        """
        batch = self._batch
        if not self._started or batch.done[0]:
            raise ResetNeededError("The game is over or has not begun: call reset() first.")
        batch.step_single(action, strict=self._raises)
        info: dict[str, Any] = {"action_mask": batch.mask[0].copy()}
        over = bool(batch.done[0])
        if over:
            info.update(final_info(batch, 0, self._seat))
            if batch.illegal[0]:
                info["illegal_action"] = batch.explain_illegal(0, int(action))
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(batch.reward[0, self._seat]), over, False, info

    def _observation(self) -> Any:
        observation = self._batch.observation[0].copy()
        if self._as_dict:
            return {"observation": observation, "action_mask": self._batch.mask[0].copy()}
        return observation

    def action_masks(self) -> np.ndarray:
        """The legal actions as bools, where sb3-contrib's MaskablePPO looks for them."""
        return self._batch.mask[0] != 0

    def sample(self) -> int:
        """A uniformly random legal action; much faster than `action_space.sample(mask)`."""
        return int(self._batch.sample()[0])

    def describe(self, action: int) -> str:
        """An action in words, as it would be carried out now."""
        return self._batch.describe(action)

    def render(self) -> str | None:
        """The game as text: returned or printed, by `render_mode`."""
        if self.render_mode is None:
            return None
        return show(self.game.render(self._batch.states[0], self._seat), self.render_mode)

    def save(self) -> bytes:
        """The game as bytes."""
        return self._batch.save()

    def load(self, data: bytes) -> tuple[Any, dict[str, Any]]:
        """Continue a saved game; returns observation and information as `reset` does.

        Raises:
            SaveError: the bytes are damaged, or belong to another game, version or number of players.
        """
        self._batch.load(data)
        self._started = True
        return self._observation(), {"action_mask": self._batch.mask[0].copy()}
