"""SplitMix64, written once: for compiled kernels (`engine/random.py`) and for numpy arrays of 64-bit words."""

from __future__ import annotations

from typing import Any

import numpy as np

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MULTIPLIER = np.uint64(0x94D049BB133111EB)
SHIFT_30, SHIFT_27, SHIFT_31 = np.uint64(30), np.uint64(27), np.uint64(31)


def mix(word: Any) -> Any:
    """SplitMix64's output function: 64 well mixed bits for each 64-bit word.

    Example:
        >>> mix(np.array([1, 2], dtype=np.uint64)).tolist()
        [6238072747940578789, 15839785061582574730]
    """
    word = (word ^ (word >> SHIFT_30)) * FIRST_MULTIPLIER
    word = (word ^ (word >> SHIFT_27)) * SECOND_MULTIPLIER
    return word ^ (word >> SHIFT_31)


def decision_words(seeds: np.ndarray, decisions: np.ndarray) -> np.ndarray:
    """64 random bits for a decision of each game: the kernel `opponent_random` for arrays.

    Args:
        seeds: of the games, uint64.
        decisions: how many decisions each game has seen.
    """
    return mix(mix(seeds ^ GOLDEN_GAMMA) + decisions.astype(np.uint64) * GOLDEN_GAMMA)
