"""How well ppo.py learns: several seeds of the same training, win rates with their spread, and decisions per second.

    pip install ".[sb3]"
    python -m benchmarks.learning launch --option opponent=1 --minutes 10 --seeds 5
    python -m benchmarks.learning launch --option opponent=8 --minutes 10 --seeds 5 --at-once 2 --processes 1

Each seed is one run of training_examples/ppo.py; its network then plays `--games` games of every mode it was trained
for, without chance in its choices. Runs that are in the folder already are not made again. A decision includes the
network, its share of learning, the transition, and the observation of the next decision; with `--at-once 2` two seeds
share the machine, so the time of a run is not that of a machine of its own.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import csv
import statistics
import subprocess
import sys
from pathlib import Path

import moon_envs
from benchmarks.reference_scores import machine_in_words
from moon_envs.networks import Network
from moon_envs.text_tables import text_table

PPO = Path(__file__).parents[1] / "training_examples" / "ppo.py"


def train(arguments: argparse.Namespace, seed: int) -> Path:
    """One run, unless it has been made before."""
    folder = arguments.folder / f"seed-{seed}"
    if (folder / "network.npz").exists():
        return folder
    command = [sys.executable, str(PPO), arguments.game, "--seed", str(seed), "--folder", str(folder)]
    command += ["--minutes", str(arguments.minutes), "--processes", str(arguments.processes), "--evaluate", "0"]
    command += ["--players", *map(str, arguments.players)] if arguments.players else []
    command += ["--option", *arguments.option] if arguments.option else []
    command += ["--resume"] if (folder / "checkpoint.pt").exists() else []
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return folder


def speed(folder: Path) -> tuple[int, float]:
    """Decisions of a run, and how many of them in a second."""
    with open(folder / "curves.csv", newline="") as file:
        last = list(csv.DictReader(file))[-1]
    return int(last["decisions"]), int(last["decisions"]) / (float(last["minutes"]) * 60)


def main() -> None:
    """Train, evaluate and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("game")
    parser.add_argument("--players", nargs="+", type=int, default=[])
    parser.add_argument("--option", nargs="+", default=[])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--processes", type=int, default=0, help="of each run (default: one on every core)")
    parser.add_argument("--games", type=int, default=1000, help="to evaluate each network in each mode")
    parser.add_argument("--folder", type=Path, help="of the runs (default: runs/learning-GAME)")
    arguments = parser.parse_args()
    arguments.folder = arguments.folder or Path(f"runs/learning-{arguments.game}")
    sys.path.insert(0, str(PPO.parent))
    import ppo
    from learning.evaluation import play_every_mode

    settings = ppo.Arguments(game=arguments.game, players=arguments.players, option=arguments.option)
    modes = ppo.chosen_modes(moon_envs.game(arguments.game), settings)
    with concurrent.futures.ThreadPoolExecutor(arguments.at_once) as pool:
        folders = list(pool.map(lambda seed: train(arguments, seed), range(arguments.seeds)))
    names = [moon_envs.game(arguments.game).configuration(**mode).describe() for mode in modes]
    networks = [Network.load(folder / "network.npz") for folder in folders]
    found = [[share for _, share, _ in play_every_mode(one, modes, arguments.games)] for one in networks]
    rows = [
        (folder.name, f"{decisions / 1e6:.1f} M", f"{rate:,.0f}", *(f"{share:.1%}" for share in shares))
        for folder, shares in zip(folders, found, strict=True)
        for decisions, rate in [speed(folder)]
    ]
    medians = [f"{statistics.median(mode):.1%} [{min(mode):.1%}, {max(mode):.1%}]" for mode in zip(*found, strict=True)]
    rows.append(("median [least, most]", "", "", *medians))
    print(
        f"{arguments.minutes} minutes each, {arguments.at_once} at once, {arguments.games} games; {machine_in_words()}"
    )
    print(text_table(("run", ">decisions", ">per second", *(f">{name}" for name in names)), rows))


if __name__ == "__main__":
    main()
