"""`moon-envs show` says what a game is, and `--import` brings games of one's own into every command."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import moon_envs
from tests.core.own_games import REGISTERING_MODULE, run_python, write_package


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_overview(run, id_):
    game = moon_envs.game(id_)
    ran = run(f"show {id_}")
    assert ran.code == 0 and ran.err == "" and ran.out.startswith(f"{game.title}\n{game.summary}\n")
    assert game.actions.summary() in ran.out and str(game.features) in ran.out
    assert all(option.name in ran.out and option.meaning in ran.out for option in game.options)
    assert f"moon_envs/{game.class_name}-v{game.version}" in ran.out and game.source in ran.out


def test_rules(run):
    ran = run("show launch rules")
    own, shared = (page.read_text(encoding="utf-8") for page in moon_envs.game("launch").rules_pages)
    assert ran.code == 0 and ran.out.startswith("# Launch") and "# Welcome to the Moon: the rules all" in ran.out
    assert ran.out == f"{own.strip()}\n\n{shared.strip()}\n"
    assert run("show mlem rules").out == moon_envs.game("mlem").documentation.read_text(encoding="utf-8")


@pytest.mark.slow
def test_rules_on_a_terminal_that_knows_few_signs():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    for id_ in moon_envs.game_ids():
        command = [sys.executable, "-m", "moon_envs", "show", id_, "rules"]
        ran = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert ran.returncode == 0 and ran.stderr == b"" and ran.stdout.isascii()


def test_actions(run):
    ran = run("show mlem actions")
    assert ran == (0, f"{moon_envs.game('mlem').actions}\n", "")


def test_features(run):
    features = moon_envs.game("mlem").features
    assert run("show mlem features").out == f"{features}\n"
    assert run("show mlem features --players 3").out == f"{features.describe(3)}\n"
    assert features.describe(3) in run("show mlem --players 3").out


def test_options(run):
    lines = run("show mlem options").out.splitlines()
    assert [line.split()[0] for line in lines] == ["option", "players", "ufo", "explorations", "secret_missions"]
    assert "1 is the solo mode" in run("show launch options").out and "solo" not in lines[1]


@pytest.mark.parametrize("what", ["overview", "rules", "actions", "features", "options"])
def test_plain_text_without_trailing_blanks(run, what):
    out = run(f"show launch {what}").out
    assert "\x1b" not in out and "\r" not in out and out.endswith("\n") and not out.endswith("\n\n")
    assert what == "rules" or all(line == line.rstrip() for line in out.splitlines())


# Games of one's own


def command_line(*arguments, folder):
    return run_python("-m", "moon_envs", *arguments, folder=folder, quiet=True)


@pytest.mark.slow
def test_an_imported_game_is_known_to_every_command(tmp_path):
    (tmp_path / "own_crater.py").write_text(REGISTERING_MODULE, encoding="utf-8")
    for arguments, words in (
        (["list"], "moon_envs/Crater-v0"),
        (["list"], "moon_envs.pettingzoo.env('crater')"),
        (["show", "crater"], "Bid for craters"),
        (["show", "crater", "rules"], "# Crater: the rules"),
        (["selfplay", "crater", "--games", "50", "--threads", "1", "--json"], '"games": 50'),
        (["warmup", "crater"], "crater"),
    ):
        ran = command_line("--import", "own_crater", *arguments, folder=tmp_path)
        assert ran.returncode == 0 and ran.stderr == "" and words in ran.stdout, arguments
    unknown = command_line("show", "crater", folder=tmp_path)
    assert unknown.returncode == 2 and "There is no game 'crater'" in unknown.stderr


def test_a_module_in_the_present_folder_is_found_by_the_script(tmp_path):
    (tmp_path / "own_crater.py").write_text(REGISTERING_MODULE, encoding="utf-8")
    script = os.path.join(os.path.dirname(sys.executable), "moon-envs")
    command = [script, "--import", "own_crater", "show", "crater", "actions"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and ran.stderr == "" and "bid 3 fuel" in ran.stdout


def test_a_person_plays_an_imported_game(tmp_path):
    (tmp_path / "own_crater.py").write_text(REGISTERING_MODULE, encoding="utf-8")
    command = [sys.executable, "-m", "moon_envs", "--import", "own_crater", "play", "crater", "--seed", "1"]
    environment = {**os.environ, "MOON_ENVS_QUIET": "1"}
    ran = subprocess.run(
        command, cwd=tmp_path, env=environment, input="1\n" * 4, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0 and ran.stderr == "" and "Result: " in ran.stdout


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        ("import no_such_module\n", "--import own_crater: ModuleNotFoundError: No module named 'no_such_module'"),
        ("1 / 0\n", "--import own_crater: ZeroDivisionError: division by zero"),
        ("def (\n", "--import own_crater: SyntaxError"),
        ("import moon_envs\nmoon_envs.register_game(7)\n", "register_game needs a moon_envs.Game, not 7."),
    ],
)
def test_a_module_that_cannot_be_imported_is_one_line(tmp_path, contents, words):
    (tmp_path / "own_crater.py").write_text(contents, encoding="utf-8")
    ran = command_line("--import", "own_crater", "list", folder=tmp_path)
    assert ran.returncode == 2 and ran.stdout == "" and ran.stderr.count("\n") == 1 and words in ran.stderr


@pytest.mark.slow
def test_an_installed_game_is_known_without_an_import(tmp_path):
    entry_points = {"crater": "moon_envs.testing.crater.game:GAME"}
    write_package(tmp_path, "crater_package", entry_points, "")
    assert "Bid for craters" in command_line("show", "crater", folder=tmp_path).stdout
    assert "moon_envs/Crater-v0" in command_line("list", folder=tmp_path).stdout
