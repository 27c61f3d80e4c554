"""Writing features: each function writes some and returns the place of the next one."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel


@kernel
def clear(features):
    """Set all features to zero."""
    for index in range(features.shape[0]):
        features[index] = 0


@kernel
def put(features, cursor, value):
    """Write one number."""
    features[cursor] = value
    return cursor + 1


@kernel
def put_all(features, cursor, values):
    """Write an array of numbers."""
    # Indexing a slice from 0 spares numba the check for negative indexes, so that the copy becomes vector code.
    block = features[cursor : cursor + values.shape[0]]
    for index in range(values.shape[0]):
        block[index] = values[index]
    return cursor + values.shape[0]


@kernel
def put_bits(features, cursor, bits, count):
    """Write the lowest `count` bits of a number, the lowest bit first."""
    block = features[cursor : cursor + count]
    for index in range(count):
        block[index] = (bits >> index) & 1
    return cursor + count


@kernel
def put_one_hot(features, cursor, chosen, count):
    """Write a 1 at place `chosen` of `count` cleared places; nothing if `chosen` is negative."""
    if chosen >= 0:
        features[cursor + chosen] = 1
    return cursor + count
