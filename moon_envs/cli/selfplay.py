"""`moon-envs selfplay`: many games of random or other agents, and what came of them."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from moon_envs import registry
from moon_envs.cli.arguments import (
    MOST_GAMES_AT_ONCE,
    MOST_THREADS,
    add_agents_argument,
    add_configuration_arguments,
    chosen_options,
    one_or_all,
    whole_number,
)
from moon_envs.cli.output import EXIT_INTERRUPTED, many, print_json, print_table, progress_bar

if TYPE_CHECKING:
    from moon_envs.cli.tally import Tally
    from moon_envs.game import Configuration, Game

DECISION = "the legal mask, a uniform choice among the legal actions, and the transition to the next decision"
CLOCK = "dealing and final scoring are in the time; compilation, observations of decisions and statistics are not"
DECISION_OF_AGENTS = "the legal mask, the observation, the choice of an agent, and the transition to the next decision"
CLOCK_OF_AGENTS = "dealing, final scoring and the agents are in the time; compilation and statistics are not"
EXAMPLES = """\
examples:
  moon-envs selfplay launch
  moon-envs selfplay launch --games 100000 --players 4 --seed 7 --threads 2
  moon-envs selfplay launch --players 1 --opponent 3
  moon-envs selfplay launch --option missions=64,67,69 --json
  moon-envs selfplay mlem --players 2 --games 100 --agents mcts:100 greedy
  moon-envs selfplay launch --players 2 --games 1000 --agents greedy --record games

Game i is dealt from seed + i and decided with random numbers of its own, so the games depend on --seed, --games, the
mode and the agents only: never on --threads or --batch.
"""


def add_parser(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "selfplay",
        help="play many games and report speed, lengths, points and results",
        description="Play many games, with uniformly random legal actions or other agents, and report speed, lengths, "
        "points and results.",
        epilog=EXAMPLES,
    )
    parser.add_argument("game", metavar="GAME", help="game id, see `moon-envs list`")
    parser.add_argument(
        "--games", type=whole_number(1), default=10_000, metavar="N", help="number of games (default: 10000)"
    )
    add_configuration_arguments(parser)
    add_agents_argument(parser)
    parser.add_argument(
        "--seed", type=whole_number(0), default=0, metavar="S", help="seed of the first game (default: 0)"
    )
    parser.add_argument(
        "--threads", type=whole_number(1, MOST_THREADS), metavar="T", help="number of threads (default: all cores)"
    )
    parser.add_argument(
        "--batch",
        type=whole_number(1, MOST_GAMES_AT_ONCE),
        default=4096,
        metavar="B",
        help="games played at once (default: 4096)",
    )
    parser.add_argument(
        "--record", metavar="DIR", help="write all games to a new or empty folder, for moon_envs.load_games"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and report."""
    game = registry.game(arguments.game)
    configuration = game.configuration(arguments.players, **chosen_options(arguments))
    report = report_games(
        game,
        configuration,
        arguments.games,
        arguments.seed,
        agents=one_or_all(arguments.agents),
        threads=arguments.threads,
        batch_size=arguments.batch,
        record=arguments.record,
    )
    if report is None:
        raise KeyboardInterrupt
    if arguments.json:
        print_json(report)
    else:
        _print_report(game, configuration, report)
    return EXIT_INTERRUPTED if report["interrupted"] else 0


def report_games(
    game: Game,
    configuration: Configuration,
    games: int,
    seed: int,
    *,
    agents: Any = "random",
    threads: int | None = None,
    batch_size: int = 4096,
    record: str | None = None,
) -> dict[str, Any] | None:
    """Play games, game i dealt from seed + i, and report on them; when interrupted, on those that are over.

    Args:
        game: the game.
        configuration: players and options.
        games: how many games.
        seed: of the first game.
        agents: who plays, one for all seats or one for each, see `moon_envs.agents`.
        threads: how many threads; None for all cores.
        batch_size: how many games are played at once.
        record: a new or empty folder for the games that end, see `moon_envs.load_games`.

    Returns:
        The report as JSON can hold it. All but `timing` depends on the game, configuration, games, seed and agents
        only, if nobody interrupts. None if it was interrupted before a game was over.
    """
    import numpy as np

    from moon_envs.agents import find_agents, play_games
    from moon_envs.batch import Batch
    from moon_envs.cli.tally import Tally
    from moon_envs.datasets import ActionLog, GameWriter
    from moon_envs.engine.threads import interrupts_deferred

    players = find_agents("--agents", agents, configuration.players)
    size = min(games, batch_size)
    batch = Batch(
        game, size, configuration.players, seed, autoreset="disabled", threads=threads, **configuration.options
    )
    names = [agent.name for agent in players]
    log = None if record is None else ActionLog(size)
    writer = None if record is None else GameWriter(record, game, configuration, names)
    tally = Tally(game, configuration)

    def keep(rows: np.ndarray) -> None:
        tally.add(batch, rows)
        if log is not None and writer is not None:
            writer.add(batch.states["seed"][rows], log.games(np.flatnonzero(rows)))
            log.clear()

    clock = _Clock()
    interrupted = False
    nothing = np.zeros(size, dtype=np.bool_)
    played = nothing  # and not counted yet
    with progress_bar("games") as progress:
        task = progress.add_task(game.id, total=games)
        try:
            for first in range(0, games, size):
                # The last batch may be smaller: its other rows stay finished, and finished games cost nothing.
                rows = np.arange(size) < games - first
                with clock:
                    batch.reset(seed + first, rows)
                    played = rows
                    play_games(
                        batch,
                        players,
                        on_step=lambda finished: progress.advance(task, finished),
                        on_actions=None if log is None else log.add,
                    )
                with interrupts_deferred():
                    keep(played & batch.done)
                    played = nothing
        except KeyboardInterrupt:
            interrupted = True
            with interrupts_deferred():
                keep(played & batch.done)
    if interrupted and tally.games == 0:
        return None
    timing = _timing(tally, clock, batch, is_random=log is None and set(names) == {"random"})
    return _report(game, configuration, names, seed, tally, interrupted, timing)


class _Clock:
    """Adds up wall and processor time of the blocks it is used in."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def __enter__(self) -> None:
        self._started = time.perf_counter(), time.process_time()

    def __exit__(self, *exception: object) -> None:
        self.wall += time.perf_counter() - self._started[0]
        self.cpu += time.process_time() - self._started[1]


def _timing(tally: Tally, clock: _Clock, batch: Any, is_random: bool) -> dict[str, Any]:
    return {
        "threads": batch.threads,
        "batch": len(batch),
        "wall_seconds": clock.wall,
        "cpu_seconds": clock.cpu,
        "games_per_second": tally.games / clock.wall,
        "decisions_per_second": tally.decisions.total / clock.wall,
        "decision": DECISION if is_random else DECISION_OF_AGENTS,
        "clock": CLOCK if is_random else CLOCK_OF_AGENTS,
    }


def _report(
    game: Game,
    configuration: Configuration,
    agents: list[str],
    seed: int,
    tally: Tally,
    interrupted: bool,
    timing: dict[str, Any],
) -> dict[str, Any]:
    return {
        "game": game.id,
        "version": game.version,
        "players": configuration.players,
        "options": configuration.options,
        "agents": agents,
        "games": tally.games,
        "interrupted": interrupted,
        "seed": seed,
        "decisions": tally.decisions.summary(),
        "turns": tally.turns.summary() if tally.turns else None,
        "seats": [{"seat": seat, **tally.points(seat), **tally.results(seat)} for seat in range(configuration.players)],
        "rival": {"name": game.rival or "rival", **tally.points(1)} if configuration.is_solo else None,
        "timing": timing,
    }


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
    if report["rival"]:
        sides.append((report["rival"]["name"], report["rival"]))
    points = []
    for name, side in sides:
        points += [_spread_row((name, category), spread) for category, spread in side["categories"].items()]
        points.append(_spread_row((name, "total"), side["total"]))
    print_table("Points", ("side", "category", ">mean", ">min", ">max"), points)
    _print_results(report)
    print(f"One decision: {timing['decision']}; {timing['clock']}.")
    if report["interrupted"]:
        print(f"Interrupted after {many(report['games'])} games.")


def _name(report: dict[str, Any], seat: int) -> str:
    names = report["agents"]
    return f"player {seat}" + (f" ({names[seat]})" if len(set(names)) > 1 else "")


def _spread_row(names: tuple[str, ...], spread: dict[str, Any]) -> tuple:
    return (*names, f"{spread['mean']:.2f}", spread["min"], spread["max"])


def _print_results(report: dict[str, Any]) -> None:
    if report["rival"]:
        seat, games = report["seats"][0], report["games"]
        results = [
            (word, many(seat[key]), f"{seat[key] / games:.2%}")
            for word, key in (("win", "wins"), ("draw", "draws"), ("loss", "losses"))
        ]
        print_table(f"Results against {report['rival']['name']}", ("result", ">games", ">share"), results)
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
