"""How kernels, entry points and loops are compiled and cached: the one place for all settings of numba.

Entry points are called through numba's C wrapper. Calling the function inside it was tried: it made steps of Launch and
crater 1.00 to 1.05 times as fast, and a search not at all.
"""

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

# Each process has room for 2**16 function ids before those of another process may begin.
BITS_OF_A_PROCESS = 56
BITS_OF_A_COUNT = 16


def _number_functions_apart() -> None:
    """Start numba's function ids at a random offset, so that two processes never give two functions the same symbol.

    Code from the cache is linked by its symbols: of several functions with one symbol, the first is called for all. A
    symbol of numba consists of the qualified name, ids of the record types and the function id, and all ids restart in
    every process. Without the offset one kernel had the same symbol in two games that were compiled in two processes,
    and so had two facts of a game whose compilation was interrupted.
    """
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(BITS_OF_A_PROCESS) << BITS_OF_A_COUNT)


_number_functions_apart()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_number_functions_apart)

# Every entry point has the same C signature: the address of a state and two numbers (see engine/entry.py).
ENTRY_SIGNATURE = numba_signature(types.int64, types.int64, types.int64, types.int64)


class _Kernel(CPUDispatcher):
    """A kernel that Python can call, as tests do: it is compiled again as a whole function.

    A part has neither machine code nor the wrappers through which Python calls: numba's own call ends the process.
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
    """Decorate a small function on a state record; it is compiled into the entry points and loops that call it."""
    return _kernel(function)


def inlined_kernel(function: Callable) -> Any:
    """Decorate a kernel on the hot path that LLVM must inline; otherwise it becomes a call with twenty arguments."""
    return _kernel(function, forceinline=True)


def entry_point(function: Callable, sources: tuple[Path, ...], game: str) -> Any:
    """Compile `function(state, first, second)` to a C entry point of a game, or take it from the cache.

    Args:
        function: what to compile.
        sources: the files it is made of: `sources_of` the entry module of the game.
        game: the id of the game; a folder may hold several games.
    """
    # All games share the functions of engine/entry_points.py, so the qualified name has to tell their symbols apart.
    function.__qualname__ = f"game_{fingerprint(sources)}_{game}.{function.__name__}"
    compiled = CFunc(function, ((types.int64,) * 3, types.int64), {}, {"error_model": "numpy"}, **WHOLE_SETTINGS)
    _compile(compiled, compiled.compile, sources, entry_file_name(game, function.__name__))
    return compiled


def entry_file_name(game: str, entry: str) -> str:
    """The name of an entry point in the cache."""
    return f"{game}.{entry}"


def loop(signature: Any) -> Callable[[Callable], Any]:
    """Decorate a loop over rows of any game: compiled at once or taken from the cache, and run without the GIL."""

    def decorate(function: Callable) -> Any:
        compiled = numba.njit(nogil=True, error_model="numpy", **WHOLE_SETTINGS)(function)
        if not config.DISABLE_JIT:
            sources = sources_of(Path(function.__code__.co_filename))
            _compile(compiled, lambda: compiled.compile(signature), sources, function.__name__)
            compiled.disable_compile()
        return compiled

    return decorate


def handler(function: Callable) -> Any:
    """Decorate `function(frame, template)`, which another library calls as a C function; as `loop`, without the GIL."""
    compiled = CFunc(function, ((types.int64,) * 2, types.int64), {}, {"error_model": "numpy"}, **WHOLE_SETTINGS)
    sources = sources_of(Path(function.__code__.co_filename))
    _compile(compiled, compiled.compile, sources, function.__name__)
    return compiled


def task(function: Callable) -> Any:
    """Decorate `function(data)`, which threads of another library run; as `handler`."""
    compiled = CFunc(function, ((types.int64,), types.void), {}, {"error_model": "numpy"}, **WHOLE_SETTINGS)
    sources = sources_of(Path(function.__code__.co_filename))
    _compile(compiled, compiled.compile, sources, function.__name__)
    return compiled


def _compile(compiled: Any, compile_it: Callable[[], Any], sources: tuple[Path, ...], file_name: str) -> None:
    """Compile, or load code of the same sources from the cache."""
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
    """Whether the cache holds these entry points or loops of the module `file`."""
    sources = sources_of(file)
    return not have_changed(sources) and is_kept(fingerprint(sources), names)


def loop_names(file: Path) -> list[str]:
    """The names of the loops that importing a file compiles."""
    return re.findall(
        r"^@(?:loop\(.*?\)|handler|task)\ndef (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
