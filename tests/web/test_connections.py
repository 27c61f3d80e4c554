"""Real sockets against a started server: silent, slow and malformed connections are closed, and the owner gets in."""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import logging
import socket
import time
from contextlib import ExitStack

import pytest

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.web import limits
from tests.web.conftest import served

PATIENCE = 20.0
SOON = 0.5


@pytest.fixture
def server(monkeypatch):
    """A started server whose patience is short."""
    monkeypatch.setattr(limits, "SECONDS_FOR_A_REQUEST", SOON)
    monkeypatch.setattr(limits, "SECONDS_BETWEEN_REQUESTS", SOON)
    with served() as made:
        yield made


def connect(server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def request(server, method="GET", path="/", token=True, **headers) -> bytes:
    """The head of a request as the server's pages send it."""
    host = f"127.0.0.1:{server.port}"
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", "Content-Type: application/json"]
    lines += [f"X-Moon-Token: {server.token}"] if token else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def status(connection: socket.socket) -> int:
    """The status of the answer that comes first."""
    return int(connection.makefile("rb").readline().split()[1])


def seconds_until_closed(connection: socket.socket, drip: bytes = b"") -> float:
    """How long the server keeps a connection, while one byte after the other is sent."""
    begun = time.monotonic()
    connection.settimeout(0.05)
    while time.monotonic() - begun < PATIENCE:
        try:
            if drip:
                connection.sendall(drip)
            if not connection.recv(1 << 16):
                break
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - begun


def test_silent_connections_do_not_keep_the_owner_out():
    with served() as server, ExitStack() as open_ones:

        def open_silent(count):
            for place in range(count):
                connection = open_ones.enter_context(connect(server))
                if place % 2:
                    connection.sendall(b"GET / HTTP/1.1\r\nHost: ")

        def is_welcome(owner):
            owner.request("GET", "/", headers={"X-Moon-Token": server.token})
            with owner.getresponse() as answer:
                return answer.status == 200 and b"Play a game" in answer.read()

        open_silent(300)
        owners = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE) for _ in range(6)]
        for owner in owners:
            open_ones.callback(owner.close)
            assert is_welcome(owner)
        sockets = [owner.sock for owner in owners]
        open_silent(100)
        assert all(map(is_welcome, owners))
        assert [owner.sock for owner in owners] == sockets  # they have shown the token: their places are kept


@pytest.mark.parametrize("drip", [b"", b"a"], ids=["silent", "byte by byte"])
@pytest.mark.parametrize(
    "begin",
    [
        lambda server: b"",
        lambda server: b"GET / HTTP/1.1\r\nX-Slow: ",
        lambda server: request(server, "POST", "/api/tables", Content_Length=60_000),
        lambda server: request(server, "POST", "/api/resume", Content_Length=900_000) + b"{",
        lambda server: request(server, "GET", "/", Content_Length=60_000),
    ],
    ids=["nothing", "headers", "body", "save", "body that no page reads"],
)
def test_slow_requests_are_given_up(server, begin, drip, caplog):
    with caplog.at_level(logging.WARNING), connect(server) as connection:
        connection.sendall(begin(server))
        assert seconds_until_closed(connection, drip) < 8 * SOON
        with connect(server) as owner:
            owner.sendall(request(server))
            assert status(owner) == 200
    assert not caplog.records and len(server.tables) == 0


def test_a_connection_that_asks_again_later_is_closed(server):
    with connect(server) as connection:
        connection.sendall(request(server, path="/static/page.css"))
        assert seconds_until_closed(connection) < 8 * SOON


def test_a_refused_connection_is_closed_at_once(server, monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_FOR_A_REQUEST", 600.0)
    with connect(server) as connection:
        connection.sendall(request(server, token=False))
        assert b"403" in connection.recv(1 << 16)
        assert seconds_until_closed(connection) < SOON


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: " + b"x" * 100_000,
        b"GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
)
def test_nonsense_is_closed_without_a_word_in_the_terminal(server, data, capfd):
    with connect(server) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(data)
        assert seconds_until_closed(connection) < 8 * SOON
    assert capfd.readouterr().err == ""


def test_nonsense_after_the_token(server, capfd):
    head = request(server, "POST", "/api/tables", Transfer_Encoding="chunked")
    for data in (b"nonsense\r\n", b"5\r\n{}{}{}{}\r\n", b"2\r\n{}\r\n0\r\n\r\nmore nonsense\r\n\r\n"):
        with connect(server) as connection:
            connection.sendall(head + data)
            seconds_until_closed(connection)
    assert capfd.readouterr().err == ""


def test_a_save_of_the_largest_size_comes_through(server):
    body = json.dumps({"save": base64.b64encode(bytes(700_000)).decode()}).encode()
    with connect(server) as connection:
        connection.sendall(request(server, "POST", "/api/resume", Content_Length=len(body)) + body)
        assert status(connection) == 400
