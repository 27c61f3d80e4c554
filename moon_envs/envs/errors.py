"""The error of environments that is also an error of Gymnasium. It is not in `base`, which does not know Gymnasium."""

from __future__ import annotations

import gymnasium

from moon_envs.base.errors import MoonEnvsError


class ResetNeededError(MoonEnvsError, gymnasium.error.ResetNeeded):
    """A step in an environment whose game is over or has not begun; call `reset` first."""
