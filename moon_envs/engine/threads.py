"""Splitting the rows of a batch among threads: the compiled loops release the GIL. `prange` is not used.

Numba's default thread layer for `prange` ends the process when two Python threads enter it, and others break after a
fork.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from moon_envs.base.checks import check_whole_number

ROWS_WORTH_A_THREAD = 2048
MOST_THREADS = 1024

# A long loop works in pieces of this many rows, so that an interrupt does not wait for all rows.
ROWS_OF_A_PIECE = 256


def thread_count(threads: int | None, rows: int) -> int:
    """How many threads to use: the given number, at most one per row; for None one per core and ROWS_WORTH_A_THREAD."""
    if threads is None:
        return max(1, min(available_cores(), rows // ROWS_WORTH_A_THREAD))
    return min(check_whole_number("threads", threads, 1, MOST_THREADS, also="None for all cores"), rows)


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Job:
    """A loop over pieces of rows: several threads work on it until no piece is left.

    The threads refer to the job and the job to the arrays, so the arrays live until the last thread has finished.

    Args:
        loop: called with the arguments and a range of rows. It may return an iterator that yields wherever the loop can
            be interrupted; the piece is done when the iterator ends.
        arguments: the arguments of the loop before the range of rows.
        pieces: the ranges of rows.
        arrays: everything that the loop writes to.
    """

    def __init__(self, loop: Callable, arguments: tuple, pieces: list[tuple[int, int]], arrays: Any):
        self._left = deque(_carried_out(loop, arguments, *piece) for piece in pieces)
        self._ended: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
        self._workers = 0
        self._is_paused = False
        self._arrays = arrays

    @property
    def is_done(self) -> bool:
        """Whether no piece is left; meaningful while no thread works on the job."""
        return not self._left

    def begin(self, submit: Callable[[Callable[[], None]], Any]) -> None:
        """Let one more thread work on the job."""
        submit(self._work)
        self._workers += 1

    def take_part(self) -> None:
        """Work on the job in this thread."""
        self._workers += 1
        self._work()

    def _work(self) -> None:
        """Work on one piece after the other."""
        error = None
        try:
            while not self._is_paused and (piece := self._next()) is not None:
                for _ in piece:
                    if self._is_paused:
                        self._left.appendleft(piece)
                        break
        except BaseException as raised:  # `wait` raises it
            error = raised
            self.pause()
        self._ended.put(error)

    def _next(self) -> Generator[None, None, None] | None:
        with contextlib.suppress(IndexError):
            return self._left.popleft()
        return None

    def pause(self) -> None:
        """Start no more pieces, and pause those that have begun where they can be paused."""
        self._is_paused = True

    def wait(self) -> None:
        """Wait until no thread works on this job; then raise the first error of the threads, if any."""
        errors = []
        while self._workers:
            error = self._ended.get()
            self._workers -= 1
            if error is not None:
                errors.append(error)
        self._is_paused = False
        if errors:
            raise errors[0]

    def give_up(self) -> None:
        """Close the pieces that are left; they will not be finished."""
        while (piece := self._next()) is not None:
            piece.close()


def _carried_out(loop: Callable, arguments: tuple, first: int, last: int) -> Generator[None, None, None]:
    """Carry out a loop over some rows; yields where the loop pauses."""
    pauses = loop(*arguments, first, last)
    if pauses is not None:
        yield from pauses


class RowThreads:
    """Runs loops over all rows: the caller's thread does one share, a small pool the others."""

    def __init__(self, threads: int, rows: int):
        self._rows = rows
        self.count = threads
        self._pool: ThreadPoolExecutor | None = None
        self._process = os.getpid()

    def run(self, loop: Callable, *arguments: Any, rows: int, arrays: Any) -> None:
        """Call `loop(*arguments, first, last)` for all rows. An interrupt takes effect when all rows are done.

        Args:
            loop: the compiled loop.
            *arguments: its arguments before the range of rows.
            rows: the number of rows.
            arrays: everything that the loop writes to; kept alive until no thread works on it.
        """
        parts = self.count if rows == self._rows else min(self.count, max(1, rows // ROWS_WORTH_A_THREAD))
        if parts == 1:
            loop(*arguments, 0, rows)
            return
        bounds = [rows * part // parts for part in range(parts + 1)]
        with interrupts_deferred():
            self._run(_Job(loop, arguments, list(zip(bounds[:-1], bounds[1:], strict=True)), arrays))

    def run_in_pieces(
        self, loop: Callable, *arguments: Any, rows: int, arrays: Any, piece: int = ROWS_OF_A_PIECE
    ) -> None:
        """Do the same for long loops whose rows may stay undone: an interrupt stops between pieces.

        A loop that takes long for one piece returns an iterator, and stops where that yields. If the handler of the
        interrupt does not raise, the work goes on.
        """
        pieces = [(first, min(first + piece, rows)) for first in range(0, rows, piece)]
        if self.count == 1:
            for first, last in pieces:
                with contextlib.closing(_carried_out(loop, arguments, first, last)) as pauses:
                    for _ in pauses:
                        pass
            return
        job = _Job(loop, arguments, pieces, arrays)
        try:
            while not job.is_done:
                with interrupts_deferred(then=job.pause):
                    self._run(job)
        finally:
            job.give_up()

    def _run(self, job: _Job) -> None:
        try:
            for _ in range(self.count - 1):
                job.begin(self._threads().submit)
            job.take_part()
        finally:
            job.wait()

    def _threads(self) -> ThreadPoolExecutor:
        # Threads do not survive a fork: a child process makes its own pool.
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(self.count - 1, thread_name_prefix="moon_envs")
            self._process = os.getpid()
        return self._pool


@contextlib.contextmanager
def interrupts_deferred(then: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, when no thread is at work any more; `then` is called at once."""
    previous = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(previous):
        yield
        return
    received: list[tuple] = []

    def note(*arguments: Any) -> None:
        received.append(arguments)
        then()

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
        if received:
            previous(*received[0])
