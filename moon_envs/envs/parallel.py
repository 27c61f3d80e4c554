"""One game as a PettingZoo parallel environment: all agents act at once, those who do not decide wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from moon_envs.checks import check_choice, is_whole_number, shown
from moon_envs.envs.multi_agent import MultiAgentGame
from moon_envs.envs.spaces import ON_ILLEGAL, RENDER_MODES, final_info
from moon_envs.errors import IllegalActionError


class MoonParallel(MultiAgentGame, ParallelEnv):
    """A game for agents `player_0`, `player_1`, ...; made by `moon_envs.pettingzoo.launch_v0.parallel_env()`.

    The action space has one action more than the game: the last one is "wait", the only legal action of an agent who
    does not decide now. Observations are dicts of `observation` and `action_mask`; the mask is in the infos, too.

    Args:
        game: the game id.
        players: the number of players.
        reward: "outcome", "points" or "points_delta".
        on_illegal: "end" the game with the lowest reward for the agent, or "raise".
        render_mode: None, "ansi" (`render` returns text) or "human" (prints it).
        **options: the options of the game.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def __init__(
        self,
        /,
        game: str,
        players: int | None = None,
        *,
        reward: str = "outcome",
        on_illegal: str = "end",
        render_mode: str | None = None,
        **options: Any,
    ):
        self._set_table(game, players, reward, render_mode, 1, options)
        self._raises = check_choice("on_illegal", on_illegal, ON_ILLEGAL) == "raise"
        self.wait = len(self.game.actions)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game: dealt from `seed`, or the one that follows the last game."""
        self._deal(seed, options)
        self.agents = list(self.possible_agents)
        observations = self._observations()
        return observations, {agent: {"action_mask": observations[agent]["action_mask"]} for agent in self.agents}

    def _mask(self, seat: int) -> np.ndarray:
        mask = np.zeros(self.wait + 1, dtype=np.int8)
        if seat == self._batch.actor[0]:
            mask[: self.wait] = self._batch.mask[0]
        else:
            mask[self.wait] = 1
        return mask

    def _observations(self) -> dict[str, Any]:
        return {
            agent: {"observation": self._batch.observe(seat), "action_mask": self._mask(seat)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, actions: dict[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        """Carry out the action of the agent who decides; the others wait.

        Raises:
            IllegalActionError: with `on_illegal="raise"`; nothing has moved.
            ResetNeededError: the game is over or has not begun.
        """
        self._check_running()
        batch = self._batch
        deciding = self.possible_agents[batch.actor[0]]
        if not isinstance(actions, Mapping) or deciding not in actions:
            raise IllegalActionError(f"{self.game.id}: {deciding} decides now, but has no action in {shown(actions)}.")
        for agent, action in actions.items():
            self._check_agent(agent)
            if not is_whole_number(action):
                raise IllegalActionError(f"{self.game.id}: an action is a whole number, not {shown(action)}.")
        if self._raises:
            self._check_waiting(actions, deciding)
        action = int(actions[deciding])
        batch.step_single(action, strict=self._raises)
        over = bool(batch.done[0])
        observations = self._observations()
        rewards = {agent: float(batch.reward[0, seat]) for seat, agent in enumerate(self.possible_agents)}
        infos: dict[str, dict[str, Any]] = {}
        for seat, agent in enumerate(self.possible_agents):
            infos[agent] = {"action_mask": observations[agent]["action_mask"]}
            if over:
                infos[agent].update(final_info(batch, 0, seat))
        if batch.illegal[0]:
            words = self.game.actions.describe(action)
            infos[deciding]["illegal_action"] = f"{deciding} chose action {action} ({words}), which was not legal."
        terminations = dict.fromkeys(self.possible_agents, over)
        truncations = dict.fromkeys(self.possible_agents, False)
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _check_waiting(self, actions: dict[str, int], deciding: str) -> None:
        for agent, action in actions.items():
            if agent != deciding and int(action) != self.wait:
                raise IllegalActionError(
                    f"{self.game.id}: {agent} does not decide now and must wait (action {self.wait}), not {action}."
                )

    def sample(self) -> dict[str, int]:
        """Uniformly random legal actions of all agents, compiled."""
        deciding = self._batch.actor[0]
        action = int(self._batch.sample()[0])
        return {a: action if seat == deciding else self.wait for seat, a in enumerate(self.possible_agents)}

    def render(self) -> str | None:
        """The game as text from the seat of the agent who decides: returned or printed, by `render_mode`."""
        return self._show(max(int(self._batch.actor[0]), 0))
