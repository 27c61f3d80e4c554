"""What all tests share: the path of the benchmarks, the marks of slow tests, and games compiled once for all workers.

The package itself is the installed one.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
sys.path.append(str(TESTS.parent))
# Games that tests play are not kept among the user's.
os.environ["MOON_ENVS_DATA_DIR"] = str(Path(tempfile.gettempdir()) / "moon_envs_tests")
os.environ["MOON_ENVS_NO_WINDOW"] = "1"  # tests on a machine with a screen open nothing on it

# The quick tests (`-m "not slow"`) have every kind of check, and every game. Slow are, besides the tests that are
# marked where they stand because they take longer than a second or two:
# - of a test with a case for every game, mode, reward and so on, all cases but the first. The compliance suite and the
#   tests of the games themselves keep one of each game;
REPEATING = frozenset(
    (
        "mode",
        "players",
        "reward",
        "sample",
        "steps",
        "settings",
        "obs_format",
        "autoreset",
        "threads",
        "luck",
        "noise",
        "signs",
    )
)
GAMES = frozenset(("game", "game_id", "id_"))
OF_EVERY_GAME = ("testing/", "games/", "referees/")
# - whole games with a referee, but for random ones in the first mode;
WHOLE_GAMES = re.compile(r"games/.*/test_referee\.py|referees/.*/test_\w*games\.py")
IN_EVERY_MODE = ("test_random_games", "test_games")
# - pages in a browser, but for one that is only shown and one that is played on.
BROWSER = "browser/"
QUICK_PAGES = ("test_a_page_is_shown", "test_the_picture_can_be_clicked")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests, and refuse names that are not the same in every worker."""
    begun: set[tuple] = set()
    for item in items:
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"{item.nodeid}: give this test an id without an address.")
        if _is_repetition(item, begun) or _is_left_out(item):
            item.add_marker(pytest.mark.slow)


def _is_repetition(item: pytest.Item, begun: set[tuple]) -> bool:
    """Whether there was a case already that differs in nothing but what is `REPEATING`, or in the game."""
    values = item.callspec.params if hasattr(item, "callspec") else {}
    repeating = REPEATING if _place(item).startswith(OF_EVERY_GAME) else REPEATING | GAMES
    if WHOLE_GAMES.fullmatch(_place(item)):
        repeating = frozenset(values)
    if repeating.isdisjoint(values):
        return False
    case = (item.nodeid.partition("[")[0], *(repr(value) for name, value in values.items() if name not in repeating))
    is_repetition = case in begun
    begun.add(case)
    return is_repetition


def _is_left_out(item: pytest.Item) -> bool:
    name = item.originalname if isinstance(item, pytest.Function) else item.name
    if WHOLE_GAMES.fullmatch(_place(item)):
        return name not in IN_EVERY_MODE
    return _place(item).startswith(BROWSER) and name not in QUICK_PAGES


def _place(item: pytest.Item) -> str:
    return item.path.relative_to(TESTS).as_posix()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every game before workers start, as many at once as there will be workers.

    Processes share compiled code through files, but do not wait for each other to write them: without this each worker
    would compile every game. A run in one process compiles what its tests ask for.
    """
    option = session.config.option
    workers = getattr(option, "numprocesses", None)
    if not workers or option.collectonly or hasattr(session.config, "workerinput"):
        return
    from moon_envs import game, game_ids
    from moon_envs.engine.loading import (
        ENGINE,
        LOOK,
        LOOK_AHEAD,
        NETWORK,
        NETWORK_SEARCH,
        PIXELS,
        SEARCH,
        is_engine_compiled,
    )
    from moon_envs.testing.crater.game import GAME as CRATER

    programs = [f"import moon_envs; moon_envs.game({id_!r}).entry" for id_ in game_ids() if not game(id_).is_compiled]
    shared = (ENGINE, LOOK, LOOK_AHEAD, PIXELS, SEARCH, NETWORK, NETWORK_SEARCH)
    programs += [f"import {module}" for module in shared if not is_engine_compiled(module)]
    if not CRATER.is_compiled:
        programs.append("from moon_envs.testing.crater.game import GAME; GAME.entry")
    with ThreadPoolExecutor(workers) as pool:
        # What cannot be compiled fails where a test asks for it.
        list(pool.map(_run, programs))


def _run(program: str) -> None:
    # Not in the checkout: `python -c` would import its folders (tests/pettingzoo), not the installed packages.
    subprocess.run([sys.executable, "-c", program], cwd=sys.prefix, capture_output=True)


@pytest.fixture(scope="session", autouse=True)
def interruptible():
    """Tests send interrupts to programs they start, which would ignore them if this process was started to do so."""
    previous = signal.getsignal(signal.SIGINT)
    if previous is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, previous)
