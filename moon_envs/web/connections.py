"""Connections: limits of their number, and of the time that a request may take to arrive."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from moon_envs.web import limits

NAME_IN_STATE = "connection"


class Connection(H11Protocol):
    """A connection whose requests must arrive in time. It is closed first while it has not shown the token.

    uvicorn limits only the time between two requests and treats all connections alike, so some hundreds of silent ones
    would keep the owner out.

    Attributes:
        has_token: whether a request with the token came through it.
    """

    def __init__(self, *arguments: Any, **settings: Any):
        super().__init__(*arguments, **settings)
        self.has_token = False
        self._begun = time.monotonic()
        self._deadline: asyncio.TimerHandle | None = None
        self.app_state = {**self.app_state, NAME_IN_STATE: self}  # in the scope of each request, for the door

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection; if there are too many without the token, close the oldest of these."""
        super().connection_made(transport)
        self._await_request()
        waiting = [one for one in self.connections if isinstance(one, Connection) and one._waits_for_token]
        if len(waiting) > limits.MOST_CONNECTIONS_WITHOUT_TOKEN:
            min(waiting, key=lambda one: one._begun).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read data; a request that has begun must be complete in time."""
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._await_request()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def _waits_for_token(self) -> bool:
        return not self.has_token and not self.transport.is_closing()

    def _await_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(limits.SECONDS_FOR_A_REQUEST, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
