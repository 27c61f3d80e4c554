"""What a command may replace: a file of the same kind, another one with --force, never what it reads."""

from __future__ import annotations

import os
import sys

import pytest

from moon_envs.arena import run_arena, write_report
from moon_envs.base.errors import ConfigurationError, MoonEnvsError, SessionError
from moon_envs.base.files import outputs
from moon_envs.base.files.disk import write_file
from moon_envs.cli.main import main
from moon_envs.play.opening import new_session
from tests.networks.random_weights import random_file
from tests.replays.games import random_recording
from tests.unix import needs_unix

pytestmark = needs_unix  # half of what is tested here are links

POLICY = "import numpy as np\n\n\ndef act(observations, masks):\n    return np.argmax(masks, axis=1)\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").write_bytes(random_recording("launch", length=4, players=2).to_bytes())
    (tmp_path / "policy.py").write_text(POLICY)
    (tmp_path / "notes.md").write_text("my own words")
    os.symlink("notes.md", "link.md")
    return tmp_path


REPLAY = ("replay game.json --views 0 --html", "page.html")
COMMANDS = {
    "replay": REPLAY,
    "report": ("arena launch random policy.py:act --games 2 --report", "report.md"),
    "save": ("arena launch random policy.py:act --games 2 --save", "run.json"),
    "ladder": ("ladder policy.py:act --game launch --games 1 --report", "ladder.md"),
    "ladder save": ("ladder policy.py:act --game launch --games 1 --save", "ladder.json"),
}


@pytest.mark.parametrize(("command", "name"), COMMANDS.values(), ids=COMMANDS)
def test_only_files_of_ours_are_replaced(command, name, here, capsys):
    assert main([*command.split(), name]) == 0
    again = [*command.split(), name]
    assert main([*again, "--resume", name] if "--save" in command else again) == 0
    for other in ("notes.md", "link.md"):
        capsys.readouterr()
        assert main([*command.split(), other]) == 2
        error = capsys.readouterr().err
        assert f"{other} exists and is not" in error and "or replace it with --force" in error
        assert (here / "notes.md").read_text() == "my own words"
    assert main([*command.split(), "link.md", "--force"]) == 0
    assert (here / "link.md").is_symlink() and "my own words" not in (here / "notes.md").read_text()


@pytest.mark.parametrize(("command", "name"), COMMANDS.values(), ids=COMMANDS)
def test_what_is_read_is_never_replaced(command, name, here, capsys):
    read = here / ("game.json" if command.startswith("replay") else "policy.py")
    before = read.read_bytes()
    os.link(read, here / "hard.md")
    os.symlink(read.name, here / "soft.md")
    names = [read.name, "hard.md", "soft.md", f"../{here.name}/{read.name}"]
    for other in names if "arena" not in command or "--save" in command else names[1:3]:
        capsys.readouterr()
        assert main([*command.split(), other, "--force"]) == 2
        assert "is read by this command, and is never replaced" in capsys.readouterr().err
        assert read.read_bytes() == before


def test_networks_and_folders_that_are_read(here, capsys):
    network = random_file(here, "launch", False)
    before = network.read_bytes()
    os.symlink(network.name, "network.md")
    for command in (
        f"ladder {network.name} --game launch --mode several --report {network.name} --force",
        f"arena launch random mcts:2+{network.name} --games 2 --save {network.name} --force",
        f"arena launch random {network.name} --games 2 --report network.md --force",
        f"arena launch random {network.name}:0.5 --games 2 --save {network.name} --force",
    ):
        capsys.readouterr()
        assert main(command.split()) == 2
        assert "is read by this command" in capsys.readouterr().err and network.read_bytes() == before
    assert main("selfplay launch --games 2 --record games --json".split()) == 0
    file = next((here / "games").iterdir())
    before = file.read_bytes()
    assert main(["replay", "games", "--html", str(file), "--force"]) == 2 and file.read_bytes() == before
    assert main("selfplay launch --games 2 --record games --json".split()) == 2 and file.read_bytes() == before


def test_a_page_over_other_files_of_ours(here, capsys):
    """A recording, a run and a save are files of this package, but a page must not replace them."""
    assert main("arena launch random greedy --games 2 --save run.json".split()) == 0
    new_session("launch", seed=1).save(here / "evening.moon")
    (here / "other.json").write_bytes(random_recording("launch", length=3, players=2).to_bytes())
    for name in ("run.json", "evening.moon", "other.json"):
        before = (here / name).read_bytes()
        assert main([*REPLAY[0].split(), name]) == 2 and (here / name).read_bytes() == before


def test_it_is_checked_before_the_work_begins(here, monkeypatch):
    monkeypatch.setattr("moon_envs.arena.arena.Arena._play", None)
    monkeypatch.setattr("moon_envs.arena.ladder.Climb.climb", None)
    monkeypatch.setattr("moon_envs.records.recording.Recording.to_html", None)
    for command, _ in COMMANDS.values():
        assert main([*command.split(), "notes.md"]) == 2


def test_it_is_checked_again_when_it_is_written(here, monkeypatch):
    """A file that appears while a page is drawn is not replaced."""

    def drawn(*arguments, **settings):
        (here / "page.html").write_text("just written")
        return "<html>"

    monkeypatch.setattr("moon_envs.records.recording.Recording.to_html", drawn)
    assert main([*REPLAY[0].split(), "page.html"]) == 2 and (here / "page.html").read_text() == "just written"


def test_the_programs_of_benchmarks(here, monkeypatch, capsys):
    from benchmarks import search

    monkeypatch.setattr(search, "measure", None, raising=False)
    monkeypatch.setattr(sys, "argv", ["search", "launch", "--json", "notes.md"])
    with pytest.raises(SystemExit):
        search.main()
    error = capsys.readouterr().err
    assert "notes.md exists and is not the numbers of a benchmark; choose another name, or replace it with --f" in error
    assert (here / "notes.md").read_text() == "my own words"


def test_functions_that_write(here):
    result = run_arena("launch", ["random", "greedy"], games=2)
    with pytest.raises(ConfigurationError, match="is not the report of an arena"):
        write_report(result, here / "notes.md")
    write_report(result, here / "notes.md", force=True)
    write_report(result, here / "notes.md")
    with pytest.raises(ConfigurationError, match="is not the file of this run"):
        run_arena("launch", ["random", "greedy"], games=2, save=here / "game.json")
    session = new_session("launch", seed=1)
    with pytest.raises(SessionError, match="exists and is not a saved game"):
        session.save(here / "policy.py")
    with pytest.raises(SessionError, match="exists and is not a recording of launch"):
        session.save_recording(here / "policy.py")
    session.save_recording(here / "game.json")


def test_a_read_only_file(here, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(MoonEnvsError, match="notes.md: cannot be written: it is read-only"):
        outputs.check_output(here / "notes.md", "a page", lambda path: True, force=True)


def test_a_write_that_fails_leaves_what_was_there(here):
    def refuse(path):
        assert path.read_bytes() == b"new"
        raise ValueError("cannot be read")

    with pytest.raises(ValueError, match="cannot be read"):
        write_file(here / "link.md", b"new", refuse)
    assert (here / "notes.md").read_text() == "my own words" and not list(here.glob("*.partial"))
    write_file(here / "link.md", b"new", lambda path: None)
    assert (here / "notes.md").read_bytes() == b"new" and (here / "link.md").is_symlink()
