"""The opponents of the caller of a `SeatBatch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from moon_envs.agents.contract import Agent, RandomAgent, Waiting
from moon_envs.agents.names import RANDOM, find_agents
from moon_envs.agents.playing import ask, different_agents, prepare
from moon_envs.base.checks import shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game


class Opponents:
    """The players of the other seats: random players inside the compiled loops, or agents that are asked for actions.

    Args:
        game: the game.
        configuration: players and options.
        seat: the caller's seat.
        opponents: an agent, a name, a function, or a list of these, see `moon_envs.agents`.

    Raises:
        ConfigurationError: there is no such agent, or no seat for it.

    Attributes:
        random_seats: seats of random players.
        agents: the agents that are asked, by seat.
        names: the names of all opponents, in the order in which they were given.
        on_actions: called with rows and the actions that agents have chosen there, before they are carried out.
    """

    def __init__(self, game: Game, configuration: Configuration, seat: int, opponents: Any):
        players = configuration.players
        chosen = find_agents("opponents", opponents, players - 1, "other seat")
        is_default = isinstance(opponents, (list, tuple)) or (isinstance(opponents, str) and opponents == RANDOM)
        if players == 1 and not is_default:  # a list has the right length, see `find_agents`
            raise ConfigurationError(
                f"opponents={shown(opponents)} is not allowed: {game.id} is played alone (players=1), and nobody takes "
                f"another seat. Choose the number of players, for example players={max(2, game.default_players)}."
            )
        seats = [(seat + 1 + place) % players for place in range(players - 1)]
        self.random_seats = [other for other, agent in zip(seats, chosen, strict=True) if type(agent) is RandomAgent]
        self.agents: dict[int, Agent] = {
            other: agent for other, agent in zip(seats, chosen, strict=True) if type(agent) is not RandomAgent
        }
        self.names = [agent.name for agent in chosen]
        self.on_actions: Callable[[np.ndarray, np.ndarray], None] | None = None
        for agent in self.agents.values():
            prepare(agent, game, configuration)

    def __getstate__(self) -> dict[str, Any]:
        """Copies drop the callback."""
        return {**vars(self), "on_actions": None}

    def ask(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """Return one legal action for each of these rows; each agent is asked once for all rows that wait for it.

        Raises:
            AgentError: an agent raised, or did not return one legal action for each row.
        """
        actions = np.zeros(len(rows), dtype=np.int64)
        with batch.asking():
            for agent in different_agents(self.agents.values()):
                seats = [seat for seat, one in self.agents.items() if one is agent]
                waiting = np.isin(batch.actor[rows], seats)
                if waiting.any():
                    actions[waiting] = ask(agent, Waiting(batch, rows[waiting]))
                    if self.on_actions is not None:
                        self.on_actions(rows[waiting], actions[waiting])
        return actions
