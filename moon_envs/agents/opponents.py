"""Agents that play the seats of a batch that the caller does not play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_envs.agents import Agent, RandomAgent, Waiting, ask, find_agents, prepare
from moon_envs.agents.names import RANDOM
from moon_envs.agents.playing import different_agents
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.game import Configuration, Game

if TYPE_CHECKING:
    from moon_envs.batch.rows import BatchRows


class Opponents:
    """Who plays the other seats: random players inside the compiled loops, or agents that are asked for actions.

    Args:
        game: the game.
        configuration: players and options.
        seat: the caller's seat.
        opponents: an agent, a name, a function, or a list of these, see `moon_envs.agents`.

    Attributes:
        random_seats: seats of random players.
        agents: who is asked, by seat.
        names: of all of them, in the order in which they were given.
        on_actions: called with rows and the actions that agents have chosen there, before they are carried out.
    """

    def __init__(self, game: Game, configuration: Configuration, seat: int, opponents: Any):
        players = configuration.players
        chosen = find_agents("opponents", opponents, players - 1, "other seat")
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
        """Nobody listens to a copy."""
        return {**vars(self), "on_actions": None}

    def ask(self, batch: BatchRows, asked: np.ndarray) -> np.ndarray:
        """One action for each row that is asked, 0 elsewhere; all rows that wait for one agent in one call.

        Raises:
            AgentError: an agent raised, or did not return one legal action for each row.
        """
        actions = np.zeros(len(asked), dtype=np.int64)
        for agent in different_agents(self.agents.values()):
            seats = [seat for seat, one in self.agents.items() if one is agent]
            rows = np.flatnonzero(asked & np.isin(batch.actor, seats))
            if len(rows):
                actions[rows] = ask(agent, Waiting(batch, rows), batch._explain_illegal)
                if self.on_actions is not None:
                    self.on_actions(rows, actions[rows])
        return actions


def check_no_opponents(opponents: Any) -> None:
    """Without a seat of one's own there is nobody for opponents to play against."""
    if not (isinstance(opponents, str) and opponents == RANDOM):
        raise ConfigurationError("opponents needs seat=, the seat you play yourself.")
