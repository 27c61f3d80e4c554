"""The id of a game, and the names that Gymnasium and PettingZoo know it by."""

from __future__ import annotations

import re
from typing import Any

from moon_envs.base.checks import shown
from moon_envs.base.errors import ConfigurationError

ID_PATTERN = "[a-z][a-z0-9]*(?:_[a-z0-9]+)*"
_is_id = re.compile(ID_PATTERN).fullmatch


def check_id(id_: Any) -> str:
    """Check that a game id can be part of the names of modules, environments and commands, and return it.

    Raises:
        ConfigurationError: it is not a name in lower case.

    Example:
        >>> check_id("Moon")
        Traceback (most recent call last):
            ...
        moon_envs.base.errors.ConfigurationError: The id 'Moon' is not allowed; allowed: lower case, like 'moon_base'.
    """
    if not isinstance(id_, str) or not _is_id(id_):
        raise ConfigurationError(f"The id {shown(id_)} is not allowed; allowed: lower case, like 'moon_base'.")
    return id_


def class_name(id_: str) -> str:
    """Return a game id as the names of environments write it: `luna_capital` becomes `LunaCapital`."""
    return "".join(word.capitalize() for word in id_.split("_"))


def gymnasium_id(id_: str, version: int) -> str:
    """Return the id of a game's environments for `gymnasium.make` and `gymnasium.make_vec`."""
    return f"moon_envs/{class_name(id_)}-v{version}"


def pettingzoo_id(id_: str, version: int) -> str:
    """Return the id of a game's environments for `pettingzoo.make`."""
    return f"moon_envs/{id_}-v{version}"


def pettingzoo_module(id_: str, version: int) -> str:
    """Return the module with `env`, `raw_env` and `parallel_env` of a game of this package; plugins have none."""
    return f"moon_envs.pettingzoo.{id_}_v{version}"
