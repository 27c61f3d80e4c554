"""The error of environments that is also one of Gymnasium's."""

from __future__ import annotations

import gymnasium

from moon_envs.base.errors import MoonEnvsError


class ResetNeededError(MoonEnvsError, gymnasium.error.ResetNeeded):
    """A step in an environment whose game is over or has not begun."""
