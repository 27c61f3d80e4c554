"""The contestants of compare.py and search.py: each plays connect four in a process of its own, pinned to its cores.

A process prints one line of JSON when it is ready (or names what is missing). Then it reads numbers of seconds. For
each it plays that long and prints its decisions, wall seconds and CPU seconds. Contestants that search count
simulations instead of decisions.
"""

from __future__ import annotations

import functools
import importlib.util
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

BATCH = 1024
BATCH_ON_ALL_CORES = 16384
STEPS_IN_ONE_CALL = 100
POSITIONS = 64
DECISIONS_BETWEEN_LOOKS_AT_THE_CLOCK = 200
WARM_UP_SECONDS = 0.5
C_SOURCE = Path(__file__).with_name("connect_four.c")
C_OPTIONS = ("-O3", "-march=native", "-std=c11")

Measured = tuple[int, float, float]
"""Decisions, wall seconds, CPU seconds."""

Measure = Callable[[float], Measured]


class MissingError(Exception):
    """A package that a contestant needs is not installed."""


def compile_c(output: Path, *options: str) -> Path:
    """Compile the C program with gcc.

    Args:
        output: the path of the result.
        *options: more options, like `-shared`.

    Raises:
        MissingError: there is no gcc.
    """
    compiler = shutil.which("gcc")
    if compiler is None:
        raise MissingError("gcc")
    subprocess.run([compiler, *C_OPTIONS, *options, "-o", str(output), str(C_SOURCE)], check=True)
    return output


def repeat_for(play: Callable[[], int], seconds: float) -> Measured:
    """Call `play`, which returns its number of decisions, for about this long."""
    decisions, wall, cpu = 0, time.perf_counter(), time.process_time()
    while (passed := time.perf_counter() - wall) < seconds:
        decisions += play()
    return decisions, passed, time.process_time() - cpu


def c_program() -> Measure:
    """Run the C program, which measures itself after its own warm-up."""
    folder = tempfile.TemporaryDirectory()
    program = compile_c(Path(folder.name) / "connect_four")

    def measure(seconds: float) -> Measured:
        command = [str(program), str(seconds), str(WARM_UP_SECONDS)]
        steps, wall, cpu = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        return int(steps), float(wall), float(cpu)

    measure.folder = folder  # The folder lives as long as this function.
    return measure


def moon_envs_batch(games: int, threads: int | None) -> Measure:
    """Play `batch.step(batch.sample())` of our own game."""
    from benchmarks.connect_four.game.game import GAME
    from moon_envs import Batch

    batch = Batch(GAME, games, threads=threads)

    def play() -> int:
        batch.step(batch.sample())
        return games

    return functools.partial(repeat_for, play)


def pgx_batch(games: int, steps_in_one_call: int) -> Measure:
    """Play Pgx's environment with its own auto-reset, vmapped and jitted together with the choice of actions."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    if len(os.sched_getaffinity(0)) == 1:
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    jax, pgx = _import("jax"), _import("pgx")
    jax.config.update("jax_cpu_enable_async_dispatch", False)  # Measured: this is faster here, above all on one core.
    wrappers = _import("pgx.experimental.wrappers")
    environment = pgx.make("connect_four")
    step_all = jax.vmap(wrappers.auto_reset(environment.step, environment.init))

    def step(index, carried):
        states, key = carried
        key, action_key, reset_key = jax.random.split(key, 3)
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(action_key, logits, axis=-1)
        return step_all(states, actions, jax.random.split(reset_key, games)), key

    @jax.jit
    def play_steps(carried):
        if steps_in_one_call == 1:
            return step(0, carried)
        return jax.lax.fori_loop(0, steps_in_one_call, step, carried)

    key = jax.random.PRNGKey(0)
    carried = (jax.jit(jax.vmap(environment.init))(jax.random.split(key, games)), key)

    def play() -> int:
        nonlocal carried
        carried = jax.block_until_ready(play_steps(carried))
        return games * steps_in_one_call

    return functools.partial(repeat_for, play)


def open_spiel_state() -> Measure:
    """Play OpenSpiel's C++ game from Python, one at a time: legal actions, mask, observation tensor, returns."""
    game = _import("pyspiel").load_game("connect_four")
    state = game.new_initial_state()

    def play() -> int:
        nonlocal state
        for _ in range(DECISIONS_BETWEEN_LOOKS_AT_THE_CLOCK):
            state.apply_action(random.choice(state.legal_actions()))
            if state.is_terminal():
                state.returns()
                state = game.new_initial_state()
            player = state.current_player()
            state.legal_actions_mask(player)
            state.observation_tensor(player)
        return DECISIONS_BETWEEN_LOOKS_AT_THE_CLOCK

    return functools.partial(repeat_for, play)


def random_openings(count: int) -> list[list[int]]:
    """Return the columns played in `count` unfinished games of 0 to 20 stones; they are always the same."""
    from benchmarks.connect_four.game.game import GAME
    from moon_envs import Batch

    openings: list[list[int]] = []
    for number in range(count):
        batch, columns = Batch(GAME, 1, seed=number, autoreset="disabled", threads=1), []
        while len(columns) < number % 21 and not batch.done[0]:
            columns.append(int(batch.sample()[0]))
            batch.step(columns[-1])
        openings.append(columns[:-1] if batch.done[0] else columns)
    return openings


def moon_envs_search(simulations: int) -> Measure:
    """Run our search in many positions at once."""
    import numpy as np

    from benchmarks.connect_four.game.game import GAME
    from moon_envs import Batch, Search

    batch = Batch(GAME, POSITIONS, autoreset="disabled", threads=1)
    for row, columns in enumerate(random_openings(POSITIONS)):
        for column in columns:
            batch.step([column], [row])
    search = Search(GAME, simulations=simulations, threads=1)
    seed = 0

    def play() -> int:
        nonlocal seed
        seed += POSITIONS
        return int(np.count_nonzero(search.search(batch.states, seed).choices >= 0)) * simulations

    return functools.partial(repeat_for, play)


def spiel_game() -> Any:
    """Return OpenSpiel's connect four."""
    return _import("pyspiel").load_game("connect_four")


def spiel_bot(simulations: int, uct_c: float, seed: int) -> Any:
    """Return OpenSpiel's tree search in C++, with one random rollout for each simulation."""
    pyspiel = _import("pyspiel")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(spiel_game(), evaluator, uct_c, simulations, 0, False, seed, False)


def open_spiel_search(simulations: int) -> Measure:
    """Run OpenSpiel's tree search, one position after the other."""
    game, bot = spiel_game(), spiel_bot(simulations, uct_c=2.0, seed=0)
    states = []
    for columns in random_openings(POSITIONS):
        states.append(game.new_initial_state())
        for column in columns:
            states[-1].apply_action(column)
    following = itertools.cycle(states)

    def play() -> int:
        bot.step(next(following))
        return simulations

    return functools.partial(repeat_for, play)


def pettingzoo_environment(wrapped: bool) -> Measure:
    """Play PettingZoo's connect_four_v3, one at a time: `last()` (observation, mask, reward, done) and `step()`."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    if importlib.util.find_spec("pygame") is None:
        raise MissingError("pygame")
    module = _import("pettingzoo.classic.connect_four_v3")
    environment = module.env() if wrapped else module.raw_env()
    environment.reset()

    def play() -> int:
        for _ in range(DECISIONS_BETWEEN_LOOKS_AT_THE_CLOCK):
            observation, _, terminated, _, _ = environment.last()
            if terminated:
                environment.reset()
                observation = environment.last()[0]
            environment.step(random.choice(observation["action_mask"].nonzero()[0]))
        return DECISIONS_BETWEEN_LOOKS_AT_THE_CLOCK

    return functools.partial(repeat_for, play)


def _import(name: str) -> Any:
    """Import a module, or raise `MissingError` with the name of its package."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise MissingError(str(error.name)) from error


CONTESTANTS: dict[str, Callable[[], Measure]] = {
    "c": c_program,
    "moon_envs": functools.partial(moon_envs_batch, BATCH, threads=1),
    "moon_envs_all_cores": functools.partial(moon_envs_batch, BATCH_ON_ALL_CORES, threads=None),
    "pgx": functools.partial(pgx_batch, BATCH, steps_in_one_call=1),
    "pgx_loop": functools.partial(pgx_batch, BATCH, steps_in_one_call=STEPS_IN_ONE_CALL),
    "pgx_all_cores": functools.partial(pgx_batch, BATCH_ON_ALL_CORES, steps_in_one_call=1),
    "open_spiel": open_spiel_state,
    "pettingzoo_raw": functools.partial(pettingzoo_environment, False),
    "pettingzoo": functools.partial(pettingzoo_environment, True),
}
WITH_SIMULATIONS: dict[str, Callable[[int], Measure]] = {
    "search": moon_envs_search,
    "open_spiel_search": open_spiel_search,
}


def main() -> None:
    """Serve one contestant: `contestants.py NAME CORES`, with commas between cores; NAME may be search:1000."""
    # What a framework prints must not mix with the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def answer(**values: Any) -> None:
        print(json.dumps(values), file=answers, flush=True)

    name, cores = sys.argv[1:]
    os.sched_setaffinity(0, {int(core) for core in cores.split(",")})
    try:
        kind, colon, simulations = name.partition(":")
        measure = WITH_SIMULATIONS[kind](int(simulations)) if colon else CONTESTANTS[name]()
    except MissingError as error:
        answer(missing=str(error))
        return
    measure(WARM_UP_SECONDS)
    answer(ready=name)
    for line in sys.stdin:
        decisions, wall, cpu = measure(float(line))
        answer(decisions=decisions, wall_seconds=wall, cpu_seconds=cpu)


if __name__ == "__main__":
    main()
