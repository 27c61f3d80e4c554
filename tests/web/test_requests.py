"""Requests without the token are refused, malformed ones are answered with a sentence, and neither changes a game."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from starlette.testclient import TestClient

from moon_envs.web.limits import MOST_BYTES_OF_A_BODY, MOST_BYTES_OF_A_SAVE
from moon_envs.web.server import Server
from tests.web.conftest import HEADERS, HOST, PORT, TOKEN

PAGES = ("/", "/static/page.css", "/static/pictures.css", "/games/launch/rules", "/api/offers")


def refused(answer, status):
    """The sentence of a refusal."""
    assert answer.status_code == status, answer.text
    sentence = answer.json()["error"]
    assert sentence.endswith((".", "?")) and "Traceback" not in sentence
    return sentence


@pytest.fixture
def stranger(server):
    """Somebody who knows nothing."""
    return TestClient(server.app, base_url=f"http://{HOST}")


@pytest.mark.parametrize("path", [*PAGES, "/nothing"])
@pytest.mark.parametrize("token", [None, "", "wrong", TOKEN[:-1], TOKEN + "x", "ä"])
def test_nothing_without_the_token(stranger, path, token):
    headers = {} if token is None else {"X-Moon-Token": token.encode()}
    assert "token" in refused(stranger.get(path, headers=headers), 403)
    query = {} if token is None else {"token": token}
    assert "token" in refused(stranger.get(path, params=query), 403)


def test_a_wrong_token_beside_the_right_one(stranger):
    refused(stranger.get(f"/?token={TOKEN}&token=wrong"), 403)
    refused(stranger.get(f"/?token={TOKEN}", headers={"X-Moon-Token": "wrong"}), 403)


@pytest.mark.parametrize("path", PAGES)
def test_the_token_opens(stranger, path):
    assert stranger.get(path, params={"token": TOKEN}).status_code == 200
    assert stranger.get(path, headers={"X-Moon-Token": TOKEN}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", f"127.0.0.1.evil:{PORT}", ""]
)
def test_other_hosts_are_refused(stranger, host):
    assert "127.0.0.1" in refused(stranger.get("/", headers={**HEADERS, "Host": host}), 403)


def test_localhost_is_this_machine_too(stranger):
    host = f"localhost:{PORT}"
    body = {"game": "launch", "players": 2}
    headers = {"X-Moon-Token": TOKEN, "Host": host}
    assert stranger.get("/", headers=headers).status_code == 200
    refused(stranger.post("/api/tables", json=body, headers={**headers, "Origin": f"http://{HOST}"}), 403)
    answer = stranger.post("/api/tables", json=body, headers={**headers, "Origin": f"http://{host}"})
    assert answer.status_code == 201


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", f"https://{HOST}", f"http://{HOST}0", ""])
def test_other_origins_are_refused(stranger, server, origin):
    headers = {"X-Moon-Token": TOKEN} | ({} if origin is None else {"Origin": origin})
    answer = stranger.post("/api/tables", json={"game": "launch", "players": 2}, headers=headers)
    assert "page of this server" in refused(answer, 403)
    assert len(server.tables) == 0


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_only_json(stranger, server, kind):
    """What a form of another page could send without asking the browser's permission."""
    headers = {**HEADERS} | ({} if kind is None else {"Content-Type": kind})
    data = json.dumps({"game": "launch", "players": 2}).encode()
    assert "JSON" in refused(stranger.post("/api/tables", content=data, headers=headers), 400)
    assert len(server.tables) == 0


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[1]", b"3", b'{"game": NaN}', b"[" * 60_000])
def test_what_is_not_a_json_object(page, data):
    answer = page.client.post("/api/tables", content=data, headers={"Content-Type": "application/json"})
    assert "JSON" in refused(answer, 400)
    assert len(page.server.tables) == 0


@pytest.mark.parametrize(
    ("path", "most"), [("/api/tables", MOST_BYTES_OF_A_BODY), ("/api/resume", MOST_BYTES_OF_A_SAVE)]
)
def test_what_is_too_large(page, path, most):
    headers = {"Content-Type": "application/json"}
    assert "too large" in refused(page.client.post(path, content=b" " * (most + 1), headers=headers), 413)
    assert "not JSON" in refused(page.client.post(path, content=b" " * most, headers=headers), 400)


def test_a_body_that_does_not_say_how_long_it_is(page):
    chunks = (b" " * 1024 for _ in range(1024))
    answer = page.client.post("/api/tables", content=chunks, headers={"Content-Type": "application/json"})
    assert "too large" in refused(answer, 413)


@pytest.mark.parametrize(
    "path", ["/nothing", "/static/nothing.css", "/static/start.html", "/games/nothing/rules", "/games/launch/nothing"]
)
def test_unknown_pages(page, path):
    refused(page.client.get(path), 404)


def test_files_outside_are_not_served(page):
    for name in ("../pages.py", "..%2fpages.py", "%2e%2e/pages.py", "/etc/passwd"):
        assert page.client.get(f"/static/{name}").status_code == 404


def test_unknown_methods(page):
    refused(page.client.get("/api/tables"), 405)
    refused(page.client.delete("/", headers={"Content-Type": "application/json"}), 405)


def test_every_answer_has_the_headers(page, stranger):
    for answer in (page.client.get("/"), page.client.get("/nothing"), stranger.get("/")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-frame-options"] == "DENY"


def test_tokens_are_random_and_long():
    one, two = Server(PORT).token, Server(PORT).token
    assert one != two and len(one) >= 32


def test_a_failure_is_told_without_its_details(page, monkeypatch):
    monkeypatch.setattr("moon_envs.web.opening.offers", lambda: 1 / 0)
    assert "division" not in refused(page.client.get("/api/offers"), 500)
