"""Checks at the door: every number and name that comes from outside, before compiled code sees it."""

from __future__ import annotations

import difflib
import itertools
import operator
import reprlib
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from moon_envs.base.errors import ConfigurationError, MoonEnvsError

Kind = TypeVar("Kind")

MOST_CHARACTERS_SHOWN = 80
MOST_ENTRIES = 1 << 20  # of a list whose right length only its reader knows

# The whole text of a long list would take many times its memory, and nearly all of it would be cut off.
_SHORT = reprlib.Repr()
_SHORT.maxlevel = 4
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxset = _SHORT.maxfrozenset = _SHORT.maxdeque = _SHORT.maxarray = 40
_SHORT.maxdict = 40
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 4 * MOST_CHARACTERS_SHOWN

# When a known name is offered for an unknown one: it is this much like it (1 is equal), or begins with it.
LEAST_LIKENESS = 0.7
SHORTEST_BEGINNING = 3


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
        moon_envs.base.errors.ConfigurationError: row=7 is not allowed; allowed: 0 to 3.
    """
    if is_whole_number(value):
        number = operator.index(value)
        if low <= number and (high is None or number <= high):
            return number
    allowed = f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"
    more = f", or {also}" if also else ""
    raise error(f"{where}{name}={shown(value)} is not allowed; allowed: {allowed}{more}.")


def is_number_within(value: Any, low: float, high: float) -> bool:
    """Whether a value is a number, whole or not, from `low` to `high`; True, False and NaN are not."""
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    return is_number and bool(low <= value <= high)


def check_number(name: str, value: Any, low: float, high: float) -> float:
    """The value as a float, if it is a number within bounds.

    Raises:
        ConfigurationError: says what is allowed.
    """
    if not is_number_within(value, low, high):
        raise ConfigurationError(f"{name}={shown(value)} is not allowed; allowed: {low:.10g} to {high:.10g}.")
    return float(value)


def as_list(value: Any, most: int = MOST_ENTRIES) -> list[Any] | None:
    """The entries of a list, tuple, range, array of one dimension or other sequence; of a text there are none.

    Args:
        value: what was given. A sequence may be far longer than its memory (`range(10**12)`), or never end.
        most: how many entries it may have; no more than one beyond them is ever made.

    Returns:
        None if it is something else, or longer.
    """
    if isinstance(value, np.ndarray):
        return list(value) if value.ndim == 1 and len(value) <= most else None
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes, bytearray, memoryview)):
        return None
    try:
        entries = list(itertools.islice(value, most + 1))
    except Exception:  # user objects may raise anything
        return None
    return entries if len(entries) <= most else None


def as_array(value: Any, most: int = MOST_ENTRIES) -> np.ndarray:
    """A number, an array, or up to `most` numbers as an array; anything else in an array of objects.

    No check takes an array of objects. Arrays are taken as they are; lists of lists are not taken.
    """
    if isinstance(value, np.ndarray):
        return value
    if hasattr(type(value), "__array__"):  # a tensor, or a number of numpy
        return any_array(value)
    entries = as_list(value, most)
    if entries is None:
        return any_array(value) if isinstance(value, (int, float)) else _boxed(value)
    if not all(issubclass(kind, (int, float, np.generic)) for kind in set(map(type, entries))):
        has_numbers_only = all(isinstance(one, (int, float)) or getattr(one, "shape", None) == () for one in entries)
        if not has_numbers_only:
            return _boxed(value)
    return any_array(entries)


def any_array(value: Any) -> np.ndarray:
    """What a user's function has made as an array of any shape; what cannot be one in an array of objects."""
    try:
        return np.asarray(value)
    except Exception:  # user objects may raise anything
        return _boxed(value)


def _boxed(value: Any) -> np.ndarray:
    array = np.empty((), dtype=object)
    array[()] = value
    return array


def described_array(value: Any) -> str:
    """What was given instead of numbers: shape and type of an array, anything else as `shown` has it."""
    return f"shape {value.shape} of {value.dtype}" if isinstance(value, np.ndarray) else shown(value)


def check_choice(name: str, value: Any, allowed: Iterable[str]) -> str:
    """The value, if it is one of the allowed names.

    Raises:
        ConfigurationError: names the allowed values.
    """
    names = tuple(allowed)
    if not isinstance(value, str) or value not in names:
        raise ConfigurationError(f"{name}={shown(value)} is not allowed; {allowed_names(value, names)}")
    return str(value)


def check_kind(
    name: str, value: Any, kind: type[Kind], allowed: str, error: type[MoonEnvsError] = ConfigurationError
) -> Kind:
    """The value, if it is an object of a class.

    Args:
        name: what it is.
        value: what was given.
        kind: the class.
        allowed: in words what is allowed.
        error: the kind of error.

    Raises:
        MoonEnvsError: says what is allowed.
    """
    if not isinstance(value, kind):
        raise error(f"{name}={shown(value)} is not allowed; allowed: {allowed}.")
    return value


def allowed_names(given: Any, names: Iterable[str], also: str = "") -> str:
    """How a message about an unknown name goes on: all names that are known, and the one that was probably meant.

    Args:
        given: the unknown name.
        names: all that are known.
        also: what else would have been allowed, in words.

    Example:
        >>> allowed_names("rewards", ["players", "reward"])
        "allowed: players, reward. Did you mean 'reward'?"
    """
    known = list(names)
    allowed = ", ".join([*known, also] if also else known)
    return f"allowed: {allowed}.{did_you_mean(nearest_name(given, known))}"


def nearest_name(given: Any, names: Iterable[str]) -> str | None:
    """The name that an unknown one was probably meant to be, None if it is like none of them."""
    if not isinstance(given, str) or len(given) > MOST_CHARACTERS_SHOWN:
        return None
    given, by_lower_case = given.lower(), {name.lower(): name for name in names}
    begun = [name for name in by_lower_case if len(given) >= SHORTEST_BEGINNING and name.startswith(given)]
    found = difflib.get_close_matches(given, by_lower_case, n=1, cutoff=LEAST_LIKENESS) or begun
    return by_lower_case[found[0]] if found else None


def did_you_mean(name: str | None) -> str:
    """The question at the end of a message, nothing if there is no name to ask about."""
    return f" Did you mean {name!r}?" if name else ""


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
        text = _SHORT.repr(value)
    except Exception:  # user objects may raise anything
        text = f"a {type(value).__name__}"
    text = " ".join(text[: 8 * MOST_CHARACTERS_SHOWN].split())
    return text if len(text) <= MOST_CHARACTERS_SHOWN else text[:MOST_CHARACTERS_SHOWN] + " ..."
