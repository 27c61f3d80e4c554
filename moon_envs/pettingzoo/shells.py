"""The standard wrapping of PettingZoo environments, the same for all games."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from moon_envs.envs.turns import MoonAEC


def wrapped_env(game: str, **settings: Any) -> AECEnv:
    """The AEC environment with PettingZoo's usual wrappers; an illegal action ends the game with reward -1."""
    environment: AECEnv = MoonAEC(game, **settings)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)
