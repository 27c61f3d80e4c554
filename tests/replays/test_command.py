"""`moon-envs replay`: pages, text, and one line for everything that is wrong."""

from __future__ import annotations

import webbrowser

import pytest

import moon_envs
from moon_envs import Recording
from moon_envs.cli.main import main
from moon_envs.play.opening import new_session
from tests.replays.games import data_of, random_recording


@pytest.fixture
def recording(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(random_recording("launch", length=12, players=2).to_bytes())
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("recorded") / "games"
    assert main(["selfplay", "launch", "--players", "2", "--games", "3", "--record", str(path), "--json"]) == 0
    return path


def fails(capsys, *arguments):
    capsys.readouterr()
    assert main(["replay", *map(str, arguments)]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("moon-envs: ") and told.err.count("\n") == 1
    return told.err


def test_text(recording, capsys):
    assert main(["replay", str(recording)]) == 0
    text = capsys.readouterr().out
    assert "  12  player" in text and "The recording ends before the game is over." in text


def test_text_of_one_view(recording, capsys):
    assert main(["replay", str(recording), "--views", "1"]) == 0
    text = capsys.readouterr().out
    assert "as player 1 knows it" in text and "seed" not in text and "player 0: " not in text
    assert main(["replay", str(recording), "--views", "open"]) == 0
    assert "seed 4" in capsys.readouterr().out


def test_page(recording, tmp_path, capsys, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    page = tmp_path / "page.html"
    arguments = ["--html", str(page), "--title", "A <title>", "--views", "1", "open"]
    assert main(["replay", str(recording), *arguments]) == 0
    assert "12 decisions" in capsys.readouterr().out and opened == []
    html = page.read_text(encoding="utf-8")
    assert "<title>A &lt;title&gt;</title>" in html
    assert [view["name"] for view in data_of(html)["views"]] == ["player 1", "the open table"]
    assert main(["replay", str(recording), *arguments, "--open"]) == 0
    assert opened == [page.resolve().as_uri()]


def test_folder(folder, capsys):
    capsys.readouterr()
    assert main(["replay", str(folder)]) == 0
    first = capsys.readouterr().out
    assert "Game 0 of 3; --game K shows another." in first and "player 0 (random), player 1 (random)" in first
    assert main(["replay", str(folder), "--game", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "Welcome to the Moon: Launch: 2 players, seed 2"
    assert "there is no game 3; there are 3, numbered from 0" in fails(capsys, folder, "--game", 3)


def test_saved_games(tmp_path, capsys):
    session = new_session("launch", seed=5)
    session.decide(session.legal_actions[0])
    session.let_others_play()
    path = tmp_path / "game.save"
    session.save(path)
    assert main(["replay", str(path)]) == 0
    assert "   1  player 0: " in capsys.readouterr().out
    path.write_bytes(moon_envs.Batch("launch", players=2).save())
    assert "not the decisions that led to it" in fails(capsys, path)


def test_what_cannot_be_read(tmp_path, recording, capsys):
    assert "No such file" in fails(capsys, tmp_path / "missing")
    (tmp_path / "empty").mkdir()
    assert "no games were recorded here" in fails(capsys, tmp_path / "empty")
    for damaged in (
        b"",
        b"{}",
        b"nonsense",
        b"[1, 2]",
        recording.read_bytes()[:-9],
        b"MOONENVS and more",
        b"\x00" * 99,
    ):
        (tmp_path / "damaged").write_bytes(damaged)
        fails(capsys, tmp_path / "damaged")
    assert "this file holds one game" in fails(capsys, recording, "--game", 1)


def test_recordings_that_do_not_play(tmp_path, capsys):
    path, page = tmp_path / "game.json", tmp_path / "page.html"
    for field, value, words in (
        ("version", 99, "version 99"),
        ("layout", 1, "other tables"),
        ("actions", [10**6], "not legal"),
        ("actions", [0] * 10_000, ""),
    ):
        recording = random_recording("launch", length=3, players=2)
        setattr(recording, field, value)
        path.write_bytes(recording.to_bytes())
        assert words in fails(capsys, path)
        assert words in fails(capsys, path, "--html", page)
    assert not page.exists()


def test_arguments_that_do_not_go_together(recording, tmp_path, capsys):
    assert "--open needs --html" in fails(capsys, recording, "--open")
    assert "Text has one view" in fails(capsys, recording, "--views", 0, "open")
    assert "allowed: 0 to 1" in fails(capsys, recording, "--views", 7)
    assert "allowed: 0 to 1" in fails(capsys, recording, "--html", tmp_path / "page.html", "--views", 7)
    assert "--views" in fails(capsys, recording, "--html", tmp_path / "page.html", "--views", "x")
    assert "cannot be written" in fails(capsys, recording, "--html", tmp_path)
    assert "cannot be written" in fails(capsys, recording, "--html", tmp_path / "no" / "page.html")


def test_arena_records_the_first_games_of_each_combination(tmp_path, capsys):
    folder = tmp_path / "games"
    arguments = ["arena", "launch", "random", "greedy", "flat:1", "--games", "12", "--record", str(folder)]
    assert main([*arguments, "--recorded-games", "2", "--json"]) == 0
    recorded = [Recording.from_bytes(path.read_bytes()) for path in sorted(folder.iterdir())]
    pairs = [tuple(sorted(one.agents)) for one in recorded]
    assert len(pairs) == 6 and all(pairs.count(pair) == 2 for pair in set(pairs)) and len(set(pairs)) == 3
    for one in recorded:
        assert one.replay().done[0]
    assert main(["replay", str(folder), "--game", "5"]) == 0
    capsys.readouterr()
    assert main([*arguments]) == 2 and "new or empty folder" in capsys.readouterr().err
    assert main(["arena", "launch", "random", "greedy", "--recorded-games", "2"]) == 2


def test_recording_changes_no_result_of_an_arena(tmp_path):
    from moon_envs.arena import Arena

    plain = Arena("launch", ["random", "random"], players=2, seed=3).play(games=20)
    recorded = Arena("launch", ["random", "random"], players=2, seed=3).play(games=20, record=tmp_path / "games")
    assert (plain.points == recorded.points).all() and (plain.decisions == recorded.decisions).all()
