"""One user at a time: a batch writes into arrays it owns, so two threads inside it would spoil its games."""

from __future__ import annotations

import threading
from typing import NoReturn

from moon_envs.errors import ConcurrentUseError


class UseGuard:
    """Lets one call at a time into a batch and refuses others in words: `with guard:`.

    The calls on the way of every decision write out what `with` does, which would cost them a tenth:
    `if not guard.acquire(False) or guard.is_asking: guard.refuse()`, then `try: ... finally: guard.release()`.

    Attributes:
        is_asking: whether agents are being asked, who cannot use the batch that asks them.
    """

    def __init__(self, what: str):
        self._what = what
        lock = threading.RLock()
        self._lock = lock
        self.acquire, self.release = lock.acquire, lock.release
        self.is_asking = False

    def refuse(self) -> NoReturn:
        """Say why a call cannot begin.

        Raises:
            ConcurrentUseError: always.
        """
        if self.is_asking and self.acquire(False):
            self.release()
            self.release()
            raise ConcurrentUseError(f"{self._what}: an agent cannot use the batch that is asking it.")
        raise ConcurrentUseError(
            f"{self._what}: another thread is using this batch. Give each thread its own (Batch.clone), or let Batch "
            "use threads itself (threads=)."
        )

    def __enter__(self) -> None:
        """Begin a call."""
        if not self.acquire(False) or self.is_asking:
            self.refuse()

    def __exit__(self, *exception: object) -> None:
        """End a call."""
        self.release()
