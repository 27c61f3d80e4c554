"""The random numbers: exact bounds, uniform shuffles and samples, streams that do not repeat."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np

import moon_envs
from moon_envs.base import splitmix
from moon_envs.engine import random as randoms
from moon_envs.engine import records
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.records import HEADER_FIELDS, Field, Record

# A field of its own: numba would take a game's record for a kind of plain header, and say so when compiling the game.
HEADER = Record([*HEADER_FIELDS, Field("only_in_this_test", np.int8)]).dtype


@kernel
def draw_many(states, bound, out):
    for index in range(out.shape[0]):
        out[index] = randoms.random_below(states[0], bound)


@kernel
def shuffle_once(states, cards, first, last):
    randoms.shuffle(states[0], cards, first, last)


@kernel
def seed_state(states, seed):
    randoms.seed_random(states[0], seed)


def seeded(seed: int) -> np.ndarray:
    states = np.zeros(1, dtype=HEADER)
    seed_state(states, seed)
    return states


def chi_square(counts: np.ndarray) -> float:
    expected = counts.sum() / len(counts)
    return float(((counts - expected) ** 2 / expected).sum())


def test_bounded_numbers_are_uniform():
    for bound in (2, 3, 6, 7, 63, 100):
        out = np.zeros(200_000, dtype=np.int64)
        draw_many(seeded(bound), bound, out)
        assert out.min() == 0 and out.max() == bound - 1
        # 99.99 percent of a chi-square distribution lies below degrees + 4 * sqrt(2 * degrees) + 8
        assert chi_square(np.bincount(out, minlength=bound)) < bound - 1 + 4 * np.sqrt(2 * (bound - 1)) + 8


def test_all_orders_of_a_shuffle_are_equally_likely():
    states = seeded(1)
    counts: Counter = Counter()
    for _ in range(24_000):
        cards = np.array([9, 0, 1, 2, 3, 9], dtype=np.uint8)
        shuffle_once(states, cards, 1, 5)
        assert cards[0] == 9 and cards[5] == 9
        counts[tuple(cards[1:5].tolist())] += 1
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(np.array(list(counts.values()))) < 60


def test_neighbouring_seeds_give_different_streams():
    firsts = set()
    for seed in range(2000):
        out = np.zeros(2, dtype=np.int64)
        draw_many(seeded(seed), 2**31, out)
        firsts.add(tuple(out.tolist()))
    assert len(firsts) == 2000


def test_following_seeds_do_not_meet():
    seeds = set()
    for start in range(50):
        seed = np.uint64(start)
        for _ in range(200):
            seed = np.uint64(randoms.following_seed(seed))
            seeds.add(int(seed))
    assert len(seeds) == 50 * 200


def test_sampled_actions_are_uniform_over_the_mask():
    batch = moon_envs.Batch("launch", num_games=4000, players=2, seed=1)
    batch.step(np.argmax(batch.mask, axis=1))
    legal = [np.flatnonzero(mask) for mask in batch.mask]
    places = np.zeros(10_000)
    draws = 50
    for _ in range(draws):
        for row, action in enumerate(batch.sample()):
            options = legal[row]
            place = int(np.searchsorted(options, action))
            assert options[place] == action
            places[int(place / len(options) * 10)] += 1
    tenths = np.zeros(10)
    for options in legal:
        for place in range(len(options)):
            tenths[int(place / len(options) * 10)] += draws / len(options)
    assert np.abs(places[:10] - tenths).max() < 6 * np.sqrt(tenths.max())


def test_words_of_arrays_are_those_of_kernels():
    """Agents and recorders follow random opponents with arrays; the engine plays them with kernels."""
    seeds = np.array([0, 1, 5, 2**63, 2**64 - 1], dtype=np.uint64)
    decisions = np.array([0, 1, 7, 1000, 2**40])
    headers = np.zeros(len(seeds), dtype=records.HEADER)  # as the engine calls this kernel
    headers["seed"], headers["decisions"] = seeds, decisions
    words, mixed = np.zeros_like(seeds), np.zeros_like(seeds)
    draw_words(headers, words, mixed)
    assert np.array_equal(words, splitmix.decision_words(seeds, decisions))
    assert np.array_equal(mixed, splitmix.mix(seeds))


@kernel
def draw_words(states, words, mixed):
    for index in range(words.shape[0]):
        words[index] = randoms.opponent_random(states[index])
        mixed[index] = randoms.mix(states[index].seed)
