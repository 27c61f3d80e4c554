"""`moon-envs ladder`: play the standard benchmark with one agent."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moon_envs.arena.ladder_protocol import MOST_GAMES, chosen_rungs
from moon_envs.base.errors import EXIT_INTERRUPTED, MoonEnvsError
from moon_envs.base.files.disk import write_file
from moon_envs.cli.arguments import AGENTS, MOST_THREADS, CommandError, whole_number
from moon_envs.cli.output import add_force_argument, print_json, print_table
from moon_envs.cli.progress import Progress
from moon_envs.core.game import MODES

if TYPE_CHECKING:
    from moon_envs.arena.ladder import Climb, LadderResult, Rung, RungResult

EXAMPLES = f"""\
examples:
  moon-envs ladder random
  moon-envs ladder mcts:100 --game launch mlem
  moon-envs ladder my_module:my_policy --report ladder.md
  moon-envs ladder runs/launch-solo-0/network.npz --game launch --mode solo
  moon-envs ladder solo=alone.npz,several=together.npz --game launch
  moon-envs ladder my_agent.py:MyAgent --games 20 --json

LADDER.md defines the protocol. A result with another number of games says that it is not official. The scores of the
reference agents stand beside the result. The first run compiles the games (see `moon-envs warmup`).

{AGENTS}
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "ladder",
        help="play the standard benchmark: one agent in all games, solo and against a fixed field of bots",
        description="Play the ladder with an agent: every game against the solo opponent on all levels, and against a "
        "fixed field of bots with 2 and with the most players, always on the same seeds.",
        epilog=EXAMPLES,
    )
    parser.add_argument("agent", metavar="AGENT", help="the agent, like mcts:100 or my_module:my_policy")
    parser.add_argument(
        "--game", nargs="+", action="extend", metavar="GAME", help="only the rungs of these games (default: all)"
    )
    parser.add_argument(
        "--mode",
        choices=MODES,
        help="only the rungs of this mode: solo, or several players (default: both)",
    )
    parser.add_argument(
        "--games",
        type=whole_number(1, MOST_GAMES),
        metavar="N",
        help="games on each rung (default: the protocol's number; others are not official)",
    )
    parser.add_argument(
        "--threads", type=whole_number(1, MOST_THREADS), metavar="T", help="number of threads (default: all cores)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--report", type=Path, metavar="FILE.md", help="also write the result to a Markdown page")
    add_force_argument(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and report; after an interrupt or an agent's error, report the rungs so far."""
    from moon_envs.agents.names import agent_files
    from moon_envs.arena.ladder import Climb
    from moon_envs.arena.ladder_report import MARK
    from moon_envs.base.files.outputs import check_output, has_mark

    climb = Climb(arguments.agent, chosen_rungs(arguments.game, arguments.mode), arguments.games, arguments.threads)
    if arguments.report:
        is_ours, inputs = has_mark(MARK), agent_files([arguments.agent])
        check_output(
            arguments.report,
            "the page of a ladder",
            is_ours,
            inputs=inputs,
            force=arguments.force,
            insist="--force",
            error=CommandError,
        )
    try:
        climb_with_progress(climb)
    except KeyboardInterrupt:
        if not _has_games(climb.result):
            raise KeyboardInterrupt("interrupted before the first game ended: nothing to report.") from None
    except MoonEnvsError:
        if _has_games(climb.result):
            _report(climb.result, arguments)
        raise
    result = climb.result
    _report(result, arguments)
    return EXIT_INTERRUPTED if result.interrupted else 0


def climb_with_progress(climb: Climb, on_result: Callable[[RungResult], None] = lambda result: None) -> None:
    """Play the rungs, with a bar that counts games and names the rung.

    Args:
        climb: who climbs what.
        on_result: called with the result of every rung.
    """
    numbers = {rung.id: number for number, rung in enumerate(climb.rungs, start=1)}
    with Progress("games", len(numbers) * climb.games, climb.agent.name) as progress:

        def name_rung(rung: Rung) -> None:
            place = f"rung {numbers[rung.id]} of {len(numbers)}"
            progress.say(f"{climb.agent.name}: {place}, {rung.id}")

        for result in climb.climb(name_rung, progress.advance):
            on_result(result)


def _has_games(result: LadderResult) -> bool:
    return bool(result.rungs) or result.partial is not None


def _report(result: LadderResult, arguments: argparse.Namespace) -> None:
    from moon_envs.arena.ladder_references import references_as_json
    from moon_envs.arena.ladder_report import ladder_page

    try:
        if arguments.report:
            write_file(arguments.report, ladder_page(result).encode())
    finally:
        if arguments.json:
            print_json({**result.as_json(), "reference_scores": references_as_json(result)})
        else:
            _print_tables(result)


def _print_tables(result: LadderResult) -> None:
    from moon_envs.arena import ladder_report as report

    print_table(report.heading(result), report.RUNG_COLUMNS, report.rung_rows(result))
    print_table("Scores", report.SCORE_COLUMNS, report.score_rows(result))
    if result.rungs:
        print_table(report.REFERENCES, *report.reference_table(result))
        print(report.reference_remark(result))
    for line in report.remarks(result):
        print(line)
