"""The speed of training_examples/jax_ppo.py beside ppo.py: the same training, on one core, in turns in one process.

    pip install ".[train,jax_train]"
    python -m benchmarks.jax_ppo_speed

Both play and learn with the same network, number of games, minibatches and epochs. A part is a few updates of each; the
best part counts, because other programs on the machine slow a part down and nothing makes it faster. Compilation and
the first part are not counted.
"""

from __future__ import annotations

import argparse
import functools
import io
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.jax_speed import use_one_core
from benchmarks.json_file import parse_with_json_file, write_json_file

EXAMPLES = Path(__file__).parent.parent / "training_examples"


def torch_part(timesteps: int) -> Callable[[], None]:
    """A few updates of ppo.py."""
    import ppo
    import torch

    torch.set_num_threads(1)
    args = ppo.Args(total_timesteps=timesteps, option=["opponent=1"])
    games = ppo.Games(args)
    agent = ppo.Agent(games.columns, games.actions, args.hidden)
    folder = tempfile.TemporaryDirectory()

    def part() -> None:
        with redirect_stdout(io.StringIO()):
            ppo.train(args, games, agent, Path(folder.name))

    return part


def jax_part(timesteps: int) -> Callable[[], None]:
    """A few updates of jax_ppo.py."""
    import jax
    import jax_ppo

    args = jax_ppo.Args(total_timesteps=timesteps, option=["opponent=1"])
    envs = jax_ppo.make_envs(args, args.num_envs, autoreset=True)
    program = jax.jit(functools.partial(jax_ppo.train, args, envs, lambda *_: None)).lower(0).compile()
    return lambda: jax.block_until_ready(program(0))


def main() -> None:
    """Measure both and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=4, help="updates in a part (default: %(default)s)")
    parser.add_argument("--parts", type=int, default=8, help="parts of each program (default: %(default)s)")
    arguments = parse_with_json_file(parser)
    use_one_core()
    sys.path.insert(0, str(EXAMPLES))
    timesteps = arguments.updates * 256 * 64
    parts = {"ppo.py": torch_part(timesteps), "jax_ppo.py": jax_part(timesteps)}
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in parts}
    for turn in range(arguments.parts + 1):
        for name, part in parts.items():
            wall, processor = time.perf_counter(), time.process_time()
            part()
            if turn:
                processor, wall = time.process_time() - processor, time.perf_counter() - wall
                speeds[name].append((timesteps / processor, timesteps / wall))
    table = Table(
        title=f"Launch alone, 256 games, hidden 128; best of {arguments.parts} parts of {timesteps:,} decisions"
    )
    for heading in ("program", "decisions/CPU s", "decisions/s"):
        table.add_column(heading, justify="left" if heading == "program" else "right")
    for name, measured in speeds.items():
        table.add_row(name, *(f"{max(column):,.0f}" for column in zip(*measured, strict=True)))
    Console(width=120).print(table)
    write_json_file(arguments, {"decisions_in_part": timesteps, "speeds": speeds})


if __name__ == "__main__":
    main()
