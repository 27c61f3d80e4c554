"""One game as a Gymnasium environment: the solo mode, or one seat against opponents."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from moon_envs.agents import SeatBatch
from moon_envs.base.showing import Facts, Shown
from moon_envs.core.game import Configuration, Game
from moon_envs.core.registry import game as find_game
from moon_envs.core.tables import COMPACT
from moon_envs.envs.arguments import check_action, check_on_illegal, check_reset_options, check_seed, default_players
from moon_envs.envs.errors import ResetNeededError
from moon_envs.envs.formats import Format
from moon_envs.envs.pages import GYMNASIUM, environment_page
from moon_envs.envs.rendering import FRAMES_A_SECOND, HUMAN, NO_DECISION, RENDER_MODES, Display, check_render_mode
from moon_envs.envs.reports import BlankReport, environment_facts, final_info, warn_of_illegal_action


class MoonEnv(Shown, gymnasium.Env):
    """A game as a single-agent environment; made by `gymnasium.make("moon_envs/Launch-v0")`.

    This docstring describes all games; `print(env.unwrapped.page)` prints the page of one game with its actions,
    features and options.

    ## Description
    One game, in its solo mode or from one seat against opponents.

    ## Action Space
    `Discrete(n)`: the actions of the game; `describe(action)` says what an action does now.

    ## Observation Space
    `Box(0, 1, (columns,), float32)`: the features of the game; with `obs_format="dict"` a dict with `observation` and
    `action_mask`.

    ## Legal Actions Mask
    `info["action_mask"]`, int8, after `reset` and every `step`; `action_masks()` returns it as bools.

    ## Rewards
    `reward="outcome"`: at the end, 1 for a win, -1 for a loss, in between for a shared victory. `"points"`: the final
    points, scaled. `"points_delta"`: every change of the points, scaled. A dict of weights is a mixture.

    ## Starting State
    A new game, set up by the rules from the seed.

    ## Episode End
    When the game is over; `info["points"]` then has your points by category and `info["opponent_points"]` the others'.
    An illegal action ends the episode with the lowest reward, and `info["illegal_action"]` describes it; with
    `on_illegal="raise"` it raises `IllegalActionError` and changes nothing.

    ## Version History
    The id ends with the version of the game: `-v0`.

    Args:
        game: the game id.
        players: the number of players; 1 is the solo mode, the default of games that have one.
        seat: the seat you play when there are several players.
        opponents: who plays the other seats: "random", a name, a function, or a list (see `moon_envs.agents`).
        reward: "outcome", "points", "points_delta", or a dict of weights like `{"points_delta": 1.0, "outcome": 0.5}`.
        on_illegal: "end" or "raise".
        encoding: "compact" (one column for each feature) or "one_hot" (one for each value of a category).
        obs_format: "box" or "dict".
        observation_key: the key of the features in a dict observation.
        mask_key: the key of the mask in a dict observation and in the infos.
        mask_dtype: "int8", "bool" or "float32".
        render_mode: None, "ansi" (`render` returns text), "human" (a window, a notebook, or printed text),
            "rgb_array" (1280 x 720 pixels, from your seat; needs `pip install "moon_envs[render]"`) or "svg"
            (text that notebooks show as a picture).
        **options: the options of the game, for example `opponent=3`.

    Example:
        >>> import gymnasium, moon_envs
        >>> env = gymnasium.make("moon_envs/Launch-v0", opponent=3)
        >>> observation, info = env.reset(seed=1)
        >>> action = env.action_space.sample(info["action_mask"])
        >>> observation, reward, terminated, truncated, info = env.step(action)
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}

    def __init__(
        self,
        /,
        game: str | Game,
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: Any = "random",
        reward: str | Mapping[str, float] = "outcome",
        on_illegal: str = "end",
        encoding: str = COMPACT,
        obs_format: str = "box",
        observation_key: str = "observation",
        mask_key: str = "action_mask",
        mask_dtype: str = "int8",
        render_mode: str | None = None,
        **options: Any,
    ):
        self.game = find_game(game)
        self.game.check_arguments(options, MoonEnv)
        self.render_mode = check_render_mode(render_mode)
        self._on_illegal = check_on_illegal(on_illegal)
        self._format = Format(obs_format, observation_key, mask_key, mask_dtype)
        self.seat_batch = SeatBatch(
            self.game,
            1,
            default_players(self.game, players),
            None,
            seat=seat,
            opponents=opponents,
            reward=reward,
            encoding=encoding,
            autoreset="disabled",
            threads=1,
            **options,
        )
        self.batch = self.seat_batch.batch
        self._seat = self.seat_batch.seat
        self._started = False
        self._display = Display(self.game, self.batch.configuration)
        self._last = NO_DECISION
        self._blank_report = BlankReport(self.batch)
        self._action_count = len(self.game.actions)
        self.action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = self._format.space(self.batch, len(self.game.actions))

    def _repr_facts_(self) -> Facts:
        return environment_facts(self.seat_batch)

    def __copy__(self) -> MoonEnv:
        """Return a deep copy, so that copies never share a game."""
        return deepcopy(self)

    @property
    def configuration(self) -> Configuration:
        """Players and options of the game."""
        return self.batch.configuration

    @property
    def page(self) -> str:
        """The description of this environment for users, made from the tables of its game."""
        return environment_page(self.game, GYMNASIUM)

    @property
    def state(self) -> np.void:
        """The record of the game (a copy)."""
        return self.batch.record()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game from `seed`; without one, from the seed that follows the last game's."""
        check_reset_options(options)
        seed = check_seed(seed)
        self.seat_batch.reset(seed)
        super().reset(seed=seed)
        self._started = True
        self._last = NO_DECISION
        if self.render_mode == HUMAN:
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out your action and the opponents' answers to it.

        Raises:
            IllegalActionError: the action is not legal and `on_illegal="raise"`; the game has not changed.
            ResetNeededError: the game is over or has not begun.
        """
        games = self.seat_batch
        row = games.first_row
        if not self._started or row.done.item():
            raise ResetNeededError("The game is over or has not begun: call reset() first.")
        if type(action) is not int:
            action = check_action(self.game, action)
        words = ""
        if self._on_illegal != "raise" and not (0 <= action < self._action_count and row.mask.item(action)):
            words = self.batch.explain_illegal(action)
        games.step(action, None, self._on_illegal)
        over = row.done.item()
        # The same as `_info` and `_observation`, inline: calling them costs a twentieth of a step.
        form = self._format
        info = self._blank_report.info()
        info[form.mask_key] = row.mask.copy() if form.is_native else form.mask(row.mask)
        observation = row.observation.copy()
        if form.is_dict:
            observation = form.observation(observation, row.mask)
        if over:
            info.update(final_info(self.batch, 0, self._seat))
            if words:
                info["illegal_action"] = words
                warn_of_illegal_action(words)
        if self.render_mode is not None:
            self._last = NO_DECISION if words else (self._seat, action)
            if self.render_mode == HUMAN:
                self.render()
        return observation, row.reward.item(self._seat), over, False, info

    def _observation(self) -> Any:
        row = self.seat_batch.first_row
        observation = row.observation.copy()
        return self._format.observation(observation, row.mask) if self._format.is_dict else observation

    def _info(self) -> dict[str, Any]:
        info = self._blank_report.info()
        info[self._format.mask_key] = self._format.mask(self.seat_batch.first_row.mask)
        return info

    def action_masks(self) -> np.ndarray:
        """Return the legal actions as bools; sb3-contrib's MaskablePPO calls this method."""
        return self.batch.mask[0] != 0

    def sample(self) -> int:
        """Return a uniformly random legal action, much faster than `action_space.sample(mask)`."""
        return self.seat_batch.sample().item(0)

    def describe(self, action: int) -> str:
        """Return an action in words, with its effect in the current state."""
        return self.batch.describe(action)

    def render(self) -> str | np.ndarray | None:
        """Render the game as `render_mode` says, seen from your seat. Pictures mark your last decision.

        Raises:
            MissingExtraError: with "rgb_array", if the packages of the extra `render` are missing.
        """
        return self._display.show(self.render_mode, self.batch.states[0], self._seat, self._seat, self._last)

    def save(self) -> bytes:
        """Return the game as bytes, for `load`."""
        return self.batch.save()

    def load(self, data: bytes) -> tuple[Any, dict[str, Any]]:
        """Continue a saved game, and return observation and info as `reset` does.

        Raises:
            SaveError: the bytes are damaged, or belong to another game, version or number of players.
        """
        self.seat_batch.load(data)
        self._started = True
        self._last = NO_DECISION
        return self._observation(), self._info()
