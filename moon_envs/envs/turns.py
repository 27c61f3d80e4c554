"""One game as a PettingZoo AEC environment: agents act one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv

from moon_envs.envs.multi_agent import MultiAgentGame
from moon_envs.envs.spaces import RENDER_MODES, final_info


class MoonAEC(MultiAgentGame, AECEnv):
    """A game for agents `player_0`, `player_1`, ...; made by `moon_envs.pettingzoo.launch_v0.env()`.

    An observation is a dict of `observation` (float32 features from 0 to 1, from the agent's seat) and `action_mask`
    (int8; all zeros while somebody else decides, all ones when the game is over). The same mask is in the agent's info.
    In games of simultaneous turns agents decide one after the other, but nobody observes what the others did in the
    current turn.

    Args:
        game: the game id.
        players: the number of players.
        reward: "outcome", "points" or "points_delta".
        render_mode: None, "ansi" (`render` returns text) or "human" (prints it).
        **options: the options of the game.
    """

    metadata = {"render_modes": list(RENDER_MODES), "is_parallelizable": True, "render_fps": 4}

    def __init__(
        self,
        /,
        game: str,
        players: int | None = None,
        *,
        reward: str = "outcome",
        render_mode: str | None = None,
        **options: Any,
    ):
        super().__init__()
        self.agents = []
        self._set_table(game, players, reward, render_mode, 0, options)
        self._no_action = np.zeros(len(self.game.actions), dtype=np.int8)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game: dealt from `seed`, or the one that follows the last game."""
        self._deal(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._no_action.copy()} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Pass the turn to the agent who decides now."""
        self.agent_selection = self.possible_agents[self._batch.actor[0]]
        self.infos[self.agent_selection] = {"action_mask": self._batch.mask[0].copy()}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent knows now."""
        batch, seat = self._batch, self._seats[self._check_agent(agent)]
        if seat == batch.actor[0]:
            return {"observation": batch.observation[0].copy(), "action_mask": batch.mask[0].copy()}
        mask = batch.mask[0] if batch.done[0] else self._no_action
        return {"observation": batch.observe(seat), "action_mask": mask.copy()}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since the last turn, termination, truncation and info of the selected agent."""
        self._check_running()
        return super().last(observe)

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent.

        Raises:
            IllegalActionError: names the legal actions; nothing has moved. (`env()` ends the game instead.)
            ResetNeededError: the game is over or has not begun.
        """
        self._check_running()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self._batch
        batch.step_single(action)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"action_mask": self._no_action.copy()}
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
            report = final_info(self._batch, 0, self._seats[agent])
            self.infos[agent] = {"action_mask": self._batch.mask[0].copy(), **report}
        self.agent_selection = self.agents[0]

    def sample(self) -> int:
        """A uniformly random legal action of the selected agent, compiled."""
        return int(self._batch.sample()[0])

    def render(self) -> str | None:
        """The game as text from the seat of the selected agent: returned or printed, by `render_mode`."""
        return self._show(self._seats.get(self.agent_selection, 0))
