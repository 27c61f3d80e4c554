"""`moon-envs selfplay`: many games of random or other agents, and what came of them."""

from __future__ import annotations

import argparse
import contextlib
import time
from typing import TYPE_CHECKING, Any

from moon_envs.base.errors import EXIT_INTERRUPTED, UnsavedError
from moon_envs.cli.arguments import (
    AGENTS,
    MOST_GAMES_AT_ONCE,
    MOST_THREADS,
    CommandError,
    add_agents_argument,
    add_configuration_arguments,
    chosen_options,
    one_or_all,
    whole_number,
)
from moon_envs.cli.output import many, print_json, print_table
from moon_envs.cli.progress import Progress
from moon_envs.core import registry

if TYPE_CHECKING:
    from moon_envs.cli.selfplay_statistics import GameStatistics
    from moon_envs.core.game import Configuration, Game
    from moon_envs.records.minari import MinariExport

DECISION = "the legal mask, a uniform choice among the legal actions, and the transition to the next decision"
CLOCK = "dealing and final scoring are in the time; compilation, observations of decisions and statistics are not"
DECISION_OF_AGENTS = "the legal mask, the observation, the choice of an agent, and the transition to the next decision"
RECORDED_TEMPERATURE = 0.5  # networks that always play their best would fill a recording with copies of one game
CLOCK_OF_AGENTS = "dealing, final scoring and the agents are in the time; compilation and statistics are not"
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

Game i is dealt from seed + i and decided with random numbers of its own, so the games depend on --seed, --games, the
mode and the agents only: never on --threads or --batch. With --minari they are the games of the Gymnasium environment,
played from --seat, in which random opponents draw their own random numbers.

A network plays its best action, unless its name has a temperature (baseline:0.5, mcts:100+file.npz:1). In games that
are written for learning (--record, --minari) a network without one draws with temperature {RECORDED_TEMPERATURE:g};
baseline:0 writes its best actions. The games say which temperature made them.

{AGENTS}
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
    parser.add_argument(
        "--minari", metavar="NAME", help="write what one seat saw and chose as a Minari dataset, like moon/launch-v0"
    )
    parser.add_argument(
        "--seat", type=whole_number(0), metavar="K", help="which seat becomes the Minari dataset (default: 0)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and report.

    Raises:
        CommandError: arguments that do not go together.
    """
    if arguments.minari is not None and arguments.record is not None:
        raise CommandError("--record and --minari are written one at a time.")
    if arguments.minari is None and arguments.seat is not None:
        raise CommandError("--seat needs --minari, the dataset of this seat.")
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
        raise KeyboardInterrupt("interrupted before a game was over: nothing to report.")
    tell(report)
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
    minari: str | None = None,
    seat: int = 0,
) -> dict[str, Any] | None:
    """Play games, game i dealt from seed + i, and report on them; when interrupted, on those that are over.

    Args:
        game: the game.
        configuration: players and options.
        games: how many games.
        seed: of the first game.
        agents: who plays, one for all seats or one for each, see `moon_envs.agents`. Where games are written, networks
            without a temperature draw with `RECORDED_TEMPERATURE`.
        threads: how many threads; None for all cores.
        batch_size: how many games are played at once at most, see `moon_envs.agents.Pace`.
        record: a new or empty folder for the games that end, see `moon_envs.load_games`.
        minari: the name of a new Minari dataset for the games that end; agents are names then.
        seat: whose decisions become the Minari dataset.

    Returns:
        The report as JSON can hold it. All but `timing` depends on the game, configuration, games, seed and agents
        only, if nobody interrupts. None if it was interrupted before a game was over.

    Raises:
        UnsavedError: games could not be written, and no more were played; the error has the report.
    """
    import numpy as np

    from moon_envs.agents import Pace, find_agents, play_games
    from moon_envs.batch import Batch
    from moon_envs.cli.selfplay_statistics import GameStatistics
    from moon_envs.engine.threads import interrupts_deferred
    from moon_envs.records.datasets import ActionLog, GameWriter

    if record is not None or minari is not None:
        agents = _drawing(agents)
    players = find_agents("--agents", agents, configuration.players)
    export = None if minari is None else _minari_export(minari, game, configuration, agents, seat)
    size = min(games, batch_size if export is None else min(batch_size, export.games_at_once))
    batch = Batch(
        game,
        size,
        configuration.players,
        seed,
        autoreset="disabled",
        threads=threads,
        **({} if export is None else export.view),
        **configuration.options,
    )
    names = [agent.name for agent in players]
    log = None if record is None else ActionLog(size)
    writer = None if record is None else GameWriter(record, game, configuration, names)
    tally = GameStatistics(game, configuration)
    failures: list[str] = []
    nothing = np.zeros(size, dtype=np.bool_)
    played = nothing  # and not counted yet

    def choose(rows: np.ndarray, actions: np.ndarray) -> None:
        if log is not None:
            log.add(rows, actions)
        if export is not None:
            export.choose(batch, rows, actions)

    def step(finished: int, decided: int) -> None:
        progress.advance(finished, decided)
        if export is not None:
            export.pay(batch)

    def keep() -> None:
        """Count and write the games that are over."""
        nonlocal played
        with interrupts_deferred():
            rows, played = played & batch.done, nothing
            tally.add(batch, rows)
            try:
                if log is not None and writer is not None:
                    writer.add(batch.states["seed"][rows], log.games(np.flatnonzero(rows)))
                    log.clear()
                if export is not None:
                    export.add(batch, rows)
            except OSError as error:
                failures.append(f"{record or minari}: cannot be written: {error.strerror or error}.")

    clock = _Clock()
    interrupted = False
    is_kept = log is not None or export is not None
    # The batch of an export plays the other seats itself.
    asked = players if export is None else [players[seat]] * len(players)
    pace = Pace(players, size)
    written = None
    with contextlib.nullcontext() if export is None else export, Progress("games", games, game.id) as progress:
        try:
            for first in range(0, games, size):
                # The last batch may be smaller: its other rows stay finished, and finished games cost nothing.
                rows = np.arange(size) < games - first
                with clock:
                    batch.reset(seed + first, rows)
                    played = rows
                    play_games(batch, asked, on_step=step, on_actions=choose if is_kept else None, pace=pace)
                keep()
                if failures:
                    break
        except KeyboardInterrupt:
            interrupted = True
            keep()
        if interrupted and tally.games == 0:
            return None
        if export is not None and not failures:
            try:
                written = export.finish()
            except OSError as error:
                failures.append(f"{minari}: cannot be written: {error.strerror or error}.")
    timing = _timing(tally, clock, batch, is_random=not is_kept and set(names) == {"random"})
    report = _report(game, configuration, names, seed, tally, interrupted or tally.games < games, timing)
    if failures:
        raise UnsavedError(failures[0], report)
    return report if written is None else {**report, "minari": written}


def _drawing(agents: Any) -> Any:
    """The same agents, networks with a temperature."""
    from moon_envs.agents.names import drawing

    if isinstance(agents, list):
        return [drawing(one, RECORDED_TEMPERATURE) for one in agents]
    return drawing(agents, RECORDED_TEMPERATURE)


def _minari_export(name: str, game: Game, configuration: Configuration, agents: Any, seat: int) -> MinariExport:
    from moon_envs.records.minari import MinariExport

    return MinariExport(name, game, configuration, agents, seat)


class _Clock:
    """Adds up wall and processor time of the blocks it is used in."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def __enter__(self) -> None:
        self._started = time.perf_counter(), time.process_time()

    def __exit__(self, *exception: object) -> None:
        self.wall += time.perf_counter() - self._started[0]
        self.cpu += time.process_time() - self._started[1]


def _timing(tally: GameStatistics, clock: _Clock, batch: Any, is_random: bool) -> dict[str, Any]:
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
    tally: GameStatistics,
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
    if "minari" in report:
        written = report["minari"]
        print(
            f"Minari dataset {written['name']}: {many(written['episodes'])} episodes, {many(written['steps'])} steps, "
            f"of player {written['seat']}. Played again in the recovered environment: {many(written['replayed'])} "
            "episodes, with the same observations and rewards."
        )
    if report["interrupted"]:
        print(f"Interrupted after {many(report['games'])} games.")


def _print_temperature(agents: list[str]) -> None:
    changed = [name for name in dict.fromkeys(agents) if _drawing(name) != name]
    if changed:
        print(
            f"Written for learning, so {' and '.join(changed)} drew actions with temperature {RECORDED_TEMPERATURE:g}; "
            f"{changed[0]}:0 writes the best actions."
        )


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
