"""Train the networks of the agent `baseline`: `moon_envs/networks/baselines/GAME-solo.npz` and `GAME-several.npz`.

    pip install ".[train]"
    python -m training_examples.train_baselines                         # all of them, two at a time on two cores
    python -m training_examples.train_baselines launch-solo --times 2   # with twice as many decisions

Each network is one run of `td` with one thread and a fixed number of decisions, so a busy machine takes longer but
makes the same network. Interrupted runs are resumed, finished ones are kept. `--install` copies finished networks and
their learning curves into the package.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import moon_envs
from moon_envs.base.files.disk import write_file
from moon_envs.networks import ValueNetwork
from moon_envs.networks.finding import BOX

ROOT = Path(__file__).parents[1]
ROWS_OF_CURVES = 300
# A file may have 600 KB. Luna Capital has many inputs, so its first layer must be narrower.
# From the Moon alone is won by what comes together at the end, hardly by points: long returns, and points hardly count.
SETTINGS = {
    "luna_capital-solo": ["--hidden", "44"],
    "luna_capital-several": ["--hidden", "44", "--opponent-width", "24"],
    "from_the_moon-solo": "--chance 5 --win-from 0 --win-until 0.01 --td-lambda 0.98 --games 128 --steps 128".split(),
}
# Million decisions of a training. Most rungs of the ladder are solo, and the upper ones are hard.
MILLIONS = {"solo": 12.0, "several": 3.0}
MILLIONS_OF = {
    "from_the_moon-solo": 20.0,
    "luna_capital-solo": 4.0,
    "mlem-several": 8.0,
    "mine-several": 6.0,
    "escape-several": 6.0,
}


def baselines() -> dict[str, tuple[str, list[int]]]:
    """The game and the numbers of players of every baseline, by its name."""
    found = {}
    for id_ in moon_envs.game_ids():
        counts = moon_envs.game(id_).player_counts
        for mode, players in (("solo", [n for n in counts if n == 1]), ("several", [n for n in counts if n > 1])):
            if players:
                found[f"{id_}-{mode}"] = id_, players
    return found


def decisions_of(name: str, times: float) -> int:
    """How many decisions a network is trained for."""
    usual = MILLIONS[name.rpartition("-")[2]]
    return int(1e6 * times * MILLIONS_OF.get(name, usual))


def has_played(folder: Path) -> int:
    """The decisions of the run in a folder, also of one that was interrupted."""
    if not (folder / "network.npz").exists():
        return 0
    with open(folder / "curves.csv", encoding="utf-8", newline="") as file:
        return int([row["decisions"] for row in csv.DictReader(file)][-1])


def train(name: str, folder: Path, times: float) -> str:
    """Train one network; returns a line that says how it went."""
    game, players = baselines()[name]
    where, decisions = folder / name, decisions_of(name, times)
    if has_played(where) >= decisions:
        return f"{name}: is ready, in {where}"
    command = [sys.executable, "-m", "training_examples.td", game, "--players", *map(str, players), "--evaluate", "0"]
    command += ["--folder", str(where), "--decisions", str(decisions), *SETTINGS.get(name, [])]
    if (where / "checkpoint.pt").exists():
        command.append("--resume")
    with open(folder / f"{name}.log", "a", encoding="utf-8") as log:
        status = subprocess.run(command, stdout=log, stderr=log, cwd=ROOT, check=False).returncode
    if status == 0 and has_played(where) < decisions:
        return f"{name}: was interrupted; the same command resumes it"
    ended = "is ready" if status == 0 else f"failed with status {status}; see {log.name}"
    return f"{name}: {ended}"


def thinned(curves: Path) -> bytes:
    """Learning curves with some hundred rows, the last one included, and six digits of each number."""
    with open(curves, encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    step = -(-len(rows) // ROWS_OF_CURVES)
    kept = [[f"{float(value):.9g}" for value in row] for row in rows[::-1][::step][::-1]]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *kept])
    return text.getvalue().encode()


def install(folder: Path) -> None:
    """Copy finished networks and curves into the package; a damaged network raises `NetworkError`."""
    BOX.mkdir(exist_ok=True)
    for name in baselines():
        network, curves = folder / name / "network.npz", folder / name / "curves.csv"
        if network.exists() and curves.exists():
            write_file(BOX / f"{name}.npz", network.read_bytes(), ValueNetwork.load)
            write_file(BOX / f"{name}.csv", thinned(curves))
            print(BOX / f"{name}.npz")


def main() -> None:
    """Train all networks that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("names", nargs="*", metavar="GAME-MODE", help="networks, like launch-solo (default: all)")
    parser.add_argument(
        "--times", type=float, default=1.0, help="so many times the usual number of decisions (default: %(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at a time (default: one on every core)")
    parser.add_argument(
        "--folder", type=Path, default=Path("runs/baselines"), help="folder of the runs (default: %(default)s)"
    )
    parser.add_argument("--install", action="store_true", help="copy finished networks into the package at the end")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - set(baselines())
    if unknown or arguments.jobs < 1 or not arguments.times > 0:
        names = f"no such baseline: {', '.join(sorted(unknown))}; there are {', '.join(baselines())}"
        parser.error(names if unknown else "--jobs must be at least 1, --times above 0")
    arguments.folder = arguments.folder.absolute()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        names = arguments.names or list(baselines())
        for line in pool.map(lambda name: train(name, arguments.folder, arguments.times), names):
            print(line, flush=True)
    if arguments.install:
        install(arguments.folder)


if __name__ == "__main__":
    main()
