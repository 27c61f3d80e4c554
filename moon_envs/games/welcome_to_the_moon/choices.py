"""Choices among a few things, kept as the bits of a number: asked when there are several, made otherwise (welcome 3.3).

Bit i is 1 when thing i can be chosen.
"""

from __future__ import annotations

from moon_envs.engine.compile import kernel

NOTHING = -1
SEVERAL = -2

LETTER_WITHOUT_EFFECT = 2


@kernel
def only_choice(candidates):
    """The only candidate; NOTHING when there is none, SEVERAL when the player has to choose."""
    if candidates == 0:
        return NOTHING
    if candidates & (candidates - 1) != 0:
        return SEVERAL
    return count_bits(candidates - 1)


@kernel
def target_of_astra(letter, open_targets):
    """What an effect card hits, as `only_choice`, where A and B have an effect and C has none (welcome 8.9, 8.10)."""
    return NOTHING if letter == LETTER_WITHOUT_EFFECT else only_choice(open_targets)


@kernel
def mark_choices(mask, first, candidates, count):
    """Set mask[first + i] for every candidate i of `count` things."""
    block = mask[first : first + count]
    for index in range(count):
        block[index] = (candidates >> index) & 1


@kernel
def count_bits(bits):
    """How many things are in the set."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count
