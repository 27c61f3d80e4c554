"""The speed of `moon_envs.jax` beside `Batch`, and beside the games of Pgx and EnvPool, on one core in one run.

    pip install ".[jax]" pgx envpool
    python -m benchmarks.jax_speed

A decision includes a uniformly random legal action, the legality check, the transition, rewards, the next game after a
game that ended, and the mask and observation of the next decision. The last column says where a way of playing
differs. All contestants take turns in short stretches, and the best stretch of each counts: other programs on the
machine slow a stretch down, nothing makes it faster. Compilation and the first stretch are not counted.
"""

from __future__ import annotations

import argparse
import functools
import importlib.metadata
import importlib.util
import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.json_file import parse_with_json_file, write_json_file
from moon_envs.engine.threads import available_cores

STEPS = 64  # steps of one program, inside lax.scan
STEPS_BETWEEN_DEALS = 16
PACKAGES = ("jax", "jaxlib", "numba", "numpy", "pgx", "envpool")
REFERENCE = "Batch.step(Batch.sample())"
VEC, VMAP = "make_vec", "vmap(env.step)"
LEAST = {VEC: 0.8, VMAP: 0.5}  # of Batch
LEAST_OVER_PGX = 20

Play = Callable[[], int]
"""Plays some steps; returns how many decisions they were."""


@dataclass
class Contestant:
    """A way of playing.

    Attributes:
        name: as in the table.
        about: where its step differs from that of the others.
        play: plays some steps.
        speeds: decisions per second of processor time, of each stretch.
        wall_speeds: decisions per second of wall time.
    """

    name: str
    about: str
    play: Play
    speeds: list[float] = field(default_factory=list)
    wall_speeds: list[float] = field(default_factory=list)

    def run(self, seconds: float) -> None:
        """Play for a stretch."""
        decisions, wall, processor = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - wall < seconds:
            decisions += self.play()
        self.speeds.append(decisions / (time.process_time() - processor))
        self.wall_speeds.append(decisions / (time.perf_counter() - wall))


def use_one_core() -> None:
    """Keep the process and XLA on one core; before JAX is imported."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.environ["OMP_NUM_THREADS"] = "1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_cpu_multi_thread_eigen=false"


def batch_play(game: str, games: int) -> Play:
    """Our native interface, without JAX."""
    from moon_envs import Batch

    batch = Batch(game, games, 2, threads=1)

    def play() -> int:
        for _ in range(STEPS):
            batch.step(batch.sample())
        return STEPS * games

    return play


def scanned(step: Callable[[Any, Any], Any], state: Any, count: Callable[[Any], Any] | None, games: int) -> Play:
    """Play `step(state, key) -> state` inside lax.scan, in one jitted program whose state is donated.

    Args:
        step: carries out one decision in every game.
        state: where to begin.
        count: how many decisions the next step will make; None if every game makes one.
        games: the number of games.
    """
    import jax
    import jax.numpy as jnp

    def body(state: Any, key: Any) -> tuple[Any, Any]:
        made = games if count is None else count(state)
        return step(state, key), jnp.int32(made)

    @functools.partial(jax.jit, donate_argnums=0)
    def program(state: Any, key: Any) -> tuple[Any, Any, Any]:
        key, following = jax.random.split(key)
        state, made = jax.lax.scan(body, state, jax.random.split(key, STEPS))
        return state, following, made.sum()

    carried = (state, jax.random.key(1))

    def play() -> int:
        nonlocal carried
        *carried, made = jax.block_until_ready(program(*carried))
        return int(made)

    return play


def drawn(mask: Any, key: Any) -> Any:
    """A random legal action for each row of masks, by JAX alone."""
    import jax
    import jax.numpy as jnp

    return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)


def vec_play(game: str, games: int, *, by_jax: bool = False, directly: bool | None = None) -> Play:
    """`make_vec`."""
    import jax

    import moon_envs.jax

    env = moon_envs.jax.make_vec(game, games, players=2, threads=1, directly=directly)

    def step(state: Any, key: Any) -> Any:
        action = drawn(state.legal_action_mask, key) if by_jax else env.sample(state, key)
        return env.step(state, action)

    return scanned(step, jax.jit(env.init)(jax.random.key(0)), None, games)


def single_calls_play(game: str, games: int, *, donated: bool) -> Play:
    """`make_vec` with a jitted program for every step, whose state is donated or copied."""
    import jax

    import moon_envs.jax

    env = moon_envs.jax.make_vec(game, games, players=2, threads=1)

    @functools.partial(jax.jit, donate_argnums=0 if donated else ())
    def program(state: Any, key: Any) -> tuple[Any, Any]:
        key, following = jax.random.split(key)
        return env.step(state, env.sample(state, key)), following

    carried = (jax.jit(env.init)(jax.random.key(0)), jax.random.key(1))

    def play() -> int:
        nonlocal carried
        for _ in range(STEPS):
            carried = jax.block_until_ready(program(*carried))
        return STEPS * games

    return play


def vmap_play(game: str, games: int) -> Play:
    """`jax.vmap` of an environment of one game; every 16 steps new games take the places of those that ended."""
    import jax
    import jax.numpy as jnp

    import moon_envs.jax

    env = moon_envs.jax.make(game, players=2)
    init, step_all, sample = jax.vmap(env.init), jax.vmap(env.step), jax.vmap(env.sample)

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        made = (~state.terminated).sum()
        return step_all(state, sample(state, jax.random.split(key, games))), made

    @functools.partial(jax.jit, donate_argnums=0)
    def program(state: Any, key: Any) -> tuple[Any, Any, Any]:
        key, following, dealing = jax.random.split(key, 3)
        state, made = jax.lax.scan(one, state, jax.random.split(key, STEPS_BETWEEN_DEALS))
        dealt = init(jax.random.split(dealing, games))
        ended = state.terminated

        def chosen(new: Any, old: Any) -> Any:
            return jnp.where(ended.reshape(-1, *[1] * (new.ndim - 1)), new, old)

        return jax.tree.map(chosen, dealt, state), following, made.sum()

    carried = (jax.jit(init)(jax.random.split(jax.random.key(0), games)), jax.random.key(1))

    def play() -> int:
        nonlocal carried
        *carried, made = jax.block_until_ready(program(*carried))
        return int(made)

    return play


def auto_reset_play(env: Any, auto_reset: Any, games: int, sample: Any = None) -> Play:
    """An environment of one game, ours or Pgx's, with its auto-reset, under vmap."""
    import jax

    step_all = jax.vmap(auto_reset(env.step, env.init))

    def step(state: Any, key: Any) -> Any:
        draw, reset = jax.random.split(key)
        if sample is None:
            action = drawn(state.legal_action_mask, draw)
        else:
            action = jax.vmap(sample)(state, jax.random.split(draw, games))
        return step_all(state, action, jax.random.split(reset, games))

    return scanned(step, jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), games)), None, games)


def our_auto_reset_play(game: str, games: int) -> Play:
    """`jax.vmap` of our environment with the wrapper of Pgx's name."""
    import moon_envs.jax

    env = moon_envs.jax.make(game, players=2)
    return auto_reset_play(env, moon_envs.jax.auto_reset, games, env.sample)


def pgx_play(game: str, games: int) -> Play:
    """A game of Pgx with Pgx's wrapper."""
    import pgx
    from pgx.experimental.wrappers import auto_reset

    return auto_reset_play(pgx.make(game), auto_reset, games)


def envpool_play(task: str, games: int) -> Play:
    """A game of EnvPool, in C++, stepped from Python, with actions drawn by compiled code."""
    import envpool
    import numba
    import numpy as np

    @numba.njit
    def draw(mask: Any, actions: Any) -> None:
        for row in range(mask.shape[0]):
            left = np.random.randint(mask[row].sum())
            for action in range(mask.shape[1]):
                if mask[row, action]:
                    left -= 1
                    if left < 0:
                        actions[row] = action
                        break

    environment = envpool.make(task, env_type="gymnasium", num_envs=games, num_threads=1)
    actions = np.zeros(games, dtype=np.int32)
    _, info = environment.reset()
    ids = np.arange(games, dtype=np.int32)

    def play() -> int:
        nonlocal info
        for _ in range(STEPS):
            draw(info["legal_action_mask"], actions)
            sent = {"action": actions, "env_id": ids, "players": {"env_id": ids}}
            _, _, _, _, info = environment.step(sent)
        return STEPS * games

    return play


def contestants(game: str, games: int) -> list[tuple[str, str, Callable[[], Play], str]]:
    """Name, where its step differs, how to make it, and the package that it needs."""
    in_scan = "env.sample, in lax.scan"
    plan: list[tuple[str, str, Callable[[], Play], str]] = [
        (REFERENCE, "no JAX; called from Python", functools.partial(batch_play, game, games), ""),
        (VEC, in_scan, functools.partial(vec_play, game, games), ""),
    ]
    about = f"vmap(env.sample), in lax.scan; ended games dealt anew every {STEPS_BETWEEN_DEALS} steps"
    plan.append((VMAP, about, functools.partial(vmap_play, game, games), ""))
    about = "vmap(env.sample), in lax.scan; deals a game in every row and step"
    plan.append(("vmap(auto_reset(...))", about, functools.partial(our_auto_reset_play, game, games), ""))
    about = "jax.random.categorical, in lax.scan"
    plan.append(("make_vec, categorical", about, functools.partial(vec_play, game, games, by_jax=True), ""))
    for name, donated in (("donated", True), ("not donated", False)):
        about = "env.sample; one jitted call a step from Python" + ("" if donated else "; states are copied")
        play = functools.partial(single_calls_play, game, games, donated=donated)
        plan.append((f"make_vec, {name}", about, play, ""))
    about = f"{in_scan}, through jax.pure_callback"
    plan.append(("make_vec, directly=False", about, functools.partial(vec_play, game, games, directly=False), ""))
    for name in ("backgammon", "sparrow_mahjong"):
        about = "jax.random.categorical and Pgx's auto_reset, in lax.scan"
        plan.append((f"Pgx {name}", about, functools.partial(pgx_play, name, games), "pgx"))
    for name in ("Backgammon-v1", "SparrowMahjong-v1"):
        about = "C++; step() from Python, compiled random choice"
        plan.append((f"EnvPool {name}", about, functools.partial(envpool_play, name, games), "envpool"))
    return plan


def machine_of(cores: int) -> dict[str, str]:
    """The machine and the versions of all packages."""
    import moon_envs
    from moon_envs.testing.speed import machine_report

    report = machine_report()
    found = {"processor": report["processor"], "cores": f"1 of {cores}", "load": str(report["load_average"][0])}
    found |= {"Python": platform.python_version(), "moon_envs": moon_envs.__version__}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "missing"
    return found


def share_in_words(share: float) -> str:
    """A share of the reference; small ones as one part of how many."""
    return f"{share:.2f}" if share > 0.1 else f"1/{1 / share:.0f}"


def main() -> None:
    """Measure all contestants and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="launch", help="the game, with two players (default: %(default)s)")
    parser.add_argument("--games", type=int, default=1024, help="games in parallel (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a stretch (default: %(default)s)")
    parser.add_argument("--stretches", type=int, default=12, help="stretches of each (default: %(default)s)")
    parser.add_argument("--only", nargs="+", default=[], help="parts of the names of those to measure (default: all)")
    arguments = parse_with_json_file(parser)
    cores = available_cores()
    use_one_core()
    console = Console(width=150)

    import jax

    jax.config.update("jax_cpu_enable_async_dispatch", False)  # faster here, above all on one core
    taking_part: list[Contestant] = []
    for name, about, make, package in contestants(arguments.game, arguments.games):
        if arguments.only and not any(part in name for part in [*arguments.only, REFERENCE]):
            continue
        if package and importlib.util.find_spec(package) is None:
            console.print(f"{name}: not measured, because {package} is not installed")
            continue
        console.print(f"compiling {name} ...", style="dim")
        contestant = Contestant(name, about, make())
        contestant.run(0.1)
        contestant.speeds, contestant.wall_speeds = [], []
        taking_part.append(contestant)
    for _ in range(arguments.stretches):
        for contestant in taking_part:
            contestant.run(arguments.seconds)

    machine = machine_of(cores)
    title = f"{arguments.games:,} games of {arguments.game} with two players, or of Pgx and EnvPool, on one core"
    table = Table(title=f"{title}; best of {arguments.stretches} stretches of {arguments.seconds:g} s, in turns")
    for heading in ("played by", "decisions/CPU s", "decisions/s", "of Batch", "µs a step", "a step"):
        table.add_column(heading, justify="left" if heading in ("played by", "a step") else "right")
    best = {one.name: max(one.speeds) for one in taking_part}
    for one in taking_part:
        table.add_row(
            one.name,
            f"{best[one.name]:,.0f}",
            f"{max(one.wall_speeds):,.0f}",
            share_in_words(best[one.name] / best[REFERENCE]),
            f"{arguments.games / best[one.name] * 1e6:,.0f}",
            one.about,
        )
    console.print("Machine: " + ", ".join(f"{name} {value}" for name, value in machine.items()), highlight=False)
    console.print(table)
    for name, least in LEAST.items():
        if name in best:
            console.print(f"{name}: {best[name] / best[REFERENCE]:.2f} of Batch; aim: at least {least}")
    for name in best:
        if name.startswith("Pgx") and VEC in best:
            console.print(f"{VEC} / {name}: {best[VEC] / best[name]:.0f}; aim: at least {LEAST_OVER_PGX}")
    rows = {one.name: {"about": one.about, "speeds": one.speeds, "wall_speeds": one.wall_speeds} for one in taking_part}
    write_json_file(arguments, {"machine": machine, "games": arguments.games, "rows": rows})


if __name__ == "__main__":
    main()
