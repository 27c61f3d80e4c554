"""An agent made of two: one for the solo mode, one for several players."""

from __future__ import annotations

from typing import Any

import numpy as np

from moon_envs.agents.contract import Agent, Waiting
from moon_envs.core.game import SEVERAL, SOLO, Configuration, Game


class ByMode(Agent):
    """Plays as one agent in the solo mode, and as another with several players.

    Observations of the two modes have different shapes, so a network or a function is usually made for one of them.

    By name it is `solo=AGENT,several=AGENT`.

    Args:
        solo: the agent of the solo mode: an agent, a name or a function.
        several: the agent of games with several players.

    Raises:
        ConfigurationError: there is no such agent.

    Example:
        >>> from moon_envs.agents import ByMode
        >>> ByMode(solo="mcts", several="random").name
        'solo=mcts:1000,several=random'
    """

    def __init__(self, solo: Any, several: Any):
        from moon_envs.agents.names import find_agent

        self.parts = {SOLO: find_agent(solo, SOLO), SEVERAL: find_agent(several, SEVERAL)}
        self.name = ",".join(f"{mode}={part.name}" for mode, part in self.parts.items())
        wanted = [part.games_at_once for part in self.parts.values()]
        self.games_at_once = None if None in wanted else min(games for games in wanted if games is not None)

    def prepare(self, game: Game, configuration: Configuration) -> None:
        """Prepare the agent of this mode."""
        self.parts[configuration.mode].prepare(game, configuration)

    def act(self, waiting: Waiting) -> np.ndarray:
        """Return the actions of the agent of this mode."""
        return self.parts[waiting.configuration.mode].act(waiting)

    def shares(self, waiting: Waiting) -> np.ndarray | None:
        """Return the shares of the agent of this mode."""
        return self.parts[waiting.configuration.mode].shares(waiting)

    def fingerprint(self, game: Game, configuration: Configuration) -> str:
        """Return the fingerprint of the agent of this mode."""
        return self.parts[configuration.mode].fingerprint(game, configuration)


def of_mode(agent: Agent, mode: str) -> Agent:
    """Return the part of an agent that plays a mode, "solo" or "several"; the agent itself unless it is a `ByMode`."""
    return agent.parts[mode] if isinstance(agent, ByMode) else agent
