"""`moon-envs campaign`: play many linked series of Welcome to the Moon and report the stars."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from moon_envs.base.errors import EXIT_INTERRUPTED
from moon_envs.cli.arguments import AGENTS, add_agents_argument, add_games_arguments, one_or_all
from moon_envs.cli.output import many, print_json, print_table
from moon_envs.cli.progress import Progress
from moon_envs.core.tables import option_value

if TYPE_CHECKING:
    from moon_envs.arena.series import Series
    from moon_envs.cli.campaign_statistics import SeriesStatistics

SERIES_AT_ONCE = 256
NOT_THE_CAMPAIGN_BOOK = (
    "This is a linked series, not the printed campaign: the Campaign Book's story, cards and branches are not part of "
    "our sources and not implemented."
)
RULING = (
    "The sheets print the stars by place. Our rulings: ties share a place and its stars, ASTRA has its own seat in "
    "solo mode, the most stars win, and equal stars share the victory."
)
EXAMPLES = f"""\
examples:
  moon-envs campaign
  moon-envs campaign --players 4 --games 10000 --seed 7
  moon-envs campaign --opponent 3
  moon-envs campaign --opponent 1,2,3,4,5,6,7,8 --json
  moon-envs campaign --players 2 --games 20 --agents mcts:100 greedy

Series i has the seed --seed + i and its own random numbers. The first series compiles the eight adventures
(see `moon-envs warmup`).

{AGENTS}
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "campaign",
        help="play linked series of the eight adventures of Welcome to the Moon and report points and stars",
        description="Play linked series of Welcome to the Moon, adventures 1 to 8 in order, and report points and "
        f"stars.\n\n{NOT_THE_CAMPAIGN_BOOK}\n{RULING}",
        epilog=EXAMPLES,
    )
    parser.add_argument("--players", type=int, metavar="P", help="number of players; 1 is the solo mode (default: 2)")
    parser.add_argument(
        "--opponent", metavar="L", help="play solo against ASTRA: a level, or eight levels separated by commas"
    )
    add_agents_argument(parser)
    add_games_arguments(parser, 1000, "series")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and print the report."""
    opponent = None if arguments.opponent is None else option_value(arguments.opponent)
    agents = one_or_all(arguments.agents)
    report = play_series(arguments.games, arguments.players, opponent, arguments.seed, agents=agents)
    if report is None:
        raise KeyboardInterrupt("interrupted before the first series ended: nothing to report.")
    if arguments.json:
        print_json(report)
    else:
        _print_report(report)
    return EXIT_INTERRUPTED if report["interrupted"] else 0


def play_series(
    games: int,
    players: int | None,
    opponent: Any,
    seed: int,
    *,
    agents: Any = "random",
    at_once: int = SERIES_AT_ONCE,
) -> dict[str, Any] | None:
    """Play series and report on them; after an interrupt, on the finished ones.

    Args:
        games: the number of series; series i has seed + i.
        players: as in `moon_envs.Series`.
        opponent: as in `moon_envs.Series`.
        seed: the seed of the first series.
        agents: as in `moon_envs.Series`.
        at_once: the most series at once, see `moon_envs.agents.Pace`; an interrupt loses these.

    Returns:
        The report as JSON values; None after an interrupt before the first series ended.
    """
    from moon_envs.agents import Pace
    from moon_envs.arena.series import Series
    from moon_envs.cli.campaign_statistics import SeriesStatistics
    from moon_envs.engine.threads import interrupts_deferred
    from moon_envs.games.welcome_to_the_moon.stars import ADVENTURES

    first_series = Series(min(games, at_once), players, seed, opponent=opponent, agents=agents)
    statistics = SeriesStatistics(first_series.sides)
    pace = Pace(first_series.agents, at_once)
    interrupted = False
    with Progress("games", games * len(ADVENTURES), "campaign") as progress:
        while statistics.series < games and not interrupted:
            first, size = statistics.series, min(games - statistics.series, pace.games_at_once)
            try:
                series = Series(size, players, seed + first, opponent=opponent, agents=agents)
                result = series.play(on_step=progress.advance)
                with interrupts_deferred():
                    statistics.add(result)
                    pace.count(size)
            except KeyboardInterrupt:
                interrupted = True
    if interrupted and statistics.series == 0:
        return None
    return _report(first_series, seed, statistics, interrupted)


def _report(series: Series, seed: int, statistics: SeriesStatistics, interrupted: bool) -> dict[str, Any]:
    return {
        "series": "Welcome to the Moon, adventures 1 to 8",
        "note": f"{NOT_THE_CAMPAIGN_BOOK} {RULING}",
        "players": series.players,
        "opponent": series.opponent,
        "agents": series.agent_names,
        "games": statistics.series,
        "interrupted": interrupted,
        "seed": seed,
        "adventures": statistics.adventures(),
        "total": statistics.total(),
    }


def _print_report(report: dict[str, Any]) -> None:
    rows = [
        (
            adventure["adventure"],
            side["side"],
            f"{side['points']['mean']:.2f}",
            f"{side['stars']['mean']:.2f}",
            f"{side['first_place_share']:.2%}",
        )
        for adventure in report["adventures"]
        for side in adventure["sides"]
    ]
    print_table(
        f"Linked series of Welcome to the Moon: {_mode_words(report)}, seed {report['seed']}, "
        f"{many(report['games'])} series",
        ("adventure", "side", ">points (mean)", ">stars (mean)", ">first places"),
        rows,
    )
    totals = [
        (
            side["side"],
            f"{side['stars']['mean']:.2f}",
            side["stars"]["min"],
            side["stars"]["max"],
            f"{side['adventures_won']['mean']:.2f}",
            f"{side['win_share']:.2%}",
            *(many(side[key]) for key in ("wins", "ties", "losses")),
        )
        for side in report["total"]
    ]
    print_table(
        "Total (a shared victory counts in parts, a shared first place counts fully)",
        (
            "side",
            ">stars (mean)",
            ">min",
            ">max",
            ">adventures won",
            ">share of victories",
            ">won alone",
            ">shared",
            ">lost",
        ),
        totals,
    )
    print(NOT_THE_CAMPAIGN_BOOK)
    print(RULING)
    if report["interrupted"]:
        print(f"Interrupted after {many(report['games'])} series.")


def _mode_words(report: dict[str, Any]) -> str:
    who = f"{' and '.join(dict.fromkeys(report['agents']))} play"
    if report["opponent"] is None:
        return f"{report['players']} players, {who}"
    levels = sorted(set(report["opponent"]))
    words = f"level {levels[0]}" if len(levels) == 1 else f"levels {', '.join(map(str, report['opponent']))}"
    return f"solo, ASTRA {words}, {who}"
