"""Many games as a Gymnasium vector environment: one compiled call steps all games."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from moon_envs.agents import SeatBatch
from moon_envs.base.checks import allowed_names, as_array, as_list, is_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.core.game import Configuration, Game
from moon_envs.core.registry import game as find_game
from moon_envs.core.tables import COMPACT
from moon_envs.envs.arguments import check_on_illegal, check_reset_options, check_seed, default_players
from moon_envs.envs.errors import ResetNeededError
from moon_envs.envs.formats import Format
from moon_envs.envs.pages import VECTOR, environment_page
from moon_envs.envs.rendering import FRAMES_A_SECOND, HUMAN, RENDER_MODES, Display, LastActions, check_render_mode
from moon_envs.envs.reports import describe_illegal, environment_facts, opponent_names, warn_of_illegal_action

AUTORESETS = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class MoonVectorEnv(Shown, VectorEnv):
    """A batch of games; made by `gymnasium.make_vec("moon_envs/Launch-v0", num_envs=1024)`.

    Row i plays, bit for bit, the game of the single environment seeded with seed + i. `info["action_mask"]` is one int8
    array (num_envs, actions); rows that wait for their reset have all ones. When games end, `info["outcome"]` has their
    outcomes, `info["points"]` an array for every scoring category and `info["opponent_points"]` the others' points,
    valid where `info["_outcome"]` is true (in same-step mode inside `info["final_info"]`, beside `info["final_obs"]`).
    `print(envs.unwrapped.page)` prints the page of the game with its actions, features and options.

    Args:
        game: the game id.
        num_envs: the number of games.
        players: the number of players; 1 is the solo mode, the default of games that have one.
        seat: the seat you play when there are several players.
        opponents: who plays the other seats: "random", a name, a function, or a list (see `moon_envs.agents`).
        reward: "outcome", "points", "points_delta", or a dict of weights like `{"points_delta": 1.0, "outcome": 0.5}`.
        on_illegal: "end" the game with the lowest reward, or "raise" an error before any game changes.
        encoding: "compact" (one column for each feature) or "one_hot" (one for each value of a category).
        obs_format: "box" or "dict".
        observation_key: the key of the features in a dict observation.
        mask_key: the key of the mask in a dict observation and in the infos.
        mask_dtype: "int8", "bool" or "float32".
        autoreset_mode: one of Gymnasium's `AutoresetMode`s or its value.
        copy: False returns the environment's own arrays, which the next step overwrites.
        threads: None for all cores when the batch is large, or a number.
        render_mode: None, "ansi" (`render` returns a tuple with the text of every game), "human" (prints them),
            "rgb_array" (a tuple of 1280 x 720 pixels, from your seat; needs `pip install "moon_envs[render]"`) or
            "svg" (a tuple of texts that notebooks show as pictures).
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
        game: str | Game,
        num_envs: int = 1,
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ):
        self.game = find_game(game)
        self.game.check_arguments(options, MoonVectorEnv)
        self.render_mode = check_render_mode(render_mode)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_A_SECOND,
            "autoreset_mode": self.autoreset_mode,
        }
        self._on_illegal = check_on_illegal(on_illegal)
        self._format = Format(obs_format, observation_key, mask_key, mask_dtype)
        self._copy = copy
        self._started = False
        self.seat_batch = SeatBatch(
            self.game,
            num_envs,
            default_players(self.game, players),
            None,
            seat=seat,
            opponents=opponents,
            reward=reward,
            encoding=encoding,
            autoreset=AUTORESETS[self.autoreset_mode],
            threads=threads,
            **options,
        )
        self.batch = self.seat_batch.batch
        self._seat = self.seat_batch.seat
        self._display = Display(self.game, self.batch.configuration)
        self._last_actions = LastActions(self.seat_batch)
        self.num_envs = num_envs = len(self.batch)
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.single_observation_space = self._format.space(self.batch, len(self.game.actions))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._everywhere = np.ones(num_envs, dtype=np.bool_)
        self._nowhere = np.zeros(num_envs, dtype=np.bool_)

    def _repr_facts_(self) -> Facts:
        return {"num_envs": self.num_envs, **environment_facts(self.seat_batch)}

    def __copy__(self) -> MoonVectorEnv:
        """Return a deep copy, so that copies never share a game."""
        return deepcopy(self)

    @property
    def configuration(self) -> Configuration:
        """Players and options of the games."""
        return self.batch.configuration

    @property
    def page(self) -> str:
        """The description of this environment for users, made from the tables of its game."""
        return environment_page(self.game, VECTOR)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start new games.

        Args:
            seed: a number, so that row i gets seed + i; a list with a seed for each row; or None. Where a seed is None,
                the row gets the one that follows the last game's.
            options: `{"reset_mask": bools}` resets only these rows.
        """
        rows = self._rows_to_reset(check_reset_options(options).get("reset_mask"))
        seeds: Any = check_seed(seed) if is_whole_number(seed) else seed
        of_all_rows = as_list(seeds, self.num_envs)
        if rows is not None and of_all_rows is not None and len(of_all_rows) == self.num_envs:
            seeds = [of_all_rows[row] for row in np.flatnonzero(rows)]
        self.seat_batch.reset(seeds, rows)
        super().reset(seed=seeds if isinstance(seeds, int) else None)
        self._last_actions.forget(rows)
        self._started = True
        return self._observations(), self._masks()

    def _rows_to_reset(self, reset_mask: Any) -> np.ndarray | None:
        if reset_mask is None:
            return None
        rows = as_array(reset_mask, self.num_envs)
        if rows.shape != (self.num_envs,) or rows.dtype != np.bool_:
            raise ConfigurationError(f"reset_mask needs {self.num_envs} bools, one for each row.")
        return rows

    def step(self, actions: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out one action in every game, and the opponents' answers to it.

        Raises:
            IllegalActionError: an action is not legal and `on_illegal="raise"`; no game has changed.
            ResetNeededError: the games have not begun.
        """
        if not self._started:
            raise ResetNeededError("The games have not begun: call reset() first.")
        games = self.seat_batch
        given = as_array(actions, self.num_envs).copy()
        if self.render_mode is None:
            games.step(given, on_illegal=self._on_illegal)
        else:
            self._last_actions.step(given, self._on_illegal)
        info = self._masks()
        terminations = games.done.copy()
        if terminations.any():
            self._report_finished(info, terminations, given)
        truncations = self._nowhere.copy() if self._copy else self._nowhere
        return self._observations(), games.reward[:, self._seat].astype(np.float64), terminations, truncations, info

    def _report_finished(self, info: dict[str, Any], finished: np.ndarray, actions: np.ndarray) -> None:
        batch = self.batch
        about_end = info
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            ones = np.ones_like(batch.mask)
            info["final_obs"] = self._final_observations(finished)
            info["_final_obs"] = finished.copy()
            about_end = {self._format.mask_key: self._format.mask(ones)}
            about_end[f"_{self._format.mask_key}"] = finished.copy()
            info["final_info"] = about_end
            info["_final_info"] = finished.copy()
        sides = batch.configuration.sides
        about_end["outcome"] = batch.final_outcome[:, self._seat].copy()
        about_end["points"] = self._points(self._seat)
        about_end["opponent_points"] = {
            name: self._points((self._seat + distance) % sides)
            for distance, name in enumerate(opponent_names(batch), start=1)
        }
        for name in ("outcome", "points", "opponent_points"):
            about_end[f"_{name}"] = finished.copy()
        if self.seat_batch.illegal.any():
            self._report_illegal(about_end, actions)

    def _final_observations(self, finished: np.ndarray) -> np.ndarray:
        """Return the last observations of finished games by row; dicts in an array of objects, as Gymnasium does."""
        games, format_ = self.seat_batch, self._format
        if not format_.is_dict:
            return games.final_observation.copy()
        observations = np.full(self.num_envs, None, dtype=object)
        every_action = np.ones(games.mask.shape[1], dtype=np.int8)
        for row in np.flatnonzero(finished):
            observations[row] = format_.observation(games.final_observation[row].copy(), every_action)
        return observations

    def _points(self, side: int) -> dict[str, np.ndarray]:
        """Return the points of a side in the last finished game of each row, by category and in total."""
        points = self.batch.final_points[:, side]
        report = {name: points[:, index].copy() for index, name in enumerate(self.game.categories)}
        return {**report, "total": points.sum(axis=1)}

    def _report_illegal(self, about_end: dict[str, Any], actions: np.ndarray) -> None:
        words = np.full(self.num_envs, None, dtype=object)
        illegal = np.flatnonzero(self.seat_batch.illegal)
        for row in illegal.tolist():
            words[row] = describe_illegal(self.game, row, int(actions[row]))
        about_end["illegal_action"] = words
        about_end["_illegal_action"] = self.seat_batch.illegal.copy()
        warn_of_illegal_action(words[illegal[0]])

    def _masks(self) -> dict[str, Any]:
        return {self._format.mask_key: self._mask(), f"_{self._format.mask_key}": self._everywhere.copy()}

    def _mask(self) -> np.ndarray:
        mask = self.batch.mask
        return self._format.mask(mask) if self._copy else mask

    def _observations(self) -> Any:
        observation = self.batch.observation
        return self._format.observation(observation.copy() if self._copy else observation, self.batch.mask)

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of all rows as bools."""
        return self.batch.mask != 0

    def sample(self) -> np.ndarray:
        """Return a uniformly random legal action for every row, drawn in compiled code."""
        return self.seat_batch.sample().copy()

    def render(self) -> tuple[Any, ...] | None:
        """Render every game as `render_mode` says, seen from your seat. Pictures mark your last decisions.

        Raises:
            MissingExtraError: with "rgb_array", if the packages of the extra `render` are missing.
        """
        mode, seat = self.render_mode, self._seat
        if mode is None:
            return None
        if mode == HUMAN:
            print("\n\n".join(self.game.render(state, seat) for state in self.batch.states))
            return None
        return tuple(
            self._display.show(mode, state, seat, seat, self._last_actions.decision(row))
            for row, state in enumerate(self.batch.states)
        )


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    for candidate in AUTORESETS:
        if mode in (candidate, candidate.value):
            return candidate
    allowed = allowed_names(mode, [candidate.value for candidate in AUTORESETS])
    raise ConfigurationError(f"autoreset_mode={shown(mode)} is not allowed; {allowed}")
