from __future__ import annotations

import dataclasses
import json
import os
import re

import pytest

import moon_envs
from moon_envs.cli.play_screen import layout_choices
from moon_envs.core import registry
from tests.unix import needs_unix

ALWAYS_FIRST = "1\n" * 3000
MODES = ("--players 2", "--players 1 --opponent 5", "--players 3 --seat 2", "--players 2 --hotseat")


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_game(run, mode):
    ran = run(f"play launch --seed 4 {mode}", stdin=ALWAYS_FIRST)
    assert ran.code == 0 and ran.err == ""
    assert re.search(r"\nResult: .*(wins?|victory|ASTRA)\.\n\Z", ran.out)
    points = ran.out[ran.out.rindex("\nPoints\n") :]
    rows = re.findall(
        r"^(You|Player \d|Bot \d \(random\)|ASTRA) +(-?\d+) +(-?\d+) +(-?\d+)", points, flags=re.MULTILINE
    )
    assert len(rows) == (3 if "3" in mode else 2)
    assert all(int(track) + int(errors) == int(total) for _, track, errors, total in rows)


def test_the_final_points_are_the_games_own(run):
    ran = run("play launch --seed 9 --players 1", stdin=ALWAYS_FIRST)
    batch = moon_envs.Batch("launch", 1, players=1, seed=9, autoreset="disabled")
    while batch.actor[0] >= 0:
        batch.step([batch.legal_actions()[0]])
    for name, row in zip(("You", "ASTRA"), batch.final_points[0], strict=True):
        numbers = r" +".join(str(number) for number in (*row, row.sum()))
        assert re.search(rf"^{name} +{numbers} *$", ran.out, flags=re.MULTILINE)
    words = {1.0: "You win against", 0.0: "A draw with", -1.0: "You lose against"}[float(batch.reward[0, 0])]
    assert ran.out.endswith(f"Result: {words} ASTRA.\n")


def test_choices_are_shown_in_words(run):
    ran = run("play launch --seed 4 --players 2")
    batch = moon_envs.Batch("launch", 1, players=2, seed=4)
    shown = re.findall(r"^ +(\d+)  (.+)$", ran.out, flags=re.MULTILINE)
    legal = [batch.describe(int(action)) for action in batch.legal_actions()]
    assert shown == [(str(number), words) for number, words in enumerate(legal, start=1)]
    table = batch.game.render(batch.states[0], 0)
    assert table.replace("Player 0 (you)", "You").replace("Player 1", "Bot 1") in ran.out


def test_names_are_said_everywhere(run, tmp_path):
    ran = run("play launch --seed 4 --players 2 --hotseat --names Anna Bo", stdin=ALWAYS_FIRST)
    assert ran.code == 0 and re.search(r"\nResult: (Anna|Bo|Anna and Bo) .*\.\n\Z", ran.out)
    assert "\nAnna, choose:\n" in ran.out and "\nBo, choose:\n" in ran.out and "\n- Bo wrote " in ran.out
    assert not re.search(r"player \d|\(you\)", ran.out, re.IGNORECASE)
    file = tmp_path / "game.moon"
    run("play launch --seed 4 --players 2 --opponents greedy --names Anna", stdin=f"1\nsave {file}\n")
    again = run(f"play launch --resume {file}", stdin="1\n" * 9)
    assert "\n- Bot 1 wrote " in again.out and "\nYou choose:\n" in again.out
    assert "\n- Hal wrote " in run(f"play launch --resume {file} --names Anna Hal", stdin="1\n" * 9).out


@pytest.mark.parametrize("names", ["<b>", "Anna anna", "Anna Bo Cleo", "bot1", "You"])
def test_names_that_are_not_allowed(run, names):
    ran = run(f"play launch --players 2 --names {names}")
    assert ran.code == 2 and ran.out == "" and "name" in ran.err.lower()


def test_choices_say_what_they_bring(run):
    ran = run("play mlem --seed 4 --players 2", stdin=ALWAYS_FIRST)
    choices = re.findall(r"^ +\d+  (.+)$", ran.out, flags=re.MULTILINE)
    brings = [one for one in choices if re.search(r" on planet \d \[\+\d+ points? \(.*\)\]$", one)]
    assert brings and not any("[" in one for one in choices if one.startswith("board"))


def test_end_of_input_stops_and_saves_nothing(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("play launch --seed 1", stdin="1\n1\n")
    assert ran.code == 0 and ran.err == "" and ran.out.endswith("Stopped.\n")
    assert list(tmp_path.iterdir()) == []


def test_quit_stops_at_once(run):
    ran = run("play launch --seed 1", stdin="quit\n" + ALWAYS_FIRST)
    assert ran.code == 0 and "Result" not in ran.out and ran.out.count("choose:") == 1


@pytest.mark.parametrize("line", ["0", "99", "-1", "1.5", "1 2", "²", "9" * 5000, "fly", "\0", "save", "help", ""])
def test_other_lines_decide_nothing(run, line):
    ran = run("play launch --seed 1", stdin=f"{line}\nquit\n")
    assert ran.code == 0 and ran.err == "" and ran.out.count("choose:") == 1


def test_show_repeats_the_table(run):
    assert run("play launch --seed 1", stdin="show\n").out.count("choose:") == 2


def test_without_a_seed_games_differ(run):
    seeds = {re.search(r"seed (\d+)", run("play launch").out).group(1) for _ in range(3)}
    assert len(seeds) == 3


@pytest.mark.parametrize("mode", ["--players 3", "--players 1"])
def test_only_the_persons_own_view_is_shown(run, monkeypatch, mode):
    """Render is the only source of what is shown of the table, and it is only asked for the person's seat."""
    game = moon_envs.game("launch")
    seats = []

    def render(state, seat):
        seats.append(seat)
        return game.render(state, seat)

    monkeypatch.setitem(registry._GAMES, "launch", dataclasses.replace(game, render=render))
    run(f"play launch --seed 2 {mode}", stdin=ALWAYS_FIRST)
    assert set(seats) == {0} and len(seats) > 20


def test_hotseat_shows_each_player_their_own_view(run, monkeypatch):
    game = moon_envs.game("launch")
    asked = []

    def render(state, seat):
        asked.append((seat, int(state["seat"])))
        return game.render(state, seat)

    monkeypatch.setitem(registry._GAMES, "launch", dataclasses.replace(game, render=render))
    run("play launch --seed 2 --players 2 --hotseat", stdin=ALWAYS_FIRST)
    assert {seat for seat, _ in asked} == {0, 1} and all(seat == actor for seat, actor in asked)


def decisions(shown: str) -> list[str]:
    """The choices of every decision that a game showed, the last ones with the points and the result after them."""
    before, *choices = shown.split("choose:\n")
    return [one.partition("\n> ")[0] for one in choices[:-1]] + [re.sub(r"(?s)\n> .*\nPoints\n", "\n", choices[-1])]


@pytest.mark.parametrize("mode", MODES)
def test_a_resumed_game_goes_on_the_same_way(run, tmp_path, mode):
    file = tmp_path / "evening.moon"
    whole = run(f"play launch --seed 8 {mode}", stdin=ALWAYS_FIRST).out
    saved = run(f"play launch --seed 8 {mode}", stdin="1\n" * 12 + f"save {file}\nquit\n")
    assert saved.code == 0 and "Saved." in saved.out
    resumed = run(["play", "launch", "--resume", str(file)], stdin=ALWAYS_FIRST)
    assert resumed.code == 0 and resumed.err == ""
    first_line, _, rest = resumed.out.partition("\n")
    assert first_line == whole.partition("\n")[0]
    assert decisions(rest) == decisions(whole)[12:]


def test_agents_play_the_other_seats(run, tmp_path):
    file = tmp_path / "evening.moon"
    against = "--players 3 --opponents mcts:3 greedy"
    whole = run(f"play launch --seed 8 {against}", stdin=ALWAYS_FIRST).out
    assert whole != run("play launch --seed 8 --players 3", stdin=ALWAYS_FIRST).out
    run(f"play launch --seed 8 {against}", stdin="1\n" * 12 + f"save {file}\nquit\n")
    resumed = run(["play", "launch", "--resume", str(file)], stdin=ALWAYS_FIRST)
    assert resumed.code == 0 and decisions(resumed.out) == decisions(whole)[12:]
    others = run(["play", "launch", "--resume", str(file), "--opponents", "random"], stdin=ALWAYS_FIRST)
    assert others.code == 0 and others.out != resumed.out


def test_nothing_that_a_save_names_is_imported(run, fails, tmp_path, monkeypatch):
    batch, file = moon_envs.Batch("launch", 1, players=2, seed=8), tmp_path / "odd.moon"
    (tmp_path / "stranger.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.chdir(tmp_path)
    for name in ("stranger:play", "stranger.py:play", "os:getcwd", "nobody"):
        file.write_bytes(moon_envs.saves.pack(batch.game, batch.states[0], players=2, opponents=[name]))
        assert "say --opponents who plays on" in fails(resume(file))
    assert run([*resume(file), "--opponents", "greedy"], stdin="quit\n").code == 0


@pytest.mark.parametrize("mode", ["--players 1", "--players 2 --hotseat"])
def test_nobody_to_play_against(fails, mode):
    assert "--opponents is not allowed" in fails(f"play launch {mode} --opponents greedy")


def test_saving_twice_replaces_the_save(run, tmp_path):
    file = tmp_path / "evening.moon"
    run("play launch --seed 8", stdin=f"save {file}\n1\nsave {file}\n")
    batch = moon_envs.Batch("launch", 1, seed=8)
    batch.step([batch.legal_actions()[0]])
    state, details = moon_envs.saves.unpack(batch.game, file.read_bytes())
    assert state == batch.states[0] and details["opponents"] == ["random"]
    assert list(tmp_path.iterdir()) == [file]


def test_saving_never_replaces_another_file(run, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("dear moon")
    ran = run("play launch --seed 8", stdin=f"save {file}\n")
    assert "Not saved" in ran.out and file.read_text() == "dear moon"


@pytest.mark.parametrize("name", ["no/such/folder/file", ".", "a\0b", "~nobody-of-that-name/x"])
def test_saving_where_it_cannot_be_is_told_and_the_game_goes_on(run, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    ran = run("play launch --seed 8", stdin=f"save {name}\n1\n")
    assert ran.code == 0 and "Not saved: " in ran.out and ran.out.count("choose:") == 2
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def saved_game(run, tmp_path):
    file = tmp_path / "saved.moon"
    run("play launch --seed 8 --players 2", stdin=f"1\n1\nsave {file}\n")
    return file


def resume(file) -> list[str]:
    return ["play", "launch", "--resume", str(file)]


@pytest.mark.parametrize("keep", [0, 5, 13, 14, 100, -1])
def test_resuming_a_shortened_file(fails, saved_game, keep):
    saved_game.write_bytes(saved_game.read_bytes()[:keep])
    assert "saved.moon" in fails(resume(saved_game))


@pytest.mark.slow
def test_resuming_a_file_with_any_byte_changed(run, saved_game):
    """Refused in one line, or harmless: the details beside the checksum hold numbers that another byte can change."""
    data = saved_game.read_bytes()
    header = len(data) - moon_envs.game("launch").state_dtype.itemsize
    for place in [*range(header), *range(header, len(data), 97)]:
        for change in (1, 4, 128):
            saved_game.write_bytes(data[:place] + bytes([data[place] ^ change]) + data[place + 1 :])
            ran = run(resume(saved_game))
            assert ran.code in (0, 2) and ran.err.count("\n") == (ran.code == 2), (place, ran)
            if place >= header:
                assert ran.code == 2 and "checksum" in ran.err


@pytest.mark.parametrize(
    "details",
    [
        {"players": 1, "options": {"opponent": 1}},
        {"players": 6},
        {"players": 99},
        {"players": "2"},
        {"players": 2, "options": 3},
        {"players": 2, "options": {"weather": 1}},
        {"players": 2, "seat": 2},
        {"players": 2, "seat": -1},
        {"players": 2, "seat": True},
        {"players": 2, "seed": "a"},
        {"players": 2, "opponents": "random"},
        {"players": 2, "opponents": [1]},
        {"players": 2, "opponents": ["random", "random"]},
        {"players": 2, "opponents": ["mcts:0"]},
        {"players": 2, "hotseat": 1},
    ],
)
def test_resuming_details_that_cannot_be(fails, tmp_path, details):
    file = tmp_path / "odd.moon"
    batch = moon_envs.Batch("launch", 1, players=2, seed=8)
    file.write_bytes(moon_envs.saves.pack(batch.game, batch.states[0], **details))
    fails(resume(file))


@needs_unix
def test_resuming_what_is_no_save(fails, tmp_path):
    file = tmp_path / "picture.png"
    file.write_bytes(os.urandom(3000))
    assert "not a saved game" in fails(resume(file))
    file.write_bytes(bytes(2 << 20))
    assert "too long" in fails(resume(file))
    assert "directory" in fails(resume(tmp_path))
    os.mkfifo(tmp_path / "pipe")
    assert "not a file" in fails(resume(tmp_path / "pipe"))


def craft(header, record):
    """A file with a right checksum and any content."""
    header["checksum"] = moon_envs.saves._checksum(header, record)
    encoded = json.dumps(header).encode()
    return moon_envs.saves._PREFIX.pack(moon_envs.saves.MAGIC, moon_envs.saves.FORMAT, len(encoded)) + encoded + record


def test_resuming_a_crafted_record(fails, tmp_path):
    """The checksum is right, the seat is not."""
    batch, file = moon_envs.Batch("launch", 1, players=2, seed=8), tmp_path / "crafted.moon"
    for field, value in (("seat", 127), ("asked", -5), ("position", 60), ("turn", -1), ("random", 0)):
        state = batch.record()
        state[field] = value
        file.write_bytes(moon_envs.saves.pack(batch.game, state, players=2, options={}, seed=1, seat=0))
        if field == "random":
            continue
        error = fails(resume(file))
        assert "crafted.moon" in error and (field in error or "no game can go on" in error)


def test_resuming_deeply_nested_details(fails, tmp_path):
    file = tmp_path / "nested.moon"
    nested = b'{"details": ' * 50_000
    prefix = moon_envs.saves._PREFIX.pack(moon_envs.saves.MAGIC, moon_envs.saves.FORMAT, len(nested))
    file.write_bytes(prefix + nested)
    assert "damaged" in fails(resume(file))
    batch = moon_envs.Batch("launch", 1, players=2, seed=8)
    header = {
        "game": "launch",
        "version": 0,
        "layout": moon_envs.saves.layout_code(batch.game),
        "size": batch.states.itemsize,
        "details": {"players": 2, "options": {"players": 3}},
    }
    file.write_bytes(craft(header, batch.states.tobytes()))
    assert "details cannot be read" in fails(resume(file))


@pytest.mark.parametrize("extra", ["--players 2", "--seed 0", "--seat 0", "--opponent 1", "--option missions=none"])
def test_a_saved_game_cannot_be_changed(fails, saved_game, extra):
    assert extra.split()[0] in fails([*resume(saved_game), *extra.split()])


def test_resuming_a_game_that_a_batch_saved(run, tmp_path):
    file = tmp_path / "batch.moon"
    batch = moon_envs.Batch("launch", 1, players=2, seed=8, autoreset="disabled")
    file.write_bytes(batch.save())
    assert "Result: " in run(resume(file), stdin=ALWAYS_FIRST).out
    batch.play_out()
    file.write_bytes(batch.save())
    ran = run(resume(file))
    assert ran.code == 0 and "Result: " in ran.out and "choose:" not in ran.out


def test_many_choices_are_shown_in_columns():
    choices = [f"write {number}" for number in range(45)]
    lines = layout_choices(choices, 60)
    assert len(lines) == 12 and all(len(line) <= 60 for line in lines)
    assert lines[0] == "  1  write 0    13  write 12   25  write 24   37  write 36"
    shown = [int(number) for line in lines for number in re.findall(r"(\d+)  write", line)]
    assert sorted(shown) == list(range(1, 46))
    assert len(layout_choices(choices, 5)) == 45
    assert layout_choices(choices[:20], 200) == [f"{n + 1:3d}  write {n}" for n in range(20)]


@pytest.mark.parametrize("name", ["opponents", "seat", "seed", "hotseat", "game", "players", "self"])
def test_options_cannot_be_other_settings(fails, name):
    assert name in fails(f"play launch --option {name}=1")
