"""How fast the baseline networks decide by looking one action ahead, and how fast rollouts with them are.

    python -m benchmarks.networks launch --players 1
    python -m benchmarks.networks mlem --players 3 --seconds 2

The positions come from the middle of random games. A decision looks at the position after every legal action: copy,
redraw, apply, observe, evaluate. `games` are whole games that the network plays against itself with one redraw for a
decision, as in training; their decisions with one legal action are not counted. `positions` are decisions of
`LookAhead` with one redraw, all in one call; `baseline` is the agent itself, with its usual redraws, asked for one
position at a time. A rollout plays on for `depth` decisions, each by looking one action ahead. Everything is on one
thread. Each number is the median of several stretches of processor time, which other work on the machine disturbs
least.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from benchmarks.reference_scores import machine_in_words
from benchmarks.search import positions
from moon_envs import Batch, LookAhead, Rollouts, game
from moon_envs.base.text_tables import text_table
from moon_envs.networks.finding import BASELINE, find_value_network
from moon_envs.search import ValueGames

STRETCHES = 5
GAMES, STEPS = 64, 64
ROLLOUTS = 64


def units_a_second(work: Callable[[], int], seconds: float) -> float:
    """Units of work in a processor second; `work` returns how many units it did."""
    work()
    found = []
    for _ in range(STRETCHES):
        units, begin = 0, time.process_time()
        while (passed := time.process_time() - begin) < seconds / STRETCHES:
            units += work()
        found.append(units / passed)
    return statistics.median(found)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("game", nargs="?", default="launch", help="game id (default: %(default)s)")
    parser.add_argument("--players", type=int, default=1, help="number of players (default: %(default)s, solo)")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds of each measurement (default: %(default)s)")
    arguments = parser.parse_args()
    chosen, mode = game(arguments.game), {"players": arguments.players}
    network = find_value_network(BASELINE, chosen, chosen.configuration(**mode))
    games = ValueGames(chosen, arguments.players, GAMES, network, steps=STEPS)
    ahead = LookAhead(chosen, network=network, redraws=1, threads=1, **mode)
    agent = LookAhead(chosen, network=network, threads=1, **mode)
    search = Rollouts(chosen, rollouts=ROLLOUTS, network=network, threads=1, **mode)
    states = positions(chosen, mode)
    batch = Batch(chosen, len(states), threads=1, **mode)
    batch.set_states(states)
    legal = batch.mask.sum(axis=1).mean()

    def play() -> int:
        return int((games.play().seats >= 0).sum())

    def decide() -> int:
        return len(ahead.search(states).choices)

    def decide_one() -> int:
        return len(agent.search(states[:1]).choices)

    def roll_out() -> int:
        return int(search.search(states[:8]).visits.sum())

    measured = {
        "decisions in games": play,
        "decisions, positions": decide,
        "decisions, `baseline`": decide_one,
        f"rollouts of {search.depth} decisions": roll_out,
    }
    rows = [(name, f"{units_a_second(work, arguments.seconds):,.0f}") for name, work in measured.items()]
    print(f"{arguments.game}, {chosen.configuration(**mode).describe()}; {machine_in_words()}")
    print(f"{len(states)} positions, {legal:.1f} legal actions each")
    print(text_table(("one core", ">a second"), rows))


if __name__ == "__main__":
    main()
