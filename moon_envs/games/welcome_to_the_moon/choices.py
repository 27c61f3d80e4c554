"""Choices among a few things: the player is asked only when there are several candidates (welcome 3.3).

The candidates are the bits of a number: bit i is 1 when thing i can be chosen.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel

NOTHING = -1
SEVERAL = -2


@kernel
def only_choice(candidates):
    """The only candidate; NOTHING when there is none, SEVERAL when the player has to choose."""
    if candidates == 0:
        return NOTHING
    if candidates & (candidates - 1) != 0:
        return SEVERAL
    return count_bits(candidates - 1)


@kernel
def choose(state, candidates, decision):
    """The only candidate. NOTHING when there is none, or when there are several and the player is asked."""
    choice = only_choice(candidates)
    if choice == SEVERAL:
        state.decision = decision
        return NOTHING
    return choice


@kernel
def things_left(used, printed):
    """The things that are left, as bits: fewer have been used than are printed."""
    left = 0
    for thing in range(printed.shape[0]):
        if used[thing] < printed[thing]:
            left |= 1 << thing
    return left


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
