"""The README is true: its examples run, its table lists every game, its commands are those that are used."""

import re
from pathlib import Path

import pytest

import moon_envs

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.splitlines()[1][:40] for example in EXAMPLES])
@pytest.mark.filterwarnings("ignore::DeprecationWarning:moviepy", "ignore::ResourceWarning")
def test_examples_run(example, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})


def test_there_is_an_example_for_each_interface():
    for words in ("gymnasium.make(", "gymnasium.make_vec(", "launch_v0.env(", "moon_envs.Batch("):
        assert any(words in example for example in EXAMPLES), words


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_the_table_names_every_game(id_):
    game = moon_envs.game(id_)
    rows = [line for line in README.splitlines() if line.startswith("|") and f"`{id_}`" in line]
    assert rows, f"The README's table of environments has no row that names `{id_}`."
    row = rows[0]
    assert f"`moon_envs/{game.class_name}-v{game.version}`" in row
    assert f"`moon_envs.pettingzoo.{id_}_v{game.version}`" in row
    assert (("reconstructed" in row) == bool(game.reconstructed)) and (("ASTRA" in row) == (game.rival == "ASTRA"))


def test_it_can_be_read_in_one_go():
    assert len(README.splitlines()) <= 170
    assert not re.findall(r"\b(SPEED\w+|CONNECTTABLE|TDRESULT|TESTMINUTES)\b", README)


def test_extras_that_the_readme_names_exist():
    extras = re.findall(r"^(\w+) = \[", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r'"\.\[(\w+)\]"', README)) <= set(extras)


def test_disclaimer():
    assert "unofficial" in README and "not affiliated" in README and "none of their art or text" in README
