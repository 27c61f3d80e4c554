"""Each recipe runs briefly if its trainer is installed; otherwise it names the extra to install, in one line."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import gymnasium
import pytest

import moon_envs

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "training_examples"
LIBRARIES = {
    "sb3_maskable_ppo": ("sb3", "sb3_contrib"),
    "torchrl_ppo": ("torchrl", "torchrl"),
    "tianshou_dqn": ("tianshou", "tianshou"),
    "skrl_ppo": ("skrl", "skrl"),
    "rllib_ppo": ("rllib", "ray"),
    "agilerl_ppo": ("agilerl", "agilerl"),
}
"""For each recipe its extra, and the module that shows whether the extra is installed."""

MOMENT = "mlem --players 2 --steps 512 --num-games 4 --evaluation-games 8".split()
WITHOUT = """\
import runpy, sys
folder, file, library, *arguments = sys.argv[1:]
sys.modules[library] = None  # importing it fails as if it were not installed
sys.path.insert(0, folder)
sys.argv = [file, *arguments]
runpy.run_path(file, run_name="__main__")
"""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the package under test."""
    package = str(Path(moon_envs.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": package, "OMP_NUM_THREADS": "1"}
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, env=environment, timeout=300)


def run_recipe(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a recipe; skip the test if its trainer is not installed."""
    library = LIBRARIES[name][1]
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    return run(str(FOLDER / f"{name}.py"), *arguments)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "arguments"), [*((name, ()) for name in LIBRARIES), ("rllib_ppo", ("--self-play",))])
def test_recipes_run(name, arguments):
    ran = run_recipe(name, *MOMENT, *arguments)
    assert ran.returncode == 0, ran.stderr
    for words in ("random play: win rate", "512 decisions: won", "trained play: win rate"):
        assert words in ran.stdout
    assert "Traceback" not in ran.stderr and "illegal" not in ran.stderr


@pytest.mark.parametrize("name", LIBRARIES)
def test_recipes_refuse_in_one_line(name):
    ran = run_recipe(name, "lunch")
    assert ran.returncode == 2 and ran.stdout == ""
    assert "There is no game 'lunch'; allowed: launch" in ran.stderr.splitlines()[-1] and "Traceback" not in ran.stderr


@pytest.fixture
def recipe(monkeypatch):
    """The module that the recipes share."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("recipe")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("launch --steps few", "argument --steps: 'few' is not allowed; allowed: whole numbers, 1 or more"),
        ("launch --steps 0", "argument --steps: '0' is not allowed"),
        ("launch --players 9", "players=9 is not allowed"),
        ("launch --opponent 1 --option opponent=2", "option 'opponent' is given twice"),
        ("launch --option moons=2", "moons"),
        ("launch --players 2 --opponents nobody", "opponents='nobody' is not allowed"),
        ("launch --self-play", "unrecognized arguments: --self-play"),
    ],
)
def test_refused_arguments(recipe, arguments, words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["some_recipe.py", *arguments.split()])
    with pytest.raises(SystemExit) as stopped:
        recipe.run(lambda: recipe.Recipe("Some recipe.", steps=10).play())
    printed = capsys.readouterr()
    assert stopped.value.code == 2 and printed.out == ""
    assert printed.err.startswith("some_recipe.py: ") and printed.err.count("\n") == 1 and words in printed.err


@pytest.mark.parametrize("arguments", ["launch", "launch --players 3 --opponents greedy", "mlem --option ufo=true"])
def test_policies_are_compared_on_the_same_games(recipe, arguments, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["some_recipe.py", *arguments.split(), "--evaluation-games", "5"])
    some = recipe.Recipe("Some recipe.", steps=10)

    def first_legal(observations, masks):
        assert observations.shape[0] == masks.shape[0] <= 5
        return masks.argmax(axis=1)

    assert some.play(first_legal) == some.play(first_legal) != some.play()
    assert gymnasium.make(some.id, **some.settings).unwrapped.game.id == some.game.id


def test_progress_counts_outcomes(recipe, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["some_recipe.py"])
    some = recipe.Recipe("Some recipe.")
    some.tell(1000, [])
    some.tell(2000, [1.0, -1.0, 0.5, -0.5])
    assert capsys.readouterr().out == "2,000 decisions: won 50.0% of the last 4 games\n"


def test_self_play_needs_others():
    ran = run_recipe("rllib_ppo", "launch", "--self-play")
    assert ran.returncode == 2 and ran.stderr.splitlines()[-1].endswith("--self-play needs --players 2 or more.")


@pytest.mark.parametrize(
    "name", [name if name == "sb3_maskable_ppo" else pytest.param(name, marks=pytest.mark.slow) for name in LIBRARIES]
)
def test_recipes_say_what_is_missing(name):
    extra, library = LIBRARIES[name]
    file = str(FOLDER / f"{name}.py")
    ran = run("-c", WITHOUT, str(FOLDER), file, library)
    assert ran.returncode == 2 and ran.stdout == ""
    assert ran.stderr.count("\n") == 1 and ran.stderr.startswith(f"{file}: ")
    assert ran.stderr.endswith(f'this recipe needs: pip install ".[{extra}]"\n')


@pytest.mark.parametrize("name", LIBRARIES)
def test_recipes_are_short_and_say_how_to_run_them(name):
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 100
    assert f'Install: `pip install ".[{LIBRARIES[name][0]}]"`' in text
    assert f"Run: `python training_examples/{name}.py " in text


def test_no_recipe_is_missing():
    page = (FOLDER / "TRAINERS.md").read_text(encoding="utf-8")
    files = {file.stem for file in FOLDER.glob("*.py")}
    assert set(LIBRARIES) <= files
    assert [file for file in files if f"({file}.py)" not in page] == []


def test_every_trainer_has_an_extra():
    extras = re.findall(r"^(\w+) = \[", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert {extra for extra, _ in LIBRARIES.values()} | {"minari"} <= set(extras)
