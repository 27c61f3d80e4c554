"""Long random play with every invariant checked.

    python -m benchmarks.soak --decisions 1e9

Plays random games of every registered game and mode in batches. At every decision each mask must have an action, and
each record must pass the game's own `find_fault` (`--check-every 8` checks every eighth decision, which is much
faster). At every 16th step all fields and features must be within their declared bounds. At the end of a game the
points must not be below the lowest possible, and the outcomes must share one victory. The program prints what it played
and stops with an error at the first fault, which names the game, mode, seed and row.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

import moon_envs
from moon_envs.engine.threads import available_cores

ROWS = 1024
STEPS_BETWEEN_BOUNDS = 16
PORTION = 2_000_000  # decisions


def soak(id_: str, mode: dict[str, Any], decisions: int, seed: int, check_every: int = 1) -> tuple[int, int]:
    """Play about `decisions` decisions and check the invariants.

    Returns:
        How many decisions were made and how many games ended.

    Raises:
        AssertionError: an invariant fails; names it.
    """
    game = moon_envs.game(id_)
    batch = moon_envs.Batch(game, ROWS, seed=seed, threads=1, **mode)
    players = batch.configuration.players
    where = f"{id_} {mode}, seed {seed}"
    low, high = game.features.bounds(players)
    ended = 0
    for step in range(-(-decisions // ROWS)):
        batch.step(batch.sample())
        ended += int(batch.done.sum())
        assert (batch.mask.max(axis=1) == 1).all(), f"{where}: an empty mask"
        if step % check_every == 0:
            misfit = game.first_misfit(batch.states)
            assert misfit is None, f"{where}, row {misfit[0]}: {misfit[1]}"
        if step % STEPS_BETWEEN_BOUNDS == 0:
            game.check_states(batch.states, players, AssertionError)
            features = batch.features
            assert (features >= low).all() and (features <= high).all(), f"{where}: a feature is out of bounds"
        over = batch.done
        if over.any():
            totals = batch.final_points[over].sum(axis=2)[:, :players]
            assert (totals >= game.lowest_points).all(), f"{where}: below the lowest points"
            outcome = batch.final_outcome[over]
            assert (np.abs(outcome) <= 1).all(), f"{where}: an outcome is not between -1 and 1"
            if players > 1:
                assert np.allclose(((outcome + 1) / 2).sum(axis=1), 1), f"{where}: the victory is not shared out"
    return (-(-decisions // ROWS)) * ROWS, ended


def main(argv: Sequence[str] | None = None) -> None:
    """Divide the decisions among all games and modes, on all cores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=moon_envs.game_ids(), help="game ids (default: all)")
    parser.add_argument("--decisions", type=float, default=1e7, help="decisions in all (default: 1e7)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first portion (default: 0)")
    parser.add_argument(
        "--check-every", type=int, default=1, help="decisions between two checks of the records (default: 1)"
    )
    arguments = parser.parse_args(argv)
    modes = [(id_, mode) for id_ in arguments.games for mode in moon_envs.game(id_).modes]
    portions = max(1, round(arguments.decisions / PORTION / len(modes)))
    size = int(arguments.decisions / portions / len(modes)) + 1
    played: dict[str, list[int]] = {id_: [0, 0] for id_ in arguments.games}
    started = time.perf_counter()

    def seed_of(portion: int) -> int:
        return arguments.seed + ROWS * portion

    with ProcessPoolExecutor(available_cores()) as pool:
        jobs = [
            (id_, pool.submit(soak, id_, mode, size, seed_of(number * portions + portion), arguments.check_every))
            for number, (id_, mode) in enumerate(modes)
            for portion in range(portions)
        ]
        for id_, job in track(jobs, "portions", console=Console(stderr=True), transient=True):
            decisions, ended = job.result()
            played[id_][0] += decisions
            played[id_][1] += ended
    for id_, (decisions, ended) in played.items():
        print(f"{id_:16}{decisions:>16,} decisions{ended:>14,} games")
    total = sum(decisions for decisions, _ in played.values())
    print(f"{'in all':16}{total:>16,} decisions in {time.perf_counter() - started:,.0f} s, nothing wrong")


if __name__ == "__main__":
    main()
