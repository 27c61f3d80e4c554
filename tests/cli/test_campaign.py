"""`moon-envs campaign`: linked series by random play."""

from __future__ import annotations

import json
import os
import signal

import numpy as np
import pytest

import moon_envs
from moon_envs.cli import campaign_statistics
from moon_envs.cli.campaign import play_series
from moon_envs.games.welcome_to_the_moon.stars import ADVENTURES
from tests.unix import needs_unix

NOT_THE_BOOK = "the Campaign Book's story, cards and branches are not part of our sources and not implemented"


@pytest.fixture(scope="module", autouse=True)
def compiled_adventures():
    """Compile before anything looks at the error stream, where compiling announces itself."""
    moon_envs.Series().play()


def report_of(run, command: str) -> dict:
    ran = run(f"campaign {command} --json")
    assert ran.code == 0 and ran.err == ""
    return json.loads(ran.out)


def test_report_agrees_with_a_series(run):
    report = report_of(run, "--games 40 --players 3 --seed 5")
    result = moon_envs.Series(40, players=3, seed=5).play()
    assert (report["players"], report["opponent"], report["games"], report["seed"]) == (3, None, 40, 5)
    assert not report["interrupted"] and NOT_THE_BOOK in report["note"] and "Our rulings: " in report["note"]
    assert [adventure["adventure"] for adventure in report["adventures"]] == list(ADVENTURES)
    assert [adventure["stars_by_place"] for adventure in report["adventures"]][-2:] == [[5, 3, 1], [6, 3, 1]]
    for number, adventure in enumerate(report["adventures"]):
        for place, side in enumerate(adventure["sides"]):
            points, stars = result.points[:, number, place], result.stars[:, number, place]
            assert side["side"] == f"player {place}"
            assert side["points"] == {"mean": points.mean(), "min": points.min(), "max": points.max()}
            assert side["stars"]["mean"] == stars.mean()
            assert side["first_places"] == np.sum(result.places[:, number, place] == 1)
            assert side["first_place_share"] == side["first_places"] / 40
    for place, side in enumerate(report["total"]):
        share = result.victory_share[:, place]
        assert side["stars"]["mean"] == result.total_stars[:, place].mean()
        assert side["adventures_won"]["mean"] == result.adventures_won[:, place].mean()
        assert side["win_share"] == pytest.approx(share.mean())
        assert (side["wins"], side["losses"]) == (np.sum(share == 1), np.sum(share == 0))
        assert side["wins"] + side["ties"] + side["losses"] == 40
    assert sum(side["win_share"] for side in report["total"]) == pytest.approx(1)


def test_agents_play_series(run):
    report = report_of(run, "--games 3 --players 2 --seed 5 --agents greedy random")
    result = moon_envs.Series(3, players=2, seed=5, agents=["greedy", "random"]).play()
    assert report["agents"] == ["greedy", "random"]
    assert [side["stars"]["mean"] for side in report["total"]] == result.total_stars.mean(axis=0).tolist()


@pytest.mark.parametrize(
    ("command", "levels"),
    [("--opponent 3", [3] * 8), ("--players 1", [1] * 8), ("--opponent 8,7,6,5,4,3,2,1", [8, 7, 6, 5, 4, 3, 2, 1])],
)
def test_solo_series(run, command, levels):
    report = report_of(run, f"{command} --games 6")
    assert report["players"] == 1 and report["opponent"] == levels
    assert [side["side"] for side in report["total"]] == ["player 0", "ASTRA"]
    result = moon_envs.Series(6, opponent=levels).play()
    assert [side["stars"]["mean"] for side in report["total"]] == result.total_stars.mean(axis=0).tolist()


def test_series_do_not_depend_on_how_many_are_played_at_once():
    whole = play_series(10, 4, None, 3)
    assert whole == play_series(10, 4, None, 3, at_once=4) == play_series(10, 4, None, 3, at_once=1)
    assert whole != play_series(10, 4, None, 4)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("--players 4", ("4 players", "player 3", "seed 0, 20 series")),
        ("--opponent 2", ("solo, ASTRA level 2", "ASTRA  ")),
        ("--opponent 1,2,3,4,5,6,7,8", ("solo, ASTRA levels 1, 2, 3, 4, 5, 6, 7, 8",)),
    ],
)
def test_tables(run, command, words):
    ran = run(f"campaign --games 20 {command}")
    assert ran.code == 0 and ran.err == ""
    for word in (*words, *ADVENTURES, "points (mean)", "stars (mean)", "first places", "share of victories"):
        assert word in ran.out
    assert NOT_THE_BOOK in ran.out and "Our rulings: " in ran.out


def test_help_says_what_it_is_not(run):
    assert NOT_THE_BOOK in " ".join(run("campaign --help").out.split())


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("--players 7", "players=7 is not allowed; allowed: 1 to 6."),
        ("--players two", "two"),
        ("--opponent 9", "allowed: 1 to 8"),
        ("--opponent hard", "opponent='hard' is not allowed"),
        ("--opponent 1,2,3", "a list of 8 of these, one for each adventure"),
        ("--opponent 1,2,3,4,5,6,7,9", "battle: opponent=9 is not allowed"),
        ("--players 2 --opponent 3", "needs the solo mode, players=1, not 2"),
        ("--games 0", "1 or more"),
        ("--games some", "some"),
        ("--seed -1", "0 or more"),
        ("launch", "launch"),
    ],
)
def test_wrong_input_is_one_line_and_code_2(fails, command, word):
    assert word in fails(f"campaign {command}")


def interrupt_at(monkeypatch, call: int) -> None:
    play, calls = moon_envs.Series.play, []

    def play_or_interrupt(self, on_step):
        calls.append(1)
        if len(calls) == call:
            raise KeyboardInterrupt
        return play(self, on_step)

    monkeypatch.setattr(moon_envs.Series, "play", play_or_interrupt)


def test_an_interrupt_before_the_first_series(run, monkeypatch):
    """Nothing to report: no tables, one line and the exit code."""
    interrupt_at(monkeypatch, 1)
    line = "moon-envs: interrupted before the first series ended: nothing to report.\n"
    assert run("campaign --games 20") == (130, "", line)


def test_an_interrupt_ends_with_what_there_is(run, monkeypatch):
    interrupt_at(monkeypatch, 3)
    ran = run("campaign --games 1000 --seed 4")
    assert ran.code == 130 and ran.err == "" and ran.out.endswith("Interrupted after 512 series.\n")
    assert "seed 4, 512 series" in ran.out


@needs_unix
def test_an_interrupt_while_series_are_counted_loses_none_of_them(run, monkeypatch):
    """The signal of Ctrl-C: it waits until they are counted."""
    add = campaign_statistics.SeriesStatistics.add

    def interrupted_add(self, result):
        os.kill(os.getpid(), signal.SIGINT)
        add(self, result)

    monkeypatch.setattr(campaign_statistics.SeriesStatistics, "add", interrupted_add)
    ran = run("campaign --games 300 --json")
    report = json.loads(ran.out)
    assert ran.code == 130 and report["interrupted"] and report["games"] == 256
    assert all(side["wins"] + side["ties"] + side["losses"] == 256 for side in report["total"])
