"""The temperature of agents with a network: 0 plays the best action, above 0 actions are drawn at random.

Every draw takes its random number from the game and the decision (`Waiting.seeds`), never from other rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from moon_envs.base.checks import shown
from moon_envs.base.errors import ConfigurationError

BEST_ONLY = 0.0
LOWEST, HIGHEST = 1e-3, 1e3
ALLOWED = f"0 for the best action, or {LOWEST:g} to {HIGHEST:g}"
BITS_OF_A_FRACTION, FRACTION = np.uint64(11), 2.0**-53


def check_temperature(given: Any, refused: str = "") -> float:
    """Check a temperature, and return it as a number.

    Args:
        given: a number.
        refused: the beginning of an error, instead of `temperature=...`.

    Raises:
        ConfigurationError: says what is allowed.
    """
    is_number = isinstance(given, (int, float)) and not isinstance(given, bool)
    if not is_number or not (given == BEST_ONLY or LOWEST <= given <= HIGHEST):
        refused = refused or f"temperature={shown(given)} is not allowed; "
        raise ConfigurationError(f"{refused}allowed as a temperature: {ALLOWED}.")
    return float(given)


def read_temperature(words: str, refused: str) -> float:
    """Read the temperature at the end of an agent's name.

    Args:
        words: what stands there.
        refused: the beginning of an error.

    Raises:
        ConfigurationError: says what is allowed.
    """
    try:
        # Python reads "1_0", " 1" and digits of other scripts, too; a name has one spelling.
        number = float(words) if words.isascii() and not set(words) & set("_ \t\n\r\f\v") else None
    except ValueError:
        number = None
    return check_temperature(number, refused)


def with_temperature(name: str, temperature: float) -> str:
    """Return the name of an agent with its temperature; without one for temperature 0.

    Example:
        >>> with_temperature("baseline", 0.5), with_temperature("baseline", 1.0), with_temperature("baseline", 0.0)
        ('baseline:0.5', 'baseline:1', 'baseline')
    """
    if temperature == BEST_ONLY:
        return name
    return f"{name}:{np.format_float_positional(temperature, trim='-')}"


def draw(weights: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Draw one column for each row, in proportion to the weights.

    Args:
        weights: (k, columns) float64, none below 0, one above 0 in each row.
        words: (k,) uint64, a random number for each row.
    """
    sums = np.cumsum(weights, axis=1)
    # Above 0 and at most 1, so that a first column of weight 0 is never drawn.
    fractions = ((words >> BITS_OF_A_FRACTION) + np.uint64(1)) * FRACTION
    return (sums >= (fractions * sums[:, -1])[:, None]).argmax(axis=1)
