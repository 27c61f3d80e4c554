"""The dome: which pieces are built, which can be built with a number, which sections can be cut (dome 1.4, 3.2, 3.5).

A piece is an uncut section or a half of a cut one. Sets of sections and of halves are kept as bits; an uncut section is
built with both halves.
"""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.choices import count_bits
from moon_envs.games.welcome_to_the_moon.dome.components import (
    HALVES,
    HALVES_OF_SECTIONS,
    LEFT_HALVES,
    PARITY_OF_SECTION,
    SECTIONS,
)

LEFTMOST, RIGHTMOST = range(2)


@kernel
def piece_of_half(sheet, half):
    """The halves that are built together with this one."""
    section = half >> 1
    return 1 << half if (sheet.cuts >> section) & 1 else 3 << (2 * section)


@kernel
def leftmost_unbuilt_half(sheet):
    """The first half that is not built, HALVES when all are."""
    half = 0
    while half < HALVES and (sheet.built >> half) & 1:
        half += 1
    return half


@kernel
def rightmost_unbuilt_half(sheet):
    """The last half that is not built, -1 when all are."""
    half = HALVES - 1
    while half >= 0 and (sheet.built >> half) & 1:
        half -= 1
    return half


@kernel
def buildable_pieces(sheet, number):
    """The ends of the unbuilt dome whose piece is odd or even like the number; a last piece is leftmost (dome 3.2)."""
    left, right = leftmost_unbuilt_half(sheet), rightmost_unbuilt_half(sheet)
    if right < 0:
        return 0
    ends = 0
    if PARITY_OF_SECTION[left >> 1] == number % 2:
        ends |= 1 << LEFTMOST
    if PARITY_OF_SECTION[right >> 1] == number % 2 and piece_of_half(sheet, left) != piece_of_half(sheet, right):
        ends |= 1 << RIGHTMOST
    return ends


@kernel
def build_piece(sheet, end):
    """Build the leftmost or the rightmost unbuilt piece (dome 3.2)."""
    half = leftmost_unbuilt_half(sheet) if end == LEFTMOST else rightmost_unbuilt_half(sheet)
    sheet.built |= piece_of_half(sheet, half)


@kernel
def sections_to_cut(sheet):
    """The sections that are neither cut nor built (dome 3.5)."""
    sections = 0
    for section in range(SECTIONS):
        if not (sheet.cuts >> section) & 1 and not (sheet.built >> (2 * section)) & 1:
            sections |= 1 << section
    return sections


@kernel
def unbuilt_pieces(sheet):
    """How many pieces are not built; an uncut section is counted by its left half (dome 6.1)."""
    one_half_for_each_piece = HALVES_OF_SECTIONS[sheet.cuts] | LEFT_HALVES
    return count_bits(one_half_for_each_piece & ~sheet.built)


@kernel
def are_sections_whole(sheet):
    """Whether the halves of every uncut section are built together."""
    for section in range(SECTIONS):
        halves = (sheet.built >> (2 * section)) & 3
        if not (sheet.cuts >> section) & 1 and halves != 0 and halves != 3:
            return False
    return True
