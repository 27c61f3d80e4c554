"""Running the command line inside the test process: compiled code is loaded once."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

import moon_envs
from moon_envs.cli.main import main
from moon_envs.engine.loading import look_engine, network_engine, network_search_engine, pixels_engine
from tests.base.messages import faults_of


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(scope="session", autouse=True)
def compiled_games():
    """Compile before anything looks at the error stream, where compiling announces itself."""
    moon_envs.Batch("launch", 1)
    moon_envs.Search("launch", 2, 1)
    network_engine(), network_search_engine(), look_engine(), pixels_engine()


@pytest.fixture
def run(capsys, monkeypatch) -> Callable[..., Ran]:
    """Run a command line: run("play launch --seed 1", stdin="1\\n")."""

    def run_command(command: str | list[str], stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main(command.split() if isinstance(command, str) else command)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run_command


@pytest.fixture
def fails(run) -> Callable[..., str]:
    """Run a command line that must be refused: one line on the error stream, exit code 2, nothing else."""

    def run_refused(command: str | list[str], stdin: str = "") -> str:
        ran = run(command, stdin)
        assert ran.code == 2, ran
        assert ran.out == ""
        assert ran.err.startswith("moon-envs: ") and ran.err.endswith("\n") and ran.err.count("\n") == 1, ran.err
        assert not faults_of(ran.err), ran.err
        return ran.err

    return run_refused
