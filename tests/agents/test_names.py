"""From names, functions, classes and files to agents; what cannot be one is refused in words."""

from __future__ import annotations

import sys
import textwrap

import numpy as np
import pytest

from moon_envs import SeatBatch, agents
from moon_envs.agents import Agent, PolicyAgent, RandomAgent, TreeSearch, find_agent, find_agents, names
from moon_envs.base.errors import ConfigurationError
from moon_envs.testing.crater.game import GAME as CRATER


def first_legal(observation, mask):
    return np.argmax(mask, axis=1)


class FirstLegal(Agent):
    name = "first legal"

    def act(self, waiting):
        return waiting.mask.argmax(axis=1)


class NeedsMore(FirstLegal):
    def __init__(self, more):
        self.more = more


AN_AGENT = FirstLegal()
IN_THE_BOX = ["random", "greedy", "flat:N", "mcts:N", "baseline", "rollouts:N+baseline"]
EXITING_AGENT = """
from moon_envs.agents import RandomAgent

class f(RandomAgent):
    def __init__(self):
        raise SystemExit(5)
"""


@pytest.fixture(autouse=True)
def forget_registered(monkeypatch):
    monkeypatch.setattr(names, "_REGISTERED", {})


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of the user's own, with nothing left in `sys.path` afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(file, text):
        (tmp_path / file).write_text(textwrap.dedent(text), encoding="utf-8")

    return write


@pytest.mark.parametrize(
    ("given", "kind", "name"),
    [
        ("random", RandomAgent, "random"),
        ("greedy", agents.Greedy, "greedy"),
        ("flat", agents.FlatMonteCarlo, "flat:1000"),
        ("flat:7", agents.FlatMonteCarlo, "flat:7"),
        ("mcts", TreeSearch, "mcts:1000"),
        ("mcts:1", TreeSearch, "mcts:1"),
        ("mcts:1000000", TreeSearch, "mcts:1000000"),
        ("tests.agents.test_names:first_legal", PolicyAgent, "tests.agents.test_names:first_legal"),
        ("tests.agents.test_names:FirstLegal", FirstLegal, "first legal"),
        ("tests.agents.test_names:AN_AGENT", FirstLegal, "first legal"),
        (first_legal, PolicyAgent, "first_legal"),
        (FirstLegal, FirstLegal, "first legal"),
        (AN_AGENT, FirstLegal, "first legal"),
    ],
)
def test_what_is_found(given, kind, name):
    found = find_agent(given)
    assert type(found).__name__ == kind.__name__ and found.name == name


WRONG_BUDGETS = ("0", "-1", "1e9", "", " 5", "5 ", "1000001", "9" * 5000, "\u0663", "1_000", "five", "1.0")
NO_NAMES = ("", ":", ":f", "nobody", "json:", "json:no name", "random ", "RANDOM")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        *((f"mcts:{wrong}", "mcts:N takes a number of simulations from 1 to 1000000") for wrong in WRONG_BUDGETS),
        ("flat:0", "flat:N takes"),
        *(
            (wrong, "is not allowed; allowed: random, greedy, flat:N, mcts:N, baseline, rollouts:N[+]baseline, ")
            for wrong in NO_NAMES
        ),
        ("no_module:f", "ModuleNotFoundError: No module named 'no_module'"),
        ("os:nothing", "os has no function or agent of the name 'nothing'"),
        ("os:sep", "os has no function or agent of the name 'sep'"),
        ("os:path.join", "is not allowed"),
        ("a b:f", "'a b' is not the name of a module"),
        ("../x:f", "is not the name of a module"),
        ("json..decoder:f", "is not the name of a module"),
        ("missing.py:f", "FileNotFoundError"),
        ("folder/missing.py:f", "FileNotFoundError"),
        ("\0.py:f", "ValueError"),
        ("moon_envs.agents:Agent", "abstract"),
        ("tests.agents.test_names:NeedsMore", "TypeError.*'more'"),
        (NeedsMore, "TypeError.*'more'"),
        *((wrong, "agent=.* is not allowed; allowed:") for wrong in (None, 5, 1.5, True, b"random", {}, object())),
    ],
    ids=lambda value: str(value)[:30] if isinstance(value, (str, bytes, int, float)) else None,
)
def test_what_is_refused(given, words):
    with pytest.raises(ConfigurationError, match=words):
        find_agent(given)
    with pytest.raises(ConfigurationError):
        SeatBatch(CRATER, 1, 2, seat=0, opponents=given)


def test_a_file_imports_what_is_beside_it_and_in_the_current_folder(tmp_path, monkeypatch):
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "bot.py").write_text("from a_neighbour import ONE\nfrom of_this_folder import low\n")
    (tmp_path / "bots" / "a_neighbour.py").write_text("ONE = 1\n")
    (tmp_path / "of_this_folder.py").write_text("def low(observation, mask):\n    return mask.argmax(axis=1)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert find_agent("bots/bot.py:low").name == "bots/bot.py:low"


def test_files_and_modules_of_the_users_own(folder):
    folder(
        "bots.py",
        """
        from __future__ import annotations

        from dataclasses import dataclass

        import numpy as np
        from moon_envs.agents import Agent

        def low(observation, mask):
            return np.argmax(mask, axis=1)

        @dataclass
        class High(Agent):
            bid: int = 3
            name: str = "high"

            def act(self, waiting):
                return np.minimum(self.bid, waiting.mask.sum(axis=1) - 1)
        """,
    )
    for where in ("bots.py", "./bots.py", "bots"):
        low, high = find_agent(f"{where}:low"), find_agent(f"{where}:High")
        assert low.name == f"{where}:low" and high.name == "high"
        batch = SeatBatch(CRATER, 2, 3, seat=2, opponents=[f"{where}:low", f"{where}:High"])
        assert batch.states["bids"][:, :2].tolist() == [[0, 3]] * 2
        assert batch.clone().states.tobytes() == batch.states.tobytes()


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        ("def f(:", "SyntaxError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import sys; sys.exit()", "SystemExit"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import no_such_module", "No module named 'no_such_module'"),
        ("f = 5", "has no function or agent of the name 'f'"),
        ("f = None", "has no function or agent of the name 'f'"),
        ("def __getattr__(name): raise SystemExit(4)", "SystemExit: 4"),
        (EXITING_AGENT, "SystemExit: 5"),
    ],
)
def test_files_and_modules_that_fail(folder, contents, words):
    folder("strange_module.py", contents)
    for given in ("strange_module.py:f", "strange_module:f"):
        with pytest.raises(ConfigurationError, match=f"agent='{given}': .*{words}"):
            find_agent(given)
        sys.modules.pop("strange_module", None)


def test_an_interrupt_is_the_users():
    class Interrupted(FirstLegal):
        def __init__(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_agent(Interrupted)


def test_registered_agents():
    agents.register_agent("low", first_legal)
    agents.register_agent("mine:5", AN_AGENT)
    agents.register_agent("a class", FirstLegal)
    assert agents.agent_names() == [*IN_THE_BOX, "low", "mine:5", "a class"]
    assert find_agent("low").name == "low" and find_agent("mine:5") is AN_AGENT
    assert find_agent("a class") is not find_agent("a class")
    batch = SeatBatch(CRATER, 2, 3, seat=0, opponents=["low", "mine:5"])
    batch.step([0, 0])
    assert names.is_in_the_box("mcts:5") and not names.is_in_the_box("low")


@pytest.mark.parametrize(
    ("name", "agent"),
    [
        *((name, first_legal) for name in ("random", "greedy", "mcts", "flat:5", "baseline", "mcts:5+x", "", 5, None)),
        *((name, first_legal) for name in ("rollouts", "rollouts:5", "rollouts:5+baseline")),
        *(("fine", agent) for agent in (5, "random", None)),
    ],
)
def test_what_cannot_be_registered(name, agent):
    words = "An agent needs a name other than random, greedy, flat, mcts, rollouts, baseline"
    with pytest.raises(ConfigurationError, match=words):
        agents.register_agent(name, agent)
    assert agents.agent_names() == IN_THE_BOX


def test_agents_of_several_seats():
    assert len({id(agent) for agent in find_agents("agents", "mcts:5", 3)}) == 1
    assert [agent.name for agent in find_agents("agents", ("random", "mcts:5"), 2)] == ["random", "mcts:5"]
    for wrong in (["random"], ["random"] * 3, []):
        with pytest.raises(ConfigurationError, match=f"agents has {len(wrong)} agents; there are 2 seats"):
            find_agents("agents", wrong, 2)
    with pytest.raises(ConfigurationError, match="opponents='nobody' is not allowed.* for each other seat"):
        find_agents("opponents", ["random", "nobody"], 2, "other seat")


@pytest.mark.parametrize(
    "make",
    [
        lambda: TreeSearch(0),
        lambda: TreeSearch("5"),
        lambda: TreeSearch(reward="victory"),
        lambda: TreeSearch(exploration=-1),
        lambda: TreeSearch(reuse="yes"),
        lambda: TreeSearch(threads=0),
        lambda: TreeSearch(seed=-1),
        lambda: TreeSearch(seed=2**63),
        lambda: agents.FlatMonteCarlo(True),
        lambda: agents.Greedy(0),
        lambda: agents.Greedy("many"),
    ],
)
def test_settings_of_searching_agents(make):
    """Refused when they are made, or when they are prepared for a game."""
    with pytest.raises(ConfigurationError):
        SeatBatch(CRATER, 1, 2, seat=0, opponents=make())
