"""The server: it maps addresses to pages and requests, and listens on 127.0.0.1 only."""

from __future__ import annotations

import json
import os
import secrets
import socket
import threading
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from moon_envs.base.checks import check_flag, check_whole_number
from moon_envs.base.errors import EXIT_INTERRUPTED, MoonEnvsError
from moon_envs.web import limits, opening, pages
from moon_envs.web.connections import Connection
from moon_envs.web.hosted_games import Table, Tables
from moon_envs.web.keeping import Keeper
from moon_envs.web.requests import Door, Refused, check_fields, read_body

HOST = "127.0.0.1"
BYTES_OF_THE_TOKEN = 24

# The replay is a page of its own with its script inside. It may run that, and nothing else: it cannot ask us anything.
REPLAY_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads"
)


class Server:
    """The web application: the games in progress and their addresses.

    Args:
        port: where it listens, which requests have to name.
        token: what requests have to know; None for a random one.
        keeper: saves the games for the next server; None saves nothing.

    Attributes:
        app: the application, for uvicorn or a test.
    """

    def __init__(self, port: int, token: str | None = None, keeper: Keeper | None = None):
        self.port = port
        self.token = secrets.token_urlsafe(BYTES_OF_THE_TOKEN) if token is None else token
        self.tables = Tables(keeper)
        routes = [
            Route("/", self._start_page),
            Route("/static/{name}", self._static_file),
            Route("/games/{game}/{what}", self._game_page),
            Route("/tables/{id}", self._table_page),
            Route("/tables/{id}/replay", self._replay_page),
            Route("/tables/{id}/save", self._save),
            Route("/api/offers", self._offers),
            Route("/api/tables", self._open_new, methods=["POST"]),
            Route("/api/resume", self._open_saved, methods=["POST"]),
            Route("/api/kept", self._kept),
            Route("/api/kept/{id}/{what}", self._change_kept, methods=["POST"]),
            Route("/api/tables/{id}", self._look),
            Route("/api/tables/{id}/again", self._open_again, methods=["POST"]),
            Route("/api/tables/{id}/{what}", self._change, methods=["POST"]),
        ]
        handlers: dict[Any, Any] = {
            Refused: lambda request, error: error.response(),
            ClientDisconnect: lambda request, error: Refused("The body did not come in time.", 408).response(),
            MoonEnvsError: lambda request, error: Refused(_sentence(error)).response(),
            HTTPException: lambda request, error: Refused(f"{error.detail}.", error.status_code).response(),
            Exception: lambda request, error: Refused("The server failed; its terminal says more.", 500).response(),
        }
        self.app = Door(Starlette(routes=routes, exception_handlers=handlers), self.token, port)

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://{HOST}:{self.port}/?token={self.token}"

    # Pages

    async def _start_page(self, request: Request) -> Response:
        return HTMLResponse(pages.start_page(self.token))

    async def _static_file(self, request: Request) -> Response:
        data, kind = await run_in_threadpool(pages.static_file, request.path_params["name"])
        return Response(data, media_type=kind)

    async def _game_page(self, request: Request) -> Response:
        game = opening.find_game(request.path_params["game"])
        page = await run_in_threadpool(pages.game_page, game, request.path_params["what"], self.token)
        return HTMLResponse(page)

    async def _table_page(self, request: Request) -> Response:
        return HTMLResponse(pages.table_page(self.token, self._table(request).title))

    async def _replay_page(self, request: Request) -> Response:
        page = await run_in_threadpool(self._table(request).replay)
        return HTMLResponse(page, headers={"Content-Security-Policy": REPLAY_POLICY})

    async def _save(self, request: Request) -> Response:
        name, data = await run_in_threadpool(self._table(request).save)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="application/octet-stream", headers=headers)

    # What pages ask for

    async def _offers(self, request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(opening.offers))

    async def _open_new(self, request: Request) -> Response:
        body = await read_body(request)
        return await self._opened(lambda: opening.open_new(body))

    async def _open_saved(self, request: Request) -> Response:
        body = await read_body(request, limits.MOST_BYTES_OF_A_SAVE)
        return await self._opened(lambda: opening.open_saved(body))

    async def _open_again(self, request: Request) -> Response:
        table = self._table(request)
        check_fields(await read_body(request), ())
        return await self._opened(table.again)

    async def _opened(self, make: Callable[[], Any]) -> Response:
        table = await run_in_threadpool(lambda: self.tables.open(make()))
        return JSONResponse({"id": table.id}, 201)

    async def _kept(self, request: Request) -> Response:
        keeper = self.tables.keeper
        return await run_in_threadpool(lambda: _json({"games": keeper.games(), "fault": keeper.fault}))

    async def _change_kept(self, request: Request) -> Response:
        id_, what = request.path_params["id"], request.path_params["what"]
        check_fields(await read_body(request), ())
        change = {"continue": self._continue, "delete": self._delete}.get(what)
        if change is None:
            raise Refused("There is no such page.", 404)
        return await run_in_threadpool(lambda: _json(change(id_)))

    def _continue(self, id_: str) -> dict[str, Any]:
        if not self.tables.is_open(id_):
            self.tables.open(opening.continued(self.tables.keeper.read(id_)), id_)
        return {"id": id_}

    def _delete(self, id_: str) -> dict[str, Any]:
        self.tables.delete(id_)
        return {}

    async def _look(self, request: Request) -> Response:
        """Answer with the table, or only with the number of changes if the tab has seen them all."""
        table = self._table(request)
        changes = table.changes
        if request.query_params.get("seen") == str(changes):
            return JSONResponse({"changes": changes})
        return await run_in_threadpool(lambda: _json(table.view))

    async def _change(self, request: Request) -> Response:
        what, table = request.path_params["what"], self._table(request)
        body = await read_body(request)
        change = {"decide": _decide, "undo": _undo, "hint": _hint, "try_again": _try_again}.get(what)
        if change is None:
            raise Refused("There is no such page.", 404)
        return await run_in_threadpool(lambda: _json(change(table, body)))

    def _table(self, request: Request) -> Table:
        return self.tables.find(request.path_params["id"])


def _json(value: Any) -> Response:
    """A JSON response, encoded in the calling thread."""
    return Response(json.dumps(value), media_type="application/json")


def _sentence(error: MoonEnvsError) -> str:
    return " ".join(str(error).split())


def _seen(body: dict[str, Any], *more: str) -> int:
    check_fields(body, ("seen", *more))
    return check_whole_number("seen", body["seen"], 0)


def _decide(table: Table, body: dict[str, Any]) -> dict[str, Any]:
    seen = _seen(body, "action")
    return table.decide(seen, check_whole_number("action", body["action"], 0))


def _undo(table: Table, body: dict[str, Any]) -> dict[str, Any]:
    check_fields(body, ("seen",), ("whole_turn",))
    whole_turn = check_flag("whole_turn", body.pop("whole_turn", False))
    return table.undo(_seen(body), whole_turn)


def _hint(table: Table, body: dict[str, Any]) -> dict[str, Any]:
    return table.hint(_seen(body))


def _try_again(table: Table, body: dict[str, Any]) -> dict[str, Any]:
    return table.try_again(_seen(body))


def listen(port: int) -> socket.socket:
    """Open a socket for connections from this machine only; port 0 chooses a free port.

    Raises:
        OSError: the port is taken.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # there it would share a port that another program listens on
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
    except BaseException:
        listener.close()
        raise
    return listener


class Runner(uvicorn.Server):
    """Runs a server on the sockets given to `run`.

    Args:
        server: the server.
        ends_process: whether the process ends soon after a stop, even if threads still run.
    """

    def __init__(self, server: Server, ends_process: bool = False):
        settings = uvicorn.Config(
            server.app,
            http=Connection,
            ws="none",
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            backlog=limits.MOST_NEW_CONNECTIONS_AT_ONCE,
            limit_concurrency=limits.MOST_CONNECTIONS,
            h11_max_incomplete_event_size=limits.MOST_BYTES_OF_HEADERS,
            timeout_keep_alive=limits.SECONDS_BETWEEN_REQUESTS,
        )
        super().__init__(settings)
        self._ends_process = ends_process

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen with a queue longer than the number of connections accepted at once."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(limits.MOST_CONNECTIONS_IN_THE_QUEUE)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish running answers. A process that ends gives up longer work, like a search."""
        if self._ends_process:
            # Python waits for the threads of a search, or of a compilation, before it ends; this timer does not.
            timer = threading.Timer(limits.SECONDS_TO_STOP, os._exit, [EXIT_INTERRUPTED])
            timer.daemon = True
            timer.start()
        await super().shutdown(sockets)


def serve(listener: socket.socket, when_ready: Callable[[Server], None]) -> None:
    """Serve until the process is interrupted; then end it, even if threads still run.

    Args:
        listener: from `listen`.
        when_ready: called with the server once it accepts requests.
    """
    server = Server(listener.getsockname()[1], keeper=Keeper.of_the_user())
    # The first look at all games takes half a second; a browser should not wait for it.
    threading.Thread(target=opening.offers, name="offers", daemon=True).start()
    listener.listen()
    when_ready(server)
    Runner(server, ends_process=True).run(sockets=[listener])
