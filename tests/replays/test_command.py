"""`moon-envs replay`: pages, films, text, and one line for everything that is wrong."""

from __future__ import annotations

import sys
import webbrowser

import pytest

import moon_envs
from moon_envs import Recording
from moon_envs.cli.main import main
from moon_envs.play.opening import new_session
from tests.render.pixels import needs_pixels
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


def test_animated_pictures(recording, tmp_path, capsys, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    film = tmp_path / "film.svg"
    assert main(["replay", str(recording), "--svg", str(film)]) == 0
    told = capsys.readouterr().out
    assert told == f"{film}: 12 decisions, {film.stat().st_size:,} bytes\n" and opened == []
    whole = Recording.from_bytes(recording.read_bytes())
    assert film.read_text(encoding="utf-8") == whole.to_svg()
    chosen = [
        "--views",
        "1",
        "--turns",
        "--every",
        "2",
        "--first",
        "1",
        "--last",
        "4",
        "--seconds",
        "0.5",
        "--layout",
        "portrait",
    ]
    assert main(["replay", str(recording), "--svg", str(film), *chosen, "--theme", "dark", "--title", "A <title>"]) == 0
    expected = whole.to_svg(
        1, turns=True, every=2, first=1, last=4, seconds=0.5, layout="portrait", theme="dark", title="A <title>"
    )
    assert film.read_text(encoding="utf-8") == expected
    assert main(["replay", str(recording), "--svg", str(film), "--open"]) == 0
    assert opened == [film.resolve().as_uri()]


@needs_pixels
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_gif_and_mp4(recording, tmp_path, capsys):
    pytest.importorskip("moviepy", reason='needs pip install "moon_envs[video]"')
    films = {kind: tmp_path / f"film.{kind}" for kind in ("gif", "mp4")}
    for kind, film in films.items():
        for _ in range(2):  # the second replaces the first
            assert main(["replay", str(recording), f"--{kind}", str(film), "--last", "2", "--width", "200"]) == 0
        assert f"{film}: 12 decisions, " in capsys.readouterr().out
    assert films["gif"].read_bytes().startswith(b"GIF8") and films["mp4"].read_bytes()[4:8] == b"ftyp"
    assert "is not a film of a replay as GIF" in fails(capsys, recording, "--gif", films["mp4"])


def test_films_replace_films_only(recording, tmp_path, capsys):
    other, page = tmp_path / "other.svg", tmp_path / "page.html"
    other.write_text("<svg/>", encoding="utf-8")
    assert "--force" in fails(capsys, recording, "--svg", other)
    assert main(["replay", str(recording), "--html", str(page)]) == 0
    assert "--force" in fails(capsys, recording, "--svg", page)
    assert "never replaced" in fails(capsys, recording, "--svg", recording, "--force")
    assert main(["replay", str(recording), "--svg", str(other), "--force", "--last", "1"]) == 0
    assert "--force" in fails(capsys, recording, "--html", other)


def test_missing_packages(recording, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "moviepy", None)
    monkeypatch.delitem(sys.modules, "moon_envs.replays.pixel_films", raising=False)
    for kind in ("gif", "mp4"):
        assert 'pip install "moon_envs[video]"' in fails(capsys, recording, f"--{kind}", tmp_path / "film")
    assert main(["replay", str(recording), "--svg", str(tmp_path / "film.svg")]) == 0


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
    film = tmp_path / "film"
    assert "--turns needs --svg, --gif or --mp4" in fails(capsys, recording, "--turns")
    assert "--seconds needs --svg" in fails(capsys, recording, "--seconds", 1, "--html", film)
    assert "--first needs --svg" in fails(capsys, recording, "--first", 0)
    assert "--title needs --html or --svg" in fails(capsys, recording, "--title", "A", "--gif", film)
    assert "--width needs --gif or --mp4" in fails(capsys, recording, "--width", 300, "--svg", film)
    assert "not allowed with argument" in fails(capsys, recording, "--svg", film, "--gif", film)
    assert "A film has one view" in fails(capsys, recording, "--svg", film, "--views", 0, 1)
    assert "allowed: 0 to 1" in fails(capsys, recording, "--svg", film, "--views", 2)
    assert "allowed: 0 to 12" in fails(capsys, recording, "--svg", film, "--last", 13)
    assert "allowed: 0.1 to 60" in fails(capsys, recording, "--svg", film, "--seconds", 0)
    assert "--every" in fails(capsys, recording, "--svg", film, "--every", 0)
    assert "cannot be written" in fails(capsys, recording, "--svg", tmp_path / "no" / "film.svg")
    assert not film.exists()
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
