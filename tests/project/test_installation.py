"""The installed package works outside the checkout: kernels, tables and pages come along."""

import os
import subprocess
import sys

import pytest

from tests.unix import needs_unix

PROGRAM = """
import moon_envs
for id_ in moon_envs.game_ids():
    game = moon_envs.game(id_)
    batch = moon_envs.Batch(game, num_games=2)
    batch.play_out()
    assert batch.done.all() and game.documentation.exists(), id_
print(len(moon_envs.game_ids()), "games")
"""


def run(*command, folder):
    environment = {**os.environ, "MOON_ENVS_QUIET": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_from_another_folder(tmp_path):
    result = run(sys.executable, "-c", PROGRAM, folder=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip().endswith("games") and result.stderr == ""


@pytest.mark.slow
def test_doctor_is_content(tmp_path):
    result = run(sys.executable, "-m", "moon_envs", "doctor", folder=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr


@needs_unix
@pytest.mark.slow
def test_processes_may_fork():
    """A batch made before a fork goes on in the child, threads included."""
    program = """
import os, moon_envs
batch = moon_envs.Batch("launch", num_games=1024, threads=2)
batch.step(batch.sample())
child = os.fork()
batch.step(batch.sample())
if child:
    assert os.waitpid(child, 0)[1] == 0
"""
    result = subprocess.run([sys.executable, "-W", "ignore", "-c", program], timeout=120, check=False)
    assert result.returncode == 0
