"""What a terminal and a notebook show of public objects: short, quick, and without secrets."""

from __future__ import annotations

import importlib
import inspect

import gymnasium
import numpy as np
import pytest

import moon_envs
from moon_envs import agents
from moon_envs.agents import Waiting
from moon_envs.arena import Arena, bootstrap, run_arena
from moon_envs.arena.ladder import Climb, chosen_rungs
from moon_envs.base.showing import Shown
from moon_envs.cli.main import main
from moon_envs.envs.recorders import RecordAECGames, RecordParallelGames
from moon_envs.networks import load_network
from moon_envs.networks.finding import BOX
from moon_envs.pettingzoo import launch_v0
from moon_envs.play.opening import new_session
from moon_envs.search import ValueGames
from tests.networks.random_weights import random_network

MODULES = [
    "moon_envs",
    "moon_envs.agents",
    "moon_envs.arena",
    "moon_envs.arena.ladder",
    "moon_envs.envs.parallel",
    "moon_envs.envs.recorders",
    "moon_envs.envs.single_agent",
    "moon_envs.envs.aec",
    "moon_envs.envs.vector",
    "moon_envs.networks",
    "moon_envs.render",
    "moon_envs.replays",
    "moon_envs.play.sessions",
]
LONGEST_LINE = 500


def classes() -> list[type]:
    """Return the public classes of this package: those that public modules name."""
    found = {}
    for name in MODULES:
        module = importlib.import_module(name)
        public = getattr(module, "__all__", [one for one in vars(module) if not one.startswith("_")])
        for one in public:
            value = getattr(module, one)
            if inspect.isclass(value) and value.__module__.startswith("moon_envs") and not issubclass(value, Exception):
                found[f"{value.__module__}.{value.__qualname__}"] = value
    return [found[name] for name in sorted(found)]


INTERNAL = {"Display", "Format", "LastActions", "BlankReport", "RecordedRows", "Opponents"}


@pytest.mark.parametrize("kind", [kind for kind in classes() if kind.__name__ not in INTERNAL])
def test_every_class_says_what_it_is(kind):
    """No class shows an address, and half-made objects do not raise."""
    assert kind.__repr__ is not object.__repr__
    if issubclass(kind, Shown) and not inspect.isabstract(kind):
        half_made = object.__new__(kind)
        assert repr(half_made).startswith((f"<{kind.__name__}", f"{kind.__name__}("))
        assert not isinstance(half_made._repr_html_(), Exception)


class Own(agents.Agent):
    name = "<b>own</b>"

    def act(self, waiting):
        return waiting.mask.argmax(axis=1)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recorded") / "games"
    main(["selfplay", "launch", "--games", "5", "--record", str(folder), "--json"])
    return moon_envs.load_games(folder)


@pytest.fixture
def shown(recorded, tmp_path, monkeypatch):
    """Objects of every kind by name; computing anything slow to show them fails."""
    batch = moon_envs.SeatBatch("launch", 4, 2, seat=0, opponents=Own(), reward={"outcome": 1.0, "points": 0.5})
    search = moon_envs.Search("launch", players=1, simulations=5, opponent=1)
    network, values = random_network("launch", True), load_network(BOX / "launch-solo.npz")
    climb = Climb("random", chosen_rungs("launch")[:1], games=6)
    series = moon_envs.Series(num_series=2, players=2)
    result = run_arena("launch", ["random", Own()], games=8, players=2)
    found = {
        "batch": batch,
        "search": search,
        "searched": search.search(moon_envs.Batch("launch", 30, 1, opponent=1).states),
        "network search": moon_envs.NetworkSearch("launch", 1, network=network, opponent=1),
        "network": network,
        "inputs": network.inputs,
        "look-ahead": moon_envs.LookAhead("launch", 1, network="baseline", opponent=1),
        "rollouts": moon_envs.Rollouts("launch", 1, network=values, opponent=1),
        "value games": ValueGames("launch", 1, 2, values),
        "played": ValueGames("launch", 1, 2, values, steps=1).play(),
        "value network": values,
        "value inputs": values.inputs,
        "recorded games": recorded,
        "decisions": next(recorded.decisions()),
        "session": new_session("launch", players=2, seed=31337, opponents="greedy"),
        "game": batch.game,
        "configuration": batch.configuration,
        "series": series,
        "series result": series.play(),
        "arena": Arena("launch", ["random", Own()]),
        "arena result": result,
        "standing": result.standings[0],
        "comparison": result.comparisons[0],
        "climb": climb,
        "ladder result": climb.result,
        "agent": Own(),
        "tree search": agents.TreeSearch(7),
        "drawing agent": agents.find_agent("baseline:0.5"),
        "waiting": Waiting(batch, np.arange(4)),
        "environment": gymnasium.make("moon_envs/Launch-v0", players=2).unwrapped,
        "vector environment": gymnasium.make_vec("moon_envs/Launch-v0", 3).unwrapped,
        "AEC": launch_v0.env(players=3),
        "raw AEC": launch_v0.raw_env(),
        "parallel": launch_v0.parallel_env(),
        "recorded AEC": RecordAECGames(launch_v0.env(), tmp_path / "turns"),
        "recorded parallel": RecordParallelGames(launch_v0.parallel_env(), tmp_path / "parallel"),
    }
    del result.__dict__["standings"], result.__dict__["_draws"]
    monkeypatch.setattr(bootstrap, "bootstrap_means", None)
    monkeypatch.setattr("moon_envs.arena.results.bootstrap_means", None)
    monkeypatch.setattr("moon_envs.arena.ladder_results.bootstrap_means", None)
    return found


def test_every_object(shown):
    """A terminal shows one line, a notebook a table; names given by a user are escaped."""
    for name, value in shown.items():
        line, page = repr(value), value._repr_html_()
        assert line.startswith(f"{type(value).__name__}(") and "\n" not in line, name
        assert len(line) < LONGEST_LINE and " at 0x" not in line, (name, line)
        assert page.startswith("<strong>") and "<td>" in page and "<b>own" not in page, name
    assert "&lt;b&gt;own" in shown["batch"]._repr_html_() and "&lt;b&gt;own" in shown["arena result"]._repr_html_()


def test_some_lines(shown, recorded):
    assert repr(shown["batch"]) == (
        "SeatBatch(game='launch', players=2, num_games=4, reward={'outcome': 1.0, 'points': 0.5}, encoding='compact', "
        "autoreset='same_step', finished=0, seat=0, opponents=['<b>own</b>'])"
    )
    assert repr(shown["tree search"]) == "TreeSearch(name='mcts:7')"
    assert repr(shown["drawing agent"]) == "NetworkAgent(name='baseline:0.5')"
    assert repr(shown["session"]).startswith("Session(game='launch', players=2,")
    assert repr(recorded.recording(0)).startswith("Recording(game='launch', players=2, seed=0, actions=")
    assert "agents=['random', 'random'])" in repr(recorded.recording(0))
    assert "win_share={'" in repr(shown["arena result"])
    assert str(shown["AEC"]) == "launch_v0" and str(shown["environment"]).startswith("<MoonEnv<moon_envs/Launch-v0")


@pytest.mark.parametrize("hotseat", [False, True])
def test_a_session_keeps_its_secrets(hotseat):
    """It shows neither the seed, which reveals the future, nor the records, nor the others' decisions."""
    session = new_session("launch", players=3, seed=31337, hotseat=hotseat)
    before = repr(session.decisions)
    for _ in range(12):
        session.decide(session.legal_actions[-1])
    for words in (repr(session), session._repr_html_(), repr(session.decisions), session.decisions[0]._repr_html_()):
        assert "31337" not in words and "before" not in words
        assert not any(decision.words in words for decision in session.decisions)
    assert before == "[]" and repr(session.decisions[0]) == "Decision(actor=0)"


def test_tables_in_notebooks_are_not_endless():
    batch = moon_envs.Batch("launch", 300, 1, opponent=1)
    page = moon_envs.Search("launch", players=1, simulations=2, opponent=1).search(batch.states)._repr_html_()
    assert page.count("<tr>") < 30 and "... and 280 more" in page


def test_an_agent_whose_name_fails():
    class Broken(Own):
        @property
        def name(self):
            raise RuntimeError

    assert repr(Broken()) == "<Broken>" and Broken()._repr_html_() is None
