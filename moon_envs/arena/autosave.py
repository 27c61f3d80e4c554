"""Saves a run to its file while it is played. A failed write does not end the run."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from moon_envs.arena.run_file import ARENA, Kind, PlayedSeeds, write_run
from moon_envs.base.errors import SaveError
from moon_envs.base.files.outputs import check_output
from moon_envs.base.notices import notice

SECONDS_BETWEEN_SAVES = 2.0
MOST_TIME_FOR_SAVING = 0.05


class Autosave:
    """Writes the whole file of a run every few seconds.

    Args:
        kind: what the run is of.

    Attributes:
        own: the file that this run may replace.
        failure: why the last write failed, in words; None if it did not fail.
    """

    def __init__(self, kind: Kind = ARENA) -> None:
        self._kind = kind
        self.own: Path | None = None
        self.failure: str | None = None
        self._next_time = 0.0

    def begin(self, path: Path | None, force: bool) -> None:
        """Start a run; raises ConfigurationError if the file cannot be written or is not this run's."""
        self.failure = None
        if path is None:
            return
        check_output(
            path,
            "the file of this run, which `resume` reads",
            lambda file: file.resolve() == self.own,
            force=force,
            insist="force=True",
        )
        self.own = path.resolve()

    def write(
        self,
        path: Path,
        run: dict[str, Any],
        seeds: Callable[[], PlayedSeeds],
        *,
        at_once: bool = False,
        is_last: bool = False,
    ) -> None:
        """Write the seeds if the last write is long enough ago or `at_once`. A later call repeats a failed write.

        The last write of a run is also at once; its failure is for the caller to tell.
        """
        from moon_envs.engine.threads import interrupts_deferred

        started = time.monotonic()
        if not (at_once or is_last) and started < self._next_time:
            return
        with interrupts_deferred():
            try:
                write_run(path, run, seeds(), self._kind)
                self.failure = None
            except (OSError, SaveError) as error:
                words = f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}".removesuffix(".")
                if self.failure is None and not is_last:
                    notice(f"{words}; the games go on.")
                self.failure = f"{words}."
        ended = time.monotonic()
        self._next_time = ended + max(SECONDS_BETWEEN_SAVES, (ended - started) / MOST_TIME_FOR_SAVING)
