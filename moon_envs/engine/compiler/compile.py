"""The one place that owns every numba setting: how kernels, entry points and loops are compiled and kept."""

from __future__ import annotations

import itertools
import os
import re
import secrets
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core import config
from numba.core.bytecode import FunctionIdentity
from numba.core.ccallback import CFunc
from numba.core.registry import CPUDispatcher
from numba.core.typing import signature as numba_signature

from moon_envs.base.errors import CompilationError
from moon_envs.engine.compiler.cache import CodeFile, cache_root, is_kept, note_use, notice_once
from moon_envs.engine.compiler.compile_errors import explain
from moon_envs.engine.compiler.parts import PART_SETTINGS, WHOLE_SETTINGS
from moon_envs.engine.compiler.sources import fingerprint, have_changed, sources_of

# Each process has room for 2**16 functions before the numbers of another one may begin.
BITS_OF_A_PROCESS = 56
BITS_OF_A_COUNT = 16


def _number_functions_apart() -> None:
    """Begin numba's count of functions anywhere, so that no two processes give the same symbol to two functions.

    Machine code that is loaded from the cache is linked by its symbols, and the first function of a name is called for
    all of that name. Numba makes the symbol of a kernel of its qualified name, of numbers of its record types, and of a
    count of functions, both of which begin anew in every process: the same kernel of two games that were compiled in
    two processes had the same symbol, and so had two facts of one game whose compilation was interrupted.
    """
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(BITS_OF_A_PROCESS) << BITS_OF_A_COUNT)


_number_functions_apart()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_number_functions_apart)

# Every entry point has the same C signature: the address of a state and two numbers (see engine/entry.py).
ENTRY_SIGNATURE = numba_signature(types.int64, types.int64, types.int64, types.int64)


class _Kernel(CPUDispatcher):
    """A kernel, compiled without the wrappers through which Python would call it: a third of the compile time.

    Without them numba's own call ends the process; this one compiles the kernel anew, with its wrappers.
    """

    def __call__(self, *arguments: Any) -> Any:
        return self._with_wrappers(*arguments)

    @cached_property
    def _with_wrappers(self) -> Any:
        return numba.njit(nogil=True, error_model="numpy", **WHOLE_SETTINGS)(self.py_func)


def _kernel(function: Callable, **settings: Any) -> Any:
    compiled = numba.njit(nogil=True, error_model="numpy", **PART_SETTINGS, **settings)(function)
    if not config.DISABLE_JIT:
        compiled.__class__ = _Kernel
    return compiled


def kernel(function: Callable) -> Any:
    """Decorate a small compiled function on a state record. It becomes part of the entry points that call it."""
    return _kernel(function)


def inlined_kernel(function: Callable) -> Any:
    """Decorate one of the few on the way of every decision, which LLVM would leave as calls of twenty arguments."""
    return _kernel(function, forceinline=True)


def entry_point(function: Callable, sources: tuple[Path, ...], game: str) -> Any:
    """Compile `function(state, first, second)` to a C entry point of a game.

    Args:
        function: what to compile.
        sources: what it is made of, `sources_of` the entry module of the game.
        game: its id; a folder may hold several games.

    The qualified name says which game it is, because entry points of all games are written once.
    """
    function.__qualname__ = f"game_{fingerprint(sources)}_{game}.{function.__name__}"
    compiled = CFunc(function, ((types.int64,) * 3, types.int64), {}, {"error_model": "numpy"}, **WHOLE_SETTINGS)
    _compile(compiled, compiled.compile, sources, entry_file_name(game, function.__name__))
    return compiled


def entry_file_name(game: str, entry: str) -> str:
    """What an entry point of a game is called in the cache."""
    return f"{game}.{entry}"


def loop(signature: Any) -> Callable[[Callable], Any]:
    """Compile a game-agnostic loop of the engine eagerly, kept in the cache, without the interpreter lock."""

    def decorate(function: Callable) -> Any:
        compiled = numba.njit(nogil=True, error_model="numpy", **WHOLE_SETTINGS)(function)
        if not config.DISABLE_JIT:
            sources = sources_of(Path(function.__code__.co_filename))
            _compile(compiled, lambda: compiled.compile(signature), sources, function.__name__)
            compiled.disable_compile()
        return compiled

    return decorate


def _compile(compiled: Any, compile_it: Callable[[], Any], sources: tuple[Path, ...], file_name: str) -> None:
    """Compile, or take from the cache what was compiled of the same sources."""
    if config.DISABLE_JIT:
        raise CompilationError("moon_envs needs numba's compiler: unset NUMBA_DISABLE_JIT.")
    if have_changed(sources):
        notice_once("sources have changed since this process loaded them: compiled code is not kept")
    else:
        folder = cache_root() / fingerprint(sources)
        compiled._cache = CodeFile(folder, file_name)
        note_use(folder)
    try:
        compile_it()
    except Exception as error:
        raise explain(error, compiled.__name__) from None


def is_in_cache(file: Path, names: list[str]) -> bool:
    """Whether the entry points or loops of these names, compiled by `file`, will be found in the cache."""
    sources = sources_of(file)
    return not have_changed(sources) and is_kept(fingerprint(sources), names)


def loop_names(file: Path) -> list[str]:
    """The names of the loops that a file compiles when it is imported."""
    return re.findall(r"^@loop\(.*?\)\ndef (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
