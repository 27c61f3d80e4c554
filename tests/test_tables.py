"""The tables of a game: what they refuse, and words that follow the printed numbers."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import moon_envs
from moon_envs.errors import ConfigurationError

WORDS = """
import sys
import moon_envs
game = moon_envs.game(sys.argv[1])
print(*(game.actions.describe(action) for action in range(len(game.actions))), sep="\\n")
print(*(feature.meaning for feature in (*game.features.table, *game.features.player)), sep="\\n")
"""


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda game: game.actions.locate(1.5), "action=1.5 is not allowed; allowed: 0 to "),
        (lambda game: game.actions.locate(-1), "action=-1 is not allowed; allowed: 0 to "),
        (lambda game: game.actions.first("fly"), "name='fly' is not allowed; allowed: combination, "),
        (lambda game: game.features.size("2"), "players='2' is not allowed; allowed: 1 to 16"),
        (lambda game: game.features.bounds(10**9), "players=1000000000 is not allowed"),
        (lambda game: game.features.layout(-1), "players=-1 is not allowed"),
    ],
)
def test_questions_a_table_refuses(ask, words):
    with pytest.raises(ConfigurationError) as caught:
        ask(moon_envs.game("launch"))
    assert words in str(caught.value)


@pytest.mark.parametrize("action", [-1, 10**30, 1.0, "1", None])
def test_an_action_that_does_not_exist_is_described_as_such(action):
    assert "which does not exist" in moon_envs.game("launch").actions.describe(action)


def words_of(game, folder):
    """Every word of a game's tables, as the package in that folder says them."""
    run = subprocess.run(
        [sys.executable, "-c", WORDS, game], cwd=folder, capture_output=True, text=True, timeout=120, check=True
    )
    return run.stdout


@pytest.mark.parametrize(
    ("game", "file", "printed", "changed", "before", "after"),
    [
        (
            "colony",
            "games/welcome_to_the_moon/colony/components.py",
            "QUARTER_POINTS = np.array([0, 15, 5]",
            "QUARTER_POINTS = np.array([0, 17, 6]",
            ("the 15 of the", "circled 5"),
            ("the 17 of the", "circled 6"),
        ),
    ],
)
def test_a_changed_table_changes_the_words(tmp_path, game, file, printed, changed, before, after):
    shutil.copytree(Path(moon_envs.__file__).parent, tmp_path / "moon_envs")
    said = words_of(game, tmp_path)
    components = tmp_path / "moon_envs" / file
    assert components.read_text().count(printed) == 1
    components.write_text(components.read_text().replace(printed, changed))
    says = words_of(game, tmp_path)
    for old, new in zip(before, after, strict=True):
        assert old in said and new not in said
        assert new in says and old not in says
