"""Compiled code follows every source, importing the package compiles nothing, and errors name the kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import ir

import moon_envs
from moon_envs.engine.compiler.compile import inlined_kernel, kernel
from moon_envs.engine.compiler.compile_errors import explain

KERNEL_GAME = """
from pathlib import Path
from moon_envs.engine.compiler.compile import entry_point
from moon_envs.engine.compiler.sources import sources_of
from helper_rules import answer

def actor(state, first, second):
    return answer(first)

actor = entry_point(actor, sources_of(Path(__file__)), "test")
"""

# As in engine/entry_points.py: the entry points are written once and compiled with the kernels of each game.
SHARED_ENTRY = """
from pathlib import Path
from types import FunctionType
from moon_envs.engine.compiler.compile import entry_point
from moon_envs.engine.compiler.sources import sources_of

def actor(state, first, second):
    return answer(first)

def compile_actor(file, answer):
    actor_of_game = FunctionType(actor.__code__, {**globals(), "answer": answer}, "actor")
    return entry_point(actor_of_game, sources_of(Path(file)), "test")
"""
GAME_WITH_SHARED_ENTRY = """
from moon_envs.engine.compiler.compile import kernel
from shared_entry import compile_actor

@kernel
def answer(x):
    return x * FACTOR

actor = compile_actor(__file__, answer)
"""

# As in Welcome to the Moon: games share kernels, which ask each game for its own rules. A function that calls itself
# twice is not merged into its caller, so that it is found by its symbol.
SHARED_KERNELS = """
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.compiler.shared_rules import shared_rule

@shared_rule
def factor(state):
    pass

@kernel
def steps(state, count):
    if count < 2:
        return count * factor(state)
    return steps(state, count - 1) + steps(state, count - 2)
"""
GAME_WITH_SHARED_KERNELS = """
from pathlib import Path
from types import SimpleNamespace
import numpy as np
from moon_envs.engine.compiler.compile import entry_point
from moon_envs.engine.compiler.sources import sources_of
from moon_envs.engine.entry import record_at
from moon_envs.engine.compiler.shared_rules import give_rules
from shared_kernels import factor, steps

RECORD = np.dtype([("field_FACTOR", np.int64)])
give_rules(SimpleNamespace(dtype=RECORD, owner="FACTOR"), {factor: FACTOR}, family="shared_kernels")

def actor(state, first, second):
    return steps(record_at(state, RECORD), first)

actor = entry_point(actor, sources_of(Path(__file__)), "test")
"""


def run(program: str, **environment: str) -> subprocess.CompletedProcess:
    settings = {**os.environ, "MOON_ENVS_QUIET": "1", **environment}
    return subprocess.run([sys.executable, "-c", program], env=settings, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_change_in_another_file_is_seen(tmp_path):
    """Numba's own cache would use the old machine code."""
    (tmp_path / "game_entry.py").write_text(KERNEL_GAME)
    program = f"""
import sys; sys.path.insert(0, {str(tmp_path)!r})
import game_entry
print(game_entry.actor.ctypes(0, 20, 0))
"""
    for factor in (2, 3):
        helper = (
            f"from moon_envs.engine.compiler.compile import kernel\n@kernel\ndef answer(x):\n    return x * {factor}\n"
        )
        (tmp_path / "helper_rules.py").write_text(helper)
        for _ in range(2):
            result = run(program, MOON_ENVS_CACHE_DIR=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1")
            assert result.stdout.strip() == str(20 * factor), result.stderr
    assert len([folder for folder in (tmp_path / "cache").iterdir() if folder.is_dir()]) == 2


def run_with_two_games(folder: Path, entry: str, program: str) -> list[str]:
    """Compile the games `doubling` and `tripling` in a process each, and return the words that a program prints.

    Args:
        folder: holds the games, the module they share and their cache.
        entry: the entry module of the games; FACTOR stands for the factor of each.
        program: may import both games.
    """
    path = f"import sys; sys.path.insert(0, {str(folder)!r})\n"
    settings = {"MOON_ENVS_CACHE_DIR": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    for name, factor in (("doubling", 2), ("tripling", 3)):
        (folder / name).mkdir()
        (folder / name / "entry.py").write_text(entry.replace("FACTOR", str(factor)))
        compiled = run(f"{path}import {name}.entry", **settings)
        assert compiled.returncode == 0, compiled.stderr
    result = run(path + program, **settings)
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


@pytest.mark.slow
def test_games_compiled_in_different_processes_do_not_mix(tmp_path):
    """Numba would give their entry points the same symbol; the game in the qualified name tells them apart."""
    (tmp_path / "shared_entry.py").write_text(SHARED_ENTRY)
    program = """
import doubling.entry, tripling.entry
actors = [game.entry.actor for game in (doubling, tripling)]
print(*(actor.ctypes(0, 20, 0) for actor in actors), len(set(actor.address for actor in actors)))
"""
    assert run_with_two_games(tmp_path, GAME_WITH_SHARED_ENTRY, program) == ["40", "60", "2"]


@pytest.mark.slow
def test_kernels_compiled_in_different_processes_do_not_mix(tmp_path):
    """Numba's ids restart in every process: one kernel of two games had the same symbol."""
    (tmp_path / "shared_kernels.py").write_text(SHARED_KERNELS)
    program = """
import numpy as np
import doubling.entry, tripling.entry
state = np.zeros(1, dtype=np.int64)
print(*(game.entry.actor.ctypes(state.ctypes.data, 10, 0) for game in (doubling, tripling)))
"""
    # The tenth Fibonacci number is 55.
    assert run_with_two_games(tmp_path, GAME_WITH_SHARED_KERNELS, program) == ["110", "165"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked on Unix only")
def test_forked_processes_number_functions_apart():
    """Without a new offset both would begin with the same id."""
    program = """
import os
from moon_envs.engine.compiler import compile
from numba.core.bytecode import FunctionIdentity
read, write = os.pipe()
if os.fork() == 0:
    os.write(write, str(next(FunctionIdentity._unique_ids)).encode())
    os._exit(0)
os.wait()
print(os.read(read, 100).decode() != str(next(FunctionIdentity._unique_ids)))
"""
    result = run(program)
    assert result.stdout.strip() == "True", result.stderr


def test_importing_compiles_nothing(tmp_path):
    result = run("import moon_envs; print(moon_envs.game_ids())", MOON_ENVS_CACHE_DIR=str(tmp_path / "cache"))
    assert "launch" in result.stdout, result.stderr
    assert not (tmp_path / "cache").exists()


def test_importing_does_not_load_numba():
    result = run("import sys, moon_envs; print('numba' in sys.modules)")
    assert result.stdout.strip() == "False"


def test_the_cache_of_other_packages_is_untouched():
    from numba.core import config

    before = config.CACHE_DIR
    moon_envs.Batch("launch")
    assert config.CACHE_DIR == before


def test_disabled_compiler_is_said():
    result = run("import moon_envs; moon_envs.Batch('launch')", NUMBA_DISABLE_JIT="1")
    assert "CompilationError" in result.stderr and "unset NUMBA_DISABLE_JIT" in result.stderr


@pytest.mark.slow
def test_user_is_told_about_a_compilation():
    """A compilation is announced on standard error; a cached start is silent."""
    program = """
import moon_envs
game = moon_envs.game("launch")
import moon_envs.engine.loading
moon_envs.engine.loading.is_game_compiled = lambda module, game: False
game.entry
"""
    result = run(program, MOON_ENVS_QUIET="")
    assert "moon_envs: compiling launch" in result.stderr and "compiled in" in result.stderr
    assert run("import moon_envs; moon_envs.Batch('launch')", MOON_ENVS_QUIET="").stderr == ""


BROKEN_KERNEL = """
import numpy as np
from pathlib import Path
from moon_envs.engine.compiler.compile import entry_point, kernel
from moon_envs.engine.compiler.sources import sources_of
from moon_envs.engine.entry import record_at

STATE = np.dtype([("stones", np.int64), ("seat", np.int64)])

@kernel
def count_stones(state):
    {line}

@kernel
def whose_turn(state):
    return count_stones(state) % 2

def actor(state, first, second):
    return whose_turn(record_at(state, STATE))

actor = entry_point(actor, sources_of(Path(__file__)), "test")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("return state.stonse", "there is no field 'stonse' in the record"),
        ("return state.stones + nothing", "nothing"),
        ("return len(state.stones)", "len"),
        ("return 'a' + state.stones", "add"),
    ],
)
def test_errors_of_the_compiler_name_the_kernel(line, words, tmp_path):
    """An error names file, line and kernel in a few lines, instead of numba's two hundred."""
    file = tmp_path / "broken_entry.py"
    file.write_text(BROKEN_KERNEL.format(line=line))
    number = BROKEN_KERNEL.splitlines().index("    {line}") + 1
    result = run(f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import broken_entry")
    error = result.stderr[result.stderr.index("CompilationError: ") :]
    assert f"{file}:{number}, in count_stones (compiled for actor): " in error, error
    assert words in error and line in error and len(error.splitlines()) <= 4, error
    assert "numba/core" not in result.stderr, "the compiler's own traceback is hidden"


def test_objects_without_manners_do_not_hide_an_error():
    """Expressions of numba raise KeyError for unknown attributes."""
    location = ir.Loc(__file__, 1)
    expression = ir.Expr.getattr(ir.Var(None, "state", location), "stones", location)

    def lower(expression):
        raise NotImplementedError("no such thing")

    try:
        lower(expression)
    except NotImplementedError as error:
        words = str(explain(error, "actor"))
    assert f"{__file__}:1, in " in words and "(compiled for actor): no such thing" in words


@pytest.mark.slow
def test_all_that_the_compiler_says(tmp_path):
    """`MOON_ENVS_NUMBA_ERRORS` shows the whole message."""
    (tmp_path / "broken_entry.py").write_text(BROKEN_KERNEL.format(line="return state.stonse"))
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import broken_entry"
    assert "numba/core" in run(program, MOON_ENVS_NUMBA_ERRORS="1").stderr


def test_kernels_can_be_called_from_python():
    @kernel
    def double(number):
        return number * 2

    @inlined_kernel
    def quadruple(number):
        return double(double(number))

    assert quadruple(3) == 12
    assert double(3) == 6  # which quadruple has compiled, for itself
