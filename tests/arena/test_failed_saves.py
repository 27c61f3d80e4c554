"""Files that cannot be written while an arena is played: the games go on, and the result is not lost."""

from __future__ import annotations

import functools
import json
import shutil

import pytest

from moon_envs.arena import Arena, autosave, results, run_arena
from moon_envs.arena.bootstrap import bootstrap_means
from moon_envs.base.errors import UnsavedError
from moon_envs.testing.crater.game import GAME as CRATER
from tests.arena.players import Bidder


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Saves all the time, and intervals that are not looked at."""
    monkeypatch.setattr(results, "bootstrap_means", functools.partial(bootstrap_means, resamples=50))
    monkeypatch.setattr(autosave, "SECONDS_BETWEEN_SAVES", 0.0)
    monkeypatch.setattr(autosave, "MOST_TIME_FOR_SAVING", 1e9)


class Meddling(Bidder):
    """Does something before one of its calls."""

    def __init__(self, **meddle):
        super().__init__(1, "meddling")
        self.meddle = {int(call.removeprefix("at_")): what for call, what in meddle.items()}

    def act(self, waiting):
        self.meddle.pop(len(self.calls), lambda: None)()
        return super().act(waiting)


def test_the_games_go_on_and_the_error_has_the_result(tmp_path, capsys):
    folder = tmp_path / "runs"
    folder.mkdir()
    arena = Arena(CRATER, [Meddling(at_20=lambda: shutil.rmtree(folder)), "random"], batch_size=8)
    with pytest.raises(UnsavedError, match=r"runs/run.json: cannot be written: No such file or directory\.$") as caught:
        arena.play(60, save=folder / "run.json")
    assert caught.value.result.games == 60 == arena.result().games and not caught.value.result.interrupted
    told = [line for line in capsys.readouterr().err.splitlines() if "run.json" in line]  # compiling may speak, too
    assert len(told) == 1
    assert told[0].endswith("run.json: cannot be written: No such file or directory; the games go on.")
    with pytest.raises(UnsavedError) as caught:
        run_arena(CRATER, [Meddling(at_2=lambda: shutil.rmtree(tmp_path / "run")), "random"], 20, save=made(tmp_path))
    assert caught.value.result.games == 20
    assert arena.play(60).games == 60, "without a file there is nothing to complain about"


def made(folder):
    (folder / "run").mkdir()
    return folder / "run" / "file"


def test_a_file_is_tried_again(tmp_path):
    """The folder comes back, and all seeds are in the file."""
    folder = tmp_path / "runs"
    folder.mkdir()
    agent = Meddling(at_20=lambda: shutil.rmtree(folder), at_60=folder.mkdir)
    result = Arena(CRATER, [agent, "random"], batch_size=8).play(60, save=folder / "run.json")
    assert result.games == 60 and json.loads((folder / "run.json").read_text())["seeds"] == 30


def test_an_interrupt_is_still_an_interrupt(tmp_path):
    def interrupt():
        raise KeyboardInterrupt

    path = made(tmp_path)
    agent = Meddling(at_20=lambda: shutil.rmtree(tmp_path / "run"), at_60=interrupt)
    arena = Arena(CRATER, [agent, "random"], batch_size=8)
    with pytest.raises(KeyboardInterrupt):
        arena.play(100, save=path)
    assert arena.result().interrupted and 0 < arena.result().games < 100
    assert arena.failures == [f"{path}: cannot be written: No such file or directory."]


def test_recordings_that_cannot_be_written(tmp_path):
    folder = tmp_path / "games"
    agents = [Meddling(at_20=lambda: shutil.rmtree(folder)), "random"]
    arena = Arena(CRATER, agents, batch_size=4)
    with pytest.raises(UnsavedError, match="games: games cannot be recorded there: No such file") as caught:
        arena.play(60, record=folder, recorded_games=50)
    assert caught.value.result.games == 60
