"""The standard wrapping of PettingZoo environments, the same for all games."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from moon_envs.envs.turns import MoonAEC


def _read_from_environment(name: str) -> property:
    return property(lambda wrapper: getattr(wrapper.environment, name), doc=f"`{name}` of the environment.")


class DirectAttributes:
    """Reads the environment's attributes directly.

    PettingZoo's wrappers pass every attribute from wrapper to wrapper, about thirty times a step; that was two thirds
    of the time of a step.
    """

    def __init__(self, env: AECEnv, **settings: Any):
        self.environment = env.unwrapped
        super().__init__(env, **settings)

    agents = _read_from_environment("agents")
    agent_selection = _read_from_environment("agent_selection")
    rewards = _read_from_environment("rewards")
    terminations = _read_from_environment("terminations")
    truncations = _read_from_environment("truncations")
    infos = _read_from_environment("infos")
    _cumulative_rewards = _read_from_environment("_cumulative_rewards")


class TerminateIllegal(DirectAttributes, wrappers.TerminateIllegalWrapper):
    """PettingZoo's TerminateIllegalWrapper."""


class AssertOutOfBounds(DirectAttributes, wrappers.AssertOutOfBoundsWrapper):
    """PettingZoo's AssertOutOfBoundsWrapper."""


def wrapped_env(game: str, **settings: Any) -> AECEnv:
    """The AEC environment with PettingZoo's usual wrappers; an illegal action ends the game with reward -1."""
    environment: AECEnv = MoonAEC(game, **settings)
    environment = TerminateIllegal(environment, illegal_reward=-1)
    environment = AssertOutOfBounds(environment)
    return wrappers.OrderEnforcingWrapper(environment)
