"""No index leads out of an array, and no memory is used after it was freed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import moon_envs

pytest.importorskip("jax", reason="the extra jax is not installed")

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PLAY = """
import sys
import jax, numpy
import moon_envs.jax
from tests.jax.playing import key_of, keys_of
for id_, players in [one.split() for one in sys.argv[1:]]:
    settings = dict(players=int(players), reward={"points_delta": 1.0, "outcome": 0.5}, encoding="one_hot")
    many = moon_envs.jax.make_vec(id_, 192, threads=2, **settings)
    env = moon_envs.jax.make(id_, **settings)
    def play(carried, key):
        states = carried
        keys = jax.random.split(key, 3)
        actions = many.sample(states, keys[0])
        actions = jax.numpy.where(jax.random.uniform(keys[1], actions.shape) < 0.005, actions + 997, actions)
        states = many.step(states, actions)
        redrawn = many.resample(states, states.current_player, keys[2])
        return states, (states.terminated.sum(), many.points(redrawn).sum(), many.observe(redrawn).sum())
    states, (ended, *_) = jax.jit(lambda key: jax.lax.scan(play, many.init(key), jax.random.split(key, 300)))(key_of(1))
    assert int(ended.sum()) > 192, ended.sum()
    many.check(states)
    alone = jax.vmap(env.init)(keys_of(5, 4))
    for number in range(80):
        alone = jax.vmap(env.step)(alone, jax.vmap(env.sample)(alone, keys_of(number, 4)))
        jax.vmap(env.resample)(alone, alone.current_player, keys_of(number, 4))
    for wrong in (0, 255, 97):
        strange = alone.replace(_game=numpy.full_like(alone._game, wrong))
        strange = jax.vmap(env.step)(strange, numpy.full(4, wrong))
        for seat in (-1, 0, 200):
            jax.vmap(env.observe, in_axes=(0, None))(strange, seat)
            jax.vmap(env.observe, in_axes=(0, None))(alone, seat)
            jax.vmap(env.resample, in_axes=(0, None, 0))(alone, seat, keys_of(0, 4))
    print(id_, "played")
"""


def play(names, folder, **environment):
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": paths, "MOON_ENVS_QUIET": "1", **environment}
    command = [sys.executable, "-c", PLAY, *names]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    return run


@pytest.mark.parametrize("names", [["mlem 3", "battle 2"], ["luna_capital 1"], ["launch 4"]], ids=" ".join)
def test_no_index_out_of_bounds(names, tmp_path):
    """Code with checked indexes is compiled separately. What it finds it writes to standard error."""
    run = play(names, tmp_path, NUMBA_BOUNDSCHECK="1")
    assert run.stdout.splitlines() == [f"{name.split()[0]} played" for name in names] and run.stderr == ""


@pytest.mark.skipif(sys.platform != "linux", reason="needs the C library of GNU")
def test_no_memory_after_it_was_freed(tmp_path):
    """The C library overwrites memory as soon as it is free."""
    names = [f"{id_} {1 if 1 in moon_envs.game(id_).player_counts else 2}" for id_ in moon_envs.game_ids()]
    run = play(names, tmp_path, MALLOC_PERTURB_="165")
    assert len(run.stdout.splitlines()) == len(names) and run.stderr == ""
