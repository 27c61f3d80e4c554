"""One game as a PettingZoo AEC environment: agents act one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from moon_envs.batch import Batch
from moon_envs.envs.spaces import RENDER_MODES, check_render_mode, final_info, masked_space, show
from moon_envs.registry import game as find_game


class MoonAEC(AECEnv):
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
        game: str,
        players: int | None = None,
        *,
        reward: str = "outcome",
        render_mode: str | None = None,
        **options: Any,
    ):
        super().__init__()
        self.game = find_game(game)
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {**self.metadata, "name": f"{self.game.id}_v{self.game.version}"}
        self._batch = Batch(self.game, 1, players, reward=reward, autoreset="disabled", threads=1, **options)
        self._started = False
        configuration = self._batch.configuration
        self.possible_agents = [f"player_{seat}" for seat in range(configuration.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = len(self.game.actions)
        self._action_space = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_space = {
            agent: masked_space(self.game, configuration, actions) for agent in self.possible_agents
        }
        self._no_action = np.zeros(actions, dtype=np.int8)

    @property
    def configuration(self) -> Any:
        """Players and options of the game."""
        return self._batch.configuration

    def observation_space(self, agent: str) -> spaces.Space:
        """The space of an agent's observations."""
        return self._observation_space[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The space of an agent's actions."""
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game: dealt from `seed`, or the one that follows the last game."""
        if seed is None and self._started:
            self._batch.reset_following()
        else:
            self._batch.reset(seed)
        self._started = True
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
        batch, seat = self._batch, self._seats[agent]
        if seat == batch.actor[0]:
            return {"observation": batch.observation[0].copy(), "action_mask": batch.mask[0].copy()}
        mask = batch.mask[0] if batch.done[0] else self._no_action
        return {"observation": batch.observe(seat), "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent.

        Raises:
            IllegalActionError: names the legal actions; nothing has moved. (`env()` ends the game instead.)
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self._batch
        batch.step_single(-1 if action is None else int(action))
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

    def describe(self, action: int) -> str:
        """An action in words, as it would be carried out now."""
        return self._batch.describe(action)

    def save(self) -> bytes:
        """The game as bytes."""
        return self._batch.save()

    def render(self) -> str | None:
        """The game as text from the seat of the selected agent: returned or printed, by `render_mode`."""
        if self.render_mode is None:
            return None
        return show(self.game.render(self._batch.states[0], self._seats.get(self.agent_selection, 0)), self.render_mode)

    def close(self) -> None:
        """Nothing to release."""
