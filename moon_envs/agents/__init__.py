"""Agents: who plays, given by name, as a function, or as an object with a small contract; for many games at once.

The same names work in `opponents=`, `agents=`, `moon-envs play --opponents`, `selfplay --agents`, `campaign --agents`
and the arena. It imports `search` and everything below it. Start with `contract.py`, then `seat_batch.py`, one seat of
many games against agents.
"""

from moon_envs.agents.by_mode import ByMode
from moon_envs.agents.contract import Agent, Policy, PolicyAgent, RandomAgent, Waiting
from moon_envs.agents.names import agent_names, find_agent, find_agents, register_agent
from moon_envs.agents.networked import NetworkAgent, NetworkTreeSearch, RolloutAgent
from moon_envs.agents.pace import Pace
from moon_envs.agents.playing import ask, play_games, prepare
from moon_envs.agents.searching import FlatMonteCarlo, Greedy, TreeSearch
from moon_envs.agents.seat_batch import SeatBatch

__all__ = [
    "Agent",
    "ByMode",
    "FlatMonteCarlo",
    "Greedy",
    "NetworkAgent",
    "NetworkTreeSearch",
    "Pace",
    "Policy",
    "PolicyAgent",
    "RandomAgent",
    "RolloutAgent",
    "SeatBatch",
    "TreeSearch",
    "Waiting",
    "agent_names",
    "ask",
    "find_agent",
    "find_agents",
    "play_games",
    "prepare",
    "register_agent",
]
