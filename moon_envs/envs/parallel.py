"""One game as a PettingZoo parallel environment: all agents act at once; those who do not decide wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from moon_envs.base.checks import shown
from moon_envs.base.errors import IllegalActionError
from moon_envs.core.game import Game
from moon_envs.core.tables import COMPACT
from moon_envs.envs.arguments import check_action, check_on_illegal
from moon_envs.envs.deciders import deciders_of
from moon_envs.envs.formats import Format
from moon_envs.envs.multi_agent import MultiAgentGame
from moon_envs.envs.pages import PARALLEL, environment_page
from moon_envs.envs.rendering import FRAMES_A_SECOND, RENDER_MODES
from moon_envs.envs.reports import final_info, warn_of_illegal_action


class MoonParallel(MultiAgentGame, ParallelEnv):
    """A game for agents `player_0`, `player_1`, ...; made by `moon_envs.pettingzoo.launch_v0.parallel_env()`.

    In a game of simultaneous turns all agents with a decision in this phase act in the same step; in a game of turns
    one agent acts. The action space has one action more than the game: the last one is "wait", the only legal action
    of an agent who does not decide now. The rewards of a phase come when all agents have finished it. Observations are
    dicts of `observation` and `action_mask`; the infos have the mask, too.

    Args:
        game: the game id.
        players: the number of players.
        reward: "outcome", "points", "points_delta", or a dict of weights like `{"points_delta": 1.0, "outcome": 0.5}`.
        on_illegal: "end" the game with the lowest reward for the agent, or "raise".
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

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}

    def __init__(
        self,
        /,
        game: str | Game,
        players: int | None = None,
        *,
        reward: str | Mapping[str, float] = "outcome",
        on_illegal: str = "end",
        encoding: str = COMPACT,
        obs_format: str = "dict",
        observation_key: str = "observation",
        mask_key: str = "action_mask",
        mask_dtype: str = "int8",
        render_mode: str | None = None,
        **options: Any,
    ):
        format_ = Format(obs_format, observation_key, mask_key, mask_dtype)
        self._raises = check_on_illegal(on_illegal) == "raise"
        self._prepare(game, players, {"reward": reward, "encoding": encoding}, options, render_mode, format_, 1)
        self.deciders = deciders_of(self.batch)
        self._chance = np.random.default_rng()
        self.wait = len(self.game.actions)
        self.agents: list[str] = []

    @property
    def page(self) -> str:
        """The description of this environment for users, made from the tables of its game."""
        return environment_page(self.game, PARALLEL)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game from `seed`; without one, from the seed that follows the last game's."""
        self._begin(seed, options)
        self._chance = np.random.default_rng(seed)
        self.deciders.begin()
        self.agents = list(self.possible_agents)
        return self._observations()

    def _mask(self, seat: int) -> np.ndarray:
        mask = np.zeros(self.wait + 1, dtype=np.int8)
        if seat in self.deciders.seats:
            mask[: self.wait] = self.deciders.mask(seat)
        else:
            mask[self.wait] = 1
        return mask

    def _observations(self) -> tuple[dict[str, Any], dict[str, Any]]:
        observations, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self._mask(seat)
            observations[agent] = self._format.observation(self.deciders.observe(seat), mask)
            infos[agent] = self._info(mask)
        return observations, infos

    def step(self, actions: dict[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        """Carry out the actions of the agents who decide; the others wait.

        Raises:
            IllegalActionError: an action is not legal and `on_illegal="raise"`; the game has not changed.
            ResetNeededError: the game is over or has not begun.
        """
        self._check_running()
        chosen = self._check_actions(actions)
        illegal = self._illegal_actions(chosen)
        if illegal:
            return self._end_by_illegal_actions(illegal)
        taken = self.deciders.step(chosen)
        if taken is not None:
            self._last = taken
        over = not self.deciders.seats
        rewards = {agent: float(self.deciders.reward[seat]) for seat, agent in enumerate(self.possible_agents)}
        observations, infos = self._observations()
        if over:
            for seat, agent in enumerate(self.possible_agents):
                infos[agent] |= final_info(self.batch, 0, seat)
        return self._returned(observations, rewards, over, infos)

    def _returned(
        self, observations: dict, rewards: dict, over: bool, infos: dict
    ) -> tuple[dict, dict, dict, dict, dict]:
        terminations = dict.fromkeys(self.possible_agents, over)
        truncations = dict.fromkeys(self.possible_agents, False)
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _check_actions(self, actions: Any) -> dict[int, int]:
        """Check the actions of all agents, and return those of the seats that decide."""
        given = actions if isinstance(actions, Mapping) else {}
        for seat in self.deciders.seats:
            if self.possible_agents[seat] not in given:
                agent = self.possible_agents[seat]
                raise IllegalActionError(f"{self.game.id}: {agent} decides now, but has no action in {shown(actions)}.")
        chosen = {}
        for agent, action in given.items():
            seat, number = self._seats[self._check_agent(agent)], check_action(self.game, action)
            if seat in self.deciders.seats:
                chosen[seat] = number
            elif self._raises and number != self.wait:
                raise IllegalActionError(
                    f"{self.game.id}: {agent} does not decide now and must wait (action {self.wait}), not {number}."
                )
        return chosen

    def _illegal_actions(self, chosen: dict[int, int]) -> dict[int, int]:
        illegal = {}
        for seat, action in chosen.items():
            if not 0 <= action < self.wait or not self.deciders.mask(seat)[action]:
                if self._raises:
                    raise IllegalActionError(self.deciders.explain_illegal(seat, action))
                illegal[seat] = action
        return illegal

    def _end_by_illegal_actions(self, illegal: dict[int, int]) -> tuple[dict, dict, dict, dict, dict]:
        """End the game without a move; the agents who chose an illegal action get the lowest reward."""
        self.batch.step(-1, on_illegal="forfeit")
        observations, infos = self._observations()
        self.deciders.seats = []
        rewards = {}
        for seat, agent in enumerate(self.possible_agents):
            rewards[agent] = self.batch.lowest_reward if seat in illegal else 0.0
            infos[agent] |= final_info(self.batch, 0, seat)
            infos[agent]["outcome"] = -1.0 if seat in illegal else 0.0
            if seat in illegal:
                name = self.game.actions.describe(illegal[seat])
                words = f"{agent} chose action {illegal[seat]} ({name}), which was not legal."
                infos[agent]["illegal_action"] = words
                warn_of_illegal_action(f"{self.game.id}: {words}")
        return self._returned(observations, rewards, True, infos)

    def sample(self) -> dict[str, int]:
        """Uniformly random legal actions of all agents."""
        actions = dict.fromkeys(self.possible_agents, self.wait)
        for seat in self.deciders.seats:
            actions[self.possible_agents[seat]] = int(self._chance.choice(np.flatnonzero(self.deciders.mask(seat))))
        return actions

    def render(self) -> str | np.ndarray | None:
        """The game as `render_mode` says: text from the seat of the agent who decides, pictures of the open table.

        The last decision is marked in pictures.

        Raises:
            MissingExtraError: with "rgb_array", if the packages of the extra `render` are missing.
            ResetNeededError: the game has not begun.
        """
        self._check_started()
        return self._show(max(int(self.batch.actor[0]), 0))
