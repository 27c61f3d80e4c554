"""Merged sequences give every sequence back, and share as much as the longest common subsequence."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from moon_envs.replays.merging import common_places, merged


def length_of_longest(one, other):
    @cache
    def length(place, position):
        if place == len(one) or position == len(other):
            return 0
        if one[place] == other[position]:
            return 1 + length(place + 1, position + 1)
        return max(length(place + 1, position), length(place, position + 1))

    return length(0, 0)


def sequence(chance, letters):
    return "".join(chance.choice(list(letters), chance.integers(0, 14)))


@pytest.mark.parametrize("letters", ["ab", "abcdefghijklmnop"])
def test_the_common_subsequence_is_longest(letters):
    chance = np.random.default_rng(len(letters))
    for _ in range(200):
        one, other = sequence(chance, letters), sequence(chance, letters)
        found = common_places(one, other)
        assert len(found) == length_of_longest(one, other)
        assert all(one[place] == other[position] for place, position in found)
        assert all(a < c and b < d for (a, b), (c, d) in zip(found, found[1:], strict=False))


def test_every_sequence_comes_back():
    chance = np.random.default_rng(3)
    for _ in range(60):
        sequences = [sequence(chance, "abcdef") for _ in range(6)]
        result = merged(sequences)
        for number, given in enumerate(sequences):
            assert "".join(one.item for one in result if number in one.members) == given


def test_what_comes_again_is_written_once():
    assert [one.item for one in merged(["abc", "xbc", "abc"])] == ["a", "x", "b", "c"]
    assert merged([]) == merged(["", ""]) == []
