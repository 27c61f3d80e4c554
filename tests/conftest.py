"""What all tests share: where the benchmarks are, which tests are slow, and games compiled once for all workers.

The package itself is the installed one.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
sys.path.append(str(TESTS.parent))
os.environ["MOON_ENVS_NO_WINDOW"] = "1"  # tests on a machine with a screen open nothing on it

# Slow besides the tests that are marked where they stand: whole games of every mode with a referee, but for the first
# mode of each game, and code compiled for one test.
WHOLE_GAMES = re.compile(r"games/.*/test_referee\.py|referees/.*/test_\w*games\.py")
IN_EVERY_MODE = ("test_random_games", "test_games")
SLOW_TESTS = (
    "benchmarks/test_connect_four.py::test_random_games_agree_with_the_referee",
    "games/mlem/test_components.py::test_a_replaced_table_is_played",
    "games/luna_capital/test_components.py::test_a_replaced_table_is_played",
    "games/from_the_moon/test_components.py::test_replaced_tables_are_played",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests, and refuse names that are not the same in every worker."""
    begun = set()
    for item in items:
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"{item.nodeid}: give this test an id without an address.")
        test = item.nodeid.removeprefix("tests/").partition("[")[0]
        is_first = test not in begun
        begun.add(test)
        file, name = test.split("::")[0], test.split("::")[-1]
        is_whole_game = WHOLE_GAMES.fullmatch(file) and not (is_first and name in IN_EVERY_MODE)
        if is_whole_game or test in SLOW_TESTS:
            item.add_marker(pytest.mark.slow)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every game before workers start, as many at once as there will be workers.

    Compiled code is kept in files that all processes share, but nobody waits for a file that another process is about
    to write: without this each worker would compile every game. A run in one process compiles what its tests ask for.
    """
    option = session.config.option
    workers = getattr(option, "numprocesses", None)
    if not workers or option.collectonly or hasattr(session.config, "workerinput"):
        return
    from moon_envs import game, game_ids
    from moon_envs.loading import ENGINE, LOOK, NETWORK, NETWORK_SEARCH, PIXELS, SEARCH, is_engine_compiled
    from moon_envs.testing.crater.game import GAME as CRATER

    programs = [f"import moon_envs; moon_envs.game({id_!r}).entry" for id_ in game_ids() if not game(id_).is_compiled]
    shared = (ENGINE, LOOK, PIXELS, SEARCH, NETWORK, NETWORK_SEARCH)
    programs += [f"import {module}" for module in shared if not is_engine_compiled(module)]
    if not CRATER.is_compiled:
        programs.append("from moon_envs.testing.crater.game import GAME; GAME.entry")
    with ThreadPoolExecutor(workers) as pool:
        # What cannot be compiled fails where a test asks for it.
        list(pool.map(_run, programs))


def _run(program: str) -> None:
    # Not in the checkout, from which `python -c` would import instead of the installed package.
    subprocess.run([sys.executable, "-c", program], cwd=TESTS, capture_output=True)


@pytest.fixture(scope="session", autouse=True)
def interruptible():
    """Tests send interrupts to programs they start, which would ignore them if this process was started to do so."""
    previous = signal.getsignal(signal.SIGINT)
    if previous is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, previous)
