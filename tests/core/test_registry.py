"""Users' games, registered or declared by an installed package, work through every interface."""

from __future__ import annotations

import multiprocessing
import pickle
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint

import gymnasium
import numpy as np
import pettingzoo
import pytest

import moon_envs
import moon_envs.pettingzoo
import moon_envs.testing
from moon_envs.base.errors import ConfigurationError
from moon_envs.cli import doctor
from moon_envs.core import plugins, registry
from moon_envs.testing.crater.game import GAME
from tests.core.own_games import REGISTERING_MODULE, forgetful_registries, run_python, write_package

PLUGIN = """\
from moon_envs.testing.crater.game import GAME
print("imported")
"""
BROKEN_PLUGIN = "import a_module_that_does_not_exist\n"


@pytest.fixture
def registries():
    with forgetful_registries():
        yield


@pytest.fixture
def crater(registries):
    return moon_envs.register_game(GAME)


# Registering


def test_a_registered_game_is_known_by_its_id(crater):
    assert crater is GAME is moon_envs.game("crater") and moon_envs.game_ids()[-1] == "crater"
    assert registry.is_registered(GAME) and not registry.is_packaged("crater")
    assert moon_envs.Batch("crater", 2).game is GAME
    assert pickle.loads(pickle.dumps(GAME)) is GAME


def test_registering_the_same_game_again_changes_nothing(crater):
    assert moon_envs.register_game(GAME) is GAME
    assert moon_envs.game_ids().count("crater") == 1


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (None, "register_game needs a moon_envs.Game, not None."),
        ("crater", "register_game needs a moon_envs.Game, not 'crater'."),
        (type(GAME), "register_game needs a moon_envs.Game, not <class"),
        ({"id": "Crater"}, "The id 'Crater' is not allowed; allowed: lower case, like 'moon_base'."),
        ({"id": "my crater"}, "The id 'my crater' is not allowed"),
        ({"id": "crater-v0"}, "The id 'crater-v0' is not allowed"),
        ({"id": "_crater"}, "The id '_crater' is not allowed"),
        ({"id": "crater\n"}, "The id 'crater\\n' is not allowed"),
        ({"id": ""}, "The id '' is not allowed"),
        ({"id": 7}, "The id 7 is not allowed"),
        ({"id": "launch"}, "There is already a game 'launch'; give yours another id."),
        ({"id": "crater"}, "There is already a game 'crater'; give yours another id."),
        ({"id": "crater1"}, "The game 'crater_1' has the environments 'Crater1' already."),
    ],
)
def test_what_cannot_be_registered_is_refused_in_words(crater, game, words):
    moon_envs.register_game(replace(GAME, id="crater_1"))
    before = moon_envs.game_ids()
    with pytest.raises(ConfigurationError) as caught:
        moon_envs.register_game(replace(GAME, **game) if isinstance(game, dict) else game)
    assert words in str(caught.value) and moon_envs.game_ids() == before


def test_gymnasium_makes_it(crater):
    env = gymnasium.make("moon_envs/Crater-v0", players=3)
    observation, info = env.reset(seed=3)
    batch = moon_envs.SeatBatch(GAME, 1, 3, seed=3, seat=0, opponents="random")
    assert (observation == batch.observation[0]).all() and (info["action_mask"] == batch.mask[0]).all()
    envs = gymnasium.make_vec("moon_envs/Crater-v0", num_envs=4, players=2)
    assert envs.reset(seed=1)[0].shape == (4, GAME.features.size(2))
    assert envs.unwrapped.game is GAME


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="this PettingZoo has no registry")
def test_pettingzoo_makes_it(crater):
    for kind in ("aec", "parallel"):
        environment = pettingzoo.make(kind, "moon_envs/crater-v0", players=3)
        environment.reset(seed=1)
        assert environment.possible_agents == ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize("name", ["env", "raw_env", "parallel_env"])
def test_pettingzoo_shells_take_a_game_that_is_not_registered(name):
    environment = getattr(moon_envs.pettingzoo, name)(GAME, players=4)
    environment.reset(seed=1)
    assert environment.unwrapped.game is GAME and len(environment.possible_agents) == 4
    assert "crater" not in moon_envs.game_ids()


@pytest.mark.parametrize("name", ["env", "raw_env", "parallel_env"])
def test_pettingzoo_shells_take_an_id(crater, name):
    assert getattr(moon_envs.pettingzoo, name)("crater", 2).unwrapped.game is GAME
    with pytest.raises(ConfigurationError, match="There is no game 'chess'"):
        getattr(moon_envs.pettingzoo, name)("chess")


def play_in_another_process(name: str) -> list[int]:
    """Return the mask of a first decision; the module before the id registers the game."""
    return gymnasium.make(name, players=2).reset(seed=5)[1]["action_mask"].tolist()


def test_gymnasium_makes_it_in_another_process(tmp_path, monkeypatch):
    (tmp_path / "own_crater.py").write_text(REGISTERING_MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        mask = pool.apply(play_in_another_process, ("own_crater:moon_envs/Crater-v0",))
    assert mask == moon_envs.Batch(GAME, 1, 2, seed=5).mask[0].tolist()
    assert "crater" not in moon_envs.game_ids()


def test_a_game_that_is_not_registered_cannot_be_sent_to_another_process():
    with pytest.raises(ConfigurationError, match="register it with moon_envs.register_game in both"):
        pickle.dumps(GAME)


# Installed packages


def test_an_installed_game_works_and_is_loaded_when_it_is_asked_for(tmp_path):
    write_package(tmp_path, "crater_package", {"crater": "crater_package:GAME"}, PLUGIN)
    program = """
import sys, gymnasium, moon_envs
assert moon_envs.game_ids()[-1] == "crater" and "moon_envs/Crater-v0" in gymnasium.registry
assert "crater_package" not in sys.modules and "numba" not in sys.modules
print("not yet")
env = gymnasium.make("moon_envs/Crater-v0", players=2)
assert env.unwrapped.game is moon_envs.game("crater") is sys.modules["crater_package"].GAME
print(gymnasium.make_vec("moon_envs/Crater-v0", num_envs=3).reset(seed=1)[0].shape[0])
print(moon_envs.register_game(sys.modules["crater_package"].GAME).id)
import pettingzoo, moon_envs.pettingzoo
print(len(moon_envs.pettingzoo.env("crater", players=4).possible_agents))
if hasattr(pettingzoo, "register"):
    assert len(pettingzoo.make("parallel", "moon_envs/crater-v0", players=4).possible_agents) == 4
"""
    ran = run_python("-W", "error", "-c", program, folder=tmp_path, quiet=True)
    assert ran.stderr == "" and ran.stdout.split() == ["not", "yet", "imported", "3", "crater", "4"]


def test_the_module_of_an_installed_game_may_register_it_itself(tmp_path):
    write_package(tmp_path, "crater_package", {"crater": "crater_package:GAME"}, REGISTERING_MODULE)
    for first in ("", "import crater_package;"):
        program = f"import moon_envs; {first} print(moon_envs.game('crater').id, moon_envs.game_ids().count('crater'))"
        ran = run_python("-W", "error", "-c", program, folder=tmp_path)
        assert (ran.stdout, ran.stderr) == ("crater 1\n", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entry_points", "words"),
    [
        ({"crater": "crater_package:GAME"}, "ModuleNotFoundError: No module named 'a_module_that_does_not_exist'"),
        ({"crater": "no_such_package:GAME"}, "ModuleNotFoundError: No module named 'no_such_package'"),
    ],
)
def test_a_broken_package_spoils_nothing_but_its_own_game(tmp_path, entry_points, words):
    write_package(tmp_path, "crater_package", entry_points, BROKEN_PLUGIN)
    program = """
import moon_envs
assert "crater" in moon_envs.game_ids() and moon_envs.game("mlem").id == "mlem"
try:
    moon_envs.game("crater")
except moon_envs.ConfigurationError as error:
    print(error)
"""
    ran = run_python("-W", "error", "-c", program, folder=tmp_path)
    assert ran.stderr == "" and ran.stdout.count("\n") == 1
    assert ran.stdout.startswith("The game 'crater' of an installed package cannot be loaded (crater = ")
    assert words in ran.stdout
    listed = run_python("-m", "moon_envs", "list", folder=tmp_path)
    assert listed.returncode == 0 and "mlem" in listed.stdout
    assert listed.stderr.count("\n") == 1 and words in listed.stderr


def test_the_doctor_reports_a_package_that_is_broken(monkeypatch, registries):
    entry_point = EntryPoint("crater", "no_such_package:GAME", plugins.GROUP)
    monkeypatch.setitem(registry._PLUGINS, "crater", plugins.Plugin("crater", 0, entry_point))
    problems = []
    listed, _ = doctor._games(problems)
    assert [game["id"] for game in listed] == [id_ for id_ in moon_envs.game_ids() if id_ != "crater"]
    assert len(problems) == 1 and "No module named 'no_such_package'" in problems[0]


@pytest.mark.parametrize(
    ("declared", "left_out"),
    [
        ({"Crater": "a:GAME"}, "'Crater' = 'a:GAME' of moon_envs.games is left out: it must be called by the id"),
        ({"crater-1": "a:GAME"}, "'crater-1' = 'a:GAME' of moon_envs.games is left out"),
        ({"crater-v01": "a:GAME"}, "'crater-v01' = 'a:GAME' of moon_envs.games is left out"),
        ({"launch": "a:GAME"}, "is left out: there is already a game 'launch'"),
        ({"crater_1": "a:GAME", "crater1": "b:GAME"}, "is left out: there is already a game 'crater_1'"),
    ],
)
def test_entry_points_that_cannot_be_used_are_left_out_with_a_word(monkeypatch, capsys, declared, left_out):
    monkeypatch.delenv("MOON_ENVS_QUIET", raising=False)
    found = [EntryPoint(name, value, plugins.GROUP) for name, value in declared.items()]
    monkeypatch.setattr(plugins, "entry_points", lambda group: found)
    names = plugins.installed_plugins(["launch"])
    assert len(names) == len(declared) - 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and left_out in said


def test_damaged_metadata_is_told_and_survived(monkeypatch, capsys):
    def fail(group):
        raise ValueError("no such line")

    monkeypatch.delenv("MOON_ENVS_QUIET", raising=False)
    monkeypatch.setattr(plugins, "entry_points", fail)
    assert plugins.installed_plugins([]) == {}
    assert "the games of installed packages cannot be listed: ValueError: no such line" in capsys.readouterr().err


def test_the_same_package_found_twice_is_one_game(monkeypatch, capsys):
    monkeypatch.setattr(plugins, "entry_points", lambda group: 2 * [EntryPoint("crater", "a:GAME", group)])
    assert list(plugins.installed_plugins([])) == ["crater"] and capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("crater", "moon_envs.testing.crater.game:GAME", None),
        ("crater", "moon_envs.testing.crater.game", None),
        ("crater", "moon_envs.testing.crater.game:PLAYER_COUNTS", "(2, 3, 4) is not a moon_envs.Game"),
        ("crater", "moon_envs.testing.crater", "is not a moon_envs.Game, nor a module with one called GAME"),
        ("crater", "moon_envs.testing.crater.game:NO_GAME", "AttributeError"),
        ("hole", "moon_envs.testing.crater.game:GAME", "its entry point must be called 'crater'"),
        ("crater-v1", "moon_envs.testing.crater.game:GAME", "its entry point must be called 'crater'"),
        ("crater", "tests.core.test_registry:NEWER", "its entry point must be called 'crater-v2'"),
    ],
)
def test_what_an_entry_point_may_name(monkeypatch, name, value, words):
    monkeypatch.setattr(plugins, "entry_points", lambda group: [EntryPoint(name, value, group)])
    (plugin,) = plugins.installed_plugins([]).values()
    if words is None:
        assert plugin.load() is GAME
        return
    with pytest.raises(ConfigurationError) as caught:
        plugin.load()
    assert words in str(caught.value) and "\n" not in str(caught.value)


NEWER = replace(GAME, version=2)


def test_the_version_of_an_installed_game_is_in_its_name(monkeypatch):
    entry_point = EntryPoint("crater-v2", f"{__name__}:NEWER", plugins.GROUP)
    monkeypatch.setattr(plugins, "entry_points", lambda group: [entry_point])
    plugin = plugins.installed_plugins([])["crater"]
    assert (plugin.id, plugin.version) == ("crater", 2) and plugin.load() is sys.modules[__name__].NEWER


# The compliance suite


def test_the_compliance_suite_knows_games_that_are_not_registered(monkeypatch):
    """The suite runs to its end; tests/testing/test_broken_games.py tests what it finds."""
    one_mode = replace(GAME, modes=({"players": 2},))
    assert not registry.is_registered(one_mode)
    moon_envs.testing.check_game(one_mode)
    assert "crater" not in moon_envs.game_ids()


def test_batches_of_it_agree_with_the_registered_game(crater):
    batches = [moon_envs.Batch(game, 8, 2, seed=1) for game in (GAME, "crater")]
    for batch in batches:
        batch.play_out()
    assert np.array_equal(batches[0].final_points, batches[1].final_points)
