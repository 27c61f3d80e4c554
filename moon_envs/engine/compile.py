"""The one place that owns every numba setting, and the cache that never goes stale.

Numba's disk cache looks only at the file that defines a function: change a helper in another file, or a table, and the
old machine code is used silently. So only whole entry points and loops are cached, in a folder named by a fingerprint
of everything they are made of; the small kernels inside are compiled into them and never cached on their own.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba import types
from numba.core import config
from numba.extending import overload

from moon_envs.components import replaced_file
from moon_envs.errors import CompilationError

ENGINE_FOLDER = Path(__file__).parent
GAMES_FOLDER = ENGINE_FOLDER.parent / "games"
SOURCE_SUFFIXES = (".py", ".json")
UNUSED_FOLDER_LIFETIME_SECONDS = 30 * 24 * 3600

# Every entry point has the same C signature: the address of a state and two numbers (see engine/entry.py).
ENTRY_SIGNATURE = types.int64(types.int64, types.int64, types.int64)

kernel = numba.njit(nogil=True, error_model="numpy")
"""Decorates a small compiled function on a state record. It becomes part of the entry points that call it."""

inlined_kernel = numba.njit(nogil=True, error_model="numpy", forceinline=True)
"""The same for the few functions on the way of every decision, which LLVM would leave as calls of twenty arguments."""


# Loops may call the function inside an entry point without numba's C wrapper, which costs a few nanoseconds a call and
# only reports exceptions; kernels raise none unless indexes are checked. That relies on numba's own calling convention,
# so it is done for the versions it was tested with, and others use the wrapper.
VERSIONS_WITH_TESTED_CONVENTION = ((0, 68),)
CALLS_WITHOUT_WRAPPER = numba.version_info.short in VERSIONS_WITH_TESTED_CONVENTION and not config.BOUNDSCHECK


# For each rule made by `by_state` its implementations by state record type.
_IMPLEMENTATIONS: dict[Callable, dict[Any, Callable]] = {}


def by_state(stub: Callable) -> Callable:
    """Make `stub` a rule with one implementation per state record type.

    Shared kernels call the stub; which function is compiled in is decided by the type of its first argument, the
    state. The implementations are given with `implements`, `implement_all` and `gives`.
    """
    return _rule(stub, None)


def by_state_or_default(stub: Callable) -> Callable:
    """The same, where the body of the stub is the rule of all records that have no implementation of their own."""
    return _rule(stub, stub)


def _rule(stub: Callable, default: Callable | None) -> Callable:
    implementations: dict[Any, Callable] = {}

    def choose(*arguments):
        return implementations.get(getattr(arguments[0], "dtype", None), default)

    overload(stub, strict=False)(choose)
    _IMPLEMENTATIONS[stub] = implementations
    return stub


def implements(stub: Callable, state_dtype: Any) -> Callable[[Callable], Callable]:
    """Give the implementation of a `by_state` rule for one state record type."""

    def register(function: Callable) -> Callable:
        _IMPLEMENTATIONS[stub][state_dtype] = function
        return function

    return register


def implement_all(rules: Mapping[Callable, Callable], state_dtype: Any) -> None:
    """Give the implementations of several `by_state` rules, {rule: implementation}, for one state record type."""
    for stub, function in rules.items():
        implements(stub, state_dtype)(function)


def gives(stub: Callable, state_dtype: Any, fact: Any) -> None:
    """Let a `by_state` rule of the state alone be a fact: a number, a named tuple of numbers, an array."""
    implements(stub, state_dtype)(lambda state: fact)


def entry_point(function: Callable, game_file: Path) -> Any:
    """Compile `function(state, first, second)` to a C entry point of the game whose entry module is `game_file`.

    Machine code is found by its symbol, which numba makes of the qualified name and a count that begins anew in every
    process. Games compiled in different processes would have the same symbols, and the first one loaded would be called
    for all of them; so the qualified name says which game it is.
    """
    sources = sources_of(game_file)
    function.__qualname__ = f"game_{fingerprint(sources)}.{function.__name__}"
    with cache_in(sources):
        return numba.cfunc(ENTRY_SIGNATURE, cache=True, error_model="numpy")(function)


def entry_address(entry: Any) -> int:
    """The machine address at which `call_entry` calls an entry point."""
    if CALLS_WITHOUT_WRAPPER:
        return entry._library.get_pointer_to_function(entry.native_name.removeprefix("cfunc."))
    return entry.address


def loop(signature: Any) -> Callable[[Callable], Any]:
    """Compile a game-agnostic loop of the engine eagerly, cached, without the interpreter lock."""

    def decorate(function: Callable) -> Any:
        with cache_in(sources_of(Path(function.__code__.co_filename))):
            return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)

    return decorate


@contextlib.contextmanager
def cache_in(sources: tuple[Path, ...]) -> Iterator[Path]:
    """Put what is compiled inside this block in the folder fingerprinted by `sources`."""
    if config.DISABLE_JIT:
        raise CompilationError("moon_envs needs numba's compiler: unset NUMBA_DISABLE_JIT.")
    folder = cache_root() / fingerprint(sources)
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):
        os.utime(folder)
    previous, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        yield folder
    finally:
        config.CACHE_DIR = previous


def sources_of(file: Path) -> tuple[Path, ...]:
    """All files that code compiled in `file` may be made of.

    They are those of the engine, of its own folder and of the families above it, and the tables that replace the
    family's own.
    """
    folders, replaced = [ENGINE_FOLDER], None
    if GAMES_FOLDER in file.parents:
        below_games = file.parent.relative_to(GAMES_FOLDER).parts
        folders += [GAMES_FOLDER.joinpath(*below_games[: depth + 1]) for depth in range(len(below_games))]
        replaced = replaced_file(below_games[0])
    elif file.parent != ENGINE_FOLDER:
        folders.append(file.parent)
    files = [path for folder in folders for path in folder.iterdir() if path.suffix in SOURCE_SUFFIXES]
    return (*sorted(set(files)), *([replaced] if replaced else []))


@functools.cache
def fingerprint(sources: tuple[Path, ...]) -> str:
    """A short name for the contents of `sources` and everything else that shapes the machine code."""
    digest = hashlib.blake2b(digest_size=12)
    settings = (sys.version, numba.__version__, llvmlite.__version__, config.BOUNDSCHECK, config.OPT)
    digest.update(repr(settings).encode())
    for path in sources:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_cached(file: Path, names: Iterable[str]) -> bool:
    """Whether the entry points or loops of these names, compiled by `file`, are in the cache already."""
    folder = cache_root() / fingerprint(sources_of(file))
    return all(any(folder.rglob(f"*.{name}-*.nbi")) for name in names)


def loop_names(file: Path) -> list[str]:
    """The names of the loops that a file compiles when it is imported."""
    return re.findall(r"^@loop\(.*?\)\ndef (\w+)", file.read_text(), re.MULTILINE | re.DOTALL)


@functools.cache
def cache_root() -> Path:
    """The folder of the compiled code: `MOON_ENVS_CACHE_DIR`, the user's cache folder, or a temporary one."""
    candidates = []
    if os.environ.get("MOON_ENVS_CACHE_DIR"):
        candidates.append(Path(os.environ["MOON_ENVS_CACHE_DIR"]))
    if os.environ.get("XDG_CACHE_HOME"):
        candidates.append(Path(os.environ["XDG_CACHE_HOME"]) / "moon_envs")
    with contextlib.suppress(RuntimeError):
        candidates.append(Path.home() / ".cache" / "moon_envs")
    candidates.append(Path(tempfile.gettempdir()) / f"moon_envs-{getattr(os, 'getuid', lambda: 0)()}")
    for candidate in candidates:
        if _is_writable(candidate):
            _sweep(candidate)
            return candidate
    return Path(tempfile.mkdtemp(prefix="moon_envs-"))


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _sweep(root: Path) -> None:
    """Delete the folders of sources that have long been replaced; a folder in use is touched at every start."""
    oldest_kept = time.time() - UNUSED_FOLDER_LIFETIME_SECONDS
    for folder in root.iterdir():
        with contextlib.suppress(OSError):
            if folder.is_dir() and folder.stat().st_mtime < oldest_kept:
                shutil.rmtree(folder, ignore_errors=True)
