"""Play the built-in agents on the ladder: the reference tables of moon_envs/arena/LADDER.md.

    python -m benchmarks.reference_scores
    python -m benchmarks.reference_scores --agents random greedy --games 20 --scores /tmp/a.json --page /tmp/a.md

The program writes each rung to `moon_envs/arena/reference_scores.json` as soon as it is played, and plays it again only
if the protocol's version, the number of games, the game's version or the weights of the `baseline` network change: the
same command resumes an interrupted run. The tables hold everything that the file has for this number of games. `--page`
gets the scores of the environments, the sub-scores of both modes and every rung between its markers. A page that
`--summary` names gets the scores of the environments alone. `moon-envs ladder` shows the scores of the file beside its
own.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from moon_envs.arena.bootstrap import Estimate
from moon_envs.arena.ladder import Climb
from moon_envs.arena.ladder_protocol import GAME_VERSIONS, GAMES_OF_A_RUNG, RUNGS, VERSION, Rung, chosen_rungs
from moon_envs.arena.ladder_references import (
    AGENTS,
    KEY,
    SCORES,
    current_lines,
    network_digest,
    read_scores,
    results_of,
)
from moon_envs.arena.ladder_report import COLLECTION, score_text
from moon_envs.arena.ladder_results import LadderResult, RungResult
from moon_envs.base.errors import EXIT_INTERRUPTED, ConfigurationError, MoonEnvsError
from moon_envs.base.files.disk import check_writable, write_file
from moon_envs.base.text_tables import markdown_table
from moon_envs.core.game import SEVERAL, SOLO
from moon_envs.testing.speed import machine_report

PAGE = Path(__file__).parents[1] / "moon_envs" / "arena" / "LADDER.md"
BEGIN, END = "<!-- reference-scores -->", "<!-- end of reference-scores -->"


class Scores:
    """The rungs that have been played, in a file with one line for each.

    Args:
        path: the file; it need not exist yet.
    """

    def __init__(self, path: Path):
        self._path = path
        self._lines: list[dict[str, Any]] = []
        if path.exists():
            self._lines = read_scores(path)

    def add(self, agent: str, result: RungResult, machine: str) -> None:
        """Put a rung in the place of its older result, and write the file; an interrupt leaves a whole file."""
        about = {"agent": agent, "ladder": VERSION, "version": GAME_VERSIONS[result.rung.game]}
        today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        about |= {"network": network_digest(agent, result.rung.game, result.rung.players)}
        played = {**about, **result.as_json(), "date": today, "machine": machine}
        others = [line for line in self._lines if any(line[name] != played[name] for name in KEY)]
        self._lines = [*others, played]
        lines = ",\n".join(json.dumps(line) for line in self._lines)
        write_file(self._path, f"[\n{lines}\n]\n".encode())

    def lines(self, games: int) -> list[dict[str, Any]]:
        """The current lines, see `current_lines`."""
        return current_lines(self._lines, games)

    def missing(self, agent: str, rungs: Sequence[Rung], games: int) -> list[Rung]:
        """Those of `rungs` that an agent has not played yet."""
        played = {line["rung"] for line in self.lines(games) if line["agent"] == agent}
        return [rung for rung in rungs if rung.id not in played]

    def results(self, games: int) -> dict[str, LadderResult]:
        """The result of every agent, in the order of the table."""
        return results_of(self.lines(games))


def play(agent: str, rungs: Sequence[Rung], games: int, threads: int | None, scores: Scores, machine: str) -> None:
    """Play the missing rungs and store each result."""
    missing = scores.missing(agent, rungs, games)
    for result in Climb(agent, missing, games, threads) if missing else ():
        print(f"{agent}: {result.rung.id}: {result.win_share.mean:.1%}, {result.seconds:.1f} s", flush=True)
        scores.add(agent, result, machine)


def score_table(scores: Scores, games: int) -> str:
    """The scores of the environments with intervals, in Markdown."""
    results, lines = scores.results(games), scores.lines(games)
    if not results:
        return "Not measured yet."
    machines = dict.fromkeys(line["machine"] for line in lines)
    dates = sorted({line["date"] for line in lines})
    days = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    official = "" if games == GAMES_OF_A_RUNG else f" (not the official protocol, which has {GAMES_OF_A_RUNG})"
    about = f"{VERSION}, {games} games on each rung{official}, played {days} on {'; '.join(machines)}."
    environments = {agent: result.environments for agent, result in results.items()}
    columns = [f">`{agent}`" for agent in results]
    score_rows = [
        (f"`{game}`", *(_score(found.get(game)) for found in environments.values())) for game in GAME_VERSIONS
    ]
    collections = [result.collection for result in results.values()]
    score_rows.append((COLLECTION, *(_score(score) for score in collections)))
    seconds = [sum(one.seconds for one in result.rungs) for result in results.values()]
    score_rows.append(("minutes", *(f"{one / 60:.1f}" for one in seconds)))
    return f"Scores with their 95 % intervals; {about}\n\n{markdown_table(('environment', *columns), score_rows)}"


def mode_tables(scores: Scores, games: int) -> str:
    """The sub-scores of both modes, in Markdown."""
    results = scores.results(games)
    columns = [f">`{agent}`" for agent in results]
    tables = []
    for mode, words in (
        (SOLO, "Sub-score `solo`, against the solo opponents"),
        (SEVERAL, "Sub-score `several` (players)"),
    ):
        found = [result.environment_scores(mode) for result in results.values()]
        games_of_mode = [game for game in GAME_VERSIONS if any(rung.mode == mode for rung in chosen_rungs(game))]
        rows = [(f"`{game}`", *(_score(one.get(game)) for one in found)) for game in games_of_mode]
        rows.append((COLLECTION, *(_score(result.collection_score(mode)) for result in results.values())))
        tables.append(f"{words}:\n\n{markdown_table(('environment', *columns), rows)}")
    return "\n\n".join(tables)


def _score(score: Estimate | None) -> str:
    return score_text(score) if score else "-"


def rung_table(scores: Scores, games: int) -> str:
    """Win shares and points of every rung, in Markdown."""
    results = scores.results(games)
    columns = [f">`{agent}`" for agent in results]
    by_rung = {agent: {one.rung.id: one for one in result.rungs} for agent, result in results.items()}
    rung_rows = [(f"`{rung.id}`", *(_cell(found.get(rung.id)) for found in by_rung.values())) for rung in RUNGS]
    return f"Win share and mean points on every rung:\n\n{markdown_table(('rung', *columns), rung_rows)}"


def _cell(result: RungResult | None) -> str:
    return f"{result.win_share.mean:.1%}, {result.points.mean:.1f}" if result else "-"


def write_page(page: Path, words: str) -> None:
    """Replace what stands between the markers of a page."""
    before, after = page_around_table(page)
    write_file(page, f"{before}{BEGIN}\n{words}\n{END}{after}".encode())


def page_around_table(page: Path) -> tuple[str, str]:
    """The text before and after the table."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ConfigurationError(f"{page}: the page needs the markers {BEGIN} and {END} for the table.")
    return before, after


def main(argv: Sequence[str] | None = None) -> int:
    """Play the missing rungs, then write the tables; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", nargs="+", default=AGENTS, help=f"which agents climb (default: {' '.join(AGENTS)})")
    parser.add_argument("--game", nargs="+", help="only the rungs of these games (default: all)")
    parser.add_argument(
        "--games",
        type=int,
        default=GAMES_OF_A_RUNG,
        help="games on each rung (default: %(default)s)",
    )
    parser.add_argument("--threads", type=int, help="number of threads (default: all cores)")
    parser.add_argument("--scores", type=Path, default=SCORES, help=f"the file of scores (default: {SCORES.name})")
    parser.add_argument("--page", type=Path, default=PAGE, help=f"the page with all tables (default: {PAGE.name})")
    parser.add_argument("--summary", type=Path, help="a page with the scores of the environments (default: none)")
    arguments = parser.parse_args(argv)
    try:
        return _run(arguments)
    except (MoonEnvsError, OSError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2


def _run(arguments: argparse.Namespace) -> int:
    rungs = chosen_rungs(arguments.game)
    for agent in arguments.agents:
        deviations = Climb(agent, rungs).deviations
        if deviations:
            raise ConfigurationError(f"These would not be reference scores: {'; '.join(deviations)}.")
    for page in filter(None, (arguments.page, arguments.summary)):
        page_around_table(page)
        check_writable(page, ConfigurationError)
    check_writable(arguments.scores, ConfigurationError)
    scores = Scores(arguments.scores)
    machine = machine_in_words()
    try:
        for agent in arguments.agents:
            play(agent, rungs, arguments.games, arguments.threads, scores, machine)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    finally:
        _write_tables(arguments, scores)
    return 0


def _write_tables(arguments: argparse.Namespace, scores: Scores) -> None:
    words = score_table(scores, arguments.games)
    if arguments.summary:
        write_page(arguments.summary, words)
    tables = [words, mode_tables(scores, arguments.games), rung_table(scores, arguments.games)]
    write_page(arguments.page, "\n\n".join(tables))


def machine_in_words() -> str:
    """The processor and the versions behind the numbers, in one line."""
    report = machine_report()
    versions = [f"{name} {report[name]}" for name in ("moon_envs", "python", "numpy", "numba")]
    return ", ".join([report["processor"], f"{report['available_cores']} cores", *versions])


if __name__ == "__main__":
    sys.exit(main())
