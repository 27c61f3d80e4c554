"""The reference table of the ladder: written rung by rung, resumed, and put into its page."""

from __future__ import annotations

import json

import pytest

from benchmarks import reference_scores
from benchmarks.reference_scores import BEGIN, END, PAGE, main
from moon_envs.arena import ladder, ladder_references
from moon_envs.arena.ladder import run_ladder
from moon_envs.arena.ladder_report import score_text

EMPTY = f"before\n{BEGIN}\nold\n{END}\nafter\n"


@pytest.fixture
def files(tmp_path):
    """A page with markers, no scores yet, and the arguments that name them."""
    page, scores = tmp_path / "page.md", tmp_path / "scores.json"
    page.write_text(EMPTY, encoding="utf-8")
    return page, scores, ["--page", str(page), "--scores", str(scores)]


@pytest.fixture
def played(monkeypatch):
    """The modes of the rungs that were played."""
    play_games, modes = ladder.play_games, []

    def play(batch, *arguments):
        modes.append(batch.configuration.describe())
        play_games(batch, *arguments)

    monkeypatch.setattr(ladder, "play_games", play)
    return modes


def command(files, *arguments: str) -> int:
    return main(["--agents", "random", "--game", "launch", "--games", "2", *files[2], *arguments])


def test_an_interrupted_run_is_resumed(files, played, monkeypatch):
    page, scores, _ = files
    play_games = ladder.play_games

    def interrupt(*arguments):
        if len(played) == 3:
            raise KeyboardInterrupt
        play_games(*arguments)

    monkeypatch.setattr(ladder, "play_games", interrupt)
    assert command(files) == 130
    assert [line["rung"] for line in json.loads(scores.read_text())] == [f"launch/astra-{level}" for level in (1, 2, 3)]
    assert "| `launch` | - |" in page.read_text() and "| `launch/astra-3` | 0.0%" in page.read_text()
    monkeypatch.setattr(ladder, "play_games", play_games)
    assert command(files) == 0
    assert len(played) == 10 and len(set(played)) == 10
    lines = json.loads(scores.read_text())
    whole = run_ladder("random", "launch", games=2)
    assert [(line["rung"], tuple(line["victories"])) for line in lines] == [
        (one.rung.id, one.victories) for one in whole.rungs
    ]
    assert f"| `launch` | {score_text(whole.environments['launch'])} |" in page.read_text()
    del played[:]
    assert command(files) == 0 and played == []


def test_other_numbers_of_games_agents_and_versions_are_played_again(files, played, monkeypatch):
    page, scores, _ = files
    assert command(files) == 0 and len(played) == 10
    assert command(files, "--games", "1") == 0 and len(played) == 20
    assert "1 games on each rung (not the official protocol, which has 180)" in page.read_text()
    assert command(files, "--agents", "random", "greedy") == 0 and len(played) == 30
    assert "| environment | `random` | `greedy` |" in page.read_text()
    for module in (reference_scores, ladder_references):
        monkeypatch.setattr(module, "VERSION", "ladder-v1")
    assert command(files) == 0 and len(played) == 40
    assert len(json.loads(scores.read_text())) == 40


def test_a_new_network_takes_the_place_of_the_old_results(files, played, monkeypatch):
    _, scores, _ = files
    assert command(files, "--game", "launch") == 0
    for module in (reference_scores, ladder_references):
        monkeypatch.setattr(module, "network_digest", lambda agent, game, players: "another one")
    assert command(files, "--game", "launch") == 0 and len(played) == 20
    lines = json.loads(scores.read_text())
    assert len(lines) == 10 and {line["network"] for line in lines} == {"another one"}


def test_the_page_is_kept_around_the_table(files):
    page, _, _ = files
    assert command(files) == 0
    text = page.read_text()
    assert text.startswith(f"before\n{BEGIN}\n") and text.endswith(f"\n{END}\nafter\n") and "old" not in text
    for word in ("ladder-v0, 2 games", "cores", "numba", "95 % intervals", "| the collection | - |", "| minutes |"):
        assert word in text
    real = PAGE.read_text(encoding="utf-8")
    assert BEGIN in real and END in real


def test_a_summary_is_written_only_if_it_is_named(files, tmp_path, monkeypatch):
    page, summary = files[0], tmp_path / "summary.md"
    written = []
    write_page = reference_scores.write_page
    monkeypatch.setattr(reference_scores, "write_page", lambda to, words: (written.append(to), write_page(to, words)))
    summary.write_text(EMPTY, encoding="utf-8")
    assert command(files) == 0
    assert written == [page] and summary.read_text(encoding="utf-8") == EMPTY
    assert command(files, "--summary", str(summary)) == 0
    text = summary.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n") and text.endswith(f"\n{END}\nafter\n") and "old" not in text
    assert "| the collection | - |" in text and "launch/astra-3" not in text and "launch/astra-3" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--agents", "nobody"], "agent='nobody' is not allowed"),
        (["--game", "chess"], "no game 'chess' on the ladder"),
        (["--page", "no/such/page.md"], "no/such/page.md"),
        (["--summary", "no/such/page.md"], "no/such/page.md"),
        (["--scores", "no/such/scores.json"], "no/such/scores.json: cannot be written"),
    ],
)
def test_wrong_input(files, played, capsys, arguments, words):
    assert command(files, *arguments) == 2
    error = capsys.readouterr().err
    assert words in error and error.count("\n") == 1 and played == []


@pytest.mark.parametrize("text", ["", "{}x", "[3]", '[{"agent": "random"}]', "[[]]", "3"])
def test_damaged_scores_are_left_alone(files, played, capsys, text):
    _, scores, _ = files
    scores.write_text(text)
    assert command(files) == 2 and "these scores cannot be read" in capsys.readouterr().err
    assert scores.read_text() == text and played == []


def test_a_page_without_markers_is_refused_before_anything_is_played(files, played, capsys):
    files[0].write_text(f"no table\n{BEGIN}\n")
    assert command(files) == 2 and "needs the markers" in capsys.readouterr().err and played == []


def test_replaced_tables_give_no_reference(files, played, capsys, monkeypatch):
    monkeypatch.setattr(ladder, "_has_replaced_tables", lambda id_: True)
    assert command(files) == 2 and "launch with replaced tables" in capsys.readouterr().err and played == []
