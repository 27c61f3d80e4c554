"""What all tests share: where the benchmarks are, which tests are slow, and games compiled once for all workers.

The package itself is the installed one.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
sys.path.append(str(TESTS.parent))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every game before workers start, as many at once as there will be workers.

    Compiled code is kept in files that all processes share, but nobody waits for a file that another process is about
    to write: without this each worker would compile every game. A run in one process compiles what its tests ask for.
    """
    option = session.config.option
    workers = getattr(option, "numprocesses", None)
    if not workers or option.collectonly or hasattr(session.config, "workerinput"):
        return
    import moon_envs

    programs = [f"import moon_envs; moon_envs.game({id_!r}).entry" for id_ in moon_envs.games()]
    programs += [
        "from moon_envs.compiling import engine; engine()",
        "from moon_envs.testing.crater.game import GAME; GAME.entry",
    ]
    with ThreadPoolExecutor(workers) as pool:
        # What cannot be compiled fails where a test asks for it.
        list(pool.map(lambda program: subprocess.run([sys.executable, "-c", program], capture_output=True), programs))


@pytest.fixture(scope="session", autouse=True)
def interruptible():
    """Tests send interrupts to programs they start, which would ignore them if this process was started to do so."""
    previous = signal.getsignal(signal.SIGINT)
    if previous is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, previous)
