"""training_examples/ray_selfplay.py: it learns, survives the loss of an actor, resumes, and refuses bad input."""

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("ray")

ROOT = Path(__file__).parents[2]
SMALL = ["launch", "--games", "32", "--steps", "16", "--minibatch", "128", "--hidden", "16", "--folder", "run"]


def start(folder, *arguments):
    command = [sys.executable, "-m", "training_examples.ray_selfplay", *SMALL, *arguments]
    environment = {**os.environ, "MOON_ENVS_QUIET": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ancestors(process):
    while process > 1:
        try:
            process = int(Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
        except OSError:
            return
        yield process


def actors_of(process):
    """The actors that are playing for this process."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if name.startswith(b"ray::Actor.play") and process.pid in ancestors(int(folder.name)):
            yield int(folder.name)


def curves(folder):
    return list(csv.DictReader((folder / "run" / "curves.csv").read_text().splitlines()))


def test_a_run_survives_the_loss_of_an_actor(tmp_path):
    process = start(tmp_path, "--actors", "2", "--decisions", "30000", "--minutes", "5")
    killed, limit = None, time.monotonic() + 120
    while killed is None and process.poll() is None and time.monotonic() < limit:
        time.sleep(0.5)
        killed = next(actors_of(process), None)
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    printed, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert "An actor was lost" in errors and "with 2 actors" in printed
    rows = curves(tmp_path)
    assert int(rows[-1]["decisions"]) >= 30000 and int(rows[-1]["lost_actors"]) >= 1
    resumed = start(tmp_path, "--actors", "1", "--decisions", "32000", "--minutes", "5", "--resume")
    printed, errors = resumed.communicate(timeout=300)
    assert resumed.returncode == 0, errors
    assert len(curves(tmp_path)) > len(rows)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--actors", "0"], "--actors must be at least 1"),
        (["--resume"], "there is no checkpoint.pt"),
        (["--option", "opponent=9"], "opponent=9 is not allowed"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_clear_line(arguments, words, tmp_path):
    process = start(tmp_path, *arguments)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 1 and words in errors and "Traceback" not in errors
