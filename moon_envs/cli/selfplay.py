"""`moon-envs selfplay`: play many games and report points and results."""

from __future__ import annotations

import argparse
from typing import Any

from moon_envs.base.errors import EXIT_INTERRUPTED, UnsavedError
from moon_envs.cli.arguments import (
    AGENTS,
    MOST_GAMES_AT_ONCE,
    MOST_THREADS,
    CommandError,
    add_agents_argument,
    add_configuration_arguments,
    add_games_arguments,
    chosen_options,
    one_or_all,
    whole_number,
)
from moon_envs.cli.output import many, print_json, print_table
from moon_envs.cli.selfplay_games import RECORDED_TEMPERATURE, report_games, with_temperature
from moon_envs.core import registry
from moon_envs.core.game import Configuration, Game

EXAMPLES = f"""\
examples:
  moon-envs selfplay launch
  moon-envs selfplay launch --games 100000 --players 4 --seed 7 --threads 2
  moon-envs selfplay launch --players 1 --opponent 3
  moon-envs selfplay launch --option missions=64,67,69 --json
  moon-envs selfplay mlem --players 2 --games 100 --agents mcts:100 greedy
  moon-envs selfplay launch --players 2 --games 1000 --agents greedy --record games
  moon-envs selfplay launch --players 2 --games 1000 --agents greedy random --minari moon/launch-greedy-v0
  moon-envs selfplay virus --players 3 --games 1000 --agents baseline --record games

Game i has the seed --seed + i and its own random numbers, so --threads and --batch do not change the games. With
--minari the games are those of the Gymnasium environment, played from --seat, where random opponents draw their own
random numbers.

A network plays its best action unless its name has a temperature (baseline:0.5, mcts:100+file.npz:1). When games are
written for learning (--record, --minari), a network without a temperature uses {RECORDED_TEMPERATURE:g}; baseline:0
plays the best actions. The written games name the temperature.

{AGENTS}
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "selfplay",
        help="play many games and report speed, lengths, points and results",
        description="Play many games with random or other agents, and report speed, lengths, points and results.",
        epilog=EXAMPLES,
    )
    parser.add_argument("game", metavar="GAME", help="game id, see `moon-envs list`")
    add_games_arguments(parser, 10_000)
    add_configuration_arguments(parser)
    add_agents_argument(parser)
    parser.add_argument(
        "--threads", type=whole_number(1, MOST_THREADS), metavar="T", help="number of threads (default: all cores)"
    )
    parser.add_argument(
        "--batch",
        type=whole_number(1, MOST_GAMES_AT_ONCE),
        default=4096,
        metavar="B",
        help="most games at once (default: 4096)",
    )
    parser.add_argument(
        "--record", metavar="DIR", help="write all games to a new or empty folder; moon_envs.load_games reads it"
    )
    parser.add_argument(
        "--minari",
        metavar="NAME",
        help="write one seat's observations and actions as a Minari dataset, like moon/launch-v0",
    )
    parser.add_argument("--seat", type=whole_number(0), metavar="K", help="the seat of the Minari dataset (default: 0)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and print the report.

    Raises:
        CommandError: some arguments exclude each other.
    """
    if arguments.minari is not None and arguments.record is not None:
        raise CommandError("use --record or --minari, not both.")
    if arguments.minari is None and arguments.seat is not None:
        raise CommandError("--seat needs --minari.")
    game = registry.game(arguments.game)
    configuration = game.configuration(arguments.players, **chosen_options(arguments))

    def tell(report: dict[str, Any]) -> None:
        if arguments.json:
            print_json(report)
        else:
            _print_report(game, configuration, report)
            if arguments.record is not None or arguments.minari is not None:
                _print_temperature(arguments.agents)

    try:
        report = report_games(
            game,
            configuration,
            arguments.games,
            arguments.seed,
            agents=one_or_all(arguments.agents),
            threads=arguments.threads,
            batch_size=arguments.batch,
            record=arguments.record,
            minari=arguments.minari,
            seat=arguments.seat or 0,
        )
    except UnsavedError as error:
        tell(error.result)
        raise
    if report is None:
        raise KeyboardInterrupt("interrupted before the first game ended: nothing to report.")
    tell(report)
    return EXIT_INTERRUPTED if report["interrupted"] else 0


def _print_report(game: Game, configuration: Configuration, report: dict[str, Any]) -> None:
    timing = report["timing"]
    columns = ("what", ">mean", ">min", ">max")
    lengths = [("decisions", report["decisions"]), ("turns", report["turns"])]
    speed = [
        ("games", many(report["games"])),
        ("threads", timing["threads"]),
        ("wall time", f"{timing['wall_seconds']:.3f} s"),
        ("CPU time", f"{timing['cpu_seconds']:.3f} s"),
        ("games/s", many(timing["games_per_second"])),
        ("decisions/s", many(timing["decisions_per_second"])),
    ]
    who = " and ".join(dict.fromkeys(report["agents"]))
    print_table(f"{game.title}: {configuration.describe()}, {who} play, seed {report['seed']}", ("speed", ">"), speed)
    print_table("Length of a game", columns, [_spread_row((what,), spread) for what, spread in lengths if spread])
    sides = [(_name(report, seat["seat"]), seat) for seat in report["seats"]]
    if report["opponent"]:
        sides.append((report["opponent"]["name"], report["opponent"]))
    points = []
    for name, side in sides:
        points += [_spread_row((name, category), spread) for category, spread in side["categories"].items()]
        points.append(_spread_row((name, "total"), side["total"]))
    print_table("Points", ("side", "category", ">mean", ">min", ">max"), points)
    _print_results(report)
    print(f"One decision: {timing['decision']}; {timing['clock']}.")
    if "minari" in report:
        written = report["minari"]
        print(
            f"Minari dataset {written['name']}: {many(written['episodes'])} episodes, {many(written['steps'])} steps, "
            f"of player {written['seat']}. Replayed in the recovered environment: {many(written['replayed'])} "
            "episodes, with the same observations and rewards."
        )
    if report["interrupted"]:
        print(f"Interrupted after {many(report['games'])} games.")


def _print_temperature(agents: list[str]) -> None:
    changed = [name for name in dict.fromkeys(agents) if with_temperature(name) != name]
    if changed:
        print(
            f"Written for learning, so {' and '.join(changed)} used temperature {RECORDED_TEMPERATURE:g}; "
            f"{changed[0]}:0 plays the best actions."
        )


def _name(report: dict[str, Any], seat: int) -> str:
    names = report["agents"]
    return f"player {seat}" + (f" ({names[seat]})" if len(set(names)) > 1 else "")


def _spread_row(names: tuple[str, ...], spread: dict[str, Any]) -> tuple:
    return (*names, f"{spread['mean']:.2f}", spread["min"], spread["max"])


def _print_results(report: dict[str, Any]) -> None:
    if report["opponent"]:
        seat, games = report["seats"][0], report["games"]
        results = [
            (word, many(seat[key]), f"{seat[key] / games:.2%}")
            for word, key in (("win", "wins"), ("draw", "draws"), ("loss", "losses"))
        ]
        print_table(f"Results against {report['opponent']['name']}", ("result", ">games", ">share"), results)
        return
    rows = [
        (
            _name(report, seat["seat"]),
            f"{seat['win_share']:.2%}",
            *(many(seat[key]) for key in ("wins", "ties", "losses")),
        )
        for seat in report["seats"]
    ]
    print_table(
        "Results (a shared victory counts in parts)",
        ("side", ">share of victories", ">won alone", ">shared", ">lost"),
        rows,
    )
