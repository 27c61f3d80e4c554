"""A server without a socket, one with a socket, and clients that behave like its pages."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

PORT, TOKEN = 8123, "the-right-token"
HOST = f"127.0.0.1:{PORT}"
HEADERS = {"X-Moon-Token": TOKEN, "Origin": f"http://{HOST}"}


class Page:
    """What a tab does: it asks, and waits while others think."""

    def __init__(self, server: Any):
        from starlette.testclient import TestClient

        self.server = server
        self.client = TestClient(server.app, base_url=f"http://{HOST}", headers=HEADERS, raise_server_exceptions=False)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(path, json=body)

    def open(self, game: str = "launch", players: int = 2, **settings: Any) -> str:
        """A new table, with the same cards every time."""
        answer = self.post("/api/tables", game=game, players=players, **{"seed": 4, **settings})
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def look(self, id_: str) -> dict[str, Any]:
        """The table, once no agent is thinking."""
        for _ in range(600):
            view = self.client.get(f"/api/tables/{id_}").json()
            if view["status"] != "thinking":
                return view
            time.sleep(0.05)
        raise AssertionError("the agents do not come to an end")

    def decide(self, id_: str, place: int = 0) -> dict[str, Any]:
        """Choose one of the legal actions by its place in the list."""
        view = self.look(id_)
        actions = view["actions"]
        action = actions[place % len(actions)]["action"]
        answer = self.post(f"/api/tables/{id_}/decide", seen=view["changes"], action=action)
        assert answer.status_code == 200, answer.text
        return self.look(id_)


@pytest.fixture(autouse=True)
def no_registered_agents(monkeypatch) -> None:
    """Other tests do not see the agents that are registered here."""
    monkeypatch.setattr("moon_envs.agents.names._REGISTERED", {})


@pytest.fixture
def server() -> Any:
    from moon_envs.web.server import Server

    return Server(PORT, TOKEN)


@pytest.fixture
def page(server) -> Page:
    return Page(server)


@contextmanager
def served(keeper: Any = None) -> Iterator[Any]:
    """A server on a free port of this machine, in a thread; a keeper saves its games."""
    from moon_envs.web.server import Runner, Server, listen

    with listen(0) as listener:
        made = Server(listener.getsockname()[1], keeper=keeper)
        running = Runner(made)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
        thread.start()
        while not running.started:
            time.sleep(0.01)
        try:
            yield made
        finally:
            running.should_exit = True
            thread.join()
