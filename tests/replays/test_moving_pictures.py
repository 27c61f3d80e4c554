"""The moving pictures of the documentation: one for each environment, small, and made by one command."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

import moon_envs
from moon_envs.replays.film import is_film

PROGRAM = Path(__file__).parents[2] / "docs" / "moving_pictures.py"


@pytest.fixture
def program():
    return runpy.run_path(str(PROGRAM))


def test_every_environment_has_a_small_picture(program):
    assert sorted(program["GAMES"]) == sorted(moon_envs.game_ids())
    wanted = {f"{id_}.svg" for id_ in program["GAMES"]} | {f"{id_}_tall.svg" for id_ in program["ALSO_TALL"]}
    pictures = sorted(program["FOLDER"].glob("*.svg"))
    assert {path.name for path in pictures} == wanted
    for path in pictures:
        assert is_film("svg")(path) and path.stat().st_size <= program["MOST_BYTES"] == 250_000
    small = sorted(program["FOLDER"].glob("*.png"))
    assert [path.stem for path in small] == sorted(moon_envs.game_ids())
    assert all(path.stat().st_size <= 40_000 for path in small)


def test_the_command_makes_them(program, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(sys, "argv", [str(PROGRAM), "--only", "launch", "--folder", str(tmp_path / "new")])
    program["main"]()
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"launch.svg", "launch_tall.svg", "launch.png"}
    assert all(map(is_film("svg"), (tmp_path / "new").glob("*.svg")))
    told = capsys.readouterr().out
    assert told.startswith(f"launch: seed {program['GAMES']['launch'].seed}, points [") and told.count(" frames") == 2
