"""One game as a PettingZoo AEC environment: agents act one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from moon_envs.core.game import Game
from moon_envs.core.tables import COMPACT
from moon_envs.envs.arguments import check_action
from moon_envs.envs.formats import Format
from moon_envs.envs.multi_agent import MultiAgentGame
from moon_envs.envs.pages import AEC, environment_page
from moon_envs.envs.rendering import FRAMES_A_SECOND, RENDER_MODES
from moon_envs.envs.reports import final_info


class MoonAEC(MultiAgentGame, AECEnv):
    """A game for agents `player_0`, `player_1`, ...; made by `moon_envs.pettingzoo.launch_v0.env()`.

    An observation is a dict of `observation` (float32 features from 0 to 1, from the agent's seat) and `action_mask`
    (int8; all zeros while another agent decides, all ones when the game is over). The agent's info has the same mask.
    In games of simultaneous turns agents decide one after the other, but no agent observes what the others did in the
    current turn.

    Args:
        game: the game id.
        players: the number of players.
        reward: "outcome", "points", "points_delta", or a dict of weights like `{"points_delta": 1.0, "outcome": 0.5}`.
        encoding: "compact" (one column for each feature) or "one_hot" (one for each value of a category).
        obs_format: "dict" with the mask, or "box", the features alone (the mask is in the infos).
        observation_key: the key of the features in a dict observation.
        mask_key: the key of the mask in a dict observation and in the infos.
        mask_dtype: "int8", "bool" or "float32".
        render_mode: None, "ansi" (`render` returns text), "human" (a window, a notebook, or printed text),
            "rgb_array" (1280 x 720 pixels, the open table; needs `pip install "moon_envs[render]"`) or "svg"
            (text that notebooks show as a picture).
        **options: the options of the game.
    """

    metadata = {"render_modes": list(RENDER_MODES), "is_parallelizable": True, "render_fps": FRAMES_A_SECOND}

    def __init__(
        self,
        /,
        game: str | Game,
        players: int | None = None,
        *,
        reward: str | Mapping[str, float] = "outcome",
        encoding: str = COMPACT,
        obs_format: str = "dict",
        observation_key: str = "observation",
        mask_key: str = "action_mask",
        mask_dtype: str = "int8",
        render_mode: str | None = None,
        **options: Any,
    ):
        super().__init__()
        self.agents = []
        format_ = Format(obs_format, observation_key, mask_key, mask_dtype)
        self._prepare(game, players, {"reward": reward, "encoding": encoding}, options, render_mode, format_, 0)
        self._no_action = np.zeros(len(self.game.actions), dtype=np.int8)

    @property
    def page(self) -> str:
        """The description of this environment for users, made from the tables of its game."""
        return environment_page(self.game, AEC)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game from `seed`; without one, from the seed that follows the last game's."""
        self._begin(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(self._no_action) for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Select the agent who decides now."""
        self.agent_selection = self.possible_agents[self.batch.actor[0]]
        self.infos[self.agent_selection] = self._info(self.batch.mask[0])

    def observe(self, agent: str) -> Any:
        """Return an agent's observation of the current state."""
        batch, seat = self.batch, self._seats[self._check_agent(agent)]
        if seat == batch.actor[0]:
            return self._format.observation(batch.observation[0].copy(), batch.mask[0])
        mask = batch.mask[0] if batch.done[0] else self._no_action
        return self._format.observation(batch.observe(seat), mask)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since the last turn, termination, truncation and info of the selected agent."""
        self._check_running()
        return super().last(observe)

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent.

        Raises:
            IllegalActionError: the action is not legal; the game has not changed. (`env()` ends the game instead.)
            ResetNeededError: the game is over or has not begun.
        """
        self._check_running()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self.batch
        action = check_action(self.game, action)
        batch.step(action)
        if self.render_mode is not None:
            self._last = (self._seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = self._info(self._no_action)
        for player, seat in self._seats.items():
            self.rewards[player] = float(batch.reward[0, seat])
        if batch.done[0]:
            self._finish()
        else:
            self._select()
        self._accumulate_rewards()

    def _finish(self) -> None:
        for agent in self.agents:
            self.terminations[agent] = True
            self.infos[agent] = self._info(self.batch.mask[0]) | final_info(self.batch, 0, self._seats[agent])
        self.agent_selection = self.agents[0]

    def sample(self) -> int:
        """Return a uniformly random legal action of the selected agent; it is drawn in compiled code."""
        return int(self.batch.sample()[0])

    def render(self) -> str | np.ndarray | None:
        """Render the game as `render_mode` says: text from the selected agent's seat, pictures of the open table.

        Pictures mark the last decision.

        Raises:
            MissingExtraError: with "rgb_array", if the packages of the extra `render` are missing.
            ResetNeededError: the game has not begun.
        """
        self._check_started()
        return self._show(self._seats.get(self.agent_selection, 0))
