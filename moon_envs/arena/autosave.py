"""Keeping a run in its file while it is played. A file that cannot be written does not end the run."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from moon_envs.arena.run_file import Deals, write_run
from moon_envs.base.errors import SaveError
from moon_envs.base.files.outputs import check_output
from moon_envs.base.notices import notice

SECONDS_BETWEEN_SAVES = 2.0
MOST_TIME_FOR_SAVING = 0.05


class Saving:
    """Writes the file of a run now and then: each time it is written as a whole.

    Attributes:
        own: the file that holds deals of this run.
        failure: why the file could not be written when it was last tried, in words; None if it could.
    """

    def __init__(self) -> None:
        self.own: Path | None = None
        self.failure: str | None = None
        self._next_time = 0.0

    def begin(self, path: Path | None, force: bool) -> None:
        """Refuse a file that cannot be written, or that holds something else."""
        self.failure = None
        if path is None:
            return
        check_output(
            path,
            "the file of this run, which `resume` goes on with",
            lambda file: file.resolve() == self.own,
            force=force,
            insist="force=True",
        )
        self.own = path.resolve()

    def write(self, path: Path, run: dict[str, Any], deals: Callable[[], Deals], at_once: bool = False) -> None:
        """Write the deals, unless it was done a moment ago. What cannot be written is tried again the next time."""
        from moon_envs.engine.threads import interrupts_deferred

        started = time.monotonic()
        if not at_once and started < self._next_time:
            return
        with interrupts_deferred():
            try:
                write_run(path, run, deals())
                self.failure = None
            except (OSError, SaveError) as error:
                words = f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}".removesuffix(".")
                if self.failure is None and not at_once:
                    notice(f"{words}; the games go on.")
                self.failure = f"{words}."
        ended = time.monotonic()
        self._next_time = ended + max(SECONDS_BETWEEN_SAVES, (ended - started) / MOST_TIME_FOR_SAVING)
