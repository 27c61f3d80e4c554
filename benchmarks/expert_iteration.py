"""Whether expert_iteration is worth its time: from the same start, as long again with it and with selfplay.

    pip install ".[train]"
    python -m benchmarks.expert_iteration journey luna_capital --minutes 5 --seeds 2

For every seed selfplay trains a network for `--minutes`, and expert_iteration continues from it for as long. Another
run of selfplay has twice the time, so that its learning rate falls over all of it. All three networks then play
`--evaluate` games of every mode, always their best action; with several players, against `greedy`. Finished runs in the
folder are kept. Every run has one core.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import statistics
from pathlib import Path

from benchmarks.learning import SELFPLAY, decisions_of, evaluate, train
from benchmarks.reference_scores import machine_in_words
from moon_envs.base.text_tables import text_table

EXPERT = "training_examples.expert_iteration"


def train_all(game: str, seed: int, arguments: argparse.Namespace) -> list[Path]:
    """The folders of three runs: the start, selfplay for twice as long, and expert iteration from the start."""
    place = arguments.folder / game
    settings = ["--players", *map(str, arguments.players)] if arguments.players else []
    settings += ["--option", *arguments.option] if arguments.option else []
    settings += ["--seed", str(seed), "--processes", "1"]
    start = train(SELFPLAY, place / f"start-{seed}", [game, *settings, "--minutes", str(arguments.minutes)])
    longer = train(SELFPLAY, place / f"longer-{seed}", [game, *settings, "--minutes", str(2 * arguments.minutes)])
    found = ["--start", str(start / "network.npz"), "--minutes", str(arguments.minutes)]
    return [start, longer, train(EXPERT, place / f"expert-{seed}", [game, *settings, *found])]


def main() -> None:
    """Train, evaluate and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("games", nargs="+", metavar="GAME", help="game ids, see `moon-envs list`")
    parser.add_argument("--players", nargs="+", type=int, default=[], help="as in selfplay (default: solo if there is)")
    parser.add_argument("--option", nargs="+", default=[], help="NAME=VALUE of the game (default: all its modes)")
    parser.add_argument("--minutes", type=float, default=5.0, help="length of each half (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=2, help="runs of each game, from seed 0 on (default: %(default)s)")
    parser.add_argument("--at-once", type=int, default=1, help="runs at the same time (default: %(default)s)")
    parser.add_argument(
        "--evaluate", type=int, default=1000, help="games to evaluate each network in each mode (default: %(default)s)"
    )
    parser.add_argument(
        "--folder", type=Path, default=Path("runs/expert-iteration"), help="folder of the runs (default: %(default)s)"
    )
    arguments = parser.parse_args()
    cases = [(game, seed) for game in arguments.games for seed in range(arguments.seeds)]
    with concurrent.futures.ThreadPoolExecutor(arguments.at_once) as pool:
        folders = list(pool.map(lambda case: train_all(*case, arguments), cases))
    rows = []
    for (game, seed), three in zip(cases, folders, strict=True):
        for name, folder in zip(("start", "selfplay", "expert_iteration"), three, strict=True):
            found = evaluate(folder, arguments.players, arguments.option, arguments.evaluate)
            won, points = (statistics.mean(column) for column in zip(*((w, p) for _, w, p in found), strict=True))
            rows.append((game, seed, name, f"{decisions_of(folder) / 1e6:.2f} M", f"{won:.1%}", f"{points:.1f}"))
    print(f"{arguments.minutes} + {arguments.minutes} minutes, {arguments.at_once} at once; {machine_in_words()}")
    print(text_table(("game", ">seed", "program", ">decisions", ">won", ">points"), rows))


if __name__ == "__main__":
    main()
