"""The progress of a command on standard error: a bar in a terminal, elsewhere a line every minute."""

from __future__ import annotations

import os
import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING

from moon_envs.base.notices import QUIET, tell

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SECONDS_BETWEEN_LINES = 60.0
BAR_WIDTH = 24


class Progress:
    """Shows the progress of its `with` block.

    A terminal shows a bar, redrawn several times a second by a thread of its own. A pipe or file gets a line every
    minute, unless the environment variable `MOON_ENVS_QUIET` is set.

    Args:
        unit: what is counted, in the plural.
        total: how many there will be; None while unknown, see `reach`.
        doing: the current work, in a few words.
        done: how many are already done.
    """

    def __init__(self, unit: str, total: int | None, doing: str, done: int = 0):
        self._unit, self._total, self._doing, self._done = unit, total, doing, done
        self._decisions = 0
        self._started = time.monotonic()
        self._bar: Bar | None = None
        self._is_over = threading.Event()
        self._lines: threading.Thread | None = None

    def __enter__(self) -> Progress:
        self._started = time.monotonic()
        if sys.stderr.isatty():
            self._bar = _bar()
            self._task = self._bar.add_task(self._doing, total=self._total, completed=self._done, words=self._count())
            self._bar.start()
        elif not os.environ.get(QUIET):
            self._lines = threading.Thread(target=self._tell, name="moon_envs progress", daemon=True)
            self._lines.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._is_over.set()
        if self._bar is not None:
            self._bar.stop()
        if self._lines is not None:
            self._lines.join()

    def advance(self, done: int = 1, decisions: int = 0) -> None:
        """Add finished units and decisions; decisions show that work goes on while no unit ends."""
        self._done += done
        self._decisions += decisions
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, words=self._count())

    def reach(self, done: int, total: int) -> None:
        """Set the number of finished units and their total."""
        self._done, self._total = done, total
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total, words=self._count())

    def say(self, doing: str) -> None:
        """Name the current work."""
        self._doing = doing
        if self._bar is not None:
            self._bar.update(self._task, description=doing)

    def _count(self) -> str:
        decisions = f", {self._decisions:,} decisions" if self._decisions else ""
        total = "" if self._total is None else f" of {self._total:,}"
        return f"{self._done:,}{total} {self._unit}{decisions}"

    def _tell(self) -> None:
        while not self._is_over.wait(SECONDS_BETWEEN_LINES):
            tell(f"{self._doing}: {self._count()}, {time.monotonic() - self._started:,.0f} s")


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(BAR_WIDTH),
        TextColumn("{task.fields[words]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
