"""Batch: every door is checked, finished games rest, copies are copies, one thread at a time, loads leave no traces."""

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
from moon_envs import Batch, ConfigurationError, IllegalActionError, SaveError
from moon_envs.errors import BrokenGameError, ConcurrentUseError, MoonEnvsError
from moon_envs.testing.crater.game import GAME as CRATER

GAMES = moon_envs.game_ids()


@pytest.fixture
def batch():
    return Batch("launch", 4, players=2, seed=1)


def contents(batch: Batch) -> dict[str, bytes]:
    """Everything a batch owns."""
    return {name: array.tobytes() for name, array in batch._memory.contents().items()}


# Doors: rows, seats, actions, seeds, sizes

STRANGE = (-1, 4, 10**7, 2**63, -(2**63), 1.5, "1", None, True, np.bool_(False), [0], np.array([0]), float("nan"))


@pytest.mark.parametrize("row", STRANGE)
@pytest.mark.parametrize(
    "call",
    [
        lambda batch, row: batch.observe(0, row),
        lambda batch, row: batch.known_points(0, row),
        lambda batch, row: batch.legal_actions(row),
        lambda batch, row: batch.describe(0, row),
        lambda batch, row: batch.explain_illegal(0, row),
        lambda batch, row: batch.record(row),
        lambda batch, row: batch.save(row),
        lambda batch, row: batch.load(batch.save(), row),
    ],
    ids=["observe", "known_points", "legal_actions", "describe", "explain", "record", "save", "load"],
)
def test_rows_that_do_not_exist(batch, call, row):
    before = contents(batch)
    with pytest.raises(ConfigurationError, match="row=.* is not allowed; allowed: 0 to 3"):
        call(batch, row)
    assert contents(batch) == before


@pytest.mark.parametrize("seat", [value for value in STRANGE if value != 4] + [2, 7])
@pytest.mark.parametrize(
    "call",
    [
        lambda batch, seat: batch.observe(seat),
        lambda batch, seat: batch.known_points(seat),
        lambda batch, seat: batch.resample([0, 1], seat if np.ndim(seat) else [seat, seat], 1),
    ],
    ids=["observe", "known_points", "resample"],
)
def test_seats_that_do_not_exist(batch, call, seat):
    before = contents(batch)
    with pytest.raises(ConfigurationError, match="player=.* is not allowed; allowed: 0 to 1"):
        call(batch, seat)
    assert contents(batch) == before


@pytest.mark.parametrize("seat", [value for value in STRANGE if value is not None])
def test_a_seat_of_ones_own(seat):
    with pytest.raises(ConfigurationError, match="seat=.* is not allowed; allowed: 0 to 1"):
        Batch("launch", 1, players=2, seat=seat)


@pytest.mark.parametrize(
    "actions",
    [[0, 0, 0], [[0], [0], [0], [0]], [0, [1], 2, 3], [0.0] * 4, ["0"] * 4, [True] * 4, 0, None, [10**30] * 4],
)
def test_actions_of_another_kind(batch, actions):
    before = contents(batch)
    for step in (
        batch.step,
        lambda given: batch.step(given, on_illegal="forfeit"),
        lambda given: batch.step(given, np.ones(4, bool)),
    ):
        with pytest.raises(IllegalActionError, match="step needs 4 whole numbers"):
            step(actions)
    assert contents(batch) == before


@pytest.mark.parametrize("action", [-1, 138, 2**63, -(2**70), 1.5, "1", None, True])
def test_single_actions(action):
    batch = Batch("launch", 1, players=2, autoreset="disabled")
    with pytest.raises(IllegalActionError):
        batch.step(action)
    assert int(batch.states["decisions"][0]) == 0
    with pytest.raises(IllegalActionError, match="step needs 2 whole numbers"):
        Batch("launch", 2, players=2).step(0)


@pytest.mark.parametrize("rows", [np.ones(3, bool), np.ones(4), np.ones((4, 1), bool), "all", 4, -1, [0, 4], [1, 1]])
def test_selections(batch, rows):
    before = contents(batch)
    for call in (
        lambda: batch.reset(1, rows),
        lambda: batch.reset(None, rows),
        lambda: batch.step([0] * np.size(rows), rows),
        lambda: batch.set_states(batch.states, rows),
        lambda: batch.resample(rows, 0, 1),
        lambda: batch.copy_rows(0, rows),
    ):
        with pytest.raises(ConfigurationError, match="rows?=.* is not allowed"):
            call()
    assert {n: v for n, v in contents(batch).items() if n not in ("random", "actions")} == {
        n: v for n, v in before.items() if n not in ("random", "actions")
    }


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True, [1, 2, 3], [1, 2, 3, -4], [1.0] * 4, [[1]] * 4])
def test_seeds(batch, seed):
    with pytest.raises(ConfigurationError, match="seed"):
        batch.reset(seed)
    if not isinstance(seed, list):
        with pytest.raises(ConfigurationError, match="seed"):
            Batch("launch", 1, seed=seed)
        with pytest.raises(ConfigurationError, match="seed"):
            batch.resample(0, 0, seed)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_games": 0}, "num_games=0 is not allowed; allowed: 1 or more"),
        ({"num_games": 2.0}, "num_games=2.0"),
        ({"num_games": 10**10}, "GB of memory"),
        ({"num_games": 10**40}, "GB of memory"),
        ({"players": 7}, "players=7 is not allowed; allowed: 1, 2, 3, 4, 5, 6"),
        ({"players": "2"}, "players='2'"),
        ({"players": True}, "players=True"),
        ({"threads": 0}, "threads=0 is not allowed; allowed: 1 to 1024, or None for all cores"),
        ({"threads": 1.5}, "threads=1.5"),
        ({"reward": "money"}, "reward='money' is not allowed; allowed: outcome, points, points_delta"),
        ({"reward": ["outcome"]}, "reward="),
        ({"autoreset": "never"}, "autoreset='never'"),
        ({"opponents": "nobody", "seat": 0}, "opponents='nobody' is not allowed; allowed: random"),
        ({"opponents": lambda o, m: m}, "opponents needs seat="),
        ({"weather": 3}, "unexpected keyword argument 'weather'; allowed: players, opponent, missions"),
        ({"self": 3}, "unexpected keyword argument 'self'"),
        ({"missions": (64, float("inf"), 68)}, "missions="),
        ({"missions": 5}, "missions=5"),
        ({"missions": "64,66,68"}, "missions='64,66,68'"),
    ],
)
def test_settings_that_are_not_allowed(settings, words):
    arguments = {"num_games": 1, "players": 2, **settings}
    with pytest.raises(MoonEnvsError) as caught:
        Batch("launch", **arguments)
    assert words in str(caught.value)


def test_games_that_do_not_exist():
    for game in ("chess", None, 3, ["launch"]):
        with pytest.raises(ConfigurationError, match="There is no game"):
            Batch(game)


# States from outside


@pytest.mark.parametrize("id_", GAMES)
@pytest.mark.parametrize("field", ["seat", "player_count", "over", "decision", "phase"])
def test_records_with_impossible_values(id_, field):
    """A save with a right checksum, and an array of records: refused in words, and nothing has changed."""
    batch = Batch(id_, 2, players=2, seed=3)
    states = batch.states.copy()
    states[field][1] = 127
    before = contents(batch)
    with pytest.raises(ConfigurationError, match=rf"{id_}, row 1: {field} is 127; allowed: "):
        batch.set_states(states)
    with pytest.raises(SaveError, match=rf"{id_}, row 0: {field} is 127; allowed: "):
        batch.load(moon_envs.saves.pack(batch.game, states[1]))
    assert contents(batch) == before


def test_records_whose_values_do_not_fit_each_other():
    batch = Batch("mine", 1, players=2, seed=3)
    for change, words in (
        (lambda state: state["cards"].__setitem__(0, state["cards"][1]), "the cards are not all there, each once"),
        (lambda state: state["players"]["filled_cells"].__setitem__(0, 3), "does not follow from its cells"),
        (lambda state: state["fitting_cells"].__setitem__((1, 4), 5), "where numbers fit does not follow"),
        (lambda state: state.__setitem__("turn", 20), "the sheets cannot be so empty in this turn"),
        (lambda state: state.__setitem__("writable", 0), "the decision does not fit"),
        (lambda state: state.__setitem__("opponent", 3), "one player plays against ASTRA"),
    ):
        states = batch.states.copy()
        change(states[0])
        with pytest.raises(ConfigurationError, match=f"no game can go on from this record: .*{words}"):
            batch.set_states(states)


@pytest.mark.parametrize("states", [None, "states", np.zeros(4), [1, 2], np.zeros((2, 2))])
def test_states_of_another_kind(batch, states):
    with pytest.raises(ConfigurationError, match="set_states needs 4 records"):
        batch.set_states(states)


@pytest.mark.parametrize("data", [None, "text", 5, [1], b"", bytearray(b"x")])
def test_saves_of_another_kind(batch, data):
    with pytest.raises(SaveError):
        batch.load(data)


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
    batch = Batch(id_, 1, players=3, seed=4, seat=1, autoreset="disabled")
    for _ in range(6):
        batch.step(batch.sample())
    other = Batch(id_, 2, players=3, seed=99, seat=1, autoreset="disabled")
    other.load(batch.save(), row=1)
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
    seated = {} if opponents is None else {"seat": 2, "opponents": opponents}
    batch = Batch("launch", 5, players=3, seed=6, reward="points_delta", **seated)
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
    batch = Batch("mlem", 3, players=4, seed=2, seat=1)
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
        pickle.dumps(Batch("launch", players=2, seat=0, opponents=lambda observation, mask: np.argmax(mask, axis=1)))


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


def test_a_policy_cannot_use_the_batch_that_asks_it():
    batches = []

    def meddle(observation, mask):
        if batches:
            batches[0].sample()
        return np.argmax(mask, axis=1)

    batches.append(Batch(CRATER, 2, players=2, seat=0, opponents=meddle))
    before = contents(batches[0])
    with pytest.raises(MoonEnvsError, match="a policy cannot use the batch that is asking it"):
        batches[0].step(np.argmax(batches[0].mask, axis=1))
    after = contents(batches[0])
    assert {name for name in before if before[name] != after[name]} <= {"actions"}


# Interrupts

INTERRUPTED = """
import os, signal, sys, threading, time
import moon_envs
batch = moon_envs.Batch("launch", num_games=60_000, players=2, threads=2, seed=3)
timer = threading.Timer({delay}, lambda: os.kill(os.getpid(), signal.SIGINT))
timer.start()
interrupted = 0
try:
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


@pytest.mark.parametrize(
    ("call", "lockstep"), [("batch.step(batch.sample())", True), ("batch.reset(1); batch.play_out()", False)]
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
    batch = Batch(CRATER, 2, players=2, seat=0)
    batch._memory.states["fuel"] = -1  # so that no bid is legal
    with pytest.raises(BrokenGameError, match="crater, row [01]: random play found no legal action, or no end"):
        batch.play_out()
    batch = Batch(CRATER, 2, players=2)
    batch._memory.states["decisions"] = 10**6
    with pytest.raises(BrokenGameError, match="no end of the game"):
        batch.play_out()
    batch = Batch(CRATER, 1, players=2)
    batch._memory.states["fuel"] = -1
    batch._replace(batch.states.copy(), batch._every_row)
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
