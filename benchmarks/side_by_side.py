"""Compare the speed of this checkout with another one, in turns within one run.

    git worktree add /tmp/before HEAD~1
    python benchmarks/side_by_side.py /tmp/before

Two measurements on a shared machine can differ by a third, more than two commits usually do. So two processes, one for
each checkout, take turns in stretches of a twentieth of a second. The ratio of neighbouring stretches is free of the
slow changes of the machine; the program reports the median of many ratios, with quartiles. `throughput.py` says what a
decision includes. `--python` names the interpreter of the other checkout if its dependencies differ. Compile both first
(`moon-envs warmup`): a process that has compiled is slower.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

# Uses only what every version of the package has. Reads the name of a job, answers with decisions per second.
WORKER = """
import sys, time
import gymnasium
import moon_envs

def batch_job(game, players):
    batch = moon_envs.Batch(game, 1024, players, threads=1)
    def run():
        for _ in range(8):
            batch.step(batch.sample())
        return 8 * 1024
    return run

def single_job(game):
    title = game.replace("_", " ").title().replace(" ", "")
    environment = gymnasium.make(f"moon_envs/{title}-v0")
    environment.reset(seed=0)
    sample = environment.unwrapped.sample
    def run():
        for _ in range(500):
            if environment.step(sample())[2]:
                environment.reset()
        return 500
    return run

def connect_four_job():
    from benchmarks.connect_four.game.game import GAME
    return batch_job(GAME, 2)

jobs = {}
for line in sys.stdin:
    name = line.strip()
    if name not in jobs:
        kind, _, rest = name.partition(":")
        if kind == "batch":
            game, players = rest.split(",")
            jobs[name] = batch_job(game, int(players))
        else:
            jobs[name] = connect_four_job() if kind == "connect_four" else single_job(rest)
        for _ in range(20):
            jobs[name]()
    started, count = time.perf_counter(), 0
    while time.perf_counter() - started < 0.05:
        count += jobs[name]()
    print(count / (time.perf_counter() - started), flush=True)
"""


@contextmanager
def worker(python: str, checkout: Path, cache: str | None) -> Iterator[subprocess.Popen[str]]:
    """Start a process that measures a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "MOON_ENVS_QUIET": "1"}
    if cache is not None:
        environment["MOON_ENVS_CACHE_DIR"] = cache
    process = subprocess.Popen(
        [python, "-c", WORKER], cwd=checkout, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def stretch(process: subprocess.Popen[str], job: str) -> float:
    """Run a job for one short stretch; returns its decisions per second."""
    assert process.stdin is not None and process.stdout is not None  # both are pipes
    process.stdin.write(job + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise SystemExit(f"the worker could not measure {job!r}; its error is above")
    return float(answer)


def main() -> None:
    """Measure both checkouts and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument(
        "--python", default=sys.executable, help="the interpreter of the other checkout (default: %(default)s)"
    )
    parser.add_argument("--cache", help="the folder for the compiled code of the other checkout")
    parser.add_argument("--stretches", type=int, default=100, help="stretches of each job and checkout (default: 100)")
    parser.add_argument(
        "--jobs",
        default="batch:launch,2 batch:journey,2 batch:colony,2 batch:mine,2 batch:mlem,4 single:launch connect_four",
        help="what to measure: batch:GAME,PLAYERS, single:GAME (gymnasium.make) or connect_four (default: %(default)s)",
    )
    arguments = parser.parse_args()
    here = Path(__file__).resolve().parent.parent
    table = Table(title=f"this checkout against {arguments.other}, decisions per second (median of the stretches)")
    for heading in ("job", "other", "this", "this / other", "quartiles"):
        table.add_column(heading, justify="left" if heading == "job" else "right")
    with (
        worker(sys.executable, here, None) as this,
        worker(arguments.python, arguments.other.resolve(), arguments.cache) as other,
    ):
        for job in arguments.jobs.split():
            turns = track(range(arguments.stretches), description=job, console=Console(stderr=True), transient=True)
            speeds = [(stretch(other, job), stretch(this, job)) for _ in turns]
            ratios = statistics.quantiles([new / old for old, new in speeds], n=4)
            table.add_row(
                job,
                f"{statistics.median(old for old, _ in speeds):,.0f}",
                f"{statistics.median(new for _, new in speeds):,.0f}",
                f"{ratios[1]:.3f}",
                f"{ratios[0]:.3f} to {ratios[2]:.3f}",
            )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
