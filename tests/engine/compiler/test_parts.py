"""Kernels are parts without machine code of their own, and numba compiles other functions as usual."""

from __future__ import annotations

import os
import subprocess
import sys

import numba
import numpy as np
import pytest
from numba.core import codegen, compiler, cpu

from moon_envs.engine.compiler import numba_insides, parts
from moon_envs.engine.compiler.compile import inlined_kernel, kernel

# A game with a kernel that calls others, one of them a shared rule, and one that needs a Python object: it prints.
GAME = """
from pathlib import Path
from types import SimpleNamespace
import numpy as np
from moon_envs.engine.compiler.compile import entry_point, kernel
from moon_envs.engine.entry import record_at
from moon_envs.engine.compiler.shared_rules import give_rules, shared_rule
from moon_envs.engine.compiler.sources import sources_of

RECORD = np.dtype([("stones", np.int64, (3,))])

@shared_rule
def factor(state):
    pass

@kernel
def stones_at(state, place):
    return state.stones[place] * factor(state)

@kernel
def count_stones(state, place):
    total = 0
    for _ in range(3):
        total += stones_at(state, place)
    print("stones of", place)
    return total

give_rules(SimpleNamespace(dtype=RECORD, owner="stones"), {factor: 7}, family="stones_entry")

def actor(state, first, second):
    return count_stones(record_at(state, RECORD), first)

actor = entry_point(actor, sources_of(Path(__file__)), "test")
"""
PLAY = """
import sys; sys.path.insert(0, {folder!r})
{before}
import numpy as np
import stones_entry
from numba.core.codegen import JITCodeLibrary
state = np.array([1, 2, 3])
(compiled,) = stones_entry.count_stones.overloads.values() or [None]
kind = type(compiled.library).__name__ if compiled else "cached"
print(kind, stones_entry.actor.ctypes(state.ctypes.data, 2, 0), stones_entry.actor.cache_hits, flush=True)
{after}
"""


@pytest.fixture
def play(tmp_path):
    """Run the game in its own process: play() -> the lines of its output, error stream."""
    (tmp_path / "stones_entry.py").write_text(GAME)
    os.utime(tmp_path / "stones_entry.py", (0, 0))

    def run(before="", after="", **environment):
        settings = {**os.environ, "MOON_ENVS_QUIET": "1", "MOON_ENVS_CACHE_DIR": str(tmp_path / "cache"), **environment}
        program = PLAY.format(folder=str(tmp_path), before=before, after=after)
        result = subprocess.run(
            [sys.executable, "-c", program], env=settings, capture_output=True, text=True, timeout=120
        )
        assert result.returncode == 0, result.stderr
        return result.stdout.splitlines(), result.stderr

    return run


def test_the_installed_numba_is_a_tested_one():
    """If this fails, run all tests with the new version and add it to TESTED_VERSIONS."""
    assert numba_insides.ARE_TESTED and parts.PART_SETTINGS["pipeline_class"] is parts.PartCompiler


@pytest.mark.slow
def test_a_kernel_is_a_part_of_its_entry_point(play):
    """It has the Python objects that its kernels need, newly compiled and from the cache."""
    assert play()[0] == ["stones of 2", "PartLibrary 63 0"]
    assert play()[0] == ["stones of 2", "cached 63 1"]


@pytest.mark.slow
def test_an_unknown_numba_compiles_kernels_as_it_would(play):
    unknown = "import numba; numba.version_info = numba.version_info._replace(short=(1, 0))"
    assert play(before=unknown)[0] == ["stones of 2", "JITCodeLibrary 63 0"]
    assert play()[0] == ["stones of 2", "cached 63 1"], "both ways make the same entry points"


@pytest.mark.slow
def test_parts_check_indexes_on_request(play):
    beyond = "stones_entry.actor.ctypes(state.ctypes.data, 3, 0)"
    lines, errors = play(after=beyond, NUMBA_BOUNDSCHECK="1")
    assert lines == ["stones of 2", "PartLibrary 63 0"] and "IndexError" in errors
    lines, errors = play(after=beyond, NUMBA_BOUNDSCHECK="1")
    assert lines == ["stones of 2", "cached 63 1"] and "IndexError" in errors, "from the cache, too"


@pytest.mark.slow
def test_threads_that_compile_at_once(play):
    """One thread compiles entry points with parts while another compiles functions of its own."""
    before = """
import threading, numba
answers = []
def own():
    for factor in range(5):
        function = numba.njit(lambda number: number * factor + 1)
        answers.append((function(2), type(next(iter(function.overloads.values())).library).__name__))
thread = threading.Thread(target=own)
thread.start()
"""
    lines, _ = play(before=before, after="thread.join(); print(*answers)")
    assert lines[1] == "PartLibrary 63 0"
    assert lines[2] == " ".join(str((factor * 2 + 1, "JITCodeLibrary")) for factor in range(5))


@kernel
def double(number):
    return number * 2


@inlined_kernel
def quadruple(number):
    return double(double(number))


def library_of(function):
    (compiled,) = function.overloads.values()
    return compiled.library


def test_no_machine_code_is_made_of_a_part():
    @kernel
    def half(number):
        return number // 2

    @kernel
    def quarter(number):
        return half(half(number))

    assert quarter(8) == 2
    library = library_of(half)
    assert type(library) is parts.PartLibrary
    (function,) = [one.name for one in library.get_defined_functions() if "half" in one.name]
    assert not library._codegen._engine.is_symbol_defined(function)
    assert library.get_pointer_to_function(function) == 0


def test_functions_of_users_are_compiled_by_numba():
    """This holds also for functions that call a kernel; numba is not patched."""

    @numba.njit
    def own(number):
        return quadruple(number) + 1

    @numba.njit
    def inner(number):
        return number + 1

    @numba.njit
    def outer(number):
        return inner(number) + quadruple(number)

    assert (own(3), outer(3), quadruple(3)) == (13, 16, 12)
    for function in (own, outer, inner):
        assert type(library_of(function)) is codegen.JITCodeLibrary
    assert inner(3) == 4, "a function of the user's that was compiled for another one can be called"
    assert cpu.CPUContext.get_executable.__module__ == "numba.core.cpu"
    assert codegen.JITCPUCodegen._library_class is codegen.JITCodeLibrary
    for numbas, name in (
        (codegen.CPUCodeLibrary, "finalize"),
        (codegen.CPUCodeLibrary, "_finalize_final_module"),
        (codegen.CPUCodeLibrary, "_optimize_final_module"),
        (codegen.JITCodeLibrary, "get_pointer_to_function"),
    ):
        assert getattr(numbas, name).__module__ == "numba.core.codegen"
    assert own._compiler.pipeline_class is compiler.Compiler


@pytest.mark.slow
def test_numbas_own_functions_are_left_whole():
    """Numba's own functions, like sorting, are shared by kernels and everything else in the process."""

    @kernel
    def largest(numbers):
        return np.sort(numbers)[-1]

    @kernel
    def call(numbers):
        return largest(numbers)

    numbers = np.array([3, 9, 4])
    assert call(numbers) == 9
    assert numba.njit(lambda values: np.sort(values)[0])(numbers) == 3
