"""Train the networks that come in the box, `moon_envs/networks/baselines/GAME-solo.npz` and `GAME-several.npz`.

    pip install ".[train]"
    python training_examples/train_baselines.py                       # all of them, two at once on two cores
    python training_examples/train_baselines.py launch-solo --minutes 30

Each is one run of ppo.py with one process; interrupted runs go on where they were, finished ones are left alone. With
`--install` the networks that are ready, and their learning curves, are put into the box.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import subprocess
import sys
from pathlib import Path

import moon_envs
from moon_envs.base.files.disk import write_file
from moon_envs.networks import Network
from moon_envs.networks.finding import BOX

PPO = Path(__file__).with_name("ppo.py")
# A file may have 600 KB; Luna Capital has so many inputs that its first layer must be narrower.
SETTINGS = {"luna_capital-solo": ["--hidden", "96"], "luna_capital-several": ["--hidden", "80"]}
# And they take so much time for a decision that it gets more of it.
TIMES_AS_LONG = {"luna_capital": 2}
# Against ASTRA the easiest level comes first: a rival who cannot be beaten yet teaches little.
LESSONS_AGAINST_ASTRA = ["--lessons", "opponent=1", "--lesson-time", "0.25"]


def baselines() -> dict[str, tuple[str, list[int]]]:
    """Name of every baseline, with its game and numbers of players."""
    found = {}
    for id_ in moon_envs.game_ids():
        counts = moon_envs.game(id_).player_counts
        for mode, players in (("solo", [n for n in counts if n == 1]), ("several", [n for n in counts if n > 1])):
            if players:
                found[f"{id_}-{mode}"] = id_, players
    return found


def train(name: str, folder: Path, minutes: float) -> str:
    """Train one network; returns the last lines that were printed."""
    game, players = baselines()[name]
    where = folder / name
    if (where / "network.npz").exists():
        return f"{name}: is ready, in {where}"
    command = [sys.executable, str(PPO), game, "--players", *map(str, players), "--folder", str(where)]
    minutes *= TIMES_AS_LONG.get(game, 1)
    command += ["--minutes", str(minutes), "--processes", "1", *SETTINGS.get(name, [])]
    if players == [1] and any("opponent" in mode for mode in moon_envs.game(game).modes):
        command += LESSONS_AGAINST_ASTRA
    if (where / "checkpoint.pt").exists():
        command.append("--resume")
    with open(folder / f"{name}.log", "a") as log:
        status = subprocess.run(command, stdout=log, stderr=log, check=False).returncode
    ended = "is ready" if status == 0 else f"failed with status {status}; see {log.name}"
    return f"{name}: {ended}"


def install(folder: Path) -> None:
    """Put what is ready into the box; a network that cannot be read stays where it is."""
    BOX.mkdir(exist_ok=True)
    for name in baselines():
        for file, suffix, read in (("network.npz", ".npz", Network.load), ("curves.csv", ".csv", None)):
            if (folder / name / file).exists():
                write_file(BOX / f"{name}{suffix}", (folder / name / file).read_bytes(), read)
                print(BOX / f"{name}{suffix}")


def main() -> None:
    """Train, one after the other or several at once."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("names", nargs="*", metavar="GAME-MODE", help="which ones, like launch-solo (default: all)")
    parser.add_argument(
        "--minutes", type=float, default=20.0, help="for each network, twice as many for Luna Capital (default: 20)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at once (default: one each core)")
    parser.add_argument(
        "--folder", type=Path, default=Path("runs/baselines"), help="of the runs (default: %(default)s)"
    )
    parser.add_argument("--install", action="store_true", help="put what is ready into the box afterwards")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - set(baselines())
    if unknown or arguments.jobs < 1 or not arguments.minutes > 0:
        names = f"no such baseline: {', '.join(sorted(unknown))}; there are {', '.join(baselines())}"
        parser.error(names if unknown else "--jobs must be at least 1, --minutes above 0")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        names = arguments.names or list(baselines())
        for line in pool.map(lambda name: train(name, arguments.folder, arguments.minutes), names):
            print(line, flush=True)
    if arguments.install:
        install(arguments.folder)


if __name__ == "__main__":
    main()
