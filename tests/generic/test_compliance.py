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
    for id_ in moon_envs.game_ids()
    for mode in moon_envs.game(id_).modes
]
CRAFTED_RECORDS = 100_000


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_tables(id_):
    testing.check_tables(moon_envs.game(id_))


@pytest.mark.parametrize(("id_", "version"), catalogue())
def test_catalogue_knows_the_version(id_, version):
    game = moon_envs.game(id_)
    assert (game.id, game.version) == (id_, version)


@pytest.mark.parametrize(("id_", "mode"), MODES)
@pytest.mark.parametrize("check", testing.CHECKS, ids=lambda check: check.__name__)
def test_compliance(check, id_, mode):
    check(moon_envs.game(id_), mode)


def with_checked_indexes(program: str) -> str:
    """Run a program in a process in which compiled code checks indexes; what it printed."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "MOON_ENVS_QUIET": "1"}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return run.stdout


def test_no_index_out_of_bounds():
    """Compiled code does not check indexes; this run does, in every game and mode."""
    printed = with_checked_indexes("from moon_envs.testing import play_everything; play_everything()")
    for id_ in moon_envs.game_ids():
        assert f"{id_}: played" in printed


def test_crafted_records():
    """A hundred thousand records that somebody tampered with: none leads out of an array, to a standstill or round."""
    records = -(-CRAFTED_RECORDS // len(MODES))
    program = f"""
import moon_envs
from moon_envs.testing.crafted import fuzz
crafted = 0
for id_ in moon_envs.game_ids():
    refused = accepted = 0
    for number, mode in enumerate(moon_envs.game(id_).modes):
        report = fuzz(moon_envs.game(id_), mode, {records}, seed=number)
        refused, accepted = refused + report.refused, accepted + report.accepted
    assert min(refused, accepted) > 1000, (id_, refused, accepted)
    crafted += refused + accepted
print(crafted)
"""
    assert int(with_checked_indexes(program)) >= CRAFTED_RECORDS
