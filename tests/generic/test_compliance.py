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
CRAFTED_RECORDS = 100_000  # over all games and modes

# Code with checked indexes is compiled apart, in one worker for each game.
IN_A_WORKER = [
    pytest.param(id_, marks=[pytest.mark.slow, pytest.mark.xdist_group(f"checked {id_}")]) for id_ in moon_envs.games()
]


@pytest.mark.parametrize("id_", moon_envs.games())
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


@pytest.mark.parametrize("id_", IN_A_WORKER)
def test_no_index_out_of_bounds(id_):
    """Compiled code does not check indexes; this run does, in every game and mode."""
    program = f"""
from moon_envs import registry, testing
registry.games = lambda: [{id_!r}]
testing.play_everything()
"""
    assert with_checked_indexes(program).startswith(f"{id_}: played")


@pytest.mark.parametrize("id_", IN_A_WORKER)
def test_crafted_records(id_):
    """A hundred thousand records that somebody tampered with: none leads out of an array, to a standstill or round."""
    records = -(-CRAFTED_RECORDS // len(MODES))
    program = f"""
import moon_envs
from moon_envs.testing.crafted import fuzz
game = moon_envs.game({id_!r})
refused = accepted = 0
for number, mode in enumerate(game.modes):
    report = fuzz(game, mode, {records}, seed=number)
    refused, accepted = refused + report.refused, accepted + report.accepted
assert min(refused, accepted) > 1000, (refused, accepted)
print(refused + accepted)
"""
    assert int(with_checked_indexes(program)) >= records * len(moon_envs.game(id_).modes)
