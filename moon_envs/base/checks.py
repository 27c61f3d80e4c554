"""Checks of everything that a user passes: numbers, names, arrays. Compiled code never sees an unchecked value."""

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
MOST_ENTRIES = 1 << 20  # of a list whose right length only the caller knows

# `repr` of a long list takes many times its memory, and a message shows one line of it.
_SHORT = reprlib.Repr()
_SHORT.maxlevel = 4
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxset = _SHORT.maxfrozenset = _SHORT.maxdeque = _SHORT.maxarray = 40
_SHORT.maxdict = 40
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 4 * MOST_CHARACTERS_SHOWN

# A message offers a known name for an unknown one if they are this similar (1 is equal) or begin alike.
LEAST_LIKENESS = 0.7
SHORTEST_BEGINNING = 3


def is_whole_number(value: Any) -> bool:
    """Whether a value is an int or a numpy integer; True and False are not."""
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
    """Check that a value is a whole number within bounds, and return it as an int.

    Args:
        name: the name of the argument, for the message.
        value: the value to check.
        low: the lowest allowed value.
        high: the highest allowed value; None for no bound.
        also: what else the argument allows, in words for the message.
        error: the class of the error.
        where: the beginning of the message, like "launch: ".

    Raises:
        MoonEnvsError: the value is not allowed; the message says what is.

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
    """Whether a value is an int or a float from `low` to `high`; True, False and NaN are not."""
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    return is_number and bool(low <= value <= high)


def check_number(name: str, value: Any, low: float, high: float) -> float:
    """Check that a value is a number within bounds, and return it as a float.

    Raises:
        ConfigurationError: the value is not allowed; the message says what is.
    """
    if not is_number_within(value, low, high):
        raise ConfigurationError(f"{name}={shown(value)} is not allowed; allowed: {low:.10g} to {high:.10g}.")
    return float(value)


def as_list(value: Any, most: int = MOST_ENTRIES) -> list[Any] | None:
    """Return the entries of a list, tuple, range, one-dimensional array or other sequence as a list.

    Args:
        value: any object. A sequence may be huge (`range(10**12)`) or endless.
        most: the most entries allowed; at most one more is read.

    Returns:
        The entries; None for text, for anything that is no sequence, and for a longer sequence.
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
    """Return a number, an array, or a list of up to `most` numbers as an array.

    Anything else, also a list of lists, becomes an array of objects, which every check of numbers refuses.
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
    """Return a user's value as an array of any shape; an array of objects if numpy cannot convert it."""
    try:
        return np.asarray(value)
    except Exception:  # user objects may raise anything
        return _boxed(value)


def _boxed(value: Any) -> np.ndarray:
    array = np.empty((), dtype=object)
    array[()] = value
    return array


def described_array(value: Any) -> str:
    """Describe a refused value in a message: shape and type of an array, anything else as `shown` does."""
    return f"shape {value.shape} of {value.dtype}" if isinstance(value, np.ndarray) else shown(value)


def check_choice(name: str, value: Any, allowed: Iterable[str]) -> str:
    """Check that a value is one of the allowed names, and return it.

    Raises:
        ConfigurationError: the value is not allowed; the message lists the names.
    """
    names = tuple(allowed)
    if not isinstance(value, str) or value not in names:
        raise ConfigurationError(f"{name}={shown(value)} is not allowed; {allowed_names(value, names)}")
    return str(value)


def check_kind(
    name: str, value: Any, kind: type[Kind], allowed: str, error: type[MoonEnvsError] = ConfigurationError
) -> Kind:
    """Check that a value is an object of a class, and return it.

    Args:
        name: the name of the argument, for the message.
        value: the value to check.
        kind: the class.
        allowed: what is allowed, in words for the message.
        error: the class of the error.

    Raises:
        MoonEnvsError: the value is not allowed; the message says what is.
    """
    if not isinstance(value, kind):
        raise error(f"{name}={shown(value)} is not allowed; allowed: {allowed}.")
    return value


def allowed_names(given: Any, names: Iterable[str], also: str = "") -> str:
    """Return the end of a message about an unknown name: the known names, and the one that was probably meant.

    Args:
        given: the unknown name.
        names: the known names.
        also: what else is allowed, in words.

    Example:
        >>> allowed_names("rewards", ["players", "reward"])
        "allowed: players, reward. Did you mean 'reward'?"
    """
    known = list(names)
    allowed = ", ".join([*known, also] if also else known)
    return f"allowed: {allowed}.{did_you_mean(nearest_name(given, known))}"


def nearest_name(given: Any, names: Iterable[str]) -> str | None:
    """Return the known name that is most like an unknown one; None if none is similar."""
    if not isinstance(given, str) or len(given) > MOST_CHARACTERS_SHOWN:
        return None
    given, by_lower_case = given.lower(), {name.lower(): name for name in names}
    begun = [name for name in by_lower_case if len(given) >= SHORTEST_BEGINNING and name.startswith(given)]
    found = difflib.get_close_matches(given, by_lower_case, n=1, cutoff=LEAST_LIKENESS) or begun
    return by_lower_case[found[0]] if found else None


def did_you_mean(name: str | None) -> str:
    """Return the question that ends a message, or "" if there is no name to suggest."""
    return f" Did you mean {name!r}?" if name else ""


def check_flag(name: str, value: Any) -> bool:
    """Check that a value is True or False, and return it.

    Raises:
        ConfigurationError: it is something else.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise ConfigurationError(f"{name}={shown(value)} is not allowed; allowed: True, False.")
    return bool(value)


def shown(value: Any) -> str:
    """Return a value as text for a message: one line at most."""
    try:
        text = _SHORT.repr(value)
    except Exception:  # user objects may raise anything
        text = f"a {type(value).__name__}"
    text = " ".join(text[: 8 * MOST_CHARACTERS_SHOWN].split())
    return text if len(text) <= MOST_CHARACTERS_SHOWN else text[:MOST_CHARACTERS_SHOWN] + " ..."
