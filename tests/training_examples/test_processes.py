"""Several processes of selfplay that learn one network together."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

ROOT = Path(__file__).parents[2]
TWO = ["launch", "--games", "25", "--steps", "12", "--minibatch", "64", "--hidden", "16", "--processes", "2"]


def start(folder, *arguments):
    environment = {**os.environ, "MOON_ENVS_QUIET": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "training_examples.selfplay", *TWO, "--evaluate", "0", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True)


def finish(process):
    printed, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return printed


def wait_for_updates(process, folder):
    """Wait until the folder exists and some updates are over."""
    while not folder.exists() and process.poll() is None:
        time.sleep(0.1)
    time.sleep(1)


def children_of(process):
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(process.pid)], capture_output=True, text=True
    )
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line]


def weights_of(folder):
    return torch.load(folder / "checkpoint.pt", weights_only=True)["state"]["learned"]["network"]


class Worker:
    """Has gradients that each process computes from its own half of the same numbers."""

    def __init__(self, team):
        self.team = team
        self.weights = torch.nn.Parameter(torch.ones(3))

    def learn(self, numbers):
        own = torch.tensor(numbers).tensor_split(self.team.size)[self.team.rank]
        ((own * self.weights) ** 2).sum(1).mean().backward()
        self.team.average_gradients([self.weights])
        return self.weights.grad.tolist(), self.team.least(7 - self.team.rank), self.team.share_of(5)


def follow(team):
    team.follow(Worker(team))


def test_gradients_are_those_of_the_whole():
    from training_examples.selfplay.processes import Team, lead

    numbers = np.random.default_rng(1).normal(size=(8, 3)).tolist()
    alone = Team()
    [(expected, least, share)] = alone.call(Worker(alone), "learn", numbers)
    assert (least, share) == (7, 5)
    with lead(2, follow) as team:
        found = team.call(Worker(team), "learn", numbers)
    for gradient, least, _ in found:
        assert gradient == pytest.approx(expected) and least == 6
    assert [share for _, _, share in found] == [3, 2]


def test_interrupted_and_resumed_is_the_same_as_straight_through(tmp_path):
    """With two processes: games, random numbers and weights of both are restored."""
    finish(start(tmp_path, "--decisions", "24000", "--folder", "straight"))
    interrupted = start(tmp_path, "--decisions", "24000", "--folder", "interrupted")
    wait_for_updates(interrupted, tmp_path / "interrupted")
    interrupted.send_signal(signal.SIGINT)
    assert "decisions in" in finish(interrupted)
    states = torch.load(tmp_path / "interrupted" / "checkpoint.pt", weights_only=True)["state"]
    assert 0 < states["learned"]["decisions"] < 24000, "it was interrupted too late to prove anything"
    assert [len(own["who"]) for own in states["playing"]] == [13, 12]
    finish(start(tmp_path, "--decisions", "24000", "--folder", "interrupted", "--resume"))
    straight, resumed = weights_of(tmp_path / "straight"), weights_of(tmp_path / "interrupted")
    for name, value in straight.items():
        assert torch.equal(value, resumed[name]), name


def test_a_killed_process_is_reported_in_one_line(tmp_path):
    process = start(tmp_path, "--minutes", "5", "--folder", "here")
    wait_for_updates(process, tmp_path / "here")
    [other] = children_of(process)
    os.kill(other, signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "A process of the training is gone" in errors and "Traceback" not in errors
