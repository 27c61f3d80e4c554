from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

import moon_envs
from moon_envs.base.files.disk import write_file
from tests.unix import needs_unix

MODES = ("--players 2", "--players 5", "--players 1 --opponent 4", "--option missions=64,67,69")


def report_of(run, command: str) -> dict:
    ran = run(f"selfplay launch {command} --json")
    assert ran.code == 0 and ran.err == ""
    return json.loads(ran.out)


def without_timing(report: dict) -> dict:
    return {name: value for name, value in report.items() if name != "timing"}


@pytest.mark.parametrize("mode", MODES)
def test_games_depend_on_seed_and_number_only(run, mode):
    settings = ("--threads 1", "--threads 2 --batch 64", "--threads 3 --batch 7", "--batch 1")
    reports = [without_timing(report_of(run, f"--games 150 --seed 5 {mode} {setting}")) for setting in settings]
    assert all(report == reports[0] for report in reports)
    assert without_timing(report_of(run, f"--games 150 --seed 6 {mode}")) != reports[0]


@pytest.mark.slow
def test_games_of_agents_depend_on_seed_and_number_only(run):
    agents = "--players 3 --agents mcts:3 random greedy"
    settings = ("--threads 1", "--threads 2 --batch 5", "--batch 1")
    reports = [without_timing(report_of(run, f"--games 12 --seed 5 {agents} {setting}")) for setting in settings]
    assert all(report == reports[0] for report in reports)
    assert reports[0]["agents"] == ["mcts:3", "random", "greedy"] and reports[0]["games"] == 12


def test_agents_in_words(run):
    ran = run("selfplay launch --games 5 --players 2 --agents greedy random")
    assert ran.code == 0 and "player 0 (greedy)" in ran.out and "player 1 (random)" in ran.out
    assert "greedy and random play" in ran.out and "the choice of an agent" in ran.out


@pytest.mark.parametrize(
    ("agents", "words"),
    [
        ("nobody", "--agents='nobody' is not allowed; allowed: random, greedy, flat:N, mcts:N"),
        ("mcts:0", "from 1 to 1000000"),
        ("mcts:-5", "from 1 to 1000000"),
        ("flat:99999999", "from 1 to 1000000"),
        ("no_such_module:play", "No module named 'no_such_module'"),
        ("missing.py:play", "missing.py"),
        ("os:nothing", "no function or agent of the name 'nothing'"),
        ("random random random", "3 agents; there are 2 seats"),
    ],
)
def test_agents_that_cannot_be(fails, agents, words):
    assert words in fails(f"selfplay launch --players 2 --agents {agents}")


def test_an_agent_that_plays_illegally(fails, tmp_path, monkeypatch):
    (tmp_path / "rogue.py").write_text("def play(observations, masks):\n    return masks.argmin(axis=1)\n")
    monkeypatch.chdir(tmp_path)
    error = fails("selfplay launch --players 2 --games 4 --agents rogue.py:play")
    assert "The agent 'rogue.py:play' of seat 0 in launch: launch, row 0: action" in error and "not legal" in error


def test_report_agrees_with_a_batch(run):
    report = report_of(run, "--games 300 --players 3 --seed 11 --batch 128")
    batch = moon_envs.Batch("launch", 300, players=3, seed=11)
    batch.play_out()
    assert report["decisions"] == {
        "mean": pytest.approx(batch.final_decisions.mean()),
        "min": batch.final_decisions.min(),
        "max": batch.final_decisions.max(),
    }
    assert report["turns"]["max"] == batch.states["turn"].max()
    totals = batch.final_points.sum(axis=2)
    for seat in report["seats"]:
        number = seat["seat"]
        assert seat["total"]["mean"] == pytest.approx(totals[:, number].mean())
        for category, name in enumerate(moon_envs.game("launch").categories):
            points = batch.final_points[:, number, category]
            expected = (pytest.approx(points.mean()), points.min(), points.max())
            assert tuple(seat["categories"][name].values()) == expected
        assert seat["win_share"] == pytest.approx(((batch.reward[:, number] + 1) / 2).mean(), abs=1e-6)
        assert seat["wins"] == np.sum(batch.reward[:, number] == 1)
        assert seat["wins"] + seat["ties"] + seat["losses"] == 300
    assert sum(seat["win_share"] for seat in report["seats"]) == pytest.approx(1)
    assert report["opponent"] is None


def test_solo_report_tells_results_against_the_rival(run):
    report = report_of(run, "--games 200 --players 1 --opponent 2 --seed 3")
    batch = moon_envs.Batch("launch", 200, players=1, opponent=2, seed=3)
    batch.play_out()
    seat, rival = report["seats"][0], report["opponent"]
    assert report["options"]["opponent"] == 2 and rival["name"] == "ASTRA"
    assert rival["total"]["mean"] == pytest.approx(batch.final_points[:, 1].sum(axis=1).mean())
    expected = [np.sum(batch.reward > 0), np.sum(batch.reward == 0), np.sum(batch.reward < 0)]
    assert [seat["wins"], seat["draws"], seat["losses"]] == expected


def test_defaults_and_timing(run):
    report = report_of(run, "")
    assert (report["games"], report["seed"], report["players"]) == (10_000, 0, 2)
    timing = report["timing"]
    assert timing["games_per_second"] == pytest.approx(10_000 / timing["wall_seconds"])
    decisions = report["decisions"]["mean"] * 10_000
    assert timing["decisions_per_second"] == pytest.approx(decisions / timing["wall_seconds"])
    assert "mask" in timing["decision"] and "compilation" in timing["clock"]


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("--players 2", ("2 players", "share of victories", "player 1", "turns")),
        ("--players 1", ("solo, opponent=1", "Results against ASTRA", "draw", "turns")),
    ],
)
def test_tables(run, mode, words):
    ran = run(f"selfplay launch --games 50 {mode}")
    assert ran.code == 0 and ran.err == ""
    for word in (*words, "decisions/s", "games/s", "track", "system_errors", "total", "One decision: the legal mask"):
        assert word in ran.out


def test_one_game_and_seeds_of_any_size(run):
    assert report_of(run, "--games 1")["games"] == 1
    wrapped = report_of(run, f"--games 5 --seed {2**64 - 2}")
    again = report_of(run, f"--games 5 --seed {2**64 - 2} --batch 2")
    assert without_timing(wrapped) == without_timing(again)


INTERRUPTED = """
import os, signal, sys, threading
from moon_envs.batch import Batch
from moon_envs.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)
Batch("launch", 1)

def start_timer():
    threading.Timer({delay}, lambda: os.kill(os.getpid(), signal.SIGINT)).start()

play_out = Batch.play_out

def play_first_games(self):
    play_out(self)
    Batch.play_out = play_out
    start_timer()

if {after_first_games}:
    Batch.play_out = play_first_games
else:
    start_timer()
sys.exit(main("selfplay launch --games 100000000 --threads {threads} --batch {batch} --json".split()))
"""


@needs_unix
@pytest.mark.slow
@pytest.mark.parametrize(("threads", "batch"), [(1, 4096), (2, 4096), (2, 200_000)])
@pytest.mark.parametrize("delay", [0.3, 0.71, 1.13])
def test_an_interrupt_ends_with_what_there_is(threads, batch, delay):
    """Exit code 130 and the report of the games that are over; in the middle of a batch, too."""
    reports = batch == 4096
    program = INTERRUPTED.format(delay=delay, threads=threads, batch=batch, after_first_games=reports)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 130 and ended.stderr == "", (ended.returncode, ended.stderr)
    if reports:
        report = json.loads(ended.stdout)
        assert report["interrupted"] and 0 < report["games"] < 100_000_000
        assert sum(seat["wins"] + seat["ties"] + seat["losses"] for seat in report["seats"]) == 2 * report["games"]


def test_an_interrupt_before_the_first_game(run, monkeypatch):
    """Nothing to report: no tables, one line and the exit code."""

    def interrupt(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(moon_envs.Batch, "play_out", interrupt)
    line = "moon-envs: interrupted before the first game ended: nothing to report.\n"
    assert run("selfplay launch --games 10") == (130, "", line)


def test_an_interrupted_report_in_words(run, monkeypatch):
    play_out, calls = moon_envs.Batch.play_out, []

    def interrupt_later(self):
        calls.append(1)
        play_out(self)
        if len(calls) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(moon_envs.Batch, "play_out", interrupt_later)
    ran = run("selfplay launch --games 100 --batch 10")
    assert ran.code == 130 and ran.out.endswith("Interrupted after 30 games.\n")


def test_an_interrupt_keeps_games_although_many_were_asked_for(run, tmp_path, monkeypatch):
    """Not all of them begin at once: after 3,000 decisions some of 4,000 games are over."""
    (tmp_path / "impatient.py").write_text(
        "left = 3000\n\n\ndef play(observations, masks):\n    global left\n    left -= len(masks)\n"
        "    if left < 0:\n        raise KeyboardInterrupt\n    return masks.argmax(axis=1)\n"
    )
    monkeypatch.chdir(tmp_path)
    ran = run("selfplay launch --players 1 --games 4000 --agents impatient.py:play --record games --json")
    report = json.loads(ran.out)
    assert ran.code == 130 and report["interrupted"] and 20 <= report["games"] < 100
    assert len(moon_envs.load_games("games")) == report["games"]


def test_games_that_cannot_be_recorded(run, tmp_path, monkeypatch):
    """The games before are there, and the report of all that were played."""

    def full(path, *arguments):
        if path.name == "games-000002.moongames":
            raise OSError(28, "No space left on device", str(path))
        write_file(path, *arguments)

    monkeypatch.setattr("moon_envs.records.datasets.write_file", full)
    ran = run(f"selfplay launch --games 100 --batch 10 --record {tmp_path} --json")
    report = json.loads(ran.out)
    assert ran.code == 2 and report["games"] == 30 and report["interrupted"]
    assert ran.err == f"moon-envs: {tmp_path}: cannot be written: No space left on device.\n"
    assert len(moon_envs.load_games(tmp_path)) == 20
