"""Policies for the seats you do not play: by name, as a function, or one for each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from moon_envs.checks import shown
from moon_envs.errors import ConfigurationError

Policy = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""A policy takes observations (k, features) float32 and masks (k, actions) int8 and returns k actions."""

RANDOM = "random"
"""Uniformly random legal actions: compiled, no Python per decision."""

_POLICIES: dict[str, Policy] = {}


def register_policy(name: str, policy: Policy) -> None:
    """Give a policy a name that `opponents=` takes.

    Example:
        >>> import numpy as np
        >>> import moon_envs.agents
        >>> moon_envs.agents.register_policy("first legal", lambda observation, mask: np.argmax(mask, axis=1))
        >>> "first legal" in moon_envs.agents.policy_names()
        True
    """
    if not isinstance(name, str) or name == RANDOM or not callable(policy):
        raise ConfigurationError(f"A policy needs a name other than {RANDOM!r}, and must be a function.")
    _POLICIES[name] = policy


def policy_names() -> list[str]:
    """The names that `opponents=` takes."""
    return [RANDOM, *_POLICIES]


def find_opponents(opponents: Any, seats: int) -> list[str | Policy]:
    """The policies of the other seats: each `RANDOM` or a function.

    Args:
        opponents: a name, a function, or a list of these with one for each other seat, in seating order after yours.
        seats: how many other seats there are.

    Raises:
        ConfigurationError: says what is allowed.
    """
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != seats:
            raise ConfigurationError(f"opponents has {len(opponents)} policies; there are {seats} other seats.")
        return [_find(opponent) for opponent in opponents]
    return [_find(opponents)] * seats


def _find(opponent: Any) -> str | Policy:
    if callable(opponent):
        return opponent
    if isinstance(opponent, str) and opponent in policy_names():
        return _POLICIES.get(opponent, RANDOM)
    allowed = ", ".join(policy_names())
    raise ConfigurationError(
        f"opponents={shown(opponent)} is not allowed; allowed: {allowed}, a function (observations, masks) -> actions, "
        "or a list with one of these for each other seat."
    )
