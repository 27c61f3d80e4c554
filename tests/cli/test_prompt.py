"""What a person is told and can type while playing: news, changes, legend, hints, taking back, recordings."""

from __future__ import annotations

import json
import re

import pytest

import moon_envs
from moon_envs import events
from moon_envs.cli import play_prompt, play_screen
from moon_envs.cli.play_diff import changed_lines
from moon_envs.play.opening import new_session

FIRST = "1\n"


def turns(shown: str) -> list[str]:
    """What is shown before each list of choices."""
    return re.split(r"(?:Player \d, choose|You choose):\n(?: +\d+  .*\n)+> ?", shown)


def test_only_what_has_changed_is_shown_again(run):
    shown = turns(run("play launch --seed 4 --players 2", stdin=FIRST * 4).out)
    assert shown[0].count("  floor ") == 18 and "* " not in shown[0]
    assert shown[1].strip() == "* You picked 5 with energy"
    assert 0 < shown[2].count("  floor ") <= 3 and "* Turn 2" in shown[2].splitlines()
    assert re.search(r"^- Bot 1 wrote \d+ on floor \d", shown[2], flags=re.MULTILINE)
    assert re.search(r"^- Turn 2: ", shown[2], flags=re.MULTILINE)


def test_marked_lines_are_lines_of_the_table(run):
    """Every changed line is in the table as it is, below the title of its sheet."""
    shown = turns(run("play colony --seed 4 --players 3", stdin="1\n2\n3\n" * 12 + "t\n").out)
    changed = [line[2:] for line in shown[-3].splitlines() if line.startswith("* ")]
    table = shown[-2].splitlines()
    assert changed and all(line in table for line in changed)


@pytest.mark.parametrize("command", ["t", "table", "show"])
def test_the_whole_table(run, command):
    shown = turns(run("play launch --seed 4 --players 2", stdin=f"1\n{command}\n").out)
    session = new_session("launch", 2, seed=4, names=[])
    session.decide(session.legal_actions[0])
    assert session.table() in shown[2]


def test_changed_lines():
    before = [
        "Turn 1",
        "Cards: 7",
        "",
        "Player 0",
        "  row 2  . .",
        "",
        "  row 1  . .",
        "   ... ",
        "",
        "Player 1",
        "  x",
    ]
    assert changed_lines(before, before) == []
    after = before.copy()
    after[6], after[7] = "  row 1  5 .", "   ..| "
    assert changed_lines(before, after) == ["  Player 0", "*   row 1  5 .", "*    ..| "]
    after = before.copy()
    after[7] = "   ..| "
    assert changed_lines(before, after) == ["  Player 0", "    row 1  . .", "*    ..| "]
    after = ["Turn 2", "", *before[1:]]
    assert changed_lines(before, after) == ["* Turn 2"]
    new = [f"line {number}" for number in range(9)]
    assert changed_lines(before, new) == new
    assert changed_lines(before, before[:4]) == [] and changed_lines(before, []) == []


@pytest.mark.parametrize("game_id", ["launch", "mlem", "luna_capital", "from_the_moon"])
def test_legend(run, game_id):
    shown = run(f"play {game_id} --seed 4 --players 2", stdin="l\nlegend\n").out
    assert shown.count("\n".join(events.legend(moon_envs.game(game_id)))) == 2


def test_undo(run):
    plain = turns(run("play launch --seed 4 --players 2", stdin="1\n3\n2\nt\n").out)
    undone = run("play launch --seed 4 --players 2", stdin="1\n2\nu\n3\n1\nundo\n2\nt\n").out
    assert undone.count("Taken back: ") == 2 and turns(undone)[-2] == plain[-2]
    assert "Taken back: write 5 on floor 3, space 2." in undone


def test_nothing_to_take_back(run, tmp_path):
    ran = run("play launch --seed 4 --players 2", stdin="u\n")
    assert "There is nothing to take back.\n" in ran.out and ran.out.count("choose:") == 1
    file = tmp_path / "old.moon"
    batch = moon_envs.Batch("launch", 1, players=2, seed=8)
    file.write_bytes(moon_envs.saves.pack(batch.game, batch.states[0], players=2, options={}, seed=8, seat=0))
    ran = run(["play", "launch", "--resume", str(file)], stdin="u\n1\nu\nu\n")
    assert ran.out.count("does not hold earlier decisions") == 2 and ran.out.count("Taken back") == 1


def test_undo_after_resuming(run, tmp_path):
    file = tmp_path / "evening.moon"
    run("play launch --seed 4 --players 2", stdin=f"1\n2\n1\ns {file}\n")
    shown = run(["play", "launch", "--resume", str(file)], stdin="u\nu\nu\nu\nt\n").out
    assert shown.count("Taken back: ") == 3 and shown.count("nothing to take back.") == 1
    assert new_session("launch", 2, seed=4, names=[]).table() in turns(shown)[-2]


def test_undo_in_hotseat_goes_back_one_decision(run):
    shown = run("play mlem --seed 4 --players 2 --hotseat", stdin="1\n2\nu\nu\nu\n").out
    assert shown.count("Taken back: a decision of player ") == 2 and shown.count("nothing to take back.") == 1
    actors = re.findall(r"Player (\d), choose:", shown)
    assert actors[0] != actors[1] and actors[3:] == [actors[1], actors[0]]


def test_undo_in_hotseat_does_not_tell_what_another_decided(run):
    shown = turns(run("play mlem --seed 4 --players 2 --hotseat --option secret_missions=true", stdin="1\nu\n").out)
    assert "secret mission 1" not in shown[2] and "Taken back: a decision of player " in shown[2]


def test_hotseat_tells_everybody_what_they_may_know(run):
    shown = turns(run("play mlem --seed 4 --players 2 --hotseat --option secret_missions=true", stdin="1\n2\n1\n").out)
    first = re.findall(r"^- (.*)$", shown[1], flags=re.MULTILINE)
    assert len(first) == 1 and re.fullmatch(r"Player \d returned a secret mission\.", first[0])


@pytest.mark.parametrize("command", ["h mcts:20", "hint mcts:20", "h greedy"])
def test_hint(run, command):
    ran = run("play launch --seed 4 --players 1 --opponent 2", stdin=f"{command}\n")
    choices = dict(re.findall(r"^ +(\d+)  (pick .*)$", ran.out, flags=re.MULTILINE))
    hints = re.findall(r"^(?:> )? *(\d+)%  +(\d+)  (pick .*)$", ran.out, flags=re.MULTILINE)
    assert 1 <= len(hints) <= 5 and all(choices[number] == words for _, number, words in hints)
    shares = [int(share) for share, _, _ in hints]
    assert shares == sorted(shares, reverse=True) and sum(shares) <= 103
    assert ran.out.count("choose:") == 1 and "(ASTRA gets " in choices["1"]


@pytest.mark.parametrize("agent", ["nobody", "mcts:0", "no_such_module:play", "mcts:" + "9" * 400, "\0"])
def test_hints_of_nobody(run, agent):
    ran = run("play launch --seed 4 --players 2", stdin=f"h {agent}\n1\n")
    assert ran.code == 0 and ran.err == "" and "No hint: " in ran.out and ran.out.count("choose:") == 2


def test_news_can_be_told_again(run):
    shown = turns(run("play launch --seed 4 --players 2", stdin="n\n1\n1\nn\n").out)
    assert "Nothing has happened since your last decision." in shown[1]
    told = re.findall(r"^- .*$", shown[2], flags=re.MULTILINE)
    assert told and re.findall(r"^- .*$", shown[3], flags=re.MULTILINE) == told


@pytest.mark.parametrize("command", ["r", "record"])
def test_recording(run, tmp_path, command):
    file = tmp_path / "game.json"
    ran = run("play launch --seed 4 --players 2", stdin=f"1\n2\n{command} {file}\n")
    assert "Recorded: " in ran.out
    recording = moon_envs.Recording.from_bytes(file.read_bytes())
    assert recording.seed == 4 and len(recording.actions) == len(json.loads(file.read_text())["actions"]) > 2
    before = file.read_bytes()
    other = tmp_path / "letter.txt"
    other.write_text("dear moon")
    ran = run("play launch --seed 5 --players 2", stdin=f"{command}\n{command} {other}\n{command} {tmp_path}\n")
    assert ran.out.count("Not saved: ") == 2 and "Type: record FILE" in ran.out
    assert other.read_text() == "dear moon" and file.read_bytes() == before


def test_after_the_end_a_game_can_be_recorded_or_taken_back(run, tmp_path):
    choices = run("play launch --seed 9 --players 1", stdin=FIRST * 3000).out.count("choose:")
    file = tmp_path / "game.json"
    ran = run("play launch --seed 9 --players 1", stdin=FIRST * choices + f"r {file}\nu\n1\n")
    assert ran.out.count("Result: ") == 2 and "Taken back: " in ran.out and ran.err == ""
    assert moon_envs.Recording.from_bytes(file.read_bytes()).replay().done[0]


@pytest.mark.parametrize("line", ["u u", "undo 3", "t 5", "l x", "n n", "h", "?"])
def test_commands_with_more_words_decide_nothing(run, monkeypatch, line):
    monkeypatch.setattr("moon_envs.play.sessions.HINTING_AGENT", "mcts:5")
    ran = run("play launch --seed 1", stdin=f"{line}\nq\n")
    assert ran.code == 0 and ran.err == "" and "Traceback" not in ran.out and ran.out.endswith("Stopped.\n")


def test_help_names_every_command(run):
    shown = run("play launch --seed 1", stdin="?\nhelp\n").out
    for word in (*play_prompt.SHORT.values(), *(short for short in play_prompt.SHORT if len(short) == 1)):
        assert len(re.findall(rf"^ +.*(?<!\w){re.escape(word)}(?!\w)", shown, flags=re.MULTILINE)) >= 2, word


def test_a_person_at_a_terminal_hands_over(run, monkeypatch):
    """Between two people the screen is cleared, and the whole table is shown to the next one."""
    monkeypatch.setattr("moon_envs.cli.play.is_at_terminal", lambda: True)
    shown = run("play mlem --seed 4 --players 2 --hotseat", stdin="\n1\n\n1\n\n").out
    parts = shown.split(play_screen.CLEAR_SCREEN)
    assert len(parts) >= 3 and all(part.startswith("Player ") and "Goals: " in part for part in parts[1:])
