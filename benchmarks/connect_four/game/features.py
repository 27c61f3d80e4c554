"""The features of connect four: two planes of cells, the own stones and the opponent's."""

from __future__ import annotations

import numpy as np

from benchmarks.connect_four.game.state import CELLS, PLAYERS
from moon_envs.core.tables import Feature, FeatureTable
from moon_envs.engine.compiler.compile import inlined_kernel

FEATURES = FeatureTable(
    table=(),
    player=(Feature("stones", CELLS, 0, 1, "1: a stone of this player is in the cell; rows from the bottom up"),),
)

# Writing eight cells at a time is twice as fast as writing single bits.
BYTE = 8
BYTES_OF_WORD = 8
BITS_OF_BYTE = np.array([[byte >> bit & 1 for bit in range(BYTE)] for byte in range(1 << BYTE)], dtype=np.int16)
LOWEST_BYTE = np.uint64(0xFF)

FIRST_OF_SECOND_WORD = BYTE * BYTES_OF_WORD
BYTES_OF_SECOND_WORD = (PLAYERS * CELLS - FIRST_OF_SECOND_WORD) // BYTE
FIRST_OF_REST = FIRST_OF_SECOND_WORD + BYTE * BYTES_OF_SECOND_WORD
REST = PLAYERS * CELLS - FIRST_OF_REST

ONE_BOARD = np.uint64(CELLS)
IN_FIRST_WORD = np.uint64(FIRST_OF_SECOND_WORD - CELLS)
BEFORE_REST = np.uint64(BYTE * BYTES_OF_SECOND_WORD)


@inlined_kernel
def observe(state, player, features):
    """Write the planes from the player's seat: the two boards as one row of 84 bits, in two words."""
    own, other = state.stones[player], state.stones[1 - player]
    first_word = own | (other << ONE_BOARD)
    second_word = other >> IN_FIRST_WORD
    for byte in range(BYTES_OF_WORD):
        write_byte(features, byte * BYTE, byte_of(first_word, byte))
    for byte in range(BYTES_OF_SECOND_WORD):
        write_byte(features, FIRST_OF_SECOND_WORD + byte * BYTE, byte_of(second_word, byte))
    for bit in range(REST):
        features[FIRST_OF_REST + bit] = BITS_OF_BYTE[second_word >> BEFORE_REST, bit]


@inlined_kernel
def byte_of(word, index):
    """Return one byte of a word, counted from the lowest."""
    return (word >> np.uint64(BYTE * index)) & LOWEST_BYTE


@inlined_kernel
def write_byte(features, first, byte):
    """Write eight bits, the lowest first."""
    for bit in range(BYTE):
        features[first + bit] = BITS_OF_BYTE[byte, bit]
