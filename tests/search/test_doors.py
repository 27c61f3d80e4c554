"""Wrong use of a search: refused in words, or carried out; never a crash, and the next search is right."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import moon_envs
from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import Batch, Search
from moon_envs.base.errors import ArgumentError, ConcurrentUseError, ConfigurationError, MoonEnvsError
from moon_envs.testing.crafted import craft
from tests.search.positions import played, result
from tests.testing.test_compliance import with_checked_indexes

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        *(({"simulations": wrong}, "simulations=.* is not allowed; allowed: 1 to 1000000") for wrong in (0, -1, 10**9)),
        *(({"simulations": wrong}, "simulations=") for wrong in (True, "5", 5.0, None, [5], np.array([5]))),
        *(({"depth": wrong}, "depth=.*allowed: 1 to 256, or None") for wrong in (0, 257, -1, 1.5, "1", False)),
        *(
            ({"exploration": wrong}, "exploration=.*0 to 1000000")
            for wrong in (-0.1, 1e7, np.nan, np.inf, "1", None, True)
        ),
        *(({"tries": wrong, "depth": 1}, "tries=.*1 to 1000000, or None") for wrong in (0, 10**9, True, "2")),
        *(({"threads": wrong}, "threads=") for wrong in (0, -1, 1025, True, "2", 1.0)),
        *(({"reward": wrong}, "reward") for wrong in ("victory", {}, {"outcome": -1}, {"outcome": np.nan}, None, 5)),
        *(({"reuse": wrong}, "reuse=") for wrong in (1, "yes", None)),
        *(({"players": wrong}, "players=") for wrong in (0, 9, "2", True, 2.0)),
        ({"play_out": 0}, "play_out="),
        ({"play_out": False}, "Without play_out a simulation has no outcome"),
        ({"tries": 3}, "it needs depth=1"),
        ({"tries": 3, "depth": 2}, "it needs depth=1"),
        ({"opponent": 99, "players": 1}, "opponent="),
    ],
)
def test_settings_that_are_refused(settings, words):
    with pytest.raises(ConfigurationError, match=words):
        Search("launch", **settings)


def test_options_and_games_that_do_not_exist():
    with pytest.raises(ArgumentError, match="unexpected keyword argument 'budget'"):
        Search("launch", budget=3)
    for game in ("lunch", None, 5, Batch):
        with pytest.raises(MoonEnvsError):
            Search(game)


def states_of(game="launch", rows=3, **mode):
    return played(game, rows, 10, **mode).states.copy()


WRONG_STATES = {
    "None": lambda: None,
    "a number": lambda: 5,
    "a word": lambda: "states",
    "an empty list": lambda: [],
    "numbers": lambda: np.zeros(3),
    "objects": lambda: np.zeros(3, dtype=object),
    "a record": lambda: states_of()[0],
    "a table": lambda: states_of().reshape(1, 3),
    "tuples": lambda: states_of().tolist(),
    "zeros": lambda: np.zeros(2, dtype=moon_envs.game("launch").state_dtype),
    "more players": lambda: states_of(players=3),
    "solo": lambda: states_of(players=1, opponent=1),
    "another game": lambda: Batch(CONNECT_FOUR, 1).states,
    "a batch": lambda: Batch("launch", 1, 2),
}


@pytest.mark.parametrize("states", WRONG_STATES.values(), ids=WRONG_STATES)
def test_records_that_are_refused(states):
    with pytest.raises(ConfigurationError):
        Search("launch", players=2, simulations=3).search(states())


def test_records_of_another_option():
    with pytest.raises(ConfigurationError, match="does not fit; allowed here"):
        Search("launch", players=1, simulations=3, opponent=2).search(states_of(players=1, opponent=1))


@pytest.mark.parametrize(
    "seed", [-1, 1.0, "1", None, True, [1, 2], [1, 2, 3, 4], [1, -2, 3], [1.0, 2.0, 3.0], [[1, 2, 3]]]
)
def test_seeds_that_are_refused(seed):
    with pytest.raises(ConfigurationError, match="seed="):
        Search("launch", players=2, simulations=3).search(states_of(), seed)


def test_seeds_of_every_kind_of_whole_number():
    search, states = Search(CONNECT_FOUR, simulations=20), played(CONNECT_FOUR, 3, 4).states
    found = result(search.search(states, 7))
    for seed in (
        np.int64(7),
        np.uint8(7),
        np.array(7),
        [7, 8, 9],
        (7, 8, 9),
        np.array([7, 8, 9], np.uint16),
        2**64 + 7,
    ):
        assert result(search.search(states, seed)) == found
    assert result(search.search(states, [2**64 - 1, 8, 9]), 1) != found


@pytest.mark.parametrize("rows", [[0, 1], [0, 1, 2, 3], [0, 1, 1], [0, -1, 2], "012", 5, [0.0, 1.0, 2.0], [[0, 1, 2]]])
def test_rows_that_are_refused(rows):
    with pytest.raises(ConfigurationError, match="rows="):
        Search("launch", players=2, simulations=3, reuse=True).search(states_of(), rows=rows)


def test_records_that_are_not_one_after_the_other():
    batch = played("launch", 12, 20, players=2)
    search = Search("launch", players=2, simulations=10)
    found = search.search(batch.states, 2 * np.arange(12))
    assert result(search.search(batch.states[::3], 6 * np.arange(4)), 2) == result(found, 6)
    assert result(search.search(batch.states[::-1], 2 * np.arange(12)[::-1]), 0) == result(found, 11)


@pytest.mark.parametrize(
    ("id_", "mode"), [("launch", {"players": 1, "opponent": 1}), ("launch", {"players": 3}), ("mlem", {"players": 4})]
)
def test_crafted_records(id_, mode):
    """Refused in words, or searched; also from what the game calls a million decisions."""
    chance, batch, crafted, refused = np.random.default_rng(5), played(id_, 40, 20, **mode), [], 0
    search, leaves = Search(id_, simulations=10, depth=8, **mode), list(batch.game.state.leaves())
    for record in np.concatenate([batch.states] * 5):
        one = craft(leaves, record, chance)
        try:
            batch.game.check_states(one, batch.configuration.players)
            batch.game.check_configuration(one, batch.configuration)
            crafted.append(one)
        except ConfigurationError:
            refused += 1
            with pytest.raises(ConfigurationError):
                search.search(one)
    assert crafted and refused
    found = search.search(np.concatenate(crafted))
    assert np.isin(found.visits.sum(axis=1), (0, 10)).all()
    late = batch.states.copy()
    late["decisions"] = 2**40
    assert result(search.search(late)) == result(search.search(batch.states))


def test_one_thread_at_a_time():
    search = Search(CONNECT_FOUR, simulations=20_000, threads=1)
    states, refused, found = Batch(CONNECT_FOUR, 16).states, [], []

    def use():
        try:
            found.append(result(search.search(states)))
        except ConcurrentUseError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=use) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(refused) == 1
    assert "connect_four: another thread is using this search. Give each thread its own (copy.deepcopy)" in refused[0]
    assert result(search.search(states)) == found[0]


@pytest.mark.slow
def test_no_index_out_of_bounds():
    """Compiled code does not check indexes; this run does, in searches of all kinds that reuse and fill their trees."""
    program = f"""
import sys
sys.path.append({str(ROOT)!r})
from benchmarks.connect_four.game.game import GAME
from moon_envs import Search
from tests.search.positions import played
for game, mode in ((GAME, {{}}), ("launch", {{"players": 1, "opponent": 1}}), ("launch", {{"players": 2}})):
    batch = played(game, 12, 0, **mode)
    for settings in (
        {{"simulations": 40, "reuse": True}},
        {{"simulations": 1, "depth": 256}},
        {{"simulations": 200, "depth": 3}},
        {{"simulations": 5, "depth": 1}},
        {{"tries": 2, "depth": 1, "play_out": False, "reward": "points"}},
    ):
        search = Search(game, **settings, **mode)
        for number in range(25):
            batch.step(search.search(batch.states, number).choices)
    print(batch.game.id)
"""
    assert with_checked_indexes(program).split() == ["connect_four", "launch", "launch"]


INTERRUPTED = """
import os, signal, sys, threading, time
from moon_envs import Batch, Search
batch = Batch("launch", 1000, 1, opponent=1)
search = Search("launch", 1, 500, threads={threads}, reuse=True, opponent=1)
few = search.search(batch.states[:3], seed=5).visits.tolist()
timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
started = time.perf_counter()
try:
    timer.start()
    search.search(batch.states)
    print("not interrupted")
except KeyboardInterrupt:
    print("interrupted" if time.perf_counter() - started < 2 else "late")
search._kept.clear()
print(search.search(batch.states[:3], seed=5).visits.tolist() == few)
"""


@pytest.mark.skipif(os.name == "nt", reason="no signals to oneself there")
@pytest.mark.parametrize("threads", [1, 2])
def test_interrupts(threads):
    """Ctrl-C stops a long search between two positions; the next one is right."""
    program = INTERRUPTED.format(threads=threads)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["interrupted", "True"], run.stderr
