"""`moon-envs bench`: measure the speed of batches on this machine."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from moon_envs.base.errors import EXIT_INTERRUPTED
from moon_envs.cli.arguments import MOST_GAMES_AT_ONCE, chosen_games, seconds, thread_counts, whole_number
from moon_envs.cli.output import many, print_json, print_table
from moon_envs.cli.progress import Progress

if TYPE_CHECKING:
    from moon_envs.testing.speed import Measurement

EXAMPLES = """\
examples:
  moon-envs bench
  moon-envs bench launch --players 1 --batch 4096 --threads 1,2
  moon-envs bench launch --seconds 10 --json
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "bench",
        help="measure decisions per second on this machine",
        description="Measure batch.step(batch.sample()): random legal actions with masks, observations, rewards and "
        "autoreset.\nReports the median of five repeats after a warm-up, without compilation.",
        epilog=EXAMPLES,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="game ids (default: all games)")
    parser.add_argument("--seconds", type=seconds, default=3.0, metavar="S", help="seconds for each row (default: 3)")
    parser.add_argument(
        "--batch",
        type=whole_number(1, MOST_GAMES_AT_ONCE),
        default=1024,
        metavar="N",
        help="games in the batch (default: 1024)",
    )
    parser.add_argument("--players", type=int, metavar="P", help="number of players; 1 is the solo mode")
    parser.add_argument(
        "--threads", type=thread_counts, metavar="T[,T]", help="thread counts, like 1,2,4 (default: 1 and all cores)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure the games and print the report."""
    games = chosen_games(arguments)
    for game in games:
        game.configuration(arguments.players)

    from moon_envs.engine.threads import available_cores
    from moon_envs.testing.speed import DECISION, machine_report, measure_batch

    threads = arguments.threads or [1, available_cores()]
    counts = sorted({min(count, arguments.batch) for count in threads})
    lines = [(game, count) for game in games for count in counts]
    measurements: list[Measurement] = []
    interrupted = False
    with Progress("measurements", len(lines), "measuring") as progress:
        try:
            for game, count in lines:
                progress.say(f"measuring {game.id}, {count} thread{'s' if count > 1 else ''}")
                settings = {"num_games": arguments.batch, "players": arguments.players, "threads": count}
                measurements.append(measure_batch(game, **settings, seconds=arguments.seconds))
                progress.advance()
        except KeyboardInterrupt:
            interrupted = True
    if not measurements:
        raise KeyboardInterrupt("interrupted before the first measurement ended: nothing to report.")
    machine = machine_report()
    if arguments.json:
        results = [measurement.as_dictionary() for measurement in measurements]
        report = {"machine": machine, "decision": DECISION, "interrupted": interrupted, "results": results}
        print_json(report)
    else:
        print_table("Machine", ("what", "value"), machine.items())
        print_measurements(measurements)
        print(f"One decision: {DECISION}.")
        if interrupted:
            print(f"Interrupted after {len(measurements)} of {len(lines)} measurements.")
    return EXIT_INTERRUPTED if interrupted else 0


def print_measurements(measurements: list[Measurement]) -> None:
    """Print measurements as a table."""
    columns = (
        "game", "mode", ">batch", ">threads", ">decisions/s", ">slowest", ">fastest", ">per CPU second", ">us/step"
    )  # fmt: skip
    rows = [
        (
            one.game,
            one.configuration,
            many(one.batch),
            one.threads,
            many(one.decisions_per_second),
            many(one.slowest),
            many(one.fastest),
            many(one.decisions_per_cpu_second),
            f"{one.microseconds_per_step:,.1f}",
        )
        for one in measurements
    ]
    print_table("Random play in batches (median of the repeats)", columns, rows)
