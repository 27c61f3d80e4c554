"""Records the first games of an arena, some for each combination of agents, one file each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from moon_envs.base.errors import ConfigurationError
from moon_envs.base.files.disk import check_new_folder, write_file
from moon_envs.base.notices import notice
from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game
from moon_envs.records.datasets import ActionLog
from moon_envs.records.recording import Recording

OnActions = Callable[[np.ndarray, np.ndarray], None]


class GameRecorder:
    """Writes the first games of each combination of agents, in any seating.

    Args:
        folder: a new or empty folder.
        game: the game.
        configuration: players and options.
        agents: the names of the agents.
        seatings: (games of a seed, players), the agent in each seat.
        games: the number of recordings for each combination.

    Attributes:
        failure: why a recording could not be written, in words, or None. No recording is written after a failure.

    Raises:
        ConfigurationError: the folder cannot be written or is not empty.
    """

    def __init__(
        self,
        folder: Path,
        game: Game,
        configuration: Configuration,
        agents: Sequence[str],
        seatings: np.ndarray,
        games: int,
    ):
        check_new_folder(folder, ConfigurationError)
        self._folder, self._game, self._configuration, self._agents = folder, game, configuration, agents
        self._seatings = seatings
        combinations = [tuple(sorted(seating)) for seating in seatings.tolist()]
        self._combinations = combinations
        self._missing = Counter(dict.fromkeys(combinations, games))
        self._seeds = np.zeros(0, dtype=np.uint64)
        self._log: ActionLog | None = None
        self.failure: str | None = None

    def begin(self, seeds: np.ndarray) -> OnActions | None:
        """Prepare to record a portion of seeds; returns the action callback, or None if nothing is left to record."""
        self._seeds, self._log = seeds, None
        if not self._missing or self.failure is not None:
            return None
        self._log = ActionLog(len(seeds) * len(self._seatings))
        return self._log.add

    def write(self, batch: Batch) -> None:
        """Write the finished games of the portion that are still missing."""
        if self._log is None:
            return
        try:
            self._write(batch, self._log)
        except OSError as error:
            self.failure = f"{self._folder}: games cannot be recorded there: {error.strerror or error}."
            notice(f"{self.failure} The games go on.")
        self._log = None

    def _write(self, batch: Batch, log: ActionLog) -> None:
        for row in np.flatnonzero(batch.actor[: len(self._seeds) * len(self._seatings)] < 0).tolist():
            place, seating = divmod(row, len(self._seatings))
            combination = self._combinations[seating]
            if combination not in self._missing:
                continue
            self._missing -= Counter([combination])
            recording = Recording.begin(
                self._game,
                self._configuration.players,
                int(batch.states["seed"][row]),
                **self._configuration.given_options,
            )
            recording.actions = log.games(np.array([row]))[0].tolist()
            recording.agents = [self._agents[agent] for agent in self._seatings[seating]]
            name = f"seed-{self._seeds[place]:06d}-seating-{seating:04d}.json"
            write_file(self._folder / name, recording.to_bytes())
