"""Batch: finished games rest, copies are copies, one thread at a time, loads leave no traces."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch, ConfigurationError, IllegalActionError, SeatBatch
from moon_envs.base.errors import BrokenGameError, ConcurrentUseError, MoonEnvsError
from moon_envs.batch.rows import SHOWN_ARRAYS
from moon_envs.testing.crater.game import GAME as CRATER
from tests.unix import needs_unix

GAMES = moon_envs.game_ids()


@pytest.fixture
def batch():
    return Batch("launch", 4, players=2, seed=1)


# What calls work with; nothing of it is remembered from one call to the next.
WORKING_SPACE = {"chosen", "actions", "seeds", "follows", "seats", "features", "standing"}


def contents(batch: Batch) -> dict[str, bytes]:
    """Everything a batch owns."""
    if isinstance(batch, SeatBatch):
        shown = (*SHOWN_ARRAYS, "states")
        return contents(batch.batch) | {f"shown {name}": getattr(batch, name).tobytes() for name in shown}
    return {name: array.tobytes() for name, array in batch._memory.contents().items()}


# Finished games


@pytest.mark.parametrize("reward", ["outcome", "points", "points_delta"])
@pytest.mark.parametrize("id_", GAMES)
def test_loading_a_finished_game(id_, reward):
    """It is over, with its points and its result; the next step deals a new one, and pays nothing for the old."""
    played = Batch(id_, 1, players=2, seed=5, autoreset="disabled")
    played.play_out()
    batch = Batch(id_, 3, players=2, seed=9, reward=reward)
    batch.load(played.save(), row=1)
    assert batch.done.tolist() == [False, True, False] and batch.actor[1] == -1 and batch.mask[1].all()
    assert (batch.final_points[1] == played.final_points[0]).all()
    assert (batch.final_outcome[1] == played.final_outcome[0]).all()
    assert batch.final_decisions[1] == played.final_decisions[0] > 0
    batch.step(batch.sample())
    assert not batch.done[1] and batch.actor[1] >= 0 and not batch.reward[1].any()
    assert batch.states["decisions"][1] == 0 and (batch.final_points[1] == played.final_points[0]).all()


def test_a_forfeited_game_stays_forfeited(batch):
    """Loading another row does not bring it back to life."""
    batch = Batch("launch", 2, players=2, autoreset="disabled")
    batch.step([-1, int(batch.sample()[1])], on_illegal="forfeit")
    assert batch.done.tolist() == [True, False] and batch.final_outcome[0].tolist() == [-1.0, 0.0]
    batch.load(batch.save(1), row=1)
    assert batch.done.tolist() == [True, False] and batch.actor[0] == -1
    batch.play_out()
    assert batch.final_decisions[0] == 0, "and is not played on"


# Loading


def test_loading_pays_nothing_and_touches_no_other_row():
    """Only changes of the loaded game are paid, its decisions are counted on, and other rows keep what they show."""
    source = Batch("colony", 1, players=2, seed=4, reward="points_delta", autoreset="disabled")
    for _ in range(30):
        source.step(source.sample())
    batch = Batch("colony", 3, players=2, seed=7, reward="points_delta", autoreset="disabled")
    batch.play_out()
    before = {name: getattr(batch, name)[[0, 2]].tobytes() for name in ("states", "done", "reward", "mask", "actor")}
    batch.load(source.save(), row=1)
    assert before == {name: getattr(batch, name)[[0, 2]].tobytes() for name in before}
    twin = source.clone()
    total = np.zeros(2)
    while not twin.done[0]:
        action = int(twin.sample()[0])
        twin.step([action])
        batch.step([action], [1])
        assert batch.reward[1].tolist() == twin.reward[0].tolist()
        total += batch.reward[1]
    assert batch.final_decisions[1] == twin.final_decisions[0] == twin.states["decisions"][0]
    start = source.points()[0].sum(axis=1)
    assert np.allclose(total * 150, batch.final_points[1].sum(axis=1) - start, atol=1e-3)


@pytest.mark.parametrize("id_", GAMES)
def test_random_opponents_go_on_the_same_after_loading(id_):
    """What they do is a function of the game and how far it has come: a save has it, and drawing samples does not."""
    batch = SeatBatch(id_, 1, players=3, seed=4, seat=1, autoreset="disabled")
    for _ in range(6):
        batch.step(batch.sample())
    other = SeatBatch(id_, 2, players=3, seed=99, seat=1, autoreset="disabled")
    other.load(batch.batch.save(), row=1)
    while not batch.done[0]:
        action = int(batch.sample()[0])
        for _ in range(3):
            other.sample()
        batch.step([action])
        other.step(action, 1)
        assert other.states[1].tobytes() == batch.states[0].tobytes()


# Copies


def copies(batch):
    import cloudpickle

    return {
        "clone": batch.clone(),
        "copy": copy.copy(batch),
        "deepcopy": copy.deepcopy(batch),
        "pickle": pickle.loads(pickle.dumps(batch)),
        "cloudpickle": cloudpickle.loads(cloudpickle.dumps(batch)),
    }


def last_legal(observation, mask):
    return mask.shape[1] - 1 - np.argmax(mask[:, ::-1], axis=1)


@pytest.mark.parametrize(
    "opponents", [None, "random", last_legal, ["random", last_legal]], ids=["none", "random", "function", "both"]
)
def test_copies_are_independent_and_go_on_alike(opponents):
    settings = {"players": 3, "seed": 6, "reward": "points_delta"}
    if opponents is None:
        batch = Batch("launch", 5, **settings)
    else:
        batch = SeatBatch("launch", 5, seat=2, opponents=opponents, **settings)
    for _ in range(20):
        batch.step(batch.sample())
    before = contents(batch)
    twins = copies(batch)
    for name, twin in twins.items():
        for _ in range(30):
            twin.step(twin.sample())
        assert contents(batch) == before, f"{name} shares memory"
    for _ in range(30):
        batch.step(batch.sample())
    for name, twin in twins.items():
        assert contents(twin) == contents(batch), f"{name} goes on otherwise"


def test_a_copy_in_another_process():
    """Addresses mean nothing there: a copy finds its own."""
    program = (
        "import pickle, sys; b = pickle.load(sys.stdin.buffer); b.step(b.sample()); print(b.states.tobytes().hex())"
    )
    batch = SeatBatch("mlem", 3, players=4, seed=2, seat=1)
    for _ in range(9):
        batch.step(batch.sample())
    result = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(batch), capture_output=True, check=False
    )
    batch.step(batch.sample())
    assert result.stdout.decode().strip() == batch.states.tobytes().hex(), result.stderr.decode()


def test_what_cannot_be_copied_says_so():
    batch = Batch(CRATER, 2)
    copy.deepcopy(batch).step(batch.sample())
    with pytest.raises(ConfigurationError, match="'crater' cannot be copied to another process: register it"):
        pickle.dumps(batch)
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda|local"):
        pickle.dumps(
            SeatBatch("launch", players=2, seat=0, opponents=lambda observation, mask: np.argmax(mask, axis=1))
        )


# One user at a time


def test_two_threads_in_one_batch():
    """One of them is refused in words; the games are in order afterwards."""
    batch = Batch("launch", 20_000, players=2, seed=1, threads=1)
    refused, failed, go = [], [], threading.Barrier(2)

    def play():
        go.wait()
        for _ in range(15):
            try:
                batch.step(batch.sample())
            except (ConcurrentUseError, IllegalActionError) as error:
                refused.append(error)
            except Exception as error:
                failed.append(error)

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed and any(isinstance(error, ConcurrentUseError) for error in refused)
    assert any("another thread is using this batch" in str(error) for error in refused)
    batch.game.check_states(batch.states, 2)
    assert batch.mask.any(axis=1).all()
    batch.step(batch.sample())


def test_an_agent_cannot_use_the_batch_that_asks_it():
    batches = []

    def meddle(observation, mask):
        if batches:
            batches[0].sample()
        return np.argmax(mask, axis=1)

    batches.append(SeatBatch(CRATER, 2, players=2, seat=0, opponents=meddle))
    before = contents(batches[0])
    with pytest.raises(MoonEnvsError, match="an agent cannot use the batch that is asking it"):
        batches[0].step(np.argmax(batches[0].mask, axis=1))
    after = contents(batches[0])
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= WORKING_SPACE


# Interrupts

INTERRUPTED = """
import os, signal, sys, threading, time
import moon_envs
batch = moon_envs.Batch("launch", num_games=60_000, players=2, threads=2, seed=3)
timer = threading.Timer({delay}, lambda: os.kill(os.getpid(), signal.SIGINT))
interrupted = 0
try:
    timer.start()  # inside: a busy machine may take longer than the delay to go on
    while True:
        {call}
except KeyboardInterrupt:
    interrupted += 1
batch.game.check_states(batch.states, 2)
decisions = batch.states["decisions"]
print(interrupted, len(set(decisions.tolist())) if {lockstep} else 1)
batch.step(batch.sample())
del batch
time.sleep(0.05)
print("alive")
"""


@needs_unix
@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "lockstep"),
    [
        ("batch.step(batch.sample())", True),
        pytest.param("batch.reset(1); batch.play_out()", False, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize(
    "delay", [0.033, *(pytest.param(delay, marks=pytest.mark.slow) for delay in (0.01, 0.08, 0.15))]
)
def test_interrupts_leave_the_batch_in_order(call, lockstep, delay):
    """Ctrl-C in a step of two threads: no worker goes on, all rows have moved or none, and the batch can be used."""
    program = INTERRUPTED.format(call=call, lockstep=lockstep and delay < 0.1, delay=delay)
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert result.returncode == 0, (result.returncode, result.stderr)
    assert result.stdout.splitlines() == ["1 1", "alive"]


def test_other_threads_may_wait_for_signals():
    """Threads besides the main one cannot set signal handlers, and need not."""
    batch, errors = Batch("launch", 8192, players=2, threads=2), []

    def play():
        try:
            batch.step(batch.sample())
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    assert not errors and signal.getsignal(signal.SIGINT) is signal.default_int_handler or os.name == "nt"


# Games that break the contract


def test_a_game_without_legal_actions_is_said(monkeypatch):
    """Random play that finds nothing legal, or no end, raises instead of reading beyond its arrays."""
    batch = SeatBatch(CRATER, 2, players=2, seat=0)
    batch.batch._memory.states["fuel"] = -1  # so that no bid is legal
    with pytest.raises(BrokenGameError, match="crater, row [01]: random play found no legal action, or no end"):
        batch.play_out()
    batch = Batch(CRATER, 2, players=2)
    batch._memory.states["decisions"] = 10**6
    with pytest.raises(BrokenGameError, match="no end of the game"):
        batch.play_out()
    batch = Batch(CRATER, 1, players=2)
    batch._memory.states["fuel"] = -1
    batch.set_checked_states(batch.states.copy(), np.arange(len(batch)))
    with pytest.raises(IllegalActionError, match="Legal: nothing"):
        batch.step(batch.sample())


def test_questions_from_another_thread_are_refused():
    """A record that is read while a step writes it is torn."""
    batch = Batch("launch", 1, players=2)
    questions = (
        batch.record,
        batch.save,
        batch.legal_actions,
        lambda: batch.describe(0),
        lambda: batch.explain_illegal(0),
    )
    refused = []

    def ask():
        for question in questions:
            try:
                question()
            except ConcurrentUseError as error:
                refused.append(error)

    with batch._guard:
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    assert len(refused) == len(questions)
