"""`moon-envs web`: prints its address, answers on this machine only, and says what is missing."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

import moon_envs
from moon_envs.cli.main import main

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.web.server import listen
from tests.unix import needs_unix


@pytest.fixture
def started():
    """The command as a user starts it, and the line that it prints."""
    command = [sys.executable, "-m", "moon_envs", "web"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process, process.stdout.readline()
        process.kill()


@needs_unix
def test_the_address_that_is_printed(started):
    process, line = started
    address, port, token = re.fullmatch(r"Play at (http://127\.0\.0\.1:(\d+)/\?token=([\w-]{32,}))\n", line).groups()
    with urllib.request.urlopen(address, timeout=30) as answer:
        assert b"Play a game about the Moon" in answer.read() and "server" not in answer.headers
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and err == "" and token not in out


THINKS_FOR_LONG = """
from concurrent.futures import ThreadPoolExecutor
import time
from moon_envs.agents import register_agent

def think(observation, mask):
    ThreadPoolExecutor(1).submit(time.sleep, 30).result()  # a thread that Python waits for, as a search has it

register_agent("thinks for long", think)
"""


@needs_unix
@pytest.mark.slow
def test_an_interrupt_ends_it_soon_while_an_agent_thinks_and_a_guest_is_silent(tmp_path):
    moon_envs.Batch("launch", 1)  # compiled here, the command need not announce it
    (tmp_path / "slow_thinker.py").write_text(THINKS_FOR_LONG)
    command = [sys.executable, "-m", "moon_envs", "--import", "slow_thinker", "web"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process,
        socket.socket() as guest,
    ):
        try:
            host, token = re.fullmatch(r"Play at (http://\S+)/\?token=(\S+)\n", process.stdout.readline()).groups()
            guest.connect(("127.0.0.1", int(host.rpartition(":")[2])))
            guest.sendall(b"GET / HTTP/1.1\r\n")
            wish = {"game": "launch", "players": 2, "seat": 1, "agents": ["thinks for long", None]}
            headers = {"X-Moon-Token": token, "Origin": host, "Content-Type": "application/json"}
            asked = urllib.request.Request(f"{host}/api/tables", json.dumps(wish).encode(), headers)
            with urllib.request.urlopen(asked, timeout=300) as answer:
                assert answer.status == 201
            begun = time.monotonic()
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
            assert time.monotonic() - begun < 10 and process.returncode == 130 and err == ""
        finally:
            process.kill()


def test_this_machine_only():
    with listen(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"


def test_a_port_that_is_taken(capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["web", "--port", str(port)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"moon-envs: --port {port}: ") and error.count("\n") == 1


@pytest.mark.parametrize("port", ["-1", "65536", "x"])
def test_a_port_that_is_none(capsys, port):
    assert main(["web", "--port", port]) == 2
    assert "0 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("package", ["starlette", "uvicorn", "markdown_it"])
def test_without_the_extra(capsys, monkeypatch, package):
    for name in [name for name in sys.modules if name.startswith("moon_envs.web")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("moon_envs.web")
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["web"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and 'pip install "moon_envs[web]"' in error and package in error


def test_importing_the_commands_does_not_import_the_server():
    program = "import sys, moon_envs.cli.main; assert not {'starlette', 'uvicorn', 'markdown_it'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
