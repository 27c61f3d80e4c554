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
    return find_policies("opponents", opponents, seats, "other seat")


def find_policies(name: str, given: Any, seats: int, seat: str = "seat") -> list[str | Policy]:
    """The policies of some seats: each `RANDOM` or a function.

    Args:
        name: what the caller's argument is called.
        given: a name, a function, or a list of these with one for each of the seats.
        seats: how many seats there are.
        seat: what one of them is called.

    Raises:
        ConfigurationError: says what is allowed.
    """
    if isinstance(given, Sequence) and not isinstance(given, str):
        if len(given) != seats:
            raise ConfigurationError(f"{name} has {len(given)} policies; there are {seats} {seat}s.")
        return [_find(name, policy, seat) for policy in given]
    return [_find(name, given, seat)] * seats


def _find(name: str, policy: Any, seat: str) -> str | Policy:
    if callable(policy):
        return policy
    if isinstance(policy, str) and policy in policy_names():
        return _POLICIES.get(policy, RANDOM)
    allowed = ", ".join(policy_names())
    raise ConfigurationError(
        f"{name}={shown(policy)} is not allowed; allowed: {allowed}, a function (observations, masks) -> actions, "
        f"or a list with one of these for each {seat}."
    )
