"""Uniformly random legal actions, straight from a mask."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.buffers import mask_address, mask_of, random_words
from moon_envs.engine.compile import kernel
from moon_envs.engine.entry import array_at
from moon_envs.engine.random import GOLDEN_GAMMA, SHIFT_32, mix

BYTES_OF_WORD = 8
ONE_IN_EVERY_BYTE = np.uint64(0x0101010101010101)
TO_THE_HIGHEST_BYTE = np.uint64(56)


@kernel
def ones_in_word(word):
    """How many of the eight bytes of a piece of mask are 1: the product adds them up in its highest byte."""
    return np.int64((word * ONE_IN_EVERY_BYTE) >> TO_THE_HIGHEST_BYTE)


@kernel
def random_legal_action(batch, row):
    """One of the legal actions of the row, all equally likely, drawn with the row's own random state.

    Eight actions at a time: byte by byte this was a tenth of a whole step.
    """
    mask = mask_of(batch, row)
    words = array_at(mask_address(batch, row), batch.action_count // BYTES_OF_WORD, np.uint64)
    count = 0
    for index in range(words.shape[0]):
        count += ones_in_word(words[index])
    for action in range(words.shape[0] * BYTES_OF_WORD, mask.shape[0]):
        count += mask[action]
    random = random_words(batch)
    random[row] += GOLDEN_GAMMA
    # The bias of a 32-bit product is below 2**-22 for the few hundred actions of a game.
    chosen = np.int64((mix(random[row]) >> SHIFT_32) * np.uint64(count) >> SHIFT_32)
    skipped = 0
    while skipped < words.shape[0]:
        ones = ones_in_word(words[skipped])
        if chosen < ones:
            break
        chosen -= ones
        skipped += 1
    for action in range(skipped * BYTES_OF_WORD, mask.shape[0]):
        chosen -= mask[action]
        if chosen < 0:
            return action
    return -1
