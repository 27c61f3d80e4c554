"""Ctrl-C is heard within a second wherever compiled code works for long, and what was interrupted can be used again."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no signals to oneself there")

INTERRUPTED = """
import os, signal, sys, threading, time
import numpy as np
from moon_envs import Batch, NetworkSearch, Search
from moon_envs.networks import Inputs, Network, parameter_shapes

def interrupt():
    global sent
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)

def heard(name, call, again=None):
    before = again() if again else None
    timer = threading.Timer(0.5, interrupt)
    timer.start()
    try:
        call()
        print(name, "not interrupted")
    except KeyboardInterrupt:
        late = time.perf_counter() - sent
        print(name, "heard" if late < 2 else f"late, {late:.1f} s", again is None or again() == before)
        print(f"{name} heard after {late:.2f} s", file=sys.stderr)
    assert not any(thread.is_alive() and thread is timer for thread in threading.enumerate())

batch = Batch("launch", 512, 1, opponent=1)
inputs = Inputs(batch.game, solo=True)
chance = np.random.default_rng(1)
weights = {name: chance.normal(0, 0.05, shape) for name, shape in parameter_shapes(inputs).items()}
network = Network(inputs, weights)
"""

SEARCHES = """
threads = {threads}
with_network = NetworkSearch("launch", 1, 3000, network=network, threads=threads, opponent=1)
heard("network", lambda: with_network.search(batch.states))
by_play_outs = Search("launch", 1, 1_000_000, threads=threads, opponent=1)
heard("one position", lambda: by_play_outs.search(batch.states[:2]))
tries = Search("launch", 1, tries=1_000_000, depth=1, threads=threads, opponent=1)
heard("tries", lambda: tries.search(batch.states[:2]))
"""

# Near the end of a game no simulation asks the network any more.
ENDS = """
batch = Batch("launch", 1, 1, autoreset="disabled", opponent=1)
while batch.actor[0] >= 0:
    before = batch.record()
    batch.step(batch.sample())
batch.set_states(np.array([before], dtype=batch.game.state_dtype))
def ignorant(observation, mask):
    return np.zeros(mask.shape), np.zeros(len(mask))
search = NetworkSearch("launch", 1, 1_000_000, network=ignorant, reward="outcome", opponent=1)
heard("end", lambda: [search.search(batch.states) for _ in range(100)])
search = NetworkSearch("launch", 1, 10_000, network=ignorant, reward="outcome", opponent=1)
print(search.search(batch.states).visits.sum())
"""

EVALUATION = """
rows = np.zeros(400_000, dtype=np.int64)
observation, mask = batch.observation[rows], batch.mask[rows]
few = lambda: network.evaluate(batch.observation, batch.mask)[0].tolist()
heard("evaluate", lambda: network.evaluate(observation, mask), few)
"""

# One position with so many rollouts or redraws was one call of compiled code, and so were 64 positions.
AHEAD = """
from moon_envs import LookAhead, Rollouts
from moon_envs.networks import ValueInputs, ValueNetwork, value_parameter_shapes
values = ValueInputs(batch.game, solo=True)
weights = {{name: chance.normal(0, 0.05, shape) for name, shape in value_parameter_shapes(values).items()}}
network = ValueNetwork(values, weights)
threads = {threads}
rollouts = Rollouts("launch", 1, 1_000_000, network=network, threads=threads, opponent=1)
heard("one position", lambda: rollouts.search(batch.states[:1]))
heard("two positions", lambda: rollouts.search(batch.states[:2]))
ahead = LookAhead("launch", 1, network=network, redraws=4096, threads=threads, opponent=1)
heard("redraws", lambda: ahead.search(batch.states))
small = Rollouts("launch", 1, 400, network=network, threads=threads, opponent=1)
few = lambda: small.search(batch.states[:8], seed=5).visits.tolist()
heard("rollouts", lambda: [small.search(batch.states) for _ in range(10)], few)
expected, told = few(), []
signal.signal(signal.SIGINT, lambda *_: told.append(1))
for delay in (0.01, 0.05):
    timer = threading.Timer(delay, interrupt)
    timer.start()
    print(few() == expected)
    timer.join()
print(len(told))
"""

USABLE = """
small = NetworkSearch("launch", 1, 200, network=network, threads=2, opponent=1)
expected = small.search(batch.states[:64], seed=5).visits.tolist()
heard("network", lambda: [small.search(batch.states, seed=1) for _ in range(50)])
print(small.search(batch.states[:64], seed=5).visits.tolist() == expected)
# A handler that does not raise leaves the result as it is.
told = []
signal.signal(signal.SIGINT, lambda *_: told.append(1))
threading.Timer(0.05, interrupt).start()
print(small.search(batch.states[:64], seed=5).visits.tolist() == expected)
by_play_outs = Search("launch", 1, 2000, threads=2, opponent=1)
expected = by_play_outs.search(batch.states[:8], seed=5).visits.tolist()
for delay in (0.01, 0.05):
    threading.Timer(delay, interrupt).start()
    print(by_play_outs.search(batch.states[:8], seed=5).visits.tolist() == expected)
while len(told) < 3:
    time.sleep(0.01)
"""


def run(program: str) -> list[str]:
    result = subprocess.run(
        [sys.executable, "-c", INTERRUPTED + program], capture_output=True, text=True, check=False, timeout=300
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_an_interrupt_is_heard_within_a_second(threads):
    """Two threads went on for seconds with all that they had begun, and one position was searched in one go."""
    lines = run(SEARCHES.format(threads=threads))
    assert lines == ["network heard True", "one position heard True", "tries heard True"]


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_looking_ahead_is_interrupted(threads):
    """And goes on where it was if the handler does not raise."""
    lines = run(AHEAD.format(threads=threads))
    names = ("one position", "two positions", "redraws", "rollouts")
    assert lines == [*(f"{name} heard True" for name in names), "True", "True", "2"]


@pytest.mark.slow
def test_the_end_of_a_game_is_interrupted():
    """A million simulations that ask the network for nothing were one call of compiled code."""
    assert run(ENDS) == ["end heard True", "10000"]


@pytest.mark.slow
def test_the_evaluation_of_a_huge_array_is_interrupted():
    assert run(EVALUATION) == ["evaluate heard True"]


@pytest.mark.slow
def test_what_was_interrupted_is_usable():
    assert run(USABLE) == ["network heard True", *["True"] * 4]
