"""Plays the games of `moon-envs selfplay`, writes them if asked, and reports on them."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any

from moon_envs.base.errors import UnsavedError
from moon_envs.cli.progress import Progress

if TYPE_CHECKING:
    from moon_envs.cli.selfplay_statistics import GameStatistics
    from moon_envs.core.game import Configuration, Game
    from moon_envs.records.minari import MinariExport

RECORDED_TEMPERATURE = 0.5  # networks that always play their best action would record copies of one game
DECISION = "the legal mask, a uniform choice among the legal actions, and the transition to the next decision"
CLOCK = "the time includes resets and final scoring, but no compilation, observations of decisions or statistics"
DECISION_OF_AGENTS = "the legal mask, the observation, the choice of an agent, and the transition to the next decision"
CLOCK_OF_AGENTS = "the time includes resets, final scoring and the agents, but no compilation or statistics"


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
    """Play games and report on them; after an interrupt, on the finished ones.

    Args:
        game: the game.
        configuration: players and options.
        games: the number of games; game i has seed + i.
        seed: the seed of the first game.
        agents: one agent for all seats or one for each, see `moon_envs.agents`. When games are written, networks
            without a temperature use `RECORDED_TEMPERATURE`.
        threads: the number of threads; None for all cores.
        batch_size: the most games at once, see `moon_envs.agents.Pace`.
        record: a new or empty folder for the finished games, see `moon_envs.load_games`.
        minari: the name of a new Minari dataset for the finished games; needs agents given by name.
        seat: the seat of the Minari dataset.

    Returns:
        The report as JSON values; the same for every run except `timing` and interrupts. None after an interrupt before
        the first game ended.

    Raises:
        UnsavedError: games could not be written, which ends the run; the error has the report.
    """
    import numpy as np

    from moon_envs.agents import Pace, SeatBatch, find_agents, play_games
    from moon_envs.batch import Batch
    from moon_envs.cli.selfplay_statistics import GameStatistics
    from moon_envs.engine.threads import interrupts_deferred
    from moon_envs.records.datasets import ActionLog, GameWriter

    if record is not None or minari is not None:
        agents = with_temperature(agents)
    players = find_agents("--agents", agents, configuration.players)
    export = None if minari is None else _minari_export(minari, game, configuration, agents, seat)
    size = min(games, batch_size if export is None else min(batch_size, export.games_at_once))
    settings = {"autoreset": "disabled", "threads": threads, **configuration.options}
    kind, view = (Batch, {}) if export is None else (SeatBatch, export.view)
    batch: Any = kind(game, size, configuration.players, seed, **view, **settings)
    names = [agent.name for agent in players]
    log = None if record is None else ActionLog(size)
    writer = None if record is None else GameWriter(record, game, configuration, names)
    statistics = GameStatistics(game, configuration)
    failures: list[str] = []
    nothing = np.zeros(size, dtype=np.bool_)
    played = nothing  # the rows that are not counted yet

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
        """Count and write the finished games."""
        nonlocal played
        with interrupts_deferred():
            rows, played = played & batch.done, nothing
            statistics.add(batch, rows)
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
    # The `SeatBatch` of an export plays the opponents itself.
    asked = players if export is None else [players[seat]] * len(players)
    pace = Pace(players, size)
    written = None
    with contextlib.nullcontext() if export is None else export, Progress("games", games, game.id) as progress:
        try:
            for first in range(0, games, size):
                # The last batch may be smaller; its other rows stay finished and cost nothing.
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
        if interrupted and statistics.games == 0:
            return None
        if export is not None and not failures:
            try:
                written = export.finish()
            except OSError as error:
                failures.append(f"{minari}: cannot be written: {error.strerror or error}.")
    timing = _timing(statistics, clock, batch, is_random=not is_kept and set(names) == {"random"})
    report = _report(game, configuration, names, seed, statistics, interrupted or statistics.games < games, timing)
    if failures:
        raise UnsavedError(failures[0], report)
    return report if written is None else {**report, "minari": written}


def with_temperature(agents: Any) -> Any:
    """The same agents; networks without a temperature get `RECORDED_TEMPERATURE`."""
    from moon_envs.agents.names import drawing

    if isinstance(agents, list):
        return [drawing(one, RECORDED_TEMPERATURE) for one in agents]
    return drawing(agents, RECORDED_TEMPERATURE)


def _minari_export(name: str, game: Game, configuration: Configuration, agents: Any, seat: int) -> MinariExport:
    from moon_envs.records.minari import MinariExport

    return MinariExport(name, game, configuration, agents, seat)


class _Clock:
    """Adds up the wall and processor time of its `with` blocks."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def __enter__(self) -> None:
        self._started = time.perf_counter(), time.process_time()

    def __exit__(self, *exception: object) -> None:
        self.wall += time.perf_counter() - self._started[0]
        self.cpu += time.process_time() - self._started[1]


def _timing(statistics: GameStatistics, clock: _Clock, batch: Any, is_random: bool) -> dict[str, Any]:
    return {
        "threads": batch.threads,
        "batch": len(batch),
        "wall_seconds": clock.wall,
        "cpu_seconds": clock.cpu,
        "games_per_second": statistics.games / clock.wall,
        "decisions_per_second": statistics.decisions.total / clock.wall,
        "decision": DECISION if is_random else DECISION_OF_AGENTS,
        "clock": CLOCK if is_random else CLOCK_OF_AGENTS,
    }


def _report(
    game: Game,
    configuration: Configuration,
    agents: list[str],
    seed: int,
    statistics: GameStatistics,
    interrupted: bool,
    timing: dict[str, Any],
) -> dict[str, Any]:
    return {
        "game": game.id,
        "version": game.version,
        "players": configuration.players,
        "options": configuration.options,
        "agents": agents,
        "games": statistics.games,
        "interrupted": interrupted,
        "seed": seed,
        "decisions": statistics.decisions.summary(),
        "turns": statistics.turns.summary() if statistics.turns else None,
        "seats": [
            {"seat": seat, **statistics.points(seat), **statistics.results(seat)}
            for seat in range(configuration.players)
        ],
        "opponent": {"name": game.rival or "opponent", **statistics.points(1)} if configuration.is_solo else None,
        "timing": timing,
    }
