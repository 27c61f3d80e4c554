"""Digests of what an agent is made of: they change when its network, its settings or its code do."""

from __future__ import annotations

import functools
import hashlib
import inspect
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.networks import AnyNetwork

PACKAGE = Path(__file__).parents[1]
HEX_DIGITS = 16


def digest(*parts: Any) -> str:
    """A digest of the texts of some values.

    Example:
        >>> digest("mcts", 100) == digest("mcts", 100), digest("mcts", 100) == digest("mcts", 101)
        (True, False)
    """
    return hashlib.sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()[:HEX_DIGITS]


def network_digest(network: AnyNetwork) -> str:
    """A digest of the weights of a network and of what it was trained for."""
    found = hashlib.sha256(repr([getattr(network, name, None) for name in ("goal", "reward")]).encode())
    for name, value in sorted(network.parameters.items()):
        array = np.ascontiguousarray(value)
        found.update(repr((name, array.dtype.str, array.shape)).encode())
        found.update(array.tobytes())
    return found.hexdigest()[:HEX_DIGITS]


def source_digest(made: Any) -> str:
    """A digest of the file where a class, a function or the class of an object is written.

    It is empty for this package, whose version says the same, and if there is no such file.

    Example:
        >>> from moon_envs.agents import Greedy
        >>> source_digest(Greedy), source_digest(len)
        ('', '')
    """
    while isinstance(made, functools.partial):
        made = made.func
    if not inspect.isclass(made) and not inspect.isroutine(made):
        made = type(made)
    try:
        file = Path(inspect.getfile(inspect.unwrap(made)))
        if PACKAGE in file.resolve().parents:
            return ""
        return hashlib.sha256(file.read_bytes()).hexdigest()[:HEX_DIGITS]
    except (TypeError, ValueError, OSError):
        return ""
