"""Splitting the rows of a batch among threads. The loops release the interpreter lock; `prange` is not used."""

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

# A long loop is cut into pieces of this many rows, so that an interrupt need not wait for all of it.
ROWS_OF_A_PIECE = 256


def thread_count(threads: int | None, rows: int) -> int:
    """How many threads to use: what was asked for, or as many as there are cores for batches worth splitting."""
    if threads is None:
        return max(1, min(available_cores(), rows // ROWS_WORTH_A_THREAD))
    return min(check_whole_number("threads", threads, 1, MOST_THREADS, also="None for all cores"), rows)


def available_cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Job:
    """A loop over some pieces of rows, worked on by several threads until none is left.

    The workers hold the job, and the job holds the arrays that the loop writes to: they outlive whoever asked.

    Args:
        loop: called with the arguments and a range of rows. It may return an iterator, which pauses wherever the loop
            can be interrupted; the piece is done when the iterator ends.
        arguments: what the loop takes before the range of rows.
        pieces: the ranges of rows.
        arrays: what the loop writes to.
    """

    def __init__(self, loop: Callable, arguments: tuple, pieces: list[tuple[int, int]], arrays: Any):
        self._left = deque(_carried_out(loop, arguments, *piece) for piece in pieces)
        self._ended: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
        self._workers = 0
        self._is_paused = False
        self._arrays = arrays

    @property
    def is_done(self) -> bool:
        """Whether nothing is left, when no thread works on this job."""
        return not self._left

    def begin(self, submit: Callable[[Callable[[], None]], Any]) -> None:
        """Let another thread work on it, too."""
        submit(self._work)
        self._workers += 1

    def take_part(self) -> None:
        """Work on it in this thread."""
        self._workers += 1
        self._work()

    def _work(self) -> None:
        """Take one piece after the other."""
        error = None
        try:
            while not self._is_paused and (piece := self._next()) is not None:
                for _ in piece:
                    if self._is_paused:
                        self._left.appendleft(piece)
                        break
        except BaseException as raised:  # handed to the thread that waits
            error = raised
            self.pause()
        self._ended.put(error)

    def _next(self) -> Generator[None, None, None] | None:
        with contextlib.suppress(IndexError):
            return self._left.popleft()
        return None

    def pause(self) -> None:
        """Begin nothing further, and let pieces that have begun wait where they can."""
        self._is_paused = True

    def wait(self) -> None:
        """Wait until no thread works on this job any more; then raise what went wrong in one of them."""
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
        """Let go of pieces that have begun and will not be finished."""
        while (piece := self._next()) is not None:
            piece.close()


def _carried_out(loop: Callable, arguments: tuple, first: int, last: int) -> Generator[None, None, None]:
    """Carry out a loop over some rows; pauses where it does."""
    pauses = loop(*arguments, first, last)
    if pauses is not None:
        yield from pauses


class RowThreads:
    """Runs loops over all rows: the caller's thread takes a share, a small pool the others."""

    def __init__(self, threads: int, rows: int):
        self._rows = rows
        self.count = threads
        self._pool: ThreadPoolExecutor | None = None
        self._process = os.getpid()

    def run(self, loop: Callable, *arguments: Any, rows: int, arrays: Any) -> None:
        """Call `loop(*arguments, first, last)` for all rows. An interrupt comes through when every row is done.

        Args:
            loop: the compiled loop.
            *arguments: what it takes before the range of rows.
            rows: how many rows there are to work on.
            arrays: everything the loop writes to, kept alive until no thread works on it.
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
        """The same for loops that take long and whose rows may be left undone: an interrupt stops between pieces.

        A loop that takes long for one piece returns an iterator, and is stopped where that pauses. If whatever handles
        the interrupt does not raise, the work goes on.
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
    """Let Ctrl-C wait until the block is left, so that no thread is still at work then; `then` is called at once."""
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
