"""Random numbers: SplitMix64, one 64-bit word of state inside every game record.

The course of a game depends on its seed and its actions only, not on the batch, the threads or the machine.
"""

from __future__ import annotations

import numpy as np

from moon_envs.base import splitmix
from moon_envs.base.splitmix import FIRST_MULTIPLIER, GOLDEN_GAMMA
from moon_envs.engine.compiler.compile import kernel

SHIFT_32 = np.uint64(32)
LOW_32_BITS = np.uint64(0xFFFFFFFF)

mix = kernel(splitmix.mix)


@kernel
def following_seed(seed):
    """The seed of the next game in the row after the game of `seed`."""
    return mix(np.uint64(seed) + GOLDEN_GAMMA)


@kernel
def seed_random(state, seed):
    """Start the random numbers of a new game."""
    state.seed = np.uint64(seed)
    state.random = mix(np.uint64(seed) ^ FIRST_MULTIPLIER)


@kernel
def opponent_random(header):
    """64 random bits for the decision of a random opponent; `base.splitmix.decision_words` is the same for arrays.

    They depend on the seed and the number of decisions only. So a saved game goes on with the same opponents, and
    nothing that the caller draws changes what they do.
    """
    return mix(mix(header.seed ^ GOLDEN_GAMMA) + np.uint64(header.decisions) * GOLDEN_GAMMA)


@kernel
def next_random(state):
    """The next 64 random bits of this game."""
    state.random += GOLDEN_GAMMA
    return mix(state.random)


@kernel
def random_below(state, bound):
    """A random whole number from 0 to bound - 1, exactly uniform (Lemire's method with rejection)."""
    wide_bound = np.uint64(bound)
    product = (next_random(state) >> SHIFT_32) * wide_bound
    if (product & LOW_32_BITS) < wide_bound:
        threshold = (np.uint64(0x100000000) - wide_bound) % wide_bound
        while (product & LOW_32_BITS) < threshold:
            product = (next_random(state) >> SHIFT_32) * wide_bound
    return np.int64(product >> SHIFT_32)


@kernel
def shuffle(state, cards, first, last):
    """Shuffle cards[first:last] in place; all orders are equally likely."""
    for index in range(last - 1, first, -1):
        other = first + random_below(state, index - first + 1)
        cards[index], cards[other] = cards[other], cards[index]
