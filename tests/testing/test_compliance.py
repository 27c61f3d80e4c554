"""The compliance suite over every registered game and mode: registering a game adds it here."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import moon_envs
from moon_envs import testing
from moon_envs.core.registry import catalogue


def modes_of(id_):
    """All modes of a game."""
    game = moon_envs.game(id_)
    for mode in game.modes:
        yield pytest.param(id_, mode, id=f"{id_}-{game.configuration(**mode).describe()}")


MODES = [mode for id_ in moon_envs.game_ids() for mode in modes_of(id_)]
CRAFTED_RECORDS = 100_000  # over all games and modes


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
    """Run a program in a process whose compiled code checks indexes, and return what it printed.

    The code is optimised as usual: with NUMBA_OPT=1, LLVM miscompiles a comparison of From the Moon's `size_of`.
    """
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "MOON_ENVS_QUIET": "1"}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return run.stdout


@pytest.mark.slow
@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_no_index_out_of_bounds(id_):
    """Compiled code does not check indexes; this run does, in random games of every mode and from crafted records.

    It plays a hundred thousand tampered records over all games: none leads out of an array or to an endless game.
    Both run in one process, because code with checked indexes is compiled separately.
    """
    # Each game gets at least an equal share of the records, and so does each mode.
    shares = (len(MODES), len(moon_envs.game_ids()) * len(moon_envs.game(id_).modes))
    records = -(-CRAFTED_RECORDS // min(shares))
    program = f"""
from moon_envs import game, testing
from moon_envs.testing.crafted import fuzz
testing.play_everything(ids=[{id_!r}])
refused = accepted = 0
for number, mode in enumerate(game({id_!r}).modes):
    report = fuzz(game({id_!r}), mode, {records}, seed=number)
    refused, accepted = refused + report.refused, accepted + report.accepted
print(refused, accepted)
"""
    played, crafted = with_checked_indexes(program).splitlines()
    assert played.startswith(f"{id_}: played")
    refused, accepted = map(int, crafted.split())
    assert min(refused, accepted) > 1000
    assert refused + accepted >= records * len(moon_envs.game(id_).modes)
