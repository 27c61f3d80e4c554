"""Wrong use of a search with a network: refused in words; never a crash, and the next search is right."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

import moon_envs
from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import NetworkSearch
from moon_envs.base.errors import ArgumentError, BrokenGameError, ConcurrentUseError, ConfigurationError, NetworkError
from tests.networks.random_weights import random_file, random_network
from tests.search.positions import played, result
from tests.testing.test_compliance import with_checked_indexes

ROOT = Path(__file__).parents[2]
SOLO = {"players": 1, "opponent": 1}


def ignorant(observation, mask):
    return np.zeros(mask.shape), np.zeros(len(mask))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        *(({"simulations": wrong}, "simulations=.* is not allowed; allowed: 1 to 1000000") for wrong in (0, 10**9)),
        *(({"simulations": wrong}, "simulations=") for wrong in (True, "5", 5.0, None)),
        *(({"exploration": wrong}, "exploration=.*0 to 1000000") for wrong in (-0.1, 1e7, np.nan, "1", None, True)),
        *(({"in_flight": wrong}, "in_flight=.*1 to 8, or None") for wrong in (0, 9, 1.5, True, "2")),
        *(({"noise": wrong}, "noise=.*0 to 1") for wrong in (-0.1, 1.1, np.nan, "x", None, False)),
        *(({"noise_concentration": wrong}, "noise_concentration=.*0.001 to 1000") for wrong in (0, 1e9, np.inf, "x")),
        *(({"threads": wrong}, "threads=") for wrong in (0, -1, 1025, True, "2", 1.0)),
        *(({"reward": wrong}, "reward") for wrong in ("victory", {}, {"outcome": -1}, None, 5)),
        *(
            ({"network": wrong}, "network=.*allowed: a Network, the name of its file, a function")
            for wrong in (None, 5)
        ),
        ({"network": "baseline", "reward": None, "players": 2}, "There is no baseline for launch with several players"),
        ({"players": 9}, "players="),
        ({"opponent": 99}, "opponent="),
    ],
)
def test_settings_that_are_refused(settings, words, tmp_path, monkeypatch):
    monkeypatch.setattr("moon_envs.networks.finding.BOX", tmp_path)
    given = {"network": ignorant, "reward": "points", **SOLO, **settings}
    if given["players"] != 1:
        del given["opponent"]
    with pytest.raises(ConfigurationError, match=words):
        NetworkSearch("launch", **given)


def test_networks_that_do_not_fit(tmp_path):
    network, file = random_network("launch", True), random_file(tmp_path, "launch", True)
    for one in (network, file, str(file)):
        with pytest.raises(ConfigurationError, match="plays launch alone, not launch with several players"):
            NetworkSearch("launch", 2, network=one)
        with pytest.raises(ConfigurationError, match="plays launch alone, not mlem with several players"):
            NetworkSearch("mlem", 2, network=one)
        with pytest.raises(ConfigurationError, match="a Network knows what its values are about"):
            NetworkSearch("launch", network=one, reward="points", **SOLO)
    with pytest.raises(NetworkError, match="No such file"):
        NetworkSearch("launch", network="nothing.npz", **SOLO)
    with pytest.raises(ArgumentError, match="unexpected keyword argument 'budget'"):
        NetworkSearch("launch", 1, network=ignorant, reward="points", budget=3)
    with pytest.raises(TypeError):
        NetworkSearch("launch", 1)


WRONG_ANSWERS = {
    "too few logits": (lambda o, m: (np.zeros((len(m), 5)), np.zeros(len(m))), "logits of shape"),
    "too few rows": (lambda o, m: (np.zeros(m.shape)[:-1], np.zeros(len(m))), "logits of shape"),
    "no logits": (lambda o, m: (None, np.zeros(len(m))), "logits of shape"),
    "words": (lambda o, m: (np.full(m.shape, "x"), np.zeros(len(m))), "of <U1"),
    "a column of values": (lambda o, m: (np.zeros(m.shape), np.zeros((len(m), 1))), r"values of shape \(3,\)"),
    "one value": (lambda o, m: (np.zeros(m.shape), 0.0), "values of shape"),
    "nan": (lambda o, m: (np.full(m.shape, np.nan), np.zeros(len(m))), "that is not a number"),
    "a score without end": (lambda o, m: (np.full(m.shape, np.inf), np.zeros(len(m))), "that is not a number"),
    "nothing possible": (lambda o, m: (np.full(m.shape, -np.inf), np.zeros(len(m))), "that is not a number"),
    "a value of nan": (lambda o, m: (np.zeros(m.shape), np.full(len(m), np.nan)), "that is not a number"),
    "a value without end": (lambda o, m: (np.zeros(m.shape), np.full(len(m), 1e300)), "that is not a number"),
}


@pytest.mark.parametrize(("answer", "words"), WRONG_ANSWERS.values(), ids=WRONG_ANSWERS)
@pytest.mark.filterwarnings("ignore:overflow")
def test_networks_that_answer_wrongly(answer, words):
    answers = [ignorant, ignorant, ignorant]
    search = NetworkSearch(
        "launch", simulations=10, network=lambda o, m: answers[0](o, m), reward="points", in_flight=1, **SOLO
    )
    states = played("launch", 3, 8, **SOLO).states
    right = result(search.search(states))
    for threads in (1, 2):
        spoiled = NetworkSearch("launch", simulations=10, network=answer, reward="points", threads=threads, **SOLO)
        with pytest.raises(ConfigurationError, match=words.replace("(3,)", r"\(\d,\)") if threads == 1 else None):
            spoiled.search(states)
    answers[0] = answer
    with pytest.raises(ConfigurationError, match=words):
        search.search(states)
    answers[0] = ignorant
    assert result(search.search(states)) == right


def test_minus_infinity_for_what_is_not_legal():
    def masked(observation, mask):
        return np.where(mask != 0, 0.0, -np.inf), np.zeros(len(mask))

    states = played("launch", 3, 8, **SOLO).states
    found = [
        NetworkSearch("launch", simulations=10, network=one, reward="points", **SOLO).search(states)
        for one in (ignorant, masked)
    ]
    assert result(found[0]) == result(found[1])


def test_networks_that_raise():
    def raising(observation, mask):
        raise ZeroDivisionError("oh")

    search = NetworkSearch("launch", simulations=10, network=raising, reward="points", threads=2, **SOLO)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="oh"):
            search.search(played("launch", 3, 8, **SOLO).states)


@pytest.mark.parametrize("states", [None, 5, np.zeros(3), []])
def test_records_that_are_refused(states):
    search = NetworkSearch("launch", simulations=3, network=ignorant, reward="points", **SOLO)
    with pytest.raises(ConfigurationError):
        search.search(states)
    with pytest.raises(ConfigurationError):
        search.search(played("launch", 3, 8, players=2).states)


def test_one_thread_at_a_time():
    started, go_on = threading.Event(), threading.Event()

    def waiting(observation, mask):
        started.set()
        go_on.wait(10)
        return ignorant(observation, mask)

    search = NetworkSearch("launch", simulations=3, network=waiting, reward="points", **SOLO)
    states = played("launch", 3, 8, **SOLO).states
    thread = threading.Thread(target=search.search, args=(states,))
    thread.start()
    started.wait(10)
    with pytest.raises(ConcurrentUseError, match="another thread is using this search"):
        search.search(states)
    go_on.set()
    thread.join()
    search.search(states)


def test_a_game_without_an_end():
    """Told like in other searches; the record says that it has gone on for too long."""
    search = NetworkSearch(CONNECT_FOUR, simulations=3, network=ignorant, reward="outcome")
    search._order_what_is_hidden = lambda count: None
    states = moon_envs.Batch(CONNECT_FOUR, 1).states.copy()
    states["decisions"] = 2_000_000
    with pytest.raises(BrokenGameError, match="connect_four: a simulation found no legal action, or no end"):
        search.search(states)


@pytest.mark.slow
def test_no_index_out_of_bounds():
    """Compiled code does not check indexes; this run does, in searches that fill their trees."""
    program = f"""
import sys
sys.path.append({str(ROOT)!r})
from benchmarks.connect_four.game.game import GAME
from moon_envs import NetworkSearch
from tests.networks.random_weights import random_network
from tests.search.positions import played
for game, mode in ((GAME, {{}}), ("launch", {{"players": 1, "opponent": 1}}), ("launch", {{"players": 2}})):
    batch = played(game, 12, 0, **mode)
    network = random_network(game, mode.get("players") == 1)
    for settings in (
        {{"simulations": 60, "in_flight": 8}},
        {{"simulations": 1}},
        {{"simulations": 200, "noise": 0.5}},
    ):
        search = NetworkSearch(game, network=network, threads=2, **settings, **mode)
        for _ in range(3):
            batch.step(search.search(batch.states).choices)
        search._memory._searchers["capacity"] = 1 + batch.mask.shape[1]
        search.search(batch.states)
print("fine")
"""
    assert with_checked_indexes(program).strip() == "fine"
