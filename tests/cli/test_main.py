"""The frame of the command line: help, version, refusals, interruption, pipes, the installed script."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

import moon_envs
from moon_envs.cli import list_games
from moon_envs.cli.main import main
from tests.unix import needs_unix

SCRIPT = Path(sysconfig.get_path("scripts")) / "moon-envs"
COMMANDS = ("list", "show", "selfplay", "arena", "campaign", "play", "bench", "warmup", "doctor", "completion")


def test_version(run):
    assert run("--version") == (0, f"moon-envs {moon_envs.__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(run, command):
    ran = run(f"{command} --help")
    assert ran.code == 0 and ran.err == ""
    assert f"usage: moon-envs {command}" in ran.out and f"examples:\n  moon-envs {command}" in ran.out


def test_help_lists_every_command(run):
    ran = run("--help")
    assert ran.code == 0
    assert all(f"\n    {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("", "COMMAND"),
        ("fly", "selfplay"),
        ("selfplay", "GAME"),
        ("selfplay chess", "launch"),
        ("selfplay launch --players 9", "allowed: 1, 2, 3, 4, 5, 6"),
        ("selfplay launch --players two", "two"),
        ("selfplay launch --players 1 --opponent 0", "1 to 8"),
        ("selfplay launch --players 1 --opponent hard", "hard"),
        ("selfplay launch --players 2 --opponent 3", "solo"),
        ("selfplay launch --option weather=1", "weather"),
        ("selfplay launch --option missions", "name=value"),
        ("selfplay launch --option missions=1,2,3", "missions"),
        ("selfplay launch --players 1 --opponent 2 --option opponent=2", "twice"),
        ("selfplay launch --option players=3", "--players"),
        ("selfplay launch --option self=3", "unexpected keyword argument 'self'"),
        ("selfplay launch --option game=3", "unexpected keyword argument 'game'"),
        ("selfplay launch --option seed=3", "unexpected keyword argument 'seed'"),
        ("selfplay launch --option missions=inf,1,2", "missions=(inf, 1, 2) is not allowed"),
        ("selfplay launch --option missions=nan,nan,nan", "missions="),
        ("selfplay launch --option missions=64.0,66,68", "missions="),
        ("selfplay launch --players 1 --opponent inf", "opponent=inf"),
        ("selfplay mlem --option ufo=1", "ufo=1 is not allowed; allowed: True or False"),
        ("play launch --option players=3", "--players"),
        ("selfplay launch --games 0", "1 or more"),
        ("selfplay launch --games many", "many"),
        ("selfplay launch --seed -1", "0 or more"),
        ("selfplay launch --threads 0", "1 to 1024"),
        ("selfplay launch --batch 0", "--batch"),
        ("selfplay launch --speed 3", "--speed"),
        ("list launch", "launch"),
        ("play chess", "chess"),
        ("play launch --players 9", "players=9"),
        ("play launch --seat 2", "0 to 1"),
        ("play launch --seat -1", "0 to 1"),
        ("play launch --resume no/such/file", "No such file"),
        ("bench chess", "chess"),
        ("bench --players 9", "players=9"),
        ("bench --seconds 0", "--seconds"),
        ("bench --seconds nan", "--seconds"),
        ("bench --threads 1,x", "'x'"),
        ("warmup chess", "chess"),
        ("doctor --fix", "--fix"),
        ("show", "GAME"),
        ("show chess", "allowed: launch"),
        ("show launch fly", "rules"),
        ("show launch features --players 9", "allowed: 1, 2, 3, 4, 5, 6"),
        ("show launch actions --players 2", "--players is for features"),
        ("--import", "--import: expected one argument"),
        ("--import no_such_module list", "--import no_such_module: ModuleNotFoundError"),
        ("--import ../game.py list", "allowed: a module name"),
    ],
)
def test_wrong_input_is_one_line_and_code_2(fails, command, word):
    assert word in fails(command)


def test_line_breaks_in_a_message_are_joined(fails):
    fails(["selfplay", "no\nsuch\ngame"])


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 141, ""),
        (OSError(28, "No space left on device"), 2, "moon-envs: No space left on device\n"),
        (PermissionError(13, "Permission denied", "cache"), 2, "moon-envs: cache: Permission denied\n"),
        (moon_envs.CompilationError("no compiler"), 2, "moon-envs: no compiler\n"),
        (MemoryError(), 2, "moon-envs: not enough memory; use fewer games at once.\n"),
    ],
)
def test_failures_inside_a_command(run, monkeypatch, error, code, message):
    def fail(arguments):
        raise error

    monkeypatch.setattr(list_games, "run", fail)
    assert run("list") == (code, "", message)


def test_a_bug_is_not_hidden(run, monkeypatch):
    monkeypatch.setattr(list_games, "run", lambda arguments: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        run("list")


def test_importing_the_command_line_is_cheap():
    code = "import sys, moon_envs.cli.main; print([m for m in ('numba', 'llvmlite', 'rich') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


@pytest.mark.parametrize(
    "program",
    [
        pytest.param([str(SCRIPT)], id="script"),
        pytest.param([sys.executable, "-m", "moon_envs"], id="module", marks=pytest.mark.slow),
    ],
)
def test_installed_program(program):
    good = subprocess.run([*program, "selfplay", "launch", "--games", "20", "--json"], capture_output=True, text=True)
    assert good.returncode == 0 and '"games": 20' in good.stdout
    bad = subprocess.run([*program, "selfplay", "chess"], capture_output=True, text=True)
    assert bad.returncode == 2 and bad.stdout == "" and bad.stderr.count("\n") == 1


@needs_unix
def test_interrupt_ends_with_130_and_no_traceback():
    # A test run in the background of a shell ignores interrupts, and its children would too.
    code = (
        "import signal; from moon_envs.cli.main import main; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "raise SystemExit(main(['play', 'launch', '--seed', '1']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        shown = b""
        while not shown.endswith(b"\n> "):
            byte = process.stdout.read(1)
            assert byte, "the program ended before its first question"
            shown += byte
        time.sleep(0.5)  # an interrupt between the question and the reading of the answer would wait for the answer
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    "command",
    [
        ["list"],
        *(
            pytest.param(command, marks=pytest.mark.slow)
            for command in (["list", "--json"], ["show", "launch"], ["selfplay", "launch", "--games", "10"])
        ),
    ],
)
def test_reader_that_goes_away(command):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run([sys.executable, "-m", "moon_envs", *command], stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)
    assert ended.returncode == 141 and ended.stderr == b""


@pytest.mark.parametrize("command", ["list", "list --json", "show launch", "play launch --seed 1", "selfplay chess"])
def test_closed_streams(monkeypatch, command):
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert main(command.split()) == (2 if "chess" in command else 0)
    for name in ("stdin", "stdout", "stderr"):
        getattr(sys, name).close()
