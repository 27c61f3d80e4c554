"""The pages of the environments: made from the tables, shown by `help`, and true."""

from __future__ import annotations

import importlib
import inspect
import pickle
import pydoc
import subprocess
import sys
from dataclasses import replace

import gymnasium
import pytest

import moon_envs
from moon_envs.base.errors import ConfigurationError
from moon_envs.envs.pages import HEADINGS, INTERFACES, environment_page
from moon_envs.testing.crater.game import GAME

FUNCTIONS = ("env", "raw_env", "parallel_env")


def module_of(id_: str):
    return importlib.import_module(f"moon_envs.pettingzoo.{id_}_v{moon_envs.game(id_).version}")


def headings_of(page: str) -> list[str]:
    return [line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")]


@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_a_page_has_the_usual_headings_and_the_tables(id_, interface):
    game = moon_envs.game(id_)
    page = environment_page(id_, interface)
    assert headings_of(page) == list(HEADINGS) and page.startswith(f"{game.title}\n")
    for action_range in game.actions.ranges:
        assert f" {action_range.name} " in page and action_range.meanings[0] in page
    for feature in game.features:
        assert feature.name in page and feature.meaning in page
    for option in game.options:
        assert f"\n    {option.name}: " in page
    actions = len(game.actions) + (interface == "parallel")
    assert f"`Discrete({actions})`" in page and f"/ {game.points_scale:g}" in page
    assert all(category in page for category in game.categories)
    assert all(str(game.features.size(players)) in page for players in game.player_counts)


@pytest.mark.parametrize(
    ("interface", "shell"), [("gymnasium", "single_agent.MoonEnv"), ("vector", "vector.MoonVectorEnv")]
)
def test_a_page_names_every_argument(interface, shell):
    module, name = shell.split(".")
    made_by = getattr(importlib.import_module(f"moon_envs.envs.{module}"), name)
    page = environment_page("mlem", interface)
    for argument in inspect.signature(made_by).parameters:
        assert (f"\n    {argument}: " in page) == (argument not in ("game", "options"))


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_help_of_the_pettingzoo_functions(id_, name):
    game, module = moon_envs.game(id_), module_of(id_)
    function = getattr(module, name)
    assert environment_page(id_, "parallel" if name == "parallel_env" else "aec") in function.__doc__
    shown = pydoc.render_doc(function, renderer=pydoc.plaintext)
    assert f"function {name} in module {module.__name__}" in shown and "## Legal Actions Mask" in shown
    parameters = inspect.signature(function).parameters
    assert next(iter(parameters)) == "players" and "game" not in parameters and "render_mode" in parameters
    assert {option.name: parameters[option.name].default for option in game.options} == {
        option.name: option.default for option in game.options
    }
    assert ("on_illegal" in parameters) == (name == "parallel_env")
    for argument in parameters:
        assert f"\n    {argument}: " in function.__doc__


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_help_of_the_pettingzoo_modules(id_):
    module = module_of(id_)
    assert module.__doc__.startswith(environment_page(id_, "aec")) and ">>> " in module.__doc__
    assert "## Observation Space" in pydoc.render_doc(module, renderer=pydoc.plaintext)


def test_functions_of_a_module_can_be_pickled():
    for name in FUNCTIONS:
        function = getattr(module_of("mlem"), name)
        assert pickle.loads(pickle.dumps(function)) is function


def test_environments_show_their_pages():
    from moon_envs.pettingzoo import mlem_v0

    assert gymnasium.make("moon_envs/Mlem-v0").unwrapped.page == environment_page("mlem")
    assert gymnasium.make_vec("moon_envs/Mlem-v0", num_envs=2).unwrapped.page == environment_page("mlem", "vector")
    assert mlem_v0.raw_env().page == mlem_v0.env().unwrapped.page == environment_page("mlem", "aec")
    assert mlem_v0.parallel_env().page == environment_page("mlem", "parallel")


def test_the_class_behind_gymnasium_make_has_the_headings():
    documented = inspect.getdoc(type(gymnasium.make("moon_envs/Mlem-v0").unwrapped))
    assert headings_of(documented) == [heading for heading in HEADINGS if heading != "Arguments"]
    assert "\nArgs:\n" in documented and "unwrapped.page" in documented


def test_a_page_of_a_game_that_is_not_registered():
    assert "moon_envs.pettingzoo.env('crater')" in environment_page(GAME)


def test_a_page_follows_the_tables():
    changed = replace(GAME, points_scale=7.0, summary="Another summary.", player_counts=(2, 4))
    page = environment_page(changed)
    assert "/ 7" in page and "Another summary." in page and "For 2, 4 players" in page


def test_version_history():
    def history(game):
        return environment_page(game).split("## Version History\n")[1].split("\n")[:-1]

    assert history(GAME) == ["    v0: the first version"]
    assert history(replace(GAME, version=1)) == ["    v0: the first version", "    v1: the present version"]
    told = replace(GAME, version=1, history=("four rounds", "a card for everybody"))
    assert history(told) == ["    v0: four rounds", "    v1: a card for everybody"]


def test_unknown_pages_are_refused():
    with pytest.raises(ConfigurationError, match="There is no game 'chess'"):
        environment_page("chess")
    with pytest.raises(ConfigurationError, match="allowed: gymnasium, vector, aec, parallel"):
        environment_page("mlem", "telephone")


def test_pages_compile_nothing_and_the_import_loads_no_game():
    program = """
import sys, moon_envs, moon_envs.pettingzoo
assert "numba" not in sys.modules
assert not any(name.startswith("moon_envs.games.") for name in sys.modules)
from moon_envs.pettingzoo import launch_v0, mlem_v0
assert len(launch_v0.env.__doc__) > 1000
assert "moon_envs.engine.batch.batch_loops" not in sys.modules
assert not any(name.endswith(".entry") and name.startswith("moon_envs.games.") for name in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.slow
def test_without_docstrings_a_page_still_has_the_options():
    program = "from moon_envs.envs.pages import environment_page; print(environment_page('mlem', 'aec'))"
    ran = subprocess.run([sys.executable, "-OO", "-c", program], capture_output=True, text=True, check=False)
    assert ran.stderr == "" and "\n    ufo: " in ran.stdout and "\n    players: " in ran.stdout
