"""One call at a time: a second call inside a batch or search would spoil the arrays of the first."""

from __future__ import annotations

import threading
from typing import NoReturn

from moon_envs.base.errors import ConcurrentUseError


class UseGuard:
    """Lets one call at a time into an object and refuses others with an error: `with guard:`.

    A second call may come from another thread, or from code that the first call runs: an agent, a network, a callback,
    a signal handler. Calls on the hot path write out what `with` does, because `with` costs them a tenth:

        if not guard.acquire(False) or guard.is_busy:
            guard.refuse()
        try:
            guard.is_busy = True
            ...
        finally:
            guard.is_busy = False
            guard.release()

    The lock refuses other threads, the flag refuses calls of the same thread. Both are needed: an interrupt right after
    `acquire` leaves the lock taken, and the same thread must still be able to go on.

    Args:
        game: the id of the game.
        what: what is guarded: "batch", "search" or "arena".

    Attributes:
        is_busy: whether a call is under way.
    """

    def __init__(self, game: str, what: str = "batch"):
        self._game = game
        self._what = what
        lock = threading.RLock()
        self._lock = lock
        self.acquire, self.release = lock.acquire, lock.release
        self.is_busy = False

    def refuse(self) -> NoReturn:
        """Raise the error that says why a call cannot begin.

        Raises:
            ConcurrentUseError: always.
        """
        asked = {"batch": "an agent", "search": "a network", "arena": "an agent or a callback"}[self._what]
        inside = f"{asked} cannot use the {self._what} that is asking it"
        if self.is_busy and self.acquire(False):
            self.release()
            self.release()
            raise ConcurrentUseError(f"{self._game}: {inside}: another call of this {self._what} is under way.")
        own = {"batch": "Batch.clone", "search": "copy.deepcopy", "arena": "another Arena"}[self._what]
        raise ConcurrentUseError(
            f"{self._game}: another thread is using this {self._what}. Give each thread its own ({own}), or let it use "
            f"threads itself (threads=); {inside}."
        )

    def check(self) -> None:
        """Refuse a call while another one is under way.

        Raises:
            ConcurrentUseError: another call is under way.
        """
        with self:
            pass

    def __enter__(self) -> None:
        """Begin a call."""
        if not self.acquire(False) or self.is_busy:
            self.refuse()
        self.is_busy = True

    def __exit__(self, *exception: object) -> None:
        """End a call."""
        self.is_busy = False
        self.release()

    def __reduce__(self) -> tuple:
        """A copy gets a guard of its own."""
        return UseGuard, (self._game, self._what)
