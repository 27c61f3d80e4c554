"""The compile helper: the cache follows every source, survives hostile homes, and importing compiles nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import moon_envs
from moon_envs.engine import compile as compiling

PACKAGE = Path(moon_envs.__file__).parent

KERNEL_GAME = """
from pathlib import Path
from moon_envs.engine.compile import entry_point
from helper_rules import answer

def actor(state, first, second):
    return answer(first)

actor = entry_point(actor, Path(__file__))
"""

# As in engine/entry_points.py: the entry points are written once and compiled with the kernels of each game.
SHARED_ENTRY = """
from pathlib import Path
from types import FunctionType
from moon_envs.engine.compile import entry_point

def actor(state, first, second):
    return answer(first)

def compile_actor(file, answer):
    return entry_point(FunctionType(actor.__code__, {**globals(), "answer": answer}, "actor"), Path(file))
"""
GAME_WITH_SHARED_ENTRY = """
from moon_envs.engine.compile import kernel
from shared_entry import compile_actor

@kernel
def answer(x):
    return x * FACTOR

actor = compile_actor(__file__, answer)
"""


def run(program: str, **environment: str) -> subprocess.CompletedProcess:
    settings = {**os.environ, "MOON_ENVS_QUIET": "1", **environment}
    return subprocess.run([sys.executable, "-c", program], env=settings, capture_output=True, text=True, check=False)


def test_a_change_in_another_file_is_seen(tmp_path):
    """The stale-cache trap: numba by itself would keep the old machine code."""
    (tmp_path / "game_entry.py").write_text(KERNEL_GAME)
    program = f"""
import sys; sys.path.insert(0, {str(tmp_path)!r})
import game_entry
print(game_entry.actor.ctypes(0, 20, 0))
"""
    for factor in (2, 3):
        helper = f"from moon_envs.engine.compile import kernel\n@kernel\ndef answer(x):\n    return x * {factor}\n"
        (tmp_path / "helper_rules.py").write_text(helper)
        for _ in range(2):
            result = run(program, MOON_ENVS_CACHE_DIR=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1")
            assert result.stdout.strip() == str(20 * factor), result.stderr
    assert len([folder for folder in (tmp_path / "cache").iterdir() if folder.is_dir()]) == 2


def test_games_compiled_in_different_processes_do_not_mix(tmp_path):
    """Numba gives their entry points the same symbol, unless the games have names of their own."""
    (tmp_path / "shared_entry.py").write_text(SHARED_ENTRY)
    for name, factor in (("doubling", 2), ("tripling", 3)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "entry.py").write_text(GAME_WITH_SHARED_ENTRY.replace("FACTOR", str(factor)))
    path = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    settings = {"MOON_ENVS_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in ("doubling", "tripling"):
        result = run(f"{path}import {name}.entry", **settings)
        assert result.returncode == 0, result.stderr
    program = f"""{path}
import doubling.entry, tripling.entry
from moon_envs.engine.compile import entry_address
actors = [game.entry.actor for game in (doubling, tripling)]
print(*(actor.ctypes(0, 20, 0) for actor in actors), len(set(map(entry_address, actors))))
"""
    result = run(program, **settings)
    assert result.stdout.split() == ["40", "60", "2"], result.stderr


def test_importing_compiles_nothing(tmp_path):
    result = run("import moon_envs; print(moon_envs.games())", MOON_ENVS_CACHE_DIR=str(tmp_path / "cache"))
    assert "launch" in result.stdout, result.stderr
    assert not (tmp_path / "cache").exists()


def test_importing_does_not_load_numba():
    result = run("import sys, moon_envs; print('numba' in sys.modules)")
    assert result.stdout.strip() == "False"


def test_a_second_process_finds_the_compiled_code():
    """Nothing is written to the cache by a process that has everything compiled already."""
    program = """
import moon_envs
batch = moon_envs.Batch("launch", num_games=2)
batch.step(batch.sample())
batch.play_out()
"""
    assert run(program).returncode == 0
    files = sorted(path for path in compiling.cache_root().rglob("*.nb?"))
    times = {path: path.stat().st_mtime_ns for path in files}
    assert run(program).returncode == 0
    assert {path: path.stat().st_mtime_ns for path in compiling.cache_root().rglob("*.nb?")} == times


def test_a_home_that_cannot_be_written(tmp_path):
    """A missing or read-only home folder: the cache goes to a temporary folder."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    program = "from moon_envs.engine.compile import cache_root; print(cache_root())"
    temporary = str(tmp_path / "temporary")
    os.mkdir(temporary)
    result = run(program, HOME=str(blocked / "home"), XDG_CACHE_HOME=str(blocked / "cache"), TMPDIR=temporary,
                 MOON_ENVS_CACHE_DIR=str(blocked / "own"))  # fmt: skip
    assert result.stdout.strip().startswith(temporary), result.stderr


def test_long_unused_folders_are_swept(tmp_path):
    old, fresh = tmp_path / "old", tmp_path / "fresh"
    for folder in (old, fresh):
        folder.mkdir()
    long_ago = time.time() - compiling.UNUSED_FOLDER_LIFETIME_SECONDS - 1000
    os.utime(old, (long_ago, long_ago))
    result = run("from moon_envs.engine.compile import cache_root; cache_root()", MOON_ENVS_CACHE_DIR=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert fresh.exists() and not old.exists()


def test_the_cache_of_other_packages_is_untouched():
    from numba.core import config

    before = config.CACHE_DIR
    moon_envs.Batch("launch")
    assert config.CACHE_DIR == before


def test_disabled_compiler_is_said():
    result = run("import moon_envs; moon_envs.Batch('launch')", NUMBA_DISABLE_JIT="1")
    assert "CompilationError" in result.stderr and "unset NUMBA_DISABLE_JIT" in result.stderr


def test_fingerprint_covers_the_family_and_the_engine():
    sources = compiling.sources_of(PACKAGE / "games" / "welcome_to_the_moon" / "launch" / "entry.py")
    names = {path.relative_to(PACKAGE).as_posix() for path in sources}
    assert {
        "engine/random.py",
        "games/welcome_to_the_moon/turn.py",
        "games/welcome_to_the_moon/launch/sheet.py",
    } <= names


def test_user_is_told_about_a_compilation():
    """The first compilation is announced on standard error, a cached start is silent."""
    program = """
import moon_envs
game = moon_envs.game("launch")
import moon_envs.compiling
moon_envs.compiling.is_compiled = lambda module: False
game.entry
"""
    result = run(program, MOON_ENVS_QUIET="")
    assert "moon_envs: compiling launch" in result.stderr and "compiled in" in result.stderr
    assert run("import moon_envs; moon_envs.Batch('launch')", MOON_ENVS_QUIET="").stderr == ""
