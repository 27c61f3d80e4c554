"""Checks of every request: it must come from our own page, with the token, be small enough and well formed.

Any page that a browser shows can send requests to this machine, and any user of this machine can reach its ports. So
every request has to know the token, to be addressed to this server by a name of this machine (a page whose own name was
pointed here is refused), and, where it could change something, to come from one of our pages.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moon_envs.base.checks import allowed_names, shown
from moon_envs.web import limits
from moon_envs.web.connections import NAME_IN_STATE

TOKEN_HEADER = "X-Moon-Token"
TOKEN_IN_URL = "token"

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Refused(Exception):
    """A request is refused; nothing has changed.

    Args:
        sentence: says why.
        status: of HTTP.
        **more: what else the answer holds.
    """

    def __init__(self, sentence: str, status: int = 400, **more: Any):
        super().__init__(sentence)
        self.status = status
        self.more = more

    def response(self) -> JSONResponse:
        """The answer."""
        return JSONResponse({"error": str(self), **self.more}, self.status)


class Door:
    """Lets in only requests with the token and from our own pages; adds headers to every answer.

    Args:
        app: what is behind the door.
        token: what every request has to know.
        port: where the server listens.
    """

    def __init__(self, app: ASGIApp, token: str, port: int):
        self._app = app
        self._token = token.encode()
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            return  # nothing else is served

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                more = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *(one for one in more if one[0] not in given)]
            await send(message)

        try:
            self._check(scope)
        except Refused as refused:
            response = refused.response()
            response.headers["Connection"] = "close"
            await response(scope, receive, send_with_headers)
        else:
            connection = scope.get("state", {}).get(NAME_IN_STATE)
            if connection is not None:  # a test has none
                connection.has_token = True
            await self._app(scope, receive, send_with_headers)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            raise Refused("This server answers only to 127.0.0.1 and localhost.", 403)
        if not self._knows_the_token(scope, headers):
            raise Refused("The token is missing or wrong: open the address that `moon-envs web` has printed.", 403)
        if scope["method"] not in ("GET", "HEAD"):
            origins = headers.getlist("origin")
            if len(origins) != 1 or origins[0].lower() != f"http://{hosts[0].lower()}":
                raise Refused("This request does not come from a page of this server.", 403)
            if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                raise Refused("The body of a request is JSON (content type application/json).")

    def _knows_the_token(self, scope: Scope, headers: Headers) -> bool:
        given = headers.getlist(TOKEN_HEADER)
        query = scope["query_string"].decode("latin-1")
        try:
            given += [value for name, value in parse_qsl(query, max_num_fields=20) if name == TOKEN_IN_URL]
        except ValueError:
            return False
        right = [hmac.compare_digest(one.encode("utf-8", "replace"), self._token) for one in given]
        return bool(right) and all(right)


async def read_body(request: Request, most_bytes: int = limits.MOST_BYTES_OF_A_BODY) -> dict[str, Any]:
    """Read the JSON object in the body of a request.

    Raises:
        Refused: it is too large, or something else.
    """
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most_bytes:
            raise Refused(f"The request is too large: up to {most_bytes} bytes are allowed.", 413)
    try:
        body = json.loads(data.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refused("The body of the request is not JSON.") from None
    if not isinstance(body, dict):
        raise Refused("The body of the request is not a JSON object.")
    return body


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def check_fields(body: dict[str, Any], needed: Iterable[str], allowed: Iterable[str] = ()) -> None:
    """Refuse a body with a missing or an unknown field."""
    needed = tuple(needed)
    known = (*needed, *allowed)
    for name in needed:
        if name not in body:
            raise Refused(f"The field {name!r} is missing.")
    for name in body:
        if name not in known:
            raise Refused(f"There is no field {shown(name)}; {allowed_names(name, known)}")


def short_text(body: dict[str, Any], name: str) -> str:
    """A field that must be a text of limited length."""
    value, most = body[name], limits.MOST_CHARACTERS_OF_A_TEXT
    if not isinstance(value, str) or len(value) > most:
        raise Refused(f"{name}={shown(value)} is not allowed; allowed: a text of up to {most} characters.")
    return value
