"""Who plays the seats that the caller does not play."""

from __future__ import annotations

from typing import Any

from moon_envs.errors import ConfigurationError

OPPONENT_NAMES = ("random",)


def check_opponents(opponents: Any) -> str:
    """The name of the opponents, if it is allowed.

    Raises:
        ConfigurationError: names the allowed ones.
    """
    if opponents not in OPPONENT_NAMES:
        raise ConfigurationError(f"opponents={opponents!r} is not allowed; allowed: {', '.join(OPPONENT_NAMES)}.")
    return str(opponents)
