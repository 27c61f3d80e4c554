"""The compliance suite over every registered game and mode: a new game is covered by registering."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import moon_envs
from moon_envs import testing
from moon_envs.registry import catalogue

MODES = [
    pytest.param(id_, mode, id=f"{id_}-{moon_envs.game(id_).configuration(**mode).describe()}")
    for id_ in moon_envs.games()
    for mode in moon_envs.game(id_).modes
]
CHECKS = [
    testing.check_random_play,
    testing.check_determinism,
    testing.check_rewards,
    testing.check_saves,
    testing.check_recording,
    testing.check_illegal_actions,
    testing.check_resample,
]


@pytest.mark.parametrize("id_", moon_envs.games())
def test_tables(id_):
    testing.check_tables(moon_envs.game(id_))


@pytest.mark.parametrize(("id_", "version"), catalogue())
def test_catalogue_knows_the_version(id_, version):
    game = moon_envs.game(id_)
    assert (game.id, game.version) == (id_, version)


@pytest.mark.parametrize(("id_", "mode"), MODES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_compliance(check, id_, mode):
    check(moon_envs.game(id_), mode)


def test_no_index_out_of_bounds():
    """Compiled code does not check indexes; this run does, in every game and mode."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "MOON_ENVS_QUIET": "1"}
    program = "from moon_envs.testing import play_everything; play_everything()"
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    for id_ in moon_envs.games():
        assert f"{id_}: played" in run.stdout
