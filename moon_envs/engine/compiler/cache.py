"""The cache of compiled code: private, self-repairing, and nobody else's files are ever touched.

One folder per fingerprint, one file per entry point or loop. A file is a pickle, and reading a pickle executes it: so a
file is only read if it belongs to this user, nobody else can write it, and it holds what its checksum says. Whatever
cannot be read is compiled again; what cannot be written is told, and the process goes on without it.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import importlib
import io
import os
import pickle
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from llvmlite.binding import address_of_symbol
from numba.core import serialize
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, lookup_environment
from numba.core.runtime import rtsys

from moon_envs.base.notices import notice
from moon_envs.engine.compiler import numba_insides

FOLDER_VARIABLE = "MOON_ENVS_CACHE_DIR"
FOLDER_NAME = re.compile(r"[0-9a-f]{24}")  # a fingerprint
MARK = "made_by_moon_envs"
MARK_TEXT = "This folder holds compiled code of moon_envs. It is removed when it has not been used for a month.\n"
SUFFIX = ".code"
UNUSED_FOLDER_LIFETIME_SECONDS = 30 * 24 * 3600

MAGIC = b"moon_envs compiled code, format 2\n"
DIGEST_SIZE = 32
MOST_BYTES = 1 << 28

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600


class CodeFile(NullCache):
    """Where the machine code of one entry point or loop is kept; numba asks it instead of its own cache.

    Args:
        folder: of the fingerprint, below the cache folder.
        name: of the entry point or loop.
    """

    def __init__(self, folder: Path, name: str):
        self.path = folder / f"{name}{SUFFIX}"
        self._identity = f"{folder.name}/{name}".encode()

    @property
    def cache_path(self) -> str:
        """The folder, for numba's reports."""
        return str(self.path.parent)

    def load_overload(self, signature: Any, target_context: Any) -> CompileResult | None:
        """The compiled code, None if there is none that can be used."""
        payload = self.read()
        if payload is None:
            return None
        try:
            symbols, parts = _read(payload)
            if not (numba_insides.ARE_TESTED and _are_known(symbols, target_context)):
                target_context.refresh()
            compiled = CompileResult._rebuild(target_context, *parts)
            compiled.library.environments = compiled.referenced_envs  # they live as long as the code
            return compiled
        except Exception as error:  # made by this package, but not to be understood here: as good as missing
            notice(f"{self.path} cannot be used and is compiled again ({type(error).__name__}: {error})")
            return None

    def save_overload(self, signature: Any, compiled: CompileResult) -> None:
        """Keep compiled code, all of it or nothing."""
        if compiled.library.has_dynamic_globals:
            notice(f"{self.path.stem} cannot be kept: it uses a table too large for numba's compiled code")
            return
        payload = serialize.dumps((_symbols_from_outside(compiled.library), compiled._reduce()))
        try:
            make_folder(self.path.parent)
            self._write(MAGIC + self._digest(payload) + payload)
        except OSError as error:
            notice_once(f"compiled code cannot be kept in {self.path.parent}: {error.strerror or error}")

    def read(self) -> bytes | None:
        """What is kept, if it is whole and this user's own."""
        data = read_own_file(self.path)
        if data is None or not data.startswith(MAGIC):
            return None
        start = len(MAGIC) + DIGEST_SIZE
        digest, payload = data[len(MAGIC) : start], data[start:]
        return payload if digest == self._digest(payload) else None

    def _digest(self, payload: bytes) -> bytes:
        return hashlib.blake2b(self._identity + b"\0" + payload, digest_size=DIGEST_SIZE).digest()

    def _write(self, data: bytes) -> None:
        partial = self.path.with_name(f"{self.path.name}.{os.getpid()}.partial")
        try:
            _write_private(partial, data)
            os.replace(partial, self.path)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink()
            raise


def _read(payload: bytes) -> Any:
    if numba_insides.ARE_TESTED:
        return _Reader(io.BytesIO(payload)).load()
    return pickle.loads(payload)


class _Reader(pickle.Unpickler):
    """Reads compiled code without importing the modules of numba in which parts of it were written."""

    def find_class(self, module: str, name: str) -> Any:
        """As ever, but for the environments, the Python objects that code needs for printing."""
        if (module, name) == (Environment.__module__, "_rebuild_env"):
            return _environment
        return super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> Environment:
    """As numba makes it, but for its globals: only code in object mode looks at them, and numba's own never does.

    They would be those of a module that takes scipy with it: a fifth of a second for one `array.any()`.
    """
    known = lookup_environment(name)
    if known is not None:
        return known
    is_numbas = module.startswith("numba.")
    environment = Environment({"__name__": module} if is_numbas else importlib.import_module(module).__dict__)
    environment.consts[:] = constants
    environment.env_name = name
    Environment._memo[name] = environment
    return environment


def _symbols_from_outside(library: Any) -> list[str]:
    """The functions and variables that compiled code takes from Python, numba or C."""
    module = library._final_module
    declared = [one.name for one in (*module.functions, *module.global_variables) if one.is_declaration]
    return [name for name in declared if not name.startswith("llvm.")]


def _are_known(symbols: list[str], target_context: Any) -> bool:
    """Whether code that needs these can be loaded as it is.

    If not, numba loads all that its compiler may need (and scipy), which gives it some symbols more and takes half of a
    second. Code with an unknown symbol would end the process.
    """
    rtsys.initialize(target_context)
    return all(address_of_symbol(name) for name in symbols)


def is_kept(fingerprint: str, names: Iterable[str]) -> bool:
    """Whether the code of all these entry points or loops is in the cache, whole."""
    folder = cache_root() / fingerprint
    return all(CodeFile(folder, name).read() is not None for name in names)


def read_own_file(path: Path) -> bytes | None:
    """The contents of a regular file that belongs to this user and that nobody else can write; None otherwise."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or not _is_private(status) or status.st_size > MOST_BYTES:
                return None
            return file.read(MOST_BYTES)
    except OSError:
        return None


def _is_private(status: os.stat_result) -> bool:
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _write_private(path: Path, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags, PRIVATE_FILE), "wb") as file:
        file.write(data)


def make_folder(folder: Path) -> None:
    """Make the folder of a fingerprint and mark it as made by this package, or note that it is in use."""
    try:
        folder.mkdir(mode=PRIVATE_FOLDER)
    except FileExistsError:
        note_use(folder)
    else:
        _write_private(folder / MARK, MARK_TEXT.encode())


def note_use(folder: Path) -> None:
    """Note that the code in a folder is in use, which keeps it from being swept."""
    with contextlib.suppress(OSError):
        os.utime(folder / MARK, follow_symlinks=False)


@functools.cache
def cache_root() -> Path:
    """The folder of the compiled code: `MOON_ENVS_CACHE_DIR`, the user's cache folder, or a temporary one."""
    for candidate in _candidates():
        fault = _prepare(candidate)
        if fault is None:
            sweep(candidate)
            return candidate
        if os.environ.get(FOLDER_VARIABLE):
            notice_once(f"{FOLDER_VARIABLE}: {candidate} cannot be used: {fault}")
    notice_once(f"no folder for compiled code can be used; it is not kept. {FOLDER_VARIABLE} can name one.")
    return _private_temporary_folder()


def _candidates() -> Iterator[Path]:
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        with contextlib.suppress(RuntimeError):
            yield Path(named).expanduser().absolute()
    if os.environ.get("XDG_CACHE_HOME"):
        yield Path(os.environ["XDG_CACHE_HOME"]).absolute() / "moon_envs"
    with contextlib.suppress(RuntimeError):
        yield Path.home() / ".cache" / "moon_envs"
    user = os.getuid() if hasattr(os, "getuid") else 0
    yield Path(tempfile.gettempdir()) / f"moon_envs-{user}"


def _prepare(folder: Path) -> str | None:
    """Make a cache folder if it is missing; returns what speaks against using it."""
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        status = os.stat(folder)
        if hasattr(os, "geteuid"):
            if status.st_uid != os.geteuid():
                return "it belongs to another user"
            if status.st_mode & stat.S_IWOTH:
                return "everybody can write to it"
            if folder.is_symlink() and Path(tempfile.gettempdir()) == folder.parent:
                return "it is a link"
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


def _private_temporary_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="moon_envs-"))
    process = os.getpid()

    def remove() -> None:
        if os.getpid() == process:  # a forked child must not take it away
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return folder


def own_folders(root: Path) -> Iterator[Path]:
    """The folders below the cache folder that this package made: marked, this user's own, and no links."""
    with contextlib.suppress(OSError):
        for folder in sorted(root.iterdir()):
            if not FOLDER_NAME.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
                continue
            if _is_private(folder.lstat()) and read_own_file(folder / MARK) is not None:
                yield folder


def sweep(root: Path) -> None:
    """Remove the code of sources that have long been replaced: only files this package wrote, in folders it marked."""
    oldest_kept = time.time() - UNUSED_FOLDER_LIFETIME_SECONDS
    for folder in own_folders(root):
        with contextlib.suppress(OSError):
            if (folder / MARK).lstat().st_mtime >= oldest_kept:
                continue
            for file in folder.iterdir():
                if file.suffix in (SUFFIX, ".partial"):
                    file.unlink()
            if [file.name for file in folder.iterdir()] == [MARK]:
                (folder / MARK).unlink()
                folder.rmdir()


@functools.cache
def notice_once(words: str) -> None:
    """Say something, but not again in this process."""
    notice(words)
