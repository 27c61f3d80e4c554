"""Checks at the door: every number and name that comes from outside, before compiled code sees it."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

import numpy as np

from moon_envs.errors import ConfigurationError, MoonEnvsError

MOST_CHARACTERS_SHOWN = 80


def is_whole_number(value: Any) -> bool:
    """Whether a value is a whole number: an int, or an integer of numpy; True and False are not."""
    if isinstance(value, (bool, np.bool_)):
        return False
    return isinstance(value, (int, np.integer)) or (isinstance(value, np.ndarray) and _is_number_array(value))


def _is_number_array(value: np.ndarray) -> bool:
    return value.shape == () and value.dtype.kind in "iu"


def check_whole_number(
    name: str,
    value: Any,
    low: int,
    high: int | None = None,
    *,
    also: str = "",
    error: type[MoonEnvsError] = ConfigurationError,
    where: str = "",
) -> int:
    """The value as an int, if it is a whole number within bounds.

    Args:
        name: what it is.
        value: what was given.
        low: the lowest allowed.
        high: the highest allowed, None for no bound.
        also: what else would have been allowed, in words.
        error: the kind of error.
        where: what the message begins with, like "launch: ".

    Example:
        >>> check_whole_number("row", 7, 0, 3)
        Traceback (most recent call last):
            ...
        moon_envs.errors.ConfigurationError: row=7 is not allowed; allowed: 0 to 3.
    """
    if is_whole_number(value):
        number = operator.index(value)
        if low <= number and (high is None or number <= high):
            return number
    allowed = f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"
    more = f", or {also}" if also else ""
    raise error(f"{where}{name}={shown(value)} is not allowed; allowed: {allowed}{more}.")


def check_number(name: str, value: Any, low: float, high: float) -> float:
    """The value as a float, if it is a number within bounds.

    Raises:
        ConfigurationError: says what is allowed.
    """
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:
        raise ConfigurationError(f"{name}={shown(value)} is not allowed; allowed: {low:.10g} to {high:.10g}.")
    return float(value)


def as_array(value: Any) -> np.ndarray:
    """Whatever was given as an array; lists of unequal lengths become an array of objects, which no check takes."""
    try:
        return np.asarray(value)
    except Exception:  # whatever a stranger's object does
        array = np.empty((), dtype=object)
        array[()] = value
        return array


def check_choice(name: str, value: Any, allowed: Iterable[str]) -> str:
    """The value, if it is one of the allowed names.

    Raises:
        ConfigurationError: names the allowed values.
    """
    names = tuple(allowed)
    if not isinstance(value, str) or value not in names:
        raise ConfigurationError(f"{name}={shown(value)} is not allowed; allowed: {', '.join(names)}.")
    return str(value)


def check_flag(name: str, value: Any) -> bool:
    """The value, if it is True or False.

    Raises:
        ConfigurationError: says so.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise ConfigurationError(f"{name}={shown(value)} is not allowed; allowed: True, False.")
    return bool(value)


def shown(value: Any) -> str:
    """A value as a message shows it, not longer than a line."""
    try:
        text = repr(value)
    except Exception:  # whatever a stranger's object does
        text = f"a {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= MOST_CHARACTERS_SHOWN else text[:MOST_CHARACTERS_SHOWN] + " ..."
