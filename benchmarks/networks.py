"""How fast the baseline networks decide, and how fast a search with them is.

    python -m benchmarks.networks launch --players 1
    python -m benchmarks.networks mlem --players 3 --seconds 2

The positions come from the middle of random games. A decision of `baseline` is one evaluation of one position on one
thread: inputs, layers and logits. A simulation of the search redraws what the player cannot know, walks the tree and
evaluates the last position; with several players it also evaluates the opponents' decisions. Each number is the median
of several stretches of processor time, which other work on the machine disturbs least.
"""

from __future__ import annotations

import argparse
import functools
import statistics
import time
from collections.abc import Callable

from benchmarks.reference_scores import machine_in_words
from benchmarks.search import positions
from moon_envs import Batch, NetworkSearch, game
from moon_envs.base.text_tables import text_table
from moon_envs.networks.finding import BASELINE, find_network

ROWS = (1, 16, 64)
STRETCHES = 5


def seconds_of_one(work: Callable[[], int], seconds: float) -> float:
    """The processor seconds of one unit of work; `work` returns how many units it did."""
    work()
    found = []
    for _ in range(STRETCHES):
        units, begin = 0, time.process_time()
        while (passed := time.process_time() - begin) < seconds / STRETCHES:
            units += work()
        found.append(passed / units)
    return statistics.median(found)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("game", nargs="?", default="launch", help="game id (default: %(default)s)")
    parser.add_argument("--players", type=int, default=1, help="number of players (default: %(default)s, solo)")
    parser.add_argument("--simulations", type=int, default=100, help="simulations of a search (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds of each measurement (default: %(default)s)")
    arguments = parser.parse_args()
    chosen, mode = game(arguments.game), {"players": arguments.players}
    network = find_network(BASELINE, chosen, chosen.configuration(**mode))
    search = NetworkSearch(chosen, simulations=arguments.simulations, network=BASELINE, threads=1, **mode)
    states = positions(chosen, mode)
    batch = Batch(chosen, len(states), threads=1, **mode)
    batch.set_states(states)

    def decide(count: int) -> int:
        network.evaluate(batch.observation[:count], batch.mask[:count])
        return count

    def simulate(count: int) -> int:
        return int(search.search(states[:count]).visits.sum())

    rows = []
    for count in ROWS:
        decision = seconds_of_one(functools.partial(decide, count), arguments.seconds)
        simulation = seconds_of_one(functools.partial(simulate, count), arguments.seconds)
        rows.append((count, f"{decision * 1e6:.1f}", f"{1 / simulation:,.0f}"))
    print(f"{arguments.game}, {chosen.configuration(**mode).describe()}; {machine_in_words()}")
    print(text_table((">positions", ">us a decision", ">simulations a second"), rows))


if __name__ == "__main__":
    main()
