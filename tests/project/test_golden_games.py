"""Golden games: a few games of every registered game, recorded in words, so that a change shows as a readable diff.

The actions are the random ones of `Batch.sample()`. After an intended change of rules, words or random numbers write
the files again and read the diff: `MOON_ENVS_WRITE_GOLDEN=1 pytest tests/project/test_golden_games.py`.
"""

import re
from pathlib import Path

import pytest

import moon_envs
from tests.project.golden_files import compare

FOLDER = Path(__file__).parent / "golden"
SEED = 2021
PLAYERS = (1, 2, 4)


def golden_modes(game):
    """The first mode with 1, 2 and 4 players, and the last solo mode, or the last of all where there is none."""
    first = {}
    for mode in game.modes:
        first.setdefault(game.configuration(**mode).players, mode)
    chosen = [first[players] for players in PLAYERS if players in first] or [game.modes[0]]
    solo = [mode for mode in game.modes if game.configuration(**mode).is_solo]
    last = solo[-1:] or game.modes[-1:]
    return chosen + [mode for mode in last if mode not in chosen]


def file_of(game, mode):
    """The file of a mode: tests/project/golden/launch/solo_opponent_1.txt."""
    words = re.sub(r"\W+", "_", game.configuration(**mode).describe()).strip("_")
    return FOLDER / game.id / f"{words}.txt"


def play(game, mode):
    """A whole game in words: every decision, then the points by category and the result."""
    batch = moon_envs.Batch(game, 1, seed=SEED, autoreset="disabled", threads=1, **mode)
    lines = [f"{game.title}, {batch.configuration.describe()}, seed {SEED}", ""]
    while not batch.done[0]:
        action = int(batch.sample()[0])
        legal = int(batch.mask[0].sum())
        lines.append(f"player {batch.actor[0]}: {batch.describe(action)} (1 of {legal})")
        batch.step([action])
    lines.append("")
    sides = [f"player {seat}" for seat in range(batch.configuration.players)]
    for side, row in zip(
        sides + [game.rival] * batch.configuration.is_solo, batch.final_points[0].tolist(), strict=True
    ):
        counted = ", ".join(f"{category} {value}" for category, value in zip(game.categories, row, strict=True))
        lines.append(f"{side}: {sum(row)} points ({counted})")
    results = ", ".join(f"{result:.3f}" for result in batch.reward[0].tolist())
    return [*lines, f"result: {results}", f"decisions: {batch.final_decisions[0]}"]


CASES = [(game_id, mode) for game_id in moon_envs.game_ids() for mode in golden_modes(moon_envs.game(game_id))]


@pytest.mark.parametrize(("game_id", "mode"), CASES, ids=lambda value: str(value).replace(" ", ""))
def test_golden_game(game_id, mode):
    """The game is played as it was recorded."""
    game = moon_envs.game(game_id)
    compare(file_of(game, mode), play(game, mode), "golden game")


def test_no_golden_game_is_left_over():
    """Every file belongs to a mode of a registered game."""
    expected = {file_of(moon_envs.game(game_id), mode) for game_id, mode in CASES}
    assert {file for file in FOLDER.rglob("*") if file.is_file()} <= expected
