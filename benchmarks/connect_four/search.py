"""Tree search in connect four: simulations per second and strength beside OpenSpiel's `MCTSBot` in C++, one core each.

One shell line: `python -m benchmarks.connect_four.search` (`--simulations`, `--games`, `--seconds`, `--json FILE`).
OpenSpiel is part of `pip install ".[compare]"`; without it only our own speed is measured.

Both search the same random positions, each with a new tree and uniformly random rollouts; OpenSpiel with one rollout
for each simulation and `solve=False`. The processes take turns on one core as in compare.py. The match starts from
random openings of two stones, each played twice with the colours changed, with the same number of simulations for each
move. OpenSpiel's payoffs are -1 to 1 and ours are 0 to 1, so its `uct_c` is twice our `exploration`: 2 is its default,
1.4 the same as ours.
"""

from __future__ import annotations

import argparse
import os
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.connect_four.compare import INSTALL, NARROWEST_REPORT, Contestant, compare, other_versions
from benchmarks.connect_four.contestants import spiel_bot, spiel_game
from benchmarks.connect_four.game.game import GAME
from benchmarks.json_file import parse_with_json_file, write_json_file
from moon_envs import Batch, Search
from moon_envs.arena.bootstrap import estimate_mean
from moon_envs.testing.speed import machine_report

STONES_OF_OPENINGS = 2


def play_match(games: int, simulations: int, uct_c: float) -> np.ndarray:
    """Return our share of the victory from 0 to 1, (pairs of games,); a pair plays one opening with both colours."""
    spiel, search = spiel_game(), Search(GAME, simulations=simulations, threads=1)
    batch = Batch(GAME, games, autoreset="disabled", threads=1)
    chance = np.random.default_rng(0)
    theirs = [spiel.new_initial_state() for _ in range(games)]
    bots = [spiel_bot(simulations, uct_c, seed=game) for game in range(games)]

    def drop(columns: np.ndarray, rows: np.ndarray) -> None:
        batch.step(columns, rows)
        for row, column in zip(rows, columns, strict=True):
            theirs[row].apply_action(int(column))

    for _ in range(STONES_OF_OPENINGS):
        drop(np.repeat(chance.integers(7, size=games // 2), 2), np.arange(games))
    our_seat = np.arange(games) % 2
    turn = 0
    while (batch.actor >= 0).any():
        ours = np.flatnonzero(batch.actor == our_seat)
        if len(ours):
            turn += 1
            drop(search.search(batch.states[ours], seed=turn * games + ours).choices, ours)
        others = np.flatnonzero((batch.actor >= 0) & (batch.actor != our_seat))
        drop(np.array([bots[row].step(theirs[row]) for row in others], dtype=np.int64), others)
    shares = (batch.final_outcome[np.arange(games), our_seat] + 1) / 2
    assert all(state.is_terminal() for state in theirs)
    return shares.reshape(-1, 2).mean(axis=1)


def contestants(simulations: int) -> list[Contestant]:
    """Return the contestants whose speed is measured."""
    return [
        Contestant(f"search:{simulations}", "moon_envs Search", 64, "64 positions in one call, one thread"),
        Contestant(f"open_spiel_search:{simulations}", "OpenSpiel MCTSBot (C++)", 1, "one call for each position"),
    ]


def measured(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return speed and strength as data for JSON."""
    chosen = contestants(arguments.simulations)
    compare(chosen, arguments.core, arguments.seconds, arguments.repeats)
    report: dict[str, Any] = {
        "machine": {**machine_report(), "open_spiel": other_versions()["open_spiel"]},
        "simulations": arguments.simulations,
        "speed": [],
        "matches": [],
    }
    for contestant in chosen:
        row: dict[str, Any] = {"title": contestant.title, "step": contestant.step}
        if contestant.missing:
            row["missing"] = contestant.missing
        else:
            row["simulations_per_second"] = contestant.speed("wall_seconds")
            row["slowest"], row["fastest"] = contestant.spread
            row["simulations_per_cpu_second"] = contestant.speed("cpu_seconds")
        report["speed"].append(row)
    for uct_c in arguments.uct_c if not chosen[1].missing else ():
        score = estimate_mean(play_match(arguments.games, arguments.simulations, uct_c))
        report["matches"].append({"uct_c": uct_c, "games": arguments.games, "score": score.as_json()})
    return report


def print_report(console: Console, report: dict[str, Any]) -> None:
    """Print the tables, and everything needed to judge them."""
    console.print("Machine: " + ", ".join(f"{name} {value}" for name, value in report["machine"].items()))
    table = Table(title=f"Connect four, {report['simulations']:,} simulations for each position, one core")
    for heading in ("search", "simulations/s", "slowest", "fastest", "per CPU s"):
        table.add_column(heading, justify="left" if heading == "search" else "right")
    for row in report["speed"]:
        names = ("simulations_per_second", "slowest", "fastest", "simulations_per_cpu_second")
        numbers = ["not installed"] if "missing" in row else [f"{row[name]:,.0f}" for name in names]
        table.add_row(f"{row['title']}: {row['step']}", *numbers)
    console.print(table)
    for match in report["matches"]:
        score, games = match["score"], match["games"]
        console.print(
            f"moon_envs scores {score['mean']:.1%} ({score['low']:.1%} to {score['high']:.1%}, 95%) in {games} games "
            f"at {report['simulations']:,} simulations for each move against uct_c={match['uct_c']:g} of OpenSpiel."
        )
    if not report["matches"]:
        console.print(f"No match: open_spiel is not installed ({INSTALL}).", markup=False)


def main() -> None:
    """Measure, play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--simulations", type=int, default=1000, help="for each position and move (default: %(default)s)"
    )
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="how long each repeat is measured (default: %(default)s)"
    )
    parser.add_argument(
        "--repeats", type=int, default=5, help="how many repeats; medians are shown (default: %(default)s)"
    )
    parser.add_argument(
        "--games", type=int, default=400, help="how many games a match has, an even number (default: %(default)s)"
    )
    parser.add_argument(
        "--uct-c",
        type=float,
        nargs="+",
        default=[2.0, 1.4],
        help="OpenSpiel's, one match for each (default: %(default)s)",
    )
    parser.add_argument(
        "--core",
        type=int,
        default=max(os.sched_getaffinity(0)),
        help="the core of the contestants (default: %(default)s)",
    )
    arguments = parse_with_json_file(parser)
    if arguments.games < 2 or arguments.games % 2:
        parser.error("--games takes an even number, 2 or more")
    report = measured(arguments)
    print_report(Console(width=max(Console().width, NARROWEST_REPORT)), report)
    write_json_file(arguments, report)


if __name__ == "__main__":
    main()
