"""One user at a time: batches and searches write into arrays they own, which two threads inside them would spoil."""

from __future__ import annotations

import threading
from typing import NoReturn

from moon_envs.errors import ConcurrentUseError


class UseGuard:
    """Lets one call at a time into a batch or a search and refuses others in words: `with guard:`.

    The calls on the way of every decision write out what `with` does, which would cost them a tenth:
    `if not guard.acquire(False) or guard.is_asking: guard.refuse()`, then `try: ... finally: guard.release()`.

    Args:
        game: the id of the game.
        what: what is guarded, "batch" or "search".

    Attributes:
        is_asking: whether agents are being asked, who cannot use the batch that asks them.
    """

    def __init__(self, game: str, what: str = "batch"):
        self._game = game
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
            raise ConcurrentUseError(f"{self._game}: an agent cannot use the batch that is asking it.")
        raise ConcurrentUseError(
            f"{self._game}: another thread is using this {self._what}. Give each thread its own "
            f"({'Batch.clone' if self._what == 'batch' else 'copy.deepcopy'}), or let it use threads itself (threads=)."
        )

    def __enter__(self) -> None:
        """Begin a call."""
        if not self.acquire(False) or self.is_asking:
            self.refuse()

    def __exit__(self, *exception: object) -> None:
        """End a call."""
        self.release()
