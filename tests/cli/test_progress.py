"""How far a command has come: a bar in a terminal, a line a minute elsewhere."""

from __future__ import annotations

import io
import json
import time

import pytest

from moon_envs.cli import progress
from moon_envs.cli.progress import Progress
from moon_envs.testing import speed


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def make_terminal(monkeypatch) -> Terminal:
    """Called by the test itself: pytest sets the streams anew between fixtures and tests."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "150")
    return terminal


def test_a_terminal_sees_decisions_before_a_game_is_over(monkeypatch):
    terminal = make_terminal(monkeypatch)
    with Progress("games", 400, "launch") as shown:
        shown.advance(0, 1234)
        time.sleep(0.3)
        assert "launch" in terminal.getvalue() and "0 of 400 games, 1,234 decisions" in terminal.getvalue()
        shown.advance(5, 6)
        shown.say("elsewhere")
        time.sleep(0.3)
        assert "elsewhere" in terminal.getvalue() and "5 of 400 games, 1,240 decisions" in terminal.getvalue()


def test_a_terminal_sees_the_time_while_the_program_is_busy(monkeypatch):
    terminal = make_terminal(monkeypatch)
    with Progress("games", None, "launch") as shown:
        time.sleep(1.2)
        assert "0:00:01" in terminal.getvalue() and "0 games" in terminal.getvalue()
        shown.reach(3, 10)
    assert "3 of 10 games" in terminal.getvalue()


def test_a_pipe_gets_a_line_now_and_then(capsys, monkeypatch):
    monkeypatch.delenv("MOON_ENVS_QUIET", raising=False)
    assert progress.SECONDS_BETWEEN_LINES == 60
    with Progress("games", 400, "launch"):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.05)
    with Progress("games", 400, "launch", done=7) as shown:
        shown.advance(1, 20)
        time.sleep(0.2)
    lines = capsys.readouterr().err.splitlines()
    assert lines and set(lines) == {"moon_envs: launch: 8 of 400 games, 20 decisions, 0 s"}
    monkeypatch.setenv("MOON_ENVS_QUIET", "1")
    with Progress("games", 400, "launch"):
        time.sleep(0.2)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "command",
    [
        "arena launch random agent.py:play --games 8",
        "ladder agent.py:play --game launch --games 2 --mode solo",
        "selfplay launch --players 2 --games 8 --agents agent.py:play",
        "campaign --games 2 --agents agent.py:play",
        "bench launch --seconds 0.2 --threads 1 --batch 8",
    ],
)
def test_every_long_command_tells(run, command, tmp_path, monkeypatch):
    """On the error stream only: what is printed stays JSON."""
    (tmp_path / "agent.py").write_text(
        "import time\n\ndef play(observations, masks):\n    time.sleep(0.002)\n    return masks.argmax(axis=1)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MOON_ENVS_QUIET", raising=False)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.001)
    ran = run(f"{command} --json")
    assert ran.code == 0 and json.loads(ran.out)
    assert " of " in ran.err and all(line.startswith("moon_envs: ") for line in ran.err.splitlines())


def test_an_interrupted_bench_prints_what_was_measured(run, monkeypatch):
    measured = speed.measure_batch

    def measure_two(*arguments, **settings):
        if settings["threads"] == 3:
            raise KeyboardInterrupt
        return measured(*arguments, **settings)

    monkeypatch.setattr(speed, "measure_batch", measure_two)
    ran = run("bench launch --seconds 0.02 --batch 16 --threads 1,2,3 --json")
    report = json.loads(ran.out)
    assert ran.code == 130 and report["interrupted"] and [one["threads"] for one in report["results"]] == [1, 2]
    ran = run("bench launch --seconds 0.02 --batch 16 --threads 1,2,3")
    assert ran.code == 130 and ran.out.endswith("Interrupted after 2 of 3 measurements.\n")
    line = "moon-envs: interrupted before the first measurement ended: nothing to report.\n"
    assert run("bench launch --seconds 0.02 --batch 16 --threads 3") == (130, "", line)
