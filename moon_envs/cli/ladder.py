"""`moon-envs ladder`: play the standard benchmark with one agent."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moon_envs.arena.ladder_protocol import MOST_GAMES, chosen_rungs
from moon_envs.base.errors import EXIT_INTERRUPTED, MoonEnvsError, UnsavedError
from moon_envs.base.files.disk import write_file
from moon_envs.cli.arguments import AGENTS, MOST_THREADS, CommandError, whole_number
from moon_envs.cli.output import add_force_argument, print_json, print_table
from moon_envs.cli.progress import Progress
from moon_envs.core.game import MODES

if TYPE_CHECKING:
    from moon_envs.arena.ladder import Climb, LadderResult, Rung

EXAMPLES = f"""\
examples:
  moon-envs ladder random
  moon-envs ladder mcts:100 --game launch mlem
  moon-envs ladder my_module:my_policy --report ladder.md
  moon-envs ladder runs/launch-solo-0/network.npz --game launch --mode solo
  moon-envs ladder solo=alone.npz,several=together.npz --game launch
  moon-envs ladder my_agent.py:MyAgent --games 20 --json
  moon-envs ladder mcts:1000 --save ladder.json
  moon-envs ladder mcts:1000 --resume ladder.json

LADDER.md defines the protocol. A result with another number of games says that it is not official. The scores of the
reference agents stand beside the result. --mode plays one half, whose sub-scores are official, too, and
solo=AGENT,several=AGENT takes an agent for each half. --resume goes on with an interrupted ladder of the same command,
with the same result as without the interrupt; it refuses another ladder, and an agent that has changed. The first run
compiles the games (see `moon-envs warmup`).

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
        help="only the rungs of this mode, solo or several players, for its sub-scores (default: both)",
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
    parser.add_argument("--save", metavar="FILE", help="save finished rungs to FILE, for --resume")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="continue the ladder in FILE and save it there, or to the file of --save",
    )
    add_force_argument(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and report; after an interrupt or an agent's error, report the rungs so far."""
    from moon_envs.agents.names import agent_files
    from moon_envs.arena.ladder import Climb
    from moon_envs.arena.ladder_report import MARK
    from moon_envs.base.files.outputs import check_output, has_mark, same_file

    report, resumed, save = arguments.report, _path(arguments.resume), _path(arguments.save)
    if report and any(path is not None and same_file(report, path) for path in (resumed, save)):
        raise CommandError(f"{report} cannot be both the report and the file of the run; choose another name.")
    climb = Climb(arguments.agent, chosen_rungs(arguments.game, arguments.mode), arguments.games, arguments.threads)
    checked: dict[str, Any] = {
        "inputs": agent_files([arguments.agent]),
        "force": arguments.force,
        "insist": "--force",
        "error": CommandError,
    }
    if report:
        check_output(report, "the page of a ladder", has_mark(MARK), **checked)
    if save is not None:
        is_resumed = resumed is not None and same_file(save, resumed)
        check_output(save, "the file of this run, which --resume reads", lambda file: is_resumed, **checked)
    if resumed is not None:
        climb.resume(resumed)
    try:
        climb_with_progress(climb, save=resumed if save is None else save, force=arguments.force)
    except KeyboardInterrupt:
        if not _has_games(climb.result):
            raise KeyboardInterrupt("interrupted before the first game ended: nothing to report.") from None
    except MoonEnvsError:
        if _has_games(climb.result):
            _report(climb.result, arguments)
        raise
    result = climb.result
    _report(result, arguments)
    if climb.failures:
        raise UnsavedError(" ".join(climb.failures), result)
    return EXIT_INTERRUPTED if result.interrupted else 0


def climb_with_progress(climb: Climb, save: Path | None = None, force: bool = False) -> None:
    """Play the rungs, with a bar that counts games and names the rung.

    Args:
        climb: who climbs what.
        save: a file for the finished rungs.
        force: let `save` replace any file.
    """
    numbers = {rung.id: number for number, rung in enumerate(climb.rungs, start=1)}
    done = len(climb.result.rungs) * climb.games
    with Progress("games", len(numbers) * climb.games, climb.agent.name, done) as progress:

        def name_rung(rung: Rung) -> None:
            place = f"rung {numbers[rung.id]} of {len(numbers)}"
            progress.say(f"{climb.agent.name}: {place}, {rung.id}")

        for _ in climb.climb(name_rung, progress.advance, save=save, force=force):
            pass


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text).expanduser()


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
    print_table("Scores", *report.score_table(result))
    if result.rungs:
        print_table(report.REFERENCES, *report.reference_table(result))
        print(report.reference_remark(result))
    for line in report.remarks(result):
        print(line)
