"""Refusals of every command: one line that says its subject once and ends once."""

from __future__ import annotations

import pytest

import moon_envs
from moon_envs.base.errors import MoonEnvsError
from moon_envs.base.files.disk import check_new_folder, check_writable
from moon_envs.records.datasets import GameWriter
from tests.base.messages import faults_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with things that no command can use."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("something")
    (tmp_path / "empty").mkdir()
    for name in ("bad.npz", "bad.moon", "bad.json"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "full" / "bad.moongames").write_bytes(b"MOONGAME")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("selfplay launch --record full", "moon-envs: full: games are recorded into a new or empty folder; this one"),
        (
            "selfplay launch --record full/file",
            "full/file: games are recorded into a folder; this is a file.",
        ),
        ("selfplay launch --record full/file/more", "moon-envs: full/file/more: games cannot be recorded there: Not a"),
        ("arena launch random random --record full", "moon-envs: full: games are recorded into a new or empty folder"),
        ("arena launch random random --save empty", "moon-envs: empty: cannot be written: it is not a file."),
        ("arena launch random random --report empty.html/x.html", "empty.html/x.html: cannot be written: No such file"),
        (
            "arena launch random random --resume missing",
            "cannot resume 'missing': No such file or directory.",
        ),
        ("arena launch random random --resume empty", "moon-envs: cannot resume 'empty': "),
        ("arena launch random random --resume bad.json", "moon-envs: cannot resume 'bad.json': "),
        ("ladder random --report empty", "moon-envs: empty: cannot be written: it is not a file."),
        ("play launch --resume missing", "cannot resume 'missing': No such file or directory."),
        ("play launch --resume empty", "moon-envs: cannot resume 'empty': "),
        ("play launch --resume bad.moon", "moon-envs: cannot resume 'bad.moon': "),
        ("replay missing", "moon-envs: missing: cannot be read: No such file or directory."),
        ("replay empty", "moon-envs: empty: no games were recorded here."),
        ("replay full", "moon-envs: full/bad.moongames: these recorded games are damaged."),
        ("replay bad.moon", "moon-envs: bad.moon: This is not a recorded game of moon_envs."),
        ("replay bad.json --game 3", "moon-envs: bad.json: "),
        ("selfplay launch --agents bad.npz", "moon-envs: bad.npz: is not the file of a network: "),
        ("selfplay launch --agents missing.npz", "moon-envs: missing.npz: cannot be read: No such file or directory."),
        ("selfplay launch --agents missing.py:f", "moon-envs: --agents='missing.py:f': FileNotFoundError: "),
    ],
)
def test_refusals(folder, fails, command, words):
    """`fails` looks at every message, of these and of all other tests of the command line."""
    assert words in fails(command)


def test_errors_of_ours_are_not_wrapped_in_themselves(folder):
    """Those that are a ValueError, too, were caught where names that no file can have are."""
    game = moon_envs.game("launch")
    for call in (
        lambda: GameWriter("full", game, game.configuration(), ["random"]),
        lambda: check_new_folder(folder / "full", moon_envs.SaveError),
        lambda: check_writable(folder / "full", moon_envs.ConfigurationError),
        lambda: moon_envs.load_games("full"),
        lambda: moon_envs.load_games("empty"),
    ):
        with pytest.raises(MoonEnvsError) as raised:
            call()
        assert not faults_of(str(raised.value)) and raised.value.__cause__ is None or "damaged" in str(raised.value)
