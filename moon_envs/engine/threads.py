"""Splitting the rows of a batch among threads. The loops release the interpreter lock; `prange` is not used."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from moon_envs.errors import ConfigurationError

ROWS_WORTH_A_THREAD = 2048


def thread_count(threads: int | None, rows: int) -> int:
    """How many threads to use: what was asked for, or as many as there are cores for batches worth splitting."""
    if threads is None:
        return max(1, min(available_cores(), rows // ROWS_WORTH_A_THREAD))
    if threads < 1:
        raise ConfigurationError(f"threads={threads} is not allowed; allowed: 1 or more, or None for all cores.")
    return min(threads, rows)


def available_cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class RowThreads:
    """Runs a loop over row ranges: the caller's thread takes the first range, a small pool the others."""

    def __init__(self, threads: int, rows: int):
        bounds = [rows * part // threads for part in range(threads + 1)]
        self._ranges = list(zip(bounds[:-1], bounds[1:], strict=True))
        self._pool: ThreadPoolExecutor | None = None
        self._process = os.getpid()

    @property
    def count(self) -> int:
        """The number of threads."""
        return len(self._ranges)

    def run(self, loop: Callable, *arguments: object) -> None:
        """Call `loop(*arguments, first, last)` for every range and wait for all of them."""
        if len(self._ranges) == 1:
            loop(*arguments, *self._ranges[0])
            return
        futures = [self._threads().submit(loop, *arguments, *range_) for range_ in self._ranges[1:]]
        loop(*arguments, *self._ranges[0])
        for future in futures:
            future.result()

    def _threads(self) -> ThreadPoolExecutor:
        # Threads do not survive a fork: a child process makes its own pool.
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(len(self._ranges) - 1, thread_name_prefix="moon_envs")
            self._process = os.getpid()
        return self._pool
