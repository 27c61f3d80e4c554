"""The tables of a game: what they refuse, and that words follow the printed numbers."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import moon_envs
from moon_envs.base.errors import ConfigurationError

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
        (lambda game: game.features.describe(99), "players=99 is not allowed"),
        (lambda game: game.actions[-1], "action=-1 is not allowed; allowed: 0 to "),
        (lambda game: game.actions[len(game.actions)], "is not allowed; allowed: 0 to "),
        (lambda game: game.actions["write"], "action='write' is not allowed"),
        (lambda game: game.actions[1:3], "action=slice(1, 3, None) is not allowed"),
        (lambda game: game.features[-1], "feature=-1 is not allowed; allowed: 0 to "),
        (lambda game: game.features[1.0], "feature=1.0 is not allowed"),
    ],
)
def test_questions_a_table_refuses(ask, words):
    with pytest.raises(ConfigurationError) as caught:
        ask(moon_envs.game("launch"))
    assert words in str(caught.value)


@pytest.mark.parametrize("action", [-1, 10**30, 1.0, "1", None])
def test_an_action_that_does_not_exist_is_described_as_such(action):
    assert "which does not exist" in moon_envs.game("launch").actions.describe(action)


@pytest.mark.parametrize("index", [-1, 10**30])
def test_an_index_that_does_not_exist_is_an_index_error_and_ours(index):
    for table in (moon_envs.game("launch").actions, moon_envs.game("launch").features):
        with pytest.raises(IndexError):
            table[index]
        with pytest.raises(ConfigurationError):
            table[index]


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_actions_are_a_table_to_read(id_):
    actions = moon_envs.game(id_).actions
    assert [action.index for action in actions] == list(range(len(actions)))
    for action in actions:
        assert actions[action.index] == actions[np.int16(action.index)] == action
        assert str(action) == action.meaning == actions.describe(action.index)
        assert action.range_name == actions.locate(action.index)[0]
    assert [action.index for action in reversed(actions)] == list(range(len(actions)))[::-1]
    assert "\n" not in repr(actions) and len(repr(actions)) < 80 and str(len(actions)) in repr(actions)
    lines = str(actions).splitlines()
    assert lines[0].split() == ["action", "range", "meaning"]
    for action, line in zip(actions, lines[1:], strict=True):
        assert line.split(maxsplit=2) == [str(action.index), action.range_name, action.meaning]
    summary = actions.summary().splitlines()
    assert len(summary) == 1 + len(actions.ranges) and all(line == line.rstrip() for line in summary)


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_features_are_a_table_to_read(id_):
    game = moon_envs.game(id_)
    features = game.features
    assert list(features) == [*features.table, *features.player] == [features[place] for place in range(len(features))]
    assert "\n" not in repr(features) and len(repr(features)) < 80
    lines = str(features).splitlines()
    assert lines[0].split() == ["of", "name", "size", "values", "kind", "meaning"]
    for feature, line in zip(features, lines[1:], strict=True):
        for shown in (feature.name, f" {feature.size} ", f"{feature.low} to {feature.high}", feature.kind):
            assert shown in line
        assert feature.meaning in line
    for players in game.player_counts:
        described = features.describe(players).splitlines()[1:]
        assert [line.split()[1] for line in described] == [name for name, _, _ in features.layout(players)]
        assert described[-1].split()[0].split("-")[-1] == str(features.size(players) - 1)


def words_of(game, folder):
    """Return every word of a game's tables from the package in a folder."""
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


def test_actions_that_select():
    """A look-ahead follows them; every other range of actions changes something at once."""
    selecting = {
        id_: [one.name for one in moon_envs.game(id_).actions.ranges if one.selects] for id_ in moon_envs.game_ids()
    }
    assert selecting["launch"] == ["combination"] and selecting["mlem"] == []
    assert selecting["virus"] == ["combination", "shift", "wild", "keep_action"]
    assert selecting["luna_capital"][-1] == "pick_taken_tile" and "main_action" in selecting["from_the_moon"]
    actions = moon_envs.game("launch").actions
    assert actions.selecting().dtype == np.int8 and actions.selecting().nonzero()[0].tolist() == [*range(6)]
