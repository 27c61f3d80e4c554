"""`moon-envs arena`: compare agents on the same seeds, against each other or against the solo opponent."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moon_envs.base.errors import EXIT_INTERRUPTED, MoonEnvsError, UnsavedError
from moon_envs.cli.arguments import (
    AGENTS,
    MOST_GAMES_AT_ONCE,
    MOST_THREADS,
    CommandError,
    add_configuration_arguments,
    add_games_arguments,
    chosen_options,
    whole_number,
)
from moon_envs.cli.output import add_force_argument, many, print_json, print_table
from moon_envs.cli.progress import Progress
from moon_envs.core import registry

if TYPE_CHECKING:
    from moon_envs.arena import Arena, ArenaResult, Sprt

GAMES = 1000
MOST_GAMES_OF_A_TEST = 20_000
EXAMPLES = f"""\
examples:
  moon-envs arena launch random greedy
  moon-envs arena launch my_module:my_policy --opponent 3
  moon-envs arena launch my_network.npz baseline mcts:100 --opponent 3 --report arena.html
  moon-envs arena launch random greedy flat:100 mcts:100 --players 4 --games 2000 --report arena.html
  moon-envs arena mlem greedy my_module:my_policy --games 500 --json
  moon-envs arena launch greedy mcts:1000 --games 500 --save arena.json
  moon-envs arena launch greedy mcts:1000 --games 500 --resume arena.json
  moon-envs arena launch random greedy mcts:50 --games 200 --record games --recorded-games 3
  moon-envs arena launch baseline greedy --players 2 --sprt 0 20

The arena plays each seed (--seed, --seed + 1, ...) with a balanced block of seatings, so it rounds --games up to whole
seeds. With --players 1 or --opponent every agent plays every seed alone: does mine beat theirs against ASTRA 3?
Neither --threads nor --batch changes the games.

With --sprt ELO0 ELO1 a match of two agents with two players stops as soon as it decides between two hypotheses: the
first agent leads the second by ELO0 points (H0), or by ELO1 (H1).

{AGENTS}
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "arena",
        help="compare agents on the same seeds, against each other or against the solo opponent",
        description="Play agents against each other on the same seeds, every agent in every seat equally often, or "
        "each alone against the solo opponent. The report has ratings, shares of the victories, points and paired "
        "comparisons with intervals.",
        epilog=EXAMPLES,
    )
    parser.add_argument("game", metavar="GAME", help="game id, see `moon-envs list`")
    parser.add_argument("agents", metavar="AGENT", nargs="+", help="two or more agents; in the solo mode one or more")
    add_games_arguments(
        parser, None, "games of all agents together", f"{GAMES}, or at most {MOST_GAMES_OF_A_TEST} with --sprt"
    )
    add_configuration_arguments(parser)
    parser.add_argument(
        "--threads",
        type=whole_number(1, MOST_THREADS),
        metavar="T",
        help="number of threads for the games (default: all cores); agents that search use all cores",
    )
    parser.add_argument(
        "--batch",
        type=whole_number(1, MOST_GAMES_AT_ONCE),
        metavar="B",
        help="most games at once, rounded up to whole seeds (default: 512, 4096 if all agents are random, 128 with "
        "--sprt)",
    )
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="stop when a sequential test decides whether the first agent leads by ELO0 or by ELO1 points",
    )
    parser.add_argument("--alpha", type=float, metavar="P", help="--sprt: error rate under ELO0 (default: 0.05)")
    parser.add_argument("--beta", type=float, metavar="P", help="--sprt: error rate under ELO1 (default: 0.05)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--report", metavar="FILE", help="write a report to FILE.html or FILE.md")
    parser.add_argument("--save", metavar="FILE", help="save complete seeds to FILE, for --resume")
    parser.add_argument(
        "--resume", metavar="FILE", help="continue the run in FILE and save it there, or to the file of --save"
    )
    parser.add_argument(
        "--record",
        metavar="DIR",
        help="write recordings of some games to a new or empty folder, for `moon-envs replay`",
    )
    parser.add_argument(
        "--recorded-games",
        type=whole_number(1),
        metavar="N",
        help="record the first N games of each combination of agents (default: 1)",
    )
    add_force_argument(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play, print the result and write the files."""
    from moon_envs.agents.names import agent_files
    from moon_envs.arena import Arena
    from moon_envs.arena.report import check_report
    from moon_envs.base.files.outputs import check_output, same_file

    if arguments.recorded_games is not None and arguments.record is None:
        raise CommandError("--recorded-games needs --record, the folder for the recordings.")
    test = _test(arguments)
    games = arguments.games or (GAMES if test is None else MOST_GAMES_OF_A_TEST)
    report, resumed, save = (_path(text) for text in (arguments.report, arguments.resume, arguments.save))
    if report is not None and any(path is not None and same_file(report, path) for path in (resumed, save)):
        raise CommandError(f"{report} cannot be both the report and the file of the run; choose another name.")
    arena = Arena(
        registry.game(arguments.game),
        arguments.agents,
        arguments.players,
        arguments.seed,
        threads=arguments.threads,
        batch_size=arguments.batch,
        sprt=test,
        **chosen_options(arguments),
    )
    inputs = agent_files(arguments.agents)
    if report is not None:
        check_report(report, inputs, force=arguments.force, insist="--force")
    if save is not None:
        check_output(
            save,
            "the file of this run, which --resume reads",
            lambda file: resumed is not None and same_file(file, resumed),
            inputs=inputs,
            force=arguments.force,
            insist="--force",
        )
    if resumed is not None:
        arena.resume(resumed)
    keeping = {
        "save": resumed if save is None else save,
        "record": _path(arguments.record),
        "recorded_games": arguments.recorded_games or 1,
        "force": arguments.force,
    }
    failed: MoonEnvsError | None = None
    try:
        _play(arena, games, keeping)
    except KeyboardInterrupt:
        if not arena.complete_seeds:
            raise KeyboardInterrupt("interrupted before the first seed was complete: nothing to report.") from None
    except MoonEnvsError as error:
        if not arena.complete_seeds:
            raise
        failed = None if isinstance(error, UnsavedError) else error
    result = arena.result()
    failures = [*arena.failures, *_report(result, report, arguments)]
    if failed is not None:
        raise failed
    if failures:
        raise UnsavedError(" ".join(failures), result)
    return EXIT_INTERRUPTED if result.interrupted else 0


def _test(arguments: argparse.Namespace) -> Sprt | None:
    from moon_envs.arena import Sprt

    errors = {name: getattr(arguments, name) for name in ("alpha", "beta") if getattr(arguments, name) is not None}
    if arguments.sprt is not None:
        return Sprt(*arguments.sprt, **errors)
    for name in errors:
        raise CommandError(f"--{name} needs --sprt, the hypotheses of the test.")
    return None


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text).expanduser()


def _play(arena: Arena, games: int, keeping: dict[str, Any]) -> None:
    total = arena.seeds_for(games) * arena.games_of_a_seed
    done = arena.complete_seeds * arena.games_of_a_seed
    with Progress("games", total, arena.game.id, min(done, total)) as progress:
        arena.play(games, on_step=progress.advance, **keeping)


def _report(result: ArenaResult, report: Path | None, arguments: argparse.Namespace) -> list[str]:
    """Write the report and print the result; returns a sentence for a file that could not be written."""
    from moon_envs.arena.report import write_report

    failures = []
    if report is not None:
        try:
            write_report(result, report, force=arguments.force)
        except OSError as error:
            failures.append(f"{report}: cannot be written: {error.strerror or error}.")
    if arguments.json:
        print_json(result.as_json())
    else:
        print_result(result)
    return failures


def print_result(result: ArenaResult) -> None:
    """Print the result as tables."""
    from moon_envs.arena.result_tables import headline, tables

    timing = result.timing
    print(headline(result))
    print()
    for table in tables(result):
        print_table(table.title, table.columns, table.rows)
    for words in [*(table.explanation for table in tables(result)), *result.notes]:
        print(words)
    if timing.wall_seconds:
        speed = f"{many(timing.games / timing.wall_seconds)} games/s, {many(timing.decisions / timing.wall_seconds)}"
        print(f"Played {many(timing.games)} games in {timing.wall_seconds:.1f} s: {speed} decisions/s.")
