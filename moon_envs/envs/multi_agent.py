"""The parts that the AEC and the parallel environment share: agents, spaces, the game, rendering."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from gymnasium import spaces

from moon_envs.base.checks import allowed_names, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game
from moon_envs.core.registry import game as find_game
from moon_envs.envs.arguments import check_reset_options, check_seed
from moon_envs.envs.errors import ResetNeededError
from moon_envs.envs.formats import Format
from moon_envs.envs.rendering import NO_DECISION, Display, check_render_mode
from moon_envs.envs.reports import environment_facts


class MultiAgentGame(Shown):
    """Base class of the environments with an agent in every seat: `player_0`, `player_1`, ..."""

    metadata: dict[str, Any]
    agents: list[str]

    def _repr_facts_(self) -> Facts:
        return environment_facts(self.batch)

    def _prepare(
        self,
        game: str | Game,
        players: int | None,
        settings: dict[str, Any],
        options: dict[str, Any],
        render_mode: str | None,
        format_: Format,
        more_actions: int,
    ) -> None:
        """Prepare game, agents and spaces; the environment adds `more_actions` to the actions of the game."""
        self.game = find_game(game)
        self.game.check_arguments(options, type(self))
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {**self.metadata, "name": f"{self.game.id}_v{self.game.version}"}
        self.batch = Batch(self.game, 1, players, None, autoreset="disabled", threads=1, **settings, **options)
        self._format = format_
        self._started = False
        self._display = Display(self.game, self.configuration)
        self._last = NO_DECISION
        actions = len(self.game.actions) + more_actions
        self.possible_agents = [f"player_{seat}" for seat in range(self.configuration.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: format_.space(self.batch, actions) for agent in self.possible_agents}
        columns = self.batch.observation.shape[1]
        self.state_space = spaces.Box(0.0, 1.0, (len(self.possible_agents) * columns,), np.float32)

    @property
    def configuration(self) -> Configuration:
        """Players and options of the game."""
        return self.batch.configuration

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations."""
        return self.observation_spaces[self._check_agent(agent)]

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's actions."""
        return self.action_spaces[self._check_agent(agent)]

    def _check_agent(self, agent: Any) -> str:
        if not isinstance(agent, str) or agent not in self._seats:
            raise ConfigurationError(f"There is no agent {shown(agent)}; {allowed_names(agent, self.possible_agents)}")
        return agent

    def __copy__(self) -> MultiAgentGame:
        """Return a deep copy, so that copies never share a game."""
        return copy.deepcopy(self)

    def _check_started(self) -> None:
        if not self._started:
            raise ResetNeededError("The game has not begun: call reset() first.")

    def _check_running(self) -> None:
        if not self._started or not self.agents:
            raise ResetNeededError("The game is over or has not begun: call reset() first.")

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Start a new game from `seed`; without one, from the seed that follows the last game's."""
        check_reset_options(options)
        self.batch.reset(check_seed(seed))
        self._started = True
        self._last = NO_DECISION

    def state(self) -> np.ndarray:
        """Return the observations of all agents, concatenated: for a central critic, not for players."""
        return np.concatenate([self.batch.observe(seat) for seat in range(len(self.possible_agents))])

    def _info(self, mask: np.ndarray) -> dict[str, Any]:
        """Return the info of an agent in a running game: the mask alone.

        TorchRL converts every entry of the infos of a reset to a tensor, which fails for points by category. It ignores
        the entries that only the end of a game adds.
        """
        return {self._format.mask_key: self._format.mask(mask)}

    def _show(self, seat: int) -> str | np.ndarray | None:
        """Render the game: text from a seat; pictures of the open table, so that the view does not change each step."""
        return self._display.show(self.render_mode, self.batch.states[0], seat, None, self._last)

    def describe(self, action: int) -> str:
        """Return an action in words, with its effect in the current state."""
        return self.batch.describe(action)

    def save(self) -> bytes:
        """Return the game as bytes, see `moon_envs.saves`."""
        return self.batch.save()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
