"""Connect four on our contract, against a plain referee and against the C program it is compared with."""

import ctypes
import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.connect_four.contestants import compile_c
from benchmarks.connect_four.game.game import GAME
from benchmarks.connect_four.game.state import CELLS, COLUMNS, PLAYERS, ROWS, STATE
from moon_envs import Batch, IllegalActionError, testing

ROOT = Path(__file__).parents[2]

GAMES = 1024
FEATURES = PLAYERS * CELLS
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


class Referee:
    """Connect four in plain Python, with lists and loops."""

    def __init__(self):
        self.columns = [[] for _ in range(COLUMNS)]
        self.actor = 0
        self.winner = None

    def cell(self, row, column):
        if 0 <= column < COLUMNS and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return None

    def legal(self):
        return [column for column in range(COLUMNS) if len(self.columns[column]) < ROWS]

    def drop(self, column):
        """Returns whether the game is over."""
        row = len(self.columns[column])
        self.columns[column].append(self.actor)
        if any(self.length(row, column, *way) >= 4 for way in ((0, 1), (1, 0), (1, 1), (1, -1))):
            self.winner = self.actor
        self.actor = 1 - self.actor
        return self.winner is not None or not self.legal()

    def length(self, row, column, up, right):
        """How many stones of one player stand in a line through this cell."""
        player, count = self.cell(row, column), 1
        for sign in (1, -1):
            distance = 1
            while self.cell(row + sign * distance * up, column + sign * distance * right) == player:
                count, distance = count + 1, distance + 1
        return count

    def rewards(self):
        return [0, 0] if self.winner is None else [1 if player == self.winner else -1 for player in range(PLAYERS)]

    def planes(self, observer):
        cells = [self.cell(row, column) for row in range(ROWS) for column in range(COLUMNS)]
        return [int(cell == player) for player in (observer, 1 - observer) for cell in cells]


@pytest.mark.slow
def test_random_games_agree_with_the_referee():
    batch = Batch(GAME, 256, seed=1)
    referees = [Referee() for _ in range(256)]
    wins, draws, lengths = [0, 0], 0, []
    while sum(wins) + draws < 4000:
        for row, referee in enumerate(referees):
            assert batch.actor[row] == referee.actor
            assert batch.legal_actions(row).tolist() == referee.legal()
            assert batch.features[row].tolist() == referee.planes(referee.actor)
        actions = batch.sample().copy()
        batch.step(actions)
        assert np.array_equal(batch.observation, batch.features)
        for row, action in enumerate(actions):
            over = referees[row].drop(action)
            assert batch.done[row] == over
            assert batch.reward[row].tolist() == (referees[row].rewards() if over else [0, 0])
            if over:
                assert batch.final_observation[row].tolist() == referees[row].planes(0)
                assert batch.final_points[row].ravel().tolist() == [max(r, 0) for r in referees[row].rewards()]
                assert batch.final_decisions[row] == sum(map(len, referees[row].columns))
                lengths.append(batch.final_decisions[row])
                draws += referees[row].winner is None
                if referees[row].winner is not None:
                    wins[referees[row].winner] += 1
                referees[row] = Referee()
    assert draws > 0 and min(wins) > 0 and min(lengths) == 7 and max(lengths) == CELLS


@pytest.mark.parametrize(
    ("actions", "winner"),
    [
        ([0, 1, 0, 1, 0, 1, 0], 0),  # a column
        ([6, 0, 0, 1, 1, 2, 2, 3], 1),  # the bottom row
        ([0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3], 0),  # a diagonal to the right
        ([3, 2, 2, 1, 1, 0, 1, 0, 0, 6, 0], 0),  # a diagonal to the left
        ([5, 0, 6, 0, 0, 1, 1, 1], None),  # the end of a row and the beginning of the next are not neighbours
    ],
)
def test_lines_of_four(actions, winner):
    batch = Batch(GAME, 1, autoreset="disabled")
    for action in actions:
        assert not batch.done[0]
        batch.step([action])
    assert batch.done[0] == (winner is not None)
    if winner is not None:
        assert batch.reward[0, winner] == 1 and batch.reward[0, 1 - winner] == -1
        assert f"Player {winner}" in GAME.render(batch.states[0], 0)


def test_a_full_column_is_not_legal():
    batch = Batch(GAME, 1)
    for _ in range(ROWS):
        batch.step([2])
    assert batch.legal_actions(0).tolist() == [0, 1, 3, 4, 5, 6]
    with pytest.raises(IllegalActionError, match="column 3"):
        batch.step([2])


def test_tables():
    testing.check_tables(GAME)


def test_compliance():
    testing.check_game(GAME)


C_BATCH = np.dtype(
    [
        ("states", STATE.dtype, GAMES),
        ("random", np.uint64, GAMES),
        ("actions", np.int64, GAMES),
        ("actor", np.int64, GAMES),
        ("final_decisions", np.int64, GAMES),
        ("observation", np.float32, (GAMES, FEATURES)),
        ("final_observation", np.float32, (GAMES, FEATURES)),
        ("reward", np.float32, (GAMES, PLAYERS)),
        ("final_outcome", np.float32, (GAMES, PLAYERS)),
        ("final_points", np.int32, (GAMES, PLAYERS)),
        ("features", np.int16, (GAMES, FEATURES)),
        ("mask", np.int8, (GAMES, COLUMNS)),
        ("done", np.bool_, GAMES),
        ("illegal", np.bool_, GAMES),
    ],
    align=True,
)


@needs_gcc
def test_the_c_program_writes_the_same_to_the_byte(tmp_path):
    library = ctypes.CDLL(str(compile_c(tmp_path / "connect_four.so", "-shared", "-fPIC")))
    library.start.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
    library.sample.argtypes = library.step.argtypes = [ctypes.c_void_p]
    library.step.restype = ctypes.c_int64
    in_c = np.zeros(1, C_BATCH)
    library.start(in_c.ctypes.data, 7)
    batch = Batch(GAME, GAMES, seed=7)
    for _ in range(150):
        for name in C_BATCH.names[3:]:
            assert np.array_equal(in_c[0][name].ravel(), getattr(batch, name).ravel()), name
        assert in_c[0]["states"].tobytes() == batch.states.tobytes()
        library.sample(in_c.ctypes.data)
        assert library.step(in_c.ctypes.data) == -1
        batch.step(in_c[0]["actions"])
    in_c[0]["actions"][5] = COLUMNS
    assert library.step(in_c.ctypes.data) == 5


@needs_gcc
@pytest.mark.slow
def test_the_comparison_runs(tmp_path):
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "benchmarks.connect_four.compare", "--seconds", "0.1", "--repeats", "1"]
    command += ["--only", "c", "moon_envs", "--json", str(report)]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "moon_envs Batch" in shown
    rows = json.loads(report.read_text())["results"]
    assert [row["name"] for row in rows] == ["c", "moon_envs"]
    assert all(row["steps_per_second"] > 10_000 for row in rows)


@pytest.mark.slow
def test_the_benchmark_of_search_runs(tmp_path):
    """With or without OpenSpiel, whose match it then plays."""
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "benchmarks.connect_four.search", "--seconds", "0.1", "--repeats", "1"]
    command += ["--games", "2", "--simulations", "50", "--json", str(report)]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "moon_envs Search" in shown
    ours, theirs = json.loads(report.read_text())["speed"]
    assert ours["simulations_per_second"] > 1000
    assert ("missing" in theirs) == ("No match: open_spiel is not installed" in shown)
