"""How well our trainers learn: several seeds of one training, win rates with their spread, and decisions per second.

    pip install ".[train]"
    python -m benchmarks.learning launch --option opponent=1 --minutes 10 --seeds 5
    python -m benchmarks.learning mlem --players 2 3 4 5 --program selfplay

Each seed is one run of training_examples/td, or of the program that `--program` names. Its network then plays `--games`
games of every mode it was trained for, always its best action. Unknown options are passed on to the program. Finished
runs in the folder are kept. The time of a decision includes the network, learning, the transition and the next
observation. With `--at-once 2` two runs share the machine, which slows both.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import csv
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.reference_scores import machine_in_words
from moon_envs.base.text_tables import text_table
from moon_envs.networks import load_network

# The programs, and the option of each for the number of cores.
PROGRAMS = {"td": "--threads", "selfplay": "--processes"}
ROOT = Path(__file__).parents[1]


def train(program: str, folder: Path, settings: Sequence[str]) -> Path:
    """Run a program of `training_examples`, unless its network exists already; returns the folder."""
    folder = folder.absolute()
    if (folder / "network.npz").exists():
        return folder
    command = [
        sys.executable,
        "-m",
        f"training_examples.{program}",
        *settings,
        "--folder",
        str(folder),
        "--evaluate",
        "0",
    ]
    command += ["--resume"] if (folder / "checkpoint.pt").exists() else []
    subprocess.run(command, stdout=subprocess.DEVNULL, cwd=ROOT, check=True)
    return folder


def settings_of(arguments: argparse.Namespace, seed: int) -> list[str]:
    """The options of one run."""
    settings = [arguments.game, "--seed", str(seed), "--minutes", str(arguments.minutes)]
    settings += ["--players", *map(str, arguments.players)] if arguments.players else []
    settings += ["--option", *arguments.option] if arguments.option else []
    return [*settings, PROGRAMS[arguments.program], str(arguments.cores), *arguments.others]


def folder_of(arguments: argparse.Namespace) -> Path:
    """A folder for runs with these settings only, because finished runs in it are kept."""
    words = [
        arguments.program,
        arguments.game,
        *map(str, arguments.players),
        *arguments.option,
        f"{arguments.minutes:g}-minutes",
    ]
    words += [f"{arguments.cores}-cores", *arguments.others]
    return Path("runs") / "-".join(["learning", *(word.strip("-").replace("/", "_") for word in words)])


def evaluate(
    folder: Path, players: Sequence[int], options: Sequence[str], games: int
) -> list[tuple[str, float, float]]:
    """Mode, win share and points of a run's network, in every mode it was trained for."""
    from training_examples.selfplay.curriculum import chosen_modes
    from training_examples.selfplay.evaluation import play_every_mode

    network = load_network(folder / "network.npz")
    return list(play_every_mode(network, chosen_modes(network.game, players, options), games))


def last_row(folder: Path) -> dict[str, str]:
    """The last point of a run's learning curves."""
    with open(folder / "curves.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))[-1]


def decisions_of(folder: Path) -> int:
    """The number of decisions of a run."""
    return int(last_row(folder)["decisions"])


def main() -> None:
    """Train, evaluate and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("game", metavar="GAME", help="game id, see `moon-envs list`")
    parser.add_argument("--program", choices=PROGRAMS, default="td", help="the trainer (default: %(default)s)")
    parser.add_argument("--players", nargs="+", type=int, default=[], help="as in td (default: solo if there is)")
    parser.add_argument("--option", nargs="+", default=[], help="NAME=VALUE of the game (default: all its modes)")
    parser.add_argument("--minutes", type=float, default=10.0, help="length of each run (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=5, help="number of runs, from seed 0 on (default: %(default)s)")
    parser.add_argument("--at-once", type=int, default=1, help="runs at the same time (default: %(default)s)")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), help="cores of each run (default: all)")
    parser.add_argument(
        "--games", type=int, default=1000, help="games to evaluate each network in each mode (default: %(default)s)"
    )
    parser.add_argument("--folder", type=Path, help="folder of the runs (default: below runs, named by the settings)")
    arguments, arguments.others = parser.parse_known_args()
    arguments.folder = arguments.folder or folder_of(arguments)
    with concurrent.futures.ThreadPoolExecutor(arguments.at_once) as pool:
        folders = list(
            pool.map(
                lambda seed: train(arguments.program, arguments.folder / f"seed-{seed}", settings_of(arguments, seed)),
                range(arguments.seeds),
            )
        )
    played = [evaluate(folder, arguments.players, arguments.option, arguments.games) for folder in folders]
    names = [name for name, _, _ in played[0]]
    found = [[share for _, share, _ in one] for one in played]
    rows = []
    for folder, shares in zip(folders, found, strict=True):
        rate = decisions_of(folder) / (float(last_row(folder)["minutes"]) * 60)
        shares = [f"{share:.1%}" for share in shares]
        rows.append((folder.name, f"{decisions_of(folder) / 1e6:.1f} M", f"{rate:,.0f}", *shares))
    medians = [f"{statistics.median(mode):.1%} [{min(mode):.1%}, {max(mode):.1%}]" for mode in zip(*found, strict=True)]
    rows.append(("median [least, most]", "", "", *medians))
    print(
        f"{arguments.minutes} minutes each, {arguments.at_once} at once, {arguments.games} games; {machine_in_words()}"
    )
    print(text_table(("run", ">decisions", ">per second", *(f">{name}" for name in names)), rows))


if __name__ == "__main__":
    main()
